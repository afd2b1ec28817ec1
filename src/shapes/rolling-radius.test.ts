// SPDX-License-Identifier: MIT
/** The ball that is said to roll freely inside a body must lie in it wherever it touches from inside. */
import { describe, expect, it } from 'vitest';
import { SMOOTH_A, SMOOTH_CURVATURE, SMOOTH_NORMAL } from '../kernel/layout.ts';
import { F } from '../kernel/memory.ts';
import { gauge } from '../kernel/smooth/gauge.ts';
import { Random } from '../math/random.ts';
import { addScaled, cross, dot, normalise, perpendicular, type Vector3 } from '../math/vector.ts';
import { kernelBlock } from './kernel-memory/kernel-block.ts';
import { type Superquadric, superquadric } from './kinds/superquadric.ts';
import { rollingRadiusOfEllipsoid, rollingRadiusOfSuperquadric } from './rolling-radius.ts';

const SEED = Number(process.env.TEST_SEED ?? 20261115);
const BODIES = 200;
const TOUCHES = 20;
const DIRECTIONS = 40;
/** Support points of superquadrics are good to some dozens of roundings. */
const ROUNDING = 1e-13;

function vectorAt(at: number): Vector3 {
  return { x: F[at], y: F[at + 1], z: F[at + 2] };
}

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

/** Curvature along two tangents, from what the gauge has left. */
function curvatureOn(s: Vector3, t: Vector3): number {
  const d = vectorAt(SMOOTH_A + SMOOTH_CURVATURE);
  const [e = 0, hx = 0, hy = 0] = F.slice(SMOOTH_A + SMOOTH_CURVATURE + 3, SMOOTH_A + SMOOTH_CURVATURE + 6);
  return d.x * s.x * t.x + d.y * s.y * t.y + d.z * s.z * t.z + e * (hx * s.x + hy * s.y) * (hx * t.x + hy * t.y);
}

/** Smallest principal radius of curvature on a fine grid, from the gauge of the kernel. */
function smallestOnGrid(body: Superquadric): number {
  const { semiAxes: s, n1, n2 } = body;
  const block = kernelBlock(body);
  let most = 0;
  for (let t = -12; t <= 12; t += 0.3) {
    for (let r = -12; r <= 12; r += 0.3) {
      const [u, v, w, z] = [t, -t, r, -r].map((x) => 1 / (1 + Math.exp(-x))) as [number, number, number, number];
      const scaled = w ** (1 / n1);
      gauge(block, scaled * s.x * u ** (1 / n2), scaled * s.y * v ** (1 / n2), s.z * z ** (1 / n1), SMOOTH_A);
      const n = vectorAt(SMOOTH_A + SMOOTH_NORMAL);
      const g = perpendicular(n);
      const h = cross(n, g);
      const [gg, gh, hh] = [curvatureOn(g, g), curvatureOn(g, h), curvatureOn(h, h)];
      most = Math.max(most, (gg + hh + Math.sqrt((gg - hh) ** 2 + 4 * gh ** 2)) / 2);
    }
  }
  return 1 / most;
}

describe(`the rolling radius, seed ${SEED}`, () => {
  it('is that of a ball which lies in the superquadric wherever it touches it from inside', { tags: ['long'] }, () => {
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

  it('is no more than the smallest radius of curvature, and most of it', { tags: ['long'] }, () => {
    const random = new Random(SEED + 1);
    const parts: number[] = [];
    for (let i = 0; i < 60; i++) {
      const body = randomBody(random, 40);
      const part = radiusOf(body) / smallestOnGrid(body);
      expect(part, JSON.stringify(body.toJson())).toBeLessThan(1);
      parts.push(part);
    }
    // Proving it from a sample costs 14 %, and up to a third of the rest goes where a section is nearly round.
    expect(Math.min(...parts)).toBeGreaterThan(0.5);
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

  it('is zero for slender bodies, whose balls would be too small to be of use', () => {
    expect(rollingRadiusOfSuperquadric(1, 1, 1e-4, 3, 3)).toBe(0);
  });

  it('is zero where an exponent below 2 makes the curvature unbounded', () => {
    expect(rollingRadiusOfSuperquadric(1, 1, 1, 1.9, 3)).toBe(0);
    expect(rollingRadiusOfSuperquadric(1, 1, 1, 3, 1.9)).toBe(0);
  });
});
