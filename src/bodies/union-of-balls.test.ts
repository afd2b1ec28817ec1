// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { unionOfBalls } from './union-of-balls.ts';

const ball = (x: number, y: number, z: number, radius: number) => ({ centre: { x, y, z }, radius });

/** Volume of the union of two balls: their sum less the lens. */
function pairVolume(r: number, s: number, d: number): number {
  const lens = (Math.PI * (r + s - d) ** 2 * (d * d + 2 * d * (r + s) - 3 * (r - s) ** 2)) / (12 * d);
  return (4 / 3) * Math.PI * (r ** 3 + s ** 3) - lens;
}

describe('the union of balls', () => {
  it('has the sums of balls apart', () => {
    const { volume, centroid, inertia } = unionOfBalls([ball(-2, 0, 1, 1), ball(2, 0, 1, 1)]);
    const one = (4 / 3) * Math.PI;
    expect(volume).toBeCloseTo(2 * one, 12);
    expect(centroid.x).toBeCloseTo(0, 12);
    expect(centroid.z).toBeCloseTo(1, 12);
    expect(inertia.xx).toBeCloseTo(2 * one * 0.4, 12);
    expect(inertia.yy).toBeCloseTo(2 * one * 4.4, 12);
  });

  it.each([
    ['along x', [1, 0, 0]],
    ['along z', [0, 0, 1]],
    ['aslant', [0.6, 0.48, 0.64]],
  ] as const)('counts the common part of two once, %s', (_, [x, y, z]) => {
    const d = 1.3;
    const { volume } = unionOfBalls([ball(0, 0, 0, 1), ball(d * x, d * y, d * z, 0.7)]);
    expect(volume).toBeCloseTo(pairVolume(1, 0.7, d), 11);
  });

  it('has the same inertia however it is turned', () => {
    const upright = unionOfBalls([ball(0, 0, -0.4, 0.5), ball(0, 0, 0.4, 0.5)]).inertia;
    const lying = unionOfBalls([ball(-0.4, 0, 0, 0.5), ball(0.4, 0, 0, 0.5)]).inertia;
    expect(lying.xx).toBeCloseTo(upright.zz, 10);
    expect(lying.yy).toBeCloseTo(upright.xx, 10);
    expect(lying.zz).toBeCloseTo(upright.xx, 10);
  });

  it('ignores balls inside others and copies', () => {
    const whole = unionOfBalls([ball(1, 2, 3, 2)]);
    const crowded = unionOfBalls([ball(1, 2, 3, 2), ball(1, 2, 3, 2), ball(1.5, 2, 3, 1)]);
    expect(crowded).toEqual(whole);
  });

  it('agrees with a sum over cells for three that overlap', { tags: ['long'] }, () => {
    const balls = [ball(0, 0, 0, 1), ball(0.8, 0.2, 0, 0.9), ball(0.3, 0.7, 0.5, 0.8)];
    const { volume, centroid, inertia } = unionOfBalls(balls);
    const n = 80;
    const width = 4 / n;
    let [count, sx, syy] = [0, 0, 0];
    for (let i = 0; i < n ** 3; i++) {
      const [x, y, z] = [i % n, Math.floor(i / n) % n, Math.floor(i / n / n)].map((k) => -1.6 + (k + 0.5) * width) as [
        number,
        number,
        number,
      ];
      if (!balls.some(({ centre: c, radius }) => (x - c.x) ** 2 + (y - c.y) ** 2 + (z - c.z) ** 2 < radius ** 2))
        continue;
      count++;
      sx += x;
      syy += (x - centroid.x) ** 2 + (y - centroid.y) ** 2;
    }
    // Cells are counted by their centres: an error of a few thousandths.
    expect((count * width ** 3) / volume).toBeCloseTo(1, 2);
    expect(sx / count).toBeCloseTo(centroid.x, 2);
    expect((syy * width ** 3) / inertia.zz).toBeCloseTo(1, 2);
  });
});
