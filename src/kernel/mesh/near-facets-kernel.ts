// SPDX-License-Identifier: MIT
/**
 * Lists the facets within reach of each of many points, for `sphereMeshContacts` to reuse while the points move little.
 */
import { F, I } from '../memory.ts';
import { rotationMatrix } from '../relative-pose.ts';
import {
  CANDIDATE_CODES,
  CANDIDATE_DISTANCE_SQUARED,
  CANDIDATE_FACET,
  CANDIDATE_STRIDE,
  LISTED_COUNT,
  LISTED_FACETS,
  LISTED_MOST,
  LISTED_STRIDE,
  MESH_UNCERTAINTY,
  NOTHING_NEAR,
  SPHERE_STRIDE,
  WORK_CANDIDATES,
  WORK_NEEDED,
  WORK_ROTATION,
} from './mesh-layout.ts';
import { candidatesOfSphere } from './sphere-mesh.ts';

/**
 * Lists the facets that the spheres from `first` on meet, at most `count` of them, from both sides: sphere k has the
 * record at I[lists + LISTED_STRIDE * k]. In place of its radius comes a distance: nothing of the mesh is nearer to its
 * centre. Returns how many spheres are done; when there are less than `count`, WORK_NEEDED says how much room there
 * should have been for candidates.
 */
export function nearFacets(mesh: i32, pose: i32, spheres: i32, first: i32, count: i32, work: i32, lists: i32): i32 {
  rotationMatrix(pose, work + WORK_ROTATION);
  I[2 * work + WORK_NEEDED] = 0;
  for (let k: i32 = 0; k < count; k++) {
    const sphere: i32 = spheres + SPHERE_STRIDE * (first + k);
    const found: i32 = candidatesOfSphere(mesh, pose, sphere, F[sphere + 3], -1.0, true, work, 0);
    if (found < 0) return k;
    const list: i32 = lists + LISTED_STRIDE * (first + k);
    I[list + LISTED_COUNT] = found > LISTED_MOST ? -1 : found;
    let least: f64 = NOTHING_NEAR * NOTHING_NEAR;
    let candidate: i32 = I[2 * work + WORK_CANDIDATES];
    for (let c: i32 = 0; c < found; c++) {
      if (F[candidate + CANDIDATE_DISTANCE_SQUARED] < least) least = F[candidate + CANDIDATE_DISTANCE_SQUARED];
      if (found <= LISTED_MOST) I[list + LISTED_FACETS + c] = I[2 * (candidate + CANDIDATE_CODES) + CANDIDATE_FACET];
      candidate += CANDIDATE_STRIDE;
    }
    F[sphere + 3] = found === 0 ? NOTHING_NEAR : Math.sqrt(least) - 2.0 * F[mesh + MESH_UNCERTAINTY];
  }
  return count;
}
