// SPDX-License-Identifier: MIT
/** The numbers that hold in a contact of two materials: the pair's own, or those of the materials. */
import { NORMAL_LAWS } from '../../contact-laws/law-descriptions.ts';
import type {
  ContactLawSpec,
  ContactNumbers,
  MaterialPairSpec,
  MaterialSpec,
  SimulationSpec,
} from '../../simulation/simulation-spec.ts';

type Materials = Pick<SimulationSpec, 'materials' | 'pairs' | 'law'>;

export interface MaterialContact {
  readonly a: MaterialSpec;
  readonly b: MaterialSpec;
  readonly pair: MaterialPairSpec | undefined;
  readonly law: ContactLawSpec;
}

export function materialContact({ pairs = [], law }: Materials, a: MaterialSpec, b: MaterialSpec): MaterialContact {
  const pair = pairs.find(
    ({ materials: [first, second] }) =>
      (first === a.name && second === b.name) || (first === b.name && second === a.name),
  );
  return { a, b, pair, law: pair?.law ?? law };
}

/** Materials of the contact that lack a number which its law needs, and that number. */
export function missingNumbers(contact: MaterialContact): { material: string; number: keyof ContactNumbers }[] {
  const { a, b, pair, law } = contact;
  // Two rigid partners lack no number: no number would make one of them deformable.
  if (law.normal === undefined || (a.rigid === true && b.rigid === true)) return [];
  return NORMAL_LAWS[law.normal].needs.flatMap((number) => {
    if (pair?.[number] !== undefined) return [];
    const lacking = [a, b].filter((side) => side.rigid !== true && side[number] === undefined);
    return [...new Set(lacking.map(({ name }) => name))].map((material) => ({ material, number }));
  });
}
