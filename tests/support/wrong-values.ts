// SPDX-License-Identifier: MIT
/**
 * Values that no argument of scree/contact may have, one kind of argument after the other, and good ones to go with
 * them.
 */
import {
  box,
  compound,
  disc,
  ellipse,
  facetMesh,
  meshToJson,
  polygon,
  polyhedron,
  rounded,
  roundedPlanar,
  sphere,
} from '../../src/contact.ts';

export const ball = sphere({ radius: 1 });
export const cube = box({ halfExtents: [1, 1, 1] });
export const simplex = polyhedron({ vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]] }); // biome-ignore format: short
export const square = polygon({ vertices: [[0, 0], [1, 0], [1, 1], [0, 1]] }); // biome-ignore format: short
export const round = disc({ radius: 1 });
export const mesh = facetMesh({
  vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
  facets: [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
}); // biome-ignore format: short
export const drawn = { vertices: mesh.vertices, facets: meshToJson(mesh).mesh.facets };
export const pieces = compound([{ shape: ball }, { shape: cube, pose: { position: [1, 0, 0] } }]);
export const at = { position: [3, 0, 0] } as const;

/** What is no object that any function here asks for. */
export const NOTHING = [null, 5, Number.NaN, 'box', true, 12n, Symbol('x'), () => 1];
export const NO_NUMBERS = ['1', null, Number.NaN, Infinity, -Infinity, {}, [1], () => 1];
const imitation = {
  kind: 'sphere',
  radius: 1,
  support: () => ({ x: 0, y: 0, z: 0 }),
  massProperties: () => ({}),
};
export const NO_SHAPES = [
  undefined,
  ...NOTHING,
  [],
  {},
  imitation,
  { ...ball },
  { sphere: { radius: 1 } },
  JSON.parse(JSON.stringify(ball)),
  mesh,
  { kind: 'ball' },
];
export const PLANAR_SHAPES = [
  round,
  square,
  ellipse({ semiAxes: [1, 2] }),
  roundedPlanar({ shape: square, radius: 1 }),
];
export const vectorsOf = (size: 2 | 3): readonly unknown[] => [
  null,
  5,
  'x',
  true,
  {},
  [],
  [1],
  [1, 2, 3, 4],
  () => 1,
  ...NO_NUMBERS.flatMap((bad) => [[bad, 0, 0].slice(0, size), size === 3 ? { x: 0, y: bad, z: 0 } : { x: 0, y: bad }]),
  size === 3 ? [1, 2] : [1, 2, 3],
  { x: 1 },
  size === 3 ? { x: 1, y: 2 } : { y: 2 },
];
export const tooFar = (size: 2 | 3): readonly unknown[] => [[1e51, 0, 0].slice(0, size), { x: 0, y: -1e300, z: 0 }];
export const NO_POSES = [
  undefined,
  ...NOTHING,
  [],
  [1, 2, 3],
  ball,
  { postion: [1, 0, 0] },
  { position: [1, 0, 0], orientaton: 1 },
  ...[...vectorsOf(3), ...tooFar(3)].map((position) => ({ position })),
  ...[null, 5, 'x', {}, [], [1, 0, 0], [1, 0, 0, 0, 0], [0, 0, 0, 0], ['1', 0, 0, 0], [1, Number.NaN, 0, 0]].map(
    (orientation) => ({ orientation }),
  ),
  { orientation: { w: 1, x: 0, y: 0 } },
  { orientation: { w: '1', x: 0, y: 0, z: 0 } },
];
const NO_PLANAR_POSES = [
  undefined,
  ...NOTHING,
  [],
  [1, 2],
  round,
  { postion: [1, 0] },
  { angel: 1 },
  ...[...vectorsOf(2), ...tooFar(2)].map((position) => ({ position })),
  ...NO_NUMBERS.map((angle) => ({ angle })),
];
const NO_MESHES = [undefined, ...NOTHING, [], {}, ball, round, meshToJson(mesh), { ...mesh, facetOffsets: [0, 3] }];

export const NO_DRAWINGS = [
  undefined,
  ...NOTHING,
  [],
  {},
  ball,
  mesh,
  meshToJson(mesh),
  ...[undefined, ...NOTHING, [], [[1]], [['0', 0, 0]]].map((vertices) => ({ ...drawn, vertices })),
  ...[undefined, ...NOTHING, [], [[0, 1, 9]], [[0, 1, '2']]].map((facets) => ({ ...drawn, facets })),
];

/** Options objects with one wrong value each. */
export function badOptions(
  keys: Readonly<Record<string, readonly unknown[]>>,
  needed: object = {},
): readonly unknown[] {
  return [
    ...NOTHING,
    [],
    ...['tolerence', 'x', ...Object.keys(keys).map((key) => `${key}s`)]
      .filter((key) => !Object.hasOwn(keys, key))
      .map((key) => ({ ...needed, [key]: 1 })),
    ...Object.entries(keys).flatMap(([key, bad]) => bad.map((value) => ({ ...needed, [key]: value }))),
  ];
}

export const CACHE = [null, 5, 'x', {}, { size: 1, address: 8 }, () => 1];
export const FLAG = [null, 0, 1, 'true', {}, () => 1];
export const NAME = [null, 5, 'nope', {}, ['mpr'], () => 1];
export const CALLBACK = [null, 5, 'x', {}, []];
export const LIMIT = ['1', null, 0, -1, 2.5, Number.NaN, Infinity, {}];
export const LENGTH = ['1', null, -1, Number.NaN, {}, () => 1];
export const KERNEL_OPTIONS = { cache: CACHE, kernel: NAME };
export const CONTACT_OPTIONS = {
  algorithm: NAME,
  trace: CALLBACK,
  iterationLimit: LIMIT,
  manifold: FLAG,
  ...KERNEL_OPTIONS,
};
export const MESH_OPTIONS = {
  sides: NAME,
  depth: LENGTH,
  maxDistance: [...LENGTH, Infinity],
  coplanarAngle: [...LENGTH, 0.2],
  fastIntersection: FLAG,
  kernel: NAME,
};

export interface Argument {
  readonly name: string;
  readonly good: unknown;
  readonly bad: readonly unknown[];
}
export const arg = (name: string, good: unknown, bad: readonly unknown[]): Argument => ({ name, good, bad });
export const shape = (name: string, good: unknown = cube, more: readonly unknown[] = []): Argument =>
  arg(name, good, [...NO_SHAPES, ...PLANAR_SHAPES, ...more]);
export const pose = (name: string, good: unknown = at): Argument => arg(name, good, NO_POSES);
export const planar = (name: string, good: unknown = square, more: readonly unknown[] = []): Argument =>
  arg(name, good, [...NO_SHAPES, ball, cube, rounded({ shape: ball, radius: 1 }), ...more]);
export const planarPose = (name: string): Argument => arg(name, { position: [3, 0] }, NO_PLANAR_POSES);
export const boundary = (name = 'mesh'): Argument => arg(name, mesh, NO_MESHES);
export const options = (keys: Readonly<Record<string, readonly unknown[]>>, good: object = {}): Argument =>
  arg('options', good, badOptions(keys, good));
export const vector = (name: string, good: unknown = [1, 2, 3]): Argument => arg(name, good, vectorsOf(3));
export const parameters = (name: string, good: object, keys: Readonly<Record<string, readonly unknown[]>>): Argument =>
  arg(name, good, [undefined, ...badOptions(keys, good)]);

/** The same of an object that may have more keys. */
export const record = (name: string, good: object, keys: Readonly<Record<string, readonly unknown[]>>): Argument =>
  arg(name, good, [
    undefined,
    ...NOTHING,
    ...Object.entries(keys).flatMap(([key, bad]) => bad.map((value) => ({ ...good, [key]: value }))),
  ]);

export const LENGTHS = [undefined, ...NO_NUMBERS, 0, -1, 1e-60, 1e60];
export const VELOCITY = vectorsOf(3);
