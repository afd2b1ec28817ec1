// SPDX-License-Identifier: MIT
/**
 * Transfers bodies between host and GPU, for insertions, outlets and readers of a simulation. No other class does so.
 * Each kind of bodies supplies `HostBodies`.
 */
import { dot, type Vector3, vector3 } from '../../math/vector.ts';
import type { Work } from '../../math/work-in-parts.ts';
import type { Newcomer, Present } from '../../simulation/population/due-bodies.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import type { ContactView } from '../../simulation/views/simulation-views.ts';
import type { MeshTouch } from '../meshes/mesh-touches.ts';
import type { GpuEngine } from './gpu-engine.ts';
import { readBuffer } from './gpu-program.ts';
import { boxWords, surroundingsAt, surroundingsBit } from './gpu-regions.ts';
import type { Found } from './gpu-settings.ts';

export type { Newcomer, Present };

/** Bodies in the order of the spec, with the forces on them; vectors have stride 3. */
export interface GpuBodyArrays {
  readonly count: number;
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  readonly angularVelocity: Float64Array;
  readonly force: Float64Array;
  readonly torque: Float64Array;
  readonly radius: Float64Array;
  readonly material: Uint8Array;
  /** 1 for a body that does not move. */
  readonly isFixed: Uint8Array;
  /** Stride 4, w first; not there where orientations are not followed. */
  readonly orientation?: Float64Array;
  /** Kinetic, rotational, potential above the origin of the cells, elastic, J. */
  readonly energies: Float32Array;
}

/** A body as it was read back. */
export interface ReadBody {
  /** Number that it got at its insertion. */
  readonly name: number;
  readonly position: Vector3;
  readonly velocity: Vector3;
  /** kg */
  readonly mass: number;
  /** Energy of its rotation, J. */
  readonly turning: number;
  /** As the insertion sees it. */
  present(): Present;
}

/** A body that is removed. */
export interface RemovedBody {
  readonly name: number;
  /** kg */
  readonly mass: number;
  /** Kinetic energy and that of height, J. */
  readonly energy: number;
}

/** Numbers of what is on the GPU. */
export interface GpuCounts {
  /** Bodies near each other, in the present list. */
  readonly pairs: number;
  /** Contacts with each other and with half-spaces. */
  readonly contacts: number;
  /** Bodies, or spheres, within the skin of a mesh when the list was made. */
  readonly nearMeshes: number;
  /** Spheres with more others near them than a row holds. */
  readonly overflow: number;
}

/** Bodies of an earlier time. */
export interface CopiedState {
  readonly arrays: GpuBodyArrays;
  /** Stride 4, w first; undefined if they are not integrated. */
  readonly orientation: Float64Array | undefined;
  readonly contacts: ContactView | undefined;
}

export interface CopiedBodies {
  /** Once the copies are there. To be called once, and done to its end. `ids` are those of that time. */
  read(ids: (index: number) => number): Promise<Work<CopiedState>>;
}

/** What a kind of bodies supplies. `Arrays` are its own. */
export interface HostBodies<Arrays extends GpuBodyArrays = GpuBodyArrays> {
  /** All bodies at the present time. */
  download(): Promise<Arrays>;
  /** Positions, stride 3, for frequent queries. */
  positions(): Promise<Float64Array>;
  /** In the order of `arrays`, w first; undefined if they are not integrated. */
  orientations(arrays: Arrays): Promise<Float64Array | undefined>;
  /** All contacts of these bodies; `ids` gives the id of a body by its index. */
  contacts(
    arrays: Arrays,
    ids: (index: number) => number,
  ): Promise<{ readonly view: ContactView; readonly touches: readonly MeshTouch[] }>;
  /**
   * Copies the present bodies, and contacts, without waiting for the copy: the simulation may go on at once. Undefined
   * where they can only be read at the present time. One copy at a time.
   */
  copyState?(withContacts: boolean): Promise<CopiedBodies | undefined>;
  counts(): Promise<GpuCounts>;
  /** Adds the last of the body ids. */
  add(newcomers: readonly Newcomer[]): Promise<void>;
  /** Velocities are those of the half step before, or those of the last probe. */
  read(indices: readonly number[], isProbed: boolean): Promise<readonly ReadBody[]>;
  remove(indices: readonly number[]): Promise<void>;
  /** Bodies that were removed on the GPU, with the velocities of the half step before. */
  taken?(words: Uint32Array): readonly ReadBody[];
  /** Further data of a saved state, as JSON. */
  save(): unknown;
  restore(saved: unknown): void;
  /** Frees buffers of its own. */
  destroy?(): void;
}

export class BodyExchange {
  readonly #spec: SimulationSpec;
  readonly #engine: GpuEngine;
  readonly #bodies: HostBodies;

  constructor(spec: SimulationSpec, engine: GpuEngine, bodies: HostBodies) {
    this.#spec = spec;
    this.#engine = engine;
    this.#bodies = bodies;
  }

  get stepCount(): number {
    return this.#engine.cursor.step;
  }

  /** Bodies whose centres are between two corners. */
  async near(min: Vector3, max: Vector3): Promise<Present[]> {
    const { grid } = this.#engine.settings;
    this.#engine.writeRegions(surroundingsAt(this.#spec), boxWords('box', min, max, grid));
    const found = await this.#engine.look(surroundingsBit(this.#spec));
    const indices = found.map(({ index }) => index);
    return (await this.#bodies.read(indices, false)).map((body) => body.present());
  }

  /** The last of the body ids. */
  add(newcomers: readonly Newcomer[]): Promise<void> {
    return this.#bodies.add(newcomers);
  }

  /** Bodies in these regions. */
  look(regions: number): Promise<Found[]> {
    return this.#engine.look(regions);
  }

  /** Elastic energy of all contacts, J. */
  async probe(): Promise<number> {
    return (await this.#engine.probe())[3];
  }

  /** Velocities are those of the half step before, or those of the last probe. */
  async read(indices: readonly number[], isProbed: boolean): Promise<RemovedBody[]> {
    return this.#removed(await this.#bodies.read(indices, isProbed));
  }

  /** Those that were removed on the GPU, sorted by name. */
  taken(words: Uint32Array): RemovedBody[] {
    return this.#removed(this.#bodies.taken?.(words) ?? []).sort((a, b) => a.name - b.name);
  }

  #removed(bodies: readonly ReadBody[]): RemovedBody[] {
    const gravity = vector3(this.#spec.gravity);
    return bodies.map(({ name, position, velocity, mass, turning }) => ({
      name,
      mass,
      energy: mass * (0.5 * dot(velocity, velocity) - dot(gravity, position)) + turning,
    }));
  }

  remove(indices: readonly number[]): Promise<void> {
    return this.#bodies.remove(indices);
  }
}

/** The vector at a place of an array with any stride. */
export function vectorAt(from: Float32Array | Float64Array, at: number): Vector3 {
  return { x: from[at], y: from[at + 1], z: from[at + 2] };
}

/** Up to this many bodies are copied one by one; for more, the whole buffer is read. */
const FEW = 500;

/** Data of these bodies in a buffer of `count` records, `stride` words each. */
export async function readRows(
  device: GPUDevice,
  buffer: GPUBuffer,
  stride: number,
  indices: readonly number[],
  count: number,
  from = 0,
): Promise<Uint32Array> {
  if (indices.length > FEW) {
    const all = new Uint32Array(await readBuffer(device, buffer, 4 * stride * count, from));
    const few = new Uint32Array(stride * indices.length);
    indices.forEach((i, k) => {
      few.set(all.subarray(stride * i, stride * (i + 1)), stride * k);
    });
    return few;
  }
  const bytes = 4 * stride;
  const gathered = device.createBuffer({
    size: bytes * indices.length,
    usage: GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
  });
  const encoder = device.createCommandEncoder();
  indices.forEach((i, k) => {
    encoder.copyBufferToBuffer(buffer, from + bytes * i, gathered, bytes * k, bytes);
  });
  device.queue.submit([encoder.finish()]);
  const words = new Uint32Array(await readBuffer(device, gathered, bytes * indices.length));
  gathered.destroy();
  return words;
}
