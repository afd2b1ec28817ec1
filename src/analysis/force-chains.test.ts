// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { balls } from '../../tests/support/granular-states.ts';
import type { Vector3 } from '../math/vector.ts';
import { chainPoints, forceChains } from './force-chains.ts';
import { analysisRegion } from './region.ts';

const STIFFNESS = 1e3;
/** Balls of radius 1/2 in a row, pressed together by 0.02; forces at the ends of a row are those of one contact. */
const row = (count: number, from: Vector3, step: Vector3): Vector3[] =>
  Array.from({ length: count }, (_, k) => ({
    x: from.x + k * step.x,
    y: from.y + k * step.y,
    z: from.z + k * step.z,
  }));
const UP = { x: 0, y: 0, z: 0.98 };

function chainsOf(centres: readonly Vector3[], lengths = { x: 0, y: 0, z: 0 }, angle?: number) {
  const state = balls({ centres, radius: 0.5, stiffness: STIFFNESS, lengths });
  return { state, ...forceChains(state, analysisRegion('all', state), angle) };
}

describe('force chains', () => {
  it('follow the bodies that carry more than the mean', () => {
    // Two loose rows press their bodies a tenth as much as the tight one, whose ends carry half of what the others do.
    const tight = row(6, { x: 0, y: 0, z: 0 }, UP);
    const loose = row(6, { x: 5, y: 0, z: 0 }, { x: 0, y: 0, z: 0.998 });
    const { chains, magnitude, mean, state } = chainsOf([
      ...tight,
      ...loose,
      ...row(6, { x: 9, y: 0, z: 0 }, { x: 0, y: 0, z: 0.998 }),
    ]);
    expect(chains).toEqual([[0, 1, 2, 3, 4, 5]]);
    // Two contacts of force f at half the spacing each, over the volume of the ball.
    const wanted = (STIFFNESS * 0.02 * 0.98) / (Math.PI / 6);
    expect(magnitude[2] / wanted).toBeCloseTo(1, 12);
    expect(magnitude[0] / wanted).toBeCloseTo(0.5, 12);
    expect(magnitude[0]).toBeGreaterThan(mean);
    expect([...chainPoints(state, [0, 1])]).toEqual([0, 0, 0, 0, 0, 0.98]);
  });

  it('end where they turn by more than the angle', () => {
    // A row up, then one turned by 60 degrees: the corner's principal direction is 30 degrees from both.
    const [sine, cosine] = [0.98 * Math.sin(Math.PI / 3), 0.98 * Math.cos(Math.PI / 3)];
    const up = row(5, { x: 0, y: 0, z: 0 }, UP);
    const along = row(4, { x: sine, y: 0, z: 4 * 0.98 + cosine }, { x: sine, y: 0, z: cosine });
    const background = row(8, { x: 0, y: 9, z: 0 }, { x: 0, y: 0, z: 0.999 });
    const wide = chainsOf([...up, ...along, ...background], undefined, (35 * Math.PI) / 180).chains;
    expect(wide).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8]]);
    const narrow = chainsOf([...up, ...along, ...background], undefined, (25 * Math.PI) / 180).chains;
    expect(narrow).toEqual([
      [0, 1, 2, 3],
      [5, 6, 7, 8],
    ]);
  });

  it('have at least three bodies', () => {
    const background = row(9, { x: 0, y: 9, z: 0 }, { x: 0, y: 0, z: 0.999 });
    expect(chainsOf([...row(2, { x: 0, y: 0, z: 0 }, UP), ...background]).chains).toEqual([]);
    expect(chainsOf([...row(3, { x: 0, y: 0, z: 0 }, UP), ...background]).chains).toEqual([[0, 1, 2]]);
  });

  it('go on through the sides of a periodic domain without a jump', () => {
    const centres = row(4, { x: 0, y: 0, z: 2 }, UP).map((centre) => ({ ...centre, z: centre.z % 4 }));
    const background = row(4, { x: 0, y: 9, z: 0.2 }, { x: 0, y: 0, z: 0.999 });
    const { chains, state } = chainsOf([...centres, ...background], { x: 0, y: 0, z: 4 });
    expect(chains).toEqual([[0, 1, 2, 3]]);
    const heights = chainPoints(state, chains[0] as number[]).filter((_, k) => k % 3 === 2);
    [2, 2.98, 3.96, 4.94].forEach((z, k) => {
      expect(heights[k]).toBeCloseTo(z, 12);
    });
  });

  it('are none without contacts', () => {
    expect(chainsOf([{ x: 0, y: 0, z: 0 }]).chains).toEqual([]);
  });
});
