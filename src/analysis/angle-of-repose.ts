// SPDX-License-Identifier: MIT
/**
 * Angle of repose of a heap (docs/theory/analysis.md). Fits one line per flank to the tops of the bodies on the free
 * surface. The fit is robust, since bodies of the second layer are visible through gaps in the first. It uses 20 % to
 * 80 % of the height, which excludes the rounded peak and the foot. Bodies are selected by their position along the
 * axis: a selection by their own heights would make the fit flatter.
 */
import { fitLineRobustly } from '../math/line-fit.ts';
import { cross, dot, perpendicular } from '../math/vector.ts';
import { type GranularState, upOf, vectorAt } from './granular-state.ts';
import { AXES, type BodyTop, type HeapOptions, topsOf } from './heap.ts';
import { type AnalysisRegion, bodiesIn } from './region.ts';

/** One side of a heap, with the slope of its surface. */
export interface Flank {
  /** rad, positive where the surface falls away from the peak. */
  readonly angle: number;
  /**
   * rad: standard error of the fit, combined with half a mean radius over the length of the flank, the accuracy to
   * which bodies define a surface.
   */
  readonly error: number;
  /** Number of bodies on the surface of the flank. */
  readonly bodies: number;
}

/** The slope of a heap: angles of its flanks, and their mean. */
export interface AngleOfRepose {
  /** Missing if the flank has too few bodies. A radial heap has `right` only. */
  readonly left?: Flank;
  readonly right?: Flank;
  /** Mean angle of the flanks, rad. */
  readonly mean: number;
  /** Standard error of the mean, rad. */
  readonly error: number;
}

/** The reason why a heap has no angle of repose. */
export interface NoAngle {
  readonly reason: string;
}

const FLANK_FROM = 0.2;
const FLANK_TO = 0.8;
/** Fewest bodies on the surface of a flank. */
const FEWEST_BODIES = 6;
/** Least height of the highest top above the lowest, in mean radii. A smaller difference is a layer with gaps. */
const LEAST_HEIGHT = 4;
/** Least length of a flank in mean radii. The slope of a shorter one is not defined. */
const LEAST_LENGTH = 3;
/** The peak is the mean position of this fraction of the surface bodies, the highest ones. */
const PEAK_SHARE = 0.05;
/**
 * Least part of the height between both ends of the selection by which the line of a flank falls. That of a flank falls
 * by nearly all of it. One through the few bodies beside a column that stands upright does not describe its surface.
 */
const LEAST_FALL = 0.5;
const MOST_SELECTIONS = 10;
/** Of the cosine between the axis of a ridge and the vertical: 45 degrees. */
const MOST_UPRIGHT = Math.SQRT1_2;

/** Rows of the bodies on the free surface: no body with a higher centre has a bounding ball over their centre. */
function surfaceRows(state: GranularState, rows: readonly number[]): number[] {
  const { position, radius } = state.bodies;
  const up = upOf(state);
  const u = perpendicular(up);
  const v = cross(up, u);
  const cell = 2 * rows.reduce((most, k) => Math.max(most, radius[k]), 0);
  const points = rows.map((k) => {
    const p = vectorAt(position, k);
    return { k, a: dot(u, p), b: dot(v, p), height: dot(up, p), radius: radius[k] };
  });
  const cells = new Map<string, typeof points>();
  const keyOf = (i: number, j: number): string => `${i} ${j}`;
  for (const point of points) {
    const key = keyOf(Math.floor(point.a / cell), Math.floor(point.b / cell));
    const found = cells.get(key);
    if (found === undefined) cells.set(key, [point]);
    else found.push(point);
  }
  const isCovered = ({ k, a, b, height }: (typeof points)[number]): boolean => {
    const [i, j] = [Math.floor(a / cell), Math.floor(b / cell)];
    for (let di = -1; di <= 1; di++) {
      for (let dj = -1; dj <= 1; dj++) {
        for (const other of cells.get(keyOf(i + di, j + dj)) ?? []) {
          const [da, db] = [other.a - a, other.b - b];
          if (other.k !== k && other.height > height && da * da + db * db < other.radius * other.radius) return true;
        }
      }
    }
    return false;
  };
  return points.filter((point) => !isCovered(point)).map(({ k }) => k);
}

/** Fits the line of a flank; `side` is +1 where the surface falls along the axis. */
function fitFlank(
  tops: readonly BodyTop[],
  side: 1 | -1,
  peak: number,
  [low, high]: readonly [number, number],
  radius: number,
): (Flank & { readonly fall: number }) | undefined {
  const own = tops.filter(({ at }) => side * (at - peak) > 0);
  let chosen = own.filter(({ height }) => height >= low && height <= high);
  for (let k = 0; k < MOST_SELECTIONS; k++) {
    const from = chosen.reduce((least, { at }) => Math.min(least, at), Infinity);
    const to = chosen.reduce((most, { at }) => Math.max(most, at), -Infinity);
    if (chosen.length < FEWEST_BODIES || !(to - from > LEAST_LENGTH * radius)) return undefined;
    const line = fitLineRobustly(chosen.map(({ at, height }) => [at, height] as const));
    const { at: middle, height: middleHeight, slope, error } = line;
    const flank = {
      angle: Math.atan(-side * slope),
      error: Math.sqrt(error * error + (radius / 2 / (to - from)) ** 2) / (1 + slope * slope),
      bodies: chosen.length,
      fall: -side * slope * (to - from),
    };
    // A line that does not fall has no part between the two heights.
    if (!(-side * slope > 0)) return flank;
    const next = own.filter(({ at }) => {
      const expected = middleHeight + slope * (at - middle);
      return expected >= low && expected <= high;
    });
    if (k === MOST_SELECTIONS - 1 || (next.length === chosen.length && next.every((top, i) => top === chosen[i])))
      return flank;
    if (next.length < FEWEST_BODIES) return flank;
    chosen = next;
  }
  return undefined;
}

/** Angle of repose of the free bodies whose centres are in the region, or the reason why there is none. */
export function angleOfRepose(
  state: GranularState,
  region: AnalysisRegion,
  { across }: Pick<HeapOptions, 'across'>,
): AngleOfRepose | NoAngle {
  const rows = [...bodiesIn(state, region)].sort((p, q) => state.bodies.ids[p] - state.bodies.ids[q]);
  if (across !== 'radial' && Math.abs(dot(AXES[across], upOf(state))) > MOST_UPRIGHT) {
    return {
      reason:
        `across ${across}: the axis is nearer to the vertical than to the horizontal; take a horizontal one, or ` +
        'radial',
    };
  }
  if (rows.length === 0) return { reason: 'there are no free bodies in the region' };
  const radius = rows.reduce((sum, k) => sum + state.bodies.radius[k], 0) / rows.length;
  // The axis of a radial heap goes through the centre of mass of all bodies, not only of those on the surface.
  const all = new Map(topsOf(state, rows, across).map((top, i) => [rows[i], top]));
  const tops = surfaceRows(state, rows).map((k) => all.get(k) as BodyTop);
  const heights = tops.map(({ height }) => height);
  const [base, top] = [Math.min(...heights), Math.max(...heights)];
  const inRadii = (value: number): string => `${Number((value / radius).toPrecision(2))} mean radii`;
  if (!(top - base >= LEAST_HEIGHT * radius)) {
    return {
      reason:
        `the surface is flat: its highest body is ${inRadii(top - base)} above its lowest, at least ` +
        `${LEAST_HEIGHT} are needed`,
    };
  }
  const band = [base + FLANK_FROM * (top - base), base + FLANK_TO * (top - base)] as const;
  const highest = [...tops]
    .sort((a, b) => b.height - a.height)
    .slice(0, Math.max(1, Math.round(PEAK_SHARE * tops.length)));
  const peak = across === 'radial' ? 0 : highest.reduce((sum, { at }) => sum + at, 0) / highest.length;
  const left = across === 'radial' ? undefined : fitFlank(tops, -1, peak, band, radius);
  const right = fitFlank(tops, 1, peak, band, radius);
  const found = [left, right].filter((flank) => flank !== undefined);
  const least = LEAST_FALL * (band[1] - band[0]);
  const flanks = found.filter(({ fall }) => Math.abs(fall) >= least);
  if (found.length > 0 && flanks.length === 0) {
    const fall = Math.max(...found.map((flank) => flank.fall));
    return {
      reason:
        `the line through the surface falls by ${inRadii(fall)}, between ${100 * FLANK_FROM} and ` +
        `${100 * FLANK_TO} % of the height the heap falls by ${inRadii(band[1] - band[0])}: it stands upright, or its ` +
        'sides are no flanks of a heap',
    };
  }
  if (flanks.length === 0) {
    const count = heights.filter((height) => height >= band[0] && height <= band[1]).length;
    return {
      reason:
        `the heap has ${count} bodies on its surface between ${100 * FLANK_FROM} and ${100 * FLANK_TO} % of its ` +
        `height, over less than ${LEAST_LENGTH} mean radii or fewer than ${FEWEST_BODIES} a flank, which are ` +
        'needed',
    };
  }
  const bare = ({ angle, error, bodies }: Flank): Flank => ({ angle, error, bodies });
  return {
    ...(left && flanks.includes(left) && { left: bare(left) }),
    ...(right && flanks.includes(right) && { right: bare(right) }),
    mean: flanks.reduce((sum, { angle }) => sum + angle, 0) / flanks.length,
    error: Math.sqrt(flanks.reduce((sum, { error }) => sum + error * error, 0)) / flanks.length,
  };
}
