// SPDX-License-Identifier: MIT
/**
 * Materials and contact laws as given by the user, in SI units. Names and parameters are those of law-descriptions.ts.
 */
import type { CONTACT_NUMBERS, LAW_PARTS, NORMAL_LAWS } from './law-descriptions.ts';

/** Contact parameters of one material; a pair of materials may override each of them. */
export type ContactNumbers = { readonly [Name in keyof typeof CONTACT_NUMBERS]?: number };
export type ContactNumber = keyof ContactNumbers;

/** A material: density, and numbers for the contact law. */
export interface MaterialSpec extends ContactNumbers {
  readonly name: string;
  /** kg/m3 */
  readonly density: number;
  /** A rigid material does not deform: the contact has the stiffness of the partner alone. */
  readonly rigid?: boolean;
  /** Numbers of the user's own, by name, for expressions of force fields; SI units. */
  readonly properties?: Readonly<Record<string, number>>;
}

/** Contact parameters of two materials, in place of those that follow from the materials. */
export interface MaterialPairSpec extends ContactNumbers {
  readonly materials: readonly [string, string];
  readonly law?: ContactLawSpec;
}

/**
 * Name of a built-in law of the normal force.
 *
 * @example
 * ```ts no-run
 * import type { ContactLawSpec, NormalLaw } from 'scree/dem';
 *
 * const normal: NormalLaw = 'hertz';
 * const law: ContactLawSpec = { normal, tangential: 'mindlin' };
 * ```
 */
export type NormalLaw = keyof typeof NORMAL_LAWS;

/** The law: `normal` and other parts, or `module` alone. */
export interface ContactLawSpec {
  /**
   * Required without a module. `overlap-volume` is for polyhedra, boxes and half-spaces; `pressure-field` for all
   * shapes.
   */
  readonly normal?: NormalLaw;
  /** Default `none`. */
  readonly tangential?: keyof typeof LAW_PARTS.tangential;
  /** Whether damping may attract bodies at the end of a contact; default `cut`: it may not. */
  readonly attraction?: 'allowed' | 'cut';
  /** Default `none`. */
  readonly rolling?: keyof typeof LAW_PARTS.rolling;
  /** Default `none`. */
  readonly twisting?: keyof typeof LAW_PARTS.twisting;
  /** Default `none`. */
  readonly cohesion?: keyof typeof LAW_PARTS.cohesion;
  /**
   * Path or URL of a module with a user-defined law (src/contact-laws/user-contact-law.ts). The module must be loaded
   * first.
   */
  readonly module?: string;
}
