// SPDX-License-Identifier: MIT
/**
 * The moving bodies of an event-driven simulation as a mechanical system in its initial state: free bodies, or trees if
 * there are joints or springs.
 */

import { SceneError } from '../../errors.ts';
import { cubeRoot } from '../../math/elementary.ts';
import { type Pose, pose } from '../../math/pose.ts';
import { fromAxes } from '../../math/quaternion.ts';
import { addMatrices, eigenSystem, ZERO_MATRIX } from '../../math/symmetric-matrix.ts';
import { length, type Vector3, vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { FREE_BODY_STRIDE, FreeBodies, type FreeBody } from '../../motion/free-bodies.ts';
import type { MechanicalSystem } from '../../motion/mechanical-system.ts';
import { joinBodies } from '../../multibody/joined-bodies.ts';
import { areApart } from '../../multibody/joint-neighbours.ts';
import type { TreeBody } from '../../multibody/joint-tree.ts';
import { MultibodySystem } from '../../multibody/multibody-system.ts';
import { startState } from '../../multibody/start-state.ts';
import type { EventBodySpec, EventSimulationSpec } from './event-simulation-spec.ts';

export interface MovingBodies {
  readonly system: MechanicalSystem & Required<Pick<MechanicalSystem, 'project'>>;
  readonly start: Float64Array;
  /** Number of each body of the list in the system; undefined for fixed ones. */
  readonly numbers: readonly (number | undefined)[];
  /** Initial poses of the bodies of the list; fixed bodies keep them. */
  readonly poses: readonly Pose[];
  /** Of the smallest body, m; Infinity when none moves. */
  readonly size: number;
  /** To be expected from the start, m/s2. */
  readonly acceleration: number;
  /** With joints: the system again, and names. */
  readonly joined?: {
    readonly system: MultibodySystem;
    readonly jointNames: readonly string[];
    readonly springNames: readonly string[];
  };
  /** Some of the bodies as a separate system; undefined if they are connected. */
  partOf?(members: readonly number[]): MechanicalSystem;
  /** True for positions and orientations in y, which have no natural zero. */
  isCoordinate(index: number): boolean;
  centreOf(t: number, y: Float64Array, body: number): { readonly position: Vector3; readonly velocity: Vector3 };
  /** Of bodies of the list: whether joints keep them from touching. */
  areApart(a: number, b: number): boolean;
}

/** Throws a SceneError for unsupported bodies. */
export function movingBodies(spec: EventSimulationSpec, names: readonly string[]): MovingBodies {
  const { bodies, joints = [], springs = [] } = spec;
  const poses = bodies.map((body, i) => poseOf(body, names[i]));
  return joints.length + springs.length === 0 ? freeBodies(spec, poses) : joinedBodies(spec, names, poses);
}

function freeBodies(spec: EventSimulationSpec, poses: readonly Pose[]): MovingBodies {
  const { bodies } = spec;
  const numbers = movingNumbers(bodies);
  const moving = bodies.filter((body) => !isFixed(body));
  const free = moving.map((body) => freeBody(body));
  const gravity = gravityOf(spec);
  const size = Math.min(...free.map((body) => body.size), Infinity);
  const system = new FreeBodies(free, gravity, spec.speed ?? typicalSpeed(moving, length(gravity), size));
  const start = new Float64Array(system.size);
  bodies.forEach(({ velocity = ZERO_VECTOR, angularVelocity = ZERO_VECTOR }, i) => {
    const body = numbers[i];
    if (body !== undefined) system.setBody(start, body, poses[i], vector3(velocity), vector3(angularVelocity));
  });
  return {
    system,
    start,
    numbers,
    poses,
    size,
    acceleration: length(gravity),
    partOf: (members) => system.part(members),
    isCoordinate: (index) => index % FREE_BODY_STRIDE < 7,
    centreOf: (_t, y, body) => ({ position: system.centreOfMass(y, body), velocity: system.velocity(y, body) }),
    areApart: () => false,
  };
}

function joinedBodies(spec: EventSimulationSpec, names: readonly string[], poses: readonly Pose[]): MovingBodies {
  const { bodies, joints = [], springs = [], tolerance = 1e-6 } = spec;
  const numbers = movingNumbers(bodies);
  const isChild = new Map(joints.map(({ child, name }, i) => [child, name ?? `joints[${i}]`]));
  bodies.forEach(({ velocity, angularVelocity }, i) => {
    const joint = isChild.get(names[i]);
    if (joint === undefined || (velocity ?? angularVelocity) === undefined) return;
    const message =
      `${names[i]}: hangs on ${joint} and moves as initial of the joint says; leave velocity and angularVelocity ` +
      'out';
    throw new SceneError('velocity-of-child', message, { body: names[i], joint });
  });
  const joined = joinBodies(
    bodies.map((body, i) => ({
      name: names[i],
      pose: poses[i],
      isPosed: body.position !== undefined || body.orientation !== undefined,
      tree: isFixed(body) ? undefined : treeBody(body),
    })),
    joints,
    springs,
    tolerance,
  );
  const moving = bodies.filter((body) => !isFixed(body));
  const gravity = gravityOf(spec);
  const size = Math.min(...joined.tree.bodies.map((body) => body.size), Infinity);
  const given = joints.map((joint, i) => initialSpeed(joint, joined.tree.links.find((link) => link.joint === i)?.size));
  const speed = spec.speed ?? Math.max(typicalSpeed(moving, length(gravity), size), ...given.filter(Number.isFinite));
  const system = new MultibodySystem(joined.tree, { ...joined, gravity, speed });
  const begin = bodies.flatMap(({ velocity = ZERO_VECTOR, angularVelocity = ZERO_VECTOR }, i) =>
    numbers[i] === undefined
      ? []
      : { pose: joined.poses[i], velocity: vector3(velocity), angularVelocity: vector3(angularVelocity) },
  );
  const start = startState(system, begin, joints, joined.jointNames);
  system.settleSprings(0, start);
  return {
    system,
    start,
    numbers,
    size,
    joined: { ...joined, system },
    poses: joined.poses,
    acceleration: length(gravity),
    isCoordinate: (index) => system.isCoordinate(index),
    centreOf: (t, y, body) => system.centreOf(t, y, body),
    areApart: areApart(
      names,
      bodies.map((body) => isFixed(body)),
      joints,
    ),
  };
}

function movingNumbers(bodies: readonly EventBodySpec[]): readonly (number | undefined)[] {
  let count = 0;
  return bodies.map((body) => (isFixed(body) ? undefined : count++));
}

function isFixed({ fixed = false, shape }: EventBodySpec): boolean {
  return fixed || shape.kind === 'halfSpace';
}

function gravityOf({ gravity }: EventSimulationSpec): Vector3 {
  return gravity === undefined ? ZERO_VECTOR : vector3(gravity);
}

function poseOf({ position, orientation }: EventBodySpec, name: string): Pose {
  try {
    return pose({ ...(position && { position }), ...(orientation && { orientation }) });
  } catch (error) {
    throw new SceneError('invalid-pose', `${name}: ${(error as Error).message}`);
  }
}

function freeBody({ shape, density = 1000 }: EventBodySpec): FreeBody {
  const { volume, centroid, inertia } = shape.massProperties();
  const { values, vectors } = eigenSystem(inertia);
  const [x, y, z] = values;
  return {
    mass: density * volume,
    inertia: [density * x, density * y, density * z],
    principal: { position: centroid, orientation: fromAxes(...vectors) },
    size: cubeRoot(volume),
  };
}

function treeBody({ shape, density = 1000 }: EventBodySpec): TreeBody {
  const { volume, centroid, inertia } = shape.massProperties();
  return {
    mass: density * volume,
    centre: centroid,
    inertia: addMatrices(ZERO_MATRIX, inertia, density),
    size: cubeRoot(volume),
  };
}

/** The fastest body at the start, or a fall by a body's size. */
function typicalSpeed(bodies: readonly EventBodySpec[], gravity: number, size: number): number {
  const speeds = bodies.map(({ velocity = ZERO_VECTOR }) => length(vector3(velocity)));
  const turns = bodies.map(({ angularVelocity = ZERO_VECTOR }) => length(vector3(angularVelocity)) * size);
  const fastest = Math.max(0, ...speeds, ...turns, Math.sqrt(gravity * (size < Infinity ? size : 0)));
  return fastest > 0 ? fastest : 1;
}

/** Initial speed of the child of a joint, m/s; `size` converts rotations to lengths. */
function initialSpeed(joint: NonNullable<EventSimulationSpec['joints']>[number], size = 1): number {
  if (!('initial' in joint) || joint.initial === undefined) return 0;
  if (joint.kind === 'prismatic') return Math.abs(joint.initial.speed ?? 0);
  if (joint.kind === 'revolute') return size * Math.abs(joint.initial.speed ?? 0);
  const turning = size * length(vector3(joint.initial.angularVelocity ?? ZERO_VECTOR));
  return joint.kind === 'free' ? turning + length(vector3(joint.initial.velocity ?? ZERO_VECTOR)) : turning;
}
