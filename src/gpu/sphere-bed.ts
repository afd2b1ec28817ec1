// SPDX-License-Identifier: MIT
/** Spheres as flat arrays, to the GPU and back. Large beds are packed and written piece by piece. */
import { SceneError } from '../errors.ts';
import type { CellGrid } from './cell-grid.ts';
import type { GpuEngine } from './gpu-engine.ts';
import { readBuffer } from './gpu-program.ts';
import { FIXED, FRESH, MATERIAL_MASK } from './wgsl/prelude.ts';

/** Vectors have stride 3. */
export interface SphereBed {
  readonly count: number;
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  readonly angularVelocity: Float64Array;
  readonly radius: Float64Array;
  readonly material: Uint8Array;
  /** 1 for a sphere that does not move. */
  readonly isFixed: Uint8Array;
  /** Numbers of the bodies that spheres belong to, and what says who they are, where there are clumps. */
  readonly names?: Uint32Array;
  readonly tags?: Uint32Array;
}

/** Room for so many spheres: of no size, at rest in the origin. */
export function emptyBed(count: number): SphereBed {
  const vectors = (): Float64Array => new Float64Array(3 * count);
  return {
    count,
    position: vectors(),
    velocity: vectors(),
    angularVelocity: vectors(),
    radius: new Float64Array(count),
    material: new Uint8Array(count),
    isFixed: new Uint8Array(count),
  };
}

/** One bed after the other. */
export function joinBeds(a: SphereBed, b: SphereBed): SphereBed {
  const bed = emptyBed(a.count + b.count);
  for (const key of ['position', 'velocity', 'angularVelocity', 'radius', 'material', 'isFixed'] as const) {
    bed[key].set(a[key]);
    bed[key].set(b[key], a[key].length);
  }
  return bed;
}

/** Spheres packed at once. */
const PIECE = 1 << 20;

/**
 * Writes spheres from index `first` on, as bodies that are new: their velocities are those of the present time. Their
 * numbers are `name` and those after it.
 */
export async function uploadBed(
  device: GPUDevice,
  engine: GpuEngine,
  grid: CellGrid,
  bed: SphereBed,
  { first, name } = { first: 0, name: 0 },
): Promise<void> {
  const { place, motion, spin, names } = engine.state;
  const piece = Math.min(PIECE, bed.count);
  const words = new Uint32Array(4 * piece);
  const floats = new Float32Array(words.buffer);
  const cells = new Uint32Array(piece);
  for (let from = 0; from < bed.count; from += PIECE) {
    const count = Math.min(PIECE, bed.count - from);
    const write = (buffer: GPUBuffer): void =>
      device.queue.writeBuffer(buffer, 16 * (first + from), words, 0, 4 * count);
    for (let k = 0; k < count; k++) {
      const i = from + k;
      const cell = grid.pack(bed.position, 3 * i, words, 4 * k);
      if (cell < 0) {
        const at = [0, 1, 2].map((axis) => bed.position[3 * i + axis]);
        throw new SceneError(
          'outside-domain',
          `bodies[${bed.names?.[i] ?? i}].position: [${at.join(', ')}] is outside the domain`,
        );
      }
      cells[k] = cell;
      words[4 * k + 3] = grid.radiusWord(bed.radius[i] ?? 0);
    }
    write(place);
    for (let k = 0; k < count; k++) {
      const i = from + k;
      for (let axis = 0; axis < 3; axis++) floats[4 * k + axis] = bed.velocity[3 * i + axis] ?? 0;
      words[4 * k + 3] = bed.tags?.[i] ?? (bed.material[i] ?? 0) | (bed.isFixed[i] === 1 ? FIXED : FRESH);
    }
    write(motion);
    for (let k = 0; k < count; k++) {
      const i = from + k;
      for (let axis = 0; axis < 3; axis++) floats[4 * k + axis] = bed.angularVelocity[3 * i + axis] ?? 0;
      words[4 * k + 3] = cells[k] ?? 0;
    }
    write(spin);
    for (let k = 0; k < count; k++) words[k] = bed.names?.[from + k] ?? name + from + k;
    device.queue.writeBuffer(names, 4 * (first + from), words, 0, count);
    // What is on its way takes memory too: not more than a piece of it at once.
    device.queue.submit([]);
    await device.queue.onSubmittedWorkDone();
  }
}

/**
 * The bed at the present time, with the forces on it, in the order of the upload, or by these places of the numbers of
 * spheres.
 */
export interface ProbedBed extends SphereBed {
  readonly force: Float64Array;
  readonly torque: Float64Array;
  /** Kinetic, rotational, potential above the origin of the cells, elastic, J. */
  readonly energies: Float32Array;
}

/** `places` of the numbers of spheres; or all spheres in the order in which they lie on the GPU. */
export async function downloadBed(
  device: GPUDevice,
  engine: GpuEngine,
  grid: CellGrid,
  places?: Int32Array | 'as they lie',
): Promise<ProbedBed> {
  const { count } = engine.memory;
  const { energies, forces } = await engine.probe();
  const { place, motion, spin, names } = engine.state;
  const words = async (buffer: GPUBuffer, stride = 4): Promise<Uint32Array> =>
    new Uint32Array(await readBuffer(device, buffer, 4 * stride * count));
  const bed = {
    ...emptyBed(count),
    energies,
    force: new Float64Array(3 * count),
    torque: new Float64Array(3 * count),
  };
  const isAsTheyLie = places === 'as they lie';
  const name = isAsTheyLie ? Uint32Array.from({ length: count }, (_, k) => k) : await words(names, 1);
  if (places !== undefined && !isAsTheyLie) for (let k = 0; k < count; k++) name[k] = places[name[k] ?? 0] ?? 0;
  const cell = await words(spin);
  const quanta = await words(place);
  const tags = await words(motion);
  for (let k = 0; k < count; k++) {
    const i = name[k] ?? 0;
    grid.unpack(quanta, 4 * k, cell[4 * k + 3] ?? 0, bed.position, 3 * i);
    bed.radius[i] = grid.radiusOf(quanta[4 * k + 3] ?? 0);
    const tag = tags[4 * k + 3] ?? 0;
    bed.material[i] = tag & MATERIAL_MASK;
    bed.isFixed[i] = (tag & FIXED) === 0 ? 0 : 1;
  }
  const parts = [
    [forces.place, bed.force],
    [forces.motion, bed.velocity],
    [forces.spin, bed.angularVelocity],
  ] as const;
  for (const [axis, [buffer, vectors]] of parts.entries()) {
    const four = new Float32Array((await words(buffer)).buffer);
    for (let k = 0; k < count; k++) {
      const i = name[k] ?? 0;
      for (let c = 0; c < 3; c++) vectors[3 * i + c] = four[4 * k + c] ?? 0;
      bed.torque[3 * i + axis] = four[4 * k + 3] ?? 0;
    }
  }
  return bed;
}
