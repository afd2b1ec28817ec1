// SPDX-License-Identifier: MIT
/** The one kernel text run as TypeScript and as WebAssembly: the same bits, cold and warm. */
import { describe, expect, it } from 'vitest';
import { randomConvexShape, SHAPE_KINDS } from '../../tests/support/random-convex-shapes.ts';
import { wasmKernel } from '../kernel/kernel.ts';
import { Random } from '../math/random.ts';
import { add, scale } from '../math/vector.ts';
import { contact } from './contact.ts';
import { ContactCache } from './contact-cache.ts';
import { intersects } from './intersects.ts';
import type { KernelName } from './kernel-query.ts';

const seed = Number(process.env.TEST_SEED ?? 4711);
const PAIRS = 4000;

describe(`the two builds of the kernel, seed ${seed}`, () => {
  it('runs as WebAssembly on this platform', () => {
    expect(wasmKernel).toBeDefined();
  });

  it('gives the same bits as TypeScript and as WebAssembly on thousands of pairs of every kind', {
    tags: ['long'],
  }, () => {
    const random = new Random(seed);
    for (let i = 0; i < PAIRS; i++) {
      const a = randomConvexShape(SHAPE_KINDS[random.integer(SHAPE_KINDS.length)], random);
      const b = randomConvexShape(SHAPE_KINDS[random.integer(SHAPE_KINDS.length)], random);
      const poseA = { position: random.unitVector(), orientation: random.rotation() };
      const poseB = { position: scale(random.unitVector(), 3 * random.next()), orientation: random.rotation() };
      const caches = { typescript: new ContactCache(), webassembly: new ContactCache() };
      for (const shift of [0, 1e-3]) {
        const moved = { ...poseB, position: { ...poseB.position, x: poseB.position.x + shift } };
        const [typescript, webassembly] = (['typescript', 'webassembly'] as const).map((kernel) =>
          contact(a, poseA, b, moved, { kernel, cache: caches[kernel] }),
        );
        expect(webassembly, `pair ${i}: ${a.kind} and ${b.kind}`).toEqual(typescript);
      }
    }
  });

  // A page answers by TypeScript until WebAssembly has arrived, and then goes on with the same warm starts.
  it('gives the same bits where one takes over from the other between two queries of a warm-started pair', () => {
    const random = new Random(seed);
    for (let i = 0; i < 80; i++) {
      const a = randomConvexShape(SHAPE_KINDS[i % SHAPE_KINDS.length], random);
      const b = randomConvexShape(SHAPE_KINDS[random.integer(SHAPE_KINDS.length)], random);
      const poseA = { position: random.unitVector(), orientation: random.rotation() };
      const start = scale(random.unitVector(), 3 * random.next());
      const step = scale(random.unitVector(), 0.02);
      const orientation = random.rotation();
      const caches = { typescript: new ContactCache(), webassembly: new ContactCache(), changing: new ContactCache() };
      for (let k = 0; k < 8; k++) {
        const poseB = { position: add(start, scale(step, k)), orientation };
        const ask = (kernel: KernelName, cache: ContactCache): unknown => [
          contact(a, poseA, b, poseB, { kernel, cache, manifold: k % 4 === 3 }),
          k % 4 === 1 &&
            [a, b].every(({ kind }) => kind !== 'halfSpace') &&
            intersects(a, poseA, b, poseB, { kernel, cache }),
        ];
        const expected = ask('typescript', caches.typescript);
        expect(ask('webassembly', caches.webassembly)).toEqual(expected);
        const chosen = random.next() < 0.5 ? 'typescript' : 'webassembly';
        expect(ask(chosen, caches.changing), `pair ${i}, query ${k}: ${a.kind} and ${b.kind}`).toEqual(expected);
      }
    }
  });
});
