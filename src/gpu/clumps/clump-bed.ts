// SPDX-License-Identifier: MIT
/**
 * Clumps, and spheres among them, from the GPU: bodies in the order of their numbers, and their spheres as they lie.
 */
import { conjugate, multiply } from '../../math/quaternion.ts';
import type { CellGrid } from '../cell-grid.ts';
import type { GpuEngine } from '../gpu-engine.ts';
import { readBuffer } from '../gpu-program.ts';
import type { GpuRoster } from '../gpu-roster.ts';
import { downloadBed, emptyBed, type ProbedBed } from '../sphere-bed.ts';
import { CLUMP_ANSWERS } from '../wgsl/clump-motion.ts';
import { FIXED } from '../wgsl/prelude.ts';
import { materialIn, turnOf } from './clump-residents.ts';
import type { SpheresShape } from './clump-table.ts';
import { CLUMP_WORDS, type GpuClumps } from './gpu-clumps.ts';

/** Bodies at the present time. */
export interface ProbedBodies extends ProbedBed {
  /** Of clumps; those of spheres are where spheres are followed. Stride 4, w first. */
  readonly orientation: Float64Array;
  /** Numbers of the shapes in the spec, and factors on their sizes. */
  readonly shape: Uint16Array;
  readonly scale: Float64Array;
  /** 1 for a clump. */
  readonly isClump: Uint8Array;
  /** Their spheres, in the order of the GPU, and the place of the body of each. */
  readonly elements: ProbedBed;
  readonly bodyOf: Int32Array;
}

const VECTORS = ['position', 'velocity', 'angularVelocity', 'force', 'torque'] as const;

export async function downloadBodies(
  device: GPUDevice,
  engine: GpuEngine,
  grid: CellGrid,
  clumps: GpuClumps,
  roster: GpuRoster,
): Promise<ProbedBodies> {
  const elements = await downloadBed(device, engine, grid, 'as they lie');
  const { count, places } = roster;
  const placeOf = (name: number): number => places?.[name] ?? name;
  const bed = {
    ...emptyBed(count),
    energies: elements.energies,
    elements,
    force: new Float64Array(3 * count),
    torque: new Float64Array(3 * count),
    orientation: new Float64Array(4 * count),
    isClump: new Uint8Array(count),
    shape: Uint16Array.from({ length: count }, (_, i) => roster.at(i).shape),
    scale: Float64Array.from({ length: count }, (_, i) => roster.at(i).scale),
    bodyOf: Int32Array.from(await engine.readNames(), placeOf),
  };
  await readClumps(device, engine, grid, clumps, placeOf, bed);
  bed.bodyOf.forEach((i, k) => {
    if (bed.isClump[i] === 1) return;
    for (const key of VECTORS) bed[key].set(elements[key].subarray(3 * k, 3 * k + 3), 3 * i);
    bed.radius[i] = elements.radius[k] ?? 0;
    bed.material[i] = elements.material[k] ?? 0;
    bed.isFixed[i] = elements.isFixed[k] ?? 0;
  });
  return bed;
}

async function readClumps(
  device: GPUDevice,
  engine: GpuEngine,
  grid: CellGrid,
  clumps: GpuClumps,
  placeOf: (name: number) => number,
  bed: Omit<ProbedBodies, 'elements'>,
): Promise<void> {
  const { clumps: known } = clumps.counts;
  const { clumps: records, answers } = engine.clumps;
  const words = new Uint32Array(await readBuffer(device, records, 4 * CLUMP_WORDS * known));
  const stride = 4 * CLUMP_ANSWERS;
  const answered = new Float32Array(await readBuffer(device, answers, 4 * stride * known));
  const { names, kinds, scales } = clumps.places;
  names.forEach((name, place) => {
    if (name < 0) return;
    const i = placeOf(name);
    const [at, to] = [CLUMP_WORDS * place, stride * place];
    const { principal, radius } = clumps.shapes[kinds[place] ?? 0];
    grid.unpack(words, at, words[at + 3] ?? 0, bed.position, 3 * i);
    const { w, x, y, z } = multiply(turnOf(words, at), conjugate(principal));
    bed.orientation.set([w, x, y, z], 4 * i);
    bed.isClump[i] = 1;
    bed.radius[i] = (scales[place] ?? 1) * radius;
    bed.material[i] = materialIn(words, at);
    bed.isFixed[i] = ((words[at + 7] ?? 0) & FIXED) === 0 ? 0 : 1;
    bed.force.set(answered.subarray(to, to + 3), 3 * i);
    bed.velocity.set(answered.subarray(to + 4, to + 7), 3 * i);
    bed.angularVelocity.set(answered.subarray(to + 8, to + 11), 3 * i);
    bed.torque.set([answered[to + 3] ?? 0, answered[to + 7] ?? 0, answered[to + 11] ?? 0], 3 * i);
  });
}
