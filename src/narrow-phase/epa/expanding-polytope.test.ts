// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { IDENTITY_POSE, type PoseLike, pose } from '../../math/pose.ts';
import { Random } from '../../math/random.ts';
import { dot, length, type Vector3 } from '../../math/vector.ts';
import { box } from '../../shapes/kinds/box.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import { segment } from '../../shapes/kinds/segment.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import { contact } from '../contact.ts';
import type { TraceStep } from '../family/algorithm.ts';
import { type PlacedBody, placeBody } from '../family/placed-body.ts';
import { gjkOfPair } from '../gjk/classical-gjk.ts';
import { type DifferencePoint, roundingOf, supportOfPair } from '../gjk/difference-point.ts';
import { signedVolumes } from '../gjk/signed-volumes.ts';
import { completeTetrahedron } from './complete-simplex.ts';
import { type DepthSetting, ExpandingPolytope, expandToDepth, planeOf } from './expanding-polytope.ts';

function settingFor(a: PlacedBody, b: PlacedBody, more: Partial<DepthSetting> = {}): DepthSetting {
  const support = supportOfPair(a, b);
  const rounding = roundingOf(a, b);
  const { simplex } = gjkOfPair(a, b, signedVolumes, 'test', {});
  const tetrahedron = completeTetrahedron(simplex, support, rounding);
  return { support, tetrahedron, rounding, tolerance: 0, stepLimit: 400, algorithm: 'test', firstStep: 1, ...more };
}

function randomBody(random: Random, count: number, position: [number, number, number]): PlacedBody {
  const vertices = Array.from({ length: count }, () => random.unitVector());
  return placeBody(polyhedron({ vertices }), pose({ position, orientation: random.rotation() }));
}

/** Every edge belongs to two faces, once each way, and every vertex is on or behind every face. */
function expectConvex(polytope: ExpandingPolytope, rounding: number): void {
  const edges = new Set<string>();
  for (const { corners } of polytope.faces) {
    const [i, j, k] = corners;
    for (const edge of [`${i}>${j}`, `${j}>${k}`, `${k}>${i}`]) {
      expect(edges.has(edge)).toBe(false);
      edges.add(edge);
    }
  }
  for (const edge of edges) expect(edges.has(edge.split('>').reverse().join('>'))).toBe(true);
  for (const { normal, distance } of polytope.faces) {
    if (distance === Infinity) continue;
    for (const { w } of polytope.vertices) expect(dot(normal, w) - distance).toBeLessThan(1e3 * rounding);
  }
}

describe('the expanding polytope', () => {
  it('stays closed and convex while it grows', { tags: ['long'] }, () => {
    const random = new Random(31);
    for (let n = 0; n < 30; n++) {
      const { support, tetrahedron, rounding } = settingFor(
        randomBody(random, 20, [0, 0, 0]),
        randomBody(random, 20, [0.3, 0.1, 0.2]),
      );
      const polytope = new ExpandingPolytope(tetrahedron, rounding);
      for (let step = 0; step < 100; step++) {
        const face = polytope.nearestFace();
        const found = support(face.normal);
        if (polytope.has(found.w)) break;
        expect(polytope.expand(face, found)).toBe(true);
      }
      expectConvex(polytope, rounding);
    }
  });

  it('stays so on facets with many points, those of equal boxes', () => {
    const cube = placeBody(box({ halfExtents: [1, 1, 1] }), IDENTITY_POSE);
    for (const position of [
      [0, 0, 0],
      [0.5, 0.25, 0],
      [1, 1, 1],
      [2, 0, 0],
    ] as const) {
      const setting = settingFor(cube, placeBody(cube.shape, pose({ position })));
      const polytope = new ExpandingPolytope(setting.tetrahedron, setting.rounding);
      for (let step = 0; step < 100; step++) {
        const face = polytope.nearestFace();
        const found = setting.support(face.normal);
        if (polytope.has(found.w) || !polytope.expand(face, found)) break;
      }
      expectConvex(polytope, setting.rounding);
      expect(expandToDepth(setting).lower).toBeCloseTo(Math.max(...position) - 2, 15);
    }
  });

  it('leaves no face inside: a new point replaces all that it sees', () => {
    const w = (x: number, y: number, z: number): DifferencePoint => {
      const p: Vector3 = { x, y, z };
      return { w: p, onA: p, onB: p, vertexA: -1, vertexB: -1 };
    };
    const polytope = new ExpandingPolytope([w(-1, -1, -1), w(1, -1, -1), w(0, 1, -1), w(0, 0, 1)], 1e-16);
    // Far up the axis it sees the three faces at the top and becomes their apex.
    const top = [...polytope.faces].find(({ normal }) => normal.z > 0);
    expect(polytope.expand(top as NonNullable<typeof top>, w(0, 0, 9))).toBe(true);
    expect(polytope.faces.size).toBe(4);
    expect([...polytope.faces].every(({ corners }) => !corners.includes(3))).toBe(true);
  });

  it('gives a triangle without area no normal and no distance', () => {
    const [p, q, r] = [0, 1, 2].map((x) => ({ x, y: 0, z: 1 })) as [Vector3, Vector3, Vector3];
    expect(planeOf(p, q, r, 1e-16)).toEqual({ normal: { x: 0, y: 0, z: 0 }, distance: Infinity });
  });
});

describe('EPA', () => {
  it('finds the depth of the default algorithm', () => {
    const random = new Random(37);
    for (let n = 0; n < 200; n++) {
      const a = randomBody(random, 4 + random.integer(20), [0, 0, 0]);
      const b = randomBody(random, 4 + random.integer(20), [random.between(-0.5, 0.5), 0, 0]);
      const expected = contact(a.shape, a.pose, b.shape, b.pose);
      if (expected.distance > 0) continue;
      const found = expandToDepth(settingFor(a, b));
      expect(found.lower).toBeCloseTo(expected.distance, 13);
      expect(found.upper).toBeCloseTo(expected.distance, 13);
    }
  });

  it('traces faces whose distance never falls below what is proven', () => {
    const a = placeBody(ellipsoid({ semiAxes: [1, 2, 3] }), IDENTITY_POSE);
    const b = placeBody(box({ halfExtents: [1, 1, 1] }), pose({ position: [1, 1, 1] }));
    const steps: TraceStep[] = [];
    const found = expandToDepth(
      settingFor(a, b, { tolerance: 1e-10, firstStep: 7, trace: (step) => steps.push(step) }),
    );
    expect(steps[0]?.step).toBe(7);
    expect(steps).toHaveLength(found.steps);
    for (const { kind, points, normal, distance } of steps) {
      expect(kind).toBe('face');
      expect(points).toHaveLength(3);
      expect(length(normal)).toBeCloseTo(1, 14);
      expect(distance).toBeLessThanOrEqual(found.upper + 1e-12);
    }
    expect(found.upper - found.lower).toBeLessThanOrEqual(1e-10);
  });

  it('stops at its step limit with bounds that hold', () => {
    const a = placeBody(ellipsoid({ semiAxes: [1, 2, 3] }), IDENTITY_POSE);
    const b = placeBody(ellipsoid({ semiAxes: [3, 1, 2] }), pose({ position: [1, 1, 1] }));
    const { distance } = contact(a.shape, a.pose, b.shape, b.pose);
    for (const stepLimit of [1, 3, 10]) {
      const found = expandToDepth(settingFor(a, b, { stepLimit, tolerance: 1e-10 }));
      expect(found).toMatchObject({ isLimited: true, steps: stepLimit });
      expect(found.lower).toBeLessThanOrEqual(distance);
      expect(found.upper).toBeGreaterThanOrEqual(distance);
    }
  });
});

describe('bounds by slivers', () => {
  it('hold on a superquadric 20,000 long, whose faces are turned by rounding', () => {
    const beam = superquadric({ semiAxes: [0.806391009548679, 2, 10000], n1: 20, n2: 4 });
    const poseA: PoseLike = {
      position: [-4.1589411906898025e-17, -1.3047772347927094, -1e-15],
      orientation: [0.6040148089183207, -0.5400842302831217, 0.3195456147031155, 0.4912898685408246],
    };
    const rod = segment({ from: [0, -0.9258126672357321, -0.5], to: [-0.2115041227079928, 0.5, 0] });
    for (const algorithm of ['gjk-boolean', 'gjk-td'] as const) {
      // The gap along a normal, in 40 digits: the true distance is not below it.
      expect(contact(beam, poseA, rod, {}, { algorithm }).upper).toBeGreaterThanOrEqual(-0.424422181762);
    }
  });
});
