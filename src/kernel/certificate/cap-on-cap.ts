// SPDX-License-Identifier: MIT
/**
 * Upper bound of the distance of two cylinders or cones whose flat caps overlap, along the axis of one of them. Balls
 * inside both prove little there: the deepest point of the other cap is on its rim, and often near the rim of this one.
 * But the Minkowski difference of the bodies contains the cap itself, turned about that point, and the difference of
 * two upright cylinders inside the bodies, which is wider and lower by the tilt (docs/theory/polishing.md).
 */
import { inwardX, inwardY, inwardZ } from '../features/feature-pair.ts';
import {
  CONE,
  CORE_NORMAL,
  CYLINDER,
  PAIR_A,
  PAIR_B,
  RELATIVE,
  RELATIVE_ORIGIN,
  SHAPE_KIND,
  SHAPE_PARAMETERS,
} from '../layout.ts';
import { F, I } from '../memory.ts';

/** Sine of the angle within which a normal is along an axis: far below the tilts of caps that matter. */
const SAME_SINE: f64 = 1.0e-9;
/** Sine of the largest tilt of the other cap, as of flat contacts; sin x is above SINE_PART x up to MOST_TURN rad. */
const MOST_TILT: f64 = 0.05;
const MOST_TURN: f64 = 0.2;
const SINE_PART: f64 = 0.99;

/** True for a body with a flat cap on the side of the axis that `up` is the sign of. */
function hasCap(s: i32, up: f64): bool {
  const kind: i32 = I[2 * s + SHAPE_KIND];
  return kind === CYLINDER || (kind === CONE && up < 0.0);
}

/** Radius, and half the length, of a cylinder inside the body that has its cap or the middle of it. */
function innerRadius(s: i32): f64 {
  return (I[2 * s + SHAPE_KIND] === CONE ? 0.5 : 1.0) * F[s + SHAPE_PARAMETERS];
}

function innerHalf(s: i32): f64 {
  return (I[2 * s + SHAPE_KIND] === CONE ? 0.25 : 1.0) * F[s + SHAPE_PARAMETERS + 1];
}

/** Height of the cap above the block's origin. */
function capHeight(s: i32): f64 {
  return (I[2 * s + SHAPE_KIND] === CONE ? 0.5 : 1.0) * F[s + SHAPE_PARAMETERS + 1];
}

/**
 * The bound where the normal in CORE is the axis of A or of B, or 1e300. `value` is the support value along it.
 */
export function boundByCaps(value: f64): f64 {
  const nx: f64 = F[CORE_NORMAL];
  const ny: f64 = F[CORE_NORMAL + 1];
  const nz: f64 = F[CORE_NORMAL + 2];
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  const ox: f64 = F[RELATIVE_ORIGIN];
  const oy: f64 = F[RELATIVE_ORIGIN + 1];
  const oz: f64 = F[RELATIVE_ORIGIN + 2];
  if (nx * nx + ny * ny < SAME_SINE * SAME_SINE && hasCap(a, nz)) {
    return boundOnAxis(a, nz, b, F[RELATIVE + 2], F[RELATIVE + 5], F[RELATIVE + 8], ox, oy, value);
  }
  const mx: f64 = inwardX(nx, ny, nz);
  const my: f64 = inwardY(nx, ny, nz);
  const mz: f64 = inwardZ(nx, ny, nz);
  if (mx * mx + my * my < SAME_SINE * SAME_SINE && hasCap(b, mz)) {
    const x: f64 = -(F[RELATIVE] * ox + F[RELATIVE + 3] * oy + F[RELATIVE + 6] * oz);
    const y: f64 = -(F[RELATIVE + 1] * ox + F[RELATIVE + 4] * oy + F[RELATIVE + 7] * oz);
    return boundOnAxis(b, mz, a, F[RELATIVE + 6], F[RELATIVE + 7], F[RELATIVE + 8], x, y, value);
  }
  return 1.0e300;
}

/**
 * The same with the block of s as frame: its cap is on the side `side` of its axis; `other` has the axis k and its
 * origin at (ox, oy) beside that of s.
 */
function boundOnAxis(s: i32, side: f64, other: i32, kx: f64, ky: f64, kz: f64, ox: f64, oy: f64, value: f64): f64 {
  // With the cap's normal upward, and the other axis from the other cap into that body.
  const up: f64 = side < 0.0 ? -1.0 : 1.0;
  const along: f64 = up * kz < 0.0 ? -1.0 : 1.0;
  if (!hasCap(other, -along)) return 1.0e300;
  const axisX: f64 = along * kx;
  const axisY: f64 = along * ky;
  const sine: f64 = Math.sqrt(kx * kx + ky * ky);
  if (!(sine < MOST_TILT)) return 1.0e300;
  const radius: f64 = F[s + SHAPE_PARAMETERS];
  const otherRadius: f64 = F[other + SHAPE_PARAMETERS];
  const inner: f64 = innerRadius(other);
  const half: f64 = innerHalf(other);
  const top: f64 = capHeight(other);
  // Middle of the other cap, its lowest point and the axis of the upright cylinder in that body, seen from above.
  const middleX: f64 = ox - top * axisX;
  const middleY: f64 = oy - top * axisY;
  const turn: f64 = sine > 0.0 ? (otherRadius * Math.abs(kz)) / sine : 0.0;
  const lowX: f64 = middleX + turn * axisX;
  const lowY: f64 = middleY + turn * axisY;
  const centreX: f64 = middleX + half * axisX;
  const centreY: f64 = middleY + half * axisY;
  const depth: f64 = -value;
  // How far the cap reaches beyond that point, the cylinders beyond the origin of their difference, and how much
  // lower that difference ends.
  const beyond: f64 = radius - Math.sqrt(lowX * lowX + lowY * lowY);
  const reach: f64 = innerRadius(s) + (inner - half * sine) - Math.sqrt(centreX * centreX + centreY * centreY);
  const lower: f64 = (otherRadius + inner) * sine;
  if (!(reach > depth) || !(innerHalf(s) + half - inner * sine > depth)) return 1.0e300;
  // Planes turned from the cap's by x are clear of a ball of the depth by beyond x - depth x^2 / 2 on the cap's rim,
  // and by reach x - lower - depth x^2 / 2 on that of the cylinders: the worst is where these are equal.
  const first: f64 = beyond > 0.0 ? SINE_PART * beyond : beyond;
  const second: f64 = SINE_PART * reach;
  if (!(second > first)) return 1.0e300;
  const x: f64 = lower / (second - first);
  if (!(x < MOST_TURN)) return 1.0e300;
  const loss: f64 = 0.5 * depth * x * x - first * x;
  return loss > 0.0 ? value + loss : value;
}
