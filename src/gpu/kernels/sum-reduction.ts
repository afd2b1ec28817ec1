// SPDX-License-Identifier: MIT
/** WGSL: reduces the sums of all workgroups to one in a fixed order. */
import { GROUP_SUMS, type KernelForm, prelude, STATUS_WORDS } from './prelude.ts';

const LANES = 256;

/** Here `p.scanBlocks` is the number of workgroups. */
export function sumReductionKernel(form: KernelForm): string {
  return `${prelude(form)}
@group(0) @binding(1) var<storage, read_write> status: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> folded: array<f32>;
var<workgroup> lanes: array<f32, ${LANES}>;
@compute @workgroup_size(${LANES}) fn main(@builtin(local_invocation_index) local: u32) {
  for (var k = 0u; k < ${GROUP_SUMS}u; k++) {
    var sum = 0.0;
    for (var g = local; g < p.scanBlocks; g += ${LANES}u) {
      let at = ${STATUS_WORDS}u + g * ${GROUP_SUMS}u + k;
      sum += bitcast<f32>(atomicLoad(&status[at]));
    }
    lanes[local] = sum;
    for (var half = ${LANES / 2}u; half > 0u; half >>= 1u) {
      workgroupBarrier();
      if (local < half) { lanes[local] += lanes[local + half]; }
    }
    if (local == 0u) { folded[k] = lanes[0]; }
    workgroupBarrier();
  }
}`;
}

/**
 * Sums the forces of half-spaces over a workgroup, `wallForces` of each body, to the group's own words behind the sums
 * of all workgroups. Here `p.scanBlocks` is the number of these.
 */
export const WALL_SUMS = /* wgsl */ `
fn addWallForces(local: u32, group: u32) {
  for (var k = 0u; k < HALF_SPACES; k++) {
    shared4[local] = vec4f(wallForces[k], 0.0);
    for (var half = GROUP / 2u; half > 0u; half >>= 1u) {
      workgroupBarrier();
      if (local < half) { shared4[local] += shared4[local + half]; }
    }
    if (local == 0u) {
      let at = ${STATUS_WORDS}u + p.scanBlocks * ${GROUP_SUMS}u + ((p.groupStart + group) * HALF_SPACES + k) * 3u;
      for (var c = 0u; c < 3u; c++) { atomicStore(&status[at + c], bitcast<u32>(shared4[0][c])); }
    }
    workgroupBarrier();
  }
}
`;
