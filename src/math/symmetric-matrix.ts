// SPDX-License-Identifier: MIT
/**
 * Symmetric 3x3 matrices (inertia, covariance, stress) and their eigenvalues by cyclic Jacobi rotations
 * (Golub & Van Loan, Matrix Computations, section 8.5), which finds small eigenvalues to the accuracy of the large
 * ones.
 */
import { type Quaternion, toMatrix } from './quaternion.ts';
import type { Vector3 } from './vector.ts';

/** A symmetric 3 x 3 matrix, such as an inertia tensor. */
export interface SymmetricMatrix3 {
  readonly xx: number;
  readonly yy: number;
  readonly zz: number;
  readonly xy: number;
  readonly xz: number;
  readonly yz: number;
}

interface EigenSystem {
  /** Ascending. */
  readonly values: readonly [number, number, number];
  /** Unit, orthogonal and right-handed, in the order of the values. */
  readonly vectors: readonly [Vector3, Vector3, Vector3];
}

export const ZERO_MATRIX: SymmetricMatrix3 = Object.freeze({ xx: 0, yy: 0, zz: 0, xy: 0, xz: 0, yz: 0 });

export function diagonalMatrix(xx: number, yy: number, zz: number): SymmetricMatrix3 {
  return { xx, yy, zz, xy: 0, xz: 0, yz: 0 };
}

/** v v^T, scaled. */
export function outerProduct(v: Vector3, factor = 1): SymmetricMatrix3 {
  const { x, y, z } = v;
  return {
    xx: factor * x * x,
    yy: factor * y * y,
    zz: factor * z * z,
    xy: factor * x * y,
    xz: factor * x * z,
    yz: factor * y * z,
  };
}

/** a + factor * b */
export function addMatrices(a: SymmetricMatrix3, b: SymmetricMatrix3, factor = 1): SymmetricMatrix3 {
  return {
    xx: a.xx + factor * b.xx,
    yy: a.yy + factor * b.yy,
    zz: a.zz + factor * b.zz,
    xy: a.xy + factor * b.xy,
    xz: a.xz + factor * b.xz,
    yz: a.yz + factor * b.yz,
  };
}

export function trace(m: SymmetricMatrix3): number {
  return m.xx + m.yy + m.zz;
}

export function multiplyVector(m: SymmetricMatrix3, v: Vector3): Vector3 {
  return {
    x: m.xx * v.x + m.xy * v.y + m.xz * v.z,
    y: m.xy * v.x + m.yy * v.y + m.yz * v.z,
    z: m.xz * v.x + m.yz * v.y + m.zz * v.z,
  };
}

/** R m R^T: the same tensor after the body turned by the unit quaternion `q`. */
export function rotateMatrix(m: SymmetricMatrix3, q: Quaternion): SymmetricMatrix3 {
  const [r00, r01, r02, r10, r11, r12, r20, r21, r22] = toMatrix(q);
  const a = multiplyVector(m, { x: r00, y: r01, z: r02 });
  const b = multiplyVector(m, { x: r10, y: r11, z: r12 });
  const c = multiplyVector(m, { x: r20, y: r21, z: r22 });
  return {
    xx: r00 * a.x + r01 * a.y + r02 * a.z,
    yy: r10 * b.x + r11 * b.y + r12 * b.z,
    zz: r20 * c.x + r21 * c.y + r22 * c.z,
    xy: r10 * a.x + r11 * a.y + r12 * a.z,
    xz: r20 * a.x + r21 * a.y + r22 * a.z,
    yz: r20 * b.x + r21 * b.y + r22 * b.z,
  };
}

/** Limit of sweeps; Jacobi converges quadratically, and 5 to 6 sweeps reach the last bit. */
const MAXIMUM_SWEEPS = 30;

/** Eigenvalues and eigenvectors; NaN in gives NaN out. */
export function eigenSystem(m: SymmetricMatrix3): EigenSystem {
  const a = [m.xx, m.xy, m.xz, m.xy, m.yy, m.yz, m.xz, m.yz, m.zz];
  const v = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  for (let sweep = 0; sweep < MAXIMUM_SWEEPS; sweep++) {
    const before = Math.abs(at(a, 1)) + Math.abs(at(a, 2)) + Math.abs(at(a, 5));
    if (!(before > 0)) break;
    jacobiRotation(a, v, 0, 1);
    jacobiRotation(a, v, 0, 2);
    jacobiRotation(a, v, 1, 2);
  }
  const order = [0, 1, 2].sort((i, j) => at(a, 4 * i) - at(a, 4 * j));
  const column = (k: number): Vector3 => ({ x: at(v, k), y: at(v, 3 + k), z: at(v, 6 + k) });
  const [i = 0, j = 1, k = 2] = order;
  const first = column(i);
  const second = column(j);
  const third = column(k);
  // An odd reordering of a right-handed basis is left-handed; turning one vector round restores it.
  const odd = (i + 1) % 3 !== j;
  const last = odd ? { x: -third.x, y: -third.y, z: -third.z } : third;
  return { values: [at(a, 4 * i), at(a, 4 * j), at(a, 4 * k)], vectors: [first, second, last] };
}

/** Ascending. */
export function eigenvalues(m: SymmetricMatrix3): readonly [number, number, number] {
  return eigenSystem(m).values;
}

function at(array: readonly number[], index: number): number {
  return array[index] ?? Number.NaN;
}

/** Turns the p-q plane so that a[p][q] becomes zero, in place. */
function jacobiRotation(a: number[], v: number[], p: number, q: number): void {
  const apq = at(a, 3 * p + q);
  if (apq === 0) return;
  const app = at(a, 4 * p);
  const aqq = at(a, 4 * q);
  // Below half an ulp of both diagonal entries the rotation would not change them any more.
  if (app + apq === app && aqq + apq === aqq && app !== 0 && aqq !== 0) {
    a[3 * p + q] = 0;
    a[3 * q + p] = 0;
    return;
  }
  const theta = (aqq - app) / (2 * apq);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  const r = 3 - p - q;
  const arp = at(a, 3 * r + p);
  const arq = at(a, 3 * r + q);
  a[4 * p] = app - t * apq;
  a[4 * q] = aqq + t * apq;
  a[3 * p + q] = 0;
  a[3 * q + p] = 0;
  a[3 * r + p] = c * arp - s * arq;
  a[3 * p + r] = c * arp - s * arq;
  a[3 * r + q] = s * arp + c * arq;
  a[3 * q + r] = s * arp + c * arq;
  for (let row = 0; row < 3; row++) {
    const vp = at(v, 3 * row + p);
    const vq = at(v, 3 * row + q);
    v[3 * row + p] = c * vp - s * vq;
    v[3 * row + q] = s * vp + c * vq;
  }
}
