// SPDX-License-Identifier: MIT
/**
 * Proves that a ball which touches a superquadric from inside, at a point with a known normal, lies inside it. The ball
 * that rolls everywhere is as small as the sharpest corner allows; on a face there is room for a large one, which
 * proves a deep overlap. Only for equal exponents of at least 2.
 */
import { powerByHalves } from '../arithmetic/half-integer-power.ts';
import { ELLIPSOID, SHAPE_INNER_HALVES, SHAPE_KIND, SHAPE_PARAMETERS } from '../layout.ts';
import { F, I } from '../memory.ts';

/**
 * Zones around the point, seen from the centre: the first ends at this tangent of half the angle, each of the others at
 * so many times the one before, and the last is behind the centre.
 */
const FIRST_TURN: f64 = 0.06;
const NEXT_TURN: f64 = 1.25;
/** The function of a zone stays below 1 by more than its rounding. */
const BELOW_ONE: f64 = 1.0 - 1.0e-12;
/** Coordinates over semi-axes beyond which a zone proves nothing; it keeps high powers far from overflow. */
const MOST_COORDINATE: f64 = 1.5;

/** Largest of |coordinate| / semi-axis in a zone: from cosine `near` to `far`, with sines up to `sine`. */
function most(x: f64, n: f64, axis: f64, ball: f64, near: f64, far: f64, sine: f64): f64 {
  const across: f64 = ball * sine * Math.sqrt(n < 1.0 ? 1.0 - n * n : 0.0);
  const high: f64 = x - ball * n * (1.0 - near) + across;
  const low: f64 = across - (x - ball * n * (1.0 - far));
  return (high > low ? high : low) / axis;
}

/**
 * True if the ball of the given radius that touches the surface of block s at (x, y, z), with the outward unit normal n
 * there, is proven to lie inside. From that point f = u^m + v^m + w^m falls in proportion to 1 - cos x, where x is the
 * angle seen from the centre. In each zone its second derivatives are too small to compensate for that, or its
 * coordinates are too small for f to be 1.
 */
export function isBallInside(s: i32, x: f64, y: f64, z: f64, nx: f64, ny: f64, nz: f64, ball: f64): bool {
  const at: i32 = s + SHAPE_PARAMETERS;
  if (I[2 * s + SHAPE_KIND] === ELLIPSOID || F[at + 3] !== F[at + 4]) return false;
  const m: f64 = F[at + 3];
  const halves: i32 = I[2 * s + SHAPE_INNER_HALVES];
  const a: f64 = F[at];
  const b: f64 = F[at + 1];
  const c: f64 = F[at + 2];
  // Coordinates and normals have the same signs: one octant stands for all.
  const px: f64 = Math.abs(x);
  const py: f64 = Math.abs(y);
  const pz: f64 = Math.abs(z);
  const qx: f64 = Math.abs(nx);
  const qy: f64 = Math.abs(ny);
  const qz: f64 = Math.abs(nz);
  const gx: f64 = (powerByHalves(px / a, halves, m - 2.0) * px) / (a * a);
  const gy: f64 = (powerByHalves(py / b, halves, m - 2.0) * py) / (b * b);
  const gz: f64 = (powerByHalves(pz / c, halves, m - 2.0) * pz) / (c * c);
  const slope: f64 = Math.sqrt(gx * gx + gy * gy + gz * gz);
  let near: f64 = 1.0;
  let turn: f64 = FIRST_TURN;
  while (near > -1.0) {
    const isLast: bool = turn >= 1.0;
    const far: f64 = isLast ? -1.0 : (1.0 - turn * turn) / (1.0 + turn * turn);
    const sine: f64 = isLast ? 1.0 : (2.0 * turn) / (1.0 + turn * turn);
    const u: f64 = most(px, qx, a, ball, near, far, sine);
    const v: f64 = most(py, qy, b, ball, near, far, sine);
    const w: f64 = most(pz, qz, c, ball, near, far, sine);
    if (!(u < MOST_COORDINATE && v < MOST_COORDINATE && w < MOST_COORDINATE)) return false;
    const powerU: f64 = powerByHalves(u, halves, m - 2.0);
    const powerV: f64 = powerByHalves(v, halves, m - 2.0);
    const powerW: f64 = powerByHalves(w, halves, m - 2.0);
    // In the first zone both sides are over 1 - cos x; in the others the side of f has its least value.
    const drop: f64 = 1.0 - far;
    const isFirst: bool = near === 1.0;
    const bend: f64 =
      (powerU * squaredShift(qx, drop, sine, isFirst)) / (a * a) +
      (powerV * squaredShift(qy, drop, sine, isFirst)) / (b * b) +
      (powerW * squaredShift(qz, drop, sine, isFirst)) / (c * c);
    const isBelow: bool = 0.5 * (m - 1.0) * ball * bend < slope * (isFirst ? 1.0 : 1.0 - near);
    if (!isBelow && (isFirst || !(powerU * u * u + powerV * v * v + powerW * w * w < BELOW_ONE))) return false;
    near = far;
    turn *= NEXT_TURN;
  }
  return true;
}

/**
 * Square of the largest displacement along an axis within a zone, over the square of the ball's radius. n is the
 * component of the normal along the axis, `drop` the largest 1 - cos x of the zone and `sine` its largest sine. In the
 * first zone it is also divided by 1 - cos x, which is at least half the square of the sine.
 */
function squaredShift(n: f64, drop: f64, sine: f64, isFirst: bool): f64 {
  const across: f64 = Math.sqrt(n < 1.0 ? 1.0 - n * n : 0.0);
  const shift: f64 = isFirst ? n * Math.sqrt(drop) + Math.SQRT2 * across : n * drop + sine * across;
  return shift * shift;
}
