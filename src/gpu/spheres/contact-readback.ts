// SPDX-License-Identifier: MIT
/**
 * Reads single contacts back from the GPU: the pairs from the rows, the forces from where the `contacts` pass wrote
 * them.
 */
import { dot, length, scale, subtract, type Vector3, vector3 } from '../../math/vector.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { CONTACT_BODY, CONTACT_HALF_SPACE, type ContactView } from '../../simulation/views/simulation-views.ts';
import { type Cursor, other } from '../engine/cursor.ts';
import { readBuffer } from '../engine/gpu-program.ts';
import { wallPlane } from '../engine/gpu-walls.ts';
import { headWords, type KernelForm, listPlanes } from '../kernels/prelude.ts';
import type { OverflowContact } from './gpu-overflow-memory.ts';
import type { ProbedSpheres } from './sphere-arrays.ts';
import type { Part, SphereMemory } from './sphere-memory.ts';

/** The words of one chunk, as they lie on the GPU, of spheres from `start` on. */
export interface ChunkWords {
  readonly start: number;
  readonly count: number;
  readonly size: number;
  readonly rows: Uint32Array;
  /** Forces of partners by rank, and of half-spaces in the planes of the rows. */
  readonly forces: Float32Array;
  readonly wallForces: Float32Array;
}

/** Before the pass `contacts`. */
export function clearContactWords(
  encoder: GPUCommandEncoder,
  { chunks, room }: SphereMemory,
  form: KernelForm,
  { list, springs }: Readonly<Cursor>,
): void {
  const half = 16 * form.contacts * room.chunkSize;
  for (const chunk of chunks) {
    const { buffer, offset, size } = chunk.rows[other(list)];
    encoder.clearBuffer(chunk.springs.buffer, chunk.springs.offset + other(springs) * half, half);
    encoder.clearBuffer(buffer, offset, size);
  }
}

/** After the pass `contacts`. */
export async function readContactWords(
  device: GPUDevice,
  { chunks, room }: SphereMemory,
  form: KernelForm,
  { list, springs }: Readonly<Cursor>,
): Promise<ChunkWords[]> {
  const half = 16 * form.contacts * room.chunkSize;
  const read = async ({ buffer, offset, size }: Part, bytes = size, from = 0): Promise<ArrayBuffer> =>
    readBuffer(device, buffer, bytes, offset + from);
  const words: ChunkWords[] = [];
  for (const chunk of chunks) {
    words.push({
      start: chunk.start,
      count: chunk.count,
      size: room.chunkSize,
      rows: new Uint32Array(await read(chunk.rows[list])),
      forces: new Float32Array(await read(chunk.springs, half, other(springs) * half)),
      wallForces: new Float32Array(await read(chunk.rows[other(list)])),
    });
  }
  return words;
}

interface Found {
  readonly a: number;
  readonly b: number;
  readonly isWall: boolean;
  readonly force: Vector3;
}

/** A contact that began with the last step has no bit yet: it is in the list from the next step on. */
function contactsOf(form: KernelForm, chunk: ChunkWords, names: Uint32Array): Found[] {
  const { rows, forces, wallForces, size, start } = chunk;
  const head = headWords(form.maskWords);
  const word = (t: number, w: number): number => rows[4 * ((w >> 2) * size + t) + (w & 3)];
  const vector = (from: Float32Array, at: number): Vector3 => ({
    x: from[at],
    y: from[at + 1],
    z: from[at + 2],
  });
  const found: Found[] = [];
  for (let t = 0; t < chunk.count; t++) {
    const a = names[start + t];
    let rank = 0;
    for (let s = 0; s < (word(t, 0) & 255); s++) {
      if (((word(t, 1 + (s >> 5)) >>> (s & 31)) & 1) === 0) continue;
      const j = word(t, head + s);
      const at = 4 * (rank++ * size + t);
      // Both rows have the pair; the force is valid if they still touch.
      if (j > start + t && forces[at + 3] === 1) {
        found.push({ a, b: names[j], isWall: false, force: vector(forces, at) });
      }
    }
    for (let k = 0; k < form.halfSpaces; k++) {
      if (((word(t, 0) >>> (8 + k)) & 1) === 0) continue;
      const at = 4 * ((listPlanes(form) + k) * size + t);
      if (wallForces[at + 3] === 1) found.push({ a, b: k, isWall: true, force: vector(wallForces, at) });
    }
  }
  return found;
}

/**
 * All contacts, in the order of the spheres on the GPU. `ids` are those of the bodies by their position in the spec.
 */
export function gpuContactView(
  spec: SimulationSpec,
  form: KernelForm,
  chunks: readonly ChunkWords[],
  overflow: readonly OverflowContact[],
  names: Uint32Array,
  arrays: ProbedSpheres,
  ids: (position: number) => number,
  time: number,
): ContactView {
  const found = chunks.flatMap((chunk) => contactsOf(form, chunk, names));
  for (const { i, j, force } of overflow) {
    found.push({ a: names[i], b: names[j], isWall: false, force: vector3(force) });
  }
  const count = found.length;
  const view = {
    count,
    idA: Int32Array.from(found, ({ a }) => ids(a)),
    idB: Int32Array.from(found, ({ b, isWall }) => (isWall ? b : ids(b))),
    kind: Int32Array.from(found, ({ isWall }) => (isWall ? CONTACT_HALF_SPACE : CONTACT_BODY)),
    facet: new Int32Array(count).fill(-1),
    feature: new Int32Array(count).fill(-1),
    featureId: new Int32Array(count).fill(-1),
    point: new Float64Array(3 * count),
    normal: new Float64Array(3 * count),
    overlap: new Float64Array(count),
    force: new Float64Array(3 * count),
  };
  const walls = (spec.halfSpaces ?? []).map((wall) => wallPlane(wall, time));
  const at = (position: number): Vector3 => {
    const [x = 0, y = 0, z = 0] = arrays.position.subarray(3 * position, 3 * position + 3);
    return { x, y, z };
  };
  found.forEach(({ a, b, isWall, force }, k) => {
    const radius = arrays.radius[a];
    const centre = at(a);
    let normal: Vector3;
    let distance: number;
    let lever: number;
    if (isWall) {
      const wall = walls[b] ?? { normal: { x: 0, y: 0, z: 1 }, offset: 0 };
      normal = scale(wall.normal, -1);
      distance = dot(wall.normal, centre) - wall.offset;
      lever = distance;
      view.overlap[k] = radius - distance;
    } else {
      const separation = nearest(spec, subtract(at(b), centre));
      const other = arrays.radius[b];
      distance = length(separation);
      normal = distance > 0 ? scale(separation, 1 / distance) : { x: 1, y: 0, z: 0 };
      lever = distance > 0 ? 0.5 * (distance + ((radius - other) * (radius + other)) / distance) : 0;
      view.overlap[k] = radius + other - distance;
    }
    view.normal.set([normal.x, normal.y, normal.z], 3 * k);
    view.point.set([centre.x + lever * normal.x, centre.y + lever * normal.y, centre.z + lever * normal.z], 3 * k);
    view.force.set([force.x, force.y, force.z], 3 * k);
  });
  return view;
}

/** The separation from the nearest image. */
function nearest({ domain }: SimulationSpec, separation: Vector3): Vector3 {
  if (domain?.periodic === undefined) return separation;
  const [min, max] = [vector3(domain.min), vector3(domain.max)];
  const [x, y, z] = (['x', 'y', 'z'] as const).map((axis, k) => {
    const period = max[axis] - min[axis];
    return domain.periodic?.[k] === true
      ? separation[axis] - period * Math.round(separation[axis] / period)
      : separation[axis];
  });
  return { x: x ?? 0, y: y ?? 0, z: z ?? 0 };
}

/** Force on each half-space: what its contacts feel, turned round. */
export function halfSpaceLoadsOf({ count, kind, idB, force }: ContactView, walls: number): Vector3[] {
  const loads = Array.from({ length: walls }, () => ({ x: 0, y: 0, z: 0 }));
  for (let k = 0; k < count; k++) {
    const load = loads[idB[k]];
    if (kind[k] !== CONTACT_HALF_SPACE || load === undefined) continue;
    load.x -= force[3 * k];
    load.y -= force[3 * k + 1];
    load.z -= force[3 * k + 2];
  }
  return loads;
}
