// SPDX-License-Identifier: MIT
/** A reused result has the numbers of a new one, stays as it is when the query throws, and costs no allocation. */
import { memoryUsage } from 'node:process';
import { describe, expect, it } from 'vitest';
import { randomConvexShape, SHAPE_KINDS } from '../../tests/support/random-convex-shapes.ts';
import { InvalidOptionError, InvalidPoseError, InvalidShapeError } from '../errors.ts';
import type { PoseLike } from '../math/pose.ts';
import { Random } from '../math/random.ts';
import { box } from '../shapes/kinds/box.ts';
import { compound } from '../shapes/kinds/compound.ts';
import { halfSpace } from '../shapes/kinds/half-space.ts';
import { sphere } from '../shapes/kinds/sphere.ts';
import type { Shape } from '../shapes/shape.ts';
import { type Contact, type ContactOptions, contact } from './contact.ts';
import { ContactCache } from './contact-cache.ts';
import { ContactResult } from './reusable-contact.ts';

const seed = Number(process.env.TEST_SEED ?? 23);
const cube = box({ halfExtents: [1, 1, 1] });
const ball = sphere({ radius: 1 });
const floor = halfSpace({ normal: [0, 0, 1], offset: 0 });
const pair = compound([{ shape: cube }, { shape: ball, pose: { position: [1, 1, 0] } }]);

/** The fields of an answer; those that are not there are undefined. */
const fieldsOf = (found: Contact) => {
  const { x, y, z } = found.normal;
  const missing = { reason: undefined, case: undefined, manifold: undefined };
  const [pointOnA, pointOnB, point] = [{ ...found.pointOnA }, { ...found.pointOnB }, { ...found.point }];
  return { ...missing, ...found, normal: { x, y, z }, pointOnA, pointOnB, point };
};

describe('a reused result', () => {
  const out = new ContactResult();
  const away: PoseLike = { position: [1.75, 0.25, 0.5], orientation: [1, 0.1, 0.2, 0.3] };
  const cases: readonly (readonly [string, Shape, PoseLike, Shape, PoseLike, ContactOptions])[] = [
    ['a gap', cube, {}, cube, { position: [3, 0.5, 0.25] }, {}],
    ['a manifold', cube, {}, cube, { position: [1.875, 0.5, 0.25] }, { manifold: true }],
    ['an overlap after a manifold', cube, {}, ball, away, {}],
    ['a pair without an answer', floor, {}, floor, {}, {}],
    ['a compound', pair, {}, cube, away, { manifold: true }],
    ['bounds that did not close', cube, {}, ball, away, { algorithm: 'mpr', iterationLimit: 1 }],
    ['an answer after one with a reason', cube, away, cube, {}, {}],
    ['the TypeScript build', cube, away, cube, {}, { kernel: 'typescript' }],
    ['another algorithm', cube, away, cube, {}, { algorithm: 'gjk-johnson' }],
  ];

  it.each(cases)('has the numbers of a new one for %s', (_, a, poseA, b, poseB, options) => {
    const found = contact(a, poseA, b, poseB, options);
    expect(contact(a, poseA, b, poseB, { ...options, out })).toBe(out);
    expect(fieldsOf(out)).toEqual(fieldsOf(found));
  });

  it('has an open answer among these', () => {
    const statuses = cases.map(([, a, poseA, b, poseB, options]) => contact(a, poseA, b, poseB, options).status);
    expect(new Set(statuses)).toEqual(new Set(['converged', 'bounded', 'unsupported']));
  });

  it('has the numbers of a new one for all shapes, cold and warm', () => {
    const random = new Random(seed);
    const [cacheOfNew, cacheOfReused] = [new ContactCache(), new ContactCache()];
    for (const kindA of SHAPE_KINDS) {
      for (const kindB of SHAPE_KINDS) {
        const [a, b] = [randomConvexShape(kindA, random), randomConvexShape(kindB, random)];
        const poseB = { position: random.unitVector(), orientation: random.rotation() };
        cacheOfNew.clear();
        cacheOfReused.clear();
        for (const moved of [{}, {}, { position: [1e-3, 0, 0] }] as const) {
          const found = contact(a, moved, b, poseB, { cache: cacheOfNew });
          contact(a, moved, b, poseB, { cache: cacheOfReused, out });
          expect(fieldsOf(out), `TEST_SEED=${seed} ${kindA} ${kindB}`).toEqual(fieldsOf(found));
        }
      }
    }
  });

  it('has no numbers before the first query', () => {
    const { distance, normal, status } = new ContactResult();
    expect([distance, normal.x, status]).toEqual([Number.NaN, Number.NaN, 'unsupported']);
  });

  it('stays as it is when the query throws', () => {
    contact(cube, {}, cube, { position: [3, 0, 0] }, { out });
    const before = fieldsOf(out);
    const options = { out };
    expect(() => contact(cube, {}, cube, { position: [Number.NaN, 0, 0] }, options)).toThrow(InvalidPoseError);
    expect(() => contact(cube, { postion: [0, 0, 0] } as PoseLike, cube, {}, options)).toThrow('poseA.postion');
    expect(() => contact({} as Shape, {}, cube, {}, options)).toThrow(InvalidShapeError);
    expect(() => contact(cube, {}, cube, {}, { out, iterationLimit: 0 })).toThrow(InvalidOptionError);
    expect(fieldsOf(out)).toEqual(before);
  });

  it.each([[{}], [null], [new Float64Array(18)]])('must be a ContactResult, not %j', (value) => {
    const options = { out: value } as unknown as ContactOptions;
    expect(() => contact(cube, {}, cube, {}, options)).toThrow('options.out: expected a ContactResult');
  });
});

/** Bytes on the heap per call: the median of many rounds, because garbage collection falls into some of them. */
function bytesPerCall(call: (i: number) => void): number {
  const calls = 500;
  const rounds = Array.from({ length: 60 }, () => {
    const before = memoryUsage().heapUsed;
    for (let i = 0; i < calls; i++) call(i);
    return (memoryUsage().heapUsed - before) / calls;
  });
  // The first rounds run before the compilers are done.
  return rounds.slice(30).sort((p, q) => p - q)[15];
}

describe('a query with a reused result', () => {
  it('allocates nothing', { tags: ['long'] }, () => {
    const out = new ContactResult();
    const options = { out };
    const poses = Array.from({ length: 8 }, (_, k) => ({
      position: { x: 1.9 + k / 20, y: 0.25, z: 0.125 },
      orientation: { w: 1, x: 0, y: 0, z: 0 },
    }));
    // A new object has 25 numbers of 8 bytes at least. Reading the size of the heap allocates too, less than 1 byte a
    // call; a single boxed number would be 16.
    const still = poses[0];
    expect(bytesPerCall((i) => contact(cube, still, cube, poses[i & 7]))).toBeGreaterThan(200);
    expect(bytesPerCall((i) => contact(cube, still, cube, poses[i & 7], options))).toBeLessThan(8);
  });
});
