// SPDX-License-Identifier: MIT
/**
 * WGSL for kernels that loop over items and append some of them to lists for later kernels, with one atomic addition a
 * workgroup. The order is that of threads; no result may depend on it.
 */
import { STOP_AT } from './prelude.ts';

interface Noting {
  /** Number of items. */
  readonly count: string;
  /** The list in which item `t` is to be noted, NOT_NOTED for none. */
  readonly listOf: string;
  /** What is noted of item `t`. */
  readonly value: string;
  /** The words of the status that count the lists, and their numbers in `watched`. */
  readonly counters: readonly number[];
  readonly rows: readonly number[];
}

/** Before the functions that answer with a list. */
export const NOT_NOTED = 'const NOT_NOTED = 99u;';

export function noting({ count, listOf, value, counters, rows }: Noting): string {
  const lists = counters.length;
  const words = (values: readonly number[]): string => `array<u32, ${lists}>(${values.join('u, ')}u)`;
  return /* wgsl */ `
const NOTE_COUNTERS = ${words(counters)};
const NOTE_ROWS = ${words(rows)};
var<workgroup> noted: array<atomic<u32>, ${lists}>;
var<workgroup> noteStarts: array<u32, ${lists}>;
var<workgroup> items: u32;
@compute @workgroup_size(GROUP) fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32) {
  if (local == 0u) {
    items = 0u;
    if (atomicLoad(&status[${STOP_AT}]) > inputs.step) { items = ${count}; }
  }
  let count = workgroupUniformLoad(&items);
  for (var base = (group.x + group.y * groups.x) * GROUP; base < count; base += groups.x * groups.y * GROUP) {
    if (local < ${lists}u) { atomicStore(&noted[local], 0u); }
    workgroupBarrier();
    let t = base + local;
    var list = NOT_NOTED;
    var rank = 0u;
    if (t < count) { list = ${listOf}; }
    if (list < ${lists}u) { rank = atomicAdd(&noted[list], 1u); }
    workgroupBarrier();
    if (local < ${lists}u) {
      let more = atomicLoad(&noted[local]);
      if (more > 0u) { noteStarts[local] = atomicAdd(&status[NOTE_COUNTERS[local]], more); }
    }
    workgroupBarrier();
    if (list < ${lists}u) { watched[NOTE_ROWS[list] * p.pairCapacity + noteStarts[list] + rank] = ${value}; }
  }
}`;
}
