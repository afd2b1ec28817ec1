// SPDX-License-Identifier: MIT
/**
 * How bodies hang together, as contacts and integrators see it: a generalised state y, the poses and velocities of all
 * bodies from y, and y' from y and the loads on the bodies. Free bodies, trees of joints and closed loops all look like
 * this; contacts know bodies by their numbers only.
 *
 *   place:        (t, y) -> BodyMotion          forward kinematics
 *   contacts:     BodyMotion -> BodyLoads       (src/events), or any other source of forces
 *   derivatives:  (t, y, BodyLoads) -> y'       forward dynamics
 *
 * f(t, y) is the three in a row. Gravity and what drives the joints belong to `derivatives`. SI units, world axes
 * unless said otherwise.
 */

/** Where the bodies are and how they move: flat arrays over `bodyCount` bodies, owned by the caller of `place`. */
export interface BodyMotion {
  /** Origin of the body's own frame: 3 numbers a body. */
  readonly positions: Float64Array;
  /** From the own frame to the world, unit, w first: 4 numbers a body. */
  readonly orientations: Float64Array;
  /** Of the origin of the own frame: 3 numbers a body. */
  readonly velocities: Float64Array;
  /** In world axes: 3 numbers a body. */
  readonly angularVelocities: Float64Array;
}

/**
 * What acts on the bodies: 3 numbers a body each, in world axes; torques are about the origin of the body's own frame.
 */
export interface BodyLoads {
  /** N: 3 numbers a body. */
  readonly forces: Float64Array;
  /** About the origin of the own frame, N m: 3 numbers a body. */
  readonly torques: Float64Array;
  /**
   * Where it is counted: power that contacts lose by friction, by damping, and by resistance to rolling and twisting,
   * W.
   */
  readonly losses?: Float64Array;
}

/** Places in `BodyLoads.losses`. */
export const FRICTION_LOSS = 0;
export const DAMPING_LOSS = 1;
export const ROLLING_LOSS = 2;
export const LOSS_COUNT = 3;

/** A mechanical system in state form. */
export interface MechanicalSystem {
  /** Length of y. */
  readonly size: number;
  /** Bodies that move, also those that are no members; fixed bodies are the contacts' own affair. */
  readonly bodyCount: number;
  /**
   * Where every body has this many components of y to itself, body by body, and they depend on those of other bodies
   * through the loads alone: free bodies. It spares the stiff method most evaluations of its Jacobian.
   */
  readonly bodyStride?: number;
  /** Which of the bodies it moves; default all. Those of the others are left alone, and y has no part of them. */
  readonly members?: readonly number[];
  /** Writes the poses and velocities of all bodies in state y. Must be a smooth function of t and y. */
  place(t: number, y: Float64Array, motion: BodyMotion): void;
  /**
   * Writes y' under these loads (besides gravity and the system's own drives). `place` was called with the same t and y
   * before.
   */
  derivatives(t: number, y: Float64Array, loads: BodyLoads, out: Float64Array): void;
  /**
   * Removes what errors of integration have left, such as quaternions that are not unit, without moving any body by
   * more than that. Called when integration starts again after an event.
   */
  project?(t: number, y: Float64Array): void;
  /**
   * Writes the typical size of each component of y: a length for positions, a speed for velocities. Absolute tolerances
   * are this times the relative one.
   */
  scales(out: Float64Array): void;
  /** Of any body in state y without loads, m/s2: with the speeds it tells how far bodies may get in the next step. */
  largestAcceleration?(t: number, y: Float64Array): number;
  /** Kinetic energy and the energy of the system's own potentials such as gravity, J. */
  energy(t: number, y: Float64Array): number;
}

/**
 * A mechanical system with algebraic unknowns, such as the forces in closed loops: F(t, y, y', loads) = 0 of index 1.
 * `derivatives` may then be left to throw; integration is by the stiff method.
 */
export interface ConstrainedMechanicalSystem extends MechanicalSystem {
  residual(t: number, y: Float64Array, yp: Float64Array, loads: BodyLoads, out: Float64Array): void;
  /** 1 for each component of y that is algebraic. */
  readonly algebraic: Uint8Array;
}

/** Arrays for `count` bodies, at rest in the origin. */
export function bodyMotion(count: number): BodyMotion {
  const orientations = new Float64Array(4 * count);
  for (let i = 0; i < count; i++) orientations[4 * i] = 1;
  return {
    positions: new Float64Array(3 * count),
    orientations,
    velocities: new Float64Array(3 * count),
    angularVelocities: new Float64Array(3 * count),
  };
}

export function bodyLoads(count: number): BodyLoads {
  return { forces: new Float64Array(3 * count), torques: new Float64Array(3 * count) };
}
