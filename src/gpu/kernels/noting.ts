// SPDX-License-Identifier: MIT
/**
 * WGSL for kernels that loop over items and append some of them to lists for later kernels, with one atomic addition a
 * workgroup. The order is that of threads; no result may depend on it.
 */
import { ACTIVE_COUNT } from './convex-prelude.ts';
import { STOP_AT } from './prelude.ts';

interface Noting {
  /** Number of items. */
  readonly count: string;
  /** The index among `lists` of that in which item `t` is to be noted, NOT_NOTED for none. */
  readonly listOf: string;
  /** What is noted of item `t`. */
  readonly value: string;
  /** The numbers of the lists in convex-prelude.ts. */
  readonly lists: readonly number[];
}

/** Before the functions that answer with a list. */
export const NOT_NOTED = 'const NOT_NOTED = 99u;';

export function noting({ count, listOf, value, lists }: Noting): string {
  const most = lists.length;
  return /* wgsl */ `
const NOTE_LISTS = array<u32, ${most}>(${lists.join('u, ')}u);
var<workgroup> noted: array<atomic<u32>, ${most}>;
var<workgroup> noteStarts: array<u32, ${most}>;
var<workgroup> items: u32;
@compute @workgroup_size(GROUP) fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32) {
  if (local == 0u) {
    items = 0u;
    if (atomicLoad(&status[${STOP_AT}]) > inputs.step) { items = ${count}; }
  }
  let count = workgroupUniformLoad(&items);
  for (var base = (group.x + group.y * groups.x) * GROUP; base < count; base += groups.x * groups.y * GROUP) {
    if (local < ${most}u) { atomicStore(&noted[local], 0u); }
    workgroupBarrier();
    let t = base + local;
    var list = NOT_NOTED;
    var rank = 0u;
    if (t < count) { list = ${listOf}; }
    if (list < ${most}u) { rank = atomicAdd(&noted[list], 1u); }
    workgroupBarrier();
    if (local < ${most}u) {
      let more = atomicLoad(&noted[local]);
      if (more > 0u) { noteStarts[local] = atomicAdd(&status[${ACTIVE_COUNT}u + NOTE_LISTS[local]], more); }
    }
    workgroupBarrier();
    if (list < ${most}u) { watched[NOTE_LISTS[list] * p.pairCapacity + noteStarts[list] + rank] = ${value}; }
  }
}`;
}
