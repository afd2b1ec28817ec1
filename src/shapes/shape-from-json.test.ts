// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { InvalidPoseError, InvalidShapeError } from '../errors.ts';
import { shapeFromJson } from './shape-from-json.ts';

const CUBE = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x, y, z])));

describe('shapeFromJson', () => {
  it.each([
    { sphere: { radius: 2 } },
    { box: { halfExtents: [1, 2, 3] } },
    { capsule: { radius: 1, halfLength: 2 } },
    { cylinder: { radius: 1, halfLength: 2 } },
    { cone: { radius: 1, height: 2 } },
    { ellipsoid: { semiAxes: [1, 2, 3] } },
    { superquadric: { semiAxes: [1, 2, 3], n1: 4, n2: 2.5 } },
    { polyhedron: { vertices: CUBE } },
    { rounded: { shape: { box: { halfExtents: [1, 2, 3] } }, radius: 0.1 } },
    { halfSpace: { normal: [0, 0, 1], offset: -1 } },
    { point: { position: [1, 2, 3] } },
    { segment: { from: [0, 0, 0], to: [1, 0, 0] } },
    {
      facet: {
        vertices: [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
        ],
      },
    },
    { compound: [{ shape: { sphere: { radius: 1 } }, pose: { position: [1, 0, 0], orientation: [1, 0, 0, 0] } }] },
  ])('reads and writes %j', (json) => {
    const shape = shapeFromJson(json);
    expect(shape.kind).toBe(Object.keys(json)[0]);
    expect(shape.toJson()).toEqual(json);
  });

  it('fills in what may be left out', () => {
    expect(shapeFromJson({ point: {} }).toJson()).toEqual({ point: { position: [0, 0, 0] } });
    expect(shapeFromJson({ compound: [{ shape: { point: {} } }] }).toJson()).toEqual({
      compound: [
        { shape: { point: { position: [0, 0, 0] } }, pose: { position: [0, 0, 0], orientation: [1, 0, 0, 0] } },
      ],
    });
  });

  it.each([
    [
      null,
      'a.shape: expected an object with one key, the kind of the shape, such as {"sphere":{"radius":1}}, got null',
    ],
    ['sphere', 'a.shape: expected an object with one key'],
    [[1], 'got an array of 1'],
    [{}, 'a.shape: expected an object with one key, the kind of the shape, such as {"sphere":{"radius":1}}; got none'],
    [{ sphere: { radius: 1 }, box: {} }, 'got 2 (sphere, box)'],
    [
      { sphear: { radius: 1 } },
      'a.shape.sphear: unknown shape; known shapes: sphere, box, capsule, cylinder, tablet, cone, ellipsoid, ' +
        'superquadric, polyhedron, rounded, halfSpace, point, segment, facet, compound',
    ],
    [{ toString: {} }, 'a.shape.toString: unknown shape'],
    [{ box: { halfExtents: [1, Number.NaN, 1] } }, 'a.shape.box.halfExtents[1]: expected a finite number > 0, got NaN'],
    [{ box: { halfExtents: [1, 1, -0.1] } }, 'a.shape.box.halfExtents[2]: expected a finite number > 0, got -0.1'],
    [{ box: { halfExtents: [1, '2', 1] } }, 'a.shape.box.halfExtents[1]: expected a finite number > 0, got "2"'],
    [{ box: { halfExtents: [1, 1] } }, 'a.shape.box.halfExtents: expected three numbers [x, y, z], got an array of 2'],
    [{ box: { halfExtents: 1 } }, 'a.shape.box.halfExtents: expected three numbers [x, y, z], got 1'],
    [{ box: {} }, 'a.shape.box.halfExtents: missing; needed: halfExtents'],
    [{ box: [1, 1, 1] }, 'a.shape.box: expected an object with halfExtents, got an array of 3'],
    [{ sphere: { radius: 1, density: 2 } }, 'a.shape.sphere.density: unknown key; allowed: radius'],
    [{ sphere: { radius: 0 } }, 'a.shape.sphere.radius: expected a finite number > 0, got 0'],
    [
      { sphere: { radius: Number.POSITIVE_INFINITY } },
      'a.shape.sphere.radius: expected a finite number > 0, got Infinity',
    ],
    [{ sphere: { radius: 1e-200 } }, 'a.shape.sphere.radius: expected a size from 1e-50 to 1e+50, got 1e-200'],
    [{ sphere: { radius: 1e200 } }, 'a.shape.sphere.radius: expected a size from 1e-50 to 1e+50, got 1e+200'],
    [{ capsule: { radius: 1 } }, 'a.shape.capsule.halfLength: missing; needed: radius, halfLength'],
    [
      { superquadric: { semiAxes: [1, 1, 1], n1: 1, n2: 2 } },
      'a.shape.superquadric.n1: expected a number > 1, from 1.01 to 100, got 1',
    ],
    [
      { superquadric: { semiAxes: [1, 1, 1], n1: 2, n2: 1e9 } },
      'a.shape.superquadric.n2: expected a number > 1, from 1.01 to 100, got 1000000000',
    ],
    [
      {
        polyhedron: {
          vertices: [
            [0, 0, 0],
            [1, 0, 'x'],
          ],
        },
      },
      'a.shape.polyhedron.vertices[1][2]: expected a finite number, got "x"',
    ],
    [
      {
        polyhedron: {
          vertices: [
            [0, 0, 0],
            [1, 0],
          ],
        },
      },
      'a.shape.polyhedron.vertices[1]: expected three numbers [x, y, z], got an array of 2',
    ],
    [
      { polyhedron: { vertices: 'cube' } },
      'a.shape.polyhedron.vertices: expected an array of points [[x, y, z], ...], got "cube"',
    ],
    [
      {
        polyhedron: {
          vertices: [
            [0, 0, 0],
            [1, 0, 0],
            [0, 1, 0],
          ],
        },
      },
      'a.shape.polyhedron.vertices: ',
    ],
    [
      {
        polyhedron: {
          vertices: [
            [0, 0, 0],
            [1, 0, 0],
            [0, 1, 0],
            [1, 1, 0],
            [2, 3, 0],
          ],
        },
      },
      'a.shape.polyhedron.vertices: ',
    ],
    [
      { halfSpace: { normal: [0, 0, 0], offset: 0 } },
      'a.shape.halfSpace.normal: expected a vector with a component >= 1e-50, got [0, 0, 0]',
    ],
    [
      { segment: { from: [1, 1, 1], to: [1, 1, 1] } },
      'a.shape.segment: expected two ends at least 1e-50 apart (or a point), got 0',
    ],
    [{ rounded: { shape: { cube: {} }, radius: 1 } }, 'a.shape.rounded.shape.cube: unknown shape'],
    [
      { rounded: { shape: { sphere: { radius: -1 } }, radius: 1 } },
      'a.shape.rounded.shape.sphere.radius: expected a finite number > 0, got -1',
    ],
    [{ rounded: { radius: 1 } }, 'a.shape.rounded.shape: missing; needed: shape, radius'],
    [{ compound: {} }, 'a.shape.compound: expected an array of pieces [{"shape":…,"pose":…}, …], got an object'],
    [{ compound: [] }, 'a.shape.compound: expected at least one piece, got an array of 0'],
    [
      { compound: [{ shape: { box: { halfExtents: [1, 0, 1] } } }] },
      'a.shape.compound[0].shape.box.halfExtents[1]: expected a finite number > 0, got 0',
    ],
    [
      { compound: [{ shape: { halfSpace: { normal: [0, 0, 1], offset: 0 } } }] },
      'a.shape.compound[0].shape: a halfSpace is unbounded and cannot be a piece; make it a body of its own',
    ],
    [
      { compound: [{ shape: { point: {} }, density: 1 }] },
      'a.shape.compound[0].density: unknown key; allowed: shape, pose',
    ],
  ])('says what is wrong with %j', (json, message) => {
    expect(() => shapeFromJson(json, 'a.shape')).toThrow(InvalidShapeError);
    expect(() => shapeFromJson(json, 'a.shape')).toThrow(message);
  });

  it.each([
    [{ position: [0, 0] }, 'shape.compound[0].pose.position: expected three numbers [x, y, z], got an array of 2'],
    [{ position: [0, Number.NaN, 0] }, 'shape.compound[0].pose.position[1]: expected a finite number, got NaN'],
    [
      { orientation: [1, 0, 0] },
      'shape.compound[0].pose.orientation: expected four numbers [w, x, y, z], got an array of 3',
    ],
    [
      { orientation: [0, 0, 0, 0] },
      'shape.compound[0].pose.orientation: expected [w, x, y, z], not all zero, got [0, 0, 0, 0]',
    ],
    [{ orientation: [1, 0, null, 0] }, 'shape.compound[0].pose.orientation[2]: expected a finite number, got null'],
    [{ rotation: [1, 0, 0, 0] }, 'shape.compound[0].pose.rotation: unknown key; allowed: position, orientation'],
  ])('says what is wrong with the pose %j of a piece', (pose, message) => {
    const json = { compound: [{ shape: { point: {} }, pose }] };
    expect(() => shapeFromJson(json)).toThrow(InvalidPoseError);
    expect(() => shapeFromJson(json)).toThrow(message);
  });

  it('refuses shapes nested without end instead of exhausting the stack', () => {
    let json: unknown = { sphere: { radius: 1 } };
    for (let i = 0; i < 100_000; i++) json = { rounded: { shape: json, radius: 1 } };
    expect(() => shapeFromJson(json)).toThrow('expected shapes nested at most 64 deep; flatten it');
  });
});
