// SPDX-License-Identifier: MIT
/**
 * Pairs to start from: the published situations, one pair for each special case of the engine, and a shape of every
 * kind.
 */
import { CONFIGURATIONS, EXAMPLE_SHAPES, FOUR_PAIRS_BODY, type JsonObject, SITUATIONS } from '../../../src/pairs.ts';
import type { PairJson, PoseJson } from './pair-json.ts';

interface MenuPair {
  readonly id: string;
  readonly group: string;
  readonly title: string;
  readonly pair: PairJson;
}

const AT_ORIGIN: PoseJson = { position: [0, 0, 0], orientation: [1, 0, 0, 0] };
const IN_PLANE: PoseJson = { position: [0, 0], angle: 0 };

function triples(flat: readonly number[]): number[][] {
  return Array.from({ length: flat.length / 3 }, (_, i) => flat.slice(3 * i, 3 * i + 3));
}

const PUBLISHED: readonly MenuPair[] = [
  ...SITUATIONS.map(({ name, type, a, b }) => ({
    id: `td ${name}`,
    group: 'Descantes, Tricoire & Richard 2019: nine situations',
    title: `${name} (${type})`,
    pair: {
      a: { shape: { polyhedron: { vertices: triples(a) } }, pose: AT_ORIGIN },
      b: { shape: { polyhedron: { vertices: triples(b) } }, pose: AT_ORIGIN },
    },
  })),
  ...CONFIGURATIONS.map(({ name, how, b }) => ({
    id: `epa ${name}`,
    group: 'Feng & Tan 2019: four configurations, in the plane',
    title: `Fig. 4 ${name}: ${how}`,
    pair: {
      a: { shape: FOUR_PAIRS_BODY.toJson(), pose: IN_PLANE },
      b: { shape: b.toJson(), pose: IN_PLANE },
    },
  })),
];

function own(id: string, title: string, a: JsonObject, b: JsonObject, poseB: PoseJson): MenuPair {
  const poseA = poseB.angle === undefined ? AT_ORIGIN : IN_PLANE;
  return { id, group: 'To begin with', title, pair: { a: { shape: a, pose: poseA }, b: { shape: b, pose: poseB } } };
}

/** The shapes of the plane. */
export const PLANAR_SHAPES: Readonly<Record<string, JsonObject>> = {
  polygon: {
    polygon: {
      vertices: [
        [-1, -0.5],
        [0.9, -0.7],
        [0.6, 0.7],
        [-0.5, 0.8],
      ],
    },
  },
  disc: { disc: { radius: 0.75 } },
  ellipse: { ellipse: { semiAxes: [1, 0.6] } },
  rounded: { rounded: { shape: { ellipse: { semiAxes: [0.8, 0.4] } }, radius: 0.2 } },
};

const shape = (kind: string): JsonObject => EXAMPLE_SHAPES[kind] as JsonObject;
/** A rotation about (1, 2, 2)/3 by 60 degrees. */
const TILTED = [0.8660254037844387, 0.16666666666666666, 0.3333333333333333, 0.3333333333333333];

export const MENU: readonly MenuPair[] = [
  own('box and polyhedron', 'Box and polyhedron, overlapping', shape('box'), shape('polyhedron'), {
    position: [1.1, 0.5, 0.3],
    orientation: TILTED,
  }),
  own('box and box apart', 'Two boxes, apart', shape('box'), shape('box'), {
    position: [2.2, 0.9, 0.6],
    orientation: TILTED,
  }),
  own('superquadrics', 'Two superquadrics', shape('superquadric'), shape('superquadric'), {
    position: [1.1, 0.3, 0.4],
    orientation: TILTED,
  }),
  own('polyhedron and superquadric', 'Box and superquadric', shape('box'), shape('superquadric'), {
    position: [1.4, 0.8, 0.2],
    orientation: TILTED,
  }),
  own('cylinder and cone', 'Cylinder and cone', shape('cylinder'), shape('cone'), {
    position: [0.9, 0.2, 0.1],
    orientation: TILTED,
  }),
  own('rounded', 'Rounded box and capsule', shape('rounded'), shape('capsule'), {
    position: [1, 0.3, 0.2],
    orientation: TILTED,
  }),
  own('compound', 'Angle of two boxes, and a sphere', shape('compound'), shape('sphere'), {
    position: [0.1, 0, 0.8],
    orientation: [1, 0, 0, 0],
  }),
  own('half-space', 'Half-space and box', shape('halfSpace'), shape('box'), {
    position: [0.2, 0.1, 0.1],
    orientation: TILTED,
  }),
  own('planar', 'Polygon and ellipse, in the plane', PLANAR_SHAPES.polygon, PLANAR_SHAPES.ellipse, {
    position: [1.2, 0.7],
    angle: 0.5,
  }),
  ...PUBLISHED,
];
