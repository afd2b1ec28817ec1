// SPDX-License-Identifier: MIT
/**
 * What a joint is given, checked one by one: keys, numbers, axis, forces, stops. Throws SceneErrors that begin with the
 * path of the entry.
 */
import { SceneError } from '../errors.ts';
import { isFiniteVector, length, normalise, type Vector3, type Vector3Like, vector3 } from '../math/vector.ts';
import type { JointForces } from './joint-efforts.ts';
import type { JointLimit } from './joint-limits.ts';
import { JOINT_KINDS, type JointKind, type JointLimitSpec, type JointSpec } from './joint-spec.ts';
import type { PrescribedMotion } from './joint-tree.ts';
import { motionFunction, timeFunction } from './time-function.ts';

const PLACE_KEYS = ['name', 'kind', 'parent', 'child', 'at', 'onParent', 'onChild'];
const AXIS_KEYS = [...PLACE_KEYS, 'contact', 'axis', 'spring', 'damping', 'drive', 'limits', 'initial'];
const KEYS: Readonly<Record<JointKind, readonly string[]>> = {
  fixed: PLACE_KEYS,
  revolute: AXIS_KEYS,
  prismatic: AXIS_KEYS,
  spherical: [...PLACE_KEYS, 'contact', 'spring', 'damping', 'initial'],
  free: [...PLACE_KEYS, 'contact', 'initial'],
};
const INITIAL_KEYS: Readonly<Record<JointKind, readonly string[]>> = {
  fixed: [],
  revolute: ['angle', 'speed'],
  prismatic: ['displacement', 'speed'],
  spherical: ['orientation', 'angularVelocity'],
  free: ['position', 'orientation', 'velocity', 'angularVelocity'],
};
const DRIVE_KEYS: Readonly<Record<string, readonly string[]>> = {
  force: ['kind', 'value'],
  servo: ['kind', 'target', 'targetSpeed', 'stiffness', 'damping'],
  motion: ['kind', 'value'],
};
const SPRING_KEYS = ['stiffness', 'rest'];
const LIMIT_KEYS = ['low', 'high', 'stiffness', 'restitution', 'slowestImpact'];

export function requireKeys(given: object, allowed: readonly string[], path: string): void {
  for (const key of Object.keys(given)) {
    if (allowed.includes(key)) continue;
    throw new SceneError('unknown-key', `${path}.${key}: expected one of ${allowed.join(', ')}`, { path, key });
  }
}

export function requireNumber(value: number, path: string, least = -Infinity): number {
  if (Number.isFinite(value) && value >= least) return value;
  const bound = least > -Infinity ? ` >= ${least}` : '';
  throw new SceneError('out-of-range', `${path}: expected a finite number${bound}, got ${value}`, { path });
}

export function requireVector(given: Vector3Like, path: string): Vector3 {
  const v = vector3(given);
  if (isFiniteVector(v)) return v;
  throw new SceneError('out-of-range', `${path}: expected three finite numbers, got (${v.x}, ${v.y}, ${v.z})`, {
    path,
  });
}

/** Kind, keys, and what needs no other joint. */
export function checkJoint(joint: JointSpec, path: string): void {
  if (!JOINT_KINDS.includes(joint.kind)) {
    const message = `${path}.kind: expected one of ${JOINT_KINDS.join(', ')}, got ${String(joint.kind)}`;
    throw new SceneError('unknown-kind', message, { path });
  }
  requireKeys(joint, KEYS[joint.kind], path);
  if (joint.at !== undefined && (joint.onParent !== undefined || joint.onChild !== undefined)) {
    throw new SceneError('two-places', `${path}: has at and onParent or onChild; a joint is placed by one of them`, {
      path,
    });
  }
  if ('initial' in joint && joint.initial !== undefined) {
    requireKeys(joint.initial, INITIAL_KEYS[joint.kind], `${path}.initial`);
  }
}

/** Unit axis of a revolute or prismatic joint; undefined for others. */
export function axisOf(joint: JointSpec, path: string): Vector3 | undefined {
  if (joint.kind !== 'revolute' && joint.kind !== 'prismatic') return undefined;
  if (joint.axis === undefined) {
    throw new SceneError('no-axis', `${path}.axis: a ${joint.kind} joint needs one, such as [0, 0, 1]`, { path });
  }
  const axis = requireVector(joint.axis, `${path}.axis`);
  if (length(axis) > 0) return normalise(axis);
  throw new SceneError('zero-axis', `${path}.axis: expected a direction, got (0, 0, 0)`, { path });
}

/** The prescribed motion of a joint that has one. Nothing else may act along it. */
export function motionOf(joint: JointSpec, path: string): PrescribedMotion | undefined {
  if ((joint.kind !== 'revolute' && joint.kind !== 'prismatic') || joint.drive?.kind !== 'motion') return undefined;
  requireKeys(joint.drive, DRIVE_KEYS.motion, `${path}.drive`);
  for (const key of ['spring', 'damping', 'limits', 'initial'] as const) {
    if (joint[key] === undefined) continue;
    const message = `${path}.${key}: a joint whose motion is prescribed has none; take drive.kind servo for one that gives way`;
    throw new SceneError('prescribed-motion', message, { path, key });
  }
  return motionFunction(joint.drive.value, `${path}.drive.value`);
}

export function forcesOf(joint: JointSpec, path: string): JointForces | undefined {
  if (joint.kind === 'fixed' || joint.kind === 'free') return undefined;
  const { spring, damping = 0 } = joint;
  if (spring !== undefined) requireKeys(spring, SPRING_KEYS, `${path}.spring`);
  const drive = joint.kind === 'spherical' ? undefined : driveOf(joint, path);
  const rest = joint.kind === 'spherical' ? 0 : (joint.spring?.rest ?? 0);
  return {
    stiffness: spring === undefined ? 0 : requireNumber(spring.stiffness, `${path}.spring.stiffness`, 0),
    rest: requireNumber(rest, `${path}.spring.rest`),
    damping: requireNumber(damping, `${path}.damping`, 0),
    ...(drive && { drive }),
  };
}

function driveOf(
  { drive }: Extract<JointSpec, { kind: 'revolute' | 'prismatic' }>,
  path: string,
): JointForces['drive'] | undefined {
  if (drive === undefined || drive.kind === 'motion') return undefined;
  const keys = Object.hasOwn(DRIVE_KEYS, drive.kind) ? DRIVE_KEYS[drive.kind] : undefined;
  if (keys === undefined) {
    const kind = String((drive as { kind?: unknown }).kind);
    throw new SceneError('unknown-kind', `${path}.drive.kind: expected force, servo or motion, got ${kind}`, { path });
  }
  requireKeys(drive, keys, `${path}.drive`);
  if (drive.kind === 'force') return timeFunction(drive.value, `${path}.drive.value`);
  const { target, targetSpeed } = drive;
  const stiffness = requireNumber(drive.stiffness, `${path}.drive.stiffness`, 0);
  const damping = requireNumber(drive.damping ?? 0, `${path}.drive.damping`, 0);
  const value = timeFunction(target, `${path}.drive.target`);
  const rate = rateOf(target, targetSpeed, `${path}.drive`);
  return (t, q, speed) => stiffness * (value(t) - q) + damping * (rate(t) - speed);
}

/** Of the target of a servo: as given, or that of a ramp and oscillation, or none. */
function rateOf(
  target: Parameters<typeof timeFunction>[0],
  given: Parameters<typeof timeFunction>[0] | undefined,
  path: string,
): (t: number) => number {
  if (given !== undefined) return timeFunction(given, `${path}.targetSpeed`);
  if (typeof target !== 'object') return () => 0;
  const motion = motionFunction(target, `${path}.target`);
  return (t) => motion(t)[1];
}

/** Stops of a joint; `start` is where it begins, `hysteresis` the gap at which a stop ends. */
export function limitsOf(
  given: JointLimitSpec,
  joint: number,
  start: number,
  hysteresis: number,
  path: string,
): readonly JointLimit[] {
  requireKeys(given, LIMIT_KEYS, path);
  const { low = -Infinity, high = Infinity, stiffness, restitution = 1, slowestImpact = 0.01 } = given;
  if (!(low < high) || (low === -Infinity && high === Infinity)) {
    const message = `${path}: expected low < high, at least one of them finite, got ${low} and ${high}`;
    throw new SceneError('out-of-range', message, { path });
  }
  for (const [name, value, most] of [
    ['stiffness', stiffness, Infinity],
    ['restitution', restitution, 1],
    ['slowestImpact', slowestImpact, Infinity],
  ] as const) {
    if (value > 0 && value < Infinity && value <= most) continue;
    const bound = most < Infinity ? ` and <= ${most}` : '';
    throw new SceneError('out-of-range', `${path}.${name}: expected a finite number > 0${bound}, got ${value}`, {
      path,
    });
  }
  if (!(start >= low && start <= high)) {
    const message = `${path}: the joint begins at ${start}, outside ${low} to ${high}; change initial or the limits`;
    throw new SceneError('out-of-range', message, { path });
  }
  return [
    { isLow: true, bound: low },
    { isLow: false, bound: high },
  ]
    .filter(({ bound }) => Math.abs(bound) < Infinity)
    .map((limit) => ({ ...limit, joint, stiffness, restitution, slowestImpact, hysteresis }));
}
