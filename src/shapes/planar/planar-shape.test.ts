// SPDX-License-Identifier: MIT
/** Discs, ellipses, rounded shapes and the JSON form. */
import { describe, expect, it } from 'vitest';
import { planarPoseArgument } from '../../math/planar-pose.ts';
import { disc } from './disc.ts';
import { ellipse } from './ellipse.ts';
import { type PlanarShape, requirePlanarShape } from './planar-shape.ts';
import { isPlanarShapeJson, planarShapeFromJson } from './planar-shape-from-json.ts';
import { polygon } from './polygon.ts';
import { roundedPlanar } from './rounded-planar.ts';

const triangle = polygon({
  vertices: [
    [0, 0],
    [4, 0],
    [1, 3],
  ],
});
const shapes: readonly PlanarShape[] = [
  triangle,
  disc({ radius: 2 }),
  ellipse({ semiAxes: [3, 0.5] }),
  roundedPlanar({ shape: triangle, radius: 0.25 }),
  roundedPlanar({ shape: ellipse({ semiAxes: [0.5, 2] }), radius: 0.75 }),
  roundedPlanar({ shape: disc({ radius: 1 }), radius: 1 }),
];

/** Integrals over the polygon of many support points: it misses 2nd order slivers between the points. */
function integrated(shape: PlanarShape) {
  const vertices: [number, number][] = [];
  for (let i = 0; i < 20_000; i++) {
    const angle = (2 * Math.PI * i) / 20_000;
    const { x, y } = shape.support({ x: Math.cos(angle), y: Math.sin(angle) });
    vertices.push([x, y]);
  }
  return polygon({ vertices }).areaProperties();
}

describe('planar shapes', () => {
  it.each(shapes)('$kind has the area properties of its own outline', (shape) => {
    const expected = integrated(shape);
    const got = shape.areaProperties();
    expect(got.area).toBeCloseTo(expected.area, 5);
    expect(got.centroid.x).toBeCloseTo(expected.centroid.x, 5);
    expect(got.centroid.y).toBeCloseTo(expected.centroid.y, 5);
    expect(got.secondMoment.xx).toBeCloseTo(expected.secondMoment.xx, 5);
    expect(got.secondMoment.yy).toBeCloseTo(expected.secondMoment.yy, 5);
    expect(got.secondMoment.xy).toBeCloseTo(expected.secondMoment.xy, 5);
    expect(got.polarMoment).toBe(got.secondMoment.xx + got.secondMoment.yy);
  });

  it.each(shapes)('$kind is read back from its JSON form', (shape) => {
    const json = shape.toJson();
    expect(planarShapeFromJson(JSON.parse(JSON.stringify(json))).toJson()).toEqual(json);
    expect(isPlanarShapeJson(json)).toBe(true);
    expect(requirePlanarShape(shape, 'x')).toBe(shape);
  });

  it.each(shapes)('$kind reaches to its bounding box', (shape) => {
    const { min, max } = shape.boundingBox();
    expect(shape.support({ x: 1, y: 0 }).x).toBeCloseTo(max.x, 12);
    expect(shape.support({ x: 0, y: 1e300 }).y).toBeCloseTo(max.y, 12);
    expect(shape.support({ x: -1e-300, y: 0 }).x).toBeCloseTo(min.x, 12);
    expect(shape.support({ x: 0, y: -1 }).y).toBeCloseTo(min.y, 12);
    expect(() => shape.support({ x: 0, y: 0 })).toThrow(RangeError);
  });

  it('gives a rounded needle of an ellipse the area of a capsule', () => {
    // Semi-axes 1 and 1e-9, radius 1: area 4 + pi and moments of a capsule of half length 1, to the width of the
    // needle.
    const { area, secondMoment } = roundedPlanar({
      shape: ellipse({ semiAxes: [1, 1e-9] }),
      radius: 1,
    }).areaProperties();
    expect(area).toBeCloseTo(4 + Math.PI, 8);
    expect(secondMoment.yy).toBeCloseTo(4 / 3 + Math.PI / 4, 8);
  });

  it('adds the radii of what is rounded twice', () => {
    const twice = roundedPlanar({ shape: roundedPlanar({ shape: triangle, radius: 1 }), radius: 2 });
    expect([twice.shape, twice.radius]).toEqual([triangle, 3]);
  });

  it.each([
    [{ disc: { radius: 0 } }, 'shape.disc.radius: expected a finite number > 0, got 0'],
    [{ ellipse: { semiAxes: [1, -1] } }, 'shape.ellipse.semiAxes[1]: expected a finite number > 0, got -1'],
    [{ ellipse: { semiAxes: [1, 1, 1] } }, 'shape.ellipse.semiAxes: expected two numbers [x, y], got an array of 3'],
    [{ rounded: { shape: { disc: {} }, radius: 1 } }, 'shape.rounded.shape.disc.radius: missing; needed: radius'],
    [
      { sphere: { radius: 1 } },
      'shape.sphere: unknown planar shape; known planar shapes: polygon, disc, ellipse, rounded',
    ],
    [{ polygon: {}, disc: {} }, 'shape: expected an object with one key'],
    [1, 'shape: expected an object with one key'],
  ])('refuses %j', (json, message) => {
    expect(() => planarShapeFromJson(json)).toThrow(message);
  });

  it('tells planar forms from those in space', () => {
    expect(isPlanarShapeJson({ rounded: { shape: { rounded: { shape: { disc: {} }, radius: 1 } } } })).toBe(true);
    for (const other of [{ sphere: {} }, { rounded: { shape: { box: {} } } }, {}, 1, null, { rounded: 1 }]) {
      expect(isPlanarShapeJson(other)).toBe(false);
    }
  });
});

describe('planar poses', () => {
  it('leave out what is not there', () => {
    expect(planarPoseArgument({}, 'pose')).toEqual({ position: { x: 0, y: 0 }, angle: 0 });
    expect(planarPoseArgument({ position: [1, 2], angle: 3 }, 'pose')).toEqual({ position: { x: 1, y: 2 }, angle: 3 });
  });

  it.each([
    [{ position: [1, 2, 3] }, 'a.pose.position: expected two numbers [x, y], got an array of 3'],
    [{ angle: 'x' }, 'a.pose.angle: expected a finite number of radians, got "x"'],
    [{ orientation: [1, 0, 0, 0] }, 'a.pose.orientation: unknown key; allowed: position, angle'],
  ])('refuse %j', (value, message) => {
    expect(() => planarPoseArgument(value, 'a.pose')).toThrow(message);
  });

  it('refuse what is not finite', () => {
    expect(() => planarPoseArgument({ position: [Number.NaN, 0] }, 'pose')).toThrow('pose.position');
    expect(() => planarPoseArgument({ angle: Infinity }, 'pose')).toThrow('pose.angle');
  });
});
