// SPDX-License-Identifier: MIT
/**
 * Bodies on one another, where every direction or every one across an axis is as deep: closed forms, and bounds that
 * close.
 */
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { add, distance, dot, negate, scale, type Vector3 } from '../../math/vector.ts';
import { type Contact, contact } from '../../narrow-phase/contact.ts';
import { capsule } from '../../shapes/kinds/capsule.ts';
import { cone } from '../../shapes/kinds/cone.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { ellipsoid } from '../../shapes/kinds/ellipsoid.ts';
import { facet } from '../../shapes/kinds/facet.ts';
import { point } from '../../shapes/kinds/point.ts';
import { rounded } from '../../shapes/kinds/rounded.ts';
import { segment } from '../../shapes/kinds/segment.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import type { ConvexShape, Shape } from '../../shapes/shape.ts';

const SEED = Number(process.env.TEST_SEED ?? 17);
const BODIES = 100;
const MOVED_BODIES = 30;
/** Of bodies about a metre across. */
const TOLERANCE = 1e-12;

function triple(random: Random): [number, number, number] {
  return [random.between(0.2, 1), random.between(0.2, 1), random.between(0.2, 1)];
}

/** A body and the least width of it: how far it must be moved off its own place. */
const makers: Readonly<Record<string, (random: Random) => { shape: Shape; width: number }>> = {
  ellipsoid: (random) => {
    const semiAxes = triple(random);
    return { shape: ellipsoid({ semiAxes }), width: 2 * Math.min(...semiAxes) };
  },
  'blocky superquadric': (random) => {
    const semiAxes = triple(random);
    const shape = superquadric({ semiAxes, n1: random.between(2, 20), n2: random.between(2, 20) });
    return { shape, width: 2 * Math.min(...semiAxes) };
  },
  'sharp superquadric': (random) => {
    // Nearest to the middle in the directions n with n_i ~ a_i^(-n/(2-n)): the least dual norm.
    const semiAxes = triple(random);
    const n = random.between(1.2, 1.9);
    const s = (2 * n) / (2 - n);
    const sum = semiAxes.reduce((total, a) => total + a ** -s, 0);
    return { shape: superquadric({ semiAxes, n1: n, n2: n }), width: 2 * sum ** (-1 / s) };
  },
  cylinder: (random) => {
    const [radius, halfLength] = triple(random);
    return { shape: cylinder({ radius, halfLength }), width: 2 * Math.min(radius, halfLength) };
  },
  cone: (random) => {
    const [radius, height] = triple(random);
    // Along the base's normal or the side's, from the side to the rim opposite.
    return {
      shape: cone({ radius, height }),
      width: Math.min(height, (2 * radius * height) / Math.hypot(radius, height)),
    };
  },
};

describe(`a body on its own place, seed ${SEED}`, () => {
  it.each(Object.keys(makers))('is as deep as the %s is wide, and known to be', (kind) => {
    const random = new Random(SEED);
    for (let i = 0; i < BODIES; i++) {
      const { shape, width } = makers[kind](random);
      const pose = { position: random.unitVector(), orientation: random.rotation() };
      const c = contact(shape, pose, shape, pose);
      expect(c.status, `body ${i}`).toBe('converged');
      expect(Math.abs(c.distance + width), `body ${i}`).toBeLessThanOrEqual(TOLERANCE);
      expect(Math.abs(distance(c.pointOnA, c.pointOnB) - width)).toBeLessThanOrEqual(TOLERANCE);
    }
  });
});

describe(`bodies with parallel axes, seed ${SEED}`, () => {
  it('are as deep as the sum of their profiles says', () => {
    const random = new Random(SEED);
    for (let i = 0; i < BODIES; i++) {
      const [radius, halfLength] = triple(random);
      const [margin, half] = triple(random);
      const aside = 0.5 * random.next() * (radius + margin);
      const up = 0.5 * random.next() * (halfLength + half);
      const orientation = random.rotation();
      const barrel = cylinder({ radius, halfLength });
      const at = { position: { x: aside, y: 0, z: up } };
      const side = radius + margin - aside;
      const cap = halfLength + half - up;
      const other = contact(barrel, {}, cylinder({ radius: margin, halfLength: half }), at);
      expect(other.status).toBe('converged');
      expect(Math.abs(other.distance + Math.min(side, cap)), `pair ${i}`).toBeLessThanOrEqual(TOLERANCE);
      const rod = contact(barrel, { orientation }, capsule({ radius: margin, halfLength: half }), { orientation });
      expect(rod.status).toBe('converged');
      const within = Math.min(radius, halfLength + half) + margin;
      expect(Math.abs(rod.distance + within), `pair ${i}`).toBeLessThanOrEqual(TOLERANCE);
    }
  });

  it('close their bounds around the middle of a ball too', () => {
    const c = contact(sphere({ radius: 0.5 }), {}, ellipsoid({ semiAxes: [0.81, 0.8, 0.82] }), {});
    expect(c.status).toBe('converged');
    expect(Math.abs(c.distance + 1.3)).toBeLessThanOrEqual(TOLERANCE);
  });
});

/** Bodies made of vertices, about their own origin and moved by `by` in their own frame. */
const movable: Readonly<Record<string, (random: Random) => (by: Vector3) => ConvexShape>> = {
  point: () => (by) => point({ position: by }),
  segment: (random) => {
    const half = scale(random.unitVector(), 10 ** random.between(-5, -1));
    return (by) => segment({ from: add(by, half), to: add(by, negate(half)) });
  },
  'segment along the axis': (random) => {
    const half = { x: 0, y: 0, z: random.between(0.01, 0.5) };
    return (by) => segment({ from: add(by, half), to: add(by, negate(half)) });
  },
  facet: (random) => {
    const size = 10 ** random.between(-4, -1);
    const corners = [
      { x: size, y: 0, z: 0 },
      { x: -size, y: size, z: 0 },
      { x: -size, y: -size, z: 0 },
    ];
    return (by) => facet({ vertices: corners.map((corner) => add(by, corner)) });
  },
  polyhedron: (random) => {
    const corners = Array.from({ length: 8 }, () => scale(random.unitVector(), 10 ** random.between(-4, -1)));
    return (by) => polyhedron({ vertices: corners.map((corner) => add(by, corner)) });
  },
};

/** Least gap between a body around the origin and one there along n: no true distance is less. */
function gapAlong(a: Shape, b: Shape, n: Vector3): number {
  return dot(n, b.support(negate(n))) - dot(n, a.support(n));
}

describe(`a body described away from its own origin inside a curved one, seed ${SEED}`, () => {
  const solids = (random: Random): Shape[] => {
    const [x, y, z] = triple(random);
    const barrel = cylinder({ radius: x, halfLength: 4 });
    return [
      barrel,
      rounded({ shape: barrel, radius: 0.1 }),
      cone({ radius: x, height: y + z }),
      ellipsoid({ semiAxes: [x, y, z] }),
      superquadric({ semiAxes: [x, y, z], n1: 4, n2: 4 }),
    ];
  };

  it.each(Object.keys(movable))('is a %s whose bounds hold, and are those of its other descriptions', (kind) => {
    const random = new Random(SEED);
    for (let i = 0; i < MOVED_BODIES; i++) {
      const make = movable[kind](random);
      const by = scale(random.unitVector(), 10 ** random.between(-7, -0.5));
      const moved = make(by);
      for (const solid of solids(random)) {
        const found = contact(solid, {}, moved, {});
        const again = contact(solid, {}, make({ x: 0, y: 0, z: 0 }), { position: by });
        const name = `body ${i} in a ${solid.kind}`;
        expect(found.lower, name).toBeLessThanOrEqual(again.upper + TOLERANCE);
        expect(again.lower, name).toBeLessThanOrEqual(found.upper + TOLERANCE);
        expect(found.lower, name).toBeLessThanOrEqual(found.upper);
        const { x, y, z } = by;
        for (const n of [found.normal, again.normal, scale(by, 1 / Math.hypot(x, y, z)), { x: 1, y: 0, z: 0 }]) {
          expect(gapAlong(solid, moved, n), `${name} along ${JSON.stringify(n)}`).toBeLessThanOrEqual(found.upper);
        }
      }
    }
  });

  it('does not take the origin of a short segment for a point of it', () => {
    const short = segment({ from: [1e-5, 0, 0], to: [1e-5, 1e-5, 0] });
    const { upper } = contact(cylinder({ radius: 1, halfLength: 4 }), {}, short, {});
    expect(upper).toBeGreaterThanOrEqual(-0.99999);
  });

  it('closes the bounds of a rod along the axis of a cylinder wherever the rod is described', () => {
    const rod = segment({ from: [0.3, -0.2, 5], to: [0.3, -0.2, 5.5] });
    const c = contact(cylinder({ radius: 1, halfLength: 2 }), {}, rod, { position: [-0.3, 0.2, -5.25] });
    expect(c.status).toBe('converged');
    expect(Math.abs(c.distance + 1)).toBeLessThanOrEqual(TOLERANCE);
  });
});

/** The points differ by distance times normal, and the one on A is on it. */
function expectPoints(c: Contact, isOn: (p: Vector3) => boolean): void {
  expect(c.status).toBe('converged');
  expect(distance(c.pointOnB, add(c.pointOnA, scale(c.normal, c.distance)))).toBeLessThanOrEqual(TOLERANCE);
  expect(isOn(c.pointOnA), JSON.stringify(c.pointOnA)).toBe(true);
}

describe('points of bodies inside one another', () => {
  it('are points of a short segment in the middle of a cylinder, across both', () => {
    const rod = segment({ from: [3e-6, -1.9e-5, 1e-5], to: [-3e-6, 1.9e-5, -1e-5] });
    const tube = cylinder({ radius: 0.38929752413382496, halfLength: 0.42067085389878073 });
    expectPoints(contact(rod, {}, tube, {}), (p) => Math.hypot(p.x, p.y, p.z) <= 2.2e-5);
  });

  it('are points of a short segment beside the axis of a cylinder, however it is turned', () => {
    const tube = cylinder({ radius: 0.38929752413382496, halfLength: 0.42067085389878073 });
    const random = new Random(SEED);
    for (let i = 0; i < MOVED_BODIES; i++) {
      const half = scale(random.unitVector(), 2e-5);
      const middle = scale(random.unitVector(), 3e-5 * random.next());
      const rod = segment({ from: add(middle, half), to: add(middle, negate(half)) });
      expectPoints(contact(rod, {}, tube, {}), (p) => distance(p, middle) <= 2e-5 + TOLERANCE);
    }
  });

  it('are points of a plate in a superquadric, whichever face of the polytope was the nearest', () => {
    const r = 0.001630625212670135;
    const plate = facet({
      vertices: [
        [r, 0, 0],
        [9.984699736527265e-20, r, 0],
        [-r, 1.996939947305453e-19, 0],
        [-2.995409920958179e-19, -r, 0],
      ],
    });
    const block = superquadric({ semiAxes: [481.0155423358616, 285.04256906894716, 219.78179801110397], n1: 8, n2: 2 });
    expectPoints(contact(plate, {}, block, {}), (p) => p.z === 0 && Math.hypot(p.x, p.y) <= r);
  });

  it('are points of a plate across the axis of a cylinder', () => {
    const r = 5.564518811298155e-6;
    const [half, high] = [2.782259405649078e-6, 4.8190146504205895e-6];
    const plate = facet({
      vertices: [
        [-r, 0, 0],
        [-half, high, 0],
        [half, high, 0],
        [r, 6.81457015105152e-22, 0],
        [half, -high, 0],
        [-half, -high, 0],
      ],
    });
    const tube = cylinder({ radius: 0.39963386516125005, halfLength: 0.5269597230808231 });
    const turned = { orientation: [Math.SQRT1_2, Math.SQRT1_2, 0, 0] } as const;
    expectPoints(contact(plate, {}, tube, turned), (p) => p.z === 0 && Math.hypot(p.x, p.y) <= r);
  });

  it('are points of a capsule beside the axis of a cylinder that is parallel to it', () => {
    const rod = capsule({ radius: 295.7355308686929, halfLength: 322.1107754113067 });
    const tube = cylinder({ radius: 245.79981980535118, halfLength: 435.32547804776704 });
    const c = contact(rod, {}, tube, { position: [-0.008931861360281346, 0.0010792675844868427, 0.00754845215868] });
    const isOn = ({ x, y }: Vector3): boolean => Math.abs(Math.hypot(x, y) - rod.radius) <= 1e-9;
    expect(c.status).toBe('converged');
    expect(isOn(c.pointOnA), JSON.stringify(c.pointOnA)).toBe(true);
    expect(c.upper - c.lower).toBeLessThanOrEqual(1e-10);
  });
});
