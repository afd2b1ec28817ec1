// SPDX-License-Identifier: MIT
/** What the constructors and readers of scree/contact must refuse. */
import { meshToJson, resting } from '../../src/contact.ts';
import {
  type Argument,
  arg,
  at,
  badOptions,
  ball,
  cube,
  drawn,
  FLAG,
  LENGTH,
  LENGTHS,
  LIMIT,
  mesh,
  NO_DRAWINGS,
  NO_NUMBERS,
  NO_POSES,
  NO_SHAPES,
  NOTHING,
  options,
  PLANAR_SHAPES,
  parameters,
  pieces,
  simplex,
  square,
  VELOCITY,
  vector,
  vectorsOf,
} from './wrong-values.ts';

/** The arguments of everything that makes shapes, poses, meshes and motions. */
export const CONSTRUCTORS: Readonly<Record<string, readonly Argument[]>> = {
  pose: [arg('pose', at, NO_POSES.slice(1))],
  fromAxisAngle: [
    arg('axis', { x: 0, y: 0, z: 1 }, [undefined, ...VELOCITY, { x: 0, y: 0, z: 0 }]),
    arg('angle', 1, [undefined, ...NO_NUMBERS]),
  ],
  sphere: [parameters('sphere', { radius: 1 }, { radius: LENGTHS })],
  box: [parameters('box', { halfExtents: [1, 1, 1] }, { halfExtents: [undefined, ...VELOCITY, [0, 1, 1]] })],
  capsule: [parameters('capsule', { radius: 1, halfLength: 1 }, { radius: LENGTHS, halfLength: LENGTHS })],
  cylinder: [parameters('cylinder', { radius: 1, halfLength: 1 }, { radius: LENGTHS, halfLength: LENGTHS })],
  tablet: [
    parameters(
      'tablet',
      { diameter: 2, bandHeight: 1, capRadius: 2 },
      // Without a band a tablet is a lens.
      { diameter: LENGTHS, bandHeight: LENGTHS.filter((value) => value !== 0), capRadius: LENGTHS },
    ),
  ],
  cone: [parameters('cone', { radius: 1, height: 1 }, { radius: LENGTHS, height: LENGTHS })],
  ellipsoid: [parameters('ellipsoid', { semiAxes: [1, 1, 1] }, { semiAxes: [undefined, ...VELOCITY] })],
  superquadric: [
    parameters(
      'superquadric',
      { semiAxes: [1, 1, 1], n1: 2, n2: 2 },
      { semiAxes: [undefined, ...VELOCITY], n1: LENGTHS, n2: LENGTHS },
    ),
  ],
  polyhedron: [
    parameters(
      'polyhedron',
      { vertices: simplex.toJson().polyhedron.vertices },
      { vertices: [undefined, ...NOTHING, [], [[1]]] },
    ),
  ],
  halfSpace: [
    parameters(
      'halfSpace',
      { normal: [0, 0, 1], offset: 0 },
      { normal: [undefined, ...VELOCITY, [0, 0, 0]], offset: [undefined, ...NO_NUMBERS] },
    ),
  ],
  point: [arg('point', undefined, badOptions({ position: VELOCITY }))],
  segment: [parameters('segment', { from: [0, 0, 0], to: [1, 0, 0] }, { from: VELOCITY, to: [undefined, [0, 0, 0]] })],
  facet: [
    parameters(
      'facet',
      {
        vertices: [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
        ],
      },
      { vertices: [undefined, ...NOTHING, []] },
    ),
  ],
  rounded: [
    parameters(
      'rounded',
      { shape: cube, radius: 1 },
      { shape: [...NO_SHAPES, ...PLANAR_SHAPES, pieces], radius: LENGTHS },
    ),
  ],
  compound: [
    arg(
      'compound',
      [{ shape: ball }],
      [
        undefined,
        ...NOTHING,
        {},
        [],
        [null],
        [{ shape: ball, psoe: {} }],
        ...[...NO_SHAPES, ...PLANAR_SHAPES].map((bad) => [{ shape: bad }]),
        ...NO_POSES.slice(1).map((bad) => [{ shape: ball, pose: bad }]),
      ],
    ),
  ],
  compoundOfPieces: [
    arg('pieces', { pieces: [{ vertices: mesh.vertices }] }, [
      undefined,
      ...NOTHING,
      {},
      { pieces: 5 },
      { pieces: [null] },
    ]),
  ],
  shapeFromJson: [arg('shape', { sphere: { radius: 1 } }, [undefined, ...NOTHING, [], {}, { ball: 1 }, { sphere: 1 }])],
  disc: [parameters('disc', { radius: 1 }, { radius: LENGTHS })],
  ellipse: [parameters('ellipse', { semiAxes: [1, 1] }, { semiAxes: [undefined, ...vectorsOf(2)] })],
  polygon: [
    parameters(
      'polygon',
      {
        vertices: [
          [0, 0],
          [1, 0],
          [0, 1],
        ],
      },
      {
        vertices: [
          undefined,
          ...NOTHING,
          [],
          [
            [0, 0],
            [1, 0],
            ['0', 1],
          ],
        ],
      },
    ),
  ],
  roundedPlanar: [
    parameters('rounded', { shape: square, radius: 1 }, { shape: [...NO_SHAPES, ball, cube], radius: LENGTHS }),
  ],
  planarShapeFromJson: [
    arg('shape', { disc: { radius: 1 } }, [undefined, ...NOTHING, [], {}, { ball: 1 }, { disc: 1 }]),
  ],
  convexHull: [
    arg('points', Array.from(mesh.vertices), [
      undefined,
      ...NOTHING,
      {},
      [1, 2],
      ['0', 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
      [Number.NaN, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
    ]),
  ],
  convexDecomposition: [arg('mesh', drawn, NO_DRAWINGS), options({ pieces: LIMIT, tolerance: [...LENGTH, Infinity] })],
  facetMesh: [arg('mesh', drawn, NO_DRAWINGS), arg('path', 'mesh', []), options({ weld: FLAG })],
  examineMesh: [arg('mesh', drawn, NO_DRAWINGS)],
  mendMesh: [arg('mesh', drawn, NO_DRAWINGS)],
  meshFromJson: [
    arg('shape', meshToJson(mesh), [undefined, ...NOTHING, [], {}, { mesh: 1 }, { mesh: { vertices: [] } }]),
  ],
  layeredSolid: [
    arg('from', 0, [undefined, ...NO_NUMBERS]),
    arg(
      'layers',
      [
        {
          loops: [
            [
              [0, 0],
              [1, 0],
              [0, 1],
            ],
          ],
          to: 1,
        },
      ],
      [
        undefined,
        ...NOTHING,
        {},
        [null],
        [{}],
        [{ loops: 5, to: 1 }],
        [{ loops: [5], to: 1 }],
        [
          {
            loops: [
              [
                [0, 0],
                [1, '0'],
                [0, 1],
              ],
            ],
            to: 1,
          },
        ],
        [
          {
            loops: [
              [
                [0, 0],
                [1, 0],
                [0, 1],
              ],
            ],
            to: '1',
          },
        ],
      ],
    ),
  ],
  surfaceVelocity: [
    arg('motion', resting(), [undefined, ...NOTHING, {}, []]),
    arg('time', 0, [undefined, ...NO_NUMBERS]),
    vector('point'),
  ],
  resting: [arg('start', at, NO_POSES.slice(1))],
  translating: [
    parameters(
      'translating',
      { velocity: [1, 0, 0] },
      { velocity: [undefined, ...VELOCITY], start: NO_POSES.slice(1) },
    ),
  ],
  conveying: [
    parameters('conveying', { velocity: [1, 0, 0] }, { velocity: [undefined, ...VELOCITY], start: NO_POSES.slice(1) }),
  ],
  rotating: [
    parameters(
      'rotating',
      { axis: [1, 0, 0], angularVelocity: 1 },
      {
        axis: [undefined, ...VELOCITY, [0, 0, 0]],
        through: VELOCITY,
        start: NO_POSES.slice(1),
        angularVelocity: [undefined, ...NO_NUMBERS],
      },
    ),
  ],
  oscillating: [
    parameters(
      'oscillating',
      { amplitude: [1, 0, 0], frequency: 1 },
      {
        amplitude: [undefined, ...VELOCITY],
        frequency: [undefined, ...NO_NUMBERS],
        phase: NO_NUMBERS,
        start: NO_POSES.slice(1),
      },
    ),
  ],
  followingVelocity: [
    parameters(
      'followingVelocity',
      {
        times: [0, 1],
        velocities: [
          [0, 0, 0],
          [1, 0, 0],
        ],
      },
      {
        times: [undefined, ...NOTHING, [], [0], [1, 0], [0, '1'], [0, Number.NaN]],
        start: NO_POSES.slice(1),
        velocities: [
          undefined,
          ...NOTHING,
          [],
          [[0, 0, 0]],
          [
            [0, 0, 0],
            ['1', 0, 0],
          ],
        ],
      },
    ),
  ],
};
