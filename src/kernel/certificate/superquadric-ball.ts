// SPDX-License-Identifier: MIT
/**
 * Proves that a ball or an ellipse which touches a superquadric from inside, at a point with a known normal, lies
 * inside it. The ball that rolls everywhere is as small as the sharpest corner allows; on a face there is room for a
 * large one, and under an edge for an ellipse along it. They prove deep overlaps. Only for equal exponents of at least
 * 2.
 */
import { powerByHalves } from '../arithmetic/half-integer-power.ts';
import { ELLIPSOID, SHAPE_INNER_HALVES, SHAPE_KIND, SHAPE_PARAMETERS } from '../layout.ts';
import { F, I } from '../memory.ts';

/**
 * Zones around the point, by the tangent of half the angle seen from the centre (of an ellipse, the angle of its
 * equation). The first ends at most at FIRST_TURN, each of the others at most at so many times the one before, the last
 * behind the centre. Zones in which nothing is proven are made smaller: the first by halves, the others to the square
 * root of that ratio, down to the least.
 */
const FIRST_TURN: f64 = 0.48;
const LEAST_FIRST_TURN: f64 = 0.06;
const NEXT_TURN: f64 = 4.0;
const LEAST_NEXT_TURN: f64 = 1.18;
/** The function of a zone stays below 1 by more than its rounding. */
const BELOW_ONE: f64 = 1.0 - 1.0e-12;
/** Coordinates over semi-axes beyond which a zone proves nothing; it keeps high powers far from overflow. */
const MOST_COORDINATE: f64 = 1.5;

/** Largest of |coordinate| / semi-axis in a zone: from cosine `near` to `far`, with sines up to `sine`. */
function most(x: f64, drop: f64, across: f64, axis: f64, near: f64, far: f64, sine: f64): f64 {
  const high: f64 = x - drop * (1.0 - near) + across * sine;
  const low: f64 = across * sine - (x - drop * (1.0 - far));
  return (high > low ? high : low) / axis;
}

/** Across a normal whose component along an axis is n, the largest component along that axis of a unit vector. */
function acrossNormal(n: f64): f64 {
  return Math.sqrt(Math.abs(n) < 1.0 ? 1.0 - n * n : 0.0);
}

/**
 * True if the ball of the given radius that touches the surface of block s at (x, y, z), with the outward unit normal n
 * there, is proven to lie inside.
 */
export function isBallInside(s: i32, x: f64, y: f64, z: f64, nx: f64, ny: f64, nz: f64, ball: f64): bool {
  const ex: f64 = ball * acrossNormal(nx);
  const ey: f64 = ball * acrossNormal(ny);
  const ez: f64 = ball * acrossNormal(nz);
  return isEllipseInside(s, x, y, z, nx, ny, nz, ball, ex, ey, ez);
}

/**
 * True if the points (x, y, z) - height (1 - cos t) n + sin t e are proven to lie inside block s for all angles t and
 * all vectors e across n whose components are at most ex, ey and ez in size: an ellipse, or all ellipses of a ball.
 * (x, y, z) is on the surface, with the outward unit normal n. From there f = u^m + v^m + w^m falls in proportion to
 * 1 - cos t. In each zone its second derivatives are too small to compensate for that, or its coordinates are too small
 * for f to be 1.
 */
export function isEllipseInside(
  s: i32,
  x: f64,
  y: f64,
  z: f64,
  nx: f64,
  ny: f64,
  nz: f64,
  height: f64,
  ex: f64,
  ey: f64,
  ez: f64,
): bool {
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
  const dropX: f64 = height * Math.abs(nx);
  const dropY: f64 = height * Math.abs(ny);
  const dropZ: f64 = height * Math.abs(nz);
  const gx: f64 = (powerByHalves(px / a, halves, m - 2.0) * px) / (a * a);
  const gy: f64 = (powerByHalves(py / b, halves, m - 2.0) * py) / (b * b);
  const gz: f64 = (powerByHalves(pz / c, halves, m - 2.0) * pz) / (c * c);
  const fall: f64 = height * Math.sqrt(gx * gx + gy * gy + gz * gz);
  let near: f64 = 1.0;
  let turn: f64 = FIRST_TURN;
  let ratio: f64 = NEXT_TURN;
  while (near > -1.0) {
    const isLast: bool = turn >= 1.0;
    const far: f64 = isLast ? -1.0 : (1.0 - turn * turn) / (1.0 + turn * turn);
    const sine: f64 = isLast ? 1.0 : (2.0 * turn) / (1.0 + turn * turn);
    const u: f64 = most(px, dropX, ex, a, near, far, sine);
    const v: f64 = most(py, dropY, ey, b, near, far, sine);
    const w: f64 = most(pz, dropZ, ez, c, near, far, sine);
    const isFirst: bool = near === 1.0;
    let isProven: bool = false;
    if (u < MOST_COORDINATE && v < MOST_COORDINATE && w < MOST_COORDINATE) {
      const powerU: f64 = powerByHalves(u, halves, m - 2.0);
      const powerV: f64 = powerByHalves(v, halves, m - 2.0);
      const powerW: f64 = powerByHalves(w, halves, m - 2.0);
      // In the first zone both sides are over 1 - cos t, which is at least half the square of the sine; in the others
      // the side of f has its least value.
      const down: f64 = isFirst ? Math.sqrt(1.0 - far) : 1.0 - far;
      const aside: f64 = isFirst ? Math.SQRT2 : sine;
      const shiftX: f64 = (dropX * down + ex * aside) / a;
      const shiftY: f64 = (dropY * down + ey * aside) / b;
      const shiftZ: f64 = (dropZ * down + ez * aside) / c;
      const bend: f64 = powerU * shiftX * shiftX + powerV * shiftY * shiftY + powerW * shiftZ * shiftZ;
      isProven =
        0.5 * (m - 1.0) * bend < fall * (isFirst ? 1.0 : 1.0 - near) ||
        (!isFirst && powerU * u * u + powerV * v * v + powerW * w * w < BELOW_ONE);
    }
    if (isProven) {
      near = far;
      turn *= ratio;
    } else if (isFirst) {
      turn *= 0.5;
      if (turn < LEAST_FIRST_TURN) return false;
    } else {
      turn /= ratio;
      ratio = Math.sqrt(ratio);
      if (ratio < LEAST_NEXT_TURN) return false;
      turn *= ratio;
    }
  }
  return true;
}
