// SPDX-License-Identifier: MIT
/**
 * Tablets against tablets, boxes, spheres and half-spaces, with reference answers from their support functions in 50
 * digits (scripts/write-tablet-fixtures.py): the distance, a normal that attains it and valid bounds, in both orders.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pose, transformPoint } from '../math/pose.ts';
import { inverseRotate } from '../math/quaternion.ts';
import { dot, negate, subtract, type Vector3, vector3 } from '../math/vector.ts';
import type { Shape } from '../shapes/shape.ts';
import { shapeFromJson } from '../shapes/shape-from-json.ts';
import { contact } from './contact.ts';

interface Body {
  readonly shape: unknown;
  readonly c: readonly [number, number, number];
  readonly q: readonly [number, number, number, number];
}

interface Line {
  readonly id: string;
  readonly tag: string;
  readonly A: Body;
  readonly B: Body;
  readonly d: number;
}

/** Of the sum of the extents; far from the origin the coordinates themselves are rounded. */
const TOLERANCE = 1e-12;

const LINES = readFileSync(new URL('../../fixtures/tablet.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Line);
const TAGS = [...new Set(LINES.map(({ tag }) => tag))];

function placed({ shape, c, q }: Body) {
  return {
    shape: shapeFromJson(shape as Parameters<typeof shapeFromJson>[0]),
    at: pose({ position: c, orientation: q }),
  };
}

function extentOf({ shape }: { readonly shape: Shape }): number {
  if (shape.kind === 'halfSpace') return 0;
  const { min, max } = shape.boundingBox();
  return Math.max(max.x - min.x, max.y - min.y, max.z - min.z);
}

/** Largest n.x over the body, about the origin of A. */
function farthest({ shape, at }: ReturnType<typeof placed>, n: Vector3, origin: Vector3): number {
  if (shape.kind === 'halfSpace') return shape.offset - dot(n, origin);
  const own = transformPoint(
    { ...at, position: subtract(at.position, origin) },
    shape.support(inverseRotate(at.orientation, n)),
  );
  return dot(n, own);
}

describe('reference pairs with tablets', () => {
  it.each(TAGS)('%s: the distance, a normal that attains it and valid bounds, in both orders', (tag) => {
    for (const { id, A, B, d } of LINES.filter((line) => line.tag === tag)) {
      const [a, b] = [placed(A), placed(B)];
      const tolerance = TOLERANCE * (extentOf(a) + extentOf(b));
      const got = contact(a.shape, a.at, b.shape, b.at);
      expect(got.status, id).toBe('converged');
      expect(Math.abs(got.distance - d), id).toBeLessThanOrEqual(tolerance);
      expect(got.lower, id).toBeLessThanOrEqual(d);
      expect(got.upper, id).toBeGreaterThanOrEqual(d);
      const origin = vector3(A.c);
      const attained = -farthest(b, negate(got.normal), origin) - farthest(a, got.normal, origin);
      expect(Math.abs(attained - d), id).toBeLessThanOrEqual(tolerance);
      // Nothing tells which of two equal bodies in one place is A.
      if (tag === 'concentric') continue;
      const { distance, normal } = contact(b.shape, b.at, a.shape, a.at);
      expect({ distance, normal: negate(normal) }, id).toEqual({ distance: got.distance, normal: got.normal });
    }
  });

  it('are as many as were written', () => {
    expect(LINES).toHaveLength(83);
  });
});
