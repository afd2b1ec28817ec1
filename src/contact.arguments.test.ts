// SPDX-License-Identifier: MIT
/**
 * Every function of scree/contact, called with one argument wrong at a time: the answer is an error of the family that names the
 * argument. A value that is none of ours must neither be computed with nor end in an error of the language.
 */
import { describe, expect, it } from 'vitest';
import * as scree from './contact.ts';

const {
  box,
  capsule,
  compound,
  cone,
  cylinder,
  disc,
  ellipse,
  ellipsoid,
  facet,
  facetMesh,
  halfSpace,
  MeshContactList,
  meshToJson,
  point,
  polygon,
  polyhedron,
  resting,
  rounded,
  roundedPlanar,
  ScreeError,
  segment,
  sphere,
  superquadric,
  UnsupportedPairError,
} = scree;

const ball = sphere({ radius: 1 });
const cube = box({ halfExtents: [1, 1, 1] });
const simplex = polyhedron({ vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]] }); // biome-ignore format: short
const square = polygon({ vertices: [[0, 0], [1, 0], [1, 1], [0, 1]] }); // biome-ignore format: short
const round = disc({ radius: 1 });
const mesh = facetMesh({
  vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
  facets: [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
}); // biome-ignore format: short
const drawn = { vertices: mesh.vertices, facets: meshToJson(mesh).mesh.facets };
const pieces = compound([{ shape: ball }, { shape: cube, pose: { position: [1, 0, 0] } }]);
const at = { position: [3, 0, 0] } as const;

/** What is no object that any function here asks for. */
const NOTHING = [null, 5, Number.NaN, 'box', true, 12n, Symbol('x'), () => 1];
const NO_NUMBERS = ['1', null, Number.NaN, Infinity, -Infinity, {}, [1], () => 1];
const imitation = { kind: 'sphere', radius: 1, support: () => ({ x: 0, y: 0, z: 0 }), massProperties: () => ({}) };
const NO_SHAPES = [
  ...[undefined, ...NOTHING, [], {}, imitation, { ...ball }],
  ...[{ sphere: { radius: 1 } }, JSON.parse(JSON.stringify(ball)), mesh, { kind: 'ball' }],
];
const PLANAR_SHAPES = [round, square, ellipse({ semiAxes: [1, 2] }), roundedPlanar({ shape: square, radius: 1 })];
const vectorsOf = (size: 2 | 3): readonly unknown[] => [
  ...[null, 5, 'x', true, {}, [], [1], [1, 2, 3, 4], () => 1],
  ...NO_NUMBERS.flatMap((bad) => [[bad, 0, 0].slice(0, size), size === 3 ? { x: 0, y: bad, z: 0 } : { x: 0, y: bad }]),
  ...[size === 3 ? [1, 2] : [1, 2, 3], { x: 1 }, size === 3 ? { x: 1, y: 2 } : { y: 2 }],
];
const tooFar = (size: 2 | 3): readonly unknown[] => [[1e51, 0, 0].slice(0, size), { x: 0, y: -1e300, z: 0 }];
const NO_POSES = [
  ...[undefined, ...NOTHING, [], [1, 2, 3], ball, { postion: [1, 0, 0] }, { position: [1, 0, 0], orientaton: 1 }],
  ...[...vectorsOf(3), ...tooFar(3)].map((position) => ({ position })),
  ...[null, 5, 'x', {}, [], [1, 0, 0], [1, 0, 0, 0, 0], [0, 0, 0, 0], ['1', 0, 0, 0], [1, Number.NaN, 0, 0]].map(
    (orientation) => ({ orientation }),
  ),
  ...[{ orientation: { w: 1, x: 0, y: 0 } }, { orientation: { w: '1', x: 0, y: 0, z: 0 } }],
];
const NO_PLANAR_POSES = [
  ...[undefined, ...NOTHING, [], [1, 2], round, { postion: [1, 0] }, { angel: 1 }],
  ...[...vectorsOf(2), ...tooFar(2)].map((position) => ({ position })),
  ...NO_NUMBERS.map((angle) => ({ angle })),
];
const NO_MESHES = [undefined, ...NOTHING, [], {}, ball, round, meshToJson(mesh), { ...mesh, facetOffsets: [0, 3] }];

const NO_DRAWINGS = [
  ...[undefined, ...NOTHING, [], {}, ball, mesh, meshToJson(mesh)],
  ...[undefined, ...NOTHING, [], [[1]], [['0', 0, 0]]].map((vertices) => ({ ...drawn, vertices })),
  ...[undefined, ...NOTHING, [], [[0, 1, 9]], [[0, 1, '2']]].map((facets) => ({ ...drawn, facets })),
];

/** Options objects with one wrong value each. */
function badOptions(keys: Readonly<Record<string, readonly unknown[]>>, needed: object = {}): readonly unknown[] {
  return [
    ...[...NOTHING, []],
    ...['tolerence', 'x', ...Object.keys(keys).map((key) => `${key}s`)]
      .filter((key) => !Object.hasOwn(keys, key))
      .map((key) => ({ ...needed, [key]: 1 })),
    ...Object.entries(keys).flatMap(([key, bad]) => bad.map((value) => ({ ...needed, [key]: value }))),
  ];
}

const CACHE = [null, 5, 'x', {}, { size: 1, address: 8 }, () => 1];
const FLAG = [null, 0, 1, 'true', {}, () => 1];
const NAME = [null, 5, 'nope', {}, ['mpr'], () => 1];
const CALLBACK = [null, 5, 'x', {}, []];
const LIMIT = ['1', null, 0, -1, 2.5, Number.NaN, Infinity, {}];
const LENGTH = ['1', null, -1, Number.NaN, {}, () => 1];
const KERNEL_OPTIONS = { cache: CACHE, kernel: NAME };
const CONTACT_OPTIONS = {
  ...{ algorithm: NAME, trace: CALLBACK, iterationLimit: LIMIT, manifold: FLAG },
  ...KERNEL_OPTIONS,
};
const MESH_OPTIONS = {
  ...{ sides: NAME, depth: LENGTH, maxDistance: [...LENGTH, Infinity], coplanarAngle: [...LENGTH, 0.2] },
  ...{ fastIntersection: FLAG, kernel: NAME },
};

interface Argument {
  readonly name: string;
  readonly good: unknown;
  readonly bad: readonly unknown[];
}
const arg = (name: string, good: unknown, bad: readonly unknown[]): Argument => ({ name, good, bad });
const shape = (name: string, good: unknown = cube, more: readonly unknown[] = []): Argument =>
  arg(name, good, [...NO_SHAPES, ...PLANAR_SHAPES, ...more]);
const pose = (name: string, good: unknown = at): Argument => arg(name, good, NO_POSES);
const planar = (name: string, good: unknown = square, more: readonly unknown[] = []): Argument =>
  arg(name, good, [...NO_SHAPES, ball, cube, rounded({ shape: ball, radius: 1 }), ...more]);
const planarPose = (name: string): Argument => arg(name, { position: [3, 0] }, NO_PLANAR_POSES);
const boundary = (name = 'mesh'): Argument => arg(name, mesh, NO_MESHES);
const options = (keys: Readonly<Record<string, readonly unknown[]>>, good: object = {}): Argument =>
  arg('options', good, badOptions(keys, good));
const vector = (name: string, good: unknown = [1, 2, 3]): Argument => arg(name, good, vectorsOf(3));
const parameters = (name: string, good: object, keys: Readonly<Record<string, readonly unknown[]>>): Argument =>
  arg(name, good, [undefined, ...badOptions(keys, good)]);

/** The same of an object that may have more keys. */
const record = (name: string, good: object, keys: Readonly<Record<string, readonly unknown[]>>): Argument =>
  arg(name, good, [
    ...[undefined, ...NOTHING],
    ...Object.entries(keys).flatMap(([key, bad]) => bad.map((value) => ({ ...good, [key]: value }))),
  ]);

const NOT_SOLID = [ball, halfSpace({ normal: [0, 0, 1], offset: 0 }), pieces];
const pair = [shape('a'), pose('poseA'), shape('b'), pose('poseB')];
const solids = [shape('a', cube, NOT_SOLID), pose('poseA'), shape('b', cube, NOT_SOLID), pose('poseB')];
const NOT_POLYGON = [round, ellipse({ semiAxes: [1, 2] })];
const planarPair = [planar('a'), planarPose('poseA'), planar('b'), planarPose('poseB')];
const polygons = [
  ...[planar('a', square, NOT_POLYGON), planarPose('poseA')],
  ...[planar('b', square, NOT_POLYGON), planarPose('poseB')],
];
const LENGTHS = [undefined, ...NO_NUMBERS, 0, -1, 1e-60, 1e60];
const VELOCITY = vectorsOf(3);
const motion = (name: string): Argument =>
  parameters(name, {}, { pose: NO_POSES.slice(1), linearVelocity: VELOCITY, angularVelocity: VELOCITY });
const numbers = new Float64Array([0, 0, 0.5, 1]);
const matchable = { count: 0, features: [], patches: [], points: [], normals: [] };
const MATCHABLE = {
  count: [undefined, '1', -1, 0.5, null, 1],
  ...{ features: [null, 5], patches: [undefined, 5], points: [null, 5], normals: [undefined, 5] },
};
const batch = {
  shapes: [ball, cube],
  poses: new Float64Array([0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 1, 0, 0, 0]),
  pairs: new Int32Array([0, 1]),
};
const BATCH = {
  shapes: [undefined, ...NOTHING, {}, [ball], ...[...NO_SHAPES, ...PLANAR_SHAPES, pieces].map((bad) => [ball, bad])],
  poses: [
    ...[undefined, ...NOTHING, {}, Array.from(batch.poses), new Float64Array(13), new Float64Array(14)],
    ...[Number.NaN, Infinity, 1e51].map((bad) => Float64Array.from(batch.poses, (x, i) => (i === 8 ? bad : x))),
  ],
  pairs: [undefined, ...NOTHING, {}, [0, 1], new Int32Array(3), new Int32Array([0, 2]), new Float64Array([0, 1])],
  ...{ cache: CACHE, maxDistance: LENGTH, kernel: NAME, out: [null, 5, [], new Float64Array(3), new Int32Array(99)] },
};

/** The arguments of every function: a good value, and what must be refused in its place. */
const FUNCTIONS: Readonly<Record<string, readonly Argument[]>> = {
  contact: [...pair, options(CONTACT_OPTIONS)],
  distance: [...pair, options({ ...KERNEL_OPTIONS, maxDistance: LENGTH })],
  intersects: [...pair, options(KERNEL_OPTIONS)],
  compoundContacts: [...pair, options({ ...KERNEL_OPTIONS, manifold: FLAG, maxDistance: LENGTH })],
  contactPatch: pair,
  overlapVolume: [
    ...[shape('a', cube, [ball, pieces]), pose('poseA'), shape('b', cube, [ball, pieces]), pose('poseB')],
    options({ kernel: NAME }),
  ],
  contactState: solids,
  minkowskiSum: solids,
  minkowskiDifference: solids,
  entranceBlock: [...solids, vector('reference')],
  superquadricContact: [
    ...[shape('a', ball, [cube]), pose('poseA'), shape('b', ball, [cube, pieces]), pose('poseB')],
    options({ cache: CACHE, iterationLimit: LIMIT, trace: CALLBACK }),
  ],
  timeOfImpact: [
    ...[shape('a'), motion('motionA'), shape('b'), motion('motionB')],
    options(
      { duration: [undefined, ...NO_NUMBERS, -1], tolerance: [...NO_NUMBERS, 0, 1], kernel: NAME },
      { duration: 1 },
    ),
  ],
  raycast: [
    parameters(
      'ray',
      { origin: [-5, 0, 0], direction: [1, 0, 0] },
      {
        origin: [undefined, ...VELOCITY, ...tooFar(3)],
        direction: [undefined, ...VELOCITY, [0, 0, 0]],
        maxLength: LENGTH,
      },
    ),
    shape('shape'),
    arg('pose', at, NO_POSES.slice(1)),
  ],
  contactBatch: [parameters('contactBatch', batch, BATCH)],
  planarContact: [...planarPair, options({ trace: CALLBACK })],
  overlapArea: [
    ...[planar('a', square, [ellipse({ semiAxes: [1, 2] })]), planarPose('poseA')],
    ...[planar('b', round, [ellipse({ semiAxes: [1, 2] })]), planarPose('poseB')],
  ],
  planarContactState: polygons,
  planarMinkowskiSum: polygons,
  planarMinkowskiDifference: polygons,
  planarEntranceBlock: [...polygons, arg('reference', [1, 2], vectorsOf(2))],
  planarBlockState: [planar('block', square, NOT_POLYGON), arg('point', [1, 2], [undefined, ...vectorsOf(2)])],
  planarBlockDistance: [planar('block', square, NOT_POLYGON), arg('point', [1, 2], [undefined, ...vectorsOf(2)])],
  blockState: [shape('block', simplex, [ball]), arg('point', [1, 2, 3], [undefined, ...VELOCITY])],
  blockDistance: [shape('block', simplex, [ball]), arg('point', [1, 2, 3], [undefined, ...VELOCITY])],
  hasOverlapArea: [planar('a'), planar('b')],
  hasOverlapVolume: [shape('a'), shape('b')],
  meshContacts: [
    ...[boundary(), pose('poseOfMesh'), shape('body', cube, [halfSpace({ normal: [0, 0, 1], offset: 0 })])],
    ...[pose('poseOfBody'), options(MESH_OPTIONS)],
  ],
  sphereMeshContacts: [
    ...[boundary(), pose('poseOfMesh')],
    arg('spheres', numbers, [
      ...[undefined, ...NOTHING, {}, [0, 0, 0, 1], new Float64Array(3), new Float64Array(4)],
      ...[Number.NaN, Infinity, 1e51].map((x) => new Float64Array([x, 0, 0, 1])),
    ]),
    options(MESH_OPTIONS),
    arg('into', new MeshContactList(), [null, 5, {}, [], new Float64Array(4)]),
  ],
  meshIndex: [boundary()],
  edgeKinds: [boundary(), options({ tolerance: LENGTH, coordinateTolerance: LENGTH })],
  coplanarPatches: [
    boundary(),
    arg('kinds', undefined, [null, 5, [], new Uint8Array(3), new Float64Array(6)]),
    options({ tolerance: LENGTH, coordinateTolerance: LENGTH }),
  ],
  meshToJson: [boundary()],
  nodalWeights: [boundary(), arg('facet', 0, ['0', null, -1, 4, 0.5, Number.NaN]), vector('point')],
  addNodalForces: [
    boundary(),
    record(
      'contact',
      { facet: 0, weights: [1, 0, 0] },
      { facet: [undefined, '0', -1, 4], weights: [undefined, 5, [1], ['1', 0, 0]] },
    ),
    vector('force'),
    arg('into', new Float64Array(12), [undefined, ...NOTHING, [], new Float64Array(3), new Int32Array(12)]),
  ],
  meshLoad: [
    arg('contacts', [{ point: { x: 0, y: 0, z: 0 } }], [undefined, ...NOTHING, {}, [null], [{}], [{ point: [1] }]]),
    arg('forces', [{ x: 1, y: 0, z: 0 }], [undefined, ...NOTHING, {}, [], [null], [{ x: 'a', y: 0, z: 0 }]]),
    vector('about'),
  ],
  matchContacts: [
    record('old', matchable, MATCHABLE),
    record('next', matchable, MATCHABLE),
    options({ maxDistance: [undefined, ...LENGTH], maxAngle: LENGTH }, { maxDistance: 1 }),
    arg('into', new Int32Array(4), [null, 5, [], new Float64Array(4)]),
  ],
  featureKey: [
    arg('feature', 'f', [undefined, null, 'x', 5, {}]),
    arg('featureId', 0, [undefined, null, '1', -1, 0.5, Number.NaN]),
    arg('patch', 0, [undefined, null, '1', 0.5, Number.NaN]),
  ],
  pose: [arg('pose', at, NO_POSES.slice(1))],
  fromAxisAngle: [
    arg('axis', { x: 0, y: 0, z: 1 }, [undefined, ...VELOCITY, { x: 0, y: 0, z: 0 }]),
    arg('angle', 1, [undefined, ...NO_NUMBERS]),
  ],
  sphere: [parameters('sphere', { radius: 1 }, { radius: LENGTHS })],
  box: [parameters('box', { halfExtents: [1, 1, 1] }, { halfExtents: [undefined, ...VELOCITY, [0, 1, 1]] })],
  capsule: [parameters('capsule', { radius: 1, halfLength: 1 }, { radius: LENGTHS, halfLength: LENGTHS })],
  cylinder: [parameters('cylinder', { radius: 1, halfLength: 1 }, { radius: LENGTHS, halfLength: LENGTHS })],
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
        ...[undefined, ...NOTHING, {}, [], [null], [{ shape: ball, psoe: {} }]],
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
      ...[undefined, ...NOTHING, {}, [], [1, 2], ['0', 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]],
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
        ...[undefined, ...NOTHING, {}, [null], [{}], [{ loops: 5, to: 1 }], [{ loops: [5], to: 1 }]],
        ...[
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
        ...{ axis: [undefined, ...VELOCITY, [0, 0, 0]], through: VELOCITY, start: NO_POSES.slice(1) },
        angularVelocity: [undefined, ...NO_NUMBERS],
      },
    ),
  ],
  oscillating: [
    parameters(
      'oscillating',
      { amplitude: [1, 0, 0], frequency: 1 },
      {
        ...{ amplitude: [undefined, ...VELOCITY], frequency: [undefined, ...NO_NUMBERS], phase: NO_NUMBERS },
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
        ...{ times: [undefined, ...NOTHING, [], [0], [1, 0], [0, '1'], [0, Number.NaN]], start: NO_POSES.slice(1) },
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
const CLASSES: Readonly<Record<string, readonly Argument[]>> = {
  ContactCache: [arg('size', 1, [null, '1', 0, -1, 2.5, Number.NaN, Infinity, {}])],
  MeshIndex: [boundary()],
};
/** Without an argument that could be wrong: they answer questions about any value, or take none. */
const TOTAL = ['isMeshJson', 'MeshContactList'];

type Anything = (...values: readonly unknown[]) => unknown;
const exported = scree as unknown as Readonly<
  Record<string, Anything & (new (...values: readonly unknown[]) => unknown)>
>;

function shown(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  const text = JSON.stringify(value, (_, each) =>
    typeof each === 'bigint' || typeof each === 'function' || Number.isNaN(each) ? String(each) : each,
  );
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}

/** What a call with a wrong argument did, where that is not an error of the family that names the argument. */
function failures(query: string, call: Anything, given: readonly Argument[]): string[] {
  return given.flatMap(({ name, bad }, i) =>
    bad.flatMap((value) => {
      const values = given.map(({ good }) => good);
      values[i] = value;
      try {
        return [`${name} = ${shown(value)}: accepted, ${shown(call(...values))}`];
      } catch (error) {
        if (!(error instanceof ScreeError)) return [`${name} = ${shown(value)}: ${String(error)}`];
        // Of a pair that has no answer the error names the kinds of both shapes.
        const kind = error instanceof UnsupportedPairError ? (value as { readonly kind?: string }).kind : undefined;
        const isNamed =
          new RegExp(`(^|[ .])${name}[.:[]`).test(error.message) ||
          (kind !== undefined && new RegExp(`^${query}: .*${kind}`).test(error.message));
        return isNamed ? [] : [`${name} = ${shown(value)}: not named in "${error.message}"`];
      }
    }),
  );
}

describe('a wrong argument', () => {
  it.each(Object.entries(FUNCTIONS))('of %s is refused by its name', (name, given) => {
    const call: Anything = (...values) => exported[name]?.(...values);
    expect(() => call(...given.map(({ good }) => good))).not.toThrow();
    expect(failures(name, call, given)).toEqual([]);
  });

  it.each(Object.entries(CLASSES))('of new %s is refused by its name', (name, given) => {
    const Exported = exported[name];
    const call: Anything = (...values) => Exported && new Exported(...values);
    expect(() => call(...given.map(({ good }) => good))).not.toThrow();
    expect(failures(name, call, given)).toEqual([]);
  });

  it('is tried with every function that scree/contact has', () => {
    const isError = (value: unknown): boolean =>
      typeof value === 'function' && (value === ScreeError || value.prototype instanceof ScreeError);
    const functions = Object.entries(scree).flatMap(([name, value]) =>
      typeof value === 'function' && !isError(value) ? [name] : [],
    );
    expect([...Object.keys(FUNCTIONS), ...Object.keys(CLASSES), ...TOTAL].sort()).toEqual(functions.sort());
  });
});

it('takes every shape in the table of good ones', () => {
  const shapes = [
    ...[ball, cube, simplex, pieces, capsule({ radius: 1, halfLength: 1 }), cone({ radius: 1, height: 1 })],
    ...[cylinder({ radius: 1, halfLength: 1 }), ellipsoid({ semiAxes: [1, 2, 3] }), point({ position: [0, 0, 0] })],
    ...[superquadric({ semiAxes: [1, 1, 1], n1: 3, n2: 3 }), segment({ from: [0, 0, 0], to: [1, 0, 0] })],
    ...[
      facet({
        vertices: [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
        ],
      }),
      rounded({ shape: cube, radius: 1 }),
    ],
    halfSpace({ normal: [0, 0, 1], offset: 0 }),
  ];
  for (const each of shapes) expect(scree.contact(each, {}, ball, at).status).not.toBe('unsupported');
});
