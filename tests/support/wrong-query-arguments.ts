// SPDX-License-Identifier: MIT
/** What every query of scree/contact must refuse. */
import { ellipse, halfSpace, MeshContactList } from '../../src/contact.ts';
import {
  type Argument,
  arg,
  at,
  ball,
  boundary,
  CACHE,
  CALLBACK,
  CONTACT_OPTIONS,
  cube,
  FLAG,
  KERNEL_OPTIONS,
  LENGTH,
  LIMIT,
  MESH_OPTIONS,
  NAME,
  NO_NUMBERS,
  NO_POSES,
  NO_SHAPES,
  NOTHING,
  options,
  PLANAR_SHAPES,
  parameters,
  pieces,
  planar,
  planarPose,
  pose,
  record,
  round,
  shape,
  simplex,
  square,
  tooFar,
  VELOCITY,
  vector,
  vectorsOf,
} from './wrong-values.ts';

const NOT_SOLID = [ball, halfSpace({ normal: [0, 0, 1], offset: 0 }), pieces];
const pair = [shape('a'), pose('poseA'), shape('b'), pose('poseB')];
const solids = [shape('a', cube, NOT_SOLID), pose('poseA'), shape('b', cube, NOT_SOLID), pose('poseB')];
const NOT_POLYGON = [round, ellipse({ semiAxes: [1, 2] })];
const planarPair = [planar('a'), planarPose('poseA'), planar('b'), planarPose('poseB')];
const polygons = [
  planar('a', square, NOT_POLYGON),
  planarPose('poseA'),
  planar('b', square, NOT_POLYGON),
  planarPose('poseB'),
];
const motion = (name: string): Argument =>
  parameters(name, {}, { pose: NO_POSES.slice(1), linearVelocity: VELOCITY, angularVelocity: VELOCITY });
const numbers = new Float64Array([0, 0, 0.5, 1]);
const matchable = { count: 0, features: [], patches: [], points: [], normals: [] };
const MATCHABLE = {
  count: [undefined, '1', -1, 0.5, null, 1],
  features: [null, 5],
  patches: [undefined, 5],
  points: [null, 5],
  normals: [undefined, 5],
};
const batch = {
  shapes: [ball, cube],
  poses: new Float64Array([0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 1, 0, 0, 0]),
  pairs: new Int32Array([0, 1]),
};
const BATCH = {
  shapes: [undefined, ...NOTHING, {}, [ball], ...[...NO_SHAPES, ...PLANAR_SHAPES, pieces].map((bad) => [ball, bad])],
  poses: [
    undefined,
    ...NOTHING,
    {},
    Array.from(batch.poses),
    new Float64Array(13),
    new Float64Array(14),
    ...[Number.NaN, Infinity, 1e51].map((bad) => Float64Array.from(batch.poses, (x, i) => (i === 8 ? bad : x))),
  ],
  pairs: [undefined, ...NOTHING, {}, [0, 1], new Int32Array(3), new Int32Array([0, 2]), new Float64Array([0, 1])],
  cache: CACHE,
  maxDistance: LENGTH,
  kernel: NAME,
  out: [null, 5, [], new Float64Array(3), new Int32Array(99)],
};

/** The arguments of every query: a good value, and what must be refused in its place. */
export const QUERIES: Readonly<Record<string, readonly Argument[]>> = {
  contact: [...pair, options(CONTACT_OPTIONS)],
  distance: [...pair, options({ ...KERNEL_OPTIONS, maxDistance: LENGTH })],
  intersects: [...pair, options(KERNEL_OPTIONS)],
  compoundContacts: [...pair, options({ ...KERNEL_OPTIONS, manifold: FLAG, maxDistance: LENGTH })],
  contactPatch: pair,
  overlapVolume: [
    shape('a', cube, [ball, pieces]),
    pose('poseA'),
    shape('b', cube, [ball, pieces]),
    pose('poseB'),
    options({ kernel: NAME }),
  ],
  pressureField: [
    shape('a', cube, [ball, pieces]),
    pose('poseA'),
    shape('b', cube, [ball, pieces]),
    pose('poseB'),
    options({ kernel: NAME }),
  ],
  contactState: solids,
  minkowskiSum: solids,
  minkowskiDifference: solids,
  entranceBlock: [...solids, vector('reference')],
  superquadricContact: [
    shape('a', ball, [cube]),
    pose('poseA'),
    shape('b', ball, [cube, pieces]),
    pose('poseB'),
    options({ cache: CACHE, iterationLimit: LIMIT, trace: CALLBACK }),
  ],
  timeOfImpact: [
    shape('a'),
    motion('motionA'),
    shape('b'),
    motion('motionB'),
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
    planar('a', square, [ellipse({ semiAxes: [1, 2] })]),
    planarPose('poseA'),
    planar('b', round, [ellipse({ semiAxes: [1, 2] })]),
    planarPose('poseB'),
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
  hasPressureField: [shape('a'), shape('b')],
  meshPressureFields: [
    boundary(),
    pose('poseOfMesh'),
    shape('body', cube, [ball, pieces]),
    pose('poseOfBody'),
    options({ kernel: NAME, side: NAME }),
  ],
  wallContacts: [
    arg('wall', { cylinder: { radius: 1, length: 4 }, side: 'inside' }, [
      undefined,
      ...NOTHING,
      {},
      { side: 'inside' },
      { cylinder: { radius: 1 } },
      ...NAME.map((side) => ({ sphere: { radius: 1 }, side })),
      ...NAME.map((open) => ({ cylinder: { radius: 1, length: 4 }, side: 'inside', open })),
      ...NO_NUMBERS.map((radius) => ({ sphere: { radius }, side: 'inside' })),
      { sphere: { radius: 1 }, box: { halfExtents: [1, 1, 1] }, side: 'inside' },
      { sphere: { raduis: 1 }, side: 'inside' },
      { sphere: 5, side: 'inside' },
      { cylinder: { radius: 1, length: 0 }, side: 'inside' },
      { cylinder: { radius: 1 }, side: 'inside', open: 'both' },
      { cone: { bottomRadius: -1, topRadius: 1, height: 1 }, side: 'inside' },
      { cone: { bottomRadius: 1, topRadius: 2, height: 1 }, side: 'outside' },
      { torus: { ringRadius: 1, tubeRadius: 2 }, side: 'inside' },
      ...vectorsOf(3).map((halfExtents) => ({ box: { halfExtents }, side: 'inside' })),
      { box: { halfExtents: [1, 0, 1] }, side: 'inside' },
    ]),
    pose('poseOfWall'),
    shape('body', cube, [halfSpace({ normal: [0, 0, 1], offset: 0 })]),
    pose('poseOfBody'),
    options({ maxDistance: LENGTH, kernel: NAME }),
  ],
  meshContacts: [
    boundary(),
    pose('poseOfMesh'),
    shape('body', cube, [halfSpace({ normal: [0, 0, 1], offset: 0 })]),
    pose('poseOfBody'),
    options(MESH_OPTIONS),
  ],
  sphereMeshContacts: [
    boundary(),
    pose('poseOfMesh'),
    arg('spheres', numbers, [
      undefined,
      ...NOTHING,
      {},
      [0, 0, 0, 1],
      new Float64Array(3),
      new Float64Array(4),
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
};

/** Those of classes. */
export const CLASSES: Readonly<Record<string, readonly Argument[]>> = {
  ContactCache: [arg('size', 1, [null, '1', 0, -1, 2.5, Number.NaN, Infinity, {}])],
  MeshIndex: [boundary()],
};
