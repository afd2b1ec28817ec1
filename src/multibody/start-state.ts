// SPDX-License-Identifier: MIT
/**
 * The state in which a simulation with joints begins: coordinates and velocities as the joints give them, and those of
 * free bodies as the bodies do.
 */
import { SceneError } from '../errors.ts';
import { type Pose, transformPoint } from '../math/pose.ts';
import { inverseRotate, multiply, normaliseQuaternion, type Quaternion } from '../math/quaternion.ts';
import { type Vector3, ZERO_VECTOR } from '../math/vector.ts';
import { bodyMotion } from '../motion/mechanical-system.ts';
import { requireNumber, requireVector } from './joint-checks.ts';
import type { JointSpec } from './joint-spec.ts';
import type { Link } from './joint-tree.ts';
import type { MultibodySystem } from './multibody-system.ts';

/** A moving body where it is drawn, and how it moves if it is free. */
interface StartBody {
  readonly pose: Pose;
  /** Of the centre of mass, world axes. */
  readonly velocity: Vector3;
  readonly angularVelocity: Vector3;
}

/** Bodies are those of the system, in its order; joints and their names in the order of the list. */
export function startState(
  system: MultibodySystem,
  bodies: readonly StartBody[],
  joints: readonly JointSpec[],
  names: readonly string[],
): Float64Array {
  const { links, coordinateCount } = system.tree;
  const y = system.drawnState();
  for (const link of links) writeCoordinates(y, link, system, bodies, joints[link.joint], names[link.joint]);
  const motion = bodyMotion(system.bodyCount);
  system.place(0, y, motion);
  const orientation = (body: number): Quaternion => {
    const [w, x, j, z] = motion.orientations.subarray(4 * body, 4 * body + 4);
    return { w, x, y: j, z };
  };
  for (const link of links) {
    if (link.freedom === 0) continue;
    const at = coordinateCount + link.velocityAt;
    const path = `${names[link.joint]}.initial`;
    const joint = joints[link.joint];
    if (joint?.kind === 'revolute' || joint?.kind === 'prismatic') {
      y[at] = requireNumber(joint.initial?.speed ?? 0, `${path}.speed`);
      continue;
    }
    const initial = joint === undefined ? bodies[link.body] : 'initial' in joint ? (joint.initial ?? {}) : {};
    const { angularVelocity = ZERO_VECTOR } = initial;
    const axes = multiply(orientation(link.body), link.onChild.orientation);
    write(y, at, inverseRotate(axes, requireVector(angularVelocity, `${path}.angularVelocity`)));
    if (link.kind !== 'free') continue;
    const velocity = ('velocity' in initial ? initial.velocity : undefined) ?? ZERO_VECTOR;
    const world = requireVector(velocity, `${path}.velocity`);
    const outer = link.onParent.orientation;
    const frame = link.parent < 0 ? outer : multiply(orientation(links[link.parent].body), outer);
    write(y, at + 3, inverseRotate(frame, world));
  }
  return y;
}

function writeCoordinates(
  y: Float64Array,
  { kind, freedom, body, coordinateAt: at }: Link,
  { tree }: MultibodySystem,
  bodies: readonly StartBody[],
  joint: JointSpec | undefined,
  name: string,
): void {
  if (freedom === 0) return;
  if (joint === undefined) {
    const { pose } = bodies[body];
    write(y, at, transformPoint(pose, tree.bodies[body].centre));
    writeQuaternion(y, at + 3, pose.orientation);
    return;
  }
  const path = `${name}.initial`;
  if (joint.kind === 'revolute') y[at] = requireNumber(joint.initial?.angle ?? 0, `${path}.angle`);
  if (joint.kind === 'prismatic') y[at] = requireNumber(joint.initial?.displacement ?? 0, `${path}.displacement`);
  if (joint.kind === 'free') write(y, at, requireVector(joint.initial?.position ?? ZERO_VECTOR, `${path}.position`));
  if ((joint.kind !== 'spherical' && joint.kind !== 'free') || joint.initial?.orientation === undefined) return;
  const given = joint.initial.orientation;
  const quaternion = 'w' in given ? given : { w: given[0], x: given[1], y: given[2], z: given[3] };
  try {
    writeQuaternion(y, kind === 'free' ? at + 3 : at, normaliseQuaternion(quaternion));
  } catch (error) {
    throw new SceneError('invalid-pose', `${path}.orientation: ${(error as Error).message}`, { path });
  }
}

function write(y: Float64Array, at: number, { x, y: j, z }: Vector3): void {
  y.set([x, j, z], at);
}

function writeQuaternion(y: Float64Array, at: number, { w, x, y: j, z }: Quaternion): void {
  y.set([w, x, j, z], at);
}
