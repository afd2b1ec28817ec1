// SPDX-License-Identifier: MIT
/**
 * Spheres between host and GPU: uploads them, reads them, their contacts and orientations back, inserts and removes
 * them. Many spheres are packed and written in pieces.
 */
import { SceneError } from '../../errors.ts';
import { dot, type Vector3 } from '../../math/vector.ts';
import { atOnce, ranges, type Work } from '../../math/work-in-parts.ts';
import { massOfSphere } from '../../simulation/set-up.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import type { ContactView } from '../../simulation/views/simulation-views.ts';
import {
  type CopiedBodies,
  type CopiedState,
  type GpuCounts,
  type HostBodies,
  type Newcomer,
  type Present,
  type ReadBody,
  readRows,
  vectorAt,
} from '../engine/body-exchange.ts';
import type { BodyIds } from '../engine/body-ids.ts';
import type { CellGrid } from '../engine/cell-grid.ts';
import { other } from '../engine/cursor.ts';
import type { GpuEngine } from '../engine/gpu-engine.ts';
import { type BufferCopies, copyBuffers, type KeptCopies, readBuffer, readBuffers } from '../engine/gpu-program.ts';
import { TAKEN_VECTORS } from '../kernels/pick.ts';
import { CONTACT_SUM, ENERGY_SUMS, FIXED, FRESH, MATERIAL_MASK, PARTNER_SUM } from '../kernels/prelude.ts';
import { SPHERE_MOTION, SPHERE_POSITION, SPHERE_SPIN } from '../kernels/records.ts';
import { nearMeshes, readSlots } from '../meshes/gpu-mesh-memory.ts';
import type { MeshTouch } from '../meshes/mesh-touches.ts';
import { sphereMeshTouches } from '../meshes/sphere-mesh-touches.ts';
import { chunkPlaces, clearContactWords, contactWordParts, contactWords, gpuContactView } from './contact-readback.ts';
import { clearOverflowForces, overflowSphereCount, readOverflowContacts } from './gpu-overflow-memory.ts';
import { radiiOfShapes } from './scene-spheres.ts';
import { emptySpheres, type ProbedSpheres, type SphereArrays } from './sphere-arrays.ts';
import type { StateBuffers } from './sphere-memory.ts';
import type { SphereSpecies } from './sphere-species.ts';

/** Spheres packed at once. */
const PIECE = 1 << 20;
/** Spheres that are read without a rest. */
const SPHERES_AT_ONCE = 1 << 15;
/** Among the copies of spheres. */
const [NAMES, PROBED, TURNED] = [1, 5, 8];
const { radius: RADIUS } = SPHERE_POSITION.at;
const { tag: TAG } = SPHERE_MOTION.at;
const { cell: CELL } = SPHERE_SPIN.at;

/** Where bodies are written: index of the first, and its number. */
export interface UploadPlace {
  readonly first: number;
  readonly name: number;
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

export class SphereBodies implements HostBodies<ProbedSpheres> {
  readonly spec: SimulationSpec;
  readonly engine: GpuEngine;
  readonly species: SphereSpecies;
  readonly bodyIds: BodyIds;
  /** Buffers of `copyState`. */
  readonly #bodyCopies: KeptCopies = [];
  readonly #contactCopies: KeptCopies = [];

  constructor(spec: SimulationSpec, engine: GpuEngine, species: SphereSpecies, bodyIds: BodyIds) {
    this.spec = spec;
    this.engine = engine;
    this.species = species;
    this.bodyIds = bodyIds;
  }

  get grid(): CellGrid {
    return this.engine.settings.grid;
  }

  get isTurning(): boolean {
    return this.species.form.isTurning;
  }

  get #device(): GPUDevice {
    return this.engine.device;
  }

  /** The present states, and those that a probe wrote. */
  get #states(): readonly [now: StateBuffers, probed: StateBuffers] {
    const { states } = this.species.memory;
    const { state } = this.engine.cursor;
    return [states[state], states[other(state)]];
  }

  /** The copies of names and orientations that are valid. */
  get #names(): GPUBuffer {
    return this.species.memory.names[this.engine.cursor.list];
  }

  get #turned(): GPUBuffer {
    return this.species.memory.turned[this.engine.cursor.list];
  }

  /** Writes spheres as bodies that are new: their velocities are those of the present time. */
  async upload(arrays: SphereArrays, { first, name }: UploadPlace): Promise<void> {
    const [{ position, motion, spin }] = this.#states;
    const [device, grid, names] = [this.#device, this.grid, this.#names];
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
        words[4 * k + RADIUS] = grid.radiusWord(arrays.radius[i]);
      }
      write(position);
      for (let k = 0; k < count; k++) {
        const i = from + k;
        for (let axis = 0; axis < 3; axis++) floats[4 * k + axis] = arrays.velocity[3 * i + axis];
        words[4 * k + TAG] = arrays.tags?.[i] ?? arrays.material[i] | (arrays.isFixed[i] === 1 ? FIXED : FRESH);
      }
      write(motion);
      for (let k = 0; k < count; k++) {
        const i = from + k;
        for (let axis = 0; axis < 3; axis++) floats[4 * k + axis] = arrays.angularVelocity[3 * i + axis];
        words[4 * k + CELL] = cells[k];
      }
      write(spin);
      for (let k = 0; k < count; k++) words[k] = arrays.names?.[from + k] ?? name + from + k;
      device.queue.writeBuffer(names, 4 * (first + from), words, 0, count);
      // Copies need memory too, so they are made piece by piece.
      device.queue.submit([]);
      await device.queue.onSubmittedWorkDone();
    }
  }

  /** Writes orientations, stride 4, w first, from index `first` on. */
  uploadTurned(first: number, four: Float32Array<ArrayBuffer>): void {
    this.#device.queue.writeBuffer(this.#turned, 16 * first, four);
  }

  /** The orientations that the youngest `count` spheres have at the start, from index `first` on. */
  uploadFirstTurned(first: number, count: number): void {
    if (!this.isTurning) return;
    this.uploadTurned(first, this.bodyIds.turned(this.bodyIds.count - count, new Float32Array(4 * count)));
  }

  async add(newcomers: readonly Newcomer[]): Promise<void> {
    const first = await this.engine.append(newcomers.length);
    const name = this.bodyIds.size - newcomers.length;
    await this.upload(spheresOfNewcomers(this.spec, newcomers), { first, name });
    this.uploadFirstTurned(first, newcomers.length);
  }

  remove(indices: readonly number[]): Promise<void> {
    return this.engine.remove(indices);
  }

  download(): Promise<ProbedSpheres> {
    return this.downloadSpheres(this.bodyIds.indices);
  }

  async positions(): Promise<Float64Array> {
    return (await this.download()).position;
  }

  /** By indices of the numbers of spheres; or all spheres in the order in which they lie on the GPU. */
  async downloadSpheres(indices?: Int32Array | 'as they lie'): Promise<ProbedSpheres> {
    await this.engine.ready();
    const { count } = this.species.memory;
    const copies = this.#copySpheres();
    const arrays = atOnce(this.#spheresOf(await copies.contents(), count, indices));
    copies.release();
    return arrays;
  }

  /** Probes the present state, and copies what bodies are read from. */
  #copySpheres(kept?: KeptCopies): BufferCopies {
    const { engine, species } = this;
    const { count, folded } = species.memory;
    const [{ position, motion, spin }, probed] = this.#states;
    const bytes = 16 * count;
    const sources = [spin, position, motion, probed.position, probed.motion, probed.spin];
    engine.run((pass) => {
      species.step(pass, engine.cursor, 'probe', 0);
      species.fold(pass);
    });
    const parts = [
      { buffer: folded, offset: 4 * ENERGY_SUMS, bytes: 16 },
      { buffer: this.#names, bytes: 4 * count },
      ...sources.map((buffer) => ({ buffer, bytes })),
      { buffer: this.#turned, bytes: this.isTurning ? bytes : 0 },
    ];
    return copyBuffers(this.#device, parts, kept);
  }

  /** From such copies. */
  *#spheresOf(
    contents: readonly ArrayBuffer[],
    count: number,
    indices?: Int32Array | 'as they lie',
  ): Work<ProbedSpheres> {
    const { grid } = this;
    const [names, cells, quanta, tags] = contents.slice(NAMES).map((content) => new Uint32Array(content));
    const fours = contents.slice(PROBED).map((content) => new Float32Array(content));
    const arrays = {
      ...emptySpheres(count),
      energies: new Float32Array(contents[0]).slice(),
      force: new Float64Array(3 * count),
      torque: new Float64Array(3 * count),
    };
    yield;
    const name = placesOf(names, indices);
    yield* ranges(count, SPHERES_AT_ONCE, (from, to) => {
      for (let k = from; k < to; k++) {
        const i = name[k];
        grid.unpack(quanta, 4 * k, cells[4 * k + CELL], arrays.position, 3 * i);
        arrays.radius[i] = grid.radiusOf(quanta[4 * k + RADIUS]);
        const tag = tags[4 * k + TAG];
        arrays.material[i] = tag & MATERIAL_MASK;
        arrays.isFixed[i] = (tag & FIXED) === 0 ? 0 : 1;
      }
    });
    for (const [axis, vectors] of [arrays.force, arrays.velocity, arrays.angularVelocity].entries()) {
      const four = fours[axis];
      yield* ranges(count, SPHERES_AT_ONCE, (from, to) => {
        for (let k = from; k < to; k++) {
          const i = name[k];
          for (let c = 0; c < 3; c++) vectors[3 * i + c] = four[4 * k + c];
          arrays.torque[3 * i + axis] = four[4 * k + 3];
        }
      });
    }
    return arrays;
  }

  async copyState(withContacts: boolean): Promise<CopiedBodies | undefined> {
    const { engine, species, spec, isTurning } = this;
    const { form, memory } = species;
    if (form.meshes > 0 || form.levels > 0) return undefined;
    await engine.ready();
    await species.prepareContacts();
    const { cursor } = engine;
    const [{ count }, { indices }, time] = [memory, this.bodyIds, cursor.step * spec.timeStep];
    const chunks = chunkPlaces(memory);
    const bodies = this.#copySpheres(this.#bodyCopies);
    if (withContacts) this.#evaluateContacts();
    const parts = withContacts ? contactWordParts(memory, form, cursor) : [];
    const contacts = copyBuffers(this.#device, parts, this.#contactCopies);
    const unpacked = function* (
      this: SphereBodies,
      [own, words]: readonly [ArrayBuffer[], ArrayBuffer[]],
      ids: (index: number) => number,
    ): Work<CopiedState> {
      const arrays = yield* this.#spheresOf(own, count, indices);
      const places = placesOf(new Uint32Array(own[NAMES]), indices);
      const orientation = isTurning ? yield* turnsOf(own[TURNED], places) : undefined;
      const view = withContacts
        ? yield* gpuContactView(spec, form, contactWords(chunks, words), [], places, arrays, ids, time)
        : undefined;
      bodies.release();
      contacts.release();
      return { arrays, orientation, contacts: view };
    };
    return {
      read: async (ids) => unpacked.call(this, [await bodies.contents(), await contacts.contents()], ids),
    };
  }

  /** The number of each sphere in the order of the arrays, by index. */
  async readNames(): Promise<Uint32Array> {
    return new Uint32Array(await readBuffer(this.#device, this.#names, 4 * this.species.memory.count));
  }

  /** Orientations in the order of the GPU, if they are integrated. */
  async readTurned(): Promise<Float32Array | undefined> {
    if (!this.isTurning) return undefined;
    return new Float32Array(await readBuffer(this.#device, this.#turned, 16 * this.species.memory.count));
  }

  async orientations(arrays: ProbedSpheres): Promise<Float64Array | undefined> {
    if (!this.isTurning) return undefined;
    const { count } = arrays;
    const [names, turned] = await readBuffers(this.#device, [
      { buffer: this.#names, bytes: 4 * count },
      { buffer: this.#turned, bytes: 16 * count },
    ]);
    return atOnce(turnsOf(turned, placesOf(new Uint32Array(names), this.bodyIds.indices)));
  }

  async contacts(
    arrays: ProbedSpheres,
    ids: (index: number) => number,
  ): Promise<{ view: ContactView; touches: readonly MeshTouch[] }> {
    return this.contactsOf(arrays, placesOf(await this.readNames(), this.bodyIds.indices), ids);
  }

  /** `present` are the indices of spheres in `arrays`, by their indices on the GPU. */
  async contactsOf(
    arrays: ProbedSpheres,
    present: Uint32Array,
    ids: (index: number) => number,
  ): Promise<{ view: ContactView; touches: readonly MeshTouch[] }> {
    const { engine, species, spec } = this;
    const { memory, meshes } = species;
    const device = this.#device;
    await engine.ready();
    await species.prepareContacts();
    const { form, overflow } = species;
    const { cursor } = engine;
    this.#evaluateContacts();
    const copies = copyBuffers(device, contactWordParts(memory, form, cursor));
    const beyond = await readOverflowContacts(device, overflow, cursor);
    const words = contactWords(chunkPlaces(memory), await copies.contents());
    const time = cursor.step * spec.timeStep;
    const view = atOnce(gpuContactView(spec, form, words, beyond, present, arrays, ids, time));
    copies.release();
    const lattices = engine.settings.meshes?.lattices;
    if (lattices === undefined) return { view, touches: [] };
    const slots = await readSlots(device, meshes, memory.status, cursor);
    return { view, touches: sphereMeshTouches(lattices, slots, present, arrays) };
  }

  /** Writes the forces of the contacts at the present time to unused parts of buffers; all must be ready for it. */
  #evaluateContacts(): void {
    const { engine, species } = this;
    const [{ cursor }, { memory, form, overflow }] = [engine, species];
    engine.run(
      (pass) => species.step(pass, cursor, 'contacts', 0),
      (encoder) => {
        clearContactWords(encoder, memory, form, cursor);
        clearOverflowForces(encoder, overflow, cursor);
      },
    );
  }

  async counts(): Promise<GpuCounts> {
    const { engine, species } = this;
    await species.compile();
    const [device, { cursor }, { status }] = [this.#device, engine, species.memory];
    device.queue.writeBuffer(status, 4 * PARTNER_SUM, new Uint32Array(2));
    engine.run((pass) => species.count(pass, cursor));
    const sums = new Uint32Array(await readBuffer(device, status, 8, 4 * PARTNER_SUM));
    return {
      pairs: sums[0] / 2,
      contacts: sums[CONTACT_SUM - PARTNER_SUM] / 2,
      nearMeshes: await nearMeshes(device, status, cursor),
      overflow: await overflowSphereCount(device, species.overflow, cursor),
    };
  }

  async read(indices: readonly number[], isProbed: boolean): Promise<ReadBody[]> {
    if (indices.length === 0) return [];
    const [{ position, motion, spin }, probed] = this.#states;
    const read = (buffer: GPUBuffer, stride: number): Promise<Uint32Array> =>
      readRows(this.#device, buffer, stride, indices, this.species.memory.count);
    const [quanta, tags, cells, name] = await Promise.all([
      read(position, 4),
      read(motion, 4),
      read(spin, 4),
      read(this.#names, 1),
    ]);
    const velocities = new Float32Array((isProbed ? await read(probed.motion, 4) : tags).buffer);
    const spins = new Float32Array((isProbed ? await read(probed.spin, 4) : cells).buffer);
    return indices.map((_, k) => {
      const words = [quanta, tags, cells].map((from) => from.subarray(4 * k, 4 * k + 4));
      return this.#readSphere(name[k], words, vectorAt(velocities, 4 * k), vectorAt(spins, 4 * k));
    });
  }

  taken(words: Uint32Array): ReadBody[] {
    return Array.from({ length: words.length / (4 * TAKEN_VECTORS) }, (_, k) => {
      const vectors = [0, 1, 2].map((j) =>
        words.subarray(4 * (TAKEN_VECTORS * k + j), 4 * (TAKEN_VECTORS * k + j + 1)),
      );
      const [, velocity, rate] = vectors.map((four) => vectorAt(new Float32Array(four.slice().buffer), 0));
      return this.#readSphere(words[4 * (TAKEN_VECTORS * k + 3)], vectors, velocity, rate);
    });
  }

  /** From the vectors of its state. */
  #readSphere(name: number, [quanta, tags, cells]: readonly Uint32Array[], velocity: Vector3, rate: Vector3): ReadBody {
    const point = new Float64Array(3);
    this.grid.unpack(quanta, 0, cells[CELL], point, 0);
    const position = vectorAt(point, 0);
    const radius = this.grid.radiusOf(quanta[RADIUS]);
    const mass = massOfSphere(radius, this.spec.materials[tags[TAG] & MATERIAL_MASK]?.density ?? 0);
    const turning = mass * 0.2 * radius * radius * dot(rate, rate);
    return { name, position, velocity, mass, turning, present: () => presentSphere(position, radius) };
  }

  save(): undefined {
    return undefined;
  }

  restore(): void {}

  destroy(): void {
    for (const copy of [...this.#bodyCopies, ...this.#contactCopies]) copy?.destroy();
  }
}

/** By index on the GPU, from the numbers of spheres there. */
function placesOf(names: Uint32Array, indices?: Int32Array | 'as they lie'): Uint32Array {
  if (indices === undefined) return names;
  return indices === 'as they lie' ? names.map((_, k) => k) : names.map((name) => indices[name]);
}

/** Orientations of spheres from those on the GPU. */
function* turnsOf(turned: ArrayBuffer, places: Uint32Array): Work<Float64Array> {
  const four = new Float32Array(turned);
  const sorted = new Float64Array(4 * places.length);
  yield* ranges(places.length, SPHERES_AT_ONCE, (from, end) => {
    for (let k = from; k < end; k++) {
      const to = 4 * places[k];
      for (let c = 0; c < 4; c++) sorted[to + c] = four[4 * k + c];
    }
  });
  return sorted;
}

function presentSphere(position: Vector3, radius: number): Present {
  return { position, volume: massOfSphere(radius, 1), balls: [{ centre: position, radius }] };
}
