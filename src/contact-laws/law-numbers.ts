// SPDX-License-Identifier: MIT
/**
 * Lists the material numbers that each contact law uses. The constants of a pair are computed from these numbers alone,
 * so other numbers have no effect.
 */
import type { ContactLawSpec, ContactNumbers } from './law-spec.ts';

export type ContactNumber = keyof ContactNumbers;
type Law = Omit<ContactLawSpec, 'module'>;

interface NumberUse {
  readonly isUsed: (law: Law) => boolean;
  /** What to change in a law that does not use the number. */
  readonly remedy: (law: Law) => string;
}

const isOn = (part: string | undefined): boolean => part !== undefined && part !== 'none';
const isHertz = ({ normal }: Law): boolean => normal === 'hertz';

const ELASTIC: NumberUse = { isUsed: isHertz, remedy: () => 'use normal: hertz' };
const SLIDING: NumberUse = {
  isUsed: ({ tangential }) => isOn(tangential),
  remedy: (law) => `add tangential: ${isHertz(law) ? 'mindlin' : 'linear'} to the law`,
};

const NUMBER_USES: Readonly<Record<ContactNumber, NumberUse>> = {
  youngsModulus: ELASTIC,
  poissonsRatio: ELASTIC,
  stiffness: { isUsed: (law) => !isHertz(law), remedy: () => 'use normal: linear' },
  tangentialStiffnessRatio: {
    isUsed: (law) => !isHertz(law) && isOn(law.tangential),
    remedy: (law) => (isHertz(law) ? 'use normal: linear with tangential: linear' : SLIDING.remedy(law)),
  },
  restitution: { isUsed: () => true, remedy: () => '' },
  friction: SLIDING,
  staticFriction: SLIDING,
  rollingFriction: { isUsed: ({ rolling }) => isOn(rolling), remedy: () => 'add rolling: model-a to the law' },
  twistingFriction: { isUsed: ({ twisting }) => isOn(twisting), remedy: () => 'add twisting: model-a to the law' },
  cohesion: {
    isUsed: ({ cohesion }) => isOn(cohesion),
    remedy: ({ normal }) => {
      if (normal === 'overlap-volume') return 'use a law with cohesion: normal: hertz or linear';
      return `add cohesion: ${normal === 'hertz' ? 'jkr or sjkr' : 'sjkr'} to the law`;
    },
  },
};

export const CONTACT_NUMBERS = Object.keys(NUMBER_USES) as readonly ContactNumber[];

export function usesNumber(law: Law, number: ContactNumber): boolean {
  return NUMBER_USES[number].isUsed(law);
}

/** What to change in a law that does not use the number. */
export function remedyForUnused(law: Law, number: ContactNumber): string {
  return NUMBER_USES[number].remedy(law);
}
