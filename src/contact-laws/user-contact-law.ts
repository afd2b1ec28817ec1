// SPDX-License-Identifier: MIT
/** User-defined contact law: exports of its module, its input and its output. SI units, world axes. */
import type { MaterialSpec } from './law-spec.ts';

/**
 * One contact of bodies A and B; B may be a wall. The object is reused for the next contact: do not keep references. A
 * and B may be exchanged during a contact, so a law must be symmetric.
 */
export interface LawContact {
  /** m, > 0 */
  readonly overlap: number;
  /** Unit, from A into B: 3 numbers. */
  readonly normal: Float64Array;
  /** The contact point: 3 numbers, m. */
  readonly point: Float64Array;
  /**
   * Velocity of A relative to B at the contact point, m/s: 3 numbers. The normal component is positive during approach.
   */
  readonly velocity: Float64Array;
  /** Angular velocity of A relative to B, rad/s: 3 numbers. */
  readonly angularVelocity: Float64Array;
  /** Effective radius of curvature, 1 / (1/Ra + 1/Rb), m; at a wall, that of the body. */
  readonly effectiveRadius: number;
  /** Effective mass, 1 / (1/ma + 1/mb), kg; at a wall or fixed body, that of the moving body. */
  readonly effectiveMass: number;
  /** s */
  readonly timeStep: number;
  readonly materialA: MaterialSpec;
  readonly materialB: MaterialSpec;
  /** True in the first step of a contact. */
  readonly isNew: boolean;
  /**
   * Contact history: four numbers, zero at first, that the law may set and reads in the next step. The first three are
   * a vector in world axes that belongs to A, such as the slip of A on B; it is negated if A and B are exchanged. The
   * fourth belongs to both.
   */
  readonly history: Float64Array;
}

/** Output of a law; all zero before the call. */
export interface LawForce {
  /** Force on A at the contact point, N: 3 numbers; B gets the opposite. */
  readonly force: Float64Array;
  /** Torque on A about the contact point, N m: 3 numbers; B gets the opposite. */
  readonly torque: Float64Array;
  /** Elastic energy stored in the contact, J. */
  elasticEnergy: number;
  /** Energy dissipated in this step, J. */
  dissipatedEnergy: number;
  /** Part of the elastic energy that is lost if the contact ends now, J, such as that of a tangential spring. */
  lostAtEnd: number;
}

/**
 * The default export of a law's module.
 *
 * @example
 * ```ts no-run
 * import type { ContactLaw } from 'scree/dem';
 *
 * const STIFFNESS = 1e4; // N/m
 *
 * const spring: ContactLaw = {
 *   name: 'spring',
 *   evaluate({ overlap, normal }, out) {
 *     for (let c = 0; c < 3; c++) out.force[c] = -STIFFNESS * overlap * normal[c];
 *     out.elasticEnergy = 0.5 * STIFFNESS * overlap * overlap;
 *   },
 * };
 * export default spring;
 * ```
 */
export interface ContactLaw {
  /** Name for messages. */
  readonly name: string;
  /**
   * Fills `out`. Must be a pure function of `contact`: several threads evaluate contacts in any order, each with its
   * own copy of the module, and again when forces or energies are queried.
   */
  evaluate(contact: LawContact, out: LawForce): void;
}
