// SPDX-License-Identifier: MIT
/**
 * Convex bodies as flat arrays: uploads them to the GPU and reads them back. Many bodies are packed and written in
 * pieces.
 */

import { SceneError } from '../../errors.ts';
import { power } from '../../math/elementary.ts';
import { pose } from '../../math/pose.ts';
import { inverseRotate, normaliseQuaternion, type Quaternion, rotate } from '../../math/quaternion.ts';
import { add, type Vector3, vector3 } from '../../math/vector.ts';
import { bodyCount, eachBody } from '../../simulation/bodies/body-groups.ts';
import { materialNumber } from '../../simulation/set-up.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import type { CellGrid } from '../engine/cell-grid.ts';
import { readBuffer } from '../engine/gpu-program.ts';
import { FIXED, FRESH, MATERIAL_MASK } from '../kernels/prelude.ts';
import type { ConvexEngine } from './convex-engine.ts';
import { centroidAt, ownOrientation, principalOrientation, type TableShape } from './shape-table.ts';

/** Vectors have stride 3, orientations stride 4, w first. */
export interface ConvexArrays {
  readonly count: number;
  /** Of the centre of mass. */
  readonly position: Float64Array;
  /** Of the shape's own frame. */
  readonly orientation: Float64Array;
  readonly velocity: Float64Array;
  /** In world axes. */
  readonly angularVelocity: Float64Array;
  /** Number of the shape in the spec. */
  readonly shape: Uint16Array;
  /** Factor on the shape's size. */
  readonly scale: Float64Array;
  readonly material: Uint8Array;
  /** 1 for a body that does not move. */
  readonly isFixed: Uint8Array;
}

/** Arrays for this many bodies: of the first shape, at rest at the origin. */
export function emptyConvexBodies(count: number): ConvexArrays {
  const vectors = (): Float64Array => new Float64Array(3 * count);
  const orientation = new Float64Array(4 * count);
  for (let k = 0; k < count; k++) orientation[4 * k] = 1;
  return {
    count,
    position: vectors(),
    orientation,
    velocity: vectors(),
    angularVelocity: vectors(),
    shape: new Uint16Array(count),
    scale: new Float64Array(count).fill(1),
    material: new Uint8Array(count),
    isFixed: new Uint8Array(count),
  };
}

/** The bodies of a spec as flat arrays. */
export function convexBodiesOf(spec: SimulationSpec, shapes: readonly Pick<TableShape, 'centroid'>[]): ConvexArrays {
  const arrays = emptyConvexBodies(bodyCount(spec.bodies));
  const number = new Map((spec.shapes ?? []).map(({ name }, k) => [name, k]));
  const put = (to: Float64Array, i: number, { x, y, z }: Vector3): void => to.set([x, y, z], 3 * i);
  let i = 0;
  for (const body of eachBody(spec.bodies)) {
    const shape = number.get(body.shape) ?? 0;
    const factor = body.scale ?? 1;
    const { orientation } = pose({ orientation: body.orientation ?? [1, 0, 0, 0] });
    const offset = rotate(orientation, centroidAt(shapes[shape], factor));
    arrays.shape[i] = shape;
    arrays.scale[i] = factor;
    put(arrays.position, i, add(vector3(body.position), offset));
    arrays.orientation.set([orientation.w, orientation.x, orientation.y, orientation.z], 4 * i);
    const isFixed = body.fixed === true;
    if (body.velocity !== undefined && !isFixed) put(arrays.velocity, i, vector3(body.velocity));
    if (body.angularVelocity !== undefined && !isFixed) put(arrays.angularVelocity, i, vector3(body.angularVelocity));
    arrays.material[i] = materialNumber(spec, body.material, `bodies[${i}].material`);
    arrays.isFixed[i] = isFixed ? 1 : 0;
    i++;
  }
  return arrays;
}

const PIECE = 1 << 18;
/** Orientations are whole numbers of its inverse. */
export const TURN_QUANTA = 2 ** 30;

export function quaternionAt(from: Float64Array, i: number): Quaternion {
  const [w = 1, x = 0, y = 0, z = 0] = from.subarray(4 * i, 4 * i + 4);
  return { w, x, y, z };
}

export function vectorAt(from: Float64Array, i: number): Vector3 {
  const [x = 0, y = 0, z = 0] = from.subarray(3 * i, 3 * i + 3);
  return { x, y, z };
}

/** Angular momentum of a body, at this density. */
export function momentumOf(
  arrays: ConvexArrays,
  i: number,
  turn: Quaternion,
  { inertia }: Pick<TableShape, 'inertia'>,
  density: number,
): Vector3 {
  const rate = inverseRotate(turn, vectorAt(arrays.angularVelocity, i));
  const factor = density * power(arrays.scale[i], 5);
  return rotate(turn, {
    x: factor * inertia[0] * rate.x,
    y: factor * inertia[1] * rate.y,
    z: factor * inertia[2] * rate.z,
  });
}

/** The bodies of `a`, then those of `b`. */
export function joinConvexBodies(a: ConvexArrays, b: ConvexArrays): ConvexArrays {
  const arrays = emptyConvexBodies(a.count + b.count);
  const vectors = ['position', 'orientation', 'velocity', 'angularVelocity'] as const;
  for (const key of [...vectors, 'shape', 'scale', 'material', 'isFixed'] as const) {
    arrays[key].set(a[key]);
    arrays[key].set(b[key], a[key].length);
  }
  return arrays;
}

/**
 * Writes bodies from index `first` on, as new ones: their velocities are those of the present time. Their numbers are
 * `name` and those after it.
 */
export async function uploadConvexBodies(
  device: GPUDevice,
  engine: ConvexEngine,
  grid: CellGrid,
  arrays: ConvexArrays,
  shapes: readonly TableShape[],
  densities: readonly number[],
  { first, name } = { first: 0, name: 0 },
): Promise<void> {
  const { position, rest, names } = engine.state;
  const piece = Math.min(PIECE, arrays.count);
  const positionWords = new Uint32Array(4 * piece);
  const positionFloats = new Float32Array(positionWords.buffer);
  const words = new Uint32Array(16 * piece);
  const floats = new Float32Array(words.buffer);
  const whole = new Int32Array(words.buffer);
  const numbers = new Uint32Array(piece);
  for (let from = 0; from < arrays.count; from += PIECE) {
    const count = Math.min(PIECE, arrays.count - from);
    for (let k = 0; k < count; k++) {
      const i = from + k;
      const cell = grid.pack(arrays.position, 3 * i, positionWords, 4 * k);
      if (cell < 0) {
        const { x, y, z } = vectorAt(arrays.position, i);
        throw new SceneError('outside-domain', `bodies[${i}].position: [${x}, ${y}, ${z}] is outside the domain`);
      }
      const shape = shapes[arrays.shape[i]];
      // Over the rounded radius of the shape, so that the scale is rounded once.
      positionFloats[4 * k + 3] = Math.fround(shape.radius) * arrays.scale[i];
      const turn = principalOrientation(quaternionAt(arrays.orientation, i), shape);
      const momentum = momentumOf(arrays, i, turn, shape, densities[arrays.material[i]]);
      const at = 16 * k;
      floats.set(arrays.velocity.subarray(3 * i, 3 * i + 3), at);
      words[at + 3] = arrays.material[i] | (arrays.isFixed[i] === 1 ? FIXED : FRESH);
      floats.set(arrays.angularVelocity.subarray(3 * i, 3 * i + 3), at + 4);
      words[at + 7] = cell;
      whole.set(
        [turn.w, turn.x, turn.y, turn.z].map((x) => Math.round(x * TURN_QUANTA)),
        at + 8,
      );
      floats.set([momentum.x, momentum.y, momentum.z], at + 12);
      words[at + 15] = arrays.shape[i];
      numbers[k] = name + i;
    }
    device.queue.writeBuffer(position, 16 * (first + from), positionWords, 0, 4 * count);
    device.queue.writeBuffer(rest, 64 * (first + from), words, 0, 16 * count);
    device.queue.writeBuffer(names, 4 * (first + from), numbers, 0, count);
    device.queue.submit([]);
    await device.queue.onSubmittedWorkDone();
  }
}

/**
 * Bodies at the present time, with the forces on them, in the order of the upload, or by these indices of the numbers
 * of bodies.
 */
export interface ProbedConvexBodies extends ConvexArrays {
  readonly radius: Float64Array;
  readonly force: Float64Array;
  readonly torque: Float64Array;
  /** Kinetic, rotational, potential above the origin of the cells, elastic, J. */
  readonly energies: Float32Array;
}

export async function downloadConvexBodies(
  device: GPUDevice,
  engine: ConvexEngine,
  grid: CellGrid,
  shapes: readonly TableShape[],
  of?: Int32Array,
): Promise<ProbedConvexBodies> {
  const { count } = engine.memory;
  const { energies, answers } = await engine.probe();
  const { position, rest, names } = engine.state;
  const read = async (buffer: GPUBuffer, words: number): Promise<Uint32Array> =>
    new Uint32Array(await readBuffer(device, buffer, 4 * words * count));
  const arrays = {
    ...emptyConvexBodies(count),
    energies,
    radius: new Float64Array(count),
    force: new Float64Array(3 * count),
    torque: new Float64Array(3 * count),
  };
  if (count === 0) return arrays;
  const name = await read(names, 1);
  if (of !== undefined) for (let k = 0; k < count; k++) name[k] = of[name[k]];
  const quanta = await read(position, 4);
  const radii = new Float32Array(quanta.buffer);
  const states = await read(rest, 16);
  const whole = new Int32Array(states.buffer);
  const answered = new Float32Array((await read(answers, 16)).buffer);
  for (let k = 0; k < count; k++) {
    const i = name[k];
    const at = 16 * k;
    grid.unpack(quanta, 4 * k, states[at + 7], arrays.position, 3 * i);
    const tag = states[at + 3];
    const number = states[at + 15];
    const shape = shapes[number];
    arrays.scale[i] = radii[4 * k + 3] / Math.fround(shape.radius);
    arrays.radius[i] = arrays.scale[i] * shape.shownRadius;
    arrays.shape[i] = number;
    arrays.material[i] = tag & MATERIAL_MASK;
    arrays.isFixed[i] = (tag & FIXED) === 0 ? 0 : 1;
    const [w = 1, x = 0, y = 0, z = 0] = whole.subarray(at + 8, at + 12);
    const own = ownOrientation(normaliseQuaternion({ w, x, y, z }), shape);
    arrays.orientation.set([own.w, own.x, own.y, own.z], 4 * i);
    arrays.force.set(answered.subarray(at, at + 3), 3 * i);
    arrays.velocity.set(answered.subarray(at + 4, at + 7), 3 * i);
    arrays.angularVelocity.set(answered.subarray(at + 8, at + 11), 3 * i);
    arrays.torque.set([answered[at + 3], answered[at + 7], answered[at + 11]], 3 * i);
  }
  return arrays;
}

/** Where bodies are now, stride 3, in the order of the upload: much less than all arrays. */
export async function downloadPositions(
  device: GPUDevice,
  { state }: ConvexEngine,
  grid: CellGrid,
  count: number,
): Promise<Float64Array> {
  const position = new Float64Array(3 * count);
  if (count === 0) return position;
  const read = async (buffer: GPUBuffer, words: number): Promise<Uint32Array> =>
    new Uint32Array(await readBuffer(device, buffer, 4 * words * count));
  const name = await read(state.names, 1);
  const quanta = await read(state.position, 4);
  const states = await read(state.rest, 16);
  for (let k = 0; k < count; k++) {
    grid.unpack(quanta, 4 * k, states[16 * k + 7] ?? 0, position, 3 * (name[k] ?? 0));
  }
  return position;
}
