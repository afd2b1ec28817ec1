// SPDX-License-Identifier: MIT
/** Inserts, removes and reads convex bodies on the GPU. */
import { power } from '../../math/elementary.ts';
import { normaliseQuaternion, type Quaternion, rotate } from '../../math/quaternion.ts';
import { add, dot, scale as scaled, type Vector3, vector3 } from '../../math/vector.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import type { BodyIds } from '../engine/body-ids.ts';
import type { CellGrid } from '../engine/cell-grid.ts';
import { type GpuBodies, type Newcomer, type Present, type RemovedBody, readRows } from '../engine/gpu-bodies.ts';
import { boxWords, surroundingsAt, surroundingsBit } from '../engine/gpu-regions.ts';
import type { Found } from '../engine/gpu-settings.ts';
import { MATERIAL_MASK } from '../kernels/prelude.ts';
import { type ConvexArrays, emptyConvexBodies, uploadConvexBodies } from './convex-arrays.ts';
import type { ConvexEngine } from './convex-engine.ts';
import { ownOrientation, type TableShape } from './shape-table.ts';

/** Bodies as the insertion sees them. */
export function presentBodies(arrays: ConvexArrays, shapes: readonly TableShape[]): Present[] {
  return Array.from({ length: arrays.count }, (_, i) => {
    const shape = shapes[arrays.shape[i]];
    const [w = 1, x = 0, y = 0, z = 0] = arrays.orientation.subarray(4 * i, 4 * i + 4);
    return present(shape, arrays.scale[i], vectorAt(arrays.position, 3 * i), { w, x, y, z });
  });
}

/** Flat arrays of the bodies that appear. */
export function convexBodiesOfNewcomers(newcomers: readonly Newcomer[]): ConvexArrays {
  const arrays = emptyConvexBodies(newcomers.length);
  newcomers.forEach(({ shape, scale, position, orientation, velocity, material }, i) => {
    arrays.position.set([position.x, position.y, position.z], 3 * i);
    arrays.orientation.set([orientation.w, orientation.x, orientation.y, orientation.z], 4 * i);
    arrays.velocity.set([velocity.x, velocity.y, velocity.z], 3 * i);
    arrays.shape[i] = shape;
    arrays.scale[i] = scale;
    arrays.material[i] = material;
  });
  return arrays;
}

export class GpuConvexBodies implements GpuBodies {
  readonly #spec: SimulationSpec;
  readonly #device: GPUDevice;
  readonly #engine: ConvexEngine;
  readonly #grid: CellGrid;
  readonly #bodyIds: BodyIds;
  readonly #shapes: readonly TableShape[];
  #answers: GPUBuffer | undefined;

  constructor(
    spec: SimulationSpec,
    device: GPUDevice,
    engine: ConvexEngine,
    grid: CellGrid,
    bodyIds: BodyIds,
    shapes: readonly TableShape[],
  ) {
    this.#spec = spec;
    this.#device = device;
    this.#engine = engine;
    this.#grid = grid;
    this.#bodyIds = bodyIds;
    this.#shapes = shapes;
  }

  get stepCount(): number {
    return this.#engine.stepCount;
  }

  async near(min: Vector3, max: Vector3): Promise<Present[]> {
    this.#engine.writeRegions(surroundingsAt(this.#spec), boxWords('box', min, max, this.#grid));
    const found = await this.#engine.look(surroundingsBit(this.#spec));
    const indices = found.map(({ index }) => index);
    const bodies = await this.#read(indices);
    return bodies.map(({ shape, scale, position, turn }) =>
      present(shape, scale, position, ownOrientation(turn, shape)),
    );
  }

  async add(newcomers: readonly Newcomer[]): Promise<void> {
    const first = await this.#engine.append(newcomers.length);
    const name = this.#bodyIds.size - newcomers.length;
    const densities = this.#spec.materials.map(({ density }) => density);
    const arrays = convexBodiesOfNewcomers(newcomers);
    await uploadConvexBodies(this.#device, this.#engine, this.#grid, arrays, this.#shapes, densities, { first, name });
  }

  look(regions: number): Promise<Found[]> {
    return this.#engine.look(regions);
  }

  async probe(): Promise<number> {
    const { energies, answers } = await this.#engine.probe();
    this.#answers = answers;
    return energies[3];
  }

  async read(indices: readonly number[], isProbed: boolean): Promise<RemovedBody[]> {
    const gravity = vector3(this.#spec.gravity);
    const bodies = await this.#read(indices);
    const answers = isProbed && this.#answers !== undefined && indices.length > 0 ? this.#answers : undefined;
    const probed = answers && new Float32Array((await this.#rows(answers, 16, indices)).buffer);
    return bodies.map(({ name, shape, scale, position, turn, material, velocity, spin }, k) => {
      const density = this.#spec.materials[material]?.density ?? 0;
      const mass = density * shape.volume * power(scale, 3);
      const v = probed === undefined ? velocity : vectorAt(probed, 16 * k + 4);
      const rate = rotate({ ...turn, w: -turn.w }, probed === undefined ? spin : vectorAt(probed, 16 * k + 8));
      const [jx, jy, jz] = shape.inertia;
      const turning = 0.5 * density * power(scale, 5) * (jx * rate.x ** 2 + jy * rate.y ** 2 + jz * rate.z ** 2);
      return { name, mass, energy: mass * (0.5 * dot(v, v) - dot(gravity, position)) + turning };
    });
  }

  remove(indices: readonly number[]): Promise<void> {
    return this.#engine.remove(indices);
  }

  #rows(buffer: GPUBuffer, stride: number, indices: readonly number[]): Promise<Uint32Array> {
    return readRows(this.#device, buffer, stride, indices, this.#engine.memory.count);
  }

  async #read(indices: readonly number[]) {
    if (indices.length === 0) return [];
    const { position, rest, names } = this.#engine.state;
    const [quanta, words, name] = [
      await this.#rows(position, 4, indices),
      await this.#rows(rest, 16, indices),
      await this.#rows(names, 1, indices),
    ];
    const radii = new Float32Array(quanta.buffer);
    const floats = new Float32Array(words.buffer);
    const whole = new Int32Array(words.buffer);
    const point = new Float64Array(3);
    return indices.map((_, k) => {
      const at = 16 * k;
      this.#grid.unpack(quanta, 4 * k, words[at + 7], point, 0);
      const shape = this.#shapes[words[at + 15]];
      const [w = 1, x = 0, y = 0, z = 0] = whole.subarray(at + 8, at + 12);
      return {
        name: name[k],
        shape,
        scale: radii[4 * k + 3] / Math.fround(shape.radius),
        position: vectorAt(point, 0),
        velocity: vectorAt(floats, at),
        spin: vectorAt(floats, at + 4),
        // Of the principal axes.
        turn: normaliseQuaternion({ w, x, y, z }),
        material: words[at + 3] & MATERIAL_MASK,
      };
    });
  }
}

function present(
  { volume, ball }: Pick<TableShape, 'volume' | 'ball'>,
  scale: number,
  position: Vector3,
  orientation: Quaternion,
): Present {
  const centre = add(position, rotate(orientation, scaled(ball.centre, scale)));
  return { position, volume: volume * power(scale, 3), balls: [{ centre, radius: scale * ball.radius }] };
}

function vectorAt(from: Float32Array | Float64Array, at: number): Vector3 {
  const [x = 0, y = 0, z = 0] = from.subarray(at, at + 3);
  return { x, y, z };
}
