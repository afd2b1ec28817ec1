// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { integrate } from '../math/quadrature.ts';
import { Random } from '../math/random.ts';
import { sphereBoxVolume } from './sphere-box-volume.ts';
import { discDiscArea, sphereCylinderVolume, sphereSphereVolume } from './sphere-round-volume.ts';

const SEED = Number(process.env.TEST_SEED ?? 20_261_115);
const WHOLE = (4 / 3) * Math.PI;
const FAR = 10;
/** Of the volume of the ball. */
const EXACT = 1e-12;
const ORIGIN = { x: 0, y: 0, z: 0 };

function inBox(min: readonly number[], max: readonly number[], centre = ORIGIN, radius = 1): number {
  const [x = 0, y = 0, z = 0] = min;
  const [x1 = 0, y1 = 0, z1 = 0] = max;
  return sphereBoxVolume(centre, radius, { min: { x, y, z }, max: { x: x1, y: y1, z: z1 } });
}

/** Area of a disc of radius r where y >= b and z >= c, by quadrature in y. */
function areaBeyond(r: number, b: number, c: number): number {
  const low = Math.max(b, c > 0 ? -Math.sqrt(Math.max(0, r * r - c * c)) : -r);
  const high = c > 0 ? Math.sqrt(Math.max(0, r * r - c * c)) : r;
  const inside = c > 0 ? [] : [-Math.sqrt(Math.max(0, r * r - c * c)), Math.sqrt(Math.max(0, r * r - c * c))];
  const breaks = [low, ...inside.filter((y) => y > low && y < high), high];
  let area = 0;
  for (let k = 0; k + 1 < breaks.length; k++) {
    const [from, to] = [breaks[k], breaks[k + 1]];
    if (!(to > from)) continue;
    area += integrate(
      (u) => {
        const y = 0.5 * (from + to) + 0.25 * (to - from) * u * (3 - u * u);
        const half = Math.sqrt(Math.max(0, r * r - y * y));
        return 0.75 * (to - from) * (1 - u * u) * (half - Math.max(c, -half));
      },
      -1,
      1,
      60,
    );
  }
  return area;
}

describe('a ball in a box', () => {
  it('is whole, half, a quarter or an eighth', () => {
    expect(inBox([-2, -2, -2], [2, 2, 2])).toBe(WHOLE);
    expect(inBox([0, -FAR, -FAR], [FAR, FAR, FAR]) / WHOLE).toBeCloseTo(1 / 2, 14);
    expect(inBox([0, -FAR, 0], [FAR, FAR, FAR]) / WHOLE).toBeCloseTo(1 / 4, 14);
    expect(inBox([0, 0, 0], [FAR, FAR, FAR]) / WHOLE).toBeCloseTo(1 / 8, 14);
    expect(inBox([1, -FAR, -FAR], [FAR, FAR, FAR])).toBe(0);
    expect(inBox([0.8, 0.8, -FAR], [FAR, FAR, FAR])).toBe(0);
  });

  it('is a cap beyond a plane and a slab between two', () => {
    for (const h of [1e-6, 0.1, 0.5, 1, 1.7]) {
      const cap = (Math.PI * h * h * (3 - h)) / 3;
      expect(Math.abs(inBox([1 - h, -FAR, -FAR], [FAR, FAR, FAR]) - cap)).toBeLessThan(EXACT * WHOLE);
      expect(Math.abs(inBox([-FAR, -FAR, -FAR], [FAR, h - 1, FAR]) - cap)).toBeLessThan(EXACT * WHOLE);
    }
    const slab = Math.PI * (0.3 + 0.2 - (0.027 + 0.008) / 3);
    expect(inBox([-FAR, -FAR, -0.2], [FAR, FAR, 0.3])).toBeCloseTo(slab, 13);
  });

  it('is the box where that is inside, however small', () => {
    expect(inBox([0.1, 0.1, 0.1], [0.1 + 1e-6, 0.1 + 1e-6, 0.1 + 1e-6]) / 1e-18).toBeCloseTo(1, 9);
  });

  it.each([
    [0.2, 0.3, 0.4],
    [0.5, 0.5, 0.5],
    [-0.2, 0.3, 0.4],
    [-0.6, -0.5, 0.1],
    [-0.3, -0.4, -0.7],
    [0.57, 0.57, 0.57],
    [0, 0.6, -0.79],
  ])('agrees with quadrature beyond the corner (%f, %f, %f)', (a, b, c) => {
    // The area in a section has kinks where its circle passes the corner's edges.
    const kinks = [b * b + c * c, b * b, c * c].flatMap((squared) =>
      squared < 1 ? [-Math.sqrt(1 - squared), Math.sqrt(1 - squared)] : [],
    );
    const breaks = [a, ...kinks.filter((x) => x > a), 1].sort((p, q) => p - q);
    let volume = 0;
    for (let k = 0; k + 1 < breaks.length; k++) {
      const [from, to] = [breaks[k], breaks[k + 1]];
      volume += integrate(
        (u) => {
          const x = 0.5 * (from + to) + 0.25 * (to - from) * u * (3 - u * u);
          const r = Math.sqrt(Math.max(0, 1 - x * x));
          const isEmpty = (b > 0 && r <= b) || (c > 0 && r <= c);
          return 0.75 * (to - from) * (1 - u * u) * (isEmpty ? 0 : areaBeyond(r, b, c));
        },
        -1,
        1,
        80,
      );
    }
    // The quadrature itself is good to ten digits.
    expect(inBox([a, b, c], [FAR, FAR, FAR])).toBeCloseTo(volume, 9);
  });

  it(`is the sum of its parts, wherever it is cut (seed ${SEED})`, () => {
    const random = new Random(SEED);
    for (let n = 0; n < 200; n++) {
      const cut = (): number[] => [-FAR, random.between(-1.1, 0.2), random.between(0.2, 1.1), FAR];
      const [xs, ys, zs] = [cut(), cut(), cut()];
      let sum = 0;
      for (let i = 0; i < 3; i++)
        for (let j = 0; j < 3; j++)
          for (let k = 0; k < 3; k++) {
            const min = [xs[i], ys[j], zs[k]];
            sum += inBox(min, [xs[i + 1], ys[j + 1], zs[k + 1]]);
          }
      expect(Math.abs(sum - WHOLE)).toBeLessThan(EXACT * WHOLE);
    }
  });

  it('scales with its size and moves with its place', () => {
    const volume = inBox([0.2, -0.1, 0.3], [0.9, 0.7, 2]);
    const moved = inBox([4.4, 7.8, -8.4], [5.8, 9.4, -5], { x: 4, y: 8, z: -9 }, 2);
    expect(moved / 8).toBeCloseTo(volume, 12);
  });
});

describe('a ball and a ball', () => {
  it('share a lens, the smaller one, or nothing', () => {
    const at = (x: number) => ({ x, y: 0, z: 0 });
    // Equal balls: two caps of height 1 - d/2.
    const cap = (h: number): number => (Math.PI * h * h * (3 - h)) / 3;
    expect(sphereSphereVolume(ORIGIN, 1, at(1.2), 1)).toBeCloseTo(2 * cap(0.4), 14);
    expect(sphereSphereVolume(ORIGIN, 1, at(0.4), 0.5)).toBeCloseTo(WHOLE / 8, 14);
    expect(sphereSphereVolume(ORIGIN, 1, at(2), 1)).toBe(0);
    // The other's centre is on the surface: caps of both.
    expect(sphereSphereVolume(ORIGIN, 1, at(1), 1)).toBeCloseTo((5 / 12) * Math.PI, 14);
  });
});

describe('a ball and a cylinder', () => {
  const upright = (x: number, radius: number, low = -FAR, height = 2 * FAR) => ({
    from: { x, y: 0, z: low },
    axis: { x: 0, y: 0, z: 1 },
    height,
    radius,
  });

  it('share what a hole through the middle takes out', () => {
    for (const radius of [0.1, 0.5, 0.99]) {
      const taken = WHOLE * (1 - (1 - radius * radius) ** 1.5);
      expect(Math.abs(sphereCylinderVolume(ORIGIN, 1, upright(0, radius)) - taken)).toBeLessThan(EXACT * WHOLE);
    }
    expect(sphereCylinderVolume(ORIGIN, 1, upright(0, 2))).toBeCloseTo(WHOLE, 12);
    expect(sphereCylinderVolume(ORIGIN, 1, upright(3, 2))).toBe(0);
  });

  it("share Viviani's body", () => {
    const viviani = (2 / 3) * Math.PI - 8 / 9;
    expect(Math.abs(sphereCylinderVolume(ORIGIN, 1, upright(0.5, 0.5)) - viviani)).toBeLessThan(EXACT * WHOLE);
  });

  it('are cut at its ends', () => {
    expect(sphereCylinderVolume(ORIGIN, 1, upright(0, 2, 0))).toBeCloseTo(WHOLE / 2, 12);
    expect(sphereCylinderVolume(ORIGIN, 1, upright(0, 0.1, -0.2, 0.5))).toBeCloseTo(Math.PI * 0.01 * 0.5, 13);
  });

  it(`add up from slice to slice (seed ${SEED})`, () => {
    const random = new Random(SEED);
    for (let n = 0; n < 100; n++) {
      const [x, radius] = [random.between(0, 2), random.between(0.05, 3)];
      const [low, cut] = [random.between(-1.2, 0), random.between(0.01, 1)];
      const whole = sphereCylinderVolume(ORIGIN, 1, upright(x, radius, low, 1.2));
      const lower = sphereCylinderVolume(ORIGIN, 1, upright(x, radius, low, cut));
      const upper = sphereCylinderVolume(ORIGIN, 1, upright(x, radius, low + cut, 1.2 - cut));
      expect(Math.abs(lower + upper - whole)).toBeLessThan(3 * EXACT * WHOLE);
    }
  });
});

describe('two discs', () => {
  it('share a lens, the smaller one, or nothing', () => {
    expect(discDiscArea(1, 1, 1)).toBeCloseTo((2 * Math.PI) / 3 - Math.sqrt(3) / 2, 14);
    expect(discDiscArea(1, 0.25, 0.5)).toBeCloseTo(Math.PI / 16, 14);
    expect(discDiscArea(1, 0.25, 1.25)).toBe(0);
  });
});
