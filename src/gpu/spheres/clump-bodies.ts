// SPDX-License-Identifier: MIT
/** Clumps, and the spheres among them, between host and GPU. Their spheres are those of sphere-bodies.ts. */
import { conjugate, inverseRotate, multiply, normaliseQuaternion, type Quaternion } from '../../math/quaternion.ts';
import type { ContactView } from '../../simulation/views/simulation-views.ts';
import { type ConvexArrays, convexBodiesOfNewcomers, quaternionAt } from '../convex/convex-arrays.ts';
import {
  type GpuCounts,
  type HostBodies,
  type Newcomer,
  type ReadBody,
  readRows,
  vectorAt,
} from '../engine/body-exchange.ts';
import { readBuffer } from '../engine/gpu-program.ts';
import { CLUMP_MARK } from '../kernels/clump-motion.ts';
import { FIXED, MATERIAL_MASK } from '../kernels/prelude.ts';
import { ANSWER, CLUMP } from '../kernels/records.ts';
import type { MeshTouch } from '../meshes/mesh-touches.ts';
import { presentClump } from './clump-table.ts';
import type { ClumpBuffers } from './gpu-clump-memory.ts';
import type { ClumpSlots, GpuClumps } from './gpu-clumps.ts';
import { emptySpheres, type ProbedSpheres, type SphereArrays } from './sphere-arrays.ts';
import type { SphereBodies, UploadPlace } from './sphere-bodies.ts';

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

export class ClumpBodies implements HostBodies<ProbedBodies> {
  readonly #spheres: SphereBodies;
  readonly #clumps: GpuClumps;

  constructor(spheres: SphereBodies, clumps: GpuClumps) {
    this.#spheres = spheres;
    this.#clumps = clumps;
  }

  get #device(): GPUDevice {
    return this.#spheres.engine.device;
  }

  /** Clumps, and which spheres are theirs now. */
  get #buffers(): ClumpBuffers {
    const { engine, species } = this.#spheres;
    if (species.clumps === undefined) throw new Error('there are no clumps');
    return species.clumps.at(engine.cursor.list);
  }

  async add(newcomers: readonly Newcomer[]): Promise<void> {
    const { bodyIds, engine } = this.#spheres;
    const bodies = convexBodiesOfNewcomers(newcomers);
    const name = bodyIds.size - newcomers.length;
    const arrays = this.#clumps.elements(bodies, name);
    const first = await engine.append(arrays.count);
    await this.upload(bodies, arrays, { first, name });
  }

  /** Writes bodies, and the arrays of their spheres to index `first` and after it. */
  async upload(bodies: ConvexArrays, arrays: SphereArrays, place: UploadPlace): Promise<void> {
    const { engine, species, grid, isTurning } = this.#spheres;
    await this.#spheres.upload(arrays, place);
    const given = this.#clumps.take(bodies, place);
    // Their sums are added to those of as many spheres.
    const { counts } = this.#clumps;
    await engine.grow(() => {
      if (counts.clumps > species.memory.capacity) species.makeRoom(counts.clumps);
      species.clumps?.use(counts);
    });
    await this.#clumps.write(this.#device, this.#buffers, grid, bodies, given);
    if (!isTurning) return;
    const four = new Float32Array(4 * arrays.count);
    arrays.names?.forEach((number, k) => {
      const { w, x, y, z } = quaternionAt(bodies.orientation, number - place.name);
      four.set([w, x, y, z], 4 * k);
    });
    this.#spheres.uploadTurned(place.first, four);
  }

  async remove(indices: readonly number[]): Promise<void> {
    const [spheres, clumps] = apart(indices);
    const { firsts, counts } = this.#clumps.slots;
    const members = clumps.flatMap((slot) => Array.from({ length: counts[slot] }, (_, k) => firsts[slot] + k));
    const { members: all } = this.#clumps.counts;
    const { members: indicesOf, clumps: records } = this.#buffers;
    const theirs = members.length === 0 ? [] : await readRows(this.#device, indicesOf, 1, members, all);
    this.#clumps.remove(this.#device, records, clumps);
    await this.#spheres.remove([...spheres, ...theirs]);
  }

  async download(): Promise<ProbedBodies> {
    const { bodyIds } = this.#spheres;
    const elements = await this.#spheres.downloadSpheres('as they lie');
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
      bodyOf: Int32Array.from(await this.#spheres.readNames(), indexOf),
    };
    await this.#downloadClumps(indexOf, arrays);
    arrays.bodyOf.forEach((i, k) => {
      if (arrays.isClump[i] === 1) return;
      for (const key of VECTORS) arrays[key].set(elements[key].subarray(3 * k, 3 * k + 3), 3 * i);
      arrays.radius[i] = elements.radius[k];
      arrays.material[i] = elements.material[k];
      arrays.isFixed[i] = elements.isFixed[k];
    });
    return arrays;
  }

  async #downloadClumps(indexOf: (name: number) => number, arrays: Omit<ProbedBodies, 'elements'>): Promise<void> {
    const { grid } = this.#spheres;
    const { clumps: known } = this.#clumps.counts;
    const { clumps: records, answers } = this.#buffers;
    const words = new Uint32Array(await readBuffer(this.#device, records, CLUMP.bytes * known));
    const answered = new Float32Array(await readBuffer(this.#device, answers, ANSWER.bytes * known));
    const { names, kinds, scales } = this.#clumps.slots;
    const put = (to: Float64Array, i: number, at: number): void => to.set(answered.subarray(at, at + 3), 3 * i);
    names.forEach((name, slot) => {
      if (name < 0) return;
      const i = indexOf(name);
      const [at, answer] = [CLUMP.words * slot, ANSWER.words * slot];
      const { principal, radius } = this.#clumps.shapes[kinds[slot]];
      grid.unpack(words, at + CLUMP.at.position, words[at + CLUMP.at.cell], arrays.position, 3 * i);
      const { w, x, y, z } = multiply(turnOf(words, at), conjugate(principal));
      arrays.orientation.set([w, x, y, z], 4 * i);
      arrays.isClump[i] = 1;
      arrays.radius[i] = scales[slot] * radius;
      const tag = words[at + CLUMP.at.tag];
      arrays.material[i] = tag & MATERIAL_MASK;
      arrays.isFixed[i] = (tag & FIXED) === 0 ? 0 : 1;
      put(arrays.force, i, answer + ANSWER.at.force);
      put(arrays.velocity, i, answer + ANSWER.at.velocity);
      put(arrays.angularVelocity, i, answer + ANSWER.at.angularVelocity);
      const { torqueX, torqueY, torqueZ } = ANSWER.at;
      arrays.torque.set(
        [torqueX, torqueY, torqueZ].map((k) => answered[answer + k]),
        3 * i,
      );
    });
  }

  async positions(): Promise<Float64Array> {
    return (await this.download()).position;
  }

  async orientations(arrays: ProbedBodies): Promise<Float64Array> {
    const { bodyIds } = this.#spheres;
    const four = await this.#spheres.readTurned();
    if (four === undefined) {
      return arrays.orientation.map((x, k) => {
        const { w, x: i, y: j, z } = bodyIds.at(k >> 2).orientation;
        return arrays.isClump[k >> 2] === 1 ? x : [w, i, j, z][k & 3];
      });
    }
    const sorted = arrays.orientation.slice();
    const { indices } = bodyIds;
    (await this.#spheres.readNames()).forEach((name, k) => {
      const index = indices?.[name] ?? name;
      if (arrays.isClump[index] !== 1) sorted.set(four.subarray(4 * k, 4 * k + 4), 4 * index);
    });
    return sorted;
  }

  contacts(
    { elements, bodyOf }: ProbedBodies,
    ids: (index: number) => number,
  ): Promise<{ view: ContactView; touches: readonly MeshTouch[] }> {
    const present = Uint32Array.from({ length: elements.count }, (_, k) => k);
    return this.#spheres.contactsOf(elements, present, (k) => ids(bodyOf[k]));
  }

  counts(): Promise<GpuCounts> {
    return this.#spheres.counts();
  }

  async read(indices: readonly number[], isProbed: boolean): Promise<ReadBody[]> {
    const [spheres, clumps] = apart(indices);
    return [...(await this.#spheres.read(spheres, isProbed)), ...(await this.#readClumps(clumps, isProbed))];
  }

  async #readClumps(slots: readonly number[], isProbed: boolean): Promise<ReadBody[]> {
    if (slots.length === 0) return [];
    const { clumps } = this.#clumps.counts;
    const { clumps: records, answers } = this.#buffers;
    const words = await readRows(this.#device, records, CLUMP.words, slots, clumps);
    const floats = new Float32Array(words.buffer);
    const probed = isProbed
      ? new Float32Array((await readRows(this.#device, answers, ANSWER.words, slots, clumps)).buffer)
      : undefined;
    const { names, kinds, scales } = this.#clumps.slots;
    const point = new Float64Array(3);
    return slots.map((slot, k) => {
      const [at, answer] = [CLUMP.words * k, ANSWER.words * k];
      this.#spheres.grid.unpack(words, at + CLUMP.at.position, words[at + CLUMP.at.cell], point, 0);
      const now = (field: 'velocity' | 'angularVelocity') =>
        probed === undefined ? vectorAt(floats, at + CLUMP.at[field]) : vectorAt(probed, answer + ANSWER.at[field]);
      const [position, turn] = [vectorAt(point, 0), turnOf(words, at)];
      const { x, y, z } = inverseRotate(turn, now('angularVelocity'));
      const { inertiaX, inertiaY, inertiaZ, mass } = CLUMP.at;
      const turning =
        0.5 * (floats[at + inertiaX] * x * x + floats[at + inertiaY] * y * y + floats[at + inertiaZ] * z * z);
      return {
        name: names[slot],
        position,
        velocity: now('velocity'),
        mass: floats[at + mass],
        turning,
        present: () => presentClump(this.#clumps.shapes[kinds[slot]], scales[slot], position, turn),
      };
    });
  }

  save(): ClumpSlots | undefined {
    return this.#clumps.save();
  }

  restore(saved: unknown): void {
    this.#clumps.restore(saved as ClumpSlots | undefined);
  }
}

/** Orientation of the principal axes in the record of a clump. */
function turnOf(words: Uint32Array, at: number): Quaternion {
  const from = at + CLUMP.at.turn;
  const [w = 1, x = 0, y = 0, z = 0] = new Int32Array(words.buffer).subarray(from, from + 4);
  return normaliseQuaternion({ w, x, y, z });
}

/** Indices of spheres, and slots of clumps. */
function apart(indices: readonly number[]): [number[], number[]] {
  return [
    indices.filter((index) => index < CLUMP_MARK),
    indices.filter((index) => index >= CLUMP_MARK).map((index) => index - CLUMP_MARK),
  ];
}
