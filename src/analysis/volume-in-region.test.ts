// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { IDENTITY_QUATERNION } from '../math/quaternion.ts';
import { Random } from '../math/random.ts';
import { box } from '../shapes/kinds/box.ts';
import { capsule } from '../shapes/kinds/capsule.ts';
import { compound } from '../shapes/kinds/compound.ts';
import { polyhedron } from '../shapes/kinds/convex-polyhedron.ts';
import { cylinder } from '../shapes/kinds/cylinder.ts';
import { ellipsoid } from '../shapes/kinds/ellipsoid.ts';
import { superquadric } from '../shapes/kinds/superquadric.ts';
import type { BodyShapeSpec } from '../simulation/simulation-spec.ts';
import { solidOf } from './body-solid.ts';
import { type AnalysisRegion, boxRegion, cylinderRegion, sphereRegion } from './region.ts';
import { type ScaledPose, volumeInRegion } from './volume-in-region.ts';

const SEED = Number(process.env.TEST_SEED ?? 20_261_115);
/** Of the volume of the body. */
const EXACT = 1e-12;
const at = (x: number, y: number, z: number, scale = 1): ScaledPose => ({
  position: { x, y, z },
  orientation: IDENTITY_QUATERNION,
  scale,
});
const upper = boxRegion({ x: -9, y: -9, z: 0 }, { x: 9, y: 9, z: 9 });

const SHAPES: readonly (readonly [string, BodyShapeSpec])[] = [
  ['capsule', { name: 's', convex: capsule({ radius: 0.5, halfLength: 0.5 }) }],
  ['cylinder', { name: 's', convex: cylinder({ radius: 0.6, halfLength: 0.5 }) }],
  ['ellipsoid', { name: 's', convex: ellipsoid({ semiAxes: [0.5, 0.7, 1] }) }],
  ['superquadric', { name: 's', convex: superquadric({ semiAxes: [0.5, 0.7, 1], n1: 4, n2: 3 }) }],
  ['box', { name: 's', convex: box({ halfExtents: [0.5, 0.6, 0.7] }) }],
  [
    'clump',
    {
      name: 's',
      clump: {
        spheres: [
          { centre: [-0.4, 0, 0], radius: 0.5 },
          { centre: [0.4, 0, 0], radius: 0.5 },
        ],
      },
    },
  ],
];

describe('what of a body is in a box', () => {
  it('is exact for polyhedra', () => {
    const cube = solidOf({ name: 'c', convex: box({ halfExtents: [1, 1, 1] }) });
    expect(volumeInRegion(cube, at(0, 0, 0.25), upper).volume).toBeCloseTo(5, 13);
    // The corner of a box cuts a cube out of a cube of twice the size.
    const corner = boxRegion({ x: 1.5, y: 1.5, z: 1.5 }, { x: 9, y: 9, z: 9 });
    expect(volumeInRegion(cube, at(0, 0, 0, 2), corner).volume).toBeCloseTo(0.125, 13);
    // A tetrahedron of volume 1/6 cut at half its height keeps 7/8.
    const tetrahedron = solidOf({
      name: 't',
      convex: polyhedron({
        vertices: [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
      }),
    });
    const half = boxRegion({ x: -1, y: -1, z: -1 }, { x: 2, y: 2, z: 0.5 });
    const scaledPose = at(0.25, 0.25, 0.25);
    expect(volumeInRegion(tetrahedron, scaledPose, half).volume).toBeCloseTo(7 / 48, 14);
    expect(volumeInRegion(tetrahedron, scaledPose, half).error).toBeLessThan(1e-14);
  });

  it.each(SHAPES)('is half of a %s, by symmetry, within the bound', (_, shape) => {
    const solid = solidOf(shape);
    const { volume, error } = volumeInRegion(solid, at(0, 0, 0), upper);
    expect(Math.abs(volume - 0.5 * solid.volume)).toBeLessThanOrEqual(error + EXACT * solid.volume);
    // The value itself is far better than the bound: a thousandth of the body at most.
    expect(Math.abs(volume - 0.5 * solid.volume)).toBeLessThan(1e-3 * solid.volume);
  });

  it.each(SHAPES)(`adds up to the whole %s, turned and cut anywhere (seed ${SEED})`, (_, shape) => {
    const random = new Random(SEED);
    const solid = solidOf(shape);
    for (let n = 0; n < 5; n++) {
      const scaledPose = { position: { x: 0.1, y: -0.2, z: 0.3 }, orientation: random.rotation(), scale: 1.3 };
      const x = random.between(-0.5, 0.7);
      const z = random.between(-0.5, 0.7);
      const parts = [-9, x, 9].slice(0, 2).flatMap((x0, i) =>
        [-9, z, 9].slice(0, 2).map((z0, k) => {
          const max = { x: [x, 9][i], y: 9, z: [z, 9][k] };
          return volumeInRegion(solid, scaledPose, boxRegion({ x: x0, y: -9, z: z0 }, max));
        }),
      );
      const volume = parts.reduce((sum, part) => sum + part.volume, 0);
      const error = parts.reduce((sum, part) => sum + part.error, 0);
      const whole = solid.volume * 1.3 ** 3;
      expect(Math.abs(volume - whole)).toBeLessThanOrEqual(error + EXACT * whole);
      expect(Math.abs(volume - whole)).toBeLessThan(2e-3 * whole);
    }
  });
});

describe('what of a body is in a round region', () => {
  const cube = solidOf({ name: 'c', convex: box({ halfExtents: [0.5, 0.5, 0.5] }) });
  const cases: readonly (readonly [string, AnalysisRegion, ScaledPose, number])[] = [
    ['the ball within the cube', sphereRegion({ x: 0, y: 0, z: 0 }, 0.4), at(0, 0, 0), (4 / 3) * Math.PI * 0.064],
    ['an eighth of the ball', sphereRegion({ x: -0.5, y: -0.5, z: -0.5 }, 0.8), at(0, 0, 0), (Math.PI / 6) * 0.512],
    [
      'a quarter of the cylinder',
      cylinderRegion({ x: -0.5, y: -0.5, z: -1 }, { x: -0.5, y: -0.5, z: 0 }, 0.8),
      at(0, 0, 0),
      (Math.PI / 4) * 0.64 * 0.5,
    ],
  ];
  it.each(cases)('has the volume of %s, within the bound', (_, region, scaledPose, wanted) => {
    const { volume, error } = volumeInRegion(cube, scaledPose, region);
    expect(Math.abs(volume - wanted)).toBeLessThanOrEqual(error);
    expect(Math.abs(volume - wanted)).toBeLessThan(5e-3);
  });
});

describe('the solid of a compound', () => {
  it('has the volume of all pieces, about the common centre', () => {
    const bar = box({ halfExtents: [1, 1, 1] });
    const solid = solidOf({
      name: 'c',
      compound: compound([{ shape: bar }, { shape: bar, pose: { position: [4, 0, 0] } }]),
    });
    expect(solid.centroid.x).toBeCloseTo(2, 14);
    const right = boxRegion({ x: 0, y: -9, z: -9 }, { x: 9, y: 9, z: 9 });
    expect(volumeInRegion(solid, at(0, 0, 0), right).volume).toBeCloseTo(8, 13);
    expect(volumeInRegion(solid, at(-2, 0, 0), right).volume).toBeCloseTo(4, 13);
  });
});
