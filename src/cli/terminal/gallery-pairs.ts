// SPDX-License-Identifier: MIT
/** The pairs of `scree gallery`: simple ones, and those on which floating-point contact codes fail. */

import {
  box,
  capsule,
  compound,
  cone,
  cylinder,
  ellipsoid,
  halfSpace,
  type PoseLike,
  polyhedron,
  rounded,
  type Shape,
  sphere,
  superquadric,
} from '../../contact.ts';
import { acos } from '../../math/circular.ts';
import { fromAxisAngle } from '../../math/quaternion.ts';

export interface GalleryPair {
  readonly title: string;
  readonly a: Shape;
  readonly poseA?: PoseLike;
  readonly b: Shape;
  readonly poseB?: PoseLike;
}

/** A million metres along each axis: neighbouring float64 numbers are 1.2e-10 m apart there. */
const FAR = 1e6;
const ABOUT_X_BY_45_DEGREES = fromAxisAngle({ x: 1, y: 0, z: 0 }, Math.PI / 4);
const ABOUT_X_BY_90_DEGREES = fromAxisAngle({ x: 1, y: 0, z: 0 }, Math.PI / 2);
const ABOUT_Y_BY_45_DEGREES = fromAxisAngle({ x: 0, y: 1, z: 0 }, Math.PI / 4);
/** Rotates the diagonal (1, 1, 1) of a cube to the vertical. */
const ON_A_CORNER = fromAxisAngle({ x: 1, y: -1, z: 0 }, -acos(1 / Math.sqrt(3)));
const TILTED = fromAxisAngle({ x: 2, y: 1, z: 0 }, 0.5);

const cube = box({ halfExtents: [0.5, 0.5, 0.5] });
const tetrahedron = polyhedron({
  vertices: [
    [1, 1, 1],
    [1, -1, -1],
    [-1, 1, -1],
    [-1, -1, 1],
  ],
});
const twoBalls = compound([
  { shape: sphere({ radius: 0.5 }), pose: { position: [-0.4, 0, 0] } },
  { shape: sphere({ radius: 0.3 }), pose: { position: [0.4, 0, 0] } },
]);

export const GALLERY_PAIRS: readonly GalleryPair[] = [
  {
    title: 'two balls, half a metre apart',
    a: sphere({ radius: 1 }),
    b: sphere({ radius: 1 }),
    poseB: { position: [2.5, 0, 0] },
  },
  { title: 'stacked cubes, exactly touching', a: cube, b: cube, poseB: { position: [0.25, 0, 1] } },
  {
    title: 'the stack pressed 0.25 m, 1e6 m from the origin',
    a: cube,
    poseA: { position: [FAR, FAR, FAR] },
    b: cube,
    poseB: { position: [FAR + 0.125, FAR, FAR + 0.75] },
  },
  {
    title: 'cubes on edge, crossed',
    a: cube,
    poseA: { orientation: ABOUT_X_BY_45_DEGREES },
    b: cube,
    poseB: { position: [0, 0, 1.5], orientation: ABOUT_Y_BY_45_DEGREES },
  },
  {
    title: 'cube on a corner above the floor',
    a: halfSpace({ normal: [0, 0, 1], offset: 0 }),
    b: cube,
    poseB: { position: [0, 0, 1], orientation: ON_A_CORNER },
  },
  {
    title: 'coincident boxes of 2 x 4 x 6 m',
    a: box({ halfExtents: [1, 2, 3] }),
    b: box({ halfExtents: [1, 2, 3] }),
  },
  {
    title: 'needle (1e6 : 1) through a plate (1e6 : 1)',
    a: box({ halfExtents: [1, 1, 1e-6] }),
    b: box({ halfExtents: [1e-6, 1e-6, 1] }),
    poseB: { position: [0.3, 0.2, 0.8], orientation: TILTED },
  },
  {
    title: 'grain of 1 mm pressed into a block of 1 km',
    a: box({ halfExtents: [500, 500, 500] }),
    b: sphere({ radius: 5e-4 }),
    poseB: { position: [100, -200, 500.00048828125] },
  },
  {
    title: 'ball inside a cone',
    a: cone({ radius: 1, height: 2 }),
    b: sphere({ radius: 0.1 }),
    poseB: { position: [0, 0, 0.5] },
  },
  {
    title: 'crossed cylinders',
    a: cylinder({ radius: 0.5, halfLength: 2 }),
    b: cylinder({ radius: 0.5, halfLength: 2 }),
    poseB: { position: [0.75, 0, 0], orientation: ABOUT_X_BY_90_DEGREES },
  },
  {
    title: 'ellipsoid and superquadric',
    a: ellipsoid({ semiAxes: [1, 0.5, 0.25] }),
    b: superquadric({ semiAxes: [0.5, 0.5, 0.5], n1: 6, n2: 6 }),
    poseB: { position: [1.2, 0.4, 0.3], orientation: TILTED },
  },
  {
    title: 'rounded tetrahedron and capsule',
    a: rounded({ shape: tetrahedron, radius: 0.1 }),
    b: capsule({ radius: 0.2, halfLength: 1 }),
    poseB: { position: [1.2, 1.2, -1.2] },
  },
  {
    title: 'clump of two balls on the floor',
    a: halfSpace({ normal: [0, 0, 1], offset: 0 }),
    b: twoBalls,
    poseB: { position: [0, 0, 0.5] },
  },
];
