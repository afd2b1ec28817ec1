// SPDX-License-Identifier: MIT
/** What every shape promises, over random shapes of every kind. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../math/random.ts';
import { dot, isFiniteVector, largestComponent, scale, type Vector3 } from '../math/vector.ts';
import { box } from './kinds/box.ts';
import { capsule } from './kinds/capsule.ts';
import { compound } from './kinds/compound.ts';
import { cone } from './kinds/cone.ts';
import { polyhedron } from './kinds/convex-polyhedron.ts';
import { cylinder } from './kinds/cylinder.ts';
import { ellipsoid } from './kinds/ellipsoid.ts';
import { facet } from './kinds/facet.ts';
import { point } from './kinds/point.ts';
import { rounded } from './kinds/rounded.ts';
import { segment } from './kinds/segment.ts';
import { sphere } from './kinds/sphere.ts';
import { superquadric } from './kinds/superquadric.ts';
import { tablet } from './kinds/tablet.ts';
import { type ConvexShape, requireShape, type Shape } from './shape.ts';
import { shapeFromJson } from './shape-from-json.ts';
import { SHAPE_KINDS } from './shape-registry.ts';

type Triple = [number, number, number];

function makeConvex(kind: ConvexShape['kind'], random: Random): ConvexShape {
  const size = (): number => 10 ** random.between(-2, 2);
  const triple = (): Triple => [size(), size(), size()];
  const spot = (): Triple => [random.normal(), random.normal(), random.normal()];
  switch (kind) {
    case 'sphere':
      return sphere({ radius: size() });
    case 'box':
      return box({ halfExtents: triple() });
    case 'capsule':
      return capsule({ radius: size(), halfLength: size() });
    case 'cylinder':
      return cylinder({ radius: size(), halfLength: size() });
    case 'tablet': {
      const radius = size();
      const bandHeight = random.next() < 0.2 ? 0 : size();
      return tablet({ diameter: 2 * radius, bandHeight, capRadius: radius * 10 ** random.between(0, 2) });
    }
    case 'cone':
      return cone({ radius: size(), height: size() });
    case 'ellipsoid':
      return ellipsoid({ semiAxes: triple() });
    case 'superquadric':
      return superquadric({ semiAxes: triple(), n1: random.between(1.05, 20), n2: random.between(1.05, 20) });
    case 'polyhedron':
      return polyhedron({ vertices: Array.from({ length: 12 }, spot) });
    case 'point':
      return point({ position: spot() });
    case 'segment':
      return segment({ from: spot(), to: spot() });
    case 'facet':
      return facet({ vertices: [spot(), spot(), spot()] });
    case 'rounded':
      return rounded({ shape: makeConvex('cone', random), radius: size() });
  }
}

const CONVEX_KINDS = SHAPE_KINDS.filter((kind) => kind !== 'halfSpace' && kind !== 'compound') as ConvexShape['kind'][];
const BOUNDED_KINDS = [...CONVEX_KINDS, 'compound'] as const;

function makeShape(kind: (typeof BOUNDED_KINDS)[number], random: Random): Exclude<Shape, { kind: 'halfSpace' }> {
  if (kind !== 'compound') return makeConvex(kind, random);
  return compound(
    CONVEX_KINDS.map((piece) => ({
      shape: makeConvex(piece, random),
      pose: { position: random.unitVector(), orientation: random.rotation() },
    })),
  );
}

const seeds = fc.integer({ min: 0, max: 2 ** 31 });
const AXES: readonly Vector3[] = [
  { x: 1, y: 0, z: 0 },
  { x: 0, y: 1, z: 0 },
  { x: 0, y: 0, z: 1 },
];

function extentOf(shape: Shape): number {
  const { min, max } = shape.boundingBox();
  return Math.max(largestComponent(min), largestComponent(max));
}

/** Directions with zero, denormal and wildly different components beside ordinary ones. */
function hardDirection(random: Random): Vector3 {
  const component = (): number => {
    switch (random.integer(5)) {
      case 0:
        return 0;
      case 1:
        return random.normal() * 1e-310;
      case 2:
        return random.normal() * 10 ** random.between(-300, 300);
      default:
        return random.normal();
    }
  };
  const d = { x: component(), y: component(), z: component() };
  return largestComponent(d) > 0 ? d : { x: 0, y: 0, z: -1e-300 };
}

describe.each(BOUNDED_KINDS)('%s', (kind) => {
  it('attains its bounding box along the axes and stays inside it', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = new Random(seed);
        const shape = makeShape(kind, random);
        const { min, max } = shape.boundingBox();
        const tolerance = 4e-15 * extentOf(shape);
        for (const axis of AXES) {
          expect(Math.abs(dot(shape.support(axis), axis) - dot(max, axis))).toBeLessThanOrEqual(tolerance);
          expect(Math.abs(dot(shape.support(scale(axis, -1)), axis) - dot(min, axis))).toBeLessThanOrEqual(tolerance);
        }
        const p = shape.support(hardDirection(random));
        for (const axis of AXES) {
          expect(dot(p, axis)).toBeLessThanOrEqual(dot(max, axis) + tolerance);
          expect(dot(p, axis)).toBeGreaterThanOrEqual(dot(min, axis) - tolerance);
        }
      }),
    );
  });

  it('has no support point farther along a direction than the support point of that direction', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = new Random(seed);
        const shape = makeShape(kind, random);
        const d = random.unitVector();
        const farthest = dot(shape.support(d), d);
        for (let i = 0; i < 20; i++) {
          expect(dot(shape.support(random.unitVector()), d)).toBeLessThanOrEqual(farthest + 4e-15 * extentOf(shape));
        }
      }),
    );
  });

  it('gives a finite support point for every finite direction, whatever its length', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = new Random(seed);
        const shape = makeShape(kind, random);
        expect(isFiniteVector(shape.support(hardDirection(random)))).toBe(true);
        // A power of two changes no digit of the direction, so it may change none of the answer.
        const d = random.unitVector();
        const expected = shape.support(d);
        expect(shape.support(scale(d, 2 ** 990))).toEqual(expected);
        expect(shape.support(scale(d, 2 ** -960))).toEqual(expected);
      }),
    );
  });

  it('refuses zero and non-finite directions', () => {
    const shape = makeShape(kind, new Random(1));
    expect(() => shape.support({ x: 0, y: 0, z: 0 })).toThrow(
      'support: expected a finite direction other than zero, got (0, 0, 0)',
    );
    expect(() => shape.support({ x: Number.NaN, y: 0, z: 1 })).toThrow(RangeError);
  });

  it('reads back its own JSON', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const shape = makeShape(kind, new Random(seed));
        const copy = shapeFromJson(JSON.parse(JSON.stringify(shape.toJson())));
        expect(copy.kind).toBe(kind);
        expect(copy.toJson()).toEqual(shape.toJson());
        expect(copy.boundingBox()).toEqual(shape.boundingBox());
      }),
      { numRuns: 20 },
    );
  });

  it('cannot be changed', () => {
    const shape = makeShape(kind, new Random(2));
    expect(Object.isFrozen(shape)).toBe(true);
    for (const value of Object.values(shape)) {
      if (typeof value === 'object' && kind !== 'polyhedron') expect(Object.isFrozen(value)).toBe(true);
    }
  });

  it('has finite, sane mass properties', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { volume, centroid, inertia } = makeShape(kind, new Random(seed)).massProperties();
        expect(volume).toBeGreaterThanOrEqual(0);
        expect(isFiniteVector(centroid)).toBe(true);
        const { xx, yy, zz } = inertia;
        // Second moments are positive, so that every two principal moments exceed the third.
        const rounding = -1e-13 * (xx + yy + zz);
        expect(Math.min(xx + yy - zz, xx + zz - yy, yy + zz - xx)).toBeGreaterThanOrEqual(rounding);
      }),
      { numRuns: 20 },
    );
  });
});

describe('requireShape', () => {
  it('lets shapes through and refuses everything else', () => {
    const ball = sphere({ radius: 1 });
    expect(requireShape(ball, 'a')).toBe(ball);
    for (const value of [undefined, null, 3, 'sphere', {}, { kind: 'sphere' }, { kind: 'disc', support: 1 }]) {
      expect(() => requireShape(value, 'a.shape')).toThrow('a.shape: expected a shape made by sphere(), box(), ...');
    }
  });
});
