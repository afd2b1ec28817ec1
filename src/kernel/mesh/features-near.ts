// SPDX-License-Identifier: MIT
/** Edges between faces, or corners of faces, that may be within reach of the body: those of the touched groups. */
import { I } from '../memory.ts';
import { meetsEdge, meetsVertex } from './body-box.ts';
import {
  BOUNDARY_CORNERS,
  BOUNDARY_EDGE_KINDS,
  BOUNDARY_EDGE_MARKS,
  BOUNDARY_IS_CORNER,
  BOUNDARY_OFFSETS,
  BOUNDARY_SIDES,
  BOUNDARY_VERTEX_MARKS,
  QUERY_BOUNDARY,
  QUERY_FEATURE_COUNT,
  QUERY_FEATURES,
  QUERY_GROUP_COUNT,
  QUERY_GROUP_FACETS,
  QUERY_GROUP_FIRST,
  QUERY_GROUP_TOUCHED,
  QUERY_MARK,
} from './boundary-layout.ts';
import { COPLANAR } from './facet-outlines.ts';
import { sortNumbers } from './sort-numbers.ts';

/** Whether an edge separates two faces, or a vertex is a corner of a face. */
function isFeature(b: i32, each: i32, areEdges: bool): bool {
  return areEdges ? I[I[b + BOUNDARY_EDGE_KINDS] + each] !== COPLANAR : I[I[b + BOUNDARY_IS_CORNER] + each] !== 0;
}

/** Lists the edges or the vertices in rising order at QUERY_FEATURES; returns how many. */
export function listFeaturesNear(q: i32, areEdges: bool): i32 {
  const b: i32 = 2 * I[2 * q + QUERY_BOUNDARY];
  const h: i32 = 2 * q;
  const list: i32 = I[h + QUERY_FEATURES];
  const features: i32 = I[b + (areEdges ? BOUNDARY_SIDES : BOUNDARY_CORNERS)];
  const marks: i32 = I[b + (areEdges ? BOUNDARY_EDGE_MARKS : BOUNDARY_VERTEX_MARKS)];
  let count: i32 = 0;
  for (let g: i32 = 0; g < I[h + QUERY_GROUP_COUNT]; g++) {
    if (I[I[h + QUERY_GROUP_TOUCHED] + g] === 0) continue;
    for (let k: i32 = I[I[h + QUERY_GROUP_FIRST] + g]; k < I[I[h + QUERY_GROUP_FIRST] + g + 1]; k++) {
      const f: i32 = I[I[h + QUERY_GROUP_FACETS] + k];
      for (let i: i32 = I[I[b + BOUNDARY_OFFSETS] + f]; i < I[I[b + BOUNDARY_OFFSETS] + f + 1]; i++) {
        const each: i32 = I[features + i];
        if (I[marks + each] === I[h + QUERY_MARK] || !isFeature(b, each, areEdges)) continue;
        I[marks + each] = I[h + QUERY_MARK];
        if (!(areEdges ? meetsEdge(q, each) : meetsVertex(q, each))) continue;
        I[list + count] = each;
        count++;
      }
    }
  }
  sortNumbers(list, count);
  I[h + QUERY_FEATURE_COUNT] = count;
  return count;
}
