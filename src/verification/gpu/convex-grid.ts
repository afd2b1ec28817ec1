// SPDX-License-Identifier: MIT
/**
 * Single contacts of convex bodies with each other, with half-spaces and with facets, for every pair of shapes that the
 * GPU supports, in one scene. Poses are random; bodies are moved together until they have the wanted overlap.
 */
import type { Random } from '../../math/random.ts';
import { add, cross, dot, normalise, type Vector3 } from '../../math/vector.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { contact } from '../../narrow-phase/contact.ts';
import { box } from '../../shapes/kinds/box.ts';
import { capsule } from '../../shapes/kinds/capsule.ts';
import { cone } from '../../shapes/kinds/cone.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';
import { rounded } from '../../shapes/kinds/rounded.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import { tablet } from '../../shapes/kinds/tablet.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import type { BodyShapeSpec } from '../../simulation/simulation-spec.ts';
import {
  along,
  type ContactGrid,
  GridBuilder,
  type GridLaw,
  gridMaterials,
  type Triple,
  triple,
  WALL,
} from './contact-grid.ts';

/** Half of the size of the bodies, m. */
const HALF = 0.01;
const SIZE = 2 * HALF;
const APART = 4 * SIZE;
const BALL = 0.8 * HALF;
const OBLIQUE: Vector3 = { x: 0.6, y: 0, z: 0.8 };
const QUANTA = 2 ** 30;
/**
 * Rounding of float32 for numbers below half the size: error of three coordinates of a vertex, of semi-axes, radii and
 * normals.
 */
const HALF_LAST_PLACE = 2 ** -25;
/** Relative to the size: a vertex of each body, and a normal with a lever arm of half the size. */
const SHAPE_ROUNDING = (2 + 0.5) * Math.sqrt(3) * HALF_LAST_PLACE;
/** Bodies that are scaled copies of their shape. */
const SMALLER = 0.8;

type Quadruple = [number, number, number, number];

const CORNERS: readonly Triple[] = [
  [0, 0, 0],
  [1.6, 0, 0],
  [0, 1.5, 0],
  [0, 0, 1.4],
];
const POLYHEDRA: Readonly<Record<string, ConvexShape>> = {
  box: box({ halfExtents: [HALF, 0.7 * HALF, 0.5 * HALF] }),
  tetrahedron: polyhedron({ vertices: CORNERS.map(([x, y, z]): Triple => [HALF * x, HALF * y, HALF * z]) }),
  hull: polyhedron({
    vertices: Array.from({ length: 14 }, (_, k): Triple => {
      // Points of a spiral around an ellipsoid.
      const [z, turn] = [1 - (2 * k + 1) / 14, 2.4 * k];
      const r = Math.sqrt(1 - z * z);
      return [HALF * r * Math.cos(turn), 0.8 * HALF * r * Math.sin(turn), 0.7 * HALF * z];
    }),
  }),
};
const ROUND: Readonly<Record<string, ConvexShape>> = {
  ellipsoid: ellipsoid({ semiAxes: [HALF, 0.7 * HALF, 0.8 * HALF] }),
  block: superquadric({ semiAxes: [0.9 * HALF, 0.7 * HALF, 0.8 * HALF], n1: 4, n2: 3 }),
  pillow: superquadric({ semiAxes: [HALF, 0.9 * HALF, 0.6 * HALF], n1: 1.7, n2: 2.5 }),
};
const SWEPT: Readonly<Record<string, ConvexShape>> = {
  capsule: capsule({ radius: 0.5 * HALF, halfLength: 0.5 * HALF }),
  cylinder: cylinder({ radius: 0.6 * HALF, halfLength: 0.7 * HALF }),
  cone: cone({ radius: 0.7 * HALF, height: 1.2 * HALF }),
  tablet: tablet({ diameter: 1.6 * HALF, bandHeight: 0.5 * HALF, capRadius: 1.5 * HALF }),
  brick: rounded({ shape: box({ halfExtents: [0.7 * HALF, 0.5 * HALF, 0.35 * HALF] }), radius: 0.15 * HALF }),
};
const FLOOR = 'half-space';
const FACET = 'facet';
/** From the centre of a facet to its corners: no body reaches its sides. */
const FACET_REACH = 1.6 * SIZE;
/** The two partners, and the shapes that each may have. */
type Kinds = readonly (readonly [string, readonly (readonly [string, string])[]])[];

export const POLYHEDRA_KINDS: Kinds = [
  [
    'polyhedra',
    [
      ...([
        ['box', 'box'],
        ['hull', 'hull'],
        ['tetrahedron', 'box'],
      ] as const),
      ...([
        ['box', 'hull'],
        ['hull', 'tetrahedron'],
        ['tetrahedron', 'tetrahedron'],
      ] as const),
    ],
  ],
  [
    'polyhedron, sphere',
    [
      ['box', 'ball'],
      ['ball', 'hull'],
      ['tetrahedron', 'ball'],
    ],
  ],
  [
    'polyhedron, half-space',
    [
      ['box', FLOOR],
      ['hull', FLOOR],
      ['tetrahedron', FLOOR],
    ],
  ],
  ['spheres among polyhedra', [['ball', 'ball']]],
];
export const ROUND_KINDS: Kinds = [
  ['ellipsoids', [['ellipsoid', 'ellipsoid']]],
  [
    'superquadrics',
    [
      ['block', 'block'],
      ['pillow', 'pillow'],
      ['block', 'pillow'],
    ],
  ],
  [
    'superquadric, ellipsoid',
    [
      ['block', 'ellipsoid'],
      ['ellipsoid', 'pillow'],
    ],
  ],
  [
    'superquadric, sphere',
    [
      ['block', 'ball'],
      ['ball', 'pillow'],
      ['ellipsoid', 'ball'],
    ],
  ],
  [
    'superquadric, half-space',
    [
      ['block', FLOOR],
      ['pillow', FLOOR],
      ['ellipsoid', FLOOR],
    ],
  ],
];

const SWEPT_NAMES = Object.keys(SWEPT);
export const SWEPT_KINDS: Kinds = [
  [
    'capsules, cylinders, cones, tablets, rounded boxes',
    SWEPT_NAMES.flatMap((name, k) => SWEPT_NAMES.slice(k).map((other) => [name, other] as const)),
  ],
  ['these, polyhedron', SWEPT_NAMES.map((name, k) => [name, k % 2 === 0 ? 'box' : 'hull'])],
  ['these, superquadric', SWEPT_NAMES.map((name, k) => [name, k % 2 === 0 ? 'block' : 'ellipsoid'])],
  ['these, sphere', SWEPT_NAMES.map((name) => [name, 'ball'])],
  ['these, half-space', SWEPT_NAMES.map((name) => [name, FLOOR])],
];

export const ON_FACET_KINDS: Kinds = [
  ['polyhedron, facet', (['box', 'hull', 'tetrahedron'] as const).map((name) => [name, FACET])],
  ['superquadric, facet', (['block', 'pillow', 'ellipsoid'] as const).map((name) => [name, FACET])],
  ['sphere among them, facet', [['ball', FACET]]],
];

function shapeOf(name: string): ConvexShape {
  return POLYHEDRA[name] ?? ROUND[name] ?? SWEPT[name] ?? sphere({ radius: BALL });
}

function rotation(random: Random): Quadruple {
  const { w, x, y, z } = random.rotation();
  return [w, x, y, z];
}

/** A direction along which the bodies reach this overlap somewhere: a direction past a corner never does. */
interface Way {
  readonly way: Vector3;
  /** Distance of the second shape from the first along it, at size 1. */
  readonly distance: number;
}

/** If the distance decreases more slowly than this along the direction, the second shape only grazes the first. */
const GRAZING = 0.3;
const MOST_STEPS = 40;

/**
 * Along the unit vector `way`, from afar: the signed distance of convex bodies is a convex function, so Newton's method
 * converges from one side.
 */
function distanceFor(
  [a, turnA]: readonly [string, Quadruple],
  [b, turnB]: readonly [string, Quadruple],
  way: Vector3,
  overlap: number,
): number | undefined {
  let t = SIZE;
  for (let k = 0; k < MOST_STEPS; k++) {
    const [first, second] = [{ orientation: turnA }, { position: triple(scaled(way, t)), orientation: turnB }];
    const { distance, normal } = contact(shapeOf(a), first, shapeOf(b), second);
    const off = distance + overlap;
    if (Math.abs(off) < 1e-6 * overlap) return t;
    const slope = dot(normal, way);
    if (slope < GRAZING) return undefined;
    t -= off / slope;
  }
  return undefined;
}

function wayFor(
  random: Random,
  first: readonly [string, Quadruple],
  second: readonly [string, Quadruple],
  overlap: number,
): Way {
  for (;;) {
    const way = normalise(random.unitVector());
    const distance = distanceFor(first, second, way, overlap);
    if (distance !== undefined) return { way, distance };
  }
}

/** A separate triangle around a position. */
function facetAt(place: Vector3, normal: Vector3): Triple[] {
  const across = normalise(cross(normal, Math.abs(normal.x) < 0.7 ? { x: 1, y: 0, z: 0 } : { x: 0, y: 1, z: 0 }));
  const other = cross(normal, across);
  return [0, 1, 2].map((k) => {
    const angle = (2 * Math.PI * k) / 3;
    const corner = add(scaled(across, Math.cos(angle)), scaled(other, Math.sin(angle)));
    return along(place, corner, FACET_REACH);
  });
}

function scaled({ x, y, z }: Vector3, t: number): Vector3 {
  return { x: t * x, y: t * y, z: t * z };
}

export function convexGrid(
  kinds: Kinds,
  laws: readonly GridLaw[],
  overlaps: readonly number[],
  speeds: readonly number[],
): ContactGrid {
  const builder = new GridBuilder();
  const { random } = builder;
  const vertices: Triple[] = [];
  const row = Math.ceil(Math.sqrt(laws.length * overlaps.length * speeds.length));
  kinds.forEach(([kind, pairs], layer) => {
    let k = 0;
    for (const law of laws) {
      for (const overlap of overlaps) {
        const [first, second] = pairs[k % pairs.length] ?? ['ball', 'ball'];
        for (const speed of speeds) {
          const entry = { kind, law: law.name, overlap, speed };
          const factor = k % 3 === 2 ? SMALLER : 1;
          const depth = (overlap * SIZE) / factor;
          const site = { x: APART * ((k % row) + 1), y: APART * (Math.floor(k / row) + 1), z: APART * (layer + 1) };
          const [turnA, turnB] = [rotation(random), rotation(random)];
          const bodyA = { shape: first, scale: factor, orientation: turnA };
          /** Position at which the first body has this depth in a plane through the origin. */
          const above = (normal: Vector3): number => {
            const plane = halfSpace({ normal: triple(normal), offset: 0 });
            return -(contact(shapeOf(first), { orientation: turnA }, plane, {}).distance + depth) * factor;
          };
          if (second === FACET) {
            const normal = normalise(random.unitVector());
            vertices.push(...facetAt(site, normal));
            builder.add(entry, [{ ...bodyA, position: along(site, normal, above(normal)) }], HALF);
          } else if (second === FLOOR) {
            const isRamp = k % 2 === 1;
            const normal = isRamp ? OBLIQUE : { x: 0, y: 0, z: 1 };
            const height = site.x + kinds.length * APART;
            const foot = isRamp ? { x: (-OBLIQUE.z / OBLIQUE.x) * height, y: site.y, z: height } : { ...site, z: 0 };
            builder.add(entry, [{ ...bodyA, position: along(foot, normal, above(normal)) }], HALF);
          } else {
            const { way, distance } = wayFor(random, [first, turnA], [second, turnB], depth);
            builder.add(
              entry,
              [
                { ...bodyA, position: triple(site) },
                { shape: second, scale: factor, orientation: turnB, position: along(site, way, distance * factor) },
              ],
              HALF,
            );
          }
          k++;
        }
      }
    }
  });
  const names = new Set(kinds.flatMap(([, pairs]) => pairs.flat()).filter((name) => name !== FLOOR && name !== FACET));
  const shapes = [...names].map(
    (name): BodyShapeSpec => (name === 'ball' ? { name, sphere: { radius: BALL } } : { name, convex: shapeOf(name) }),
  );
  const far = APART * (kinds.length + row + 4);
  const skin = 0.1 * HALF;
  const facets = Array.from({ length: vertices.length / 3 }, (_, k) => [3 * k, 3 * k + 1, 3 * k + 2]);
  const meshes = facets.length === 0 ? [] : [{ name: 'facets', mesh: facetMesh({ vertices, facets }), material: WALL }];
  const spec = {
    timeStep: 1e-5,
    gravity: [0, 0, 0] as const,
    ...gridMaterials(laws),
    bodies: builder.bodies,
    shapes,
    neighbours: { skin },
    meshes,
    halfSpaces: [
      { name: 'floor', normal: [0, 0, 1] as const, offset: 0, material: WALL },
      { name: 'ramp', normal: triple(OBLIQUE), offset: 0, material: WALL },
    ],
    domain: {
      min: [-1.5 * far, 0, -SIZE] as const,
      max: [APART * (row + 2), APART * (row + 2), far] as const,
    },
  };
  const quantum = 1.2 / QUANTA;
  return {
    spec,
    contacts: builder.contacts,
    quantum,
    shapeRounding: SHAPE_ROUNDING,
    size: SIZE,
  };
}
