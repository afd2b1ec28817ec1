// SPDX-License-Identifier: MIT
/**
 * Numbers of twice the precision of float64, as an unevaluated sum high + low (Dekker 1971, doi:10.1007/BF01397083;
 * Joldes, Muller & Popescu 2017, doi:10.1145/3121432): about 31 digits. Each function returns the high part and leaves
 * the low one in LOW[0].
 */

/** Low part of the result of the last call. */
export const LOW = new Float64Array(1);

/** 2^27 + 1: splits a float64 into two halves of 26 bits. */
const SPLITTER = 134217729;

/** a + b. */
export function twoSum(a: number, b: number): number {
  const s = a + b;
  const t = s - a;
  LOW[0] = a - (s - t) + (b - t);
  return s;
}

/** a * b; exact unless it underflows or a factor exceeds 2^996. */
export function twoProduct(a: number, b: number): number {
  const p = a * b;
  const at = SPLITTER * a;
  const ah = at - (at - a);
  const al = a - ah;
  const bt = SPLITTER * b;
  const bh = bt - (bt - b);
  const bl = b - bh;
  LOW[0] = al * bl - (p - ah * bh - al * bh - ah * bl);
  return p;
}

export function addDouble(ah: number, al: number, bh: number, bl: number): number {
  const s = twoSum(ah, bh);
  const e = LOW[0];
  const t = twoSum(al, bl);
  const f = LOW[0];
  const u = e + t;
  const v = s + u;
  const w = f + (u - (v - s));
  const high = v + w;
  LOW[0] = w - (high - v);
  return high;
}

export function multiplyDouble(ah: number, al: number, bh: number, bl: number): number {
  const p = twoProduct(ah, bh);
  const e = LOW[0] + (ah * bl + al * bh);
  const high = p + e;
  LOW[0] = e - (high - p);
  return high;
}

export function divideDouble(ah: number, al: number, bh: number, bl: number): number {
  const q = ah / bh;
  const p = multiplyDouble(q, 0, bh, bl);
  const pl = LOW[0];
  const r = addDouble(ah, al, -p, -pl);
  const correction = (r + LOW[0]) / bh;
  const high = q + correction;
  LOW[0] = correction - (high - q);
  return high;
}

/** Square root of a number >= 0. */
export function rootDouble(ah: number, al: number): number {
  if (!(ah > 0)) {
    LOW[0] = 0;
    return 0;
  }
  const r = Math.sqrt(ah);
  const p = twoProduct(r, r);
  const pl = LOW[0];
  const rest = addDouble(ah, al, -p, -pl);
  const correction = (rest + LOW[0]) / (2 * r);
  const high = r + correction;
  LOW[0] = correction - (high - r);
  return high;
}

/** Dot product of u (three high parts, then three low parts) with the float64 vector (x, y, z). */
export function dotDouble(u: Float64Array, x: number, y: number, z: number): number {
  const px = multiplyDouble(u[0], u[3], x, 0);
  const pxl = LOW[0];
  const py = multiplyDouble(u[1], u[4], y, 0);
  const s = addDouble(px, pxl, py, LOW[0]);
  const sl = LOW[0];
  const pz = multiplyDouble(u[2], u[5], z, 0);
  return addDouble(s, sl, pz, LOW[0]);
}
