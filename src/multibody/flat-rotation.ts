// SPDX-License-Identifier: MIT
/**
 * Rotations of vectors and matrices in flat arrays: what the recursions over a tree do for every body, without
 * allocating.
 */

/** out = a b for quaternions, w first; `out` may be neither. */
export function multiplyQuaternions(
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
): void {
  out[o] = a[i] * b[j] - a[i + 1] * b[j + 1] - a[i + 2] * b[j + 2] - a[i + 3] * b[j + 3];
  out[o + 1] = a[i] * b[j + 1] + a[i + 1] * b[j] + a[i + 2] * b[j + 3] - a[i + 3] * b[j + 2];
  out[o + 2] = a[i] * b[j + 2] - a[i + 1] * b[j + 3] + a[i + 2] * b[j] + a[i + 3] * b[j + 1];
  out[o + 3] = a[i] * b[j + 3] + a[i + 1] * b[j + 2] - a[i + 2] * b[j + 1] + a[i + 3] * b[j];
}

/** Divides a quaternion by its length. */
export function makeUnit(q: Float64Array, i: number): void {
  const factor = 1 / Math.sqrt(q[i] * q[i] + q[i + 1] * q[i + 1] + q[i + 2] * q[i + 2] + q[i + 3] * q[i + 3]);
  for (let k = i; k < i + 4; k++) q[k] *= factor;
}

/** Row-major matrix of a unit quaternion. */
export function writeMatrix(m: Float64Array, o: number, q: Float64Array, i: number): void {
  const w = q[i];
  const x = q[i + 1];
  const y = q[i + 2];
  const z = q[i + 3];
  m[o] = 1 - 2 * (y * y + z * z);
  m[o + 1] = 2 * (x * y - w * z);
  m[o + 2] = 2 * (x * z + w * y);
  m[o + 3] = 2 * (x * y + w * z);
  m[o + 4] = 1 - 2 * (x * x + z * z);
  m[o + 5] = 2 * (y * z - w * x);
  m[o + 6] = 2 * (x * z - w * y);
  m[o + 7] = 2 * (y * z + w * x);
  m[o + 8] = 1 - 2 * (x * x + y * y);
}

/** out = m v */
export function turn(out: Float64Array, o: number, m: Float64Array, i: number, v: Float64Array, j: number): void {
  const x = v[j];
  const y = v[j + 1];
  const z = v[j + 2];
  out[o] = m[i] * x + m[i + 1] * y + m[i + 2] * z;
  out[o + 1] = m[i + 3] * x + m[i + 4] * y + m[i + 5] * z;
  out[o + 2] = m[i + 6] * x + m[i + 7] * y + m[i + 8] * z;
}

/** out += a x b */
export function addCross(out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
  const x = a[i + 1] * b[j + 2] - a[i + 2] * b[j + 1];
  const y = a[i + 2] * b[j] - a[i] * b[j + 2];
  const z = a[i] * b[j + 1] - a[i + 1] * b[j];
  out[o] += x;
  out[o + 1] += y;
  out[o + 2] += z;
}

/** Writes R I R^T into the upper left of a 6 x 6 matrix at `o`; I and R have nine numbers. */
export function writeTurnedInertia(
  out: Float64Array,
  o: number,
  rotation: Float64Array,
  r: number,
  inertia: Float64Array,
  i: number,
): void {
  for (let a = 0; a < 3; a++) {
    const ra = r + 3 * a;
    const x = rotation[ra] * inertia[i] + rotation[ra + 1] * inertia[i + 3] + rotation[ra + 2] * inertia[i + 6];
    const y = rotation[ra] * inertia[i + 1] + rotation[ra + 1] * inertia[i + 4] + rotation[ra + 2] * inertia[i + 7];
    const z = rotation[ra] * inertia[i + 2] + rotation[ra + 1] * inertia[i + 5] + rotation[ra + 2] * inertia[i + 8];
    for (let b = a; b < 3; b++) {
      const rb = r + 3 * b;
      const value = x * rotation[rb] + y * rotation[rb + 1] + z * rotation[rb + 2];
      out[o + 6 * a + b] = value;
      out[o + 6 * b + a] = value;
    }
  }
}
