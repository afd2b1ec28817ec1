// SPDX-License-Identifier: MIT
/**
 * Force and torque on a body are the derivatives of the elastic energy by its place and orientation: the force acts
 * where the energy says, on its line. That holds for springs on the depth wherever the normal does not jump, for the
 * corners of flat contacts on half-spaces at any tilt, for overlap volumes and for pressure fields.
 */
import { describe, expect, it } from 'vitest';
import { start } from '../../tests/support/simulations.ts';
import { fromAxisAngle, multiply, type Quaternion } from '../math/quaternion.ts';
import { facetMesh } from '../meshes/facet-mesh.ts';
import { box } from '../shapes/kinds/box.ts';
import { cylinder } from '../shapes/kinds/cylinder.ts';
import { ellipsoid } from '../shapes/kinds/ellipsoid.ts';
import { superquadric } from '../shapes/kinds/superquadric.ts';
import type { ConvexShape } from '../shapes/shape.ts';
import type { ContactLawSpec, SimulationSpec } from './simulation-spec.ts';

const SIZE = 0.05;
/** Steps of the difference quotients, over the size and in rad. */
const STEP = 1e-5;
/**
 * Of the force, and of the force over the size: the square of the step over that of the depth, and rounding over the
 * step.
 */
const TOLERANCE = 1e-5;

const SQUARISH = superquadric({ semiAxes: [SIZE, 0.8 * SIZE, 0.6 * SIZE], n1: 3, n2: 2.5 });
const ROUND = superquadric({ semiAxes: [SIZE, 0.7 * SIZE, 0.7 * SIZE], n1: 2, n2: 4 });
const BLOCKY = superquadric({ semiAxes: [SIZE, 0.8 * SIZE, 0.6 * SIZE], n1: 6, n2: 5 });
const EGG = ellipsoid({ semiAxes: [SIZE, 0.7 * SIZE, 0.5 * SIZE] });
const BRICK = box({ halfExtents: [SIZE, 0.8 * SIZE, 0.6 * SIZE] });
const BRICK_MESH = facetMesh({
  vertices: [-1, 1].flatMap((z) =>
    [-1, 1].flatMap((y) => [-1, 1].map((x) => [x * SIZE, y * 0.8 * SIZE, z * 0.6 * SIZE] as const)),
  ),
  facets: [
    [0, 2, 3],
    [0, 3, 1],
    [4, 5, 7],
    [4, 7, 6],
    [0, 1, 5],
    [0, 5, 4],
    [2, 6, 7],
    [2, 7, 3],
    [0, 4, 6],
    [0, 6, 2],
    [1, 3, 7],
    [1, 7, 5],
  ],
});
const CAN = cylinder({ radius: 0.7 * SIZE, halfLength: 0.8 * SIZE });
const TURNED: Quaternion = multiply(
  fromAxisAngle({ x: 0.6, y: 0.8, z: 0 }, 0.4),
  fromAxisAngle({ x: 0, y: 0, z: 1 }, 0.7),
);
const FLUSH = fromAxisAngle({ x: 0, y: 0, z: 1 }, 0);
/** A tenth of the angle that the dome of a flat point takes. */
const NEARLY_FLUSH = fromAxisAngle({ x: 0.6, y: 0.8, z: 0 }, 1e-4);
const TILTED = fromAxisAngle({ x: 0.6, y: 0.8, z: 0 }, 0.25);

interface Touch {
  readonly name: string;
  readonly normal: NonNullable<ContactLawSpec['normal']>;
  readonly shape: ConvexShape;
  readonly turn: Quaternion;
  /** Place of the body, over the size. */
  readonly at: readonly [number, number, number];
  /** A second body at the origin, or a mesh of the form of a brick; a floor at height 0 where there is neither. */
  readonly partner?: ConvexShape | typeof BRICK_MESH;
}

const TOUCHES: readonly Touch[] = [
  { name: 'superquadrics', normal: 'linear', shape: SQUARISH, turn: TURNED, at: [0.3, 0.2, 1.3], partner: ROUND },
  { name: 'superquadrics', normal: 'hertz', shape: SQUARISH, turn: TURNED, at: [0.3, 0.2, 1.3], partner: ROUND },
  { name: 'egg and brick', normal: 'linear', shape: EGG, turn: TURNED, at: [0.5, 0.4, 1.05], partner: BRICK },
  {
    name: 'corner of a brick on a brick',
    normal: 'linear',
    shape: BRICK,
    turn: TURNED,
    at: [0.2, -0.1, 1.4],
    partner: BRICK,
  },
  { name: 'brick on a floor, four corners', normal: 'linear', shape: BRICK, turn: TILTED, at: [0, 0, 0.3] },
  { name: 'can on a floor', normal: 'hertz', shape: CAN, turn: TILTED, at: [0, 0, 0.6] },
  { name: 'bricks', normal: 'overlap-volume', shape: BRICK, turn: TURNED, at: [0.4, 0.3, 1.3], partner: BRICK },
  { name: 'brick on a floor', normal: 'overlap-volume', shape: BRICK, turn: TILTED, at: [0, 0, 0.3] },
  { name: 'bricks', normal: 'pressure-field', shape: BRICK, turn: TURNED, at: [0.4, 0.3, 1.3], partner: BRICK },
  { name: 'bricks, flush', normal: 'pressure-field', shape: BRICK, turn: FLUSH, at: [0, 0, 1.15], partner: BRICK },
  { name: 'brick on a floor', normal: 'pressure-field', shape: BRICK, turn: TILTED, at: [0, 0, 0.3] },
  { name: 'can on a floor', normal: 'pressure-field', shape: CAN, turn: TILTED, at: [0, 0, 0.6] },
  { name: 'cans', normal: 'pressure-field', shape: CAN, turn: TURNED, at: [0.4, 0.3, 1.3], partner: CAN },
  { name: 'can and brick', normal: 'pressure-field', shape: CAN, turn: TURNED, at: [0.4, 0.3, 1.1], partner: BRICK },
  { name: 'egg and can', normal: 'pressure-field', shape: EGG, turn: TURNED, at: [0.4, 0.3, 1.2], partner: CAN },
  {
    name: 'superquadrics',
    normal: 'pressure-field',
    shape: SQUARISH,
    turn: TURNED,
    at: [0.3, 0.2, 1.3],
    partner: ROUND,
  },
  { name: 'superquadric on a floor', normal: 'pressure-field', shape: BLOCKY, turn: TURNED, at: [0, 0, 0.75] },
  {
    name: 'superquadric nearly flush on a floor',
    normal: 'pressure-field',
    shape: BLOCKY,
    turn: NEARLY_FLUSH,
    at: [0, 0, 0.55],
  },
  { name: 'egg and brick', normal: 'pressure-field', shape: EGG, turn: TURNED, at: [0.5, 0.4, 1.05], partner: BRICK },
  // Flat points of the body on a face, over an edge and over a corner.
  ...[
    { name: 'brick', partner: BRICK },
    { name: 'mesh', partner: BRICK_MESH },
  ].flatMap(({ name, partner }) =>
    [
      { feature: 'face', at: [0.3, 0.2, 1.15] as const },
      { feature: 'edge', at: [1.3, 0.2, 1.15] as const },
      { feature: 'corner', at: [1.3, 1.05, 1.15] as const },
    ].map(({ feature, at }) => ({
      name: `superquadric nearly flush on the ${feature} of a ${name}`,
      normal: 'pressure-field' as const,
      shape: BLOCKY,
      turn: NEARLY_FLUSH,
      at,
      partner,
    })),
  ),
  ...[
    { feature: 'end', at: [0.2, 0.1, 1.35] as const },
    { feature: 'rim', at: [0.9, 0.1, 1.35] as const },
    { feature: 'side', at: [1.65, 0.1, 0.2] as const },
  ].map(({ feature, at }) => ({
    name: `superquadric nearly flush on the ${feature} of a can`,
    normal: 'pressure-field' as const,
    shape: BLOCKY,
    turn: NEARLY_FLUSH,
    at,
    partner: CAN,
  })),
];

/** The touch with the body moved by `move` and turned by `angle` about an axis, both in world axes. */
function touching(
  { normal, shape, turn, at, partner }: Touch,
  move: readonly number[],
  angle: Quaternion,
): SimulationSpec {
  const { w, x, y, z } = multiply(angle, turn);
  const [px, py, pz] = at.map((value, k) => SIZE * value + (move[k] ?? 0)) as [number, number, number];
  const isMesh = partner === BRICK_MESH;
  const stone = { name: 'stone', density: 2000, youngsModulus: 1e9, poissonsRatio: 0.25 };
  return {
    timeStep: 1e-6,
    gravity: [0, 0, 0],
    law: { normal },
    materials: [{ ...stone, stiffness: normal === 'linear' ? 1e6 : 1e10 }],
    shapes: [
      { name: 'body', convex: shape },
      { name: 'partner', convex: partner === undefined || partner === BRICK_MESH ? shape : (partner as ConvexShape) },
    ],
    bodies: [
      { shape: 'body', material: 'stone', position: [px, py, pz], orientation: [w, x, y, z] },
      ...(partner === undefined || isMesh
        ? []
        : [{ shape: 'partner', material: 'stone', position: [0, 0, 0] } as const]),
    ],
    meshes: isMesh ? [{ name: 'block', mesh: BRICK_MESH, material: 'stone' }] : [],
    halfSpaces: partner === undefined ? [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'stone' }] : [],
  };
}

const AXES = [
  { x: 1, y: 0, z: 0 },
  { x: 0, y: 1, z: 0 },
  { x: 0, y: 0, z: 1 },
];

describe('force and torque follow from the energy', () => {
  it.each(TOUCHES)('$name, $normal', { tags: ['long'] }, (touch) => {
    const still = fromAxisAngle(AXES[0], 0);
    const energyAt = (move: readonly number[], angle: Quaternion): number =>
      start(touching(touch, move, angle)).energy().elastic;
    const { force, torque } = start(touching(touch, [], still)).bodies();
    const size = Math.hypot(...force.subarray(0, 3));
    expect(size).toBeGreaterThan(0);
    AXES.forEach((axis, k) => {
      const move = AXES.map((_, c) => (c === k ? STEP * SIZE : 0));
      const back = move.map((value) => -value);
      const slope = (energyAt(move, still) - energyAt(back, still)) / (2 * STEP * SIZE);
      expect(Math.abs(slope + force[k]) / size).toBeLessThan(TOLERANCE);
      const bend = (energyAt([], fromAxisAngle(axis, STEP)) - energyAt([], fromAxisAngle(axis, -STEP))) / (2 * STEP);
      expect(Math.abs(bend + torque[k]) / (SIZE * size)).toBeLessThan(TOLERANCE);
    });
  });
});
