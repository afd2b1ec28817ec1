// SPDX-License-Identifier: MIT
/**
 * Support function of a superquadric with exponents of 2 and more whose flat points are domed, with its derivatives.
 * Where an exponent is above 2, the radius of curvature of a superquadric has no bound, and on a plane its torque has
 * an infinite slope. The domed body is inside the superquadric and has bounded radii of curvature
 * (docs/theory/pressure-field-law.md#domes).
 */
import { portablePow } from '../arithmetic/portable-pow.ts';
import {
  DOMED_BEND,
  DOMES,
  LOCAL_POINT,
  SHAPE_KIND,
  SHAPE_PARAMETERS,
  SHAPE_ROLLING,
  SUPERQUADRIC,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { support } from './support.ts';

/**
 * 2^-12, D below: the domed body is smaller by up to 2 D over m1 in any direction, by 5 D over m1 where n1 is less than
 * n2: a part of the deviation of the polyhedra that stand for cylinders. Radii of curvature are up to D^(2/n - 1) of
 * the size: 16 for n = 3, 256 for n = 6, whose dome takes 1e-3 rad. In a step of 12 us a body at 30 rad/s turns by
 * 4e-4.
 */
const DOME: f64 = 2.44140625e-4;

/** True for a superquadric that has flat points; with an exponent below 2 no ball rolls freely inside it. */
export function hasFlatPoints(s: i32): bool {
  if (I[2 * s + SHAPE_KIND] !== SUPERQUADRIC || !(F[s + SHAPE_ROLLING] > 0.0)) return false;
  return F[s + SHAPE_PARAMETERS + 3] > 2.0 || F[s + SHAPE_PARAMETERS + 4] > 2.0;
}

/**
 * The domed body's farthest point along (dx, dy, dz), the gradient of its support function, to LOCAL_POINT; `p` is the
 * address of the superquadric's parameters. `isBent`: and the second derivatives to DOMED_BEND.
 *
 * With the dual exponents m = n/(n - 1), the smaller of them M, and (X, Y, Z) = (a dx, b dy, c dz), the superquadric's
 * support function is the m1-norm of Z and the m2-norm of X and Y. Here e = D^(2/M), X^2 is replaced by X^2 + e (Y^2 +
 * Z^2), and Y^2 and Z^2 in the same way; the result is divided by (1 + 2 D)^(1/m1), or by that with 5 D.
 */
export function supportDomed(p: i32, dx: f64, dy: f64, dz: f64, isBent: bool): void {
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
  const gx: f64 = byX + e * (byY + byZ);
  const gy: f64 = byY + e * (byX + byZ);
  const gz: f64 = byZ + e * (byX + byY);
  F[LOCAL_POINT] = a * x * gx;
  F[LOCAL_POINT + 1] = b * y * gy;
  F[LOCAL_POINT + 2] = c * z * gz;
  if (!isBent) return;
  // Second derivatives by the same: the sum's own, and those of its root.
  const root: f64 = (1.0 - m1) / (share * sum);
  const mixed: f64 = (m1 - m2) / (share * across);
  const xxBend: f64 = byX * (root * byX + mixed * byX + (m2 - 2.0) / xx);
  const yyBend: f64 = byY * (root * byY + mixed * byY + (m2 - 2.0) / yy);
  const zzBend: f64 = byZ * (root * byZ + (m1 - 2.0) / zz);
  const xyBend: f64 = byX * byY * (root + mixed);
  const xzBend: f64 = byX * byZ * root;
  const yzBend: f64 = byY * byZ * root;
  // And by x, y and z, of which each is in all three squares.
  const ee: f64 = e * e;
  const one: f64 = 1.0 + ee;
  const bx: f64 = xxBend + 2.0 * e * (xyBend + xzBend) + ee * (yyBend + 2.0 * yzBend + zzBend);
  const by: f64 = yyBend + 2.0 * e * (xyBend + yzBend) + ee * (xxBend + 2.0 * xzBend + zzBend);
  const bz: f64 = zzBend + 2.0 * e * (xzBend + yzBend) + ee * (xxBend + 2.0 * xyBend + yyBend);
  const xy: f64 = e * (xxBend + yyBend) + one * xyBend + (e + ee) * (xzBend + yzBend) + ee * zzBend;
  const xz: f64 = e * (xxBend + zzBend) + one * xzBend + (e + ee) * (xyBend + yzBend) + ee * yyBend;
  const yz: f64 = e * (yyBend + zzBend) + one * yzBend + (e + ee) * (xyBend + xzBend) + ee * xxBend;
  F[DOMED_BEND] = scale * a * a * (gx + x * x * bx);
  F[DOMED_BEND + 1] = scale * a * b * x * y * xy;
  F[DOMED_BEND + 2] = scale * a * c * x * z * xz;
  F[DOMED_BEND + 3] = scale * b * b * (gy + y * y * by);
  F[DOMED_BEND + 4] = scale * b * c * y * z * yz;
  F[DOMED_BEND + 5] = scale * c * c * (gz + z * z * bz);
}

/** The farthest point of block s along a direction for what is flat: see `support`; domed where the law asks for it. */
export function supportOnFlat(s: i32, dx: f64, dy: f64, dz: f64): i32 {
  if (I[DOMES] === 0 || !hasFlatPoints(s)) return support(s, dx, dy, dz, 0);
  supportDomed(s + SHAPE_PARAMETERS, dx, dy, dz, false);
  return -1;
}

function largestOf(u: f64, v: f64, w: f64): f64 {
  const larger: f64 = u > v ? u : v;
  return larger > w ? larger : w;
}
