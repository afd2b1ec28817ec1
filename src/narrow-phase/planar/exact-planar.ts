// SPDX-License-Identifier: MIT
/**
 * Contact of two convex polygons in integer arithmetic: their difference is built by merging edges, and its edge or
 * corner nearest to the origin is found. Linear in the number of vertices, no tolerance, no general position. A rotated
 * polygon uses its float64 cosine and sine; their error is in the bounds.
 */
import { roundedDown, roundedUp, roundSquareRoot, scaleByPowerOfTwo, trailingExponentOf } from '../exact/rounding.ts';
import { type MergedCorner, mergeEdges } from '../minkowski/edge-merge.ts';

/** Vertices x, y in turn in the own frame, counter-clockwise, and where they are. */
export interface ExactPolygon {
  readonly vertices: Float64Array;
  readonly cosine: number;
  readonly sine: number;
  readonly x: number;
  readonly y: number;
}

interface ExactPlanarContact {
  /** Signed, correctly rounded for the given cosines and sines. */
  readonly distance: number;
  /** Unit vector from A to B, correctly rounded; at a corner that touches a corner, the middle of the cone. */
  readonly nx: number;
  readonly ny: number;
  readonly lower: number;
  readonly upper: number;
  /** First and last vertex of the touching edge; twice the same for a vertex. */
  readonly featureA: readonly [number, number];
  readonly featureB: readonly [number, number];
}

interface Point {
  readonly x: bigint;
  readonly y: bigint;
}

/**
 * A sine and a cosine are each within this of the angle's, and a vertex moves by no more than twice that times its
 * distance.
 */
const TURN_ERROR = 2 ** -52;

function finest(values: ArrayLike<number>): number {
  let exponent = Infinity;
  for (let i = 0; i < values.length; i++) {
    const x = values[i];
    if (x !== 0) exponent = Math.min(exponent, trailingExponentOf(x));
  }
  return exponent;
}

/** x / 2^exponent, an integer. */
function integer(x: number, exponent: number): bigint {
  if (x === 0) return 0n;
  const trailing = trailingExponentOf(x);
  return BigInt(scaleByPowerOfTwo(x, -trailing)) << BigInt(trailing - exponent);
}

interface Exponents {
  readonly vertex: number;
  readonly turn: number;
}

function exponentsOf({ vertices, cosine, sine }: ExactPolygon): Exponents {
  const vertex = finest(vertices);
  return { vertex: vertex === Infinity ? 0 : vertex, turn: finest([cosine, sine]) };
}

function placed(body: ExactPolygon, { vertex, turn }: Exponents, unit: number): Point[] {
  const c = integer(body.cosine, turn);
  const s = integer(body.sine, turn);
  const shift = BigInt(vertex + turn - unit);
  const px = integer(body.x, unit);
  const py = integer(body.y, unit);
  const points: Point[] = [];
  for (let i = 0; i < body.vertices.length; i += 2) {
    const x = integer(body.vertices[i], vertex);
    const y = integer(body.vertices[i + 1], vertex);
    points.push({ x: ((c * x - s * y) << shift) + px, y: ((s * x + c * y) << shift) + py });
  }
  return points;
}

const minus = (p: Point, q: Point): Point => ({ x: p.x - q.x, y: p.y - q.y });
const dot = (p: Point, q: Point): bigint => p.x * q.x + p.y * q.y;

/** Index of the lowest point times `sign`, of several the leftmost. */
function lowest(points: readonly Point[], sign: bigint): number {
  let best = 0;
  points.forEach((p, i) => {
    const q = points[best];
    const dy = (p.y - q.y) * sign;
    if (dy < 0n || (dy === 0n && (p.x - q.x) * sign < 0n)) best = i;
  });
  return best;
}

interface Nearest {
  /** From A to B, any length. */
  readonly normal: Point;
  /** normal . x on the nearest feature; its sign is that of the distance. */
  readonly gap: bigint;
  readonly corner: MergedCorner;
  /** The feature is the corner itself, not the edge after it. */
  readonly isCorner: boolean;
}

/** The feature of the convex outline that is nearest to the origin. */
function nearestFeature(outline: readonly MergedCorner[], points: readonly Point[]): Nearest {
  const count = outline.length;
  let inner: Nearest | undefined;
  let innerSquared = 1n;
  let isOutside = false;
  for (let k = 0; k < count && count > 1; k++) {
    const p = points[k];
    const e = minus(points[(k + 1) % count], p);
    // Inward of B - A is from A to B.
    const normal = { x: -e.y, y: e.x };
    const gap = dot(normal, p);
    const squared = dot(e, e);
    const found = { normal, gap, corner: outline[k], isCorner: false };
    if (gap > 0n) {
      isOutside = true;
      const along = -dot(p, e);
      if (along > 0n && along < squared) return found;
    }
    if (isOutside) continue;
    if (inner === undefined || gap * gap * innerSquared < inner.gap * inner.gap * squared) {
      inner = found;
      innerSquared = squared;
    }
  }
  if (!isOutside && inner !== undefined) return atCorner(inner, outline, points);
  let best = 0;
  points.forEach((p, k) => {
    const q = points[best];
    if (dot(p, p) < dot(q, q)) best = k;
  });
  const p = points[best];
  const isZero = p.x === 0n && p.y === 0n;
  return {
    normal: isZero ? { x: 1n, y: 0n } : p,
    gap: dot(p, p),
    corner: outline[best],
    isCorner: true,
  };
}

/** Corner on corner: every direction between the normals of both edges is a normal; the middle one favours neither. */
function atCorner(edge: Nearest, outline: readonly MergedCorner[], points: readonly Point[]): Nearest {
  if (edge.gap !== 0n) return edge;
  const count = points.length;
  const k = points.findIndex((p) => p.x === 0n && p.y === 0n);
  if (k < 0) return edge;
  const after = points[(k + 1) % count];
  const before = points[(k + count - 1) % count];
  // Scaled to one length, to 2^-64 of it: enough for a direction that need not be exact.
  const sized = (e: Point): Point => {
    const length = squareRoot(dot(e, e) << 128n);
    return { x: (e.x << 128n) / length, y: (e.y << 128n) / length };
  };
  const u = sized(after);
  const v = sized({ x: -before.x, y: -before.y });
  return {
    normal: { x: -u.y - v.y, y: u.x + v.x },
    gap: 0n,
    corner: outline[k],
    isCorner: true,
  };
}

/** Integer square root, rounded down or one less, by Newton from above. */
function squareRoot(x: bigint): bigint {
  let root = 1n << BigInt((x.toString(16).length * 4) / 2 + 1);
  for (;;) {
    const next = (root + x / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

function largestDistance({ vertices }: ExactPolygon): number {
  let largest = 0;
  for (let i = 0; i < vertices.length; i++) largest = Math.max(largest, Math.abs(vertices[i]));
  return 1.5 * largest;
}

/** Signed distance, normal and features of two convex polygons (or points). Never throws for finite numbers. */
export function exactPlanarContact(a: ExactPolygon, b: ExactPolygon): ExactPlanarContact {
  const exponentsA = exponentsOf(a);
  const exponentsB = exponentsOf(b);
  const unit = Math.min(
    exponentsA.vertex + exponentsA.turn,
    exponentsB.vertex + exponentsB.turn,
    finest([a.x, a.y, b.x, b.y]),
  );
  const pointsA = placed(a, exponentsA, unit);
  const pointsB = placed(b, exponentsB, unit);
  const edge = (points: readonly Point[], i: number): Point => minus(points[(i + 1) % points.length], points[i]);
  const outline = mergeEdges({
    countP: pointsA.length,
    countQ: pointsB.length,
    startP: lowest(pointsA, -1n),
    startQ: lowest(pointsB, 1n),
    turn: (p, q) => {
      const u = edge(pointsA, p);
      const v = edge(pointsB, q);
      // The edges of -A run against those of A.
      const sine = u.y * v.x - u.x * v.y;
      return sine > 0n ? 1 : sine < 0n ? -1 : 0;
    },
  });
  const points = outline.map(({ p, q }) => minus(pointsB[q], pointsA[p]));
  const { normal, gap, corner, isCorner } = nearestFeature(outline, points);
  const squared = dot(normal, normal);
  const length = (value: bigint, exponent: number): number =>
    value < 0n ? -roundSquareRoot(value * value, squared, exponent) : roundSquareRoot(value * value, squared, exponent);
  const distance = length(gap, unit);
  const slack =
    (a.sine === 0 ? 0 : TURN_ERROR * largestDistance(a)) + (b.sine === 0 ? 0 : TURN_ERROR * largestDistance(b));
  const isZero = gap === 0n && slack === 0;
  const { p, q, alongP, alongQ } = corner;
  return {
    distance,
    nx: length(normal.x, 0),
    ny: length(normal.y, 0),
    lower: isZero ? 0 : roundedDown(distance - slack),
    upper: isZero ? 0 : roundedUp(distance + slack),
    featureA: [p, !isCorner && alongP ? (p + 1) % pointsA.length : p],
    featureB: [q, !isCorner && alongQ ? (q + 1) % pointsB.length : q],
  };
}
