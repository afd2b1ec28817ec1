// SPDX-License-Identifier: MIT
/** Contacts with walls that are shapes: closed forms, hard places, and bodies beside a search over their surfaces. */
import { describe, expect, it } from 'vitest';
import { SEED } from '../../../tests/support/convex-scene.ts';
import { compose, pose } from '../../math/pose.ts';
import { Random } from '../../math/random.ts';
import { dot, length, subtract, type Vector3 } from '../../math/vector.ts';
import { box } from '../../shapes/kinds/box.ts';
import { capsule } from '../../shapes/kinds/capsule.ts';
import { cone } from '../../shapes/kinds/cone.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import { tablet } from '../../shapes/kinds/tablet.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import type { WallShapeSpec } from '../../shapes/walls/wall-shape.ts';
import { farthestBeyond } from '../../verification/walls/search-beyond.ts';
import { contact } from '../contact.ts';
import { wallContacts } from './wall-contacts.ts';

const BALL = sphere({ radius: 0.1 });
const distancesOf = (wall: WallShapeSpec, position: readonly [number, number, number], body: ConvexShape = BALL) =>
  wallContacts(wall, {}, body, { position }).map(({ distance }) => distance);

/** Rounding of lengths of about 1. */
const ROUNDING = 1e-14;

function expectDistances(found: readonly number[], wanted: readonly number[]): void {
  expect(found.length).toBe(wanted.length);
  found.forEach((distance, k) => {
    expect(Math.abs(distance - (wanted[k] ?? Number.NaN))).toBeLessThan(ROUNDING);
  });
}

describe('a ball on a wall', () => {
  it.each<[string, WallShapeSpec, [number, number, number], number[]]>([
    ['inside a sphere', { sphere: { radius: 1 }, side: 'inside' }, [0.95, 0, 0], [-0.05]],
    ['outside a sphere', { sphere: { radius: 1 }, side: 'outside' }, [0, 1.05, 0], [-0.05]],
    [
      'in the end and side of a cylinder',
      { cylinder: { radius: 1, length: 2 }, side: 'inside' },
      [0.94, 0, 0.95],
      [-0.05, -0.04],
    ],
    ['on the edge of a cylinder', { cylinder: { radius: 1, length: 2 }, side: 'outside' }, [1.03, 0, 1.04], [-0.05]],
    ['beyond a cylinder without ends', { cylinder: { radius: 1 }, side: 'inside' }, [0.95, 0, 1e6], [-0.05]],
    [
      'in the hole of a torus',
      { torus: { ringRadius: 0.3, tubeRadius: 0.25 }, side: 'outside' },
      [0, 0, 0],
      [-0.05, -0.05],
    ],
    ['in the tube of a torus', { torus: { ringRadius: 1, tubeRadius: 0.2 }, side: 'inside' }, [1, 0, 0.15], [-0.05]],
    [
      'in a corner of a box',
      { box: { halfExtents: [1, 1, 1] }, side: 'inside' },
      [0.95, 0.94, -0.93],
      [-0.05, -0.04, -0.03],
    ],
    ['on a corner of a box', { box: { halfExtents: [1, 1, 1] }, side: 'outside' }, [1.03, 1.04, 1], [-0.05]],
    [
      'on the apex of a cone',
      { cone: { bottomRadius: 1, topRadius: 0, height: 1 }, side: 'outside' },
      [0, 0, 1.05],
      [-0.05],
    ],
  ])('%s', (_, wall, position, wanted) => {
    expectDistances(distancesOf(wall, position), wanted);
  });

  it('touches nothing through an opening, and the rim beside it', () => {
    const tube: WallShapeSpec = { cylinder: { radius: 1, length: 2 }, side: 'inside', open: 'both' };
    expectDistances(distancesOf(tube, [0, 0, 1]), []);
    expectDistances(distancesOf(tube, [1.03, 0, 1.04]), [-0.05]);
    expectDistances(distancesOf(tube, [0.95, 0, 0]), [-0.05]);
    expectDistances(distancesOf(tube, [1.05, 0, 0]), [-0.05]);
    expectDistances(distancesOf({ ...tube, open: 'top' }, [0, 0, -0.95]), [-0.05]);
    expectDistances(distancesOf({ ...tube, open: 'top' }, [0, 0, -1.05]), [-0.05]);
  });

  it('that is wider than the opening rests on both sides of the rim, on the axis too', () => {
    const tube: WallShapeSpec = { cylinder: { radius: 0.6, length: 2 }, side: 'inside', open: 'both' };
    const big = sphere({ radius: 1 });
    const found = wallContacts(tube, {}, big, { position: [0, 0, 1.75] });
    expectDistances(
      found.map(({ distance }) => distance),
      [-0.04, -0.04].map(() => Math.sqrt(0.36 + 0.5625) - 1),
    );
    const push = found.reduce((sum, { normal }) => sum + normal.x, 0);
    expect(Math.abs(push)).toBeLessThan(ROUNDING);
  });

  it('is pushed into the free space from the middle of the wall', () => {
    expect(wallContacts({ sphere: { radius: 0.05 }, side: 'inside' }, {}, BALL, {}).length).toBe(2);
    expect(distancesOf({ cylinder: { radius: 1, length: 2 }, side: 'outside' }, [0, 0, 0])).toEqual([-1.1]);
    expect(distancesOf({ torus: { ringRadius: 1, tubeRadius: 0.5 }, side: 'outside' }, [1, 0, 0])).toEqual([-0.6]);
    expect(distancesOf({ cone: { bottomRadius: 1, topRadius: 0, height: 1 }, side: 'inside' }, [0, 0, 1]).length).toBe(
      2,
    );
  });

  it('has the same distance far away and turned, and with a millionth of the size', () => {
    const wall: WallShapeSpec = { cylinder: { radius: 1, length: 2 }, side: 'inside' };
    const random = new Random(SEED);
    const frame = pose({ position: [1e6, -1e6, 1e6], orientation: random.rotation() });
    const [found] = wallContacts(wall, frame, BALL, compose(frame, pose({ position: [0.95, 0, 0] })));
    // 1e6 m have a spacing of 1e-10 m.
    expect(Math.abs((found?.distance ?? 0) + 0.05)).toBeLessThan(1e-9);
    const tiny = sphere({ radius: 1e-6 });
    expect(distancesOf(wall, [1 - 5e-7, 0, 0], tiny)[0]).toBeCloseTo(-5e-7, 15);
  });
});

const BODIES: readonly ConvexShape[] = [
  box({ halfExtents: [0.1, 0.07, 0.05] }),
  capsule({ radius: 0.03, halfLength: 0.08 }),
  cylinder({ radius: 0.08, halfLength: 0.06 }),
  cone({ radius: 0.08, height: 0.15 }),
  ellipsoid({ semiAxes: [0.1, 0.06, 0.04] }),
  superquadric({ semiAxes: [0.1, 0.06, 0.05], n1: 3, n2: 2.5 }),
  tablet({ diameter: 0.16, bandHeight: 0.04, capHeight: 0.02 }),
];

const INSIDE: readonly (readonly [string, WallShapeSpec, Vector3])[] = [
  ['sphere', { sphere: { radius: 0.5 }, side: 'inside' }, { x: 0.42, y: 0, z: 0.1 }],
  ['cylinder', { cylinder: { radius: 0.4, length: 1 }, side: 'inside' }, { x: 0.2, y: 0.27, z: 0.2 }],
  ['cone', { cone: { bottomRadius: 0.5, topRadius: 0, height: 0.8 }, side: 'inside' }, { x: 0.1, y: 0.1, z: 0.45 }],
  ['torus', { torus: { ringRadius: 0.6, tubeRadius: 0.25 }, side: 'inside' }, { x: 0.42, y: 0, z: 0 }],
];

describe('a body in a wall', () => {
  it.each(INSIDE)('reaches as far as a search over its surface finds: %s', { tags: ['long'] }, (_, wall, position) => {
    const random = new Random(SEED);
    for (const body of BODIES) {
      const orientation = random.rotation();
      const placed = { position, orientation };
      const [deepest] = wallContacts(wall, {}, body, placed, { maxDistance: 1 });
      const searched = farthestBeyond(wall, body, placed, random);
      // Sampled edges of the box in the torus are 1e-5 apart.
      expect(Math.abs(-(deepest?.distance ?? Number.NaN) - searched)).toBeLessThan(1e-9);
    }
  });

  it('has the same bits from both kernels', () => {
    const random = new Random(SEED);
    for (const [, wall, position] of INSIDE) {
      for (const body of BODIES) {
        const placed = { position, orientation: random.rotation() };
        const answers = (['webassembly', 'typescript'] as const).map((kernel) =>
          wallContacts(wall, {}, body, placed, { maxDistance: 1, kernel }),
        );
        expect(answers[0]).toEqual(answers[1]);
      }
    }
  });

  it('touches the side with both rims of a cylinder that lies along it, and with the corners of a box', () => {
    const wall: WallShapeSpec = { cylinder: { radius: 0.4 }, side: 'inside' };
    const lying = wallContacts(wall, {}, cylinder({ radius: 0.1, halfLength: 0.2 }), { position: [0.301, 0, 0] });
    expectDistances(
      lying.map(({ distance }) => distance),
      [-0.001, -0.001],
    );
    const half = 0.1;
    const reach = Math.sqrt(0.31 ** 2 + half ** 2) - 0.4;
    const corners = wallContacts(wall, {}, box({ halfExtents: [half, half, half] }), { position: [0.31 - half, 0, 0] });
    expect(reach).toBeLessThan(0);
    expect(corners.length).toBe(0);
    const deeper = wallContacts(wall, {}, box({ halfExtents: [half, half, half] }), { position: [0.39 - half, 0, 0] });
    expectDistances(
      deeper.map(({ distance }) => distance),
      new Array(4).fill(0.4 - Math.sqrt(0.39 ** 2 + half ** 2)),
    );
  });
});

describe('a body at the rim of an open end', () => {
  const STEP = 2e-4;
  /** Slope of an overlap over the way: 1 for a body that is pushed along, more where its deepest point slides. */
  const STEEPEST = 4;
  const STONE = polyhedron({
    vertices: [
      [-0.072, -0.056, -0.052],
      [0.068, -0.062, -0.058],
      [0.062, 0.064, -0.048],
      [-0.058, 0.066, -0.056],
      [-0.044, -0.048, 0.058],
      [0.054, -0.042, 0.064],
      [0.046, 0.052, 0.06],
      [-0.064, 0.038, 0.054],
      [0, 0, 0.084],
    ],
  });
  const WALLS: readonly (readonly [string, WallShapeSpec, number])[] = [
    ['cylinder', { cylinder: { radius: 0.5, length: 1 }, side: 'inside', open: 'both' }, 0],
    ['cone', { cone: { bottomRadius: 0.5, topRadius: 0.6, height: 1 }, side: 'inside', open: 'both' }, 0.5],
  ];

  it.each(WALLS)('has no jumps of its overlap while it passes: %s', { tags: ['long'] }, (name, wall, middle) => {
    // Fixed poses: in rare ones an edge lies on the wall and its deepest point slides along it at any rate.
    const random = new Random(1);
    for (const body of [...BODIES, STONE]) {
      for (const [side, end] of [
        [-1, -1],
        [-1, 1],
        [1, -1],
        [1, 1],
      ] as const) {
        const radius = name === 'cone' && end === 1 ? 0.6 : 0.5;
        const orientation = random.rotation();
        const away = 0.02 + 0.05 * random.next();
        let before = Number.NaN;
        for (let z = -0.05; z <= 0.05; z += STEP) {
          const position = { x: radius + side * away, y: 0.01, z: middle + end * 0.5 + z };
          const [deepest] = wallContacts(wall, {}, body, { position, orientation });
          const overlap = Math.max(0, -(deepest?.distance ?? 0));
          if (z > -0.05) expect(Math.abs(overlap - before)).toBeLessThan(STEEPEST * STEP);
          before = overlap;
        }
      }
    }
  });

  it('is pushed out under the rim while a corner beyond the side has hardly risen over it', () => {
    const tube: WallShapeSpec = { cylinder: { radius: 0.5, length: 1 }, side: 'inside', open: 'both' };
    const rod = capsule({ radius: 1e-3, halfLength: 0.1 });
    // From the inside, 0.01 above the rim, outwards: its end is 0.09 beyond the side.
    const placed = (z: number) =>
      ({ position: [0.49, 0, z], orientation: [Math.SQRT1_2, 0, Math.SQRT1_2, 0] }) as const;
    // The rim is 9e-4 below the surface of the rod, and its end 1e-4 over the rim.
    expectDistances(
      wallContacts(tube, {}, rod, placed(-0.5 + 1e-4)).map(({ distance }) => distance),
      [-9e-4, -1e-4],
    );
    expect(wallContacts(tube, {}, rod, placed(-0.5 - 1.1e-3))).toEqual([]);
  });

  it('stays in the corner between a closed end and the side', () => {
    const cup: WallShapeSpec = { cylinder: { radius: 0.5, length: 1 }, side: 'inside', open: 'top' };
    const cube = box({ halfExtents: [0.1, 0.1, 0.1] });
    // Two corners are 0.01 below the floor and beyond the side, two within it.
    const found = wallContacts(cup, {}, cube, { position: [0.4, 0, -0.41] });
    expect(found.filter(({ normal }) => normal.z > 0.999).map(({ distance }) => distance)).toHaveLength(4);
    expect(found.filter(({ normal }) => normal.z === 0).length).toBe(4);
  });
});

describe('a body on a torus', () => {
  it('is as far from it as from the ball at the nearest place of its ring', { tags: ['long'] }, () => {
    const random = new Random(SEED);
    const wall: WallShapeSpec = { torus: { ringRadius: 0.6, tubeRadius: 0.2 }, side: 'outside' };
    for (const body of BODIES) {
      const placed = { position: [0.6, 0.05, 0.3], orientation: random.rotation() } as const;
      const tube = sphere({ radius: 0.2 });
      const at = (angle: number): number =>
        contact(tube, { position: [0.6 * Math.cos(angle), 0.6 * Math.sin(angle), 0] }, body, placed).distance;
      let angle = 0;
      for (let step = 0.2; step > 1e-9; step /= 2) {
        const around = [angle - step, angle, angle + step];
        angle = around.reduce((best, each) => (at(each) < at(best) ? each : best));
      }
      const [found] = wallContacts(wall, {}, body, placed, { maxDistance: 0.3 });
      // Under an edge the ring leaves across it, which is farther than through a face.
      if (at(angle) > 0) expect(Math.abs((found?.distance ?? Number.NaN) - at(angle))).toBeLessThan(1e-9);
      else expect(found?.distance).toBeLessThan(at(angle) + 1e-9);
    }
  });

  it('that lies flat on it is held on two sides', () => {
    const wall: WallShapeSpec = { torus: { ringRadius: 0.6, tubeRadius: 0.2 }, side: 'outside' };
    const plate = box({ halfExtents: [1, 1, 0.05] });
    const found = wallContacts(wall, {}, plate, { position: [0, 0, 0.245] });
    expectDistances(
      found.map(({ distance }) => distance),
      [-0.005, -0.005],
    );
    const [a, b] = found.map(({ point }) => point);
    expect(length(subtract(a as Vector3, b as Vector3))).toBeCloseTo(1.2, 12);
    for (const { normal } of found) expect(dot(normal, { x: 0, y: 0, z: 1 })).toBeCloseTo(1, 12);
  });
});
