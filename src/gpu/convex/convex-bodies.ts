// SPDX-License-Identifier: MIT
/**
 * Convex bodies between host and GPU: uploads them, reads them and their contacts back, inserts and removes them. Many
 * bodies are packed and written in pieces.
 */
import { SceneError } from '../../errors.ts';
import { power } from '../../math/elementary.ts';
import { normaliseQuaternion, type Quaternion, rotate } from '../../math/quaternion.ts';
import { add, scale as scaled, type Vector3 } from '../../math/vector.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import {
  CONTACT_BODY,
  CONTACT_HALF_SPACE,
  type ContactView,
  emptyContactView,
} from '../../simulation/views/simulation-views.ts';
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
import { readBuffer } from '../engine/gpu-program.ts';
import { ROW_VECTORS } from '../kernels/convex-mesh-forces.ts';
import { WALL_BIT } from '../kernels/convex-prelude.ts';
import { CONTACT_SUM, FIXED, FRESH, MATERIAL_MASK } from '../kernels/prelude.ts';
import { BODY_SLOT, CONTACT, CONVEX_POSITION, CONVEX_REST } from '../kernels/records.ts';
import { convexMeshTouches } from '../meshes/convex-mesh-touches.ts';
import type { MeshTouch } from '../meshes/mesh-touches.ts';
import {
  type ConvexArrays,
  convexBodiesOfNewcomers,
  emptyConvexBodies,
  momentumOf,
  type ProbedConvexBodies,
  quaternionAt,
  TURN_QUANTA,
} from './convex-arrays.ts';
import { SLOT_BYTES } from './convex-memory.ts';
import type { ConvexSpecies } from './convex-species.ts';
import { ownOrientation, principalOrientation, type TableShape } from './shape-table.ts';

/** Bodies packed at once. */
const PIECE = 1 << 18;
const { radius: RADIUS } = CONVEX_POSITION.at;
const REST = CONVEX_REST.at;
const ANSWER = BODY_SLOT.at;

/** Bodies as the insertion sees them. */
export function presentBodies(arrays: ConvexArrays, shapes: readonly TableShape[]): Present[] {
  return Array.from({ length: arrays.count }, (_, i) =>
    presentBody(
      shapes[arrays.shape[i]],
      arrays.scale[i],
      vectorAt(arrays.position, 3 * i),
      quaternionAt(arrays.orientation, i),
    ),
  );
}

export class ConvexBodies implements HostBodies<ProbedConvexBodies> {
  readonly #spec: SimulationSpec;
  readonly #engine: GpuEngine;
  readonly #species: ConvexSpecies;
  readonly #bodyIds: BodyIds;
  readonly #shapes: readonly TableShape[];

  constructor(
    spec: SimulationSpec,
    engine: GpuEngine,
    species: ConvexSpecies,
    bodyIds: BodyIds,
    shapes: readonly TableShape[],
  ) {
    this.#spec = spec;
    this.#engine = engine;
    this.#species = species;
    this.#bodyIds = bodyIds;
    this.#shapes = shapes;
  }

  get #device(): GPUDevice {
    return this.#engine.device;
  }

  get #grid(): CellGrid {
    return this.#engine.settings.grid;
  }

  /** The present states. */
  get #state(): Readonly<Record<'position' | 'rest' | 'names' | 'slots', GPUBuffer>> {
    const { states, names, slots } = this.#species.memory;
    const { list } = this.#engine.cursor;
    return { ...states[list], names: names[list], slots };
  }

  /** Byte of the slots at which those of bodies begin, with what a probe answered. */
  get #answersAt(): number {
    return SLOT_BYTES * this.#species.memory.room.pairs;
  }

  #density(material: number): number {
    return this.#spec.materials[material]?.density ?? 0;
  }

  /**
   * Writes bodies from index `first` on, as new ones: their velocities are those of the present time. Their numbers are
   * `name` and those after it.
   */
  async upload(arrays: ConvexArrays, { first, name } = { first: 0, name: 0 }): Promise<void> {
    const { position, rest, names } = this.#state;
    const device = this.#device;
    const piece = Math.min(PIECE, arrays.count);
    const positions = new Uint32Array(CONVEX_POSITION.words * piece);
    const radii = new Float32Array(positions.buffer);
    const words = new Uint32Array(CONVEX_REST.words * piece);
    const floats = new Float32Array(words.buffer);
    const whole = new Int32Array(words.buffer);
    const numbers = new Uint32Array(piece);
    for (let from = 0; from < arrays.count; from += PIECE) {
      const count = Math.min(PIECE, arrays.count - from);
      for (let k = 0; k < count; k++) {
        const i = from + k;
        const cell = this.#grid.pack(arrays.position, 3 * i, positions, CONVEX_POSITION.words * k);
        if (cell < 0) {
          const { x, y, z } = vectorAt(arrays.position, 3 * i);
          throw new SceneError('outside-domain', `bodies[${i}].position: [${x}, ${y}, ${z}] is outside the domain`);
        }
        const shape = this.#shapes[arrays.shape[i]];
        // Over the rounded radius of the shape, so that the scale is rounded once.
        radii[CONVEX_POSITION.words * k + RADIUS] = Math.fround(shape.radius) * arrays.scale[i];
        const turn = principalOrientation(quaternionAt(arrays.orientation, i), shape);
        const momentum = momentumOf(arrays, i, turn, shape, this.#density(arrays.material[i]));
        const at = CONVEX_REST.words * k;
        floats.set(arrays.velocity.subarray(3 * i, 3 * i + 3), at + REST.velocity);
        words[at + REST.tag] = arrays.material[i] | (arrays.isFixed[i] === 1 ? FIXED : FRESH);
        floats.set(arrays.angularVelocity.subarray(3 * i, 3 * i + 3), at + REST.angularVelocity);
        words[at + REST.cell] = cell;
        whole[at + REST.turn] = Math.round(turn.w * TURN_QUANTA);
        whole[at + REST.turn + 1] = Math.round(turn.x * TURN_QUANTA);
        whole[at + REST.turn + 2] = Math.round(turn.y * TURN_QUANTA);
        whole[at + REST.turn + 3] = Math.round(turn.z * TURN_QUANTA);
        floats[at + REST.momentum] = momentum.x;
        floats[at + REST.momentum + 1] = momentum.y;
        floats[at + REST.momentum + 2] = momentum.z;
        words[at + REST.shape] = arrays.shape[i];
        numbers[k] = name + i;
      }
      const start = first + from;
      device.queue.writeBuffer(position, CONVEX_POSITION.bytes * start, positions, 0, CONVEX_POSITION.words * count);
      device.queue.writeBuffer(rest, CONVEX_REST.bytes * start, words, 0, CONVEX_REST.words * count);
      device.queue.writeBuffer(names, 4 * start, numbers, 0, count);
      device.queue.submit([]);
      await device.queue.onSubmittedWorkDone();
    }
  }

  async add(newcomers: readonly Newcomer[]): Promise<void> {
    const first = await this.#engine.append(newcomers.length);
    const name = this.#bodyIds.size - newcomers.length;
    await this.upload(convexBodiesOfNewcomers(newcomers), { first, name });
  }

  remove(indices: readonly number[]): Promise<void> {
    return this.#engine.remove(indices);
  }

  async download(): Promise<ProbedConvexBodies> {
    const energies = await this.#engine.probe();
    const { count } = this.#species.memory;
    const arrays = {
      ...emptyConvexBodies(count),
      energies,
      radius: new Float64Array(count),
      force: new Float64Array(3 * count),
      torque: new Float64Array(3 * count),
    };
    if (count === 0) return arrays;
    const { position, rest, slots } = this.#state;
    const name = await this.#indices();
    const quanta = await this.#words(position, CONVEX_POSITION.words);
    const radii = new Float32Array(quanta.buffer);
    const states = await this.#words(rest, CONVEX_REST.words);
    const answered = new Float32Array((await this.#words(slots, BODY_SLOT.words, this.#answersAt)).buffer);
    for (let k = 0; k < count; k++) {
      const i = name[k];
      const at = CONVEX_REST.words * k;
      this.#grid.unpack(quanta, CONVEX_POSITION.words * k, states[at + REST.cell], arrays.position, 3 * i);
      const tag = states[at + REST.tag];
      const number = states[at + REST.shape];
      const shape = this.#shapes[number];
      arrays.scale[i] = radii[CONVEX_POSITION.words * k + RADIUS] / Math.fround(shape.radius);
      arrays.radius[i] = arrays.scale[i] * shape.shownRadius;
      arrays.shape[i] = number;
      arrays.material[i] = tag & MATERIAL_MASK;
      arrays.isFixed[i] = (tag & FIXED) === 0 ? 0 : 1;
      const own = ownOrientation(turnAt(states, at), shape);
      arrays.orientation[4 * i] = own.w;
      arrays.orientation[4 * i + 1] = own.x;
      arrays.orientation[4 * i + 2] = own.y;
      arrays.orientation[4 * i + 3] = own.z;
      const from = BODY_SLOT.words * k;
      for (let c = 0; c < 3; c++) {
        arrays.force[3 * i + c] = answered[from + ANSWER.force + c];
        arrays.velocity[3 * i + c] = answered[from + ANSWER.velocity + c];
        arrays.angularVelocity[3 * i + c] = answered[from + ANSWER.angularVelocity + c];
      }
      arrays.torque[3 * i] = answered[from + ANSWER.torqueX];
      arrays.torque[3 * i + 1] = answered[from + ANSWER.torqueY];
      arrays.torque[3 * i + 2] = answered[from + ANSWER.torqueZ];
    }
    return arrays;
  }

  /** Much less than all arrays. */
  async positions(): Promise<Float64Array> {
    const { count } = this.#species.memory;
    const positions = new Float64Array(3 * count);
    if (count === 0) return positions;
    const { position, rest } = this.#state;
    const name = await this.#indices();
    const quanta = await this.#words(position, CONVEX_POSITION.words);
    const states = await this.#words(rest, CONVEX_REST.words);
    for (let k = 0; k < count; k++) {
      const cell = states[CONVEX_REST.words * k + REST.cell];
      this.#grid.unpack(quanta, CONVEX_POSITION.words * k, cell, positions, 3 * name[k]);
    }
    return positions;
  }

  async orientations({ orientation }: ProbedConvexBodies): Promise<Float64Array> {
    return orientation;
  }

  async contacts(
    { position }: ProbedConvexBodies,
    ids: (index: number) => number,
  ): Promise<{ view: ContactView; touches: readonly MeshTouch[] }> {
    const floats = await this.#contactRecords();
    const words = new Uint32Array(floats.buffer);
    const names = await this.#indices();
    const count = floats.length / CONTACT.words;
    const view = emptyContactView(count);
    const at = CONTACT.at;
    for (let k = 0; k < count; k++) {
      const from = CONTACT.words * k;
      const first = names[words[from + at.first]];
      const second = words[from + at.second];
      const isWall = second >= WALL_BIT;
      view.idA[k] = ids(first);
      view.idB[k] = isWall ? second - WALL_BIT : ids(names[second]);
      view.kind[k] = isWall ? CONTACT_HALF_SPACE : CONTACT_BODY;
      view.overlap[k] = floats[from + at.overlap];
      for (let c = 0; c < 3; c++) {
        view.point[3 * k + c] = position[3 * first + c] + floats[from + at.point + c];
        view.force[3 * k + c] = floats[from + at.force + c];
        view.normal[3 * k + c] = floats[from + at.normal + c];
      }
    }
    const lattices = this.#engine.settings.meshes?.lattices;
    if (lattices === undefined) return { view, touches: [] };
    const touches = convexMeshTouches(
      lattices,
      await this.#meshRows(),
      (index) => names[index],
      (name) => vectorAt(position, 3 * name),
    );
    return { view, touches };
  }

  /** All contact points, a CONTACT each, in the order of pairs. */
  async #contactRecords(): Promise<Float32Array> {
    const [engine, species, device] = [this.#engine, this.#species, this.#device];
    await engine.probe();
    const points = await species.contactCount();
    if (points === 0) return new Float32Array(0);
    device.queue.writeBuffer(species.memory.status, 4 * CONTACT_SUM, new Uint32Array(1));
    const { records, begin } = species.contactRoom(points);
    engine.run((pass) => species.contacts(pass, engine.cursor, records));
    const floats = new Float32Array(await readBuffer(device, records, CONTACT.bytes * points, begin));
    records.destroy();
    species.forgetPairs();
    const words = new Uint32Array(floats.buffer);
    const { pair, number } = CONTACT.at;
    const rows = Uint32Array.from({ length: points }, (_, k) => CONTACT.words * k);
    rows.sort((a, b) => words[a + pair] - words[b + pair] || words[a + number] - words[b + number]);
    const sorted = new Float32Array(floats.length);
    rows.forEach((from, k) => {
      sorted.set(floats.subarray(from, from + CONTACT.words), CONTACT.words * k);
    });
    return sorted;
  }

  /** Mesh contacts of the last probe, in rows of ROW_VECTORS. */
  async #meshRows(): Promise<Uint32Array> {
    const { cursor } = this.#engine;
    const rows = await this.#species.rowCount(cursor);
    const { rows: buffer } = this.#species.memory.lists[other(cursor.list)];
    return new Uint32Array(await readBuffer(this.#device, buffer, 16 * ROW_VECTORS * rows));
  }

  async counts(): Promise<GpuCounts> {
    await this.#engine.probe();
    const { cursor } = this.#engine;
    return {
      pairs: await this.#species.pairCount(cursor),
      contacts: await this.#species.contactCount(),
      nearMeshes: await this.#species.rowCount(cursor),
      overflow: 0,
    };
  }

  async read(indices: readonly number[], isProbed: boolean): Promise<ReadBody[]> {
    if (indices.length === 0) return [];
    const { position, rest, names, slots } = this.#state;
    const rows = (buffer: GPUBuffer, stride: number, from = 0): Promise<Uint32Array> =>
      readRows(this.#device, buffer, stride, indices, this.#species.memory.count, from);
    const [quanta, words, name] = [
      await rows(position, CONVEX_POSITION.words),
      await rows(rest, CONVEX_REST.words),
      await rows(names, 1),
    ];
    const radii = new Float32Array(quanta.buffer);
    const floats = new Float32Array(words.buffer);
    const probed = isProbed
      ? new Float32Array((await rows(slots, BODY_SLOT.words, this.#answersAt)).buffer)
      : undefined;
    const point = new Float64Array(3);
    return indices.map((_, k) => {
      const [at, answer] = [CONVEX_REST.words * k, BODY_SLOT.words * k];
      const now = (field: 'velocity' | 'angularVelocity'): Vector3 =>
        probed === undefined ? vectorAt(floats, at + REST[field]) : vectorAt(probed, answer + ANSWER[field]);
      this.#grid.unpack(quanta, CONVEX_POSITION.words * k, words[at + REST.cell], point, 0);
      const shape = this.#shapes[words[at + REST.shape]];
      const scale = radii[CONVEX_POSITION.words * k + RADIUS] / Math.fround(shape.radius);
      const density = this.#density(words[at + REST.tag] & MATERIAL_MASK);
      const [centre, turn] = [vectorAt(point, 0), turnAt(words, at)];
      const rate = rotate({ ...turn, w: -turn.w }, now('angularVelocity'));
      const [jx, jy, jz] = shape.inertia;
      return {
        name: name[k],
        position: centre,
        velocity: now('velocity'),
        mass: density * shape.volume * power(scale, 3),
        turning: 0.5 * density * power(scale, 5) * (jx * rate.x ** 2 + jy * rate.y ** 2 + jz * rate.z ** 2),
        present: () => presentBody(shape, scale, centre, ownOrientation(turn, shape)),
      };
    });
  }

  save(): undefined {
    return undefined;
  }

  restore(): void {}

  /** Position of each body in the order of the arrays, by its index on the GPU. */
  async #indices(): Promise<Uint32Array> {
    const names = await this.#words(this.#state.names, 1);
    const { indices } = this.#bodyIds;
    return indices === undefined ? names : names.map((name) => indices[name]);
  }

  async #words(buffer: GPUBuffer, stride: number, from = 0): Promise<Uint32Array> {
    return new Uint32Array(await readBuffer(this.#device, buffer, 4 * stride * this.#species.memory.count, from));
  }
}

/** Orientation of the principal axes in the record of a body. */
function turnAt(words: Uint32Array, at: number): Quaternion {
  const from = at + REST.turn;
  const [w = 1, x = 0, y = 0, z = 0] = new Int32Array(words.buffer).subarray(from, from + 4);
  return normaliseQuaternion({ w, x, y, z });
}

function presentBody(
  { volume, ball }: Pick<TableShape, 'volume' | 'ball'>,
  scale: number,
  position: Vector3,
  orientation: Quaternion,
): Present {
  const centre = add(position, rotate(orientation, scaled(ball.centre, scale)));
  return { position, volume: volume * power(scale, 3), balls: [{ centre, radius: scale * ball.radius }] };
}
