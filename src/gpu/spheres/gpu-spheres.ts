// SPDX-License-Identifier: MIT
/** Inserts, removes and reads spheres on the GPU. */
import { dot, type Vector3, vector3 } from '../../math/vector.ts';
import { massOfSphere } from '../../simulation/set-up.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import type { BodyIds } from '../engine/body-ids.ts';
import type { CellGrid } from '../engine/cell-grid.ts';
import { type GpuBodies, type Newcomer, type Present, type RemovedBody, readRows } from '../engine/gpu-bodies.ts';
import type { GpuEngine } from '../engine/gpu-engine.ts';
import { boxWords, surroundingsAt, surroundingsBit } from '../engine/gpu-regions.ts';
import type { Found } from '../engine/gpu-settings.ts';
import { MATERIAL_MASK } from '../kernels/prelude.ts';
import { radiiOfShapes } from './scene-spheres.ts';
import { emptySpheres, type SphereArrays, uploadSpheres } from './sphere-arrays.ts';
import type { StateBuffers } from './sphere-memory.ts';

interface Sphere {
  readonly name: number;
  readonly position: Vector3;
  readonly radius: number;
  readonly velocity: Vector3;
  readonly spin: Vector3;
  readonly material: number;
}

/** Spheres as the insertion sees them. */
export function presentSpheres({ count, position, radius }: SphereArrays): Present[] {
  return Array.from({ length: count }, (_, i) => presentSphere(vectorAt(position, 3 * i), radius[i]));
}

/** Flat arrays of the bodies that appear. */
export function spheresOfNewcomers(spec: SimulationSpec, newcomers: readonly Newcomer[]): SphereArrays {
  const radii = radiiOfShapes(spec);
  const arrays = emptySpheres(newcomers.length);
  newcomers.forEach(({ shape, scale, position, velocity, material }, i) => {
    arrays.position.set([position.x, position.y, position.z], 3 * i);
    arrays.velocity.set([velocity.x, velocity.y, velocity.z], 3 * i);
    arrays.radius[i] = scale * (radii.get(spec.shapes?.[shape]?.name ?? '') ?? 0);
    arrays.material[i] = material;
  });
  return arrays;
}

export class GpuSpheres implements GpuBodies {
  readonly #spec: SimulationSpec;
  readonly #device: GPUDevice;
  readonly #engine: GpuEngine;
  readonly #grid: CellGrid;
  readonly #bodyIds: BodyIds;
  readonly #isTurning: boolean;
  #probed: StateBuffers | undefined;

  constructor(
    spec: SimulationSpec,
    device: GPUDevice,
    engine: GpuEngine,
    grid: CellGrid,
    bodyIds: BodyIds,
    isTurning: boolean,
  ) {
    this.#spec = spec;
    this.#device = device;
    this.#engine = engine;
    this.#grid = grid;
    this.#bodyIds = bodyIds;
    this.#isTurning = isTurning;
  }

  get stepCount(): number {
    return this.#engine.stepCount;
  }

  async near(min: Vector3, max: Vector3): Promise<Present[]> {
    return this.presentAt(await this.indicesNear(min, max));
  }

  /** All spheres with the centre between two corners. */
  async indicesNear(min: Vector3, max: Vector3): Promise<number[]> {
    this.#engine.writeRegions(surroundingsAt(this.#spec), boxWords('box', min, max, this.#grid));
    const found = await this.#engine.look(surroundingsBit(this.#spec));
    return found.map(({ index }) => index);
  }

  async presentAt(indices: readonly number[]): Promise<Present[]> {
    const spheres = await this.#read(indices, undefined);
    return spheres.map(({ position, radius }) => presentSphere(position, radius));
  }

  async add(newcomers: readonly Newcomer[]): Promise<void> {
    const first = await this.#engine.append(newcomers.length);
    const name = this.#bodyIds.size - newcomers.length;
    await uploadSpheres(this.#device, this.#engine, this.#grid, spheresOfNewcomers(this.#spec, newcomers), {
      first,
      name,
    });
    if (this.#isTurning) this.uploadTurned(first, newcomers.length);
  }

  /** Writes the orientations that the youngest `count` spheres have at the start, from index `first` on. */
  uploadTurned(first: number, count: number): void {
    const four = new Float32Array(4 * count);
    for (let k = 0; k < count; k++) {
      const { w, x, y, z } = this.#bodyIds.at(this.#bodyIds.count - count + k).orientation;
      four.set([w, x, y, z], 4 * k);
    }
    this.#device.queue.writeBuffer(this.#engine.state.turned, 16 * first, four);
  }

  look(regions: number): Promise<Found[]> {
    return this.#engine.look(regions);
  }

  async probe(): Promise<number> {
    const { energies, forces } = await this.#engine.probe();
    this.#probed = forces;
    return energies[3];
  }

  async read(indices: readonly number[], isProbed: boolean): Promise<RemovedBody[]> {
    const gravity = vector3(this.#spec.gravity);
    const spheres = await this.#read(indices, isProbed ? this.#probed : undefined);
    return spheres.map(({ name, position, radius, velocity, spin, material }) => {
      const mass = massOfSphere(radius, this.#spec.materials[material]?.density ?? 0);
      const moving = 0.5 * dot(velocity, velocity) + 0.2 * radius * radius * dot(spin, spin);
      return { name, mass, energy: mass * (moving - dot(gravity, position)) };
    });
  }

  remove(indices: readonly number[]): Promise<void> {
    return this.#engine.remove(indices);
  }

  async #read(indices: readonly number[], probed: StateBuffers | undefined): Promise<Sphere[]> {
    if (indices.length === 0) return [];
    const { position, motion, spin, names } = this.#engine.state;
    const read = (buffer: GPUBuffer, stride: number): Promise<Uint32Array> =>
      readRows(this.#device, buffer, stride, indices, this.#engine.memory.count);
    const [quanta, tags, cells, name] = await Promise.all([
      read(position, 4),
      read(motion, 4),
      read(spin, 4),
      read(names, 1),
    ]);
    const velocities = new Float32Array((probed === undefined ? tags : await read(probed.motion, 4)).buffer);
    const spins = new Float32Array((probed === undefined ? cells : await read(probed.spin, 4)).buffer);
    const point = new Float64Array(3);
    return indices.map((_, k) => {
      this.#grid.unpack(quanta, 4 * k, cells[4 * k + 3], point, 0);
      return {
        name: name[k],
        position: vectorAt(point, 0),
        radius: this.#grid.radiusOf(quanta[4 * k + 3]),
        velocity: vectorAt(velocities, 4 * k),
        spin: vectorAt(spins, 4 * k),
        material: tags[4 * k + 3] & MATERIAL_MASK,
      };
    });
  }
}

function presentSphere(position: Vector3, radius: number): Present {
  return { position, volume: massOfSphere(radius, 1), balls: [{ centre: position, radius }] };
}

export function vectorAt(from: Float32Array | Float64Array, at: number): Vector3 {
  const [x = 0, y = 0, z = 0] = from.subarray(at, at + 3);
  return { x, y, z };
}
