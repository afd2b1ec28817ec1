// SPDX-License-Identifier: MIT
/**
 * Which material numbers a contact law uses. The constants of a pair are computed from these numbers alone, so other
 * numbers have no effect.
 */
import { type ChosenParts, CONTACT_NUMBERS, LAW_PARTS, NORMAL_LAWS, type PartDescription } from './law-descriptions.ts';
import type { ContactNumber } from './law-spec.ts';

type Parts = Readonly<Record<string, PartDescription>>;

export const NUMBER_NAMES = Object.keys(CONTACT_NUMBERS) as readonly ContactNumber[];

/** The parts that a law is put together from. */
export function partsOf({ normal, ...others }: ChosenParts): PartDescription[] {
  const own = normal === undefined ? undefined : (NORMAL_LAWS as Parts)[normal];
  const chosen = Object.entries(LAW_PARTS).map(
    ([key, parts]) => (parts as Parts)[others[key as keyof typeof others] ?? 'none'],
  );
  return [own, ...chosen].filter((part) => part !== undefined);
}

export function usesNumber(law: ChosenParts, number: ContactNumber): boolean {
  return partsOf(law).some(({ numbers }) => numbers?.includes(number) === true);
}

/** What to change in a law that does not use the number. */
export function remedyForUnused(law: ChosenParts, number: ContactNumber): string {
  return CONTACT_NUMBERS[number].remedy(law);
}
