// SPDX-License-Identifier: MIT
/** The family for programs in a page: a script of its own, which a bundler keeps apart. */
import type * as AtOnce from './family-at-hand.ts';

let family: AtOnce.Family | undefined;

export const familyAtHand: (typeof AtOnce)['familyAtHand'] = () => family;

export const loadFamily: (typeof AtOnce)['loadFamily'] = async () => {
  family = await import('./family.ts');
};
