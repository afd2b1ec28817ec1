// SPDX-License-Identifier: MIT
/** Convex regions over which quantities are averaged: box, cylinder, ball, or all space. */
import type { RegionSpec } from '../bodies/insertion/insertion-spec.ts';
import { addScaled, dot, length, lengthSquared, scale, subtract, type Vector3, vector3 } from '../math/vector.ts';
import { type GranularState, vectorAt } from './granular-state.ts';

/**
 * Where something is measured: a region of space, or `all`, the smallest box along the axes that holds the balls around
 * all free bodies, and whole periods of the domain.
 */
export type AnalysisRegionSpec = RegionSpec | 'all';

export interface BoxBounds {
  readonly min: Vector3;
  readonly max: Vector3;
}

export interface CylinderBounds {
  readonly from: Vector3;
  /** Unit. */
  readonly axis: Vector3;
  readonly height: number;
  readonly radius: number;
}

/** A region that knows its volume, m3, and which points are inside. */
export interface AnalysisRegion extends BoxBounds {
  readonly volume: number;
  /** Whether bodies and branches that reach out of the region count whole: so for `all`. */
  readonly isAll: boolean;
  readonly box?: BoxBounds;
  readonly cylinder?: CylinderBounds;
  readonly sphere?: { readonly centre: Vector3; readonly radius: number };
  /** Distance to the surface for a point inside; for one outside at most the distance, negative. */
  depth(point: Vector3): number;
  /** Lower sides belong to a box, upper ones do not, so that each point is in one of several boxes side by side. */
  holds(point: Vector3): boolean;
  /** Part of the segment from a to b that is inside, 0 to 1; for a segment without length whether it is. */
  share(a: Vector3, b: Vector3): number;
}

/** Where on the segment, 0 to 1, it is between `low` and `high` along one coordinate. */
function between(a: number, b: number, low: number, high: number): readonly [number, number] {
  const along = b - a;
  if (along === 0) return a >= low && a <= high ? [0, 1] : [1, 0];
  const s = (low - a) / along;
  const t = (high - a) / along;
  return s < t ? [s, t] : [t, s];
}

/** Where a p^2 + 2 b p + c <= 0. */
function belowZero(a: number, b: number, c: number): readonly [number, number] {
  if (a === 0) return c <= 0 ? [0, 1] : [1, 0];
  const root = b * b - a * c;
  if (root < 0) return [1, 0];
  // The root that does not cancel gives the other.
  const q = -(b + (b < 0 ? -1 : 1) * Math.sqrt(root));
  const s = q / a;
  const t = q === 0 ? 0 : c / q;
  return s < t ? [s, t] : [t, s];
}

function shareOf(...intervals: readonly (readonly [number, number])[]): number {
  const from = Math.max(0, ...intervals.map(([low]) => low));
  const to = Math.min(1, ...intervals.map(([, high]) => high));
  return Math.max(0, to - from);
}

export function boxRegion(min: Vector3, max: Vector3): AnalysisRegion {
  const size = subtract(max, min);
  return {
    min,
    max,
    isAll: false,
    box: { min, max },
    volume: size.x * size.y * size.z,
    depth: ({ x, y, z }) => Math.min(x - min.x, max.x - x, y - min.y, max.y - y, z - min.z, max.z - z),
    holds: ({ x, y, z }) => x >= min.x && x < max.x && y >= min.y && y < max.y && z >= min.z && z < max.z,
    share: (a, b) =>
      shareOf(between(a.x, b.x, min.x, max.x), between(a.y, b.y, min.y, max.y), between(a.z, b.z, min.z, max.z)),
  };
}

export function sphereRegion(centre: Vector3, radius: number): AnalysisRegion {
  const reach = { x: radius, y: radius, z: radius };
  const depth = (point: Vector3): number => radius - length(subtract(point, centre));
  return {
    min: subtract(centre, reach),
    max: addScaled(centre, reach, 1),
    isAll: false,
    sphere: { centre, radius },
    volume: (4 / 3) * Math.PI * radius * radius * radius,
    depth,
    holds: (point) => depth(point) >= 0,
    share: (a, b) => {
      const start = subtract(a, centre);
      const along = subtract(b, a);
      return shareOf(belowZero(lengthSquared(along), dot(start, along), lengthSquared(start) - radius * radius));
    },
  };
}

export function cylinderRegion(from: Vector3, to: Vector3, radius: number): AnalysisRegion {
  const along = subtract(to, from);
  const height = length(along);
  const axis = scale(along, 1 / height);
  const across = (v: Vector3): Vector3 => addScaled(v, axis, -dot(v, axis));
  const rim = (a: number): number => radius * Math.sqrt(Math.max(0, 1 - a * a));
  const low = (a: number, b: number, along: number): number => Math.min(a, b) - rim(along);
  const high = (a: number, b: number, along: number): number => Math.max(a, b) + rim(along);
  const depth = (point: Vector3): number => {
    const p = subtract(point, from);
    const t = dot(p, axis);
    return Math.min(t, height - t, radius - length(across(p)));
  };
  return {
    min: { x: low(from.x, to.x, axis.x), y: low(from.y, to.y, axis.y), z: low(from.z, to.z, axis.z) },
    max: { x: high(from.x, to.x, axis.x), y: high(from.y, to.y, axis.y), z: high(from.z, to.z, axis.z) },
    isAll: false,
    cylinder: { from, axis, height, radius },
    volume: Math.PI * radius * radius * height,
    depth,
    holds: (point) => {
      const t = dot(subtract(point, from), axis);
      return t >= 0 && t < height && length(across(subtract(point, from))) <= radius;
    },
    share: (a, b) => {
      const p = subtract(a, from);
      const q = subtract(b, from);
      const start = across(p);
      const along = across(subtract(q, p));
      return shareOf(
        between(dot(p, axis), dot(q, axis), 0, height),
        belowZero(lengthSquared(along), dot(start, along), lengthSquared(start) - radius * radius),
      );
    },
  };
}

/** The box of all free bodies; of no volume when there are none. */
function allRegion({ bodies, periodic: { min: corner, lengths } }: GranularState): AnalysisRegion {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < bodies.count; k++) {
    if (bodies.isFree[k] === 0) continue;
    const radius = bodies.radius[k];
    for (let axis = 0; axis < 3; axis++) {
      const at = bodies.position[3 * k + axis];
      low[axis] = Math.min(low[axis], at - radius);
      high[axis] = Math.max(high[axis], at + radius);
    }
  }
  const from = [corner.x, corner.y, corner.z];
  const period = [lengths.x, lengths.y, lengths.z];
  const side = (axis: number): readonly [number, number] => {
    const start = from[axis];
    const span = period[axis];
    if (span > 0) return [start, start + span];
    return low[axis] <= high[axis] ? [low[axis], high[axis]] : [0, 0];
  };
  const [x, y, z] = [side(0), side(1), side(2)];
  const box = boxRegion({ x: x[0], y: y[0], z: z[0] }, { x: x[1], y: y[1], z: z[1] });
  return { ...box, isAll: true, depth: () => Infinity, holds: () => true, share: () => 1 };
}

/**
 * The region that a spec describes; `all` is the bounding box of the free bodies of the state.
 *
 * @example
 * ```ts
 * import { Simulation } from 'scree/dem';
 * import { analysisRegion, present } from 'scree/analysis';
 *
 * const simulation = new Simulation({
 *   timeStep: 1e-5,
 *   gravity: [0, 0, -9.81],
 *   law: { normal: 'linear' },
 *   materials: [{ name: 'glass', density: 2500, stiffness: 5000 }],
 *   shapes: [{ name: 'marble', sphere: { radius: 0.01 } }],
 *   bodies: [{ shape: 'marble', material: 'glass', positions: Float64Array.of(0, 0, 0.0099, 0, 0, 0.0297) }],
 *   halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'glass' }],
 * });
 * const region = analysisRegion({ sphere: { centre: [0, 0, 0], radius: 0.1 } }, present(simulation));
 * console.log(region.volume.toFixed(5)); // 0.00419
 * ```
 */
export function analysisRegion(spec: AnalysisRegionSpec, state: GranularState): AnalysisRegion {
  if (spec === 'all') return allRegion(state);
  if ('box' in spec) return boxRegion(vector3(spec.box.min), vector3(spec.box.max));
  if ('sphere' in spec) return sphereRegion(vector3(spec.sphere.centre), spec.sphere.radius);
  return cylinderRegion(vector3(spec.cylinder.from), vector3(spec.cylinder.to), spec.cylinder.radius);
}

/** Rows of the free bodies whose centres of mass are in the region. */
export function bodiesIn({ bodies, periodic: { lengths } }: GranularState, region: AnalysisRegion): number[] {
  const rows: number[] = [];
  for (let k = 0; k < bodies.count; k++) {
    if (bodies.isFree[k] === 1 && isCentreIn(vectorAt(bodies.position, k), region, lengths)) rows.push(k);
  }
  return rows;
}

/** Whether the point or an image of it is in the region. */
export function isCentreIn(point: Vector3, region: AnalysisRegion, lengths: Vector3): boolean {
  if (region.isAll || region.holds(point)) return true;
  if (lengths.x === 0 && lengths.y === 0 && lengths.z === 0) return false;
  const { min, max } = region;
  // The image next to the middle of the region is the one most likely inside; a region is at most a period wide.
  const middle = { x: 0.5 * (min.x + max.x), y: 0.5 * (min.y + max.y), z: 0.5 * (min.z + max.z) };
  return region.holds(imageNextTo(point, middle, lengths));
}

function imageNextTo(point: Vector3, middle: Vector3, lengths: Vector3): Vector3 {
  const moved = (at: number, to: number, period: number): number =>
    period > 0 ? at - period * Math.round((at - to) / period) : at;
  return {
    x: moved(point.x, middle.x, lengths.x),
    y: moved(point.y, middle.y, lengths.y),
    z: moved(point.z, middle.z, lengths.z),
  };
}
