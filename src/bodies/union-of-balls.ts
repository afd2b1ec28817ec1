// SPDX-License-Identifier: MIT
/**
 * Volume, centroid and inertia of a union of balls; overlaps count once. Balls without overlap are summed. Otherwise
 * the body is cut into slices, each a union of discs, whose moments are integrals along the free arcs of the circles
 * (Green's theorem). The slices are integrated by Gauss rules between the heights at which circles start, end or meet;
 * intervals are halved until the results agree.
 */
import { acos, atan2, cos, sin } from '../math/circular.ts';
import { power } from '../math/elementary.ts';
import { integrate } from '../math/quadrature.ts';
import { length, lengthSquared, subtract, type Vector3 } from '../math/vector.ts';
import { type MassProperties, type Moments, massPropertiesFromMoments } from '../shapes/mass/mass-properties.ts';

export interface Ball {
  readonly centre: Vector3;
  readonly radius: number;
}

/** Moments of a slice or of the body: 1, x, y, z, xx, yy, zz, xy, xz, yz. */
type MomentList = readonly number[];

/** An interval is accepted when its two halves agree with it to this fraction of the body's moments. */
const AGREEMENT = 1e-12;
const DEEPEST_HALVING = 24;
/** Gauss rule for an arc: its moments are trigonometric polynomials of degree 4, so the rule is exact to rounding. */
const ARC_ORDER = 20;
const SLICE_ORDER = 12;

/** Mass properties at unit density. The order of the balls changes them by rounding only. */
export function unionOfBalls(balls: readonly Ball[]): MassProperties {
  const [first] = balls;
  if (first === undefined) throw new RangeError('a union of balls needs at least one ball');
  const origin = first.centre;
  const placed = balls
    .filter((ball, k) => !balls.some((other, j) => j !== k && holds(other, ball) && (j < k || !holds(ball, other))))
    .map(({ centre, radius }) => ({ centre: subtract(centre, origin), radius }));
  const total = placed.some((a, k) => placed.slice(k + 1).some((b) => overlap(a, b)))
    ? sliced(placed)
    : placed.map(ballMoments).reduce(addLists);
  return massPropertiesFromMoments(asMoments(total), origin);
}

function holds(outer: Ball, inner: Ball): boolean {
  const room = outer.radius - inner.radius;
  return room >= 0 && lengthSquared(subtract(outer.centre, inner.centre)) <= room * room;
}

function overlap(a: Ball, b: Ball): boolean {
  return lengthSquared(subtract(a.centre, b.centre)) < (a.radius + b.radius) ** 2;
}

function addLists(a: MomentList, b: MomentList): number[] {
  return a.map((value, k) => value + b[k]);
}

function ballMoments({ centre: { x, y, z }, radius }: Ball): number[] {
  const volume = (4 / 3) * Math.PI * power(radius, 3);
  const own = 0.2 * radius * radius;
  const products = [x * x + own, y * y + own, z * z + own, x * y, x * z, y * z];
  return [1, x, y, z, ...products].map((value) => volume * value);
}

function asMoments([
  volume = 0,
  x = 0,
  y = 0,
  z = 0,
  xx = 0,
  yy = 0,
  zz = 0,
  xy = 0,
  xz = 0,
  yz = 0,
]: MomentList): Moments {
  return { volume, first: { x, y, z }, second: { xx, yy, zz, xy, xz, yz } };
}

function sliced(balls: readonly Ball[]): MomentList {
  const heights = [...new Set(breakHeights(balls))].sort((a, b) => a - b);
  // What moments of a body of this volume and size may be at most.
  const size = Math.max(...balls.map(({ centre, radius }) => length(centre) + radius));
  const volume = balls.reduce((sum, { radius }) => sum + (4 / 3) * Math.PI * power(radius, 3), 0);
  const scale = [0, 1, 1, 1, 2, 2, 2, 2, 2, 2].map((degree) => volume * power(size, degree));
  let total: number[] = new Array(10).fill(0);
  for (let k = 0; k + 1 < heights.length; k++) {
    const low = heights[k];
    const high = heights[k + 1];
    total = addLists(total, halved(balls, low, high, panel(balls, low, high), scale, 0));
  }
  return total;
}

/** Heights at which a ball, or the intersection circle of two balls, starts or ends. */
function breakHeights(balls: readonly Ball[]): number[] {
  const ends = balls.flatMap(({ centre, radius }) => [centre.z - radius, centre.z + radius]);
  const circles = balls.flatMap((a, k) =>
    balls.slice(k + 1).flatMap((b) => {
      const offset = subtract(b.centre, a.centre);
      const squared = lengthSquared(offset);
      if (!overlap(a, b) || !(squared > 0)) return [];
      const share = 0.5 + (a.radius ** 2 - b.radius ** 2) / (2 * squared);
      const circle = Math.sqrt(Math.max(0, a.radius ** 2 - share * share * squared));
      const rise = circle * Math.sqrt(Math.max(0, 1 - (offset.z * offset.z) / squared));
      const middle = a.centre.z + share * offset.z;
      return [middle - rise, middle + rise];
    }),
  );
  const least = Math.min(...ends);
  const most = Math.max(...ends);
  return [...ends, ...circles].filter((z) => z >= least && z <= most);
}

function halved(
  balls: readonly Ball[],
  low: number,
  high: number,
  whole: MomentList,
  scale: MomentList,
  depth: number,
): MomentList {
  const middle = 0.5 * (low + high);
  const below = panel(balls, low, middle);
  const above = panel(balls, middle, high);
  const both = addLists(below, above);
  const agrees = both.every((value, k) => Math.abs(value - whole[k]) <= AGREEMENT * scale[k]);
  if (agrees || depth >= DEEPEST_HALVING) return both;
  return addLists(
    halved(balls, low, middle, below, scale, depth + 1),
    halved(balls, middle, high, above, scale, depth + 1),
  );
}

function panel(balls: readonly Ball[], low: number, high: number): MomentList {
  const slices = new Map<number, MomentList>();
  const slice = (z: number): MomentList => {
    const known = slices.get(z) ?? sliceMoments(balls, z);
    slices.set(z, known);
    return known;
  };
  return Array.from({ length: 10 }, (_, k) => integrate((z) => slice(z)[k], low, high, SLICE_ORDER));
}

interface Disc {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

function sliceMoments(balls: readonly Ball[], z: number): MomentList {
  const discs = balls.flatMap(({ centre, radius }): Disc[] => {
    const squared = radius * radius - (z - centre.z) ** 2;
    return squared > 0 ? [{ x: centre.x, y: centre.y, radius: Math.sqrt(squared) }] : [];
  });
  let [area, mx, my, xx, yy, xy] = [0, 0, 0, 0, 0, 0];
  for (const [k, disc] of discs.entries()) {
    for (const [from, to] of freeArcs(disc, discs, k)) {
      const along = (f: (x: number, y: number, dx: number, dy: number) => number): number =>
        integrate(
          (angle) => {
            const c = disc.radius * cos(angle);
            const s = disc.radius * sin(angle);
            return f(disc.x + c, disc.y + s, -s, c);
          },
          from,
          to,
          ARC_ORDER,
        );
      area += along((x, y, dx, dy) => 0.5 * (x * dy - y * dx));
      mx += along((x, _, __, dy) => 0.5 * x * x * dy);
      my += along((_, y, dx) => -0.5 * y * y * dx);
      xx += along((x, _, __, dy) => (x * x * x * dy) / 3);
      yy += along((_, y, dx) => (-y * y * y * dx) / 3);
      xy += along((x, y, _, dy) => 0.5 * x * x * y * dy);
    }
  }
  return [area, mx, my, z * area, xx, yy, z * z * area, xy, z * mx, z * my];
}

/** Angles [from, to] of the arcs of a disc's circle that are inside no other disc. */
function freeArcs(disc: Disc, discs: readonly Disc[], index: number): [number, number][] {
  const covered: [number, number][] = [];
  for (const [k, other] of discs.entries()) {
    if (k === index) continue;
    const x = other.x - disc.x;
    const y = other.y - disc.y;
    const distance = Math.sqrt(x * x + y * y);
    if (distance >= disc.radius + other.radius) continue;
    if (distance <= Math.abs(disc.radius - other.radius)) {
      // One inside the other; of two that are the same, the first one counts.
      if (disc.radius < other.radius || (disc.radius === other.radius && k < index)) return [];
      continue;
    }
    const cosine = (disc.radius ** 2 + distance ** 2 - other.radius ** 2) / (2 * disc.radius * distance);
    const half = acos(Math.max(-1, Math.min(1, cosine)));
    const start = atan2(y, x) - half;
    const from = start < -Math.PI ? start + 2 * Math.PI : start;
    covered.push([from, Math.min(from + 2 * half, Math.PI)]);
    if (from + 2 * half > Math.PI) covered.push([-Math.PI, from + 2 * half - 2 * Math.PI]);
  }
  covered.sort(([a], [b]) => a - b);
  const free: [number, number][] = [];
  let reached = -Math.PI;
  for (const [from, to] of covered) {
    if (from > reached) free.push([reached, from]);
    reached = Math.max(reached, to);
  }
  if (reached < Math.PI) free.push([reached, Math.PI]);
  return free;
}
