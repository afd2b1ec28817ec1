// SPDX-License-Identifier: MIT
/**
 * GJK loop (TD section 2; Gilbert, Johnson and Keerthi 1988) on the difference B - A, with the simplex step as a
 * parameter. Every support point gives a lower bound of the distance, every simplex an upper bound. The loop ends when
 * they meet, when the simplex contains the origin, or when rounding stops it.
 */
import { cross, dot, length, lengthSquared, negate, scale, subtract, type Vector3 } from '../../math/vector.ts';
import type { Trace } from '../family/trace-step.ts';
import { type DifferencePoint, type DifferenceSupport, direction } from './difference-point.ts';
import { type SubDistance, weightedSum } from './johnson.ts';
import { simplexStep } from './simplex-step.ts';

/** Step limit; then the bounds are reported as they are. Random pairs of polyhedra need at most about 30. */
export const GJK_STEP_LIMIT = 128;

/** The origin is in a simplex when its weighted points miss it by less than this many roundings of the coordinates. */
const TOUCH_IN_ROUNDINGS = 4;
/** Bounds this many roundings apart have met. */
const MET_IN_ROUNDINGS = 2;
/** Weights that claim the origin inside a tetrahedron must reproduce it so well; those of a flat one are noise. */
const INSIDE_IN_ROUNDINGS = 16;

/** Limit of restarts at the nearest point: slivers on curved bodies can stall the search early. */
const RESTART_LIMIT = 8;

export interface GjkSetting {
  readonly support: DifferenceSupport;
  /** Direction from A to B to begin with, not zero. */
  readonly start: Vector3;
  readonly subDistance: SubDistance;
  /** One rounding of the coordinates. */
  readonly rounding: number;
  /**
   * Bounds this close have met too: curved bodies would go on to the last digit. None for polyhedra, whose stalls are
   * final.
   */
  readonly tolerance?: number;
  readonly stepLimit: number;
  readonly algorithm: string;
  readonly trace?: Trace | undefined;
}

export interface GjkResult {
  /**
   * `contact`: the simplex contains the origin. `limit`: the step limit was reached before that and before the bounds
   * met.
   */
  readonly state: 'separated' | 'contact' | 'limit';
  /**
   * On contact all points that the last step was given, up to 4; otherwise those of the nearest point, with their
   * weights.
   */
  readonly simplex: readonly DifferencePoint[];
  readonly weights: readonly number[];
  /** Nearest point of the simplex. */
  readonly nearest: Vector3;
  /** The direction with the largest gap that was found, from A to B, and that gap. */
  readonly normal: Vector3;
  readonly lower: number;
  /** Support points that were added to the simplex. */
  readonly steps: number;
}

function pointsOf(simplex: readonly DifferencePoint[]): Vector3[] {
  return simplex.map(({ w }) => w);
}

/**
 * The nearest point of the plane, line or point through a simplex: by a normal, which has all its digits where the
 * distance is small, unlike the weighted sum of the corners.
 */
function nearestOfFlat(points: readonly Vector3[], weights: readonly number[]): Vector3 {
  const [p, q, r] = points as [Vector3, Vector3 | undefined, Vector3 | undefined];
  if (q === undefined) return p;
  const edge = subtract(q, p);
  const normal = r === undefined ? cross(edge, cross(p, edge)) : cross(edge, subtract(r, p));
  const squared = lengthSquared(normal);
  if (!(squared > 0)) return weightedSum(points, weights);
  return scale(normal, dot(normal, p) / squared);
}

/** The nearest triangle of four points whose weights were noise. */
function nearestTriangle(points: readonly Vector3[], subDistance: SubDistance): readonly number[] {
  let best: readonly number[] = [];
  let least = Infinity;
  for (let left = 0; left < 4; left++) {
    const weights = subDistance(points.filter((_, i) => i !== left));
    const all = [...weights.slice(0, left), 0, ...weights.slice(left)];
    const squared = lengthSquared(weightedSum(points, all));
    if (squared < least || best.length === 0) {
      least = squared;
      best = all;
    }
  }
  return best;
}

function subDistanceChecked(points: readonly Vector3[], { subDistance, rounding }: GjkSetting): readonly number[] {
  const weights = subDistance(points);
  const noise = weights.length === 4 && weights.every((weight) => weight > 0);
  if (!noise || length(weightedSum(points, weights)) <= INSIDE_IN_ROUNDINGS * rounding) return weights;
  return nearestTriangle(points, subDistance);
}

/** The part of a simplex that carries its nearest point. */
interface Reduced {
  readonly simplex: readonly DifferencePoint[];
  readonly weights: readonly number[];
  readonly nearest: Vector3;
}

function reduced(simplex: readonly DifferencePoint[], all: readonly number[]): Reduced {
  const kept = simplex.filter((_, i) => all[i] > 0);
  const weights = all.filter((weight) => weight > 0);
  const points = pointsOf(kept);
  return {
    simplex: kept,
    weights,
    nearest: kept.length === 4 ? weightedSum(points, weights) : nearestOfFlat(points, weights),
  };
}

/** The nearest point itself, a point of the difference, as a simplex. */
function asOnePoint({ simplex, weights }: Reduced): Reduced {
  const sum = (points: readonly Vector3[]): Vector3 => weightedSum(points, weights);
  const point = {
    w: sum(pointsOf(simplex)),
    onA: sum(simplex.map(({ onA }) => onA)),
    onB: sum(simplex.map(({ onB }) => onB)),
    vertexA: -1,
    vertexB: -1,
  };
  return { simplex: [point], weights: [1], nearest: point.w };
}

function isSame(p: Vector3, q: Vector3): boolean {
  return p.x === q.x && p.y === q.y && p.z === q.z;
}

/** Runs GJK from the support point against the start direction, at most `stepLimit` steps. */
export function gjkDistance(setting: GjkSetting): GjkResult {
  const { support, rounding, stepLimit, algorithm, trace } = setting;
  const touch = TOUCH_IN_ROUNDINGS * rounding;
  const met = Math.max(MET_IN_ROUNDINGS * rounding, setting.tolerance ?? 0);
  const first = support(negate(setting.start));
  let at: Reduced = { simplex: [first], weights: [1], nearest: first.w };
  let normal = direction(setting.start) ?? { x: 1, y: 0, z: 0 };
  let lower = dot(normal, first.w);
  let restartsLeft = (setting.tolerance ?? 0) > 0 ? RESTART_LIMIT : 0;
  for (let steps = 1; ; steps++) {
    const end = (state: GjkResult['state'], found: Reduced = at): GjkResult => ({
      ...found,
      state,
      normal,
      lower,
      steps,
    });
    const upper = length(at.nearest);
    const towards = direction(at.nearest);
    if (towards === undefined || upper <= touch) {
      const bounds = { normal, distance: 0, lower, upper: 0 };
      trace?.(simplexStep(algorithm, steps, at.simplex, at.nearest, bounds));
      return end('contact');
    }
    const found = support(negate(towards));
    const gap = dot(towards, found.w);
    if (gap >= lower) {
      normal = towards;
      lower = gap;
    }
    if (trace !== undefined) {
      const bounds = { normal: towards, distance: gap, lower, upper };
      trace(simplexStep(algorithm, steps, at.simplex, at.nearest, bounds, found));
    }
    if (upper - lower <= met || at.simplex.some(({ w }) => isSame(w, found.w))) return end('separated');
    if (steps >= stepLimit) return end('limit');
    const simplex = [...at.simplex, found];
    const points = pointsOf(simplex);
    const weights = subDistanceChecked(points, setting);
    const next = reduced(simplex, weights);
    if (next.simplex.length === 4 || length(next.nearest) <= touch) {
      const bounds = { normal: towards, distance: 0, lower, upper: 0 };
      trace?.(simplexStep(algorithm, steps + 1, simplex, next.nearest, bounds));
      return { ...end('contact', { simplex, weights, nearest: next.nearest }), steps: steps + 1 };
    }
    // In exact arithmetic every step comes nearer; where rounding says otherwise the simplex has served its time.
    const isNearer = lengthSquared(next.nearest) < upper * upper;
    if (!isNearer && restartsLeft-- <= 0) return end('separated');
    at = isNearer ? next : asOnePoint(at);
  }
}
