// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { ZERO_VECTOR } from '../../math/vector.ts';
import type { InsertionSpec } from '../insertion/insertion-spec.ts';
import { drawnMix } from './drawn-mix.ts';
import { fillRegion } from './fill-region.ts';

const kind = (volume: number, mass: number) => ({
  balls: [{ centre: ZERO_VECTOR, radius: 1 }],
  radius: 1,
  volume,
  mass,
});

function spec(weightsBy: InsertionSpec['weightsBy'] & string, weights: readonly number[]): InsertionSpec {
  return {
    name: 'mix',
    shapes: weights.map((weight, k) => ({ shape: `s${k}`, material: 'm', weight })),
    weightsBy,
    region: { box: { min: [0, 0, 0], max: [1, 1, 1] } },
    fill: { fraction: 0.5 },
  };
}

describe('a mix of bodies', () => {
  it('has the volume to within half a body, and every kind within a body of its quota', () => {
    for (const volume of [10.2, 100, 101.6]) {
      const mix = drawnMix(spec('number', [3, 1]), [kind(1, 1), kind(2, 8)], volume, new Random(1));
      const total = mix.reduce((sum, body) => sum + body.volume, 0);
      expect(Math.abs(total - volume)).toBeLessThanOrEqual(1);
      const second = mix.filter((body) => body.kind === 1).length;
      expect(Math.abs(second - mix.length / 4)).toBeLessThanOrEqual(1);
    }
  });

  it('counts shares by volume or by mass', () => {
    const shares = (weightsBy: 'volume' | 'mass'): number => {
      const mix = drawnMix(spec(weightsBy, [1, 1]), [kind(1, 1), kind(2, 8)], 3000, new Random(1));
      return mix.reduce((sum, body) => sum + (body.kind === 1 ? body.volume : 0), 0) / 3000;
    };
    // By mass 8 bodies of the first kind meet one of the second: 2 of 10 parts of the volume.
    expect(shares('volume')).toBeCloseTo(0.5, 2);
    expect(shares('mass')).toBeCloseTo(0.2, 2);
  });

  it('is empty where half of the first body is too much', () => {
    expect(drawnMix(spec('number', [1]), [kind(1, 1)], 0.49, new Random(1))).toEqual([]);
  });
});

describe('the walls of a region to fill', () => {
  it('hold bodies inside it: chords of curved walls, tangents of holes', () => {
    const { planes, surfaces, contains, volume } = fillRegion(
      { tube: { from: [1, 2, 3], to: [1, 2, 5], innerRadius: 0.3, radius: 1 } },
      [false, false, false],
    );
    expect(volume).toBeCloseTo(2 * Math.PI * (1 - 0.09), 12);
    expect(planes.map(({ offset }) => offset)).toEqual([3, -5]);
    const [outer, inner] = surfaces.map(({ vertices }) => vertices as readonly { x: number; y: number }[]);
    const radiusOf = ({ x, y }: { x: number; y: number }): number => Math.sqrt((x - 1) ** 2 + (y - 2) ** 2);
    for (const vertex of outer) expect(radiusOf(vertex)).toBeCloseTo(1, 12);
    // Middles of the chords of the hole are on its circle.
    const middle = { x: 0.5 * (inner[0].x + inner[2].x), y: 0.5 * (inner[0].y + inner[2].y) };
    expect(radiusOf(middle)).toBeCloseTo(0.3, 12);
    expect(contains(1.5, 2, 4)).toBe(true);
    expect(contains(1.1, 2, 4)).toBe(false);
  });

  it('are open where a box or cylinder is as long as a period', () => {
    const open = [false, false, true] as const;
    expect(fillRegion({ box: { min: [0, 0, 0], max: [1, 1, 1] } }, open).planes).toHaveLength(4);
    expect(fillRegion({ cylinder: { from: [0, 0, 0], to: [0, 0, 1], radius: 1 } }, open).planes).toEqual([]);
    expect(fillRegion({ cylinder: { from: [0, 0, 0], to: [1, 0, 0], radius: 1 } }, open).planes).toHaveLength(2);
  });

  it('of a ball are the hull of points on it', { tags: ['long'] }, () => {
    const { surfaces } = fillRegion({ sphere: { centre: [1, 0, 0], radius: 2 } }, [false, false, false]);
    const { vertices } = surfaces[0];
    const flat = vertices as Float64Array;
    for (let k = 0; k < flat.length; k += 3) {
      expect(Math.sqrt((flat[k] - 1) ** 2 + flat[k + 1] ** 2 + flat[k + 2] ** 2)).toBeCloseTo(2, 12);
    }
  });
});
