// SPDX-License-Identifier: MIT
/** The case `gpu`: compares the GPU (float32) with the CPU (float64). */
import { type GpuDevice, openGpu } from '../../gpu/engine/gpu-adapter.ts';
import { type RunSetup, type Section, text, type VerificationCase } from '../verification-case.ts';
import { gpuContacts } from './gpu-contacts.ts';
import { gpuFree } from './gpu-free.ts';
import { gpuMotions } from './gpu-motions.ts';
import { gpuPacking } from './gpu-packing.ts';

/** By name, in the order in which they run. */
const PARTS: Readonly<Record<string, (gpu: GpuDevice, setup: RunSetup) => Promise<Section | Section[]>>> = {
  contacts: gpuContacts,
  motions: gpuMotions,
  packing: gpuPacking,
  free: gpuFree,
};

export const GPU_CASE: VerificationCase = {
  name: 'gpu',
  title: 'Spheres and clumps on the GPU beside the processor',
  source: 'our own; motions of Santasusana et al. 2016, section 6.1',
  summary:
    'Single contacts of all laws, a sphere that falls, slides and goes around an edge, a bed at rest, free ' +
    'collisions: float32 on the GPU beside float64; the same bits again, in pieces and from a saved state.',
  onGpu: true,
  parts: Object.keys(PARTS),
  async run(setup) {
    const gpu = setup.gpu ?? (await openGpu());
    const sections: Section[] = [{ title: 'Device', blocks: [text(`Computed on ${gpu.name}.`)] }];
    for (const [name, run] of Object.entries(PARTS)) {
      if (setup.part === undefined || setup.part === name) sections.push(...[await run(gpu, setup)].flat());
    }
    return sections;
  },
};
