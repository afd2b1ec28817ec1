// SPDX-License-Identifier: MIT
/** The upper surface of a heap, in bins along a horizontal axis or around its centre. */
import { cross, dot, perpendicular } from '../math/vector.ts';
import { type GranularState, upOf, vectorAt } from './granular-state.ts';
import { type AnalysisRegion, bodiesIn } from './region.ts';

/** How the surface profile of a heap is taken. */
export interface HeapOptions {
  /**
   * Horizontal axis along which the profile is taken; `radial` is the distance from the vertical line through the
   * centre of mass.
   */
  readonly across: 'x' | 'y' | 'z' | 'radial';
  /** Of the surface profile; default: one for every two mean diameters. The angle of repose does not depend on it. */
  readonly bins?: number;
}

export const DEFAULT_HEAP: HeapOptions = { across: 'radial' };

/** The surface of a heap as a line: heights over places, both in m. */
export interface SurfaceProfile {
  /** Middle of each bin that holds a body, m: along the axis, or from the middle of the heap. */
  readonly at: readonly number[];
  /** Height of the surface there, against gravity, m. */
  readonly height: readonly number[];
}

/** Around a radial heap: the surface is the mean of at most this many sectors, each with its upper hull. */
const MOST_SECTORS = 8;
/** Width of a column in mean radii, so that its highest body is on the surface. */
export const COLUMN_RADII = 4;

export const AXES = { x: { x: 1, y: 0, z: 0 }, y: { x: 0, y: 1, z: 0 }, z: { x: 0, y: 0, z: 1 } } as const;

/** Highest point of the bounding ball of a body. */
export interface BodyTop {
  readonly at: number;
  /** Around the axis, 0 to 1. */
  readonly turn: number;
  readonly height: number;
}

/** Tops of bodies, with their position along the axis. */
export function topsOf(state: GranularState, rows: readonly number[], across: HeapOptions['across']): BodyTop[] {
  const { bodies } = state;
  const up = upOf(state);
  const heightOf = (k: number): number => dot(up, vectorAt(bodies.position, k)) + bodies.radius[k];
  if (across !== 'radial') {
    const axis = AXES[across];
    return rows.map((k) => ({ at: dot(axis, vectorAt(bodies.position, k)), turn: 0, height: heightOf(k) }));
  }
  const u = perpendicular(up);
  const v = cross(up, u);
  let [mass, middleU, middleV] = [0, 0, 0];
  for (const k of rows) {
    const p = vectorAt(bodies.position, k);
    const own = bodies.mass[k];
    mass += own;
    middleU += own * dot(u, p);
    middleV += own * dot(v, p);
  }
  return rows.map((k) => {
    const p = vectorAt(bodies.position, k);
    const [a, b] = [dot(u, p) - middleU / mass, dot(v, p) - middleV / mass];
    return { at: Math.sqrt(a * a + b * b), turn: 0.5 + Math.atan2(b, a) / (2 * Math.PI), height: heightOf(k) };
  });
}

/** The surface of the free bodies whose centres are in the region; undefined when there are none. */
export function surfaceProfile(
  state: GranularState,
  region: AnalysisRegion,
  { across, bins: wanted }: HeapOptions,
): SurfaceProfile | undefined {
  const rows = [...bodiesIn(state, region)].sort((p, q) => state.bodies.ids[p] - state.bodies.ids[q]);
  if (rows.length === 0) return undefined;
  const tops = topsOf(state, rows, across);
  const low = across === 'radial' ? 0 : tops.reduce((least, { at }) => Math.min(least, at), Infinity);
  const high = tops.reduce((most, { at }) => Math.max(most, at), -Infinity);
  const column = COLUMN_RADII * (rows.reduce((sum, k) => sum + state.bodies.radius[k], 0) / rows.length);
  const bins = wanted ?? Math.max(1, Math.round((high - low) / column));
  const width = (high - low) / bins || 1;
  const sectorsOf = (bin: number): number =>
    Math.min(MOST_SECTORS, Math.max(1, Math.floor((2 * Math.PI * (bin + 0.5) * width) / column)));
  const highest = new Map<number, number>();
  for (const { at, turn, height } of tops) {
    const bin = Math.min(bins - 1, Math.floor((at - low) / width));
    const sectors = sectorsOf(bin);
    const key = MOST_SECTORS * bin + Math.min(sectors - 1, Math.floor(sectors * turn));
    highest.set(key, Math.max(highest.get(key) ?? -Infinity, height));
  }
  const at: number[] = [];
  const height: number[] = [];
  for (let bin = 0; bin < bins; bin++) {
    const found = Array.from({ length: MOST_SECTORS }, (_, sector) => highest.get(MOST_SECTORS * bin + sector)).filter(
      (value) => value !== undefined,
    );
    if (found.length === 0) continue;
    at.push(low + (bin + 0.5) * width);
    height.push(found.reduce((sum, value) => sum + value, 0) / found.length);
  }
  return { at, height };
}
