// SPDX-License-Identifier: MIT
/**
 * Pairs with an ellipsoid or superquadric, which Newton's method answers from the last query or from a rough start: the
 * bounds hold against brute force and against GJK and EPA, warm and cold agree to rounding, and no history leads
 * astray.
 */
import { describe, expect, it } from 'vitest';
import { type Pose, pose } from '../math/pose.ts';
import { fromAxisAngle, inverseRotate, multiply, rotate } from '../math/quaternion.ts';
import { Random } from '../math/random.ts';
import { add, addScaled, distance, dot, length, negate, scale, subtract, type Vector3 } from '../math/vector.ts';
import { box } from '../shapes/kinds/box.ts';
import { capsule } from '../shapes/kinds/capsule.ts';
import { polyhedron } from '../shapes/kinds/convex-polyhedron.ts';
import { ellipsoid } from '../shapes/kinds/ellipsoid.ts';
import { facet } from '../shapes/kinds/facet.ts';
import { rounded } from '../shapes/kinds/rounded.ts';
import { sphere } from '../shapes/kinds/sphere.ts';
import { superquadric } from '../shapes/kinds/superquadric.ts';
import type { ConvexShape, Shape } from '../shapes/shape.ts';
import { type Contact, contact } from './contact.ts';
import { BATCH_LAYOUT, contactBatch } from './contact-batch.ts';
import { ContactCache } from './contact-cache.ts';
import { familyContact } from './family/family-contact.ts';
import { gjkEpa } from './gjk/gjk-epa.ts';

const SEED = Number(process.env.TEST_SEED ?? 20261115);
/** Bounds are closed to 16 roundings before the allowance for rounding is added: sizes here are about 1. */
const ROUNDING = 1e-13;
/** Normals and points: the error of the distance's derivative, magnified by the curvature of blocky bodies. */
const SHARP = 1e-11;

type Maker = (random: Random) => ConvexShape;

const randomSuperquadric =
  (largest: number): Maker =>
  (random) => {
    const semiAxes = [random.between(0.4, 1), random.between(0.4, 1), random.between(0.4, 1)] as const;
    const exponent = (): number => random.between(2, largest);
    return superquadric({ semiAxes, n1: exponent(), n2: exponent() });
  };

const SMOOTH: Readonly<Record<string, Maker>> = {
  superquadric: randomSuperquadric(8),
  'blocky superquadric': randomSuperquadric(20),
  ellipsoid: (r) => ellipsoid({ semiAxes: [r.between(0.3, 1), r.between(0.3, 1), r.between(0.3, 1)] }),
};

const PARTNERS: Readonly<Record<string, Maker>> = {
  ...SMOOTH,
  sphere: (r) => sphere({ radius: r.between(0.3, 1) }),
  capsule: (r) => capsule({ radius: r.between(0.2, 0.5), halfLength: r.between(0.2, 0.8) }),
  box: (r) => box({ halfExtents: [r.between(0.4, 1), r.between(0.4, 1), r.between(0.4, 1)] }),
  polyhedron: (r) => polyhedron({ vertices: Array.from({ length: 8 + r.integer(60) }, () => r.unitVector()) }),
  facet: (r) =>
    facet({
      vertices: [
        [r.between(0.5, 1), 0, 0],
        [0, r.between(0.5, 1), 0],
        [-1, 0, 0],
        [0, -1, 0],
      ],
    }),
  'rounded superquadric': (r) => rounded({ shape: randomSuperquadric(8)(r), radius: r.between(0.02, 0.2) }),
};

interface Placed {
  readonly a: ConvexShape;
  readonly poseA: Pose;
  readonly b: ConvexShape;
  readonly poseB: Pose;
}

/** A pair whose distance is about `target`, or undefined where B slides past A. */
function placeAt(a: ConvexShape, b: ConvexShape, target: number, random: Random): Placed | undefined {
  const poseA = pose({ orientation: random.rotation() });
  const orientation = random.rotation();
  const direction = random.unitVector();
  let at = 4;
  for (let step = 0; step < 40; step++) {
    const poseB = pose({ orientation, position: scale(direction, at) });
    const found = contact(a, poseA, b, poseB);
    if (Math.abs(found.distance - target) < 1e-3 * Math.abs(target)) return { a, poseA, b, poseB };
    const along = dot(found.normal, direction);
    if (along < 0.05) return undefined;
    at += (target - found.distance) / along;
  }
  return undefined;
}

/** Pairs of the two kinds, half of them overlapping by up to `deepest`, the others as far apart. */
function* pairs(kindA: Maker, kindB: Maker, count: number, deepest: number, random: Random): Generator<Placed> {
  for (let made = 0; made < count; ) {
    const target = (random.next() < 0.5 ? -1 : 1) * deepest * 10 ** -random.between(0, 3);
    const placed = placeAt(kindA(random), kindB(random), target, random);
    if (placed === undefined) continue;
    made++;
    yield placed;
  }
}

function query({ a, poseA, b, poseB }: Placed, cache?: ContactCache): Contact {
  return contact(a, poseA, b, poseB, cache && { cache });
}

/** Gap of the bodies along the unit vector d: no more than their signed distance. */
function gapAlong({ a, poseA, b, poseB }: Placed, d: Vector3): number {
  const onA = add(poseA.position, rotate(poseA.orientation, a.support(inverseRotate(poseA.orientation, d))));
  const onB = add(poseB.position, rotate(poseB.orientation, b.support(inverseRotate(poseB.orientation, negate(d)))));
  return dot(d, subtract(onB, onA));
}

function moved(placed: Placed, step: number, random: Random): Placed {
  const shift = (p: Pose): Pose => ({
    position: addScaled(p.position, random.unitVector(), step),
    orientation: multiply(fromAxisAngle(random.unitVector(), step), p.orientation),
  });
  return { ...placed, poseA: shift(placed.poseA), poseB: shift(placed.poseB) };
}

function expectSame(warm: Contact, cold: Contact, label: string): void {
  expect(Math.abs(warm.distance - cold.distance), label).toBeLessThan(ROUNDING);
  expect(distance(warm.normal, cold.normal), label).toBeLessThan(SHARP);
  expect(distance(warm.pointOnA, cold.pointOnA), label).toBeLessThan(SHARP);
  expect(warm.type, label).toBe(cold.type);
}

const combinations = Object.keys(SMOOTH).flatMap((a) => Object.keys(PARTNERS).map((b): [string, string] => [a, b]));

describe.each(combinations)(`%s against %s, seed ${SEED}`, (kindA, kindB) => {
  const makeA = SMOOTH[kindA];
  const makeB = PARTNERS[kindB];
  const isBlocky = [kindA, kindB].includes('blocky superquadric');

  it('has an upper bound above the gap along every direction, and closed bounds, without EPA', () => {
    const random = new Random(SEED);
    let searched = 0;
    for (const placed of pairs(makeA, makeB, 12, 0.1, random)) {
      const found = query(placed);
      expect(found.status).toBe('converged');
      expect(found.upper - found.lower).toBeLessThan(1e-9);
      expect(gapAlong(placed, found.normal)).toBeGreaterThan(found.lower - ROUNDING);
      let most = -Infinity;
      for (let k = 0; k < 500; k++) {
        const wide = k % 2 === 0;
        const off = scale(random.unitVector(), wide ? 1 : random.between(0, 0.1));
        const d = wide ? off : add(found.normal, off);
        most = Math.max(most, gapAlong(placed, scale(d, 1 / length(d))));
      }
      expect(most).toBeLessThanOrEqual(found.upper);
      if (found.epaIterations > 0) searched++;
    }
    // Only blocky bodies overlap by more than the balls' radii here.
    expect(searched).toBeLessThanOrEqual(isBlocky ? 6 : 2);
  });

  it('is what GJK and EPA find', () => {
    const random = new Random(SEED + 1);
    for (const placed of pairs(makeA, makeB, 6, 0.1, random)) {
      const found = query(placed);
      const reference = familyContact(gjkEpa, placed.a, placed.poseA, placed.b, placed.poseB, {});
      expect(found.upper).toBeGreaterThanOrEqual(reference.lower);
      expect(found.lower).toBeLessThanOrEqual(reference.upper);
      // GJK and EPA leave bounds this far apart on curved bodies.
      if (reference.status === 'converged') expect(Math.abs(found.distance - reference.distance)).toBeLessThan(1e-8);
    }
  });

  it('is the same warm as cold while the bodies move, without a step of GJK', () => {
    const random = new Random(SEED + 2);
    let again = 0;
    let known = 0;
    for (const start of pairs(makeA, makeB, 8, 0.05, random)) {
      const cache = new ContactCache();
      let placed = start;
      for (let step = 0; step < 10; step++) {
        const warm = query(placed, cache);
        const cold = query(placed);
        expectSame(
          warm,
          cold,
          `${step}: ${JSON.stringify([placed.a.toJson(), placed.b.toJson(), placed.poseA, placed.poseB])}`,
        );
        if (step > 0) again++;
        if (step > 0 && warm.gjkIterations === 0) known++;
        placed = moved(placed, 3e-3, random);
      }
    }
    // Blocky bodies may touch flat on flat, where the answer is the cold one.
    expect(known / again).toBeGreaterThan(isBlocky ? 0.7 : 0.9);
  });

  it('is not led astray by what another place or another pair has left in the cache', () => {
    const random = new Random(SEED + 3);
    const cache = new ContactCache();
    const others = Object.values(PARTNERS);
    for (let i = 0; i < 30; i++) {
      const placed = {
        a: makeA(random),
        poseA: pose({ orientation: random.rotation() }),
        b: i % 3 === 0 ? others[random.integer(others.length)](random) : makeB(random),
        poseB: pose({ position: scale(random.unitVector(), random.between(0, 3)), orientation: random.rotation() }),
      };
      expectSame(query(placed, cache), query(placed), `${i}`);
    }
  });

  it('gives the same bits as TypeScript and as WebAssembly, warm and cold, and in either order', () => {
    const random = new Random(SEED + 4);
    for (const start of pairs(makeA, makeB, 4, 0.05, random)) {
      const caches = [new ContactCache(), new ContactCache(), new ContactCache()] as const;
      let placed = start;
      for (let step = 0; step < 4; step++) {
        const { a, poseA, b, poseB } = placed;
        const here = contact(a, poseA, b, poseB, { cache: caches[0], kernel: 'webassembly' });
        expect(contact(a, poseA, b, poseB, { cache: caches[1], kernel: 'typescript' })).toEqual(here);
        const back = contact(b, poseB, a, poseA, { cache: caches[2] });
        expect(back).toEqual({
          ...here,
          normal: negate(here.normal),
          pointOnA: here.pointOnB,
          pointOnB: here.pointOnA,
        });
        placed = moved(placed, 1e-3, random);
      }
    }
  });
});

describe('smooth bodies in special places', () => {
  const blocky = superquadric({ semiAxes: [1, 0.8, 0.6], n1: 8, n2: 6 });

  it.each<[string, Shape]>([
    ['superquadric', blocky],
    ['ellipsoid', ellipsoid({ semiAxes: [1, 0.5, 0.7] })],
    ['box', box({ halfExtents: [0.5, 0.5, 0.5] })],
    ['sphere', sphere({ radius: 0.5 })],
  ])('have an answer with the centre of a %s at their own', (_, other) => {
    const cache = new ContactCache();
    for (const position of [
      [0, 0, 0],
      [1e-12, 0, 0],
      [0, 0, 0],
    ] as const) {
      const found = contact(blocky, {}, other, { position }, { cache });
      expect(found.distance).toBeLessThan(-0.5);
      expect(found.upper - found.lower).toBeLessThan(1e-8);
    }
  });

  it('touch exactly: face on face, end on end', () => {
    const round = ellipsoid({ semiAxes: [1, 2, 3] });
    for (const [a, b, at] of [
      [blocky, blocky, 1.2],
      [blocky, round, 3.6],
      [round, round, 6],
      [blocky, box({ halfExtents: [1, 1, 0.5] }), 1.1],
      [blocky, sphere({ radius: 0.5 }), 1.1],
    ] as const) {
      const found = contact(a, {}, b, { position: [0, 0, at] });
      expect(Math.abs(found.distance)).toBeLessThan(1e-15 * 10);
      expect(found.normal.z).toBeCloseTo(1, 12);
      expect(found.upper - found.lower).toBeLessThan(1e-12);
    }
  });

  it('follow two bodies of one shape that change places in the order of the pair', () => {
    const cache = new ContactCache();
    for (let step = -5; step <= 5; step++) {
      const poseA = { position: [1e-3 * step, 0, 0] } as const;
      const poseB = { position: [-1e-3 * step, 0.1, 1.19], orientation: { w: 1, x: 0, y: 0, z: 0 } } as const;
      const warm = contact(blocky, poseA, blocky, poseB, { cache });
      expectSame(warm, contact(blocky, poseA, blocky, poseB), `${step}`);
    }
  });

  it('end early where they are farther apart than asked for, warm and cold', () => {
    const at = (gap: number) => Float64Array.of(0, 0, 0, 1, 0, 0, 0, 0.2, 0.1, 1.2 + gap, 0.8, 0, 0, 0.6);
    const ask = (gap: number, maxDistance: number, cache?: ContactCache) =>
      contactBatch({
        shapes: [blocky, blocky],
        poses: at(gap),
        pairs: Int32Array.of(0, 1),
        maxDistance,
        ...(cache && { cache }),
      });
    const { distance: distanceCell, lower, upper } = BATCH_LAYOUT;
    const cache = new ContactCache();
    for (let gap = 0.5; gap > -0.05; gap -= 0.01) {
      const right = ask(gap, Infinity)[distanceCell];
      for (const answer of [ask(gap, 0.2), ask(gap, 0.2, cache)]) {
        if (right > 0.2) {
          expect(answer[upper]).toBe(Infinity);
          expect(answer[lower]).toBeGreaterThan(0.2 - ROUNDING);
          expect(answer[lower]).toBeLessThanOrEqual(right);
        } else expect(Math.abs(answer[distanceCell] - right)).toBeLessThan(ROUNDING);
      }
    }
  });

  it('keep the answer in other units and far from the origin', () => {
    const shape = (unit: number) => superquadric({ semiAxes: [unit, 0.8 * unit, 0.6 * unit], n1: 3, n2: 5 });
    const turned = fromAxisAngle({ x: 0.6, y: 0, z: 0.8 }, 0.7);
    const at = (unit: number) => ({ position: [1.1 * unit, 0.6 * unit, 0.5 * unit] as const, orientation: turned });
    const here = contact(shape(1), {}, shape(1), at(1));
    for (const unit of [2 ** -160, 2 ** -20, 2 ** 20, 2 ** 160]) {
      const there = contact(shape(unit), {}, shape(unit), at(unit));
      expect(there.distance / unit).toBeCloseTo(here.distance, 14);
      expect(distance(there.normal, here.normal)).toBeLessThan(1e-14);
    }
    const { position, orientation } = at(1);
    const away = contact(shape(1), { position: [1e6, 0, 0] }, shape(1), {
      position: [1e6 + position[0], position[1], position[2]],
      orientation,
    });
    // 1e6 + 1.1 is rounded to 1e-10.
    expect(Math.abs(away.distance - here.distance)).toBeLessThan(2e-10);
  });
});
