// SPDX-License-Identifier: MIT
/**
 * From integers to float64: quotients and square roots of quotients, correctly rounded (to nearest, ties to even),
 * times a power of two. A result in the subnormal range may be rounded twice and is then within one unit of the last
 * place.
 */

const view = new DataView(new ArrayBuffer(8));

/** Bits that a quotient or root is computed to before rounding: 53 and enough below for a sticky bit to be safe. */
const GUARDED_BITS = 58;

/** floor(log2 |x|) for finite x other than 0. */
export function exponentOf(x: number): number {
  view.setFloat64(0, x);
  const high = view.getInt32(0) & 0x7fffffff;
  if (high >= 0x00100000) return (high >> 20) - 1023;
  return high !== 0 ? -1011 - Math.clz32(high) : -1043 - Math.clz32(view.getUint32(4));
}

/** Exponent of the lowest set bit of finite x other than 0: x is an odd multiple of 2^result. */
export function trailingExponentOf(x: number): number {
  view.setFloat64(0, x);
  const high = view.getInt32(0);
  const low = view.getInt32(4);
  const biased = (high >> 20) & 0x7ff;
  const unit = biased === 0 ? -1074 : biased - 1075;
  if (low !== 0) return unit + 31 - Math.clz32(low & -low);
  const mantissa = biased === 0 ? high & 0xfffff : (high & 0xfffff) | 0x100000;
  return unit + 32 + 31 - Math.clz32(mantissa & -mantissa);
}

/** 2^exponent, for exponents of normal numbers, -1022 to 1023. */
export function powerOfTwo(exponent: number): number {
  view.setInt32(0, (exponent + 1023) << 20);
  view.setInt32(4, 0);
  return view.getFloat64(0);
}

/** x * 2^exponent for any exponent. */
export function scaleByPowerOfTwo(x: number, exponent: number): number {
  let result = x;
  let rest = exponent;
  while (rest > 1000) {
    result *= powerOfTwo(1000);
    rest -= 1000;
    if (!Number.isFinite(result)) return result;
  }
  while (rest < -1000) {
    result *= powerOfTwo(-1000);
    rest += 1000;
    if (result === 0) return result;
  }
  return result * powerOfTwo(rest);
}

/** Number of bits of |x|, or one more. */
function bitLength(x: bigint): number {
  let shifted = x < 0n ? -x : x;
  let bits = 0;
  for (;;) {
    const float = Number(shifted);
    if (float < Number.POSITIVE_INFINITY) return float === 0 ? bits : bits + exponentOf(float) + 1;
    shifted >>= 960n;
    bits += 960;
  }
}

/** The integer `t`, with a bit below it set when something was cut off, times 2^exponent. */
function roundWithSticky(t: bigint, sticky: boolean, exponent: number): number {
  return scaleByPowerOfTwo(Number((t << 1n) | (sticky ? 1n : 0n)), exponent - 1);
}

/** numerator / denominator * 2^exponent, for denominator > 0. */
export function roundQuotient(numerator: bigint, denominator: bigint, exponent: number): number {
  if (numerator === 0n) return 0;
  if (numerator < 0n) return -roundQuotient(-numerator, denominator, exponent);
  const shift = GUARDED_BITS - (bitLength(numerator) - bitLength(denominator));
  const dividend = shift > 0 ? numerator << BigInt(shift) : numerator;
  const divisor = shift < 0 ? denominator << BigInt(-shift) : denominator;
  const quotient = dividend / divisor;
  return roundWithSticky(quotient, quotient * divisor !== dividend, exponent - shift);
}

/** Integer square root, rounded down, for arguments below 2^120. */
function integerSquareRoot(x: bigint): bigint {
  if (x === 0n) return 0n;
  // The float64 root is right to 2^-52, so that one Newton step leaves an error of at most one unit.
  let root = BigInt(Math.floor(Math.sqrt(Number(x))));
  root = (root + x / root) >> 1n;
  while (root * root > x) root -= 1n;
  while ((root + 1n) * (root + 1n) <= x) root += 1n;
  return root;
}

/** sqrt(numerator / denominator) * 2^exponent, for numerator >= 0, denominator > 0. */
export function roundSquareRoot(numerator: bigint, denominator: bigint, exponent: number): number {
  if (numerator === 0n) return 0;
  const difference = bitLength(numerator) - bitLength(denominator);
  const half = GUARDED_BITS - (difference >> 1);
  const dividend = half > 0 ? numerator << BigInt(2 * half) : numerator;
  const divisor = half < 0 ? denominator << BigInt(-2 * half) : denominator;
  const quotient = dividend / divisor;
  const root = integerSquareRoot(quotient);
  const sticky = root * root !== quotient || quotient * divisor !== dividend;
  return roundWithSticky(root, sticky, exponent - half);
}

/**
 * A float64 above x by at least one and at most two units of the last place; infinity stands for anything beyond
 * float64.
 */
export function roundedUp(x: number): number {
  if (!Number.isFinite(x)) return x < 0 ? -Number.MAX_VALUE : x;
  return x + (Math.abs(x) * 1.1102230246251568e-16 + Number.MIN_VALUE);
}

/** A float64 below x by at least one and at most two units of the last place. */
export function roundedDown(x: number): number {
  return -roundedUp(-x);
}
