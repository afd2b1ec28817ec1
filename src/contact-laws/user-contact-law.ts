// SPDX-License-Identifier: MIT
/**
 * A contact law of the user's own: what its module exports, what it is given of a contact, and what it answers. SI
 * units, world axes.
 */
import type { MaterialSpec } from './law-spec.ts';

/**
 * One contact of bodies A and B; B may be a wall. The object is used again for the next contact: keep nothing of it.
 * Which of the two is A may change during a contact, and a law must not care.
 */
export interface LawContact {
  /** m, > 0 */
  readonly overlap: number;
  /** Unit, from A into B: 3 numbers. */
  readonly normal: Float64Array;
  /** The contact point: 3 numbers. */
  readonly point: Float64Array;
  /**
   * Of A against B at the contact point, m/s: 3 numbers. Along the normal it is positive while they approach each
   * other.
   */
  readonly velocity: Float64Array;
  /** Of A against B, rad/s: 3 numbers. */
  readonly angularVelocity: Float64Array;
  /** Of curvature: 1 / (1/Ra + 1/Rb); of the body alone at a wall. */
  readonly effectiveRadius: number;
  /** 1 / (1/ma + 1/mb); of the body alone at a wall or at a body that cannot be moved. */
  readonly effectiveMass: number;
  /** s */
  readonly timeStep: number;
  readonly materialA: MaterialSpec;
  readonly materialB: MaterialSpec;
  /** True at the first step of a contact. */
  readonly isNew: boolean;
  /**
   * Four numbers that the law may set, and finds again at the next step of this contact; zero at first. The first three
   * are a vector in world axes that belongs to A, such as how far A has slid on B: it is reversed when A and B change
   * places. The fourth is a number that belongs to both.
   */
  readonly history: Float64Array;
}

/** What a law answers; all zero before it is called. */
export interface LawForce {
  /** On A, at the contact point, N: 3 numbers; B gets the opposite. */
  readonly force: Float64Array;
  /** On A, about the contact point, N m: 3 numbers; B gets the opposite. */
  readonly torque: Float64Array;
  /** Held by the contact now, J. */
  elasticEnergy: number;
  /** Turned into heat in this step, J. */
  dissipatedEnergy: number;
  /** Of the elastic energy, what is lost if the contact ends now, J, such as that of a tangential spring. */
  lostAtEnd: number;
}

/** The default export of a law's module. */
export interface ContactLaw {
  /** For messages. */
  readonly name: string;
  /**
   * Fills `out`. It must be a pure function of `contact`: contacts are evaluated by several threads, each with its own
   * copy of the module, in any order, and once more whenever forces or energies are asked for.
   */
  evaluate(contact: LawContact, out: LawForce): void;
}
