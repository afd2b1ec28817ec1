// SPDX-License-Identifier: MIT
/**
 * Whether a ball that touches a superquadric from inside, at a point with a known normal, lies inside it. The ball that
 * rolls everywhere is as small as the sharpest corner allows; on a face there is room for a large one, which proves a
 * deep overlap. For equal exponents of at least 2 alone.
 */
import { powerByHalves } from '../arithmetic/half-integer-power.ts';
import { ELLIPSOID, SHAPE_INNER_HALVES, SHAPE_KIND, SHAPE_PARAMETERS } from '../layout.ts';
import { F, I } from '../memory.ts';

/** Sines of the angles, seen from the centre, at which the zones around the point end, up to a right angle. */
const ZONE_COUNT: i32 = 7;
const FIRST_SINE: f64 = 0.15;
/** One less the cosine of the first; 2 (1 - cos x) is no less than the square of the sine. */
const FIRST_DROP: f64 = 0.011313994;
/** The function of a zone stays below 1 by more than its rounding. */
const BELOW_ONE: f64 = 1.0 - 1.0e-12;

/** Largest of |coordinate| / semi-axis in a zone: from cosine `near` to `far`, with sines up to `sine`. */
function most(x: f64, n: f64, axis: f64, ball: f64, near: f64, far: f64, sine: f64): f64 {
  const across: f64 = ball * sine * Math.sqrt(1.0 - n * n);
  const high: f64 = x - ball * n * (1.0 - near) + across;
  const low: f64 = across - (x - ball * n * (1.0 - far));
  return (high > low ? high : low) / axis;
}

/** Sine at which a zone ends. */
function sineOf(zone: i32): f64 {
  if (zone === 0) return FIRST_SINE;
  if (zone === 1) return 0.3;
  if (zone === 2) return 0.5;
  if (zone === 3) return 0.7;
  if (zone === 4) return 0.87;
  return 1.0;
}

/**
 * True if the ball of the given radius that touches the surface of block s at (x, y, z), with the outward unit normal
 * n there, is proven to lie inside. In a zone around the point the second derivatives of f = u^m + v^m + w^m are too
 * small to lift it above 1, its value on the surface; in each of the others the coordinates are.
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
  let near: f64 = 1.0;
  for (let zone: i32 = 0; zone < ZONE_COUNT; zone++) {
    const sine: f64 = sineOf(zone);
    const far: f64 = zone === ZONE_COUNT - 1 ? -1.0 : Math.sqrt(1.0 - sine * sine);
    const u: f64 = most(px, qx, a, ball, near, far, sine);
    const v: f64 = most(py, qy, b, ball, near, far, sine);
    const w: f64 = most(pz, qz, c, ball, near, far, sine);
    if (!(u < 1.5 && v < 1.5 && w < 1.5)) return false;
    const powerU: f64 = powerByHalves(u, halves, m - 2.0);
    const powerV: f64 = powerByHalves(v, halves, m - 2.0);
    const powerW: f64 = powerByHalves(w, halves, m - 2.0);
    if (zone > 0) {
      if (!(powerU * u * u + powerV * v * v + powerW * w * w < BELOW_ONE)) return false;
    } else {
      const gx: f64 = (powerByHalves(px / a, halves, m - 2.0) * px) / (a * a);
      const gy: f64 = (powerByHalves(py / b, halves, m - 2.0) * py) / (b * b);
      const gz: f64 = (powerByHalves(pz / c, halves, m - 2.0) * pz) / (c * c);
      const bend: f64 =
        (powerU * wayIn(qx)) / (a * a) + (powerV * wayIn(qy)) / (b * b) + (powerW * wayIn(qz)) / (c * c);
      if (!(0.5 * (m - 1.0) * ball * bend < Math.sqrt(gx * gx + gy * gy + gz * gz))) return false;
    }
    near = far;
  }
  return true;
}

/** Square of the largest way along an axis with the normal's component n, over the ball's radius times 1 - cos x. */
function wayIn(n: f64): f64 {
  const way: f64 = n * Math.sqrt(FIRST_DROP) + Math.sqrt(2.0 * (1.0 - n * n));
  return way * way;
}
