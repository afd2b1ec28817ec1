// SPDX-License-Identifier: MIT
/** The area a disc shares with a disc or a polygon, and the gradient with respect to the position of the other. */
import { atan2, sin } from '../../math/circular.ts';
import { length2, type Vector2 } from '../../math/planar-vector.ts';
import type { OverlapArea } from './overlap-area.ts';

const NONE: OverlapArea = Object.freeze({ area: 0, gradient: Object.freeze({ x: 0, y: 0 }) });

/** Below this angle x - sin x is summed from its series, which keeps all digits of a thin segment. */
const SERIES_ANGLE = 0.5;

/** x - sin x */
function arcLessChord(x: number): number {
  if (Math.abs(x) > SERIES_ANGLE) return x - sin(x);
  let term = (x * x * x) / 6;
  let sum = term;
  for (let k = 4; Math.abs(term) > 1e-18 * Math.abs(sum); k += 2) {
    term *= -(x * x) / (k * (k + 1));
    sum += term;
  }
  return sum;
}

/** Half the angle that the common chord spans at the centre of the disc with radius r; the other one, R, is d away. */
function halfChordAngle(r: number, R: number, d: number): number {
  // Radii first: d keeps its digits where the discs are almost the same. Roots one by one: tiny d do not underflow.
  const across = Math.sqrt(r + R - d) * Math.sqrt(d + (R - r));
  return 2 * atan2(across, Math.sqrt(r + R + d) * Math.sqrt(d + (r - R)));
}

/** Half the common chord of two circles that cross. */
export function halfChord(r: number, R: number, d: number): number {
  const aside = (1 + (R - r) / d) * (1 + (r - R) / d);
  return (Math.sqrt((r + R - d) * (r + R + d)) * Math.sqrt(Math.max(0, aside))) / 2;
}

/** Two discs, radii r (A, at the origin) and R (B, at t). */
export function lensOverlap(r: number, R: number, t: Vector2): OverlapArea {
  const d = length2(t.x, t.y);
  if (!(d < r + R)) return NONE;
  const smaller = Math.min(r, R);
  if (d <= Math.abs(r - R)) return { area: Math.PI * smaller * smaller, gradient: NONE.gradient };
  const area =
    (r * r * arcLessChord(2 * halfChordAngle(r, R, d)) + R * R * arcLessChord(2 * halfChordAngle(R, r, d))) / 2;
  const chord = 2 * halfChord(r, R, d);
  return { area, gradient: { x: -chord * (t.x / d), y: -chord * (t.y / d) } };
}

/** The part of an edge in the disc. */
interface Chord {
  readonly from: Vector2;
  readonly to: Vector2;
  /** Number of the edge. */
  readonly index: number;
  /** True if the edge continues beyond the circle. */
  readonly isCutAtEnd: boolean;
  readonly isCutAtStart: boolean;
  /** Half the angle, at the centre, of the arc on the polygon's side, were this the only chord. */
  readonly halfAngle: number;
}

/** `height` is how far the line of the edge lies from the centre, along its outward normal. */
function chordOf(r: number, p: Vector2, q: Vector2, index: number): Chord | { readonly height: number } {
  const size = length2(q.x - p.x, q.y - p.y);
  const ux = (q.x - p.x) / size;
  const uy = (q.y - p.y) / size;
  const height = uy * p.x - ux * p.y;
  const start = ux * p.x + uy * p.y;
  const half = Math.abs(height) < r ? Math.sqrt((r - height) * (r + height)) : 0;
  const isCutAtStart = start < -half;
  const isCutAtEnd = start + size > half;
  if (!(half > 0 && start < half && start + size > -half)) return { height };
  const at = (along: number): Vector2 => ({ x: uy * height + along * ux, y: -ux * height + along * uy });
  return {
    from: isCutAtStart ? at(-half) : p,
    to: isCutAtEnd ? at(half) : q,
    index,
    isCutAtStart,
    isCutAtEnd,
    halfAngle: atan2(half, -height),
  };
}

/** Two points of a circle this near, relative to its radius, are one: both are rounded where they were cut. */
const SAME_POINT_TOLERANCE = 1e-12;

/**
 * Angle of the arc from p counter-clockwise to q, both on the circle to rounding. The arc in front of a corner, between
 * the chords of neighbouring edges, is less than half the circle; a negative angle there is rounding.
 */
function arcAngle(r: number, p: Vector2, q: Vector2, isAtCorner: boolean): number {
  const angle = atan2(p.x * q.y - p.y * q.x, p.x * q.x + p.y * q.y);
  if (angle >= 0) return angle;
  return isAtCorner || length2(q.x - p.x, q.y - p.y) <= SAME_POINT_TOLERANCE * r ? 0 : angle + 2 * Math.PI;
}

/**
 * A disc about the origin (A) and a counter-clockwise polygon (B). The common part is the polygon of the chords' ends
 * and a segment of the disc on every arc between them: nothing large cancels in a thin overlap.
 */
export function discPolygonOverlap(r: number, corners: readonly Vector2[]): OverlapArea {
  const parts = corners.map((p, i) => chordOf(r, p, corners[(i + 1) % corners.length], i));
  const chords = parts.filter((part): part is Chord => 'from' in part);
  const [only] = chords;
  if (only === undefined) {
    const isInside = parts.every((part) => 'height' in part && part.height > 0);
    return isInside ? { area: Math.PI * r * r, gradient: NONE.gradient } : NONE;
  }
  const origin = only.from;
  let doubled = 0;
  let gx = 0;
  let gy = 0;
  const cross = (p: Vector2, q: Vector2): number =>
    (p.x - origin.x) * (q.y - origin.y) - (p.y - origin.y) * (q.x - origin.x);
  chords.forEach(({ from, to, index, isCutAtEnd, halfAngle }, i) => {
    const next = chords[(i + 1) % chords.length];
    doubled += cross(from, to) + cross(to, next.from);
    const isNeighbour = next.index === (index + 1) % corners.length;
    const isJoined = isNeighbour && !isCutAtEnd && !next.isCutAtStart;
    if (!isJoined) {
      const angle = chords.length === 1 ? 2 * halfAngle : arcAngle(r, to, next.from, isNeighbour);
      doubled += r * r * arcLessChord(angle);
    }
    gx += to.y - from.y;
    gy -= to.x - from.x;
  });
  return { area: Math.max(0, doubled / 2), gradient: { x: gx, y: gy } };
}
