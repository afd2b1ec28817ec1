// SPDX-License-Identifier: MIT
/** WGSL: the forces that half-spaces exert on convex bodies, summed over workgroups after the contacts of a probe. */
import { behindLists, type ConvexForm, convexPrelude } from './convex-prelude.ts';
import { STEP_INPUTS, STOP_AT, statusAt } from './prelude.ts';
import { PAIR } from './records.ts';
import { WALL_SUMS } from './sum-reduction.ts';

export function convexWallSumsKernel(form: ConvexForm): string {
  return `${convexPrelude(form)}
${STEP_INPUTS}
@group(0) @binding(2) var<storage, read> ranges: array<vec4u>;
@group(0) @binding(3) var<storage, read> slots: array<vec4f>;
@group(0) @binding(4) var<storage, read> watched: array<u32>;
@group(0) @binding(5) var<storage, read> pairs: array<vec4u>;
${statusAt(6)}
var<workgroup> shared4: array<vec4f, GROUP>;
var<private> wallForces: array<vec3f, HALF_SPACES>;
${WALL_SUMS}
@compute @workgroup_size(GROUP) fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32) {
  let t = indexOf(group, groups, local);
  if (t < p.count && atomicLoad(&status[${STOP_AT}]) > inputs.step) {
    let range = ranges[t];
    for (var k = range.x; k < range.y; k++) {
      let stamp = watched[${behindLists(form)} + k];
      if ((stamp >> 2u) != inputs.step + 1u || (stamp & 2u) == 0u) { continue; }
      wallForces[${PAIR.vector('pairs', 'first', 'k')}.y & 15u] += slots[3u * k].xyz;
    }
  }
  addWallForces(local, group.x + group.y * groups.x);
}`;
}
