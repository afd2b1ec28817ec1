// SPDX-License-Identifier: MIT
/**
 * Spheres between host and GPU: uploads them, reads them, their contacts and orientations back, inserts and removes
 * them. Many spheres are packed and written in pieces.
 */
import { SceneError } from '../../errors.ts';
import { dot, type Vector3 } from '../../math/vector.ts';
import { massOfSphere } from '../../simulation/set-up.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import type { ContactView } from '../../simulation/views/simulation-views.ts';
import {
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
import { readBuffer, readBuffers } from '../engine/gpu-program.ts';
import { CONTACT_SUM, FIXED, FRESH, MATERIAL_MASK, PARTNER_SUM } from '../kernels/prelude.ts';
import { SPHERE_MOTION, SPHERE_POSITION, SPHERE_SPIN } from '../kernels/records.ts';
import { nearMeshes, readSlots } from '../meshes/gpu-mesh-memory.ts';
import type { MeshTouch } from '../meshes/mesh-touches.ts';
import { sphereMeshTouches } from '../meshes/sphere-mesh-touches.ts';
import { clearContactWords, gpuContactView, readContactWords } from './contact-readback.ts';
import { clearOverflowForces, overflowSphereCount, readOverflowContacts } from './gpu-overflow-memory.ts';
import { radiiOfShapes } from './scene-spheres.ts';
import { emptySpheres, type ProbedSpheres, type SphereArrays } from './sphere-arrays.ts';
import type { StateBuffers } from './sphere-memory.ts';
import type { SphereSpecies } from './sphere-species.ts';

/** Spheres packed at once. */
const PIECE = 1 << 20;
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
    const { grid } = this;
    const energies = await this.engine.probe();
    const { count } = this.species.memory;
    const [{ position, motion, spin }, probed] = this.#states;
    const bytes = 16 * count;
    const sources = [spin, position, motion, probed.position, probed.motion, probed.spin];
    const read = await readBuffers(this.#device, [
      { buffer: this.#names, bytes: 4 * count },
      ...sources.map((buffer) => ({ buffer, bytes })),
    ]);
    const [names, cells, quanta, tags, ...fours] = read.map((content) => new Uint32Array(content));
    const arrays = {
      ...emptySpheres(count),
      energies,
      force: new Float64Array(3 * count),
      torque: new Float64Array(3 * count),
    };
    const isAsTheyLie = indices === 'as they lie';
    const name = isAsTheyLie ? names.map((_, k) => k) : names;
    if (indices !== undefined && !isAsTheyLie) for (let k = 0; k < count; k++) name[k] = indices[name[k]];
    for (let k = 0; k < count; k++) {
      const i = name[k];
      grid.unpack(quanta, 4 * k, cells[4 * k + CELL], arrays.position, 3 * i);
      arrays.radius[i] = grid.radiusOf(quanta[4 * k + RADIUS]);
      const tag = tags[4 * k + TAG];
      arrays.material[i] = tag & MATERIAL_MASK;
      arrays.isFixed[i] = (tag & FIXED) === 0 ? 0 : 1;
    }
    for (const [axis, vectors] of [arrays.force, arrays.velocity, arrays.angularVelocity].entries()) {
      const four = new Float32Array(fours[axis].buffer);
      for (let k = 0; k < count; k++) {
        const i = name[k];
        for (let c = 0; c < 3; c++) vectors[3 * i + c] = four[4 * k + c];
        arrays.torque[3 * i + axis] = four[4 * k + 3];
      }
    }
    return arrays;
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
    const four = await this.readTurned();
    if (four === undefined) return undefined;
    const names = await this.readNames();
    const { indices } = this.bodyIds;
    const sorted = new Float64Array(4 * arrays.count);
    for (let k = 0; k < names.length; k++) {
      const to = 4 * (indices?.[names[k]] ?? names[k]);
      for (let c = 0; c < 4; c++) sorted[to + c] = four[4 * k + c];
    }
    return sorted;
  }

  async contacts(
    arrays: ProbedSpheres,
    ids: (index: number) => number,
  ): Promise<{ view: ContactView; touches: readonly MeshTouch[] }> {
    const names = await this.readNames();
    const { indices } = this.bodyIds;
    return this.contactsOf(arrays, indices === undefined ? names : names.map((name) => indices[name]), ids);
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
    await this.#evaluateContacts();
    const [{ cursor }, { form, overflow }] = [engine, species];
    const words = await readContactWords(device, memory, form, cursor);
    const beyond = await readOverflowContacts(device, overflow, cursor);
    const view = gpuContactView(spec, form, words, beyond, present, arrays, ids, cursor.step * spec.timeStep);
    const lattices = engine.settings.meshes?.lattices;
    if (lattices === undefined) return { view, touches: [] };
    const slots = await readSlots(device, meshes, memory.status, cursor);
    return { view, touches: sphereMeshTouches(lattices, slots, present, arrays) };
  }

  async halfSpaceLoads(): Promise<Vector3[]> {
    const { species } = this;
    const { memory, form } = species;
    const loads = Array.from({ length: form.halfSpaces }, () => ({ x: 0, y: 0, z: 0 }));
    if (form.halfSpaces === 0) return loads;
    const bytes = 16 * form.halfSpaces * memory.groups;
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC;
    const buffer = this.#device.createBuffer({ size: bytes, usage });
    await this.#evaluateContacts((pass) => species.wallLoads(pass, this.engine.cursor, buffer));
    const sums = new Float32Array(await readBuffer(this.#device, buffer, bytes));
    buffer.destroy();
    for (let at = 0; at < sums.length; at += 4) {
      const load = loads[(at / 4) % form.halfSpaces];
      load.x -= sums[at];
      load.y -= sums[at + 1];
      load.z -= sums[at + 2];
    }
    return loads;
  }

  /** Writes the forces of the contacts at the present time to unused parts of buffers, for what is encoded after. */
  async #evaluateContacts(after: (pass: GPUComputePassEncoder) => void = () => {}): Promise<void> {
    const { engine, species } = this;
    await engine.ready();
    await species.prepareContacts();
    const [{ cursor }, { memory, form, overflow }] = [engine, species];
    engine.run(
      (pass) => {
        species.step(pass, cursor, 'contacts', 0);
        after(pass);
      },
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
    const point = new Float64Array(3);
    return indices.map((_, k) => {
      this.grid.unpack(quanta, 4 * k, cells[4 * k + CELL], point, 0);
      const centre = vectorAt(point, 0);
      const radius = this.grid.radiusOf(quanta[4 * k + RADIUS]);
      const mass = massOfSphere(radius, this.spec.materials[tags[4 * k + TAG] & MATERIAL_MASK]?.density ?? 0);
      const rate = vectorAt(spins, 4 * k);
      return {
        name: name[k],
        position: centre,
        velocity: vectorAt(velocities, 4 * k),
        mass,
        turning: mass * 0.2 * radius * radius * dot(rate, rate),
        present: () => presentSphere(centre, radius),
      };
    });
  }

  save(): undefined {
    return undefined;
  }

  restore(): void {}
}

function presentSphere(position: Vector3, radius: number): Present {
  return { position, volume: massOfSphere(radius, 1), balls: [{ centre: position, radius }] };
}
