// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from './random.ts';
import { addScaled, length, type Vector3, ZERO_VECTOR } from './vector.ts';

const SEED = Number(process.env.TEST_SEED ?? 20240607);
const COUNT = 20_000;

describe(`random numbers (seed ${SEED})`, () => {
  it('repeats itself for the same seed and differs for another', () => {
    const sequence = (seed: number) =>
      Array.from(
        { length: 5 },
        (
          (random) => () =>
            random.next()
        )(new Random(seed)),
      );
    expect(sequence(1)).toEqual(sequence(1));
    expect(sequence(1)).not.toEqual(sequence(2));
    expect(sequence(0)).not.toEqual(sequence(-0.5));
    expect(sequence(2 ** 40)).not.toEqual(sequence(2 ** 41));
  });

  it('gives the same bits for ever', () => {
    const random = new Random(1);
    expect([random.next(), random.next(), random.bits()]).toMatchInlineSnapshot(`
      [
        0.8890540031751436,
        0.6106673779055637,
        2451214135,
      ]
    `);
  });

  it('goes on from a state that went through JSON', () => {
    const random = new Random(SEED);
    random.normal();
    const copy = new Random(0);
    copy.state = JSON.parse(JSON.stringify(random.state));
    const draw = (source: Random): number[] => [source.normal(), source.normal(), source.next(), source.bits()];
    expect(draw(copy)).toEqual(draw(random));
  });

  it('has streams that differ from each other and from those of the next seed', () => {
    const firsts = [1, 2, 3].flatMap((seed) => [0, 1, 2].map((stream) => Random.stream(seed, stream).next()));
    expect(new Set(firsts).size).toBe(firsts.length);
    expect(Random.stream(1, 2).next()).toBe(firsts[2]);
  });

  it('fills [0, 1) evenly', () => {
    const random = new Random(SEED);
    const bins = new Int32Array(10);
    for (let i = 0; i < COUNT; i++) {
      const u = random.next();
      expect(u >= 0 && u < 1).toBe(true);
      const bin = Math.floor(10 * u);
      bins[bin] = bins[bin] + 1;
    }
    // Standard deviation of a bin is 42; six of them.
    for (const count of bins) expect(Math.abs(count - COUNT / 10)).toBeLessThan(6 * 42.5);
  });

  it('stays within the bounds asked for', () => {
    const random = new Random(SEED);
    for (let i = 0; i < 1000; i++) {
      const x = random.between(-3, 5);
      expect(x >= -3 && x < 5).toBe(true);
      const k = random.integer(7);
      expect(Number.isInteger(k) && k >= 0 && k < 7).toBe(true);
    }
  });

  it('has normal numbers of mean 0 and variance 1', () => {
    const random = new Random(SEED);
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < COUNT; i++) {
      const x = random.normal();
      sum += x;
      squares += x * x;
    }
    // Standard errors: 1/sqrt(n) of the mean, sqrt(2/n) of the variance; six of them.
    expect(Math.abs(sum / COUNT)).toBeLessThan(6 / Math.sqrt(COUNT));
    expect(Math.abs(squares / COUNT - 1)).toBeLessThan(6 * Math.sqrt(2 / COUNT));
  });

  it('has unit vectors and rotations of length 1 that point everywhere alike', () => {
    const random = new Random(SEED);
    let sum: Vector3 = ZERO_VECTOR;
    let wSquared = 0;
    for (let i = 0; i < COUNT; i++) {
      const u = random.unitVector();
      expect(Math.abs(length(u) - 1)).toBeLessThan(1e-15);
      sum = addScaled(sum, u, 1 / COUNT);
      const q = random.rotation();
      expect(Math.abs(q.w ** 2 + q.x ** 2 + q.y ** 2 + q.z ** 2 - 1)).toBeLessThan(2e-15);
      wSquared += q.w ** 2 / COUNT;
    }
    expect(length(sum)).toBeLessThan(6 / Math.sqrt(COUNT));
    expect(Math.abs(wSquared - 0.25)).toBeLessThan((6 * 0.25) / Math.sqrt(COUNT));
  });
});
