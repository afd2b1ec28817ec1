// SPDX-License-Identifier: MIT
/**
 * WGSL: builds the pair list of convex bodies. Each pair is in the row of its first body; data of pairs move from the
 * old list, and each body also gets the list of its pairs in other rows. Atomic counters give ranks, which are sorted
 * afterwards, so lists are the same in every run.
 */
import { aroundCell, gatherMain, intoCell, leaveOut, sortRange, WRAPPED } from './cells.ts';
import { behindLists, type ConvexForm, convexPrelude, POOL_COUNT } from './convex-prelude.ts';
import {
  CONTACTS_WANTED,
  GONE,
  kernelOver,
  PARTNERS_WANTED,
  STEP_INPUTS,
  STOP_AT,
  statusAt,
  unlessStopped,
} from './prelude.ts';
import { CONVEX_REST, PAIR } from './records.ts';

/** In which cell each body is now, and how many are in each. */
export function convexBinKernel(form: ConvexForm): string {
  return `${convexPrelude(form)}
${STEP_INPUTS}
@group(0) @binding(2) var<storage, read> position: array<vec4u>;
@group(0) @binding(3) var<storage, read_write> rest: array<vec4u>;
@group(0) @binding(4) var<storage, read_write> starts: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> cellAndRank: array<vec2u>;
${statusAt(6)}
${kernelOver('p.count')}
  ${unlessStopped('inputs.step')}
  ${form.regions > 0 ? leaveOut(CONVEX_REST.word('rest', 'cell')) : ''}
  ${intoCell(CONVEX_REST.word('rest', 'cell'))}
}`;
}

/** States in the new order; paths start anew, and so does the pool. */
export function convexGatherKernel(form: ConvexForm): string {
  return `${convexPrelude(form)}
${STEP_INPUTS}
@group(0) @binding(2) var<storage, read> order: array<u32>;
@group(0) @binding(3) var<storage, read> position: array<vec4u>;
@group(0) @binding(4) var<storage, read> rest: array<vec4u>;
@group(0) @binding(5) var<storage, read_write> positionOut: array<vec4u>;
@group(0) @binding(6) var<storage, read_write> restOut: array<vec4u>;
${statusAt(7)}
${gatherMain(
  CONVEX_REST.vector('rest', 'velocity', 'source'),
  /* wgsl */ `${CONVEX_REST.vector('restOut', 'velocity')} = vec4u(b.xyz, b.w & 255u);
    for (var k = 1u; k < 4u; k++) { restOut[4u * t + k] = rest[4u * source + k]; }
    if (t == 0u) { atomicStore(&status[${POOL_COUNT}], 0u); }`,
)}`;
}

/**
 * Goes through the bodies in 27 cells, and the half-spaces, that a body may come to touch before the next list; `take`
 * is called with each.
 */
function search(form: ConvexForm, take: (partner: string) => string): string {
  return /* wgsl */ `
${WRAPPED}
fn takeCells(i: u32, me: vec4u, isFixed: bool, first: u32, last: u32, found: ptr<function, u32>) {
  let reach = bitcast<f32>(me.w) + p.skin;
  for (var j = max(starts[first], i + 1u); j < starts[last + 1u]; j++) {
    let other = position[j];
    let d = separation(me.xyz, other.xyz);
    let within = reach + bitcast<f32>(other.w);
    if (dot(d, d) < within * within && !(isFixed && (${CONVEX_REST.word('rest', 'tag', 'j')} & FIXED) != 0u)) {
      ${take('j')}
    }
  }
}
fn searchAround(i: u32) -> u32 {
  let me = position[i];
  ${form.regions > 0 ? `if (${CONVEX_REST.word('rest', 'cell', 'i')} == ${GONE}u) { return 0u; }` : ''}
  let cell = vec3i(unpackCell(${CONVEX_REST.word('rest', 'cell', 'i')}));
  let isFixed = (${CONVEX_REST.word('rest', 'tag', 'i')} & FIXED) != 0u;
  var count = 0u;
  let found = &count;
  ${aroundCell((first, last) => `takeCells(i, me, isFixed, ${first}, ${last}, found);`)}
  if (isFixed) { return count; }
  let x = separation(vec3u(cell) << vec3u(CELL_BITS), me.xyz) + vec3f(cell) * p.quantum * 1073741824.0;
  for (var k = 0u; k < HALF_SPACES; k++) {
    // A wall that moves may come from anywhere.
    let height = dot(tables.walls[k].normal, x) - inputs.walls[k].fromOrigin;
    if (tables.walls[k].moves > 0.0 || height < bitcast<f32>(me.w) + p.skin) {
      ${take('(WALL_BIT | k)')}
    }
  }
  return count;
}`;
}

/** How many pairs each body has in its row. */
export function nearKernel(form: ConvexForm): string {
  return `${convexPrelude(form)}
${STEP_INPUTS}
@group(0) @binding(2) var<uniform> tables: Tables;
@group(0) @binding(3) var<storage, read> position: array<vec4u>;
@group(0) @binding(4) var<storage, read> rest: array<vec4u>;
@group(0) @binding(5) var<storage, read> starts: array<u32>;
@group(0) @binding(6) var<storage, read_write> pairStarts: array<u32>;
${statusAt(7)}
${search(form, () => '*found += 1u;')}
${kernelOver('p.count')}
  ${unlessStopped('inputs.step')}
  pairStarts[t] = searchAround(t);
}`;
}

/**
 * The pairs, in rows; `ranks` says which of the pairs in rows of others that the second body has, in the buffer that
 * later has the lists of steps.
 */
export function pairKernel(form: ConvexForm): string {
  return `${convexPrelude(form)}
${STEP_INPUTS}
@group(0) @binding(2) var<uniform> tables: Tables;
@group(0) @binding(3) var<storage, read> position: array<vec4u>;
@group(0) @binding(4) var<storage, read> rest: array<vec4u>;
@group(0) @binding(5) var<storage, read> starts: array<u32>;
@group(0) @binding(6) var<storage, read> pairStarts: array<u32>;
@group(0) @binding(7) var<storage, read_write> pairs: array<vec4u>;
@group(0) @binding(8) var<storage, read_write> incidentStarts: array<atomic<u32>>;
@group(0) @binding(9) var<storage, read_write> ranks: array<u32>;
${statusAt(10)}
fn write(i: u32, j: u32, at: u32) {
  if (at >= p.pairCapacity) { return; }
  ${PAIR.vector('pairs', 'first', 'at')} = vec4u(i, j, 0u, NO_BLOCK);
  for (var k = 1u; k < 4u; k++) { pairs[4u * at + k] = vec4u(0u); }
  // A look may have stamped another pair here, with this very step.
  ranks[${behindLists(form)} + at] = 0u;
  if (j < WALL_BIT) { ranks[at] = atomicAdd(&incidentStarts[j], 1u); }
}
${search(form, (partner) => `write(i, ${partner}, pairStarts[i] + *found); *found += 1u;`)}
${kernelOver('p.count')}
  ${unlessStopped('inputs.step')}
  _ = searchAround(t);
  // Nobody uses such a list: the host makes room.
  if (t == 0u && pairStarts[p.count] > p.pairCapacity) {
    atomicMax(&status[${PARTNERS_WANTED}], pairStarts[p.count]);
    atomicMin(&status[${STOP_AT}], inputs.step);
  }
}`;
}

/** Every thread goes on from pair to pair, since only the GPU knows how many there are. */
export function striding(count: string): string {
  return /* wgsl */ `
@compute @workgroup_size(GROUP) fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32) {
  ${unlessStopped('inputs.step')}
  for (var t = indexOf(group, groups, local); t < ${count}; t += groups.x * groups.y * GROUP) { forPair(t); }
}`;
}

/**
 * Tells second bodies of their pairs, and takes over what the old list knew of each pair, as it was told there: first
 * and second may be the other way round.
 */
export function carryPairsKernel(form: ConvexForm): string {
  return `${convexPrelude(form)}
${STEP_INPUTS}
@group(0) @binding(2) var<storage, read> order: array<u32>;
@group(0) @binding(3) var<storage, read> pairStarts: array<u32>;
@group(0) @binding(4) var<storage, read_write> pairs: array<vec4u>;
@group(0) @binding(5) var<storage, read> pairStartsOld: array<u32>;
@group(0) @binding(6) var<storage, read> pairsOld: array<vec4u>;
@group(0) @binding(7) var<storage, read> poolOld: array<vec4u>;
@group(0) @binding(8) var<storage, read_write> pool: array<vec4u>;
${statusAt(9)}
fn forPair(t: u32) {
  let now = ${PAIR.vector('pairs', 'first')};
  let isWall = now.y >= WALL_BIT;
  let i = order[now.x];
  var j = now.y;
  if (!isWall) { j = order[now.y]; }
  let row = min(i, j);
  for (var at = pairStartsOld[row]; at < min(pairStartsOld[row + 1u], p.pairCapacity); at++) {
    let old = ${PAIR.vector('pairsOld', 'first', 'at')};
    let isSame = old.x == i && old.y == j;
    if (!isSame && !(old.x == j && old.y == i)) { continue; }
    var block = NO_BLOCK;
    if (old.w != NO_BLOCK && (old.z & 15u) > 1u) {
      block = atomicAdd(&status[${POOL_COUNT}], 1u);
      if (block >= p.poolCapacity) {
        atomicMax(&status[${CONTACTS_WANTED}], block + 1u);
        atomicMin(&status[${STOP_AT}], inputs.step);
        block = NO_BLOCK;
      } else {
        for (var k = 0u; k < 2u * POINTS; k++) { pool[2u * POINTS * block + k] = poolOld[2u * POINTS * old.w + k]; }
      }
    }
    ${PAIR.vector('pairs', 'first')} = vec4u(select(now.yx, now.xy, isSame), old.z, block);
    for (var k = 1u; k < 4u; k++) { pairs[4u * t + k] = pairsOld[4u * at + k]; }
    return;
  }
}
${striding('min(pairStarts[p.count], p.pairCapacity)')}`;
}

/** Pairs in rows of others, where the second body finds them. Runs before pairs are turned round. */
export function incidentKernel(form: ConvexForm): string {
  return `${convexPrelude(form)}
${STEP_INPUTS}
@group(0) @binding(2) var<storage, read> pairStarts: array<u32>;
@group(0) @binding(3) var<storage, read> pairs: array<vec4u>;
@group(0) @binding(4) var<storage, read> incidentStarts: array<u32>;
@group(0) @binding(5) var<storage, read> ranks: array<u32>;
@group(0) @binding(6) var<storage, read_write> incident: array<u32>;
${statusAt(7)}
fn forPair(t: u32) {
  let j = ${PAIR.word('pairs', 'second')};
  if (j < WALL_BIT) { incident[incidentStarts[j] + ranks[t]] = t; }
}
${striding('min(pairStarts[p.count], p.pairCapacity)')}`;
}

/** The list of a body's pairs in rows of others, in order; and where its pairs are, in one vector for the motion. */
export function sortIncidentKernel(form: ConvexForm): string {
  return `${convexPrelude(form)}
${STEP_INPUTS}
@group(0) @binding(2) var<storage, read> incidentStarts: array<u32>;
@group(0) @binding(3) var<storage, read_write> incident: array<u32>;
@group(0) @binding(4) var<storage, read> pairStarts: array<u32>;
@group(0) @binding(5) var<storage, read_write> ranges: array<vec4u>;
${statusAt(6)}
${kernelOver('p.count')}
  ${unlessStopped('inputs.step')}
  ranges[t] = vec4u(pairStarts[t], min(pairStarts[t + 1u], p.pairCapacity), incidentStarts[t], incidentStarts[t + 1u]);
  ${sortRange('incidentStarts', 'incident')}
}`;
}
