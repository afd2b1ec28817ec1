// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { type Kernel, wasmKernel } from '../kernel.ts';
import { portablePow } from './portable-pow.ts';

const SEED = Number(process.env.TEST_SEED ?? 1990);
const LARGEST = Number.MAX_VALUE;

/** The accuracy promised, relative. */
const TOLERANCE = 2.3e-16;

// Reference: fixed point with 256 fraction bits.
const BITS = 256n;
const ONE = 1n << BITS;
const LN2 = 2n * atanh(ONE / 3n);

function atanh(s: bigint): bigint {
  const square = (s * s) >> BITS;
  let term = s;
  let sum = 0n;
  for (let k = 1n; term !== 0n; k += 2n) {
    sum += term / k;
    term = (term * square) >> BITS;
  }
  return sum;
}

/** A float64 as fixed point times 2^exponent, exactly. */
function fixed(x: number): { value: bigint; exponent: bigint } {
  let exponent = 0n;
  let m = x;
  while (m !== 0 && !Number.isInteger(m)) {
    m *= 2;
    exponent -= 1n;
  }
  return { value: BigInt(m) << BITS, exponent };
}

/** How far `answer` is from x^y, relative, to some 70 digits. */
function relativeError(answer: number, x: number, y: number): number {
  let { value, exponent } = fixed(x);
  while (value >= 2n * ONE) {
    const shift = BigInt(value.toString(2).length) - BITS - 1n;
    // An integer float64 has at most 53 significant bits, so nothing is shifted out.
    value >>= shift;
    exponent += shift;
  }
  const ln = 2n * atanh(((value - ONE) << BITS) / (value + ONE)) + exponent * LN2;
  const fixedY = fixed(y);
  const w = (ln * (fixedY.value >> BITS)) >> -fixedY.exponent;
  const k = w / LN2;
  const r = w - k * LN2;
  let term = ONE;
  let exp = 0n;
  for (let i = 1n; term !== 0n; i++) {
    exp += term;
    term = (term * r) / (ONE * i);
  }
  const given = fixed(answer);
  const shift = given.exponent - k;
  const scaled = shift >= 0n ? given.value << shift : given.value >> -shift;
  return Math.abs(Number(((scaled - exp) << 80n) / exp) * 2 ** -80);
}

function inRange(x: number, y: number): boolean {
  const w = y * Math.log(x);
  return w < 709.7 && w > -708.3;
}

/** Arguments of every kind the superquadric has, and the whole range asked for. */
function samplePoints(count: number): (readonly [number, number])[] {
  const random = new Random(SEED);
  const exponents = [1.05, 1 / 1.05, 20, 21, 1 / 20, 1 / 21, 2.5, 1.5, 2, 3];
  return Array.from({ length: count }, (_, i) => {
    switch (i % 4) {
      case 0:
        return [10 ** random.between(-300, 300), random.between(-25, 25)];
      case 1:
        return [random.between(1e-9, 2), random.between(-25, 25)];
      case 2:
        return [random.between(1e-9, 1), exponents[random.integer(exponents.length)]];
      default:
        return [1 + random.between(-1, 1) * 10 ** random.between(-15, -1), random.between(-100, 100)];
    }
  });
}

describe(`portable power (seed ${SEED})`, () => {
  it('is within an ulp of the exact power', () => {
    let worst = 0;
    for (const [x, y] of samplePoints(4000)) {
      if (!inRange(x, y)) continue;
      const error = relativeError(portablePow(x, y), x, y);
      if (!(error <= TOLERANCE)) throw new Error(`${x} ** ${y}: relative error ${error}`);
      worst = Math.max(worst, error);
    }
    expect(worst).toBeLessThan(TOLERANCE);
  });

  it('gives the same bits as WebAssembly', () => {
    const { portablePow: compiled } = wasmKernel as Kernel;
    for (const [x, y] of samplePoints(20_000)) {
      if (portablePow(x, y) !== compiled(x, y)) throw new Error(`${x} ** ${y} differs`);
    }
    expect(compiled(0.25, 1.5)).toBe(0.125);
  });

  it('is exact where the power is a small whole number', () => {
    expect(portablePow(3, 4)).toBe(81);
    expect(portablePow(2, -10)).toBe(1 / 1024);
    expect(portablePow(4, 2.5)).toBe(32);
    expect(portablePow(0.25, 1.5)).toBe(0.125);
    expect(portablePow(7.3, 1)).toBe(7.3);
    expect(portablePow(1, 25)).toBe(1);
    expect(portablePow(5, 0)).toBe(1);
    expect(portablePow(2, 0.5)).toBe(Math.SQRT2);
  });

  it('clamps to the normal range instead of giving infinity or denormals', () => {
    expect(portablePow(1e300, 25)).toBe(LARGEST);
    expect(portablePow(1e-300, 25)).toBe(0);
    expect(portablePow(1e-300, -25)).toBe(LARGEST);
    expect(portablePow(0, 0.05)).toBe(0);
    expect(portablePow(0, -1)).toBe(LARGEST);
    expect(portablePow(1.5, 1e300)).toBe(LARGEST);
    expect(portablePow(0.5, 1e300)).toBe(0);
    expect(portablePow(Number.POSITIVE_INFINITY, 2)).toBe(LARGEST);
    expect(portablePow(2, 1023.9999)).toBeGreaterThan(1.79e308);
    expect(portablePow(2, 1024)).toBe(LARGEST);
    expect(portablePow(2, -1022)).toBe(2 ** -1022);
    expect(portablePow(2, -1022.5)).toBe(0);
    expect(portablePow(5e-324, 0.25)).toBeCloseTo(5e-324 ** 0.25, 90);
  });

  it('gives NaN for what is no power', () => {
    expect(portablePow(-1, 2)).toBeNaN();
    expect(portablePow(Number.NaN, 2)).toBeNaN();
  });
});
