// SPDX-License-Identifier: MIT
/** The spec of an event-driven simulation, in SI units. */
import type { EventLawSpec } from '../../contact-laws/event-law.ts';
import type { CrossingOptions } from '../../events/contact-crossings.ts';
import type { PoseLike } from '../../math/pose.ts';
import type { Vector3Like } from '../../math/vector.ts';
import type { StormLimits } from '../../motion/event-storm.ts';
import type { JointSpec, PointSpringSpec } from '../../multibody/joint-spec.ts';
import type { Shape } from '../../shapes/shape.ts';

/** A body of an event-driven simulation, with its pose at the start. */
export interface EventBodySpec extends PoseLike {
  /** For messages; default `bodies[i]`. */
  readonly name?: string;
  /** Any shape; compounds are taken as their convex pieces, which do not touch each other. */
  readonly shape: Shape;
  /** kg/m3; default 1000. Of a body that moves. */
  readonly density?: number;
  /** For laws of pairs of materials. */
  readonly material?: string;
  /** The body does not move. Half-spaces never do. */
  readonly fixed?: boolean;
  /** Of the centre of mass, m/s. A child of a joint has none: it moves as `initial` of the joint says. */
  readonly velocity?: Vector3Like;
  /** World axes, rad/s. */
  readonly angularVelocity?: Vector3Like;
}

/** A law of its own for two bodies, or for two materials. */
export type EventPairSpec = { readonly law: EventLawSpec } & (
  | { readonly bodies: readonly [string, string] }
  | { readonly materials: readonly [string, string] }
);

/** Bodies, joints and laws of an event-driven simulation, in SI units. */
export interface EventSimulationSpec {
  readonly bodies: readonly EventBodySpec[];
  readonly law: EventLawSpec;
  /** Laws of pairs of bodies by their names, or of materials; the first that fits goes before `law`. */
  readonly pairs?: readonly EventPairSpec[];
  /**
   * Joints between bodies, by name: trees that are attached to the world or to fixed bodies, or float. Closed loops are
   * refused.
   */
  readonly joints?: readonly JointSpec[];
  readonly springs?: readonly PointSpringSpec[];
  /** m/s2; default none. */
  readonly gravity?: Vector3Like;
  /** Error of one step, relative to body sizes and typical speeds; default 1e-6. */
  readonly tolerance?: number;
  /**
   * `explicit`: Dormand-Prince 5(4). `stiff`: Radau IIA 5. Default `auto`: in each island the stiff one while something
   * touches, unless it has more than 30 bodies, whose matrices would cost more than short steps.
   */
  readonly method?: 'explicit' | 'stiff' | 'auto';
  /**
   * `separate`, the default: groups of bodies that are apart have their own steps (docs/decisions/0034). `one`: all
   * bodies have the same steps, as is always the case with joints or springs.
   */
  readonly islands?: 'separate' | 'one';
  /**
   * Typical speed, by which errors of velocities are measured, m/s; default: the largest of those given, and of a fall
   * by the smallest body's size.
   */
  readonly speed?: number;
  /** Longest step, s. */
  readonly longestStep?: number;
  /** That any one body goes through; default 1e5. A run that needs more most often has a force that jumps. */
  readonly mostSteps?: number;
  readonly contacts?: CrossingOptions;
  readonly storm?: Partial<StormLimits>;
}
