// SPDX-License-Identifier: MIT
/** A batch gives the bits of single queries, cold and warm, and refuses arrays that do not fit together. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { randomConvexShape, SHAPE_KINDS } from '../../tests/support/random-convex-shapes.ts';
import { InvalidOptionError, InvalidPoseError, UnsupportedPairError } from '../errors.ts';
import type { PoseLike } from '../math/pose.ts';
import { fromAxisAngle, multiply, type Quaternion } from '../math/quaternion.ts';
import { Random } from '../math/random.ts';
import type { Vector3 } from '../math/vector.ts';
import { box } from '../shapes/kinds/box.ts';
import { compound } from '../shapes/kinds/compound.ts';
import { polyhedron } from '../shapes/kinds/convex-polyhedron.ts';
import { halfSpace } from '../shapes/kinds/half-space.ts';
import { sphere } from '../shapes/kinds/sphere.ts';
import type { Shape } from '../shapes/shape.ts';
import { type Contact, contact } from './contact.ts';
import { BATCH_LAYOUT, type ContactBatch, contactBatch } from './contact-batch.ts';
import { ContactCache } from './contact-cache.ts';
import { contactType } from './contact-result.ts';

const seed = Number(process.env.TEST_SEED ?? 7);
const { stride } = BATCH_LAYOUT;

function allPairs(count: number): Int32Array {
  const pairs: number[] = [];
  for (let i = 0; i < count; i++) for (let j = 0; j < count; j++) if (i !== j) pairs.push(i, j);
  return Int32Array.from(pairs);
}

function randomPoses(random: Random, count: number): Float64Array {
  const poses = new Float64Array(7 * count);
  for (let k = 0; k < count; k++) {
    const { w, x, y, z } = random.rotation();
    poses.set([random.normal(), random.normal(), random.normal(), w, x, y, z], 7 * k);
  }
  return poses;
}

function poseOf(poses: Float64Array, k: number): PoseLike {
  const [x = 0, y = 0, z = 0, w = 0, i = 0, j = 0, l = 0] = poses.subarray(7 * k, 7 * k + 7);
  return { position: [x, y, z], orientation: [w, i, j, l] };
}

/** Every body moved by about `step` and turned by as much. */
function movedPoses(poses: Float64Array, random: Random, step: number): Float64Array {
  const next = poses.slice();
  for (let k = 0; k < poses.length; k += 7) {
    for (let i = 0; i < 3; i++) next[k + i] = poses[k + i] + step * random.normal();
    const [w = 0, x = 0, y = 0, z = 0] = poses.subarray(k + 3, k + 7);
    const turned = multiply(fromAxisAngle(random.unitVector(), step), { w, x, y, z } satisfies Quaternion);
    next.set([turned.w, turned.x, turned.y, turned.z], k + 3);
  }
  return next;
}

function vectorIn(out: Float64Array, at: number): Vector3 {
  return { x: out[at], y: out[at + 1], z: out[at + 2] };
}

/** Everything but the common point, which follows from the other two. */
function contactIn(out: Float64Array, i: number): Omit<Contact, 'point'> {
  const at = stride * i;
  const number = (offset: number): number => out[at + offset];
  const reason = ([undefined, 'deep', 'thin', 'iteration-limit'] as const)[number(BATCH_LAYOUT.reason)];
  return {
    distance: number(BATCH_LAYOUT.distance),
    normal: vectorIn(out, at + BATCH_LAYOUT.normal),
    pointOnA: vectorIn(out, at + BATCH_LAYOUT.pointOnA),
    pointOnB: vectorIn(out, at + BATCH_LAYOUT.pointOnB),
    lower: number(BATCH_LAYOUT.lower),
    upper: number(BATCH_LAYOUT.upper),
    type: contactType(number(BATCH_LAYOUT.dimensionA), number(BATCH_LAYOUT.dimensionB)),
    status: (['converged', 'bounded', 'unsupported'] as const)[number(BATCH_LAYOUT.status)] as Contact['status'],
    ...(reason && { reason }),
    gjkIterations: number(BATCH_LAYOUT.gjkIterations),
    epaIterations: number(BATCH_LAYOUT.epaIterations),
  };
}

function withoutPoint({ point: _, ...rest }: Contact): Omit<Contact, 'point'> {
  return rest;
}

describe('contactBatch', () => {
  const random = new Random(seed);
  const shapes = Array.from({ length: 39 }, (_, k) => randomConvexShape(SHAPE_KINDS[k % 13], random));
  const poses = randomPoses(random, shapes.length);
  const pairs = allPairs(shapes.length);

  it.each(['webassembly', 'typescript'] as const)(
    'equals single queries to the bit over several chunks: %s',
    (kernel) => {
      const out = contactBatch({ shapes, poses, pairs, kernel });
      expect(out.length).toBe((stride * pairs.length) / 2);
      for (let i = 0; i < pairs.length / 2; i++) {
        const a = pairs[2 * i];
        const b = pairs[2 * i + 1];
        const single = contact(shapes[a], poseOf(poses, a), shapes[b], poseOf(poses, b), { kernel });
        expect(contactIn(out, i), `seed ${seed}, pair ${a} ${b}`).toEqual(withoutPoint(single));
      }
    },
  );

  it('equals single queries to the bit when both are started warm', () => {
    const few = pairs.subarray(0, 800);
    const cache = new ContactCache(few.length / 2);
    const caches = Array.from({ length: few.length / 2 }, () => new ContactCache());
    let moving = poses;
    for (let step = 0; step < 4; step++) {
      const out = contactBatch({ shapes, poses: moving, pairs: few, cache });
      caches.forEach((own, i) => {
        const a = few[2 * i];
        const b = few[2 * i + 1];
        const at = [poseOf(moving, a), poseOf(moving, b)] as const;
        const single = contact(shapes[a], at[0], shapes[b], at[1], { cache: own });
        expect(contactIn(out, i), `seed ${seed}, step ${step}, pair ${a} ${b}`).toEqual(withoutPoint(single));
      });
      moving = movedPoses(moving, random, 1e-3);
    }
  });

  it('answers pairs whose bounds stay open exactly, as single queries do', () => {
    const lines = readFileSync(new URL('../../fixtures/poly3d_size_ratio.jsonl', import.meta.url), 'utf8').trim();
    const fixtures = lines.split('\n').map((line) => JSON.parse(line) as Record<'A' | 'B', [number, number, number][]>);
    const bodies = fixtures.flatMap(({ A, B }) => [polyhedron({ vertices: A }), polyhedron({ vertices: B })]);
    const out = contactBatch({
      shapes: bodies,
      poses: Float64Array.from(bodies.flatMap(() => [0, 0, 0, 1, 0, 0, 0])),
      pairs: Int32Array.from(bodies.keys()),
    });
    fixtures.forEach((_, i) => {
      const single = contact(bodies[2 * i] as Shape, {}, bodies[2 * i + 1] as Shape, {});
      expect(contactIn(out, i)).toEqual(withoutPoint(single));
      expect(single.status).toBe('converged');
    });
  });

  it('leaves pairs beyond maxDistance unanswered, with the proven gap', () => {
    const out = contactBatch({ shapes, poses, pairs, maxDistance: 0.1 });
    const full = contactBatch({ shapes, poses, pairs });
    let far = 0;
    for (let at = 0; at < out.length; at += stride) {
      if (out[at + BATCH_LAYOUT.status] !== 3) {
        expect(out[at]).toBe(full[at]);
        continue;
      }
      far++;
      expect(out[at + BATCH_LAYOUT.lower]).toBeGreaterThan(0.1);
      expect(out[at + BATCH_LAYOUT.lower]).toBeLessThanOrEqual(full[at]);
      expect(out[at + BATCH_LAYOUT.upper]).toBe(Infinity);
    }
    expect(far).toBeGreaterThan(100);
  });

  it('normalises quaternions as single queries do', () => {
    const both = [sphere({ radius: 1 }), box({ halfExtents: [1, 2, 3] })];
    const scaled = Float64Array.of(0, 0, 0, 5, 0, 0, 0, 4, 3, 2, 1, 2, -3, 4);
    const out = contactBatch({ shapes: both, poses: scaled, pairs: Int32Array.of(0, 1) });
    const single = contact(both[0] as Shape, poseOf(scaled, 0), both[1] as Shape, poseOf(scaled, 1));
    expect(contactIn(out, 0)).toEqual(withoutPoint(single));
  });

  it('fills the array it is given', () => {
    const out = new Float64Array(2 * stride);
    const two = { shapes: [sphere({ radius: 1 }), sphere({ radius: 1 })], pairs: Int32Array.of(0, 1) };
    const given = { ...two, poses: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 1, 0, 0, 0), out };
    expect(contactBatch(given)).toBe(out);
    expect(out[0]).toBe(1);
  });

  it('takes no pairs, and says that two half-spaces have no answer', () => {
    expect(contactBatch({ shapes: [], poses: new Float64Array(0), pairs: new Int32Array(0) })).toHaveLength(0);
    const plane = halfSpace({ normal: [0, 0, 1], offset: 0 });
    const out = contactBatch({
      shapes: [plane, plane],
      poses: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0),
      pairs: Int32Array.of(0, 1),
    });
    expect(out[BATCH_LAYOUT.status]).toBe(2);
  });
});

describe('contactBatch refuses', () => {
  const ball = sphere({ radius: 1 });
  const at = [0, 0, 0, 1, 0, 0, 0];
  const valid: ContactBatch = {
    shapes: [ball, ball],
    poses: Float64Array.of(...at, ...at),
    pairs: Int32Array.of(0, 1),
  };

  it.each<[string, Partial<ContactBatch>, new (...args: never[]) => Error, RegExp]>([
    ['too few poses', { poses: Float64Array.of(...at) }, InvalidOptionError, /poses: expected 7 .* 2 bodies, got 7/],
    ['half a pair', { pairs: Int32Array.of(0) }, InvalidOptionError, /pairs: expected two numbers per pair, got 1/],
    [
      'a body that is not there',
      { pairs: Int32Array.of(0, 2) },
      InvalidOptionError,
      /pairs\[1\]: expected 0 to 1, got 2/,
    ],
    ['a small cache', { pairs: Int32Array.of(0, 1, 1, 0), cache: new ContactCache() }, InvalidOptionError, /cache/],
    ['a negative maxDistance', { maxDistance: -1 }, InvalidOptionError, /maxDistance: expected a number >= 0, got -1/],
    ['a small output', { out: new Float64Array(3) }, InvalidOptionError, /out: expected at least 18 numbers, got 3/],
    ['NaN', { poses: Float64Array.of(...at, Number.NaN, ...at.slice(1)) }, InvalidPoseError, /poses\[7\].*body 1.*NaN/],
    [
      'a zero quaternion',
      { poses: Float64Array.of(...at, 0, 0, 0, 0, 0, 0, 0) },
      InvalidPoseError,
      /poses\[10\].*body 1/,
    ],
    ['compounds', { shapes: [ball, compound([{ shape: ball }])] }, UnsupportedPairError, /shapes\[1\].*compound/],
  ])('%s', (_, change, kind, message) => {
    const ask = () => contactBatch({ ...valid, ...change });
    expect(ask).toThrow(kind);
    expect(ask).toThrow(message);
  });
});
