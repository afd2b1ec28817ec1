// SPDX-License-Identifier: MIT
/**
 * What is known about materials and about the law of their contacts, in SI units. The words and numbers are those of
 * law-descriptions.ts.
 */
import type { CONTACT_NUMBERS, LAW_PARTS, NORMAL_LAWS } from './law-descriptions.ts';

/** The numbers of one material that enter contacts; a pair of materials may override each of them. */
export type ContactNumbers = { readonly [Name in keyof typeof CONTACT_NUMBERS]?: number };
export type ContactNumber = keyof ContactNumbers;

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

export type NormalLaw = keyof typeof NORMAL_LAWS;

/** Which law: `normal` and what goes with it, or `module` alone. */
export interface ContactLawSpec {
  /** `overlap-volume` is for polyhedra, boxes and half-spaces. Must be there without a module. */
  readonly normal?: NormalLaw;
  /** Default `none`. */
  readonly tangential?: keyof typeof LAW_PARTS.tangential;
  /** Whether damping may pull bodies together at the end of a contact; default `cut`: it may not. */
  readonly attraction?: 'allowed' | 'cut';
  /** Default `none`. */
  readonly rolling?: keyof typeof LAW_PARTS.rolling;
  /** Default `none`. */
  readonly twisting?: keyof typeof LAW_PARTS.twisting;
  /** Default `none`. */
  readonly cohesion?: keyof typeof LAW_PARTS.cohesion;
  /**
   * Path or URL of a module with a law of the user's own (src/contact-laws/user-contact-law.ts), which must have been
   * loaded.
   */
  readonly module?: string;
}
