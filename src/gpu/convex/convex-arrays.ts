// SPDX-License-Identifier: MIT
/** Bodies with a shape and an orientation, convex ones and clumps, as flat arrays. */

import { power } from '../../math/elementary.ts';
import { pose } from '../../math/pose.ts';
import { inverseRotate, type Quaternion, rotate } from '../../math/quaternion.ts';
import { add, type Vector3, vector3 } from '../../math/vector.ts';
import { bodyCount, eachBody } from '../../simulation/bodies/body-groups.ts';
import { materialNumber } from '../../simulation/set-up.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import type { Newcomer } from '../engine/body-exchange.ts';
import { centroidAt, type TableShape } from './shape-table.ts';

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
