// SPDX-License-Identifier: MIT
/** WGSL: builds the rows of partners from the cells and copies the springs of lasting contacts. */
import { aroundCell, WRAPPED } from './cells.ts';
import { OLD_RECORD, OVERFLOW_PARTNERS } from './overflow-partners.ts';
import {
  CONTACT_SUM,
  GONE,
  HALF_SPACE_BITS,
  type KernelForm,
  kernelOver,
  OVERFLOWS,
  PARTNER_SUM,
  PARTNERS_WANTED,
  prelude,
  STEP_INPUTS,
  STOP_AT,
  unlessStopped,
} from './prelude.ts';

/**
 * Adds to a row the spheres of cells in one line that are near one: those for which there is room, by `hasRoom`, to the
 * row itself; others are counted, or are taken by `orElse`.
 */
export function addNear({ clumps }: KernelForm, hasRoom: string, orElse = ''): string {
  // Spheres of one clump have its name.
  const isOther = clumps === undefined ? '' : ' && names[j] != names[i]';
  return /* wgsl */ `
fn addNear(i: u32, t: u32, me: vec4u, isFixed: bool, first: u32, last: u32, row: ptr<function, Row>) {
  let reach = radiusOf(me.w) + p.skin;
  for (var j = starts[first]; j < starts[last + 1u]; j++) {
    let other = position[j];
    let d = separation(me.xyz, other.xyz);
    let within = reach + radiusOf(other.w);
    // Two that never move have nothing to do with each other, and no mass to share.
    if (dot(d, d) < within * within && j != i && !(isFixed && (motion[j].w & FIXED) != 0u)${isOther}) {
      if (${hasRoom}) {
        let word = HEAD + (*row).count;
        (*row).four[word & 3u] = j;
        if ((word & 3u) == 3u) { rows[(word >> 2u) * p.chunkSize + t] = (*row).four; }
      } ${orElse}
      (*row).count++;
    }
  }
}`;
}

/** Names of spheres, where clumps have to be told apart. */
export function namesAt({ clumps }: KernelForm, binding: number): string {
  return clumps === undefined ? '' : `@group(0) @binding(${binding}) var<storage, read> names: array<u32>;`;
}

/** Partners of each sphere: those whose surfaces are within the skin, from 27 cells. */
export function listKernel(form: KernelForm): string {
  return `${prelude(form)}
${STEP_INPUTS}
@group(0) @binding(2) var<storage, read> position: array<vec4u>;
@group(0) @binding(3) var<storage, read> spin: array<vec4u>;
@group(0) @binding(4) var<storage, read> starts: array<u32>;
@group(0) @binding(5) var<storage, read_write> rows: array<vec4u>;
@group(0) @binding(6) var<storage, read_write> status: array<atomic<u32>>;
@group(0) @binding(7) var<storage, read> motion: array<vec4u>;
${namesAt(form, 8)}

struct Row { count: u32, four: vec4u }

${addNear(form, '(*row).count < PARTNERS')}
${WRAPPED}
${kernelOver('p.chunkCount')}
  ${unlessStopped('inputs.step')}
  let i = p.chunkStart + t;
  let me = position[i];
  ${form.regions > 0 ? `if (spin[i].w == ${GONE}u) { rows[t] = vec4u(0u); return; }` : ''}
  let cell = vec3i(unpackCell(spin[i].w));
  let isFixed = (motion[i].w & FIXED) != 0u;
  var row = Row(0u, vec4u(0u));
  ${aroundCell((first, last) => `addNear(i, t, me, isFixed, ${first}, ${last}, &row);`)}
  // Nobody uses such a list: the host makes room.
  if (row.count > PARTNERS) {
    atomicMax(&status[${PARTNERS_WANTED}], row.count);
    atomicMin(&status[${STOP_AT}], inputs.step);
  }
  let count = min(row.count, PARTNERS);
  let next = HEAD + count;
  ${form.maskWords === 1 ? FIRST_PLANE_NARROW : FIRST_PLANE_WIDE}
}`;
}

/**
 * The first plane holds counts, bits and the first two partners, which the loop has written to it, or still holds where
 * there are fewer.
 */
export const FIRST_PLANE_NARROW = /* wgsl */ `
  if (next < 4u) { rows[t] = vec4u(count, 0u, row.four.zw); }
  else {
    if ((next & 3u) != 0u) { rows[(next >> 2u) * p.chunkSize + t] = row.four; }
    rows[t] = vec4u(count, 0u, rows[t].zw);
  }`;
const FIRST_PLANE_WIDE = /* wgsl */ `
  if ((next & 3u) != 0u) { rows[(next >> 2u) * p.chunkSize + t] = row.four; }
  rows[t] = vec4u(count, 0u, 0u, 0u);`;

/**
 * Springs of the contacts of old rows in chunk `old` to new rows in chunk `now`: once for every two chunks. Old bits
 * are found through the new indices of old partners.
 */
export function carryKernel(form: KernelForm): string {
  return `${prelude(form)}
${STEP_INPUTS}
@group(0) @binding(2) var<storage, read> order: array<u32>;
@group(0) @binding(3) var<storage, read> newIndex: array<u32>;
@group(0) @binding(4) var<storage, read_write> rowsOld: array<vec4u>;
@group(0) @binding(5) var<storage, read_write> rows: array<vec4u>;
@group(0) @binding(6) var<storage, read_write> springsOld: array<vec4f>;
@group(0) @binding(7) var<storage, read_write> springs: array<vec4f>;
@group(0) @binding(8) var<storage, read_write> status: array<atomic<u32>>;
${form.levels > 0 ? `${OVERFLOW_PARTNERS}\n@group(0) @binding(9) var<storage, read> overflowOld: OverflowPartners;\n${OLD_RECORD}` : ''}
var<private> old: array<u32, CONTACTS>;
fn partnerAt(t: u32, s: u32) -> u32 { let word = HEAD + s; return rows[(word >> 2u) * p.chunkSize + t][word & 3u]; }
fn oldPartnerAt(t: u32, s: u32) -> u32 {
  let word = HEAD + s;
  return rowsOld[(word >> 2u) * p.chunkSize + t][word & 3u];
}
${kernelOver('p.chunkCount')}
  ${unlessStopped('inputs.step')}
  let source = order[p.chunkStart + t];
  if (source < p.oldStart || source >= p.oldStart + p.oldCount) { return; }
  let o = source - p.oldStart;
  let head = rowsOld[o];
  var known = 0u;
  for (var w = 0u; w < WORDS; w++) {
    var bits = head[1u + w];
    while (bits != 0u && known < CONTACTS) {
      old[known] = newIndex[oldPartnerAt(o, 32u * w + firstTrailingBit(bits))];
      bits &= bits - 1u;
      known++;
    }
  }
  var now = rows[t];
  let count = now.x & 255u;
  var rank = 0u;
  for (var s = 0u; s < count && rank < known; s++) {
    let j = partnerAt(t, s);
    for (var q = 0u; q < known; q++) {
      if (old[q] == j) {
        springs[rank * p.chunkSize + t] = springsOld[q * p.chunkSize + o];
        now[1u + (s >> 5u)] |= 1u << (s & 31u);
        rank++;
        break;
      }
    }
  }
  ${form.levels > 0 ? FROM_OVERFLOW : ''}
  now.x |= head.x & ${HALF_SPACE_BITS}u;
  rows[t] = now;
  for (var k = 0u; k < HALF_SPACES; k++) {
    if ((head.x & (256u << k)) != 0u) {
      rows[(LIST_PLANES + k) * p.chunkSize + t] = rowsOld[(LIST_PLANES + k) * p.chunkSize + o];
    }
  }
}`;
}

/** Of a sphere that had overflow partners and has none now. */
const FROM_OVERFLOW = /* wgsl */ `
  if ((head.x & ${OVERFLOWS}u) != 0u) {
    for (var s = 0u; s < count; s++) {
      let record = oldRecord(head.z, order[partnerAt(t, s)]);
      if (record == 0u) { continue; }
      springs[rank * p.chunkSize + t] = bitcast<vec4f>(overflowOld.items[record + 1u]);
      now.y |= 1u << s;
      rank++;
    }
  }`;

/** How many partners and contacts there are. */
export function countKernel(form: KernelForm): string {
  return `${prelude(form)}
@group(0) @binding(2) var<storage, read> rows: array<vec4u>;
@group(0) @binding(3) var<storage, read_write> status: array<atomic<u32>>;
${kernelOver('p.chunkCount')}
  let head = rows[t];
  var contacts = 0u;
  for (var w = 0u; w < WORDS; w++) { contacts += countOneBits(head[1u + w]); }
  // A pair is in two rows, a wall in one.
  atomicAdd(&status[${PARTNER_SUM}], head.x & 255u);
  atomicAdd(&status[${CONTACT_SUM}], contacts + 2u * countOneBits(head.x & ${HALF_SPACE_BITS}u));
}`;
}
