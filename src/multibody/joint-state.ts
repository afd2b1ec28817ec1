// SPDX-License-Identifier: MIT
/** What a joint does at one time: coordinates, velocities, and the force and torque that go through it. */
import { type Pose, pose } from '../math/pose.ts';
import { fromAxisAngle } from '../math/quaternion.ts';
import { add, cross, dot, scale, type Vector3, ZERO_VECTOR } from '../math/vector.ts';
import type { ArticulatedBodies } from './articulated-bodies.ts';
import type { JointKind } from './joint-spec.ts';
import type { Link } from './joint-tree.ts';
import { SUBSPACE, type TreeKinematics } from './tree-kinematics.ts';

/** Coordinate, motion and loads of a joint at the present time. */
export interface JointState {
  readonly kind: JointKind;
  /** Of a revolute joint, rad; it counts on beyond a turn. */
  readonly angle?: number;
  /** Of a prismatic joint, m. */
  readonly displacement?: number;
  /** Rate of the angle or displacement, rad/s or m/s. */
  readonly speed?: number;
  /** Of the joint's frame on the child in that on the parent. */
  readonly pose: Pose;
  /** Of the child against the parent, world axes, rad/s. */
  readonly angularVelocity: Vector3;
  /** Of the joint's frame on the child against that on the parent, world axes, m/s. */
  readonly velocity: Vector3;
  /**
   * Of a joint with one coordinate, N or N m: what springs, dampers, drive and stops exert along it; for a prescribed
   * motion, what this takes.
   */
  readonly effort?: number;
  /**
   * What the parent exerts on the child through the joint, all of it, world axes; the torque about the origin of the
   * joint's frame on the child, N and N m.
   */
  readonly force: Vector3;
  readonly torque: Vector3;
}

/** With the reaction of the last solution of the dynamics. */
export function jointState(
  kinematics: TreeKinematics,
  dynamics: ArticulatedBodies,
  efforts: Float64Array,
  joint: number,
  t: number,
  y: Float64Array,
): JointState {
  const { tree, arms, relative, subspaces } = kinematics;
  const k = tree.links.findIndex((link) => link.joint === joint);
  const link = tree.links[k];
  const reaction = new Float64Array(6);
  dynamics.writeReaction(k, reaction);
  const force = vectorAt(reaction, 3);
  const torque = add(vectorAt(reaction, 0), cross(vectorAt(arms, 3 * k), force));
  const common = {
    kind: link.kind,
    angularVelocity: vectorAt(relative, 6 * k),
    velocity: vectorAt(relative, 6 * k + 3),
    force,
    torque,
  };
  if (link.kind !== 'revolute' && link.kind !== 'prismatic') return { ...common, pose: poseOf(link, y) };
  const isRevolute = link.kind === 'revolute';
  const [value, speed] =
    link.motion?.(t) ?? ([y[link.coordinateAt], y[tree.coordinateCount + link.velocityAt]] as const);
  const axis = vectorAt(subspaces, SUBSPACE * k + (isRevolute ? 0 : 3));
  const effort = link.motion === undefined ? efforts[link.velocityAt] : dot(axis, isRevolute ? torque : force);
  return isRevolute
    ? { ...common, angle: value, speed, effort, pose: pose({ orientation: fromAxisAngle(link.axis, value) }) }
    : { ...common, displacement: value, speed, effort, pose: pose({ position: scale(link.axis, value) }) };
}

function poseOf({ kind, coordinateAt: at }: Link, y: Float64Array): Pose {
  if (kind === 'fixed') return pose();
  const q = kind === 'free' ? at + 3 : at;
  return pose({
    position: kind === 'free' ? vectorAt(y, at) : ZERO_VECTOR,
    orientation: [y[q], y[q + 1], y[q + 2], y[q + 3]],
  });
}

function vectorAt(values: Float64Array, at: number): Vector3 {
  return { x: values[at], y: values[at + 1], z: values[at + 2] };
}
