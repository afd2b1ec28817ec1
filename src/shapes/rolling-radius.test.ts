// SPDX-License-Identifier: MIT
/** The ball that is said to roll freely inside a body must lie in it wherever it touches from inside. */
import { describe, expect, it } from 'vitest';
import { Random } from '../math/random.ts';
import { addScaled, dot, normalise, type Vector3 } from '../math/vector.ts';
import { rollingRadiusOfEllipsoid, rollingRadiusOfSuperquadric } from './rolling-radius.ts';
import { type Superquadric, superquadric } from './superquadric.ts';

const SEED = Number(process.env.TEST_SEED ?? 20261115);
const BODIES = 300;
const TOUCHES = 20;
const DIRECTIONS = 40;
/** Support points of superquadrics are good to some dozens of roundings. */
const ROUNDING = 1e-13;

function radiusOf({ semiAxes: { x, y, z }, n1, n2 }: Superquadric): number {
  return rollingRadiusOfSuperquadric(x, y, z, n1, n2);
}

function randomBody(random: Random, largest: number): Superquadric {
  const semiAxes = [random.between(0.1, 1), random.between(0.1, 1), random.between(0.1, 1)] as const;
  const exponent = (): number => (random.next() < 0.2 ? 2 : 2 * (largest / 2) ** random.next());
  return superquadric({ semiAxes, n1: exponent(), n2: exponent() });
}

/** A direction of which the small components matter: normals of blocky bodies crowd around the axes. */
function randomDirection(random: Random): Vector3 {
  const { x, y, z } = random.unitVector();
  const power = random.between(1, 8);
  const spread = (c: number): number => Math.sign(c) * Math.abs(c) ** power;
  return normalise({ x: spread(x), y: spread(y), z: spread(z) });
}

/** How far the ball of radius r that touches the body from inside, where its normal is n, sticks out of it along d. */
function overhang(body: Superquadric, r: number, n: Vector3, d: Vector3): number {
  const centre = addScaled(body.support(n), n, -r);
  return dot(centre, d) + r - dot(body.support(d), d);
}

/** Smallest principal radius of curvature on a fine grid of the formulas of docs/theory/rolling-ball.md. */
function smallestOnGrid({ semiAxes: { x: a, y: b, z: c }, n1: p, n2: m }: Superquadric): number {
  let least = Infinity;
  for (let s = -14; s <= 14; s += 0.2) {
    const [u, v] = [1 / (1 + Math.exp(-s)), 1 / (1 + Math.exp(s))];
    const slope = Math.sqrt(u ** (2 - 2 / m) / a ** 2 + v ** (2 - 2 / m) / b ** 2);
    const section = (slope ** 3 * (a * b) ** 2) / ((m - 1) * (u * v) ** (1 - 2 / m));
    for (let t = -14; t <= 14; t += 0.2) {
      const [f, g] = [1 / (1 + Math.exp(-t)), 1 / (1 + Math.exp(t))];
      const norm = Math.sqrt(f ** (2 - 2 / p) * slope ** 2 + g ** (2 - 2 / p) / c ** 2);
      const around = (section * norm) / (slope * f ** (1 - 2 / p));
      const upright = (norm ** 3 * c ** 2) / (slope ** 2 * (p - 1) * (f * g) ** (1 - 2 / p));
      least = Math.min(least, around, upright);
    }
  }
  return least;
}

describe(`the rolling radius, seed ${SEED}`, () => {
  it('is that of a ball which lies in the superquadric wherever it touches it from inside', () => {
    const random = new Random(SEED);
    let stickingOut = 0;
    for (let i = 0; i < BODIES; i++) {
      const body = randomBody(random, 100);
      const r = radiusOf(body);
      expect(r).toBeGreaterThan(0);
      let most = -Infinity;
      let mostOfLarger = -Infinity;
      for (let k = 0; k < TOUCHES; k++) {
        const n = randomDirection(random);
        for (let l = 0; l < DIRECTIONS; l++) {
          const d = randomDirection(random);
          most = Math.max(most, overhang(body, r, n, d));
          mostOfLarger = Math.max(mostOfLarger, overhang(body, 2 * r, n, d));
        }
      }
      expect(most, JSON.stringify(body.toJson())).toBeLessThanOrEqual(ROUNDING);
      if (mostOfLarger > ROUNDING) stickingOut++;
    }
    // The sample of touches and directions is fine enough to tell: balls of twice the radius do not fit.
    expect(stickingOut).toBeGreaterThan(BODIES / 2);
  });

  it('is no more than the smallest radius of curvature, and most of it', () => {
    const random = new Random(SEED + 1);
    const parts: number[] = [];
    for (let i = 0; i < 60; i++) {
      const body = randomBody(random, 40);
      const part = radiusOf(body) / smallestOnGrid(body);
      expect(part, JSON.stringify(body.toJson())).toBeLessThan(1);
      parts.push(part);
    }
    // Proving it from a sample costs 9 to 16 %.
    expect(Math.min(...parts)).toBeGreaterThan(0.8);
  });

  it('is the square of the shortest over the longest semi-axis of an ellipsoid, as superquadric too', () => {
    expect(rollingRadiusOfEllipsoid(2, 4, 8)).toBe(0.5);
    expect(rollingRadiusOfSuperquadric(4, 8, 2, 2, 2)).toBe(0.5);
    expect(rollingRadiusOfEllipsoid(3, 3, 3)).toBe(3);
  });

  it('scales with the body', () => {
    for (const factor of [1e-50, 1e50]) {
      const scaled = rollingRadiusOfSuperquadric(factor, 0.5 * factor, 0.7 * factor, 3, 5);
      expect(scaled / factor).toBeCloseTo(rollingRadiusOfSuperquadric(1, 0.5, 0.7, 3, 5), 12);
    }
  });

  it('is zero where an exponent below 2 makes the curvature unbounded', () => {
    expect(rollingRadiusOfSuperquadric(1, 1, 1, 1.9, 3)).toBe(0);
    expect(rollingRadiusOfSuperquadric(1, 1, 1, 3, 1.9)).toBe(0);
  });
});
