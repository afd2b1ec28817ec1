// SPDX-License-Identifier: MIT
/** Inserts, removes and reads clumps on the GPU, and the spheres among them. */
import { inverseRotate, normaliseQuaternion, type Quaternion } from '../../math/quaternion.ts';
import { dot, type Vector3, vector3 } from '../../math/vector.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { type ConvexArrays, quaternionAt } from '../convex/convex-arrays.ts';
import { convexBodiesOfNewcomers } from '../convex/gpu-convex-bodies.ts';
import type { BodyIds } from '../engine/body-ids.ts';
import type { CellGrid } from '../engine/cell-grid.ts';
import { type GpuBodies, type Newcomer, type Present, type RemovedBody, readRows } from '../engine/gpu-bodies.ts';
import type { GpuEngine } from '../engine/gpu-engine.ts';
import type { Found } from '../engine/gpu-settings.ts';
import { CLUMP_ANSWERS, CLUMP_MARK } from '../kernels/clump-motion.ts';
import { MATERIAL_MASK } from '../kernels/prelude.ts';
import { presentClump, type SpheresShape } from './clump-table.ts';
import { CLUMP_WORDS, type GpuClumps } from './gpu-clumps.ts';
import { type GpuSpheres, vectorAt } from './gpu-spheres.ts';
import { type SphereArrays, uploadSpheres } from './sphere-arrays.ts';

/** A clump as it was read back. */
interface ReadClump {
  readonly name: number;
  readonly shape: SpheresShape;
  readonly scale: number;
  readonly position: Vector3;
  /** Of the principal axes. */
  readonly turn: Quaternion;
  readonly velocity: Vector3;
  readonly rate: Vector3;
  readonly mass: number;
  readonly inertia: Vector3;
}

export class GpuClumpBodies implements GpuBodies {
  readonly #spec: SimulationSpec;
  readonly #device: GPUDevice;
  readonly #engine: GpuEngine;
  readonly #grid: CellGrid;
  readonly #bodyIds: BodyIds;
  readonly #clumps: GpuClumps;
  readonly #spheres: GpuSpheres;
  readonly #isTurning: boolean;

  constructor(
    spec: SimulationSpec,
    device: GPUDevice,
    engine: GpuEngine,
    grid: CellGrid,
    bodyIds: BodyIds,
    clumps: GpuClumps,
    spheres: GpuSpheres,
    isTurning: boolean,
  ) {
    this.#spec = spec;
    this.#device = device;
    this.#engine = engine;
    this.#grid = grid;
    this.#bodyIds = bodyIds;
    this.#clumps = clumps;
    this.#spheres = spheres;
    this.#isTurning = isTurning;
  }

  get stepCount(): number {
    return this.#engine.stepCount;
  }

  async near(min: Vector3, max: Vector3): Promise<Present[]> {
    const [spheres, clumps] = apart(await this.#spheres.indicesNear(min, max));
    const bodies = await this.#read(clumps, false);
    return [
      ...(await this.#spheres.presentAt(spheres)),
      ...bodies.map(({ shape, scale, position, turn }) => presentClump(shape, scale, position, turn)),
    ];
  }

  async add(newcomers: readonly Newcomer[]): Promise<void> {
    const bodies = convexBodiesOfNewcomers(newcomers);
    const name = this.#bodyIds.size - newcomers.length;
    const arrays = this.#clumps.elements(bodies, name);
    const first = await this.#engine.append(arrays.count);
    await this.upload(bodies, arrays, { first, name });
  }

  /** Writes bodies, and the arrays of their spheres to index `first` and after it. */
  async upload(
    bodies: ConvexArrays,
    arrays: SphereArrays,
    { first, name }: { first: number; name: number },
  ): Promise<void> {
    await uploadSpheres(this.#device, this.#engine, this.#grid, arrays, { first, name });
    await this.#clumps.add(this.#device, this.#engine, this.#grid, bodies, { first, name });
    if (!this.#isTurning) return;
    const four = new Float32Array(4 * arrays.count);
    arrays.names?.forEach((number, k) => {
      const { w, x, y, z } = quaternionAt(bodies.orientation, number - name);
      four.set([w, x, y, z], 4 * k);
    });
    this.#device.queue.writeBuffer(this.#engine.state.turned, 16 * first, four);
  }

  look(regions: number): Promise<Found[]> {
    return this.#engine.look(regions);
  }

  probe(): Promise<number> {
    return this.#spheres.probe();
  }

  async read(indices: readonly number[], isProbed: boolean): Promise<RemovedBody[]> {
    const gravity = vector3(this.#spec.gravity);
    const [spheres, clumps] = apart(indices);
    const bodies = await this.#read(clumps, isProbed);
    return [
      ...(await this.#spheres.read(spheres, isProbed)),
      ...bodies.map(({ name, mass, velocity, rate, inertia, position, turn }) => {
        const { x, y, z } = inverseRotate(turn, rate);
        const turning = 0.5 * (inertia.x * x * x + inertia.y * y * y + inertia.z * z * z);
        return { name, mass, energy: mass * (0.5 * dot(velocity, velocity) - dot(gravity, position)) + turning };
      }),
    ];
  }

  async remove(indices: readonly number[]): Promise<void> {
    const [spheres, clumps] = apart(indices);
    const { firsts, counts } = this.#clumps.slots;
    const members = clumps.flatMap((slot) => Array.from({ length: counts[slot] }, (_, k) => firsts[slot] + k));
    const { counts: all } = this.#clumps;
    const buffer = this.#engine.clumps.members;
    const theirs = members.length === 0 ? [] : await readRows(this.#device, buffer, 1, members, all.members);
    this.#clumps.remove(this.#device, this.#engine, clumps);
    await this.#engine.remove([...spheres, ...theirs]);
  }

  async #read(slots: readonly number[], isProbed: boolean): Promise<ReadClump[]> {
    if (slots.length === 0) return [];
    const { clumps } = this.#clumps.counts;
    const { clumps: records, answers } = this.#engine.clumps;
    const words = await readRows(this.#device, records, CLUMP_WORDS, slots, clumps);
    const floats = new Float32Array(words.buffer);
    const stride = 4 * CLUMP_ANSWERS;
    const probed = isProbed
      ? new Float32Array((await readRows(this.#device, answers, stride, slots, clumps)).buffer)
      : undefined;
    const { names, kinds, scales } = this.#clumps.slots;
    const point = new Float64Array(3);
    return slots.map((slot, k) => {
      const at = CLUMP_WORDS * k;
      this.#grid.unpack(words, at, words[at + 3], point, 0);
      return {
        name: names[slot],
        shape: this.#clumps.shapes[kinds[slot]],
        scale: scales[slot],
        position: vectorAt(point, 0),
        turn: turnOf(words, at),
        velocity: probed === undefined ? vectorAt(floats, at + 4) : vectorAt(probed, stride * k + 4),
        rate: probed === undefined ? vectorAt(floats, at + 8) : vectorAt(probed, stride * k + 8),
        mass: floats[at + 20],
        inertia: vectorAt(floats, at + 21),
      };
    });
  }
}

/** Orientation of the principal axes in the record of a clump. */
export function turnOf(words: Uint32Array, at: number): Quaternion {
  const [w = 1, x = 0, y = 0, z = 0] = new Int32Array(words.buffer).subarray(at + 12, at + 16);
  return normaliseQuaternion({ w, x, y, z });
}

/** Material in the record of a clump. */
export function materialIn(words: Uint32Array, at: number): number {
  return words[at + 7] & MATERIAL_MASK;
}

/** Indices of spheres, and slots of clumps. */
function apart(indices: readonly number[]): [number[], number[]] {
  return [
    indices.filter((index) => index < CLUMP_MARK),
    indices.filter((index) => index >= CLUMP_MARK).map((index) => index - CLUMP_MARK),
  ];
}
