// SPDX-License-Identifier: MIT
/**
 * The steps of every algorithm: bounds that hold and end at the answer, points that are where they say, counts that
 * agree.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { randomConvexShape } from '../../../tests/support/random-convex-shapes.ts';
import { type Pose, pose, transformPoint } from '../../math/pose.ts';
import { inverseRotate } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { add, distance as distanceOf, dot, negate, subtract, type Vector3 } from '../../math/vector.ts';
import { box } from '../../shapes/kinds/box.ts';
import { compound } from '../../shapes/kinds/compound.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';
import { rounded } from '../../shapes/kinds/rounded.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import type { ConvexShape, Shape } from '../../shapes/shape.ts';
import { ALGORITHMS, type Algorithm, type Contact, contact, type TracedPoint, type TraceStep } from '../contact.ts';
import { gjkEpa } from '../gjk/gjk-epa.ts';
import { familyContact } from './family-contact.ts';

/** Bodies are about 2 across; searches on curved bodies stop within 1e-9 of the smaller one, planes at rounding. */
const TOLERANCE = 1e-8;

interface Traced {
  readonly a: ConvexShape;
  readonly b: ConvexShape;
  readonly poseA: Pose;
  readonly poseB: Pose;
  readonly steps: readonly TraceStep[];
  readonly found: Contact;
  /** By the default. */
  readonly distance: number;
}

function tracedBy(algorithm: Algorithm, a: Shape, poseA: Pose, b: Shape, poseB: Pose): [TraceStep[], Contact] {
  const steps: TraceStep[] = [];
  const found = contact(a, poseA, b, poseB, { algorithm, trace: (step) => steps.push(step) });
  return [steps, found];
}

function kindsFor(algorithm: Algorithm): readonly (readonly [string, string])[] {
  if (algorithm === 'superquadric-newton')
    return [
      ['superquadric', 'ellipsoid'],
      ['sphere', 'superquadric'],
    ];
  if (algorithm.startsWith('peng-hanley'))
    return [
      ['polyhedron', 'superquadric'],
      ['ellipsoid', 'box'],
    ];
  return [
    ['polyhedron', 'box'],
    ['sphere', 'polyhedron'],
  ];
}

function* tracedPairs(algorithm: Algorithm): Generator<Traced> {
  const random = new Random(4711);
  for (const [kindA, kindB] of kindsFor(algorithm)) {
    for (let n = 0; n < 12; n++) {
      const a = randomConvexShape(kindA, random) as ConvexShape;
      const b = randomConvexShape(kindB, random) as ConvexShape;
      const place = (reach: number): Pose => {
        const { x, y, z } = random.unitVector();
        return pose({ position: [reach * x, reach * y, reach * z], orientation: random.rotation() });
      };
      const [poseA, poseB] = [place(100), place(0.25 * (n + 1))];
      const moved = pose({ ...poseB, position: add(poseB.position, poseA.position) });
      const [steps, found] = tracedBy(algorithm, a, poseA, b, moved);
      const { distance } = contact(a, poseA, b, moved);
      yield { a, b, poseA, poseB: moved, steps, found, distance };
    }
  }
}

function support(shape: ConvexShape, at: Pose, direction: Vector3): Vector3 {
  return transformPoint(at, shape.support(inverseRotate(at.orientation, direction)));
}

/** Outside of the body by no more than the tolerance, along the directions of a cube. */
function isWithin(shape: ConvexShape, at: Pose, point: Vector3): boolean {
  return [-1, 0, 1].every((x) =>
    [-1, 0, 1].every((y) =>
      [-1, 0, 1].every((z) => {
        const d = { x, y, z };
        if (x === 0 && y === 0 && z === 0) return true;
        return dot(d, point) <= dot(d, support(shape, at, d)) + TOLERANCE;
      }),
    ),
  );
}

function bodyPointsOf(step: TraceStep): readonly (readonly [Vector3, Vector3])[] {
  const pair = ({ onA, onB }: TracedPoint): readonly [Vector3, Vector3] => [onA, onB];
  switch (step.kind) {
    case 'simplex':
      return [...step.corners, ...(step.added ? [step.added] : [])].map(pair);
    case 'face':
      return [...step.vertices, step.added].map(pair);
    case 'portal':
      return [...step.corners, step.added].map(pair);
    case 'newton':
      return [[step.onA, step.onB]];
    default:
      return [];
  }
}

describe.each(ALGORITHMS)('the steps of %s', (algorithm) => {
  const pairs = [...tracedPairs(algorithm)];

  it('end with the answer, its bounds and points', () => {
    for (const { steps, found } of pairs) {
      const { distance, normal, pointOnA, pointOnB, lower, upper, status, reason } = found;
      const last = steps.at(-1);
      expect(steps.filter(({ kind }) => kind === 'answer')).toEqual([last]);
      expect(last).toEqual({
        algorithm,
        step: last?.step,
        kind: 'answer',
        points: [pointOnA, pointOnB],
        normal,
        distance,
        lower,
        upper,
        status,
        ...(reason && { reason }),
      });
    }
  });

  it('have bounds that hold and never widen', () => {
    for (const { steps, distance } of pairs) {
      const searched = steps.filter(({ kind }) => kind !== 'answer' && kind !== 'exact');
      searched.forEach((step, i) => {
        const before = searched[i - 1];
        expect(step.lower).toBeLessThanOrEqual(distance + TOLERANCE);
        // GJK looks for a gap: inside, its upper bound is zero.
        const least = step.kind === 'simplex' ? Math.min(distance, step.upper) : distance;
        expect(step.upper).toBeGreaterThanOrEqual(least - TOLERANCE);
        expect(step.lower).toBeLessThanOrEqual(step.upper);
        if (before?.kind !== step.kind) return;
        expect(step.lower).toBeGreaterThanOrEqual(before.lower);
        expect(step.upper).toBeLessThanOrEqual(Math.max(before.upper, step.lower));
      });
    }
  });

  it('show points of the bodies, and differences that are theirs', () => {
    for (const { a, b, poseA, poseB, steps } of pairs) {
      for (const step of steps) {
        for (const [onA, onB] of bodyPointsOf(step)) {
          expect(isWithin(a, poseA, onA)).toBe(true);
          expect(isWithin(b, poseB, onB)).toBe(true);
        }
        if (step.kind !== 'simplex' && step.kind !== 'face' && step.kind !== 'portal') continue;
        expect(step.points).toEqual(step.corners.map(({ difference }) => difference));
        for (const { difference, onA, onB } of step.corners) {
          // The bodies are 100 from the origin, the difference is not.
          expect(distanceOf(difference, subtract(onB, onA))).toBeLessThan(1e-12);
        }
      }
    }
  });

  it('are the same steps with the bodies exchanged', () => {
    for (const { a, b, poseA, poseB, steps } of pairs.slice(0, 4)) {
      const [exchanged] = tracedBy(algorithm, b, poseB, a, poseA);
      expect(exchanged.map(({ step, kind, lower, upper }) => [step, kind, lower, upper])).toEqual(
        steps.map(({ step, kind, lower, upper }) => [step, kind, lower, upper]),
      );
      exchanged.forEach((step, i) => {
        const other = steps[i];
        expect(step.normal).toEqual(negate(other.normal));
        expect(bodyPointsOf(step)).toEqual(bodyPointsOf(other).map(([onA, onB]) => [onB, onA]));
      });
    }
  });

  it('are as many as the answer counts', () => {
    for (const { steps, found } of pairs) {
      const count = (kind: TraceStep['kind']): number => steps.filter((step) => step.kind === kind).length;
      if (algorithm === 'gjk-epa' || algorithm.startsWith('cundall') || algorithm.startsWith('nezami')) continue;
      if (algorithm === 'superquadric-newton') expect(count('newton')).toBe(found.gjkIterations + 1);
      else if (algorithm.startsWith('peng-hanley')) expect(count('plane')).toBeGreaterThan(0);
      else if (algorithm === 'mpr') expect(count('portal')).toBe(found.gjkIterations + found.epaIterations + 1);
      else if (algorithm.startsWith('gjk-td')) {
        expect([count('simplex'), count('face')]).toEqual([found.gjkIterations, found.epaIterations]);
      } else if (algorithm !== 'gjk-boolean') expect(count('simplex')).toBe(found.gjkIterations);
    }
  });
});

describe('the traced form of the default', () => {
  it('gives the answer of the kernel', () => {
    for (const { a, b, poseA, poseB, found } of tracedPairs('gjk-epa')) {
      const traced = familyContact(gjkEpa, a, poseA, b, poseB, {});
      expect(Math.abs(traced.distance - found.distance)).toBeLessThan(TOLERANCE);
      expect(distanceOf(traced.normal, found.normal)).toBeLessThan(1e-6);
      expect(traced.type).toBe(found.type);
    }
  });

  it('closes its bounds on the answer step by step', () => {
    for (const { steps, found } of tracedPairs('gjk-epa')) {
      const last = steps.at(-2) as TraceStep;
      expect(found.distance - last.lower).toBeLessThan(TOLERANCE);
      if (last.kind === 'face') expect(last.upper - found.distance).toBeLessThan(TOLERANCE);
    }
  });

  it('is the answer alone where a formula has no steps', () => {
    const ground = halfSpace({ normal: [0, 0, 1], offset: 0 });
    const [steps, found] = tracedBy('gjk-epa', ground, pose({}), sphere({ radius: 1 }), pose({ position: [0, 0, 3] }));
    expect(steps).toMatchObject([{ kind: 'answer', step: 1, distance: 2, lower: found.lower }]);
  });
});

describe('the steps of compounds and of the exact path', () => {
  it('say which pieces they are of', () => {
    const cube = box({ halfExtents: [1, 1, 1] });
    const pair = compound([{ shape: cube }, { shape: cube, pose: { position: [5, 0, 0] } }]);
    const [steps] = tracedBy('gjk-td', cube, pose({ position: [2.5, 0.25, 0] }), pair, pose({}));
    const pieces = new Set(steps.filter(({ kind }) => kind !== 'answer').map((step) => String(step.pieces)));
    expect(pieces).toEqual(new Set(['0,0', '0,1']));
  });

  it('tell of the hand-over to integer arithmetic', () => {
    const slender = readFileSync(new URL('../../../fixtures/poly3d_slender.jsonl', import.meta.url), 'utf8');
    const line = slender.split('\n').find((text) => text.includes('"poly3d_slender/28"')) ?? '';
    const { A, B, d } = JSON.parse(line);
    const needles = [polyhedron({ vertices: A }), polyhedron({ vertices: B })] as const;
    const [steps, found] = tracedBy('gjk-td', needles[0], pose({}), needles[1], pose({}));
    const { distance, normal, pointOnA } = found;
    expect(steps.at(-2)).toMatchObject({ kind: 'exact', distance, normal, points: [pointOnA, expect.anything()] });
    expect(distance).toBeCloseTo(d, 14);
  });

  it('have the balls of rounded bodies taken off', () => {
    const soft = rounded({ shape: box({ halfExtents: [1, 1, 1] }), radius: 0.5 });
    const [steps, found] = tracedBy('gjk-signed-volumes', soft, pose({}), soft, pose({ position: [4, 0.25, 0] }));
    expect(found.distance).toBeCloseTo(1, 12);
    expect(steps.at(-2)).toMatchObject({ kind: 'simplex', distance: 1, lower: 1, upper: expect.closeTo(1, 12) });
  });
});
