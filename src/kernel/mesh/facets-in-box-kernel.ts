// SPDX-License-Identifier: MIT
/**
 * Facets whose bounding boxes meet that of a body, in the mesh's frame; for bodies that are not spheres. Searches the
 * bins as for spheres; facets are compared in float64 without rounding.
 */

import { F, I } from '../memory.ts';
import { EPSILON } from '../relative-pose.ts';
import { facetNumber } from './distance-hierarchy.ts';
import { firstCorner, vertexAt } from './fast-intersection.ts';
import {
  MESH_LATTICE,
  MESH_NODES,
  MESH_ORIGIN,
  NODE_COUNT,
  NODE_FIRST,
  NODE_HALF_WIDTH,
  NODE_STRIDE,
  WORK_CAPACITY,
  WORK_FACETS,
  WORK_NEEDED,
  WORK_QUEUE,
} from './mesh-layout.ts';

/** Steps of the lattice by which the box of a bin may be short; see sphere-candidates.ts. */
const LATTICE_SLACK: f64 = 4.0;
/** Rounding of a box that is far larger than the mesh, relative to its centre. */
const ROUNDING: f64 = 8.0 * EPSILON;

/**
 * Lists the caller's numbers of the facets whose boxes meet the one at F[box], lowest x, y, z, then highest, at
 * I[WORK_FACETS], in no order. Returns how many, or -1 when there is no room for the bins or facets; WORK_NEEDED is
 * then more than the room there was.
 */
export function facetsInBox(mesh: i32, box: i32, work: i32): i32 {
  const nodes: i32 = I[2 * mesh + MESH_NODES];
  const queue: i32 = I[2 * work + WORK_QUEUE];
  const facets: i32 = I[2 * work + WORK_FACETS];
  const capacity: i32 = I[2 * work + WORK_CAPACITY];
  // Middle and width of the box as those of the bins: doubled, on the lattice.
  const lattice: f64 = F[mesh + MESH_LATTICE];
  const x: f64 = doubleMiddle(mesh, box, 0);
  const y: f64 = doubleMiddle(mesh, box, 1);
  const z: f64 = doubleMiddle(mesh, box, 2);
  const widthX: f64 = (F[box + 3] - F[box]) * lattice + (LATTICE_SLACK + ROUNDING * Math.abs(x));
  const widthY: f64 = (F[box + 4] - F[box + 1]) * lattice + (LATTICE_SLACK + ROUNDING * Math.abs(y));
  const widthZ: f64 = (F[box + 5] - F[box + 2]) * lattice + (LATTICE_SLACK + ROUNDING * Math.abs(z));
  let found: i32 = 0;
  let size: i32 = binMeets(nodes, x, y, z, widthX, widthY, widthZ) ? 1 : 0;
  I[2 * work + WORK_NEEDED] = 0;
  I[queue] = nodes;
  for (let next: i32 = 0; next < size; next++) {
    const node: i32 = I[queue + next];
    const first: i32 = I[node + NODE_FIRST];
    const count: i32 = I[node + NODE_COUNT];
    if (size + count > capacity || found - count > capacity) {
      I[2 * work + WORK_NEEDED] = capacity + (count < 0 ? -count : count);
      return -1;
    }
    if (count > 0) {
      const end: i32 = nodes + NODE_STRIDE * (first + count);
      for (let child: i32 = nodes + NODE_STRIDE * first; child < end; child += NODE_STRIDE) {
        I[queue + size] = child;
        size += binMeets(child, x, y, z, widthX, widthY, widthZ) ? 1 : 0;
      }
    } else {
      for (let facet: i32 = first; facet < first - count; facet++) {
        I[facets + found] = facetNumber(mesh, facet);
        found += facetMeets(mesh, facet, box) ? 1 : 0;
      }
    }
  }
  return found;
}

function doubleMiddle(mesh: i32, box: i32, axis: i32): f64 {
  const origin: f64 = F[mesh + MESH_ORIGIN + axis];
  return (F[box + axis] - origin + (F[box + 3 + axis] - origin)) * F[mesh + MESH_LATTICE];
}

function binMeets(node: i32, x: f64, y: f64, z: f64, widthX: f64, widthY: f64, widthZ: f64): bool {
  const middleX: f64 = I[node];
  const middleY: f64 = I[node + 1];
  const middleZ: f64 = I[node + 2];
  const binX: f64 = I[node + NODE_HALF_WIDTH];
  const binY: f64 = I[node + NODE_HALF_WIDTH + 1];
  const binZ: f64 = I[node + NODE_HALF_WIDTH + 2];
  return (
    Math.abs(x - middleX) <= widthX + binX &&
    Math.abs(y - middleY) <= widthY + binY &&
    Math.abs(z - middleZ) <= widthZ + binZ
  );
}

function facetMeets(mesh: i32, facet: i32, box: i32): bool {
  const begin: i32 = firstCorner(mesh, facet);
  const end: i32 = firstCorner(mesh, facet + 1);
  for (let k: i32 = 0; k < 3; k++) {
    let isBelow: bool = true;
    let isAbove: bool = true;
    for (let corner: i32 = begin; corner < end; corner++) {
      const at: f64 = F[vertexAt(mesh, corner) + k];
      if (at >= F[box + k]) isBelow = false;
      if (at <= F[box + 3 + k]) isAbove = false;
    }
    if (isBelow || isAbove) return false;
  }
  return true;
}
