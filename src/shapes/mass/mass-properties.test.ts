// SPDX-License-Identifier: MIT
/**
 * Mass properties against a count of grid points inside each body, whose test of membership is written from its
 * definition alone.
 */
import { describe, expect, it } from 'vitest';
import { pose } from '../../math/pose.ts';
import { Random } from '../../math/random.ts';
import { diagonalMatrix, eigenvalues } from '../../math/symmetric-matrix.ts';
import { distance, length, type Vector3 } from '../../math/vector.ts';
import { box } from '../kinds/box.ts';
import { capsule } from '../kinds/capsule.ts';
import { compound } from '../kinds/compound.ts';
import { cone } from '../kinds/cone.ts';
import { cylinder } from '../kinds/cylinder.ts';
import { ellipsoid } from '../kinds/ellipsoid.ts';
import { facet } from '../kinds/facet.ts';
import { halfSpace } from '../kinds/half-space.ts';
import { point } from '../kinds/point.ts';
import { rounded } from '../kinds/rounded.ts';
import { segment } from '../kinds/segment.ts';
import { sphere } from '../kinds/sphere.ts';
import { superquadric } from '../kinds/superquadric.ts';
import type { Shape } from '../shape.ts';
import {
  inertiaFromSecondMoments,
  type MassProperties,
  secondMomentsFromInertia,
  shiftInertia,
  sumMassProperties,
} from './mass-properties.ts';

/**
 * Cells along each side of the bounding box; a multiple of 2 and 3 puts the steps of the L-shaped compound between
 * cells.
 */
const CELLS = 60;
/**
 * A surface cell is in or out by its middle: errors of about 1/CELLS^1.5, as half of the surface cells err either way.
 */
const COUNT_TOLERANCE = 4e-3;

function countCells(shape: Shape, contains: (p: Vector3) => boolean): MassProperties {
  const { min, max } = shape.boundingBox();
  const stepX = (max.x - min.x) / CELLS;
  const stepY = (max.y - min.y) / CELLS;
  const stepZ = (max.z - min.z) / CELLS;
  let count = 0;
  const first = [0, 0, 0] as [number, number, number];
  const second = { xx: 0, yy: 0, zz: 0, xy: 0, xz: 0, yz: 0 };
  for (let x = min.x + stepX / 2; x < max.x; x += stepX) {
    for (let y = min.y + stepY / 2; y < max.y; y += stepY) {
      for (let z = min.z + stepZ / 2; z < max.z; z += stepZ) {
        if (!contains({ x, y, z })) continue;
        count++;
        first[0] += x;
        first[1] += y;
        first[2] += z;
        second.xx += x * x;
        second.yy += y * y;
        second.zz += z * z;
        second.xy += x * y;
        second.xz += x * z;
        second.yz += y * z;
      }
    }
  }
  const cell = stepX * stepY * stepZ;
  const centroid = { x: first[0] / count, y: first[1] / count, z: first[2] / count };
  const { x, y, z } = centroid;
  return {
    volume: count * cell,
    centroid,
    inertia: inertiaFromSecondMoments({
      xx: cell * (second.xx - count * x * x),
      yy: cell * (second.yy - count * y * y),
      zz: cell * (second.zz - count * z * z),
      xy: cell * (second.xy - count * x * y),
      xz: cell * (second.xz - count * x * z),
      yz: cell * (second.yz - count * y * z),
    }),
  };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

function distanceToSegment(p: Vector3, a: Vector3, b: Vector3): number {
  const u = { x: b.x - a.x, y: b.y - a.y, z: b.z - a.z };
  const t = ((p.x - a.x) * u.x + (p.y - a.y) * u.y + (p.z - a.z) * u.z) / (u.x ** 2 + u.y ** 2 + u.z ** 2);
  const s = clamp(t, 0, 1);
  return distance(p, { x: a.x + s * u.x, y: a.y + s * u.y, z: a.z + s * u.z });
}

/** Distance in the half-plane (rho, z) from a cone's profile, 0 inside. */
function distanceToCone(p: Vector3, radius: number, height: number): number {
  const rho = Math.hypot(p.x, p.y);
  const flat = { x: rho, y: p.z, z: 0 };
  if (p.z >= 0 && rho / radius + p.z / height <= 1) return 0;
  const rim = { x: radius, y: 0, z: 0 };
  const origin = { x: 0, y: 0, z: 0 };
  return Math.min(distanceToSegment(flat, origin, rim), distanceToSegment(flat, rim, { x: 0, y: height, z: 0 }));
}

const R = 0.4;
const L_SHAPE = compound([
  { shape: box({ halfExtents: [1, 0.5, 0.5] }), pose: { position: [1, 0.5, 0.5] } },
  { shape: box({ halfExtents: [0.5, 1, 0.5] }), pose: { position: [0.5, 2, 0.5], orientation: [0, 1, 0, 0] } },
]);
const TRIANGLE = [
  { x: 0, y: 0, z: 0 },
  { x: 3, y: 0, z: 0 },
  { x: 0, y: 2, z: 0 },
] as const;

function distanceToTriangle(p: Vector3): number {
  const [a, b, c] = TRIANGLE;
  if (p.x >= 0 && p.y >= 0 && p.x / 3 + p.y / 2 <= 1) return Math.abs(p.z);
  return Math.min(distanceToSegment(p, a, b), distanceToSegment(p, b, c), distanceToSegment(p, c, a));
}

const BODIES: readonly (readonly [string, Shape, (p: Vector3) => boolean])[] = [
  ['sphere', sphere({ radius: 2 }), (p) => length(p) <= 2],
  ['box', box({ halfExtents: [1, 2, 3] }), (p) => Math.abs(p.x) <= 1 && Math.abs(p.y) <= 2 && Math.abs(p.z) <= 3],
  ['capsule', capsule({ radius: 1, halfLength: 2 }), (p) => length({ ...p, z: p.z - clamp(p.z, -2, 2) }) <= 1],
  ['cylinder', cylinder({ radius: 2, halfLength: 1 }), (p) => Math.hypot(p.x, p.y) <= 2 && Math.abs(p.z) <= 1],
  ['cone', cone({ radius: 1, height: 2 }), (p) => p.z >= 0 && Math.hypot(p.x, p.y) <= 1 - p.z / 2],
  ['ellipsoid', ellipsoid({ semiAxes: [1, 2, 3] }), (p) => p.x ** 2 + (p.y / 2) ** 2 + (p.z / 3) ** 2 <= 1],
  [
    'superquadric',
    superquadric({ semiAxes: [1, 2, 3], n1: 1.5, n2: 5 }),
    (p) => (Math.abs(p.x) ** 5 + Math.abs(p.y / 2) ** 5) ** (1.5 / 5) + Math.abs(p.z / 3) ** 1.5 <= 1,
  ],
  ['compound', L_SHAPE, (p) => (p.x <= 2 && p.y <= 1) || (p.x <= 1 && p.y <= 3)],
  ['rounded sphere', rounded({ shape: sphere({ radius: 1 }), radius: R }), (p) => length(p) <= 1 + R],
  [
    'rounded point',
    rounded({ shape: point({ position: [1, 2, 3] }), radius: R }),
    (p) => distance(p, { x: 1, y: 2, z: 3 }) <= R,
  ],
  [
    'rounded segment',
    rounded({ shape: segment({ from: [1, 0, 0], to: [2, 2, 1] }), radius: R }),
    (p) => distanceToSegment(p, { x: 1, y: 0, z: 0 }, { x: 2, y: 2, z: 1 }) <= R,
  ],
  [
    'rounded box',
    rounded({ shape: box({ halfExtents: [1, 0.6, 0.3] }), radius: R }),
    (p) => length({ x: p.x - clamp(p.x, -1, 1), y: p.y - clamp(p.y, -0.6, 0.6), z: p.z - clamp(p.z, -0.3, 0.3) }) <= R,
  ],
  [
    'rounded capsule',
    rounded({ shape: capsule({ radius: 1, halfLength: 2 }), radius: R }),
    (p) => length({ ...p, z: p.z - clamp(p.z, -2, 2) }) <= 1 + R,
  ],
  [
    'rounded cylinder',
    rounded({ shape: cylinder({ radius: 1, halfLength: 0.5 }), radius: R }),
    (p) => Math.hypot(Math.max(Math.hypot(p.x, p.y) - 1, 0), p.z - clamp(p.z, -0.5, 0.5)) <= R,
  ],
  ['rounded cone', rounded({ shape: cone({ radius: 1, height: 2 }), radius: R }), (p) => distanceToCone(p, 1, 2) <= R],
  ['rounded facet', rounded({ shape: facet({ vertices: TRIANGLE }), radius: R }), (p) => distanceToTriangle(p) <= R],
];

describe('mass properties', () => {
  it.each(BODIES)('of a %s agree with a count of cells', (_name, shape, contains) => {
    const exact = shape.massProperties();
    const counted = countCells(shape, contains);
    const { min, max } = shape.boundingBox();
    const size = distance(min, max) / 2;
    expect(Math.abs(counted.volume / exact.volume - 1)).toBeLessThan(COUNT_TOLERANCE);
    expect(distance(counted.centroid, exact.centroid)).toBeLessThan(COUNT_TOLERANCE * size);
    const largest = eigenvalues(exact.inertia)[2];
    for (const key of ['xx', 'yy', 'zz', 'xy', 'xz', 'yz'] as const) {
      expect(Math.abs(counted.inertia[key] - exact.inertia[key])).toBeLessThan(2 * COUNT_TOLERANCE * largest);
    }
  });

  it('of points, segments and facets are a centroid without mass', () => {
    for (const [shape, centroid] of [
      [point({ position: [1, 2, 3] }), { x: 1, y: 2, z: 3 }],
      [segment({ from: [0, 0, 0], to: [2, 4, 6] }), { x: 1, y: 2, z: 3 }],
      [facet({ vertices: TRIANGLE }), { x: 1, y: 2 / 3, z: 0 }],
    ] as const) {
      const mass = shape.massProperties();
      expect(mass.volume).toBe(0);
      expect(distance(mass.centroid, centroid)).toBeLessThan(1e-15);
      expect(mass.inertia).toEqual(diagonalMatrix(0, 0, 0));
    }
  });

  it('do not exist for a half-space', () => {
    const floor = halfSpace({ normal: [0, 0, 1], offset: 0 });
    expect(() => floor.massProperties()).toThrow('halfSpace: has infinite volume and no mass properties');
  });

  it('of a box cut in pieces are those of the box', () => {
    const random = new Random(3);
    const whole = box({ halfExtents: [1, 2, 3] }).massProperties();
    for (let i = 0; i < 20; i++) {
      const x = random.between(-0.9, 0.9);
      const parts = compound([
        { shape: box({ halfExtents: [(1 + x) / 2, 2, 3] }), pose: { position: [(x - 1) / 2, 0, 0] } },
        // Turned by half about x: the same box again.
        {
          shape: box({ halfExtents: [(1 - x) / 2, 2, 3] }),
          pose: { position: [(x + 1) / 2, 0, 0], orientation: [0, 1, 0, 0] },
        },
      ]).massProperties();
      expect(parts.volume).toBeCloseTo(whole.volume, 12);
      expect(length(parts.centroid)).toBeLessThan(1e-14);
      for (const key of ['xx', 'yy', 'zz', 'xy', 'xz', 'yz'] as const) {
        expect(Math.abs(parts.inertia[key] - whole.inertia[key])).toBeLessThan(1e-12);
      }
    }
  });

  it('turn and move with the body', () => {
    const random = new Random(4);
    const body = cone({ radius: 1, height: 3 });
    const placed = pose({ position: [10, 20, 30], orientation: random.rotation() });
    const own = body.massProperties();
    const moved = compound([{ shape: body, pose: placed }]).massProperties();
    expect(moved.volume).toBe(own.volume);
    const before = eigenvalues(own.inertia);
    const after = eigenvalues(moved.inertia);
    for (const i of [0, 1, 2] as const) expect(Math.abs(after[i] / before[i] - 1)).toBeLessThan(1e-13);
  });

  it('count an overlap twice, as the sum of pieces', () => {
    const ball = sphere({ radius: 1 });
    const twice = compound([{ shape: ball }, { shape: ball }]).massProperties();
    expect(twice.volume).toBeCloseTo(2 * ball.massProperties().volume, 14);
    expect(twice.inertia.xx).toBeCloseTo(2 * ball.massProperties().inertia.xx, 14);
  });

  it('of pieces without volume have the mean of their centroids', () => {
    const mass = sumMassProperties([
      point({ position: [1, 0, 0] }).massProperties(),
      point({ position: [0, 1, 0] }).massProperties(),
    ]);
    expect(mass.volume).toBe(0);
    expect(mass.centroid).toEqual({ x: 0.5, y: 0.5, z: 0 });
  });

  it('obey the theorem of parallel axes', () => {
    // A unit mass at distance 5 in the plane x, y: Izz = 25, Ixy = -12.
    expect(shiftInertia(diagonalMatrix(1, 1, 1), 1, { x: 3, y: 4, z: 0 })).toEqual({
      xx: 17,
      yy: 10,
      zz: 26,
      xy: -12,
      xz: 0,
      yz: 0,
    });
    const inertia = { xx: 5, yy: 6, zz: 7, xy: -1, xz: -2, yz: -3 };
    expect(inertiaFromSecondMoments(secondMomentsFromInertia(inertia))).toEqual(inertia);
  });
});
