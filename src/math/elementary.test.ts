// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { acos, atan2, cos, sin } from './circular.ts';
import { cosh, cubeRoot, exp, log, log1p, power, sinh, tanh } from './elementary.ts';
import { Random } from './random.ts';

/**
 * Both this text and the engine's are off by less than one unit in the last place, in the worst case to different
 * sides.
 */
const UNITS = 2;

const bits = new DataView(new ArrayBuffer(8));

/** Units in the last place between two numbers of the same sign. */
function unitsApart(a: number, b: number): number {
  const ordered = (x: number): bigint => {
    bits.setFloat64(0, x);
    const value = bits.getBigInt64(0);
    return value < 0n ? -(2n ** 63n) - value : value;
  };
  return Math.abs(Number(ordered(a) - ordered(b)));
}

const random = new Random(Number(process.env.TEST_SEED ?? 20_261_115));
const between = (low: number, high: number): number => low + (high - low) * random.next();
const sizes = (count: number, decades: number): number[] =>
  Array.from({ length: count }, () => 10 ** between(-decades, decades));

function worst(ours: (x: number) => number, theirs: (x: number) => number, arguments_: readonly number[]): number {
  return Math.max(...arguments_.map((x) => unitsApart(ours(x), theirs(x))));
}

const COUNT = 4000;
const some = (low: number, high: number): number[] => Array.from({ length: COUNT }, () => between(low, high));
const signed = (values: readonly number[]): number[] => values.map((value, k) => (k % 2 === 0 ? value : -value));

describe('functions with the same bits in every engine', () => {
  it.each([
    ['exp', exp, Math.exp, some(-745, 709)],
    ['exp near 0', exp, Math.exp, some(-1, 1)],
    ['log', log, Math.log, sizes(COUNT, 300)],
    ['log near 1', log, Math.log, some(0.9, 1.1)],
    ['log of the smallest numbers', log, Math.log, [5e-324, 1e-310, 2.2250738585072014e-308]],
    ['log1p', log1p, Math.log1p, [...some(-0.999, 3), ...signed(sizes(COUNT, 20).map((x) => Math.min(x, 0.9)))]],
    ['cbrt', cubeRoot, Math.cbrt, [...signed(sizes(COUNT, 300)), 5e-324, 1e-310]],
    ['sin', sin, Math.sin, some(-100, 100)],
    ['sin of large angles', sin, Math.sin, [...signed(sizes(400, 300).map((x) => x + 1e6)), 1e22, 2 ** 1000]],
    ['cos', cos, Math.cos, some(-100, 100)],
    ['cos of large angles', cos, Math.cos, [...signed(sizes(400, 300).map((x) => x + 1e6)), 1e22, 2 ** 1000]],
    ['sinh', sinh, Math.sinh, some(-20, 20)],
    ['cosh', cosh, Math.cosh, some(-20, 20)],
    ['tanh', tanh, Math.tanh, some(-25, 25)],
    ['acos', acos, Math.acos, some(-1, 1)],
  ])('%s: within two units of the engine', (_, ours, theirs, values) => {
    // Sums and quotients of exponentials are off by a little more.
    const isMade = ours === sinh || ours === cosh || ours === tanh || ours === acos;
    expect(worst(ours, theirs, values)).toBeLessThanOrEqual(isMade ? 2 * UNITS : UNITS);
  });

  it('atan2 and power: within a few units of the engine', () => {
    for (let k = 0; k < COUNT; k++) {
      const [x, y] = [between(-1, 1) * 10 ** between(-8, 8), between(-1, 1) * 10 ** between(-8, 8)];
      expect(unitsApart(atan2(y, x), Math.atan2(y, x)), `${y} ${x}`).toBeLessThanOrEqual(UNITS);
      const [base, exponent] = [10 ** between(-10, 10), between(-3, 3)];
      expect(unitsApart(power(base, exponent), base ** exponent), `${base} ${exponent}`).toBeLessThanOrEqual(UNITS);
    }
  });

  it('exact where the answer is', () => {
    expect([exp(0), log(1), cos(0), sin(0), power(2, 10), power(9, 0.5), power(5, 0)]).toEqual([
      1, 0, 1, 0, 1024, 3, 1,
    ]);
    for (let n = 1; n < 200; n++) expect(cubeRoot(n * n * n)).toBe(n);
    for (let n = -1074; n < 1024; n += 7) expect(log(2 ** n)).toBe(Math.log(2 ** n));
    expect(sin(Math.PI)).toBe(1.2246467991473532e-16);
    expect(cos(Math.PI / 2)).toBe(6.123233995736766e-17);
    expect([atan2(1, 1), atan2(1, -1), atan2(-1, 0), acos(-1), acos(0)]).toEqual([
      Math.PI / 4,
      (3 * Math.PI) / 4,
      -Math.PI / 2,
      Math.PI,
      Math.PI / 2,
    ]);
  });

  it('at the ends of the range as those of the engine', () => {
    const ends = [0, -0, Infinity, -Infinity, Number.NaN, -1, 1, 1e308, -1e308, 5e-324];
    for (const [ours, theirs] of [
      [exp, Math.exp] as const,
      [log, Math.log] as const,
      [log1p, Math.log1p] as const,
      [cubeRoot, Math.cbrt] as const,
      [tanh, Math.tanh] as const,
      [acos, Math.acos] as const,
    ]) {
      for (const x of ends) {
        const [a, b] = [ours(x), theirs(x)];
        expect(Object.is(a, b) || unitsApart(a, b) <= UNITS, `${theirs.name} ${x}: ${a}, ${b}`).toBe(true);
      }
    }
    for (const y of ends)
      for (const x of ends) {
        const [a, b] = [atan2(y, x), Math.atan2(y, x)];
        expect(Object.is(a, b) || unitsApart(a, b) <= UNITS, `atan2 ${y} ${x}: ${a}, ${b}`).toBe(true);
      }
  });
});
