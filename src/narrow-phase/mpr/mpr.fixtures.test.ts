// SPDX-License-Identifier: MIT
/**
 * Portal refinement on pairs of polyhedra with exact answers: the sign, the bounds, and how often the distance is
 * exact.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pose } from '../../math/pose.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { placeBody } from '../family/placed-body.ts';
import { mpr } from './mpr.ts';

interface Line {
  readonly id: string;
  readonly A: [number, number, number][];
  readonly B: [number, number, number][];
  readonly d: number;
  readonly scale: number;
}

const SETS = ['boxes', 'degenerate', 'far_offset', 'near_parallel', 'random', 'scale', 'size_ratio', 'slender'];

/** Distances below this share of the size are touching: rounding has either sign. */
const TOUCHING_TOLERANCE = 1e-13;

describe('mpr on exact fixtures', () => {
  for (const set of SETS) {
    it(`has the right sign and true bounds on poly3d_${set}`, () => {
      const text = readFileSync(new URL(`../../../fixtures/poly3d_${set}.jsonl`, import.meta.url), 'utf8');
      for (const line of text.trim().split('\n')) {
        const { id, A, B, d, scale } = JSON.parse(line) as Line;
        const found = mpr.solve(
          placeBody(polyhedron({ vertices: A }), pose()),
          placeBody(polyhedron({ vertices: B }), pose()),
          {},
        );
        if (Math.abs(d) > TOUCHING_TOLERANCE * scale) expect(Math.sign(found.distance), id).toBe(Math.sign(d));
        else expect(Math.abs(found.distance), id).toBeLessThanOrEqual(1e-12 * scale);
        expect(found.lower, id).toBeLessThanOrEqual(d);
        expect(found.upper, id).toBeGreaterThanOrEqual(d);
        if (d < 0) expect(found.distance - d, id).toBeLessThanOrEqual(1e-14 * scale);
        else expect(found.distance - d, id).toBeGreaterThanOrEqual(-1e-13 * scale);
      }
    });
  }
});
