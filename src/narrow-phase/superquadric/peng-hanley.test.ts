// SPDX-License-Identifier: MIT
/**
 * Every case of Peng & Hanley 2019 on a pair made for it, and where the flowchart as printed is wrong. Numbers by hand
 * unless said.
 */
import { describe, expect, it } from 'vitest';
import type { PoseLike } from '../../math/pose.ts';
import { fromAxisAngle } from '../../math/quaternion.ts';
import { distance as distanceOf, length, type Vector3 } from '../../math/vector.ts';
import { box } from '../../shapes/kinds/box.ts';
import { capsule } from '../../shapes/kinds/capsule.ts';
import { compound } from '../../shapes/kinds/compound.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import { facet } from '../../shapes/kinds/facet.ts';
import { rounded } from '../../shapes/kinds/rounded.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import type { Shape } from '../../shapes/shape.ts';
import { type Contact, contact, type TraceStep } from '../contact.ts';

const cube = box({ halfExtents: [1, 1, 1] });
const beam = box({ halfExtents: [4, 1, 1] });
const ball = sphere({ radius: 1 });
const round = superquadric({ semiAxes: [1, 1, 1], n1: 2, n2: 2 });

const ask = (a: Shape, b: Shape, poseB: PoseLike): Contact => contact(a, {}, b, poseB, { algorithm: 'peng-hanley' });
const askPrinted = (a: Shape, b: Shape, poseB: PoseLike): Contact =>
  contact(a, {}, b, poseB, { algorithm: 'peng-hanley-as-printed' });
const at = (x: number, y: number, z: number): PoseLike => ({ position: [x, y, z] });

const R2 = Math.SQRT1_2;
const R3 = 1 / Math.sqrt(3);
/** A few roundings of coordinates of a few metres. */
const CLOSE = 14;

const CASES: readonly [name: string, number: number, body: Shape, position: Vector3, signed: number, n: Vector3][] = [
  ['1: above the initial face', 1, cube, { x: 3, y: 0.2, z: 0 }, 1, { x: 1, y: 0, z: 0 }],
  ['2: under all faces', 2, cube, { x: 1.9, y: 0.2, z: 0 }, -0.1, { x: 1, y: 0, z: 0 }],
  // The centre is most along x, the body nearest along y.
  ['3: above the face after', 3, beam, { x: 3.9, y: 3, z: 0 }, 1, { x: 0, y: 1, z: 0 }],
  ['4: under all faces after', 4, beam, { x: 3.8, y: 1.9, z: 0 }, -0.1, { x: 0, y: 1, z: 0 }],
  ['5: beside an edge', 5, cube, { x: 1.8, y: 1.8, z: 0.3 }, 0.8 * Math.SQRT2 - 1, { x: R2, y: R2, z: 0 }],
  ['6: at an edge', 6, cube, { x: 1.6, y: 1.6, z: 0.3 }, 0.6 * Math.SQRT2 - 1, { x: R2, y: R2, z: 0 }],
  ['6: at a vertex', 6, cube, { x: 1.5, y: 1.5, z: 1.5 }, 0.5 * Math.sqrt(3) - 1, { x: R3, y: R3, z: R3 }],
  ['8: with the centre inside', 8, cube, { x: 0.4, y: 0, z: 0 }, -1.6, { x: 1, y: 0, z: 0 }],
];

describe.each([
  ['a sphere', ball],
  ['a superquadric', round],
] as const)('the six cases with %s of radius 1', (_, body) => {
  it.each(CASES)('ends with case %s', (_name, number, solid, position, signed, normal) => {
    const found = ask(solid, body, { position });
    expect(found.case).toBe(number);
    // The hand-over of case 8 finds the normal of a superquadric to what curved pairs are converged to.
    const digits = number === 8 && body.kind === 'superquadric' ? 8 : CLOSE;
    expect(found.distance).toBeCloseTo(signed, digits);
    expect(distanceOf(found.normal, normal)).toBeLessThan(number === 8 ? 1e-6 : 1e-14);
    expect(found.status).toBe('converged');
    expect(found.lower).toBeLessThanOrEqual(signed);
    expect(found.upper).toBeGreaterThanOrEqual(signed);
    expect(askPrinted(solid, body, { position }).case).toBe(number);
  });
});

describe('the contact point', () => {
  it('of a face contact is the deepest point of the superquadric, over the face', () => {
    const { pointOnA, pointOnB, type } = ask(cube, ball, at(1.9, 0.2, 0));
    expect(distanceOf(pointOnB, { x: 0.9, y: 0.2, z: 0 })).toBeLessThan(1e-15);
    expect(distanceOf(pointOnA, { x: 1, y: 0.2, z: 0 })).toBeLessThan(1e-15);
    expect(type).toBe('v-f');
  });

  it('of an edge or vertex contact is the point of the polyhedron that is deepest in the superquadric', () => {
    const edge = ask(cube, ball, at(1.6, 1.6, 0.3));
    expect(distanceOf(edge.pointOnA, { x: 1, y: 1, z: 0.3 })).toBeLessThan(1e-15);
    expect(edge.type).toBe('v-e');
    const vertex = ask(cube, ball, at(1.5, 1.5, 1.5));
    expect(distanceOf(vertex.pointOnA, { x: 1, y: 1, z: 1 })).toBe(0);
    expect(vertex.type).toBe('v-v');
  });

  it('of bodies apart are the superquadric nearest the face and its foot', () => {
    const { pointOnA, pointOnB } = ask(cube, ball, at(3, 0.2, 0));
    expect([pointOnA, pointOnB]).toEqual([
      { x: 1, y: 0.2, z: 0 },
      { x: 2, y: 0.2, z: 0 },
    ]);
  });
});

describe('the evaluation', () => {
  it('measures the overlap of an edge along the sum of its two normals (eq. 11)', () => {
    // A roof of 60 degrees: normals (±cos 30°, sin 30°) sum to (0, 1), and an ellipsoid over the ridge is as deep as it
    // reaches below.
    const half = Math.sqrt(3);
    const roof = polyhedron({
      vertices: [-2, 2].flatMap((z) => [
        [-1, -half, z],
        [1, -half, z],
        [0, 0, z],
      ]) as [number, number, number][],
    });
    const found = ask(roof, ellipsoid({ semiAxes: [2, 1, 1] }), at(0.1, 0.9, 0.25));
    expect(found.case).toBe(6);
    expect(distanceOf(found.normal, { x: 0, y: 1, z: 0 })).toBeLessThan(1e-15);
    expect(found.distance).toBeCloseTo(-0.1, CLOSE);
    expect(distanceOf(found.pointOnA, { x: 0, y: 0, z: 0.25 })).toBeLessThan(1e-15);
  });

  it('counts the overlap of a vertex from the farthest point of the polyhedron along the sum of its edges (eq. 12)', () => {
    // Five edges down to one side, one to the other: their sum is no normal of the vertex, and as printed the depth is
    // too small.
    const apex: [number, number, number] = [0, 0, 0];
    const fan = [-0.2, -0.1, 0, 0.1, 0.2].map((y): [number, number, number] => [3, y, -0.4 - y * y]);
    const skew = polyhedron({ vertices: [apex, ...fan, [-3, 0, -0.5], [0, 1.5, -1], [0, -1.5, -1], [0, 0, -3]] });
    const body = sphere({ radius: 1 });
    const poseB = at(0, 0, 0.9);
    const exact = contact(skew, {}, body, poseB);
    const repaired = ask(skew, body, poseB);
    expect(repaired).toMatchObject({ case: 6, type: expect.any(String) });
    expect(repaired.normal.x).toBeLessThan(-0.5);
    expect(repaired.distance).toBeLessThanOrEqual(exact.upper);
    expect(askPrinted(skew, body, poseB).distance).toBeGreaterThan(repaired.distance + 0.1);
  });
});

describe('where the flowchart is wrong', () => {
  it('finds the flat ellipsoids that cut a corner below its edge', () => {
    const corner = box({ halfExtents: [4, 4, 4] });
    const along = { x: 0, y: 0, z: 1 };
    const poseA = at(-4, -4, -4);
    for (const [thickness, position, exact] of [
      [0.1, [0.4, -1, -4], -0.510943],
      [0.02, [0.65, -0.75, -4], -0.088087],
    ] as const) {
      const flat = ellipsoid({ semiAxes: [2, thickness, 0.5] });
      const poseB = { position, orientation: fromAxisAngle(along, (3 * Math.PI) / 4) };
      const found = contact(corner, poseA, flat, poseB, { algorithm: 'peng-hanley' });
      expect(found.distance).toBeCloseTo(exact, 6);
      expect(found).toMatchObject({ case: 6, status: 'converged' });
      const printed = contact(corner, poseA, flat, poseB, { algorithm: 'peng-hanley-as-printed' });
      expect(printed).toMatchObject({ case: 5, status: 'bounded', reason: 'local-optimum' });
      expect(printed.distance).toBeGreaterThan(0.5);
      expect(printed.lower).toBeLessThan(exact);
    }
  });

  it('finds a sphere that cuts a sharp corner 1.8 deep', () => {
    const sliver = polyhedron({
      vertices: [
        [-1.5, -0.5, 0.5],
        [-1, -1.5, -1],
        [1, 0, 0],
        [1.5, 1, 0],
      ],
    });
    const body = sphere({ radius: 2.25 });
    const poseB = at(0.5, 0.75, -0.25);
    expect(askPrinted(sliver, body, poseB)).toMatchObject({ case: 5, status: 'bounded' });
    expect(askPrinted(sliver, body, poseB).distance).toBeGreaterThan(0);
    const found = ask(sliver, body, poseB);
    expect(found.distance).toBeCloseTo(contact(sliver, {}, body, poseB).distance, 12);
    expect(found.distance).toBeLessThan(-1.8);
  });

  it('is not deceived by a point that is under the neighbours of a face only', () => {
    const wedge = polyhedron({
      vertices: [
        [-2, 0.5, 1],
        [-1.5, 0.5, 0],
        [-1.5, 2, -2],
        [-1.5, 2, -1],
        [1.5, 1.5, -2],
      ],
    });
    const body = sphere({ radius: 2.25 });
    const poseB = at(-2.75, -1.75, 3);
    expect(askPrinted(wedge, body, poseB)).toMatchObject({ case: 4, status: 'bounded' });
    expect(askPrinted(wedge, body, poseB).distance).toBeLessThan(0);
    expect(ask(wedge, body, poseB).distance).toBeGreaterThan(0);
    expect(contact(wedge, {}, body, poseB).distance).toBeCloseTo(0.852418, 6);
  });

  it('ends a search that goes round in a circle', () => {
    const plate = box({ halfExtents: [0.5, 0.5, 0.4] });
    const block = superquadric({ semiAxes: [1, 3, 1.5], n1: 8, n2: 4 });
    const poseB: PoseLike = { position: [1.25, 1.25, 2.25], orientation: [1, 0, -2, -2] };
    const printed = askPrinted(plate, block, poseB);
    expect(printed).toMatchObject({ status: 'bounded', reason: 'iteration-limit', gjkIterations: 128 });
    expect(printed.case).toBeUndefined();
    const found = ask(plate, block, poseB);
    expect(found.case).toBe(6);
    expect(found.distance).toBeLessThanOrEqual(contact(plate, {}, block, poseB).upper);
  });
});

describe('peng-hanley', () => {
  it('is for a polyhedron and a superquadric, in either order, and for nothing else', () => {
    const triangle = facet({
      vertices: [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ],
    });
    const others: readonly Shape[] = [
      triangle,
      capsule({ radius: 1, halfLength: 1 }),
      rounded({ shape: cube, radius: 0.1 }),
    ];
    for (const other of others) {
      expect(ask(cube, other, {}).status).toBe('unsupported');
      expect(ask(other, ball, {}).status).toBe('unsupported');
    }
    expect(ask(cube, cube, {}).status).toBe('unsupported');
    expect(ask(ball, ball, {}).status).toBe('unsupported');
    expect(ask(ball, cube, at(3, 0, 0)).distance).toBe(1);
  });

  it('takes the nearest piece of a compound', () => {
    const pair = compound([{ shape: cube }, { shape: cube, pose: { position: [5, 0, 0] } }]);
    const found = ask(pair, ball, at(3.25, 0, 0));
    expect(found.distance).toBeCloseTo(-0.25, CLOSE);
    expect(found.case).toBe(2);
  });

  it('traces the faces it searched and the plane that decided', () => {
    const steps: TraceStep[] = [];
    const trace = (step: TraceStep): number => steps.push(step);
    contact(cube, at(1, 2, 3), ball, at(2.6, 3.6, 3.3), { algorithm: 'peng-hanley', trace });
    expect(steps.map(({ step, kind }) => [step, kind])).toEqual([
      [1, 'plane'],
      [2, 'plane'],
      [3, 'plane'],
      [4, 'answer'],
    ]);
    expect(steps.map(({ normal }) => length(normal))).toEqual([1, 1, expect.closeTo(1, 14), expect.closeTo(1, 14)]);
    const [first, second, last] = steps as [TraceStep, TraceStep, TraceStep];
    expect([first.normal, second.normal]).toEqual([
      { x: 1, y: 0, z: 0 },
      { x: 0, y: 1, z: 0 },
    ]);
    expect(first.distance).toBeCloseTo(-0.4, CLOSE);
    expect(distanceOf(first.points[0], { x: 2, y: 3.6, z: 3.3 })).toBeLessThan(1e-14);
    expect(distanceOf(last.points[0], { x: 2, y: 3, z: 3.3 })).toBeLessThan(1e-14);
    expect(last.distance).toBeCloseTo(0.6 * Math.SQRT2 - 1, CLOSE);
    expect(structuredClone(steps)).toEqual(steps);
  });

  it('traces what the default query answered where it decided', () => {
    const steps: TraceStep[] = [];
    contact(ball, {}, cube, at(0.4, 0, 0), { algorithm: 'peng-hanley', trace: (step) => steps.push(step) });
    expect(steps.map(({ kind }) => kind)).toEqual(['plane', 'plane', 'answer']);
    expect(steps[1]).toMatchObject({ normal: { x: 1 }, distance: -1.6 });
  });

  it('has bounds that hold however few faces it may search', () => {
    const poseB = at(1.6, 1.6, 0.3);
    const found = contact(cube, {}, ball, poseB, { algorithm: 'peng-hanley', iterationLimit: 1 });
    expect(found).toMatchObject({ status: 'bounded', reason: 'iteration-limit', gjkIterations: 1 });
    expect(found.case).toBeUndefined();
    expect(found.lower).toBeLessThan(0.6 * Math.SQRT2 - 1);
    expect(found.upper).toBeGreaterThan(0.6 * Math.SQRT2 - 1);
  });
});
