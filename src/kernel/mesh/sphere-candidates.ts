// SPDX-License-Identifier: MIT
/**
 * Facets near a sphere: descends the tree of bins and runs the Fast Intersection Test on their facets. The boxes have
 * integer coordinates and contain their facets for certain, so they need no tolerance.
 */

import { F, I } from '../memory.ts';
import { facetContact } from './facet-contact.ts';
import { facetIsWithin, writePlane } from './fast-intersection.ts';
import {
  CANDIDATE_DISTANCE_SQUARED,
  CANDIDATE_HEIGHT,
  CANDIDATE_STRIDE,
  LISTED_COUNT,
  LISTED_FACETS,
  MESH_LATTICE,
  MESH_NODES,
  MESH_ORIGIN,
  MESH_UNCERTAINTY,
  NODE_COUNT,
  NODE_FIRST,
  NODE_HALF_WIDTH,
  NODE_STRIDE,
  WORK_CANDIDATES,
  WORK_CAPACITY,
  WORK_FACETS,
  WORK_MEETING,
  WORK_NEEDED,
  WORK_POTENTIAL,
  WORK_QUEUE,
} from './mesh-layout.ts';

/** Steps of the lattice by which a box may be short: one for each side's rounding, and as much for the centre's. */
const LATTICE_SLACK: f64 = 4.0;

/**
 * Writes a candidate for each facet within `reach` of the point. If the index `list` of listed facets is not 0, only
 * these are searched. Returns their number, or -1 if there is no room for the bins and facets; WORK_NEEDED is then
 * larger than the available room.
 */
export function candidatesNear(
  mesh: i32,
  cx: f64,
  cy: f64,
  cz: f64,
  reach: f64,
  depth: f64,
  isDirect: bool,
  work: i32,
  list: i32,
): i32 {
  // With centres allowed behind, what is deep counts as near.
  const behind: f64 = depth < 0.0 ? reach : depth;
  const farthest: f64 = behind > reach ? behind : reach;
  const slack: f64 = 2.0 * F[mesh + MESH_UNCERTAINTY];
  let potential: i32 = list > 0 ? I[list + LISTED_COUNT] : -1;
  // Listed facets have passed the fast intersection test once.
  const isListed: bool = potential >= 0;
  if (isListed) {
    for (let k: i32 = 0; k < potential; k++) I[I[2 * work + WORK_FACETS] + k] = I[list + LISTED_FACETS + k];
  } else {
    // Boxes are given by twice their middle and width, and the test doubles once more.
    const lattice: f64 = 2.0 * F[mesh + MESH_LATTICE];
    const x: f64 = (cx - F[mesh + MESH_ORIGIN]) * lattice;
    const y: f64 = (cy - F[mesh + MESH_ORIGIN + 1]) * lattice;
    const z: f64 = (cz - F[mesh + MESH_ORIGIN + 2]) * lattice;
    const steps: f64 = 2.0 * ((farthest + slack) * lattice + LATTICE_SLACK);
    potential = facetsInBins(mesh, x, y, z, steps * steps, work);
    if (potential < 0) return -1;
  }
  const facets: i32 = I[2 * work + WORK_FACETS];
  const candidates: i32 = I[2 * work + WORK_CANDIDATES];
  // The plane test of all facets first: they do not wait for each other's memory, nor for branches.
  const front: f64 = (reach + slack) * (reach + slack);
  const back: f64 = (behind + slack) * (behind + slack);
  let cut: i32 = 0;
  for (let k: i32 = 0; k < potential; k++) {
    const facet: i32 = I[facets + k];
    const plane: i32 = candidates + CANDIDATE_STRIDE * cut;
    writePlane(mesh, facet, cx, cy, cz, plane);
    I[facets + cut] = facet;
    const height: f64 = F[plane + CANDIDATE_HEIGHT];
    const limit: f64 = (height < 0.0 ? back : front) * F[plane + CANDIDATE_DISTANCE_SQUARED];
    cut += height * height <= limit ? 1 : 0;
  }
  let found: i32 = 0;
  for (let k: i32 = 0; k < cut; k++) {
    const facet: i32 = I[facets + k];
    const plane: i32 = candidates + CANDIDATE_STRIDE * k;
    if (!isDirect && !isListed && !facetIsWithin(mesh, facet, plane, cx, cy, cz, farthest + slack)) continue;
    const candidate: i32 = candidates + CANDIDATE_STRIDE * found;
    found += facetContact(mesh, facet, plane, cx, cy, cz, reach, depth, candidate) ? 1 : 0;
  }
  I[2 * work + WORK_POTENTIAL] = potential;
  I[2 * work + WORK_MEETING] = found;
  return found;
}

/**
 * Lists the facets of all bins within reach, level after level: bins of a level do not wait for each other, so that the
 * processor fetches several at once. Returns their number, or -1 when there is no room.
 */
function facetsInBins(mesh: i32, x: f64, y: f64, z: f64, stepsSquared: f64, work: i32): i32 {
  const nodes: i32 = I[2 * mesh + MESH_NODES];
  const queue: i32 = I[2 * work + WORK_QUEUE];
  const facets: i32 = I[2 * work + WORK_FACETS];
  const capacity: i32 = I[2 * work + WORK_CAPACITY];
  let found: i32 = 0;
  let size: i32 = isNear(nodes, x, y, z, stepsSquared) ? 1 : 0;
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
        size += isNear(child, x, y, z, stepsSquared) ? 1 : 0;
      }
    } else {
      for (let facet: i32 = first; facet < first - count; facet++) {
        I[facets + found] = facet;
        found++;
      }
    }
  }
  return found;
}

/**
 * Whether the box of the bin comes within the given number of steps, squared and times four; the position is doubled
 * too.
 */
function isNear(node: i32, x: f64, y: f64, z: f64, stepsSquared: f64): bool {
  const middleX: f64 = I[node];
  const middleY: f64 = I[node + 1];
  const middleZ: f64 = I[node + 2];
  const widthX: f64 = I[node + NODE_HALF_WIDTH];
  const widthY: f64 = I[node + NODE_HALF_WIDTH + 1];
  const widthZ: f64 = I[node + NODE_HALF_WIDTH + 2];
  const dx: f64 = Math.abs(x - middleX) - widthX;
  const dy: f64 = Math.abs(y - middleY) - widthY;
  const dz: f64 = Math.abs(z - middleZ) - widthZ;
  // Twice the positive part, without a branch that is taken as often as not.
  const px: f64 = dx + Math.abs(dx);
  const py: f64 = dy + Math.abs(dy);
  const pz: f64 = dz + Math.abs(dz);
  return px * px + py * py + pz * pz <= stepsSquared;
}
