// SPDX-License-Identifier: MIT
/**
 * WGSL: the forces that half-spaces exert, summed over workgroups in a fixed order, from what the pass `contacts` wrote
 * (step.ts).
 */
import { type KernelForm, prelude } from './prelude.ts';

export function wallLoadsKernel(form: KernelForm): string {
  return /* wgsl */ `${prelude(form)}
@group(0) @binding(2) var<storage, read> rows: array<vec4u>;
@group(0) @binding(3) var<storage, read> scratch: array<vec4u>;
@group(0) @binding(4) var<storage, read_write> loads: array<vec4f>;
var<workgroup> lanes: array<vec4f, GROUP>;
@compute @workgroup_size(GROUP) fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32) {
  let t = indexOf(group, groups, local);
  let g = p.groupStart + group.x + group.y * groups.x;
  for (var k = 0u; k < HALF_SPACES; k++) {
    var force = vec4f(0.0);
    if (t < p.chunkCount && (rows[t].x & (256u << k)) != 0u) {
      let written = bitcast<vec4f>(scratch[(LIST_PLANES + k) * p.chunkSize + t]);
      // Contacts that ended with the last step have none.
      if (written.w == 1.0) { force = written; }
    }
    lanes[local] = force;
    for (var half = GROUP / 2u; half > 0u; half >>= 1u) {
      workgroupBarrier();
      if (local < half) { lanes[local] += lanes[local + half]; }
    }
    if (local == 0u && t < p.chunkCount) { loads[g * HALF_SPACES + k] = lanes[0]; }
    workgroupBarrier();
  }
}`;
}
