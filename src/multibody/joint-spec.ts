// SPDX-License-Identifier: MIT
/**
 * Joints and springs between bodies, as given. Bodies are drawn in one configuration, that of their poses; there every
 * joint has the coordinate zero, so that poses and joints cannot contradict each other. `initial` then moves the child,
 * and all that hangs on it, to where the motion starts. SI units, angles in radians.
 */
import type { PoseLike } from '../math/pose.ts';
import type { Quaternion } from '../math/quaternion.ts';
import type { Vector3Like } from '../math/vector.ts';
import type { MotionFunctionSpec, TimeFunctionSpec } from './time-function.ts';

/**
 * Names of all kinds of joints.
 *
 * @example
 * ```ts
 * import { JOINT_KINDS } from 'scree/dem';
 *
 * console.log(JOINT_KINDS.includes('revolute')); // true
 * ```
 */
export const JOINT_KINDS = ['fixed', 'revolute', 'prismatic', 'spherical', 'free'] as const;
/** Name of a kind of joint. */
export type JointKind = (typeof JOINT_KINDS)[number];

/** What `parent` calls the world; bodies cannot have this name where there are joints. */
export const WORLD = 'world';

interface JointPlace {
  /** For messages and `EventSimulation.joint`; default `joints[i]`. */
  readonly name?: string;
  /** Name of a body, or `world`, which is the default. */
  readonly parent?: string;
  /** Name of a body that moves; it is the child of one joint only. */
  readonly child: string;
  /**
   * Where the joint is, in world coordinates of the drawn configuration; default: the origin of the child's own frame.
   */
  readonly at?: Vector3Like;
  /**
   * In place of `at`: the joint's frame in the own frame of the parent (of the world: in world coordinates) and of the
   * child; default: those own frames. The pose of the child follows from them; where it is given too it must be the
   * same.
   */
  readonly onParent?: PoseLike;
  readonly onChild?: PoseLike;
}

interface MovingJoint extends JointPlace {
  /** Whether parent and child may touch each other; default false. */
  readonly contact?: boolean;
}

/**
 * One coordinate: the angle about the axis (rad), or the displacement along it (m), of the child against the parent.
 */
interface AxisJoint extends MovingJoint {
  /**
   * Any length but zero. With `at` in world axes of the drawn configuration, with `onParent` and `onChild` in the axes
   * of the joint's frame.
   */
  readonly axis: Vector3Like;
  /** Force -stiffness (q - rest): N/m, or N m/rad. */
  readonly spring?: JointSpringSpec;
  /** Force -damping q': N s/m, or N m s/rad; default 0. */
  readonly damping?: number;
  readonly drive?: JointDriveSpec;
  readonly limits?: JointLimitSpec;
}

/** A spring along the coordinate of a joint; N/m, or N m/rad. */
export interface JointSpringSpec {
  /** N m/rad or N/m */
  readonly stiffness: number;
  /** Default 0, the drawn configuration. */
  readonly rest?: number;
}

/**
 * A hinge: rotation about one axis.
 *
 * @example
 * ```ts no-run
 * import { type JointKind, type RevoluteJointSpec, WORLD } from 'scree/dem';
 *
 * const kind: JointKind = 'revolute';
 * const door: RevoluteJointSpec = {
 *   kind,
 *   parent: WORLD,
 *   child: 'door',
 *   axis: [0, 0, 1],
 *   spring: { stiffness: 10 }, // N m/rad
 *   limits: { low: 0, high: Math.PI / 2, stiffness: 1e4 }, // rad, N m/rad
 * };
 * ```
 */
export interface RevoluteJointSpec extends AxisJoint {
  readonly kind: 'revolute';
  /** rad, rad/s; default 0. */
  readonly initial?: { readonly angle?: number; readonly speed?: number };
}

/** A slide: displacement along one axis. */
export interface PrismaticJointSpec extends AxisJoint {
  readonly kind: 'prismatic';
  /** m, m/s; default 0. */
  readonly initial?: { readonly displacement?: number; readonly speed?: number };
}

/** A rigid connection of two bodies. */
export interface FixedJointSpec extends JointPlace {
  readonly kind: 'fixed';
}

/** The child turns about one point of the parent. */
export interface SphericalJointSpec extends MovingJoint {
  readonly kind: 'spherical';
  /**
   * Torque stiffness sin(angle) about the axis of the rotation from the drawn configuration, N m/rad: smooth at every
   * angle.
   */
  readonly spring?: { readonly stiffness: number };
  /** N m s/rad; default 0. */
  readonly damping?: number;
  readonly initial?: {
    /** From the drawn configuration, w first, in the axes of the joint's frame. */
    readonly orientation?: Quaternion | readonly [number, number, number, number];
    /** Of the child against the parent, world axes at the start, rad/s. */
    readonly angularVelocity?: Vector3Like;
  };
}

/**
 * No constraint: coordinates of a body against another. A body that hangs on no joint, or only has children, is free in
 * the world by itself.
 */
export interface FreeJointSpec extends MovingJoint {
  readonly kind: 'free';
  readonly initial?: {
    /** Displacement of the joint's frame on the child in that on the parent, m. */
    readonly position?: Vector3Like;
    readonly orientation?: Quaternion | readonly [number, number, number, number];
    /** Of the joint's frame on the child against that on the parent, world axes at the start, m/s. */
    readonly velocity?: Vector3Like;
    readonly angularVelocity?: Vector3Like;
  };
}

/** A joint between two bodies, or a body and the world. */
export type JointSpec = FixedJointSpec | RevoluteJointSpec | PrismaticJointSpec | SphericalJointSpec | FreeJointSpec;

/**
 * What drives a joint along its coordinate q. `force`: N, or N m about the axis, as a function of the time. `servo`:
 * stiffness (target - q) + damping (target' - q'). `motion`: q is prescribed, and the load that this takes is reported;
 * such a joint has no `initial`, spring, damping or limits.
 */
export type JointDriveSpec =
  | { readonly kind: 'force'; readonly value: TimeFunctionSpec }
  | {
      readonly kind: 'servo';
      readonly target: TimeFunctionSpec;
      /** target'; default: that of `target` where it is no function, else 0. */
      readonly targetSpeed?: TimeFunctionSpec;
      readonly stiffness: number;
      readonly damping?: number;
    }
  | { readonly kind: 'motion'; readonly value: MotionFunctionSpec };

/**
 * Stops: beyond them a spring pushes back, by stiffness * depth (1 + d * speed of approach), at least zero. The
 * coordinate begins between them.
 */
export interface JointLimitSpec {
  /** rad or m; default: none. */
  readonly low?: number;
  readonly high?: number;
  /** N m/rad or N/m */
  readonly stiffness: number;
  /** 0 < e <= 1: ratio of speeds after and before a stop; default 1. */
  readonly restitution?: number;
  /** Stops that are met more slowly are damped as if met at this speed, rad/s or m/s; default 0.01. */
  readonly slowestImpact?: number;
}

/** A spring and damper along the line between two points of two bodies. */
export interface PointSpringSpec {
  /** Default `springs[i]`. */
  readonly name?: string;
  /** Names; one of them may be `world`. */
  readonly bodies: readonly [string, string];
  /** The points in the own frames of the bodies, or in world coordinates; default: the origins of the own frames. */
  readonly points?: readonly [Vector3Like, Vector3Like];
  /** N/m, >= 0 */
  readonly stiffness: number;
  /** Length without force, m; default: that at the start. */
  readonly rest?: number;
  /** N s/m; default 0. */
  readonly damping?: number;
}
