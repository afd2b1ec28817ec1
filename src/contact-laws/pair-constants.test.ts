// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { MaterialSpec } from './law-spec.ts';
import { pairConstants } from './pair-constants.ts';

const SAND: MaterialSpec = {
  name: 'sand',
  density: 2600,
  youngsModulus: 1e8,
  poissonsRatio: 0.3,
  stiffness: 100,
  friction: 0.6,
  restitution: 0.4,
};
const STEEL: MaterialSpec = {
  name: 'steel',
  density: 7800,
  youngsModulus: 2e11,
  poissonsRatio: 0.3,
  stiffness: 300,
  friction: 0.2,
  restitution: 0.9,
};
const WALL: MaterialSpec = { name: 'wall', density: 1, rigid: true };
const HERTZ = { normal: 'hertz', tangential: 'mindlin' } as const;
const LINEAR = { normal: 'linear', tangential: 'linear' } as const;

describe('the constants of a pair of materials', () => {
  it('combine what both state, in either order', () => {
    const pair = pairConstants(SAND, STEEL, undefined, LINEAR, 'pair');
    expect(pair.friction).toBe(0.2);
    expect(pair.normal).toBeCloseTo(150, 12);
    expect(pair.tangential).toBeCloseTo((2 / 7) * 150, 12);
    expect(pairConstants(STEEL, SAND, undefined, LINEAR, 'pair')).toEqual(pair);
  });

  it('take what one states alone, and the partner of a rigid material', () => {
    const pair = pairConstants(SAND, WALL, undefined, HERTZ, 'pair');
    expect(pair.friction).toBe(0.6);
    expect(pair.normal).toBeCloseTo((4 / 3) * (1e8 / 0.91), -1);
    expect(pairConstants(SAND, WALL, undefined, LINEAR, 'pair').normal).toBe(100);
  });

  it('prefer what the pair states, its law included', () => {
    const own = {
      materials: ['sand', 'steel'],
      friction: 0.35,
      restitution: 1,
      law: LINEAR,
      stiffness: 7,
    } as const;
    const pair = pairConstants(SAND, STEEL, own, HERTZ, 'pair');
    expect(pair).toMatchObject({
      friction: 0.35,
      normal: 7,
      normalDamping: 0,
      law: { normal: 'linear', attraction: 'cut' },
    });
  });

  it('have nothing of numbers that the law does not use', () => {
    const sticky = { ...SAND, staticFriction: 0.7, rollingFriction: 0.1, twistingFriction: 0.1, cohesion: 5 };
    const plain = { name: 'plain', density: 2600, youngsModulus: 1e8, poissonsRatio: 0.3, restitution: 0.4 };
    const law = { normal: 'hertz' } as const;
    expect(pairConstants(sticky, sticky, undefined, law, 'pair')).toEqual(
      pairConstants(plain, plain, undefined, law, 'pair'),
    );
  });

  it('are refused when something is missing', () => {
    expect(() => pairConstants(WALL, WALL, undefined, HERTZ, 'pairs[3]')).toThrow('pairs[3]: two rigid materials');
    const soft = { name: 'soft', density: 1, youngsModulus: 1 };
    expect(() => pairConstants(soft, soft, undefined, HERTZ, 'p')).toThrow(
      'p: the Hertz law needs poissonsRatio of "soft"',
    );
  });
});
