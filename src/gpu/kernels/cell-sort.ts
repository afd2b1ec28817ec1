// SPDX-License-Identifier: MIT
/**
 * WGSL: sorts spheres by cell: count, prefix sums, scatter, and a sort within each cell. The scatter depends on the
 * order of threads; the sort within cells makes the order, and so every sum, the same in every run.
 */
import { gatherMain, intoCell, leaveOut, sortRange } from './cells.ts';
import { bins } from './hierarchical-grid.ts';
import { type KernelForm, kernelOver, prelude, STEP_INPUTS, statusAt, unlessStopped } from './prelude.ts';

/** Cells that one workgroup of the prefix sum takes. */
export const SCAN_BLOCK = 2048;
const SCAN_GROUP = 256;
const PER_THREAD = SCAN_BLOCK / SCAN_GROUP;

export function clearKernel(form: KernelForm): string {
  return `${prelude(form)}
@group(0) @binding(2) var<storage, read_write> starts: array<u32>;
${kernelOver('p.cellCount + 1u')} starts[t] = 0u; }`;
}

/** In which cell each sphere is now, and how many are in each. */
export function binKernel(form: KernelForm): string {
  return `${prelude(form)}
${STEP_INPUTS}
@group(0) @binding(2) var<storage, read> position: array<vec4u>;
@group(0) @binding(3) var<storage, read_write> spin: array<vec4u>;
@group(0) @binding(4) var<storage, read_write> starts: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> cellAndRank: array<vec2u>;
${statusAt(6)}
${form.levels > 0 ? bins(form) : ''}
${kernelOver('p.count')}
  ${unlessStopped('inputs.step')}
  ${form.regions > 0 ? leaveOut('spin[t].w') : ''}
  ${form.levels > 0 ? intoCell('spin[t].w', 'binIndex(position[t], vec3u(inside), levelOf(radiusOf(position[t].w)))') : intoCell('spin[t].w')}
}`;
}

/** Prefix sums within blocks. */
export function scanBlocksKernel(form: KernelForm): string {
  return `${prelude(form)}
@group(0) @binding(2) var<storage, read_write> starts: array<u32>;
@group(0) @binding(3) var<storage, read_write> blocks: array<u32>;
${SCAN}
@compute @workgroup_size(${SCAN_GROUP}) fn main(@builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
  let block = group.x + group.y * groups.x;
  let source = block * ${SCAN_BLOCK}u + local * ${PER_THREAD}u;
  var before: array<u32, ${PER_THREAD}>;
  var sum = 0u;
  for (var k = 0u; k < ${PER_THREAD}u; k++) {
    before[k] = sum;
    if (source + k <= p.cellCount) { sum += starts[source + k]; }
  }
  let offset = exclusive(local, sum);
  for (var k = 0u; k < ${PER_THREAD}u; k++) {
    if (source + k <= p.cellCount) { starts[source + k] = before[k] + offset; }
  }
  if (local == ${SCAN_GROUP - 1}u && block < p.scanBlocks) { blocks[block] = offset + sum; }
}`;
}

/** Prefix sums of the sums of blocks, by one workgroup. */
export function scanSumsKernel(form: KernelForm): string {
  return `${prelude(form)}
@group(0) @binding(2) var<storage, read_write> blocks: array<u32>;
${SCAN}
@compute @workgroup_size(${SCAN_GROUP}) fn main(@builtin(local_invocation_index) local: u32) {
  var carried = 0u;
  for (var source = 0u; source < p.scanBlocks; source += ${SCAN_GROUP}u) {
    var x = 0u;
    if (source + local < p.scanBlocks) { x = blocks[source + local]; }
    let offset = exclusive(local, x);
    if (source + local < p.scanBlocks) { blocks[source + local] = carried + offset; }
    carried += workgroupUniformLoad(&lanes[${SCAN_GROUP - 1}]);
    workgroupBarrier();
  }
}`;
}

/** Sum over the lanes before one's own; the last of `lanes` then has the whole. */
const SCAN = /* wgsl */ `
var<workgroup> lanes: array<u32, ${SCAN_GROUP}>;
fn exclusive(local: u32, x: u32) -> u32 {
  lanes[local] = x;
  workgroupBarrier();
  for (var by = 1u; by < ${SCAN_GROUP}u; by <<= 1u) {
    var y = 0u;
    if (local >= by) { y = lanes[local - by]; }
    workgroupBarrier();
    lanes[local] += y;
    workgroupBarrier();
  }
  return lanes[local] - x;
}`;

export function addSumsKernel(form: KernelForm): string {
  return `${prelude(form)}
@group(0) @binding(2) var<storage, read_write> starts: array<u32>;
@group(0) @binding(3) var<storage, read> blocks: array<u32>;
${kernelOver('p.cellCount + 1u')} starts[t] += blocks[t / ${SCAN_BLOCK}u]; }`;
}

/** Which sphere comes where in the new order. */
export function scatterKernel(form: KernelForm): string {
  return `${prelude(form)}
@group(0) @binding(2) var<storage, read> cellAndRank: array<vec2u>;
@group(0) @binding(3) var<storage, read> starts: array<u32>;
@group(0) @binding(4) var<storage, read_write> order: array<u32>;
${kernelOver('p.count')} let at = cellAndRank[t]; order[starts[at.x] + at.y] = t; }`;
}

export function sortCellsKernel(form: KernelForm): string {
  return `${prelude(form)}
@group(0) @binding(2) var<storage, read> starts: array<u32>;
@group(0) @binding(3) var<storage, read_write> order: array<u32>;
${kernelOver('p.cellCount')}
  ${sortRange('starts', 'order')}
}`;
}

/** States in the new order; paths start anew. Those of clumps are elsewhere. */
export function gatherKernel(form: KernelForm): string {
  const [path, kept] =
    form.clumps === undefined
      ? ['b.w & ~TAG', 'b.w & TAG']
      : ['select(b.w & ~TAG, 0u, isCarried(b.w))', 'select(b.w & TAG, b.w, isCarried(b.w))'];
  return `${prelude(form)}
${STEP_INPUTS}
@group(0) @binding(2) var<storage, read> order: array<u32>;
@group(0) @binding(3) var<storage, read> position: array<vec4u>;
@group(0) @binding(4) var<storage, read> motion: array<vec4u>;
@group(0) @binding(5) var<storage, read> spin: array<vec4u>;
@group(0) @binding(6) var<storage, read_write> positionOut: array<vec4u>;
@group(0) @binding(7) var<storage, read_write> motionOut: array<vec4u>;
@group(0) @binding(8) var<storage, read_write> spinOut: array<vec4u>;
${statusAt(9)}
${gatherMain('motion[source]', `motionOut[t] = vec4u(b.xyz, ${kept});\n    spinOut[t] = spin[source];`, path)}`;
}

/** The names of spheres in the new order, and where each has gone. */
export function renameKernel(form: KernelForm): string {
  return `${prelude(form)}
${STEP_INPUTS}
@group(0) @binding(2) var<storage, read> order: array<u32>;
@group(0) @binding(3) var<storage, read> names: array<u32>;
@group(0) @binding(4) var<storage, read_write> namesOut: array<u32>;
@group(0) @binding(5) var<storage, read_write> newIndex: array<u32>;
${statusAt(6)}
${kernelOver('p.count')}
  ${unlessStopped('inputs.step')}
  let source = order[t];
  newIndex[source] = t;
  namesOut[t] = names[source];
}`;
}
