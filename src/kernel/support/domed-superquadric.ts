// SPDX-License-Identifier: MIT
/**
 * Support mapping of a superquadric with exponents of 2 and more whose flat points are domed. Where an exponent is
 * above 2, the radius of curvature of a superquadric has no bound, and on a plane its torque has an infinite slope. The
 * domed body is inside the superquadric and has bounded radii of curvature
 * (docs/theory/pressure-field-law.md#flat-points-on-half-spaces).
 */
import { portablePow } from '../arithmetic/portable-pow.ts';
import { LOCAL_POINT } from '../layout.ts';
import { F } from '../memory.ts';

/**
 * 2^-12, D below: the domed body is smaller by up to 2 D over m1 in any direction, by 5 D over m1 where n1 is less than
 * n2: a part of the deviation of the polyhedra that stand for cylinders. Radii of curvature are up to D^(2/n - 1) of
 * the size: 16 for n = 3, 256 for n = 6, whose dome takes 1e-3 rad. In a step of 12 us a body at 30 rad/s turns by
 * 4e-4.
 */
const DOME: f64 = 2.44140625e-4;

/**
 * The domed body's farthest point along (dx, dy, dz) to LOCAL_POINT; `p` is the address of the superquadric's
 * parameters.
 *
 * With the dual exponents m = n/(n - 1), the smaller of them M, and (X, Y, Z) = (a dx, b dy, c dz), the superquadric's
 * support function is the m1-norm of Z and the m2-norm of X and Y. Here e = D^(2/M), X^2 is replaced by X^2 + e (Y^2 +
 * Z^2), and Y^2 and Z^2 in the same way; the result is divided by (1 + 2 D)^(1/m1), or by that with 5 D.
 */
export function supportDomed(p: i32, dx: f64, dy: f64, dz: f64): void {
  const a: f64 = F[p];
  const b: f64 = F[p + 1];
  const c: f64 = F[p + 2];
  const m1: f64 = F[p + 3] / (F[p + 3] - 1.0);
  const m2: f64 = F[p + 4] / (F[p + 4] - 1.0);
  const isEven: bool = m1 <= m2;
  const e: f64 = portablePow(DOME, 2.0 / (isEven ? m1 : m2));
  const scale: f64 = 1.0 / largestOf(Math.abs(a * dx), Math.abs(b * dy), Math.abs(c * dz));
  const x: f64 = scale * a * dx;
  const y: f64 = scale * b * dy;
  const z: f64 = scale * c * dz;
  const xx: f64 = x * x + e * (y * y + z * z);
  const yy: f64 = y * y + e * (x * x + z * z);
  const zz: f64 = z * z + e * (x * x + y * y);
  const xPower: f64 = portablePow(xx, 0.5 * m2);
  const yPower: f64 = portablePow(yy, 0.5 * m2);
  const level: f64 = xPower + yPower;
  const across: f64 = m1 === m2 ? level : portablePow(level, m1 / m2);
  const along: f64 = portablePow(zz, 0.5 * m1);
  const sum: f64 = across + along;
  const share: f64 = portablePow(sum / (1.0 + (isEven ? 2.0 : 5.0) * DOME), 1.0 / m1) / sum;
  // Derivatives by half the squares xx, yy and zz.
  const byX: f64 = (share * across * xPower) / (level * xx);
  const byY: f64 = (share * across * yPower) / (level * yy);
  const byZ: f64 = (share * along) / zz;
  F[LOCAL_POINT] = a * x * (byX + e * (byY + byZ));
  F[LOCAL_POINT + 1] = b * y * (byY + e * (byX + byZ));
  F[LOCAL_POINT + 2] = c * z * (byZ + e * (byX + byY));
}

function largestOf(u: f64, v: f64, w: f64): f64 {
  const larger: f64 = u > v ? u : v;
  return larger > w ? larger : w;
}
