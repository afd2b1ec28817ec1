// SPDX-License-Identifier: MIT
/** Table 1 of TD, all exact polyhedron pairs, and random pairs beside the default algorithm. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { randomConvexShape, sizeOf } from '../../../tests/support/random-convex-shapes.ts';
import { Random } from '../../math/random.ts';
import { distance } from '../../math/vector.ts';
import { box } from '../../shapes/kinds/box.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import { point } from '../../shapes/kinds/point.ts';
import type { Shape } from '../../shapes/shape.ts';
import { type Contact, contact, type TraceStep } from '../contact.ts';

type Triple = readonly [number, number, number];
const fixtures = new URL('../../../fixtures/', import.meta.url);
const ULP = 2 ** -52;
const BOTH = ['gjk-td', 'gjk-boolean'] as const;

function extent(points: readonly Triple[]): number {
  return Math.max(
    ...[0, 1, 2].map((k) => {
      const values = points.map((p) => p[k]);
      return Math.max(...values) - Math.min(...values);
    }),
  );
}

interface Situation {
  readonly name: string;
  readonly A: readonly Triple[];
  readonly B: readonly Triple[];
  readonly normal: Triple;
  readonly normal_exact: Triple;
  readonly overlap: number;
  readonly overlap_exact: string;
  readonly contact: string;
}

describe.each(BOTH)('Table 1 by %s', (algorithm) => {
  const situations = JSON.parse(readFileSync(new URL('nine-situations.json', fixtures), 'utf8')) as Situation[];

  it.each(situations)(
    '$name',
    { tags: ['long'] },
    ({ name, A, B, normal, normal_exact, overlap, overlap_exact, contact: type }) => {
      const got = contact(polyhedron({ vertices: A }), {}, polyhedron({ vertices: B }), {}, { algorithm });
      expect(Math.abs(got.distance - Number(overlap_exact))).toBeLessThanOrEqual(1e-14 * Math.max(1, extent(A)));
      // 2.5/sqrt(5) is printed with one digit less.
      expect(Math.abs(got.distance - overlap)).toBeLessThanOrEqual(1e-14);
      for (const [x, y, z] of [normal, normal_exact]) {
        expect(distance(got.normal, { x, y, z })).toBeLessThanOrEqual(1e-14);
      }
      // The caption of Fig. 10a says vertex-edge, which cannot be an overlapping optimum.
      expect(got.type).toBe(name === 'Fig. 10a' ? 'v-f' : type);
      expect(got.status).toBe('converged');
    },
  );
});

interface PolyhedronPair {
  readonly id: string;
  readonly tag: string;
  readonly A: readonly Triple[];
  readonly B: readonly Triple[];
  readonly d: number;
  readonly type?: string;
}

const FAMILIES = ['boxes', 'degenerate', 'far_offset', 'near_parallel', 'random', 'scale', 'size_ratio', 'slender'];

describe.each(BOTH)('exact polyhedron pairs by %s', (algorithm) => {
  it.each(FAMILIES)('%s', { tags: ['long'] }, (family) => {
    const text = readFileSync(new URL(`poly3d_${family}.jsonl`, fixtures), 'utf8');
    for (const line of text.trim().split('\n')) {
      const { id, tag, A, B, d, type } = JSON.parse(line) as PolyhedronPair;
      const got = contact(polyhedron({ vertices: A }), {}, polyhedron({ vertices: B }), {}, { algorithm });
      const size = Math.min(extent(A), extent(B));
      const rounding = 32 * ULP * Math.max(...A.flat().map(Math.abs), ...B.flat().map(Math.abs));
      // Never a smaller depth, and no larger one either.
      expect(Math.abs(got.distance - d), id).toBeLessThanOrEqual(Math.max(1e-12 * size, rounding));
      expect(got.lower, id).toBeLessThanOrEqual(d);
      expect(got.upper, id).toBeGreaterThanOrEqual(d);
      expect(got.status, id).toBe('converged');
      if (type && tag !== 'near-parallel 1e-15') expect(got.type, id).toBe(type);
    }
  });
});

/** How far a point is from the surface of a body, by the default algorithm. */
function offSurface(p: Contact['pointOnA'], shape: Shape, pose: object): number {
  return Math.abs(contact(point({ position: [p.x, p.y, p.z] }), {}, shape, pose).distance);
}

describe.each(BOTH)('random pairs by %s', (algorithm) => {
  it('overlapping or apart, polyhedra agree with the default and have their points on both bodies', {
    tags: ['long'],
  }, () => {
    const random = new Random(101);
    let overlaps = 0;
    for (let n = 0; n < 2000; n++) {
      const a = randomConvexShape(random.next() < 0.2 ? 'box' : 'polyhedron', random);
      const b = randomConvexShape(random.next() < 0.2 ? 'box' : 'polyhedron', random);
      const { x, y, z } = random.unitVector();
      const apart = random.between(0, 1.6);
      const poseA = { orientation: random.rotation() };
      const poseB = { position: { x: apart * x, y: apart * y, z: apart * z }, orientation: random.rotation() };
      const expected = contact(a, poseA, b, poseB);
      const got = contact(a, poseA, b, poseB, { algorithm });
      const size = Math.min(sizeOf(a), sizeOf(b));
      expect(got.status).toBe('converged');
      expect(Math.abs(got.distance - expected.distance)).toBeLessThanOrEqual(1e-12 * size);
      expect(got.lower).toBeLessThanOrEqual(expected.upper);
      expect(got.upper).toBeGreaterThanOrEqual(expected.lower);
      expect(got.type).toBe(expected.type);
      if (got.distance < 0) overlaps++;
      if (n % 4 !== 0) continue;
      expect(offSurface(got.pointOnA, a, poseA)).toBeLessThanOrEqual(1e-12 * size);
      expect(offSurface(got.pointOnB, b, poseB)).toBeLessThanOrEqual(1e-12 * size);
    }
    expect(overlaps).toBeGreaterThan(1000);
  });

  it('a polyhedron and a spheroid agree with the default', { tags: ['long'] }, () => {
    const random = new Random(103);
    for (let n = 0; n < 200; n++) {
      const a = randomConvexShape('polyhedron', random);
      const radius = random.between(0.2, 1);
      const b = ellipsoid({ semiAxes: [radius, radius, random.between(0.2, 1)] });
      const poseB = { position: random.unitVector(), orientation: random.rotation() };
      const expected = contact(a, {}, b, poseB);
      const got = contact(a, {}, b, poseB, { algorithm });
      expect(got.status).toBe('converged');
      // Both are within their tolerance of 1e-9 of the smaller body, which is at most 2 across.
      expect(Math.abs(got.distance - expected.distance)).toBeLessThanOrEqual(1e-9);
      // The normal of a smooth body is known to the square root of that only, and with it where along the surface the
      // point is.
      expect(offSurface(got.pointOnA, a, {})).toBeLessThanOrEqual(5e-5);
    }
  });
});

describe('gjk-td', () => {
  it('hands over to the horizon form at its step limit and ends with the same depth', { tags: ['long'] }, () => {
    const random = new Random(107);
    for (let n = 0; n < 100; n++) {
      const a = randomConvexShape('polyhedron', random);
      const b = randomConvexShape('polyhedron', random);
      const poseB = { position: { x: 0.2, y: 0.1, z: 0 }, orientation: random.rotation() };
      const steps: TraceStep[] = [];
      const whole = contact(a, {}, b, poseB, { algorithm: 'gjk-td', trace: (step) => steps.push(step) });
      expect(Math.abs(whole.distance - contact(a, {}, b, poseB).distance)).toBeLessThanOrEqual(2e-12);
      expect(steps.filter(({ kind }) => kind === 'face')).toHaveLength(whole.epaIterations);
    }
  });

  it('reports how far it came where it is given few steps on curved bodies', () => {
    const a = ellipsoid({ semiAxes: [1, 2, 3] });
    const poseB = { position: [1, 1, 1] as const };
    const { distance: exact } = contact(a, {}, box({ halfExtents: [1, 1, 1] }), poseB);
    const got = contact(a, {}, box({ halfExtents: [1, 1, 1] }), poseB, { algorithm: 'gjk-td', iterationLimit: 4 });
    expect(got).toMatchObject({ status: 'bounded', reason: 'iteration-limit' });
    expect(got.lower).toBeLessThanOrEqual(exact);
    expect(got.upper).toBeGreaterThanOrEqual(exact);
  });
});

describe('gjk-td cut short', () => {
  it('reports no depth smaller than the true one, however few steps it is allowed', () => {
    const random = new Random(313);
    for (const kind of ['polyhedron', 'ellipsoid', 'cylinder', 'box'] as const) {
      for (let n = 0; n < 10; n++) {
        const a = randomConvexShape(kind, random);
        const b = randomConvexShape('ellipsoid', random);
        const poseB = { position: { x: random.next(), y: 0.1, z: 0 }, orientation: random.rotation() };
        const { upper } = contact(a, {}, b, poseB);
        if (!(upper < 0)) continue;
        for (const iterationLimit of [1, 2, 3, 5, 8, 13]) {
          const got = contact(a, {}, b, poseB, { algorithm: 'gjk-td', iterationLimit });
          expect(got.distance).toBeLessThanOrEqual(upper);
        }
      }
    }
  });

  it('hands over to the horizon form after 500 steps on bodies of many vertices', () => {
    const ring = Array.from({ length: 400 }, (_, k) => (Math.PI * k) / 200);
    const prism = polyhedron({
      vertices: ring.flatMap((angle): [number, number, number][] =>
        [-1, 1].map((z) => [Math.cos(angle), Math.sin(angle), z]),
      ),
    });
    const got = contact(prism, {}, prism, { position: [1e-3, 2e-3, 0] }, { algorithm: 'gjk-td' });
    expect(got.status).toBe('converged');
    // The horizon form has a limit of 400 steps of its own.
    expect(got.epaIterations).toBeLessThanOrEqual(900);
    const expected = contact(prism, {}, prism, { position: [1e-3, 2e-3, 0] });
    expect(Math.abs(got.distance - expected.distance)).toBeLessThanOrEqual(1e-12);
  });
});
