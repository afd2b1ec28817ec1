// SPDX-License-Identifier: MIT
/** Bodies on one another, where every direction or every one across an axis is as deep: closed forms, and bounds that close. */
import { describe, expect, it } from 'vitest';
import { Random } from '../math/random.ts';
import { distance } from '../math/vector.ts';
import { contact } from '../narrow-phase/contact.ts';
import { capsule } from '../shapes/capsule.ts';
import { cone } from '../shapes/cone.ts';
import { cylinder } from '../shapes/cylinder.ts';
import { ellipsoid } from '../shapes/ellipsoid.ts';
import type { Shape } from '../shapes/shape.ts';
import { sphere } from '../shapes/sphere.ts';
import { superquadric } from '../shapes/superquadric.ts';

const SEED = Number(process.env.TEST_SEED ?? 17);
const BODIES = 100;
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
      const { shape, width } = (makers[kind] as (typeof makers)[string])(random);
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
