// SPDX-License-Identifier: MIT
/** Descriptions of laws name what exists, and no two parts share a bit or a cell of the kernel. */
import { describe, expect, it } from 'vitest';
import * as layout from '../step-kernel/step-layout.ts';
import {
  CONTACT_NUMBERS,
  LAW_PARTS,
  NORMAL_LAWS,
  type NormalDescription,
  partsOf,
  usesNumber,
} from './law-descriptions.ts';
import type { ContactLawSpec, ContactNumber, MaterialSpec } from './law-spec.ts';
import { lawCells, pairConstants } from './pair-constants.ts';

const NORMALS = Object.entries<NormalDescription>(NORMAL_LAWS);
const names = (parts: object): string[] => Object.keys(parts);

/** Every law that can be put together. */
const LAWS: ContactLawSpec[] = NORMALS.flatMap(([normal, { tangential, cohesion }]) =>
  tangential.flatMap((across) =>
    cohesion.flatMap((attracting) =>
      names(LAW_PARTS.rolling).flatMap((rolling) =>
        names(LAW_PARTS.twisting).map(
          (twisting) => ({ normal, tangential: across, cohesion: attracting, rolling, twisting }) as ContactLawSpec,
        ),
      ),
    ),
  ),
);
const GRAIN: MaterialSpec = {
  name: 'grain',
  density: 2500,
  youngsModulus: 1e7,
  poissonsRatio: 0.3,
  stiffness: 1e4,
  restitution: 0.5,
  friction: 0.4,
  staticFriction: 0.5,
  rollingFriction: 0.1,
  twistingFriction: 0.2,
  cohesion: 0.05,
};

describe('the descriptions of contact laws', () => {
  it.each(NORMALS)('let %s go with parts that exist', (_, { tangential, cohesion, needs, numbers = [] }) => {
    expect(names(LAW_PARTS.tangential)).toEqual(expect.arrayContaining([...tangential]));
    expect(names(LAW_PARTS.cohesion)).toEqual(expect.arrayContaining([...cohesion]));
    expect(numbers).toEqual(expect.arrayContaining([...needs]));
  });

  it('give every number to some law', () => {
    for (const number of names(CONTACT_NUMBERS) as ContactNumber[]) {
      expect(
        LAWS.some((law) => usesNumber(law, number)),
        number,
      ).toBe(true);
    }
  });

  it('give no bit to two parts of one law', () => {
    for (const law of LAWS) {
      const bits = partsOf(law).map(({ bit = 0 }) => bit);
      expect(bits.reduce((sum, bit) => sum + bit, 0)).toBe(bits.reduce((all, bit) => all | bit, 0));
    }
  });

  it('give each law its bits and constants, and one value for each cell of the table', () => {
    const seen = new Set<string>();
    for (const law of LAWS) {
      const { cells, bits, hasHistory } = lawCells(pairConstants(GRAIN, GRAIN, undefined, law, 'grain'), 0.01);
      const places = cells.map(([cell]) => cell);
      expect(new Set(places).size).toBe(places.length);
      expect(Math.max(...places)).toBeLessThan(layout.LAW_FLAGS);
      expect(cells.every(([, value]) => Number.isFinite(value))).toBe(true);
      expect(hasHistory).toBe((bits & layout.FRICTION) !== 0);
      seen.add(JSON.stringify([bits, cells]));
    }
    expect(seen.size).toBe(LAWS.length);
  });

  it.each(NORMALS)('state how overlaps of %s depend on the stiffness, if they have a closed form', (name, part) => {
    const { overlapExponent: e, restingOverlap, impactOverlap } = part;
    expect(e === undefined).toBe(restingOverlap === undefined);
    expect(e === undefined).toBe(impactOverlap === undefined);
    if (e === undefined || restingOverlap === undefined || impactOverlap === undefined) return;
    const law = { normal: name } as ContactLawSpec;
    const stiff = { ...GRAIN, youngsModulus: 1e10, stiffness: 1e7 };
    const [soft, hard] = [GRAIN, stiff].map((material) => pairConstants(material, material, undefined, law, name));
    const resting = restingOverlap(hard, 0.01, 2) / restingOverlap(soft, 0.01, 2);
    expect(resting).toBeCloseTo(1000 ** (-1 / e), 12);
    const impact = impactOverlap(hard, 0.1, 0.01, 2) / impactOverlap(soft, 0.1, 0.01, 2);
    expect(impact).toBeCloseTo(1000 ** (-1 / (e + 1)), 12);
  });

  it('let a part without its number do nothing', () => {
    const smooth = { ...GRAIN, rollingFriction: 0, cohesion: 0 };
    const law = { normal: 'hertz', rolling: 'model-a', cohesion: 'jkr' } as const;
    const { bits, reach } = lawCells(pairConstants(smooth, smooth, undefined, law, 'smooth'), 0.01);
    expect(bits).toBe(layout.HERTZ);
    expect(reach).toBe(0);
  });
});
