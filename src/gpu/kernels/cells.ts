// SPDX-License-Identifier: MIT
/** WGSL for cells, shared by the neighbour lists of all kinds of bodies. */
import { ESCAPED, GONE, GROUP, LONGEST_PATH, STOP_AT } from './prelude.ts';

/**
 * The cell that body `t` is in now, to the `word` that holds its last one; and its rank among those of the cell, or of
 * the bin of another size that `binOf` names.
 */
export function intoCell(word: string, binOf = 'cellIndex(vec3u(inside))'): string {
  return /* wgsl */ `
  ${cellNow('position[t].xyz', word)}
  let index = ${binOf};
  cellAndRank[t] = vec2u(index, atomicAdd(&starts[index], 1u));`;
}

/** The cell of a `position` to the `word` that holds its last one. */
export function cellNow(position: string, word: string): string {
  return /* wgsl */ `
  let old = unpackCell(${word});
  // The two highest bits of a position are its cell modulo 4; a body moves by less than two cells between lists.
  let moved = bitcast<vec3i>(((${position} >> vec3u(CELL_BITS)) - old) << vec3u(CELL_BITS)) >> vec3u(CELL_BITS);
  var cell = vec3i(old) + moved;
  let most = vec3i(p.cells);
  cell = select(cell, (cell + most) % most, p.periodic != vec3u(0u));
  let inside = clamp(cell, vec3i(0), most - 1);
  if (any(inside != cell)) { atomicAdd(&status[${ESCAPED}], 1u); }
  ${word} = packCell(vec3u(inside));`;
}

/**
 * Those that are taken out, with GONE in the `word` of their cell, come behind all others, in a cell that nobody looks
 * into.
 */
export function leaveOut(word: string): string {
  return (
    `if (${word} == ${GONE}u) { cellAndRank[t] = vec2u(p.cellCount, atomicAdd(&starts[p.cellCount], 1u)); return; ` +
    '}'
  );
}

/**
 * Kernel that copies states into the new order: `tag` of `source` has its path, which is looked at and starts anew;
 * `copy` does the rest, with \`b\` the vector of the tag.
 */
export function gatherMain(tag: string, copy: string, path = 'b.w & ~TAG'): string {
  return /* wgsl */ `
var<workgroup> longest: atomic<u32>;
@compute @workgroup_size(${GROUP}) fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32) {
  let t = indexOf(group, groups, local);
  if (t < p.count && atomicLoad(&status[${STOP_AT}]) > inputs.step) {
    let source = order[t];
    let b = ${tag};
    atomicMax(&longest, ${path});
    positionOut[t] = position[source];
    ${copy}
  }
  workgroupBarrier();
  if (local == 0u) { atomicMax(&status[${LONGEST_PATH}], atomicLoad(&longest)); }
}`;
}

/** Sorts the numbers from `starts[t]` to `starts[t + 1]`: few, since threads gave them their ranks. */
export function sortRange(starts: string, numbers: string): string {
  return /* wgsl */ `
  let first = ${starts}[t];
  let end = ${starts}[t + 1u];
  for (var k = first + 1u; k < end; k++) {
    let x = ${numbers}[k];
    var at = k;
    while (at > first) {
      let y = ${numbers}[at - 1u];
      if (y <= x) { break; }
      ${numbers}[at] = y;
      at--;
    }
    ${numbers}[at] = x;
  }`;
}

/** Cell of a row of cells along x; outside a periodic direction comes in again, and elsewhere is none. */
export const WRAPPED = /* wgsl */ `
fn wrapped(x: i32, cells: u32, isPeriodic: u32) -> i32 {
  let most = i32(cells);
  if (x >= 0 && x < most) { return x; }
  if (isPeriodic == 0u) { return -1; }
  return select(x + most, x - most, x >= most);
}`;

/**
 * Goes through the 27 cells around `cell`, those of a row at once: `take` is called with the first and the last index.
 * Needs WRAPPED.
 */
export function aroundCell(take: (first: string, last: string) => string): string {
  return /* wgsl */ `
  for (var dz = -1; dz <= 1; dz++) {
    let z = wrapped(cell.z + dz, p.cells.z, p.periodic.z);
    if (z < 0) { continue; }
    for (var dy = -1; dy <= 1; dy++) {
      let y = wrapped(cell.y + dy, p.cells.y, p.periodic.y);
      if (y < 0) { continue; }
      let line = (u32(z) * p.cells.y + u32(y)) * p.cells.x;
      if (p.periodic.x != 0u && (cell.x == 0 || cell.x == i32(p.cells.x) - 1)) {
        for (var dx = -1; dx <= 1; dx++) {
          let at = line + u32(wrapped(cell.x + dx, p.cells.x, 1u));
          ${take('at', 'at')}
        }
      } else {
        ${take('line + u32(max(cell.x - 1, 0))', 'line + u32(min(cell.x + 1, i32(p.cells.x) - 1))')}
      }
    }
  }`;
}
