// SPDX-License-Identifier: MIT
/**
 * Reads clumps, and spheres among them, back from the GPU: bodies in the order of their numbers, and their spheres in
 * the order of the GPU.
 */
import { conjugate, multiply } from '../../math/quaternion.ts';
import type { BodyIds } from '../engine/body-ids.ts';
import type { CellGrid } from '../engine/cell-grid.ts';
import type { GpuEngine } from '../engine/gpu-engine.ts';
import { readBuffer } from '../engine/gpu-program.ts';
import { CLUMP_ANSWERS } from '../kernels/clump-motion.ts';
import { FIXED } from '../kernels/prelude.ts';
import { materialIn, turnOf } from './gpu-clump-bodies.ts';
import { CLUMP_WORDS, type GpuClumps } from './gpu-clumps.ts';
import { downloadSpheres, emptySpheres, type ProbedSpheres } from './sphere-arrays.ts';

/** Bodies at the present time. */
export interface ProbedBodies extends ProbedSpheres {
  /** Of clumps; those of spheres are where spheres are followed. Stride 4, w first. */
  readonly orientation: Float64Array;
  /** Numbers of the shapes in the spec, and factors on their sizes. */
  readonly shape: Uint16Array;
  readonly scale: Float64Array;
  /** 1 for a clump. */
  readonly isClump: Uint8Array;
  /** Their spheres, in the order of the GPU, and the position of the body of each. */
  readonly elements: ProbedSpheres;
  readonly bodyOf: Int32Array;
}

const VECTORS = ['position', 'velocity', 'angularVelocity', 'force', 'torque'] as const;

export async function downloadBodies(
  device: GPUDevice,
  engine: GpuEngine,
  grid: CellGrid,
  clumps: GpuClumps,
  bodyIds: BodyIds,
): Promise<ProbedBodies> {
  const elements = await downloadSpheres(device, engine, grid, 'as they lie');
  const { count, indices } = bodyIds;
  const indexOf = (name: number): number => indices?.[name] ?? name;
  const arrays = {
    ...emptySpheres(count),
    energies: elements.energies,
    elements,
    force: new Float64Array(3 * count),
    torque: new Float64Array(3 * count),
    orientation: new Float64Array(4 * count),
    isClump: new Uint8Array(count),
    shape: Uint16Array.from({ length: count }, (_, i) => bodyIds.at(i).shape),
    scale: Float64Array.from({ length: count }, (_, i) => bodyIds.at(i).scale),
    bodyOf: Int32Array.from(await engine.readNames(), indexOf),
  };
  await readClumps(device, engine, grid, clumps, indexOf, arrays);
  arrays.bodyOf.forEach((i, k) => {
    if (arrays.isClump[i] === 1) return;
    for (const key of VECTORS) arrays[key].set(elements[key].subarray(3 * k, 3 * k + 3), 3 * i);
    arrays.radius[i] = elements.radius[k];
    arrays.material[i] = elements.material[k];
    arrays.isFixed[i] = elements.isFixed[k];
  });
  return arrays;
}

async function readClumps(
  device: GPUDevice,
  engine: GpuEngine,
  grid: CellGrid,
  clumps: GpuClumps,
  indexOf: (name: number) => number,
  arrays: Omit<ProbedBodies, 'elements'>,
): Promise<void> {
  const { clumps: known } = clumps.counts;
  const { clumps: records, answers } = engine.clumps;
  const words = new Uint32Array(await readBuffer(device, records, 4 * CLUMP_WORDS * known));
  const stride = 4 * CLUMP_ANSWERS;
  const answered = new Float32Array(await readBuffer(device, answers, 4 * stride * known));
  const { names, kinds, scales } = clumps.slots;
  names.forEach((name, slot) => {
    if (name < 0) return;
    const i = indexOf(name);
    const [at, to] = [CLUMP_WORDS * slot, stride * slot];
    const { principal, radius } = clumps.shapes[kinds[slot]];
    grid.unpack(words, at, words[at + 3], arrays.position, 3 * i);
    const { w, x, y, z } = multiply(turnOf(words, at), conjugate(principal));
    arrays.orientation.set([w, x, y, z], 4 * i);
    arrays.isClump[i] = 1;
    arrays.radius[i] = scales[slot] * radius;
    arrays.material[i] = materialIn(words, at);
    arrays.isFixed[i] = (words[at + 7] & FIXED) === 0 ? 0 : 1;
    arrays.force.set(answered.subarray(to, to + 3), 3 * i);
    arrays.velocity.set(answered.subarray(to + 4, to + 7), 3 * i);
    arrays.angularVelocity.set(answered.subarray(to + 8, to + 11), 3 * i);
    arrays.torque.set([answered[to + 3], answered[to + 7], answered[to + 11]], 3 * i);
  });
}
