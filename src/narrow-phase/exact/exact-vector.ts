// SPDX-License-Identifier: MIT
/** Vectors of arbitrarily long integers, and the float64 direction that a filter uses in their place. */

export interface ExactVector {
  readonly x: bigint;
  readonly y: bigint;
  readonly z: bigint;
}

export function dot(p: ExactVector, q: ExactVector): bigint {
  return p.x * q.x + p.y * q.y + p.z * q.z;
}

export function cross(p: ExactVector, q: ExactVector): ExactVector {
  return { x: p.y * q.z - p.z * q.y, y: p.z * q.x - p.x * q.z, z: p.x * q.y - p.y * q.x };
}

export function subtract(p: ExactVector, q: ExactVector): ExactVector {
  return { x: p.x - q.x, y: p.y - q.y, z: p.z - q.z };
}

export function negate(p: ExactVector): ExactVector {
  return { x: -p.x, y: -p.y, z: -p.z };
}

/** p*s + q*t. */
export function combine(p: ExactVector, s: bigint, q: ExactVector, t: bigint): ExactVector {
  return { x: p.x * s + q.x * t, y: p.y * s + q.y * t, z: p.z * s + q.z * t };
}

export function isZero(p: ExactVector): boolean {
  return p.x === 0n && p.y === 0n && p.z === 0n;
}

/**
 * The direction of `p` as float64 with largest component 1, each component within 2.01 * 2^-53 of its own size (or
 * 2^-500 where the integers exceed the range of float64).
 */
export function floatDirection(p: ExactVector): readonly [number, number, number] {
  let { x, y, z } = p;
  for (;;) {
    const fx = Number(x);
    const fy = Number(y);
    const fz = Number(z);
    const largest = Math.max(Math.abs(fx), Math.abs(fy), Math.abs(fz));
    if (largest === 0) return [0, 0, 0];
    if (largest < Number.POSITIVE_INFINITY) return [fx / largest, fy / largest, fz / largest];
    x >>= 512n;
    y >>= 512n;
    z >>= 512n;
  }
}

function compareSignedSquares(x1: bigint, q1: bigint, x2: bigint, q2: bigint): number {
  const left = (x1 < 0n ? -x1 * x1 : x1 * x1) * q2;
  const right = (x2 < 0n ? -x2 * x2 : x2 * x2) * q1;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Lexicographic order of the unit vectors p1/|p1| and p2/|p2|; `q1`, `q2` are the squared lengths. */
export function compareDirections(p1: ExactVector, q1: bigint, p2: ExactVector, q2: bigint): number {
  return (
    compareSignedSquares(p1.x, q1, p2.x, q2) ||
    compareSignedSquares(p1.y, q1, p2.y, q2) ||
    compareSignedSquares(p1.z, q1, p2.z, q2)
  );
}
