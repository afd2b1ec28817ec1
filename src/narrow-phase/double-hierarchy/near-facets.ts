// SPDX-License-Identifier: MIT
/** Lists the facets that slowly moving spheres may meet, for use in many queries. */
import type { Kernel } from '../../kernel/kernel.ts';
import { F, I } from '../../kernel/memory.ts';
import { LISTED_STRIDE, SPHERE_STRIDE, WORK_NEEDED } from '../../kernel/mesh/mesh-layout.ts';
import type { Pose } from '../../math/pose.ts';
import type { MeshIndex } from '../../neighbours/mesh-bins.ts';
import { writePose } from '../kernel-query.ts';
import { CHUNK_SPHERES, meshQueryBuffers } from './mesh-query-buffers.ts';

/**
 * Lists the facets that each of the first `count` spheres meets, from both sides, LISTED_STRIDE numbers a sphere, for
 * `answerSpheres`. In place of its radius each sphere gets a distance: no facet is nearer to its centre; NOTHING_NEAR
 * where it meets none. Numbers are not checked.
 */
export function listNearFacets(
  engine: Kernel,
  index: MeshIndex,
  placed: Pose,
  spheres: Float64Array,
  count: number,
  lists: Int32Array,
): void {
  const mesh = index.settle();
  const at = meshQueryBuffers();
  writePose(at.pose, placed);
  for (let from = 0; from < count; from += CHUNK_SPHERES) {
    const chunk = Math.min(CHUNK_SPHERES, count - from);
    // Cell by cell: a view of a part of an array is an object.
    for (let c = 0; c < SPHERE_STRIDE * chunk; c++) F[at.spheres + c] = spheres[SPHERE_STRIDE * from + c];
    for (let done = 0; done < chunk; ) {
      done += engine.nearFacets(mesh, at.pose, at.spheres, done, chunk - done, at.work, at.lists);
      if (done < chunk) at.growWork(2 * I[2 * at.work + WORK_NEEDED]);
    }
    for (let c = 0; c < SPHERE_STRIDE * chunk; c++) spheres[SPHERE_STRIDE * from + c] = F[at.spheres + c];
    for (let c = 0; c < LISTED_STRIDE * chunk; c++) lists[LISTED_STRIDE * from + c] = I[at.lists + c];
  }
}
