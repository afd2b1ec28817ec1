// SPDX-License-Identifier: MIT
/**
 * WGSL: builds the neighbour list for large size ratios: rows, overflow partners (overflow-partners.ts), and the
 * springs of lasting contacts.
 */
import { WRAPPED } from './cells.ts';
import { aroundSphere, bins } from './hierarchical-grid.ts';
import { addNear, FIRST_PLANE_NARROW, namesAt } from './list.ts';
import { NO_SLOT } from './mesh-list.ts';
import { OLD_RECORD, OVERFLOW_PARTNERS, OVERFLOW_PARTNERS_FILLED } from './overflow-partners.ts';
import {
  CONTACT_SUM,
  GONE,
  type KernelForm,
  kernelOver,
  OVERFLOW_WANTED,
  OVERFLOWS,
  PARTNER_SUM,
  prelude,
  STEP_INPUTS,
  STOP_AT,
  statusAt,
  unlessStopped,
} from './prelude.ts';

export function clearOverflowKernel(form: KernelForm): string {
  return `${prelude(form)}
${STEP_INPUTS}
${OVERFLOW_PARTNERS}
@group(0) @binding(2) var<storage, read_write> overflow: OverflowPartners;
${statusAt(3)}
${kernelOver('1u')}
  ${unlessStopped('inputs.step')}
  overflow.spheres = 0u;
  overflow.records = 0u;
  overflow.room = arrayLength(&overflow.items);
}`;
}

/**
 * Partners of each sphere: those whose surfaces are within the skin, from the bins of all sizes. Overflow partners are
 * looked for once more when their number is known.
 */
export function overflowListKernel(form: KernelForm): string {
  return `${prelude(form)}
${STEP_INPUTS}
${OVERFLOW_PARTNERS_FILLED}
@group(0) @binding(2) var<storage, read> position: array<vec4u>;
@group(0) @binding(3) var<storage, read> spin: array<vec4u>;
@group(0) @binding(4) var<storage, read> starts: array<u32>;
@group(0) @binding(5) var<storage, read_write> rows: array<vec4u>;
${statusAt(6)}
@group(0) @binding(7) var<storage, read> motion: array<vec4u>;
@group(0) @binding(8) var<storage, read_write> overflow: OverflowPartners;
${namesAt(form, 9)}

// Behind \`end\` of the items there is nothing yet; 0 for a row.
struct Row { count: u32, four: vec4u, end: u32 }

${addNear(
  form,
  '(*row).end == 0u && (*row).count < PARTNERS',
  'else if ((*row).end != 0u) { overflow.items[(*row).end - 2u * ((*row).count + 1u)] = vec4u(j, 0u, i, 0u); }',
)}
${WRAPPED}
${bins(form)}
fn addAll(i: u32, t: u32, me: vec4u, cell: vec3u, isFixed: bool, row: ptr<function, Row>) {
  ${aroundSphere((first, last) => `addNear(i, t, me, isFixed, ${first}, ${last}, row);`)}
}
${kernelOver('p.chunkCount')}
  ${unlessStopped('inputs.step')}
  let i = p.chunkStart + t;
  let me = position[i];
  ${form.regions > 0 ? `if (spin[i].w == ${GONE}u) { rows[t] = vec4u(0u); return; }` : ''}
  let cell = unpackCell(spin[i].w);
  let isFixed = (motion[i].w & FIXED) != 0u;
  var row = Row(0u, vec4u(0u), 0u);
  addAll(i, t, me, cell, isFixed, &row);
  let count = row.count;
  if (count > PARTNERS) {
    let slot = atomicAdd(&overflow.spheres, 1u);
    let first = atomicAdd(&overflow.records, count);
    // Where there is no room, nobody uses the list: \`checkOverflow\` sees to that.
    if (slot + 2u * (first + count) > overflow.room) { return; }
    overflow.items[slot] = vec4u(i, first, count, 0u);
    rows[t] = vec4u(${OVERFLOWS}u, 0u, slot, 0u);
    row = Row(0u, vec4u(0u), overflow.room - 2u * first);
    addAll(i, t, me, cell, isFixed, &row);
    return;
  }
  let next = HEAD + count;
  ${FIRST_PLANE_NARROW}
}`;
}

/** A list without room for all partners is not used: nothing more is done, and the host makes room. */
export function checkOverflowKernel(form: KernelForm): string {
  return `${prelude(form)}
${STEP_INPUTS}
${OVERFLOW_PARTNERS}
@group(0) @binding(2) var<storage, read_write> overflow: OverflowPartners;
${statusAt(3)}
${kernelOver('1u')}
  ${unlessStopped('inputs.step')}
  let wanted = overflow.spheres + 2u * overflow.records;
  if (wanted <= overflow.room) { return; }
  atomicStore(&status[${OVERFLOW_WANTED}], wanted);
  atomicMin(&status[${STOP_AT}], inputs.step);
}`;
}

/** Springs of the contacts of old chunk `old`, and of old overflow partners in it, to the new overflow partners. */
export function carryOverflowKernel(form: KernelForm): string {
  return `${prelude(form)}
${STEP_INPUTS}
${OVERFLOW_PARTNERS}
@group(0) @binding(2) var<storage, read> order: array<u32>;
@group(0) @binding(3) var<storage, read_write> rowsOld: array<vec4u>;
@group(0) @binding(4) var<storage, read_write> springsOld: array<vec4f>;
@group(0) @binding(5) var<storage, read> overflowOld: OverflowPartners;
@group(0) @binding(6) var<storage, read_write> overflow: OverflowPartners;
${statusAt(7)}
fn oldPartnerAt(t: u32, s: u32) -> u32 {
  let word = HEAD + s;
  return rowsOld[(word >> 2u) * p.chunkSize + t][word & 3u];
}
${kernelOver('overflow.records')}
  ${unlessStopped('inputs.step')}
  let at = overflow.room - 2u * (t + 1u);
  let record = overflow.items[at];
  let source = order[record.z];
  if (source < p.oldStart || source >= p.oldStart + p.oldCount) { return; }
  let o = source - p.oldStart;
  let partner = order[record.x];
  let head = rowsOld[o];
  if ((head.x & ${OVERFLOWS}u) != 0u) {
    let old = oldRecord(head.z, partner);
    if (old == 0u) { return; }
    overflow.items[at].y = 1u;
    overflow.items[at + 1u] = overflowOld.items[old + 1u];
    return;
  }
  var bits = head.y;
  for (var rank = 0u; bits != 0u; rank++) {
    if (oldPartnerAt(o, firstTrailingBit(bits)) == partner) {
      overflow.items[at].y = 1u;
      overflow.items[at + 1u] = bitcast<vec4u>(springsOld[rank * p.chunkSize + o]);
      return;
    }
    bits &= bits - 1u;
  }
}
${OLD_RECORD}`;
}

/** Which spheres with overflow partners are near meshes: the forces of those are already where theirs go. */
export function markOverflowKernel(form: KernelForm): string {
  return `${prelude(form)}
${STEP_INPUTS}
${OVERFLOW_PARTNERS}
@group(0) @binding(2) var<storage, read_write> overflow: OverflowPartners;
@group(0) @binding(3) var<storage, read> slotOf: array<u32>;
${statusAt(4)}
${kernelOver('overflow.spheres')}
  ${unlessStopped('inputs.step')}
  overflow.items[t].w = select(1u, 0u, slotOf[overflow.items[t].x] == ${NO_SLOT}u);
}`;
}

/** Overflow partners and their contacts. */
export function countOverflowKernel(form: KernelForm): string {
  return `${prelude(form)}
${OVERFLOW_PARTNERS}
@group(0) @binding(2) var<storage, read> overflow: OverflowPartners;
${statusAt(3)}
${kernelOver('overflow.records')}
  atomicAdd(&status[${PARTNER_SUM}], 1u);
  atomicAdd(&status[${CONTACT_SUM}], overflow.items[overflow.room - 2u * (t + 1u)].y);
}`;
}
