// SPDX-License-Identifier: MIT
/**
 * Mean surface height of a packing: the highest point of the bounding balls in each column of a grid normal to gravity.
 */
import { cross, dot, perpendicular } from '../math/vector.ts';
import { type GranularState, upOf, vectorAt } from './granular-state.ts';
import { COLUMN_RADII } from './heap.ts';
import { type AnalysisRegion, bodiesIn } from './region.ts';
import { sortedSum } from './sorted-sum.ts';

/** m, over the columns that hold the centre of a free body; undefined when there is none in the region. */
export function bedHeight(state: GranularState, region: AnalysisRegion): number | undefined {
  const { bodies } = state;
  const rows = bodiesIn(state, region);
  if (rows.length === 0) return undefined;
  const up = upOf(state);
  const u = perpendicular(up);
  const v = cross(up, u);
  const mean = sortedSum(Float64Array.from(rows, (k) => bodies.radius[k])) / rows.length;
  const cell = (value: number): number => Math.floor(value / (COLUMN_RADII * mean));
  const columns = new Map<string, number>();
  for (const k of rows) {
    const p = vectorAt(bodies.position, k);
    const key = `${cell(dot(u, p))} ${cell(dot(v, p))}`;
    const height = dot(up, p) + bodies.radius[k];
    columns.set(key, Math.max(columns.get(key) ?? -Infinity, height));
  }
  return sortedSum(Float64Array.from(columns.values())) / columns.size;
}
