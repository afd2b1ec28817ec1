// SPDX-License-Identifier: MIT
/**
 * Chart of a superquadric: its points and normals are those of the surface, their derivatives what difference quotients
 * say.
 */
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { distance, dot, normalise, scale, subtract, type Vector3 } from '../../math/vector.ts';
import { kernelBlock } from '../../shapes/kernel-memory/kernel-block.ts';
import { type Superquadric, superquadric } from '../../shapes/kinds/superquadric.ts';
import {
  CHART_A,
  CHART_ACROSS,
  CHART_ALONG,
  CHART_NORMAL,
  CHART_NORMAL_ACROSS,
  CHART_NORMAL_ALONG,
  CHART_POINT,
  CHART_POINT_ACROSS,
  CHART_POINT_ALONG,
} from '../layout.ts';
import { F } from '../memory.ts';
import { chartAt, moveOnChart, startChart } from './superquadric-chart.ts';

const SEED = Number(process.env.TEST_SEED ?? 5);
const POINTS = 500;
const QUOTIENT_STEP = 1e-7;

function at(offset: number): Vector3 {
  const k = CHART_A + offset;
  return { x: F[k], y: F[k + 1], z: F[k + 2] };
}

function randomBody(random: Random): Superquadric {
  const exponent = (): number => 1 + 10 ** random.between(-1, 1.2);
  const semiAxis = (): number => 10 ** random.between(-1, 0);
  return superquadric({ semiAxes: [semiAxis(), semiAxis(), semiAxis()], n1: exponent(), n2: exponent() });
}

/** A random body on its chart where its support point along a random direction is. */
function start(random: Random): { body: Superquadric; block: number; n: Vector3; p: Vector3 } {
  const body = randomBody(random);
  const block = kernelBlock(body);
  const n = random.unitVector();
  const p = body.support(n);
  startChart(block, CHART_A, p.x, p.y, p.z, n.x, n.y, n.z, false);
  chartAt(block, CHART_A);
  return { body, block, n, p };
}

describe(`the chart of a superquadric, seed ${SEED}`, () => {
  it('starts at the point with a given normal, whatever the exponents', () => {
    const random = new Random(SEED);
    for (let i = 0; i < POINTS; i++) {
      const { n, p } = start(random);
      expect(distance(at(CHART_POINT), p), `point ${i}`).toBeLessThanOrEqual(1e-13);
      // The exponents, up to 17 or dual up to 11, magnify the rounding of the coordinates.
      expect(distance(normalise(at(CHART_NORMAL)), n), `point ${i}`).toBeLessThanOrEqual(1e-13);
      expect(Math.abs(dot(at(CHART_NORMAL), at(CHART_POINT)) - 1)).toBeLessThanOrEqual(1e-14);
    }
  });

  it('starts at the same point from the point alone', () => {
    const random = new Random(SEED);
    for (let i = 0; i < POINTS; i++) {
      const { block, p } = start(random);
      startChart(block, CHART_A, p.x, p.y, p.z, 0, 0, 1, true);
      chartAt(block, CHART_A);
      expect(distance(at(CHART_POINT), p), `point ${i}`).toBeLessThanOrEqual(1e-13);
    }
  });

  it('has derivatives along the surface that are those of its points and normals', () => {
    const random = new Random(SEED);
    for (let i = 0; i < POINTS; i++) {
      const { block } = start(random);
      const before = { point: at(CHART_POINT), normal: at(CHART_NORMAL) };
      const derivatives = [
        { point: at(CHART_POINT_ACROSS), normal: at(CHART_NORMAL_ACROSS) },
        { point: at(CHART_POINT_ALONG), normal: at(CHART_NORMAL_ALONG) },
      ];
      for (const [k, { point, normal }] of derivatives.entries()) {
        expect(Math.abs(dot(point, before.normal)), `point ${i}`).toBeLessThanOrEqual(1e-11);
        const coordinate = CHART_A + (k === 0 ? CHART_ACROSS : CHART_ALONG);
        const kept = F[coordinate];
        // Towards the middle of the chart, so that the smaller coordinate stays the smaller one.
        const step = kept > 0 ? -QUOTIENT_STEP : QUOTIENT_STEP;
        F[coordinate] = kept + step;
        chartAt(block, CHART_A);
        F[coordinate] = kept;
        // The second derivative times the step, at curvatures up to those of exponents of 17 near the middle of an
        // edge.
        const moved = scale(subtract(at(CHART_POINT), before.point), 1 / step);
        const turned = scale(subtract(at(CHART_NORMAL), before.normal), 1 / step);
        expect(distance(moved, point), `point ${i}`).toBeLessThanOrEqual(1e-4);
        expect(distance(turned, normal), `point ${i}`).toBeLessThanOrEqual(1e-3);
        chartAt(block, CHART_A);
      }
    }
  });

  it('goes on beyond the pole and beyond the larger coordinate', () => {
    const block = kernelBlock(superquadric({ semiAxes: [1, 1, 1], n1: 2, n2: 2 }));
    // On a sphere, just before the pole: beyond it x changes sign.
    startChart(block, CHART_A, 0.1, 0, Math.sqrt(0.99), 0.1, 0, Math.sqrt(0.99), false);
    moveOnChart(block, CHART_A, 0, -0.25);
    chartAt(block, CHART_A);
    expect(distance(at(CHART_POINT), { x: -0.15, y: 0, z: Math.sqrt(0.9775) })).toBeLessThanOrEqual(1e-15);
    // Aside by more than the cross-section's coordinate allows: straight across the pole's plane.
    startChart(block, CHART_A, 0.01, 0, Math.sqrt(0.9999), 0.01, 0, Math.sqrt(0.9999), false);
    moveOnChart(block, CHART_A, 8, 0);
    chartAt(block, CHART_A);
    expect(distance(at(CHART_POINT), { x: 0.01, y: 0.08, z: Math.sqrt(0.9935) })).toBeLessThanOrEqual(1e-15);
    // From near the equator up past the diagonal.
    startChart(block, CHART_A, Math.sqrt(0.64), 0, 0.6, Math.sqrt(0.64), 0, 0.6, false);
    moveOnChart(block, CHART_A, 0, 0.2);
    chartAt(block, CHART_A);
    expect(distance(at(CHART_POINT), { x: 0.6, y: 0, z: 0.8 })).toBeLessThanOrEqual(1e-15);
  });
});
