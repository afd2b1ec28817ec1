// SPDX-License-Identifier: MIT
/**
 * Vector products that stay accurate when they cancel: double-double arithmetic (Dekker 1971, doi:10.1007/BF01397083)
 * on coordinate differences. A cross product of two almost parallel edges (needle and sliver facets) keeps all its
 * digits. Operands are expected to be of order one or less; the products overflow above about 1e150.
 */

/** Veltkamp's constant: splits a double into two halves whose products are exact. */
const SPLITTER = 134217729;

/** Rounding error of the product `p = a * b`, exactly. */
function productError(a: number, b: number, p: number): number {
  let t = SPLITTER * a;
  const ah = t - (t - a);
  const al = a - ah;
  t = SPLITTER * b;
  const bh = t - (t - b);
  const bl = b - bh;
  return al * bl - (p - ah * bh - al * bh - ah * bl);
}

/** Rounding error of the difference `d = a - b`, exactly. */
function differenceError(a: number, b: number, d: number): number {
  const bb = a - d;
  const aa = d + bb;
  return a - aa + (bb - b);
}

/**
 * `(a - b)(c - d) - (e - f)(g - h)` with a relative error of about 2^-100 of the larger product, rounded once.
 * One component of a cross product of two differences.
 */
export function differenceOfProducts(
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
  g: number,
  h: number,
): number {
  const u = a - b;
  const ul = differenceError(a, b, u);
  const v = c - d;
  const vl = differenceError(c, d, v);
  const s = e - f;
  const sl = differenceError(e, f, s);
  const t = g - h;
  const tl = differenceError(g, h, t);
  const p = u * v;
  const q = s * t;
  const r = p - q;
  const low = productError(u, v, p) + (u * vl + ul * v) - (productError(s, t, q) + (s * tl + sl * t));
  return r + (differenceError(p, q, r) + low);
}

/**
 * Adds `(q - p) x (r - p)` to `sum`, each component accurate to its own last digits; indices count points, xyz in
 * `points`.
 */
export function addCross(points: ArrayLike<number>, p: number, q: number, r: number, sum: Float64Array): void {
  const px = points[3 * p];
  const py = points[3 * p + 1];
  const pz = points[3 * p + 2];
  const qx = points[3 * q];
  const qy = points[3 * q + 1];
  const qz = points[3 * q + 2];
  const rx = points[3 * r];
  const ry = points[3 * r + 1];
  const rz = points[3 * r + 2];
  sum[0] = sum[0] + differenceOfProducts(qy, py, rz, pz, qz, pz, ry, py);
  sum[1] = sum[1] + differenceOfProducts(qz, pz, rx, px, qx, px, rz, pz);
  sum[2] = sum[2] + differenceOfProducts(qx, px, ry, py, qy, py, rx, px);
}

/** `a x + b y + c z` with the rounding errors of products and sums added back. */
export function compensatedDot(a: number, b: number, c: number, x: number, y: number, z: number): number {
  const p = a * x;
  const q = b * y;
  const r = c * z;
  const s = p + q;
  const t = s + r;
  const low =
    productError(a, x, p) +
    productError(b, y, q) +
    productError(c, z, r) +
    differenceError(p, -q, s) +
    differenceError(s, -r, t);
  return t + low;
}

/**
 * `(a - o) . ((b - o) x (c - o))`, six times the signed volume of the tetrahedron, to about 2^-95 of the product of the
 * three lengths, so the volume of a rotated plate or needle is accurate.
 */
export function tripleProduct(
  points: ArrayLike<number>,
  a: number,
  b: number,
  c: number,
  origin: ArrayLike<number>,
): number {
  let high = 0;
  let low = 0;
  for (let k = 0; k < 3; k++) {
    const i = (k + 1) % 3;
    const j = (k + 2) % 3;
    const oi = origin[i];
    const oj = origin[j];
    const ok = origin[k];
    const bi = points[3 * b + i] - oi;
    const bil = differenceError(points[3 * b + i], oi, bi);
    const bj = points[3 * b + j] - oj;
    const bjl = differenceError(points[3 * b + j], oj, bj);
    const ci = points[3 * c + i] - oi;
    const cil = differenceError(points[3 * c + i], oi, ci);
    const cj = points[3 * c + j] - oj;
    const cjl = differenceError(points[3 * c + j], oj, cj);
    const ak = points[3 * a + k] - ok;
    const akl = differenceError(points[3 * a + k], ok, ak);
    // Component k of the cross product as a double-double (m, ml).
    const p = bi * cj;
    const q = bj * ci;
    const r = p - q;
    const rl =
      differenceError(p, q, r) +
      (productError(bi, cj, p) + (bi * cjl + bil * cj) - (productError(bj, ci, q) + (bj * cil + bjl * ci)));
    const m = r + rl;
    const ml = rl - (m - r);
    const term = ak * m;
    const termLow = productError(ak, m, term) + (ak * ml + akl * m);
    const sum = high + term;
    low += differenceError(high, -term, sum) + termLow;
    high = sum;
  }
  return high + low;
}
