// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type PoseLike, pose } from '../../math/pose.ts';
import { addScaled, distance, length } from '../../math/vector.ts';
import { box } from '../../shapes/kinds/box.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { facet } from '../../shapes/kinds/facet.ts';
import { point } from '../../shapes/kinds/point.ts';
import { segment } from '../../shapes/kinds/segment.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import type { Answer, ContactAlgorithm, Search, TraceStep } from '../family/algorithm.ts';
import { placeBody } from '../family/placed-body.ts';
import { cundall, cundallAsPrinted, cundallClassical } from './cundall.ts';
import { nezami, nezamiClassical } from './nezami.ts';

type Triple = readonly [number, number, number];

interface Situation {
  readonly name: string;
  readonly A: Triple[];
  readonly B: Triple[];
  readonly normal_exact: Triple;
  /** As printed in Table 1, and in more digits. */
  readonly overlap: number;
  readonly overlap_exact: string;
}

const situations = JSON.parse(
  readFileSync(new URL('../../../fixtures/nine-situations.json', import.meta.url), 'utf8'),
) as Situation[];

function solve(
  algorithm: ContactAlgorithm,
  a: ConvexShape,
  b: ConvexShape,
  poseB: PoseLike = {},
  search: Search = {},
): Answer {
  return algorithm.solve(placeBody(a, pose()), placeBody(b, pose(poseB)), search);
}

const cube = box({ halfExtents: [1, 1, 1] });

describe('nezami', () => {
  for (const { name, A, B, normal_exact, overlap, overlap_exact } of situations) {
    it(`has the published overlap and normal of ${name} to 1e-14`, () => {
      const {
        distance: found,
        normal,
        status,
      } = solve(nezami, polyhedron({ vertices: A }), polyhedron({ vertices: B }));
      expect(Math.abs(found - overlap)).toBeLessThan(1e-14);
      expect(Math.abs(found - Number(overlap_exact))).toBeLessThan(2e-15);
      const [x, y, z] = normal_exact;
      expect(distance(normal, { x, y, z })).toBeLessThan(1e-14);
      expect(status).toBe('converged');
    });
  }

  it('is right where a corner, an edge or a face is closest', () => {
    const corner = solve(nezami, cube, cube, { position: [3, 4, 3.5] });
    expect(corner.distance).toBeCloseTo(Math.sqrt(1 + 4 + 1.5 ** 2), 14);
    expect(corner.upper - corner.lower).toBeLessThan(1e-11);
    expect(corner.pointOnA).toEqual({ x: 1, y: 1, z: 1 });
    const edge = solve(nezami, cube, cube, { position: [3, 4, 0.5] });
    expect(edge.distance).toBeCloseTo(Math.sqrt(5), 14);
    const face = solve(nezami, cube, cube, { position: [0.5, 0.25, 3] });
    expect(face.distance).toBe(1);
    expect(face.normal).toEqual({ x: 0, y: 0, z: 1 });
  });

  it('has its point in the middle of two faces that overlap', () => {
    const { distance: depth, normal, pointOnA } = solve(nezami, cube, cube, { position: [1, 0.5, 1.75] });
    expect(depth).toBe(-0.25);
    expect(normal).toEqual({ x: 0, y: 0, z: 1 });
    expect(distance(pointOnA, { x: 0.5, y: 0.25, z: 1 })).toBeLessThan(1e-12);
  });

  it('says so when it is cut short', () => {
    const [{ A, B }] = situations as [Situation];
    const a = polyhedron({ vertices: A });
    const b = polyhedron({ vertices: B });
    const { status, reason, lower } = solve(nezami, a, b, {}, { iterationLimit: 1 });
    expect([status, reason]).toEqual(['bounded', 'iteration-limit']);
    expect(lower).toBeLessThanOrEqual(-0.25);
  });

  it('reports planes of growing gap', () => {
    const steps: TraceStep[] = [];
    const [{ A, B }] = situations as [Situation];
    solve(nezami, polyhedron({ vertices: A }), polyhedron({ vertices: B }), {}, { trace: (step) => steps.push(step) });
    expect(steps.length).toBeGreaterThan(1);
    expect(steps.every(({ kind, algorithm }) => kind === 'plane' && algorithm === 'nezami')).toBe(true);
    const gaps = steps.map((step) => step.distance);
    expect(gaps).toEqual([...gaps].sort((p, q) => p - q));
  });

  it('keeps the translation of the classical one from moving to the wrong vertex', () => {
    const moved = situations.filter(({ A, B, overlap }) => {
      const found = solve(nezamiClassical, polyhedron({ vertices: A }), polyhedron({ vertices: B }));
      return Math.abs(found.distance - overlap) > 1e-6;
    });
    expect(moved.map(({ name }) => name)).toEqual(['Fig. 2', 'Fig. 4']);
  });
});

describe('every common plane algorithm', () => {
  const bodies: ConvexShape[] = [
    cube,
    point({ position: [0, 0, 0] }),
    segment({ from: [-1, 0, 0], to: [1, 0, 0] }),
    segment({ from: [0, 0, -1], to: [0, 0, 1] }),
    facet({
      vertices: [
        [-1, -1, 0],
        [1, -1, 0],
        [0, 2, 0],
      ],
    }),
    polyhedron({
      vertices: [
        [-1e-6, 0, 0],
        [1e-6, 0, 0],
        [0, 1e-6, 0],
        [0, 0, 1],
      ],
    }),
  ];
  const poses: PoseLike[] = [
    {},
    { position: [1e-17, 0, 0] },
    { position: [2, 0, 0] },
    { position: [0, 0, 1], orientation: [1, 1, 0, 0] },
    { position: [0.3, -0.2, 4e9] },
  ];

  it('answers degenerate bodies and places with finite numbers', () => {
    for (const algorithm of [nezami, nezamiClassical, cundall, cundallClassical, cundallAsPrinted]) {
      for (const a of bodies) {
        for (const b of bodies) {
          for (const poseB of poses) {
            const found = solve(algorithm, a, b, poseB);
            const onB = addScaled(found.pointOnA, found.normal, found.distance);
            expect(Number.isFinite(onB.x + onB.y + onB.z + found.upper + found.lower)).toBe(true);
            expect(Math.abs(length(found.normal) - 1)).toBeLessThan(1e-14);
            expect(found.lower).toBeLessThanOrEqual(found.distance);
            expect(found.distance).toBeLessThanOrEqual(found.upper);
          }
        }
      }
    }
  });

  it('has no preferred scale', () => {
    const shapes = (factor: number): [ConvexShape, ConvexShape] => {
      const { A, B } = situations[6];
      const times = ([x, y, z]: Triple): [number, number, number] => [x * factor, y * factor, z * factor];
      return [polyhedron({ vertices: A.map(times) }), polyhedron({ vertices: B.map(times) })];
    };
    for (const algorithm of [nezami, cundall]) {
      const here = solve(algorithm, ...shapes(1));
      // A power of two changes no digit.
      expect(solve(algorithm, ...shapes(2 ** 40)).distance).toBe(here.distance * 2 ** 40);
      for (const factor of [1e-9, 1e9]) {
        const there = solve(algorithm, ...shapes(factor));
        expect(Math.abs(there.distance / factor - here.distance)).toBeLessThan(algorithm === nezami ? 1e-14 : 1e-8);
      }
    }
  });
});
