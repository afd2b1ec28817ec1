// SPDX-License-Identifier: MIT
/** The closed forms of the cases h2-drop, h2-continuity, h2-holes and h2-sliding, and short runs of each. */
import { describe, expect, it } from 'vitest';
import { enforcedPath } from './h2-continuity/enforced-path.ts';
import { drop, GROUNDS } from './h2-drop/drops.ts';
import { fallIntoHoles, HOLES, restingHeight } from './h2-holes/holes.ts';
import { closedForm, PLANES, slide } from './h2-sliding/sliding-sphere.ts';

describe('the drop', () => {
  it('is the same on a half-space, a vertex, a ridge and an apex', () => {
    const names = ['half-space', 'a vertex of a plane', 'the ridge of a roof', 'the apex of a pyramid'] as const;
    const drops = names.map((name) => drop(GROUNDS[name] ?? {}, 5e-4, 1000));
    for (const { heights, sideways, depth } of drops) {
      expect(depth).toBeCloseTo(0.09665899822, 4);
      expect(sideways).toBe(0);
      const apart = heights.map((height, k) => Math.abs(height - (drops[0]?.heights[k] ?? Number.NaN)));
      expect(Math.max(...apart)).toBeLessThan(1e-12);
    }
  });
});

describe('the enforced path', () => {
  it('has one force and every direction from vertical to horizontal', () => {
    const path = enforcedPath(20);
    expect(path).toHaveLength(60);
    for (const { force } of path) expect(force).toBeCloseTo(76.07257743, 6);
    expect(path[29]?.direction).toBeCloseTo(45, 9);
  });
});

describe('a sphere in a hole', () => {
  it('would hang at the height where rims carry its weight', () => {
    const [mass, modulus] = [11.30973355, 1e6 / 0.96];
    for (const { holds } of HOLES) {
      const height = restingHeight(holds);
      const distance = Math.hypot(0.2, height);
      const push = (4 / 3) * modulus * Math.sqrt(0.3) * (0.3 - distance) ** 1.5;
      expect((holds * push * height) / distance / (mass * 9.81)).toBeCloseTo(1, 8);
    }
  });

  it('falls freely before', () => {
    const { speeds } = fallIntoHoles(1e-3, 0.2, 1);
    for (const [speed] of speeds) expect(speed).toBeCloseTo(1.962, 9);
  });
});

describe('sliding', () => {
  it.each([
    [0, 3.918152378, 3.571428571, 11.9047619],
    [0.002770738248, 3.908430875, 3.552417377, 11.9517754],
    [0.00439827281, 3.902700493, 3.541097066, 11.97928409],
  ])('has the closed form with a lever shorter by %f m', (indentation, x, v, spin) => {
    const end = closedForm(1, indentation);
    expect(end.x).toBeCloseTo(x, 8);
    expect(end.v).toBeCloseTo(v, 8);
    expect(end.spin).toBeCloseTo(spin, 7);
  });

  it('is the same on one facet and on many', () => {
    const [one, many] = ['1 quadrilateral', '80 triangles'].map((name) => slide(PLANES[name] ?? {}, 2e-4, 5));
    expect(one).toHaveLength(5);
    expect(many).toEqual(one);
  });
});
