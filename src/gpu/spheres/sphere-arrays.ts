// SPDX-License-Identifier: MIT
/**
 * Spheres as flat arrays: uploads them to the GPU and reads them back. Many spheres are packed and written in pieces.
 */
import { SceneError } from '../../errors.ts';
import type { CellGrid } from '../engine/cell-grid.ts';
import type { GpuEngine } from '../engine/gpu-engine.ts';
import { readBuffer } from '../engine/gpu-program.ts';
import { FIXED, FRESH, MATERIAL_MASK } from '../kernels/prelude.ts';

/** Vectors have stride 3. */
export interface SphereArrays {
  readonly count: number;
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  readonly angularVelocity: Float64Array;
  readonly radius: Float64Array;
  readonly material: Uint8Array;
  /** 1 for a sphere that does not move. */
  readonly isFixed: Uint8Array;
  /** Numbers of the bodies that spheres belong to, and their names, if there are clumps. */
  readonly names?: Uint32Array;
  readonly tags?: Uint32Array;
}

/** Arrays for this many spheres: of radius 0, at rest at the origin. */
export function emptySpheres(count: number): SphereArrays {
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

/** The spheres of `a`, then those of `b`. */
export function joinSpheres(a: SphereArrays, b: SphereArrays): SphereArrays {
  const arrays = emptySpheres(a.count + b.count);
  for (const key of ['position', 'velocity', 'angularVelocity', 'radius', 'material', 'isFixed'] as const) {
    arrays[key].set(a[key]);
    arrays[key].set(b[key], a[key].length);
  }
  return arrays;
}

/** Spheres packed at once. */
const PIECE = 1 << 20;

/**
 * Writes spheres from index `first` on, as bodies that are new: their velocities are those of the present time. Their
 * numbers are `name` and those after it.
 */
export async function uploadSpheres(
  device: GPUDevice,
  engine: GpuEngine,
  grid: CellGrid,
  arrays: SphereArrays,
  { first, name } = { first: 0, name: 0 },
): Promise<void> {
  const { position, motion, spin, names } = engine.state;
  const piece = Math.min(PIECE, arrays.count);
  const words = new Uint32Array(4 * piece);
  const floats = new Float32Array(words.buffer);
  const cells = new Uint32Array(piece);
  for (let from = 0; from < arrays.count; from += PIECE) {
    const count = Math.min(PIECE, arrays.count - from);
    const write = (buffer: GPUBuffer): void =>
      device.queue.writeBuffer(buffer, 16 * (first + from), words, 0, 4 * count);
    for (let k = 0; k < count; k++) {
      const i = from + k;
      const cell = grid.pack(arrays.position, 3 * i, words, 4 * k);
      if (cell < 0) {
        const at = [0, 1, 2].map((axis) => arrays.position[3 * i + axis]);
        throw new SceneError(
          'outside-domain',
          `bodies[${arrays.names?.[i] ?? i}].position: [${at.join(', ')}] is outside the domain`,
        );
      }
      cells[k] = cell;
      words[4 * k + 3] = grid.radiusWord(arrays.radius[i]);
    }
    write(position);
    for (let k = 0; k < count; k++) {
      const i = from + k;
      for (let axis = 0; axis < 3; axis++) floats[4 * k + axis] = arrays.velocity[3 * i + axis];
      words[4 * k + 3] = arrays.tags?.[i] ?? arrays.material[i] | (arrays.isFixed[i] === 1 ? FIXED : FRESH);
    }
    write(motion);
    for (let k = 0; k < count; k++) {
      const i = from + k;
      for (let axis = 0; axis < 3; axis++) floats[4 * k + axis] = arrays.angularVelocity[3 * i + axis];
      words[4 * k + 3] = cells[k];
    }
    write(spin);
    for (let k = 0; k < count; k++) words[k] = arrays.names?.[from + k] ?? name + from + k;
    device.queue.writeBuffer(names, 4 * (first + from), words, 0, count);
    // Copies need memory too, so they are made piece by piece.
    device.queue.submit([]);
    await device.queue.onSubmittedWorkDone();
  }
}

/**
 * Spheres at the present time, with the forces on them, in the order of the upload, or by these indices of the numbers
 * of spheres.
 */
export interface ProbedSpheres extends SphereArrays {
  readonly force: Float64Array;
  readonly torque: Float64Array;
  /** Kinetic, rotational, potential above the origin of the cells, elastic, J. */
  readonly energies: Float32Array;
}

/** `indices` of the numbers of spheres; or all spheres in the order in which they lie on the GPU. */
export async function downloadSpheres(
  device: GPUDevice,
  engine: GpuEngine,
  grid: CellGrid,
  indices?: Int32Array | 'as they lie',
): Promise<ProbedSpheres> {
  const { count } = engine.memory;
  const { energies, forces } = await engine.probe();
  const { position, motion, spin, names } = engine.state;
  const words = async (buffer: GPUBuffer, stride = 4): Promise<Uint32Array> =>
    new Uint32Array(await readBuffer(device, buffer, 4 * stride * count));
  const arrays = {
    ...emptySpheres(count),
    energies,
    force: new Float64Array(3 * count),
    torque: new Float64Array(3 * count),
  };
  const isAsTheyLie = indices === 'as they lie';
  const name = isAsTheyLie ? Uint32Array.from({ length: count }, (_, k) => k) : await words(names, 1);
  if (indices !== undefined && !isAsTheyLie) for (let k = 0; k < count; k++) name[k] = indices[name[k]];
  const cell = await words(spin);
  const quanta = await words(position);
  const tags = await words(motion);
  for (let k = 0; k < count; k++) {
    const i = name[k];
    grid.unpack(quanta, 4 * k, cell[4 * k + 3], arrays.position, 3 * i);
    arrays.radius[i] = grid.radiusOf(quanta[4 * k + 3]);
    const tag = tags[4 * k + 3];
    arrays.material[i] = tag & MATERIAL_MASK;
    arrays.isFixed[i] = (tag & FIXED) === 0 ? 0 : 1;
  }
  const parts = [
    [forces.position, arrays.force],
    [forces.motion, arrays.velocity],
    [forces.spin, arrays.angularVelocity],
  ] as const;
  for (const [axis, [buffer, vectors]] of parts.entries()) {
    const four = new Float32Array((await words(buffer)).buffer);
    for (let k = 0; k < count; k++) {
      const i = name[k];
      for (let c = 0; c < 3; c++) vectors[3 * i + c] = four[4 * k + c];
      arrays.torque[3 * i + axis] = four[4 * k + 3];
    }
  }
  return arrays;
}
