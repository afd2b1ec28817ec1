// SPDX-License-Identifier: MIT
/** What is known about materials and about the law of their contacts, in SI units. */

/** The numbers of one material that enter contacts; a pair of materials may override each of them. */
export interface ContactNumbers {
  /** Pa */
  readonly youngsModulus?: number;
  readonly poissonsRatio?: number;
  /** 0 < e <= 1, the ratio of normal speeds of a head-on impact; default 1. */
  readonly restitution?: number;
  /** Coulomb's coefficient while sliding; default 0. */
  readonly friction?: number;
  /** Coulomb's coefficient while sticking; default: that of sliding. */
  readonly staticFriction?: number;
  /** Torque of rolling resistance over (normal force times effective radius); default 0. */
  readonly rollingFriction?: number;
  /** Torque of twisting resistance over (normal force times effective radius); default 0. */
  readonly twistingFriction?: number;
  /** `sjkr`: attraction per contact area, Pa. `jkr`: energy of adhesion, J/m2. */
  readonly cohesion?: number;
  /**
   * N/m for the linear law; N/m3 for the overlap-volume law, whose full face contact of like cubes has this times the
   * face.
   */
  readonly stiffness?: number;
  /** Tangential over normal stiffness of the linear laws; default 2/7. */
  readonly tangentialStiffnessRatio?: number;
}

export interface MaterialSpec extends ContactNumbers {
  readonly name: string;
  /** kg/m3 */
  readonly density: number;
  /** A rigid material does not deform: the contact's stiffness is that of the partner alone. */
  readonly rigid?: boolean;
}

export interface MaterialPairSpec extends ContactNumbers {
  readonly materials: readonly [string, string];
  readonly law?: ContactLawSpec;
}

export type NormalLaw = 'linear' | 'hertz' | 'overlap-volume';

/** Which law: `normal` and what goes with it, or `module` alone. */
export interface ContactLawSpec {
  /** `overlap-volume` is for polyhedra, boxes and half-spaces. Must be there without a module. */
  readonly normal?: NormalLaw;
  /** Default `none`. */
  readonly tangential?: 'none' | 'linear' | 'mindlin' | 'mindlin-incremental';
  /** Whether damping may pull bodies together at the end of a contact; default `cut`: it may not. */
  readonly attraction?: 'allowed' | 'cut';
  /** Default `none`. */
  readonly rolling?: 'none' | 'model-a';
  /** Default `none`. */
  readonly twisting?: 'none' | 'model-a';
  /** Default `none`. */
  readonly cohesion?: 'none' | 'sjkr' | 'jkr';
  /**
   * Path or URL of a module with a law of the user's own (src/contact-laws/contact-law.ts), which must have been
   * loaded.
   */
  readonly module?: string;
}
