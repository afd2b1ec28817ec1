// SPDX-License-Identifier: MIT
/**
 * Reads single contacts back from the GPU: the pairs from the rows, the forces from where the `contacts` pass wrote
 * them.
 */
import { subtract, type Vector3, vector3 } from '../../math/vector.ts';
import type { Work } from '../../math/work-in-parts.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import {
  CONTACT_BODY,
  CONTACT_HALF_SPACE,
  type ContactView,
  emptyContactView,
} from '../../simulation/views/simulation-views.ts';
import { type Cursor, other } from '../engine/cursor.ts';
import type { ReadPart } from '../engine/gpu-program.ts';
import { wallPlane } from '../engine/gpu-walls.ts';
import { headWords, type KernelForm, listPlanes } from '../kernels/prelude.ts';
import type { OverflowContact } from './gpu-overflow-memory.ts';
import type { ProbedSpheres } from './sphere-arrays.ts';
import type { Part, SphereMemory } from './sphere-memory.ts';

/** Spheres whose contacts are looked at without a rest. */
const SPHERES_AT_ONCE = 1 << 14;

/** The words of one chunk, as they lie on the GPU, of spheres from `start` on. */
export interface ChunkWords {
  readonly start: number;
  readonly count: number;
  readonly size: number;
  readonly rows: Uint32Array;
  /** Forces of partners by rank, and of half-spaces one after the other. */
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

/** What the words are read from after the pass `contacts`: for each chunk the rows, and both forces. */
export function contactWordParts(
  { chunks, room }: SphereMemory,
  form: KernelForm,
  { list, springs }: Readonly<Cursor>,
): ReadPart[] {
  const plane = 16 * room.chunkSize;
  const planesOf = ({ buffer, offset }: Part, from: number, count: number): ReadPart => ({
    buffer,
    offset: offset + plane * from,
    bytes: plane * count,
  });
  const lists = listPlanes(form);
  return chunks.flatMap(({ rows, springs: halves }) => [
    planesOf(rows[list], 0, lists),
    planesOf(halves, other(springs) * form.contacts, form.contacts),
    planesOf(rows[other(list)], lists, form.halfSpaces),
  ]);
}

/** Where the spheres of each chunk are. */
export type ChunkPlaces = readonly Pick<ChunkWords, 'start' | 'count' | 'size'>[];

export function chunkPlaces({ chunks, room }: SphereMemory): ChunkPlaces {
  return chunks.map(({ start, count }) => ({ start, count, size: room.chunkSize }));
}

/** From the contents of `contactWordParts`. */
export function contactWords(places: ChunkPlaces, contents: readonly ArrayBuffer[]): ChunkWords[] {
  return places.map((place, c) => {
    const [rows, forces, wallForces] = contents.slice(3 * c, 3 * c + 3);
    return {
      ...place,
      rows: new Uint32Array(rows),
      forces: new Float32Array(forces),
      wallForces: new Float32Array(wallForces),
    };
  });
}

/** Called with a contact: sphere, other sphere or wall, and where its force is. Nothing is allocated for it. */
type VisitContact = (a: number, b: number, isWall: boolean, forces: ArrayLike<number>, at: number) => void;

/** A contact that began with the last step has no bit yet: it is in the list from the next step on. */
function* eachContact(form: KernelForm, chunk: ChunkWords, names: Uint32Array, visit: VisitContact): Work<void> {
  const { rows, forces, wallForces, size, start } = chunk;
  const head = headWords(form.maskWords);
  const word = (t: number, w: number): number => rows[4 * ((w >> 2) * size + t) + (w & 3)];
  for (let t = 0; t < chunk.count; t++) {
    if (t % SPHERES_AT_ONCE === SPHERES_AT_ONCE - 1) yield;
    const a = names[start + t];
    const first = word(t, 0);
    let rank = 0;
    for (let s = 0; s < (first & 255); s++) {
      if (((word(t, 1 + (s >> 5)) >>> (s & 31)) & 1) === 0) continue;
      const j = word(t, head + s);
      const at = 4 * (rank++ * size + t);
      // Both rows have the pair; the force is valid if they still touch.
      if (j > start + t && forces[at + 3] === 1) visit(a, names[j], false, forces, at);
    }
    for (let k = 0; k < form.halfSpaces; k++) {
      if (((first >>> (8 + k)) & 1) === 0) continue;
      const at = 4 * (k * size + t);
      if (wallForces[at + 3] === 1) visit(a, k, true, wallForces, at);
    }
  }
}

/**
 * All contacts, in the order of the spheres on the GPU. `ids` are those of the bodies by their position in the spec.
 */
export function* gpuContactView(
  spec: SimulationSpec,
  form: KernelForm,
  chunks: readonly ChunkWords[],
  overflow: readonly OverflowContact[],
  names: Uint32Array,
  { position, radius }: ProbedSpheres,
  ids: (position: number) => number,
  time: number,
): Work<ContactView> {
  const each = function* (visit: VisitContact): Work<void> {
    for (const chunk of chunks) yield* eachContact(form, chunk, names, visit);
    for (const { i, j, force } of overflow) visit(names[i], names[j], false, force, 0);
  };
  let count = 0;
  yield* each(() => {
    count++;
  });
  const view = emptyContactView(count);
  const walls = (spec.halfSpaces ?? []).map((wall) => wallPlane(wall, time));
  const periods = periodsAlong(spec);
  const n = [0, 0, 0];
  let k = 0;
  yield* each((a, b, isWall, forces, from) => {
    const own = radius[a];
    const wall = isWall ? walls[b] : undefined;
    const [x, y, z] = [position[3 * a], position[3 * a + 1], position[3 * a + 2]];
    let lever: number;
    if (wall !== undefined) {
      const { normal, offset } = wall;
      const distance = normal.x * x + normal.y * y + normal.z * z - offset;
      n[0] = -normal.x;
      n[1] = -normal.y;
      n[2] = -normal.z;
      lever = distance;
      view.overlap[k] = own - distance;
    } else {
      let squared = 0;
      for (let c = 0; c < 3; c++) {
        const separation = position[3 * b + c] - position[3 * a + c];
        const period = periods[c];
        n[c] = period === 0 ? separation : separation - period * Math.round(separation / period);
        squared += n[c] * n[c];
      }
      const other = radius[b];
      const distance = Math.sqrt(squared);
      const inverse = distance > 0 ? 1 / distance : 0;
      for (let c = 0; c < 3; c++) n[c] *= inverse;
      if (!(distance > 0)) n[0] = 1;
      lever = distance > 0 ? 0.5 * (distance + ((own - other) * (own + other)) / distance) : 0;
      view.overlap[k] = own + other - distance;
    }
    view.idA[k] = ids(a);
    view.idB[k] = isWall ? b : ids(b);
    view.kind[k] = isWall ? CONTACT_HALF_SPACE : CONTACT_BODY;
    for (let c = 0; c < 3; c++) {
      view.normal[3 * k + c] = n[c];
      view.point[3 * k + c] = position[3 * a + c] + lever * n[c];
      view.force[3 * k + c] = forces[from + c];
    }
    k++;
  });
  return view;
}

/** The length of the domain along each axis that is periodic, otherwise 0. */
function periodsAlong({ domain }: SimulationSpec): number[] {
  if (domain?.periodic === undefined) return [0, 0, 0];
  const { x, y, z } = subtract(vector3(domain.max), vector3(domain.min));
  return [x, y, z].map((period, k) => (domain.periodic?.[k] === true ? period : 0));
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
