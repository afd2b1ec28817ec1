// SPDX-License-Identifier: MIT
/**
 * Upper bound of the distance of two smooth bodies that overlap by more than the balls that roll in them, from larger
 * balls under their faces or from ellipses under edges that cross (docs/theory/rolling-ball.md). The points and normals
 * are in SMOOTH_A and SMOOTH_B, each in the frame of its block; SMOOTH_AXES has the axes across the normal.
 */
import {
  PAIR_A,
  PAIR_B,
  RELATIVE,
  SHAPE_ROLLING,
  SMOOTH_A,
  SMOOTH_AXES,
  SMOOTH_B,
  SMOOTH_BEND,
  SMOOTH_CORNER,
  SMOOTH_EDGE,
  SMOOTH_NORMAL,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { dotAt, setBend } from '../smooth/smooth-body.ts';
import { isBallInside, isEllipseInside } from './superquadric-ball.ts';

/** Radii that add up to this many times the overlap prove it. */
const ENOUGH_BALLS: f64 = 1.02;
/** Of the smallest radius of curvature at a point: balls as large as that leave the body beside it. */
const BENDING_PART: f64 = 0.9;
/** Square of the sine of the angle below which edges are as good as parallel: their ellipses would be too long. */
const LEAST_CROSSING: f64 = 0.01;
/** Lengths and heights of two ellipses over the radius of the ball, at most: 2 (1 / 0.1 + 1). */
const MOST_LENGTHS: f64 = 22.0;

/** Radius of the ball that bends as the body does where it bends most, across its normal, less a margin. */
function bendingBall(body: i32): f64 {
  setBend(body);
  const half: f64 = 0.5 * (F[SMOOTH_BEND] + F[SMOOTH_BEND + 2]);
  const gap: f64 = 0.5 * (F[SMOOTH_BEND] - F[SMOOTH_BEND + 2]);
  return BENDING_PART / (half + Math.sqrt(gap * gap + F[SMOOTH_BEND + 1] * F[SMOOTH_BEND + 1]));
}

/** True if the ball of this radius that touches the body at its point is proven to be inside. */
function isInside(body: i32, ball: f64): bool {
  const s: i32 = body === SMOOTH_A ? I[PAIR_A] : I[PAIR_B];
  if (ball <= F[s + SHAPE_ROLLING]) return true;
  const n: i32 = body + SMOOTH_NORMAL;
  return isBallInside(s, F[body], F[body + 1], F[body + 2], F[n], F[n + 1], F[n + 2], ball);
}

/** Writes the unit vector of the frame along which the body bends least to F[to..]; returns its curvature there. */
function writeEdge(body: i32, to: i32): f64 {
  setBend(body);
  const half: f64 = 0.5 * (F[SMOOTH_BEND] + F[SMOOTH_BEND + 2]);
  const gap: f64 = 0.5 * (F[SMOOTH_BEND] - F[SMOOTH_BEND + 2]);
  const skew: f64 = F[SMOOTH_BEND + 1];
  const spread: f64 = Math.sqrt(gap * gap + skew * skew);
  // Of the two forms of the eigenvector the one that has more digits.
  const p: f64 = gap > 0.0 ? -skew : spread - gap;
  const q: f64 = gap > 0.0 ? gap + spread : -skew;
  const length: f64 = Math.sqrt(p * p + q * q);
  for (let k: i32 = 0; k < 3; k++) {
    F[to + k] = length > 0.0 ? (p * F[SMOOTH_AXES + k] + q * F[SMOOTH_AXES + 3 + k]) / length : F[SMOOTH_AXES + k];
  }
  return half > spread ? half - spread : 0.0;
}

/** True if the ellipse under the body's point with this height, and half the length along (x, y, z), is inside. */
function isEdgeInside(body: i32, x: f64, y: f64, z: f64, length: f64, height: f64): bool {
  const s: i32 = body === SMOOTH_A ? I[PAIR_A] : I[PAIR_B];
  const n: i32 = body + SMOOTH_NORMAL;
  const along: f64 = x * F[n] + y * F[n + 1] + z * F[n + 2];
  const ex: f64 = length * Math.abs(x - along * F[n]);
  const ey: f64 = length * Math.abs(y - along * F[n + 1]);
  const ez: f64 = length * Math.abs(z - along * F[n + 2]);
  return isEllipseInside(s, F[body], F[body + 1], F[body + 2], F[n], F[n + 1], F[n + 2], height, ex, ey, ez);
}

/**
 * True if the difference of the bodies contains the ball of radius `needed` that touches it at the difference of the
 * points, because of ellipses along two edges that cross. From that point a point of the ball is `needed` (1 - cos t)
 * inward and at most `needed` sin t aside. The part aside is a sum of vectors along the edges, each longer by 1 over
 * the sine of the angle between them at most. The heights of the ellipses add up to `needed`.
 */
function isBallOfEdges(needed: f64): bool {
  const bendA: f64 = writeEdge(SMOOTH_A, SMOOTH_EDGE);
  const bendB: f64 = writeEdge(SMOOTH_B, SMOOTH_CORNER);
  const cosine: f64 = dotAt(SMOOTH_EDGE, SMOOTH_CORNER);
  const crossing: f64 = 1.0 - cosine * cosine;
  if (!(crossing > LEAST_CROSSING)) return false;
  const square: f64 = (needed * needed) / crossing;
  const spare: f64 = needed - square * (bendA + bendB);
  if (!(spare > 0.0)) return false;
  const height: f64 = square * bendA + 0.5 * spare;
  const length: f64 = Math.sqrt(square);
  const e: i32 = SMOOTH_EDGE;
  if (!isEdgeInside(SMOOTH_A, F[e], F[e + 1], F[e + 2], length, height)) return false;
  const x: f64 = F[SMOOTH_CORNER];
  const y: f64 = F[SMOOTH_CORNER + 1];
  const z: f64 = F[SMOOTH_CORNER + 2];
  return isEdgeInside(
    SMOOTH_B,
    F[RELATIVE] * x + F[RELATIVE + 3] * y + F[RELATIVE + 6] * z,
    F[RELATIVE + 1] * x + F[RELATIVE + 4] * y + F[RELATIVE + 7] * z,
    F[RELATIVE + 2] * x + F[RELATIVE + 5] * y + F[RELATIVE + 8] * z,
    length,
    needed - height,
  );
}

/** Radius of a ball in B, if one in B, one in A or one in each prove an overlap of `needed` less 2 %; else -1. */
function largeBallOfB(needed: f64): f64 {
  const rollingA: f64 = F[I[PAIR_A] + SHAPE_ROLLING];
  const rollingB: f64 = F[I[PAIR_B] + SHAPE_ROLLING];
  const mostA: f64 = bendingBall(SMOOTH_A);
  const mostB: f64 = bendingBall(SMOOTH_B);
  if (mostB > needed - rollingA && isInside(SMOOTH_B, needed - rollingA)) return needed - rollingA;
  if (mostA > needed - rollingB && isInside(SMOOTH_A, needed - rollingB)) return rollingB;
  const ballA: f64 = (needed * mostA) / (mostA + mostB);
  return mostA > ballA && isInside(SMOOTH_A, ballA) && isInside(SMOOTH_B, needed - ballA) ? needed - ballA : -1.0;
}

/**
 * The bound, or 1e300. The distance of the points along the unit normal n of A is `value`; w is the difference of the
 * points, and e the sum of n and B's normal in the frame.
 */
export function boundOfDeep(
  value: f64,
  nx: f64,
  ny: f64,
  nz: f64,
  ex: f64,
  ey: f64,
  ez: f64,
  wx: f64,
  wy: f64,
  wz: f64,
): f64 {
  const sum: f64 = -ENOUGH_BALLS * value;
  const ballB: f64 = largeBallOfB(sum);
  if (ballB < 0.0 && !isBallOfEdges(sum)) return 1.0e300;
  // Ellipses are in the planes of n and of B's normal: at most their lengths times the angle between these are lost.
  const lag: f64 = ballB < 0.0 ? 0.0 : ballB;
  const lost: f64 = ballB < 0.0 ? MOST_LENGTHS * sum * Math.sqrt(ex * ex + ey * ey + ez * ez) : 0.0;
  const cx: f64 = wx + sum * nx - lag * ex;
  const cy: f64 = wy + sum * ny - lag * ey;
  const cz: f64 = wz + sum * nz - lag * ez;
  return Math.sqrt(cx * cx + cy * cy + cz * cz) - sum + lost;
}
