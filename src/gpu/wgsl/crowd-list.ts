// SPDX-License-Identifier: MIT
/**
 * The list of partners where radii differ much: rows, the partners of crowded spheres (crowds.ts), and the springs of
 * those that go on.
 */
import { WRAPPED } from './cells.ts';
import { aroundSphere, bins, CROWDS, CROWDS_FILLED, OLD_RECORD } from './crowds.ts';
import { addNear, FIRST_PLANE_NARROW, namesAt } from './list.ts';
import { NO_SLOT } from './mesh-list.ts';
import {
  CONTACT_SUM,
  CROWDED,
  CROWDS_WANTED,
  GONE,
  type KernelForm,
  kernelOver,
  MOMENT,
  PARTNER_SUM,
  prelude,
  STOP_AT,
  statusAt,
  unlessStopped,
} from './prelude.ts';

export function clearCrowdsKernel(form: KernelForm): string {
  return `${prelude(form)}
${MOMENT}
${CROWDS}
@group(0) @binding(2) var<storage, read_write> crowds: Crowds;
${statusAt(3)}
${kernelOver('1u')}
  ${unlessStopped('moment.step')}
  crowds.spheres = 0u;
  crowds.records = 0u;
  crowds.room = arrayLength(&crowds.items);
}`;
}

/**
 * Partners of each sphere: those whose surfaces are within the skin, from the bins of all sizes. Those of a crowded
 * sphere are looked for once more when their number is known.
 */
export function crowdListKernel(form: KernelForm): string {
  return `${prelude(form)}
${MOMENT}
${CROWDS_FILLED}
@group(0) @binding(2) var<storage, read> place: array<vec4u>;
@group(0) @binding(3) var<storage, read> spin: array<vec4u>;
@group(0) @binding(4) var<storage, read> starts: array<u32>;
@group(0) @binding(5) var<storage, read_write> rows: array<vec4u>;
${statusAt(6)}
@group(0) @binding(7) var<storage, read> motion: array<vec4u>;
@group(0) @binding(8) var<storage, read_write> crowds: Crowds;
${namesAt(form, 9)}

// Behind \`end\` of the items there is nothing yet; 0 for a row.
struct Row { count: u32, four: vec4u, end: u32 }

${addNear(
  form,
  '(*row).end == 0u && (*row).count < PARTNERS',
  'else if ((*row).end != 0u) { crowds.items[(*row).end - 2u * ((*row).count + 1u)] = vec4u(j, 0u, i, 0u); }',
)}
${WRAPPED}
${bins(form)}
fn addAll(i: u32, t: u32, me: vec4u, cell: vec3u, isFixed: bool, row: ptr<function, Row>) {
  ${aroundSphere((first, last) => `addNear(i, t, me, isFixed, ${first}, ${last}, row);`)}
}
${kernelOver('p.chunkCount')}
  ${unlessStopped('moment.step')}
  let i = p.chunkStart + t;
  let me = place[i];
  ${form.regions > 0 ? `if (spin[i].w == ${GONE}u) { rows[t] = vec4u(0u); return; }` : ''}
  let cell = unpackCell(spin[i].w);
  let isFixed = (motion[i].w & FIXED) != 0u;
  var row = Row(0u, vec4u(0u), 0u);
  addAll(i, t, me, cell, isFixed, &row);
  let count = row.count;
  if (count > PARTNERS) {
    let slot = atomicAdd(&crowds.spheres, 1u);
    let first = atomicAdd(&crowds.records, count);
    // Where there is no room, nobody uses the list: \`checkCrowds\` sees to that.
    if (slot + 2u * (first + count) > crowds.room) { return; }
    crowds.items[slot] = vec4u(i, first, count, 0u);
    rows[t] = vec4u(${CROWDED}u, 0u, slot, 0u);
    row = Row(0u, vec4u(0u), crowds.room - 2u * first);
    addAll(i, t, me, cell, isFixed, &row);
    return;
  }
  let next = HEAD + count;
  ${FIRST_PLANE_NARROW}
}`;
}

/** A list without room for all partners is not used: nothing more is done, and the host makes room. */
export function checkCrowdsKernel(form: KernelForm): string {
  return `${prelude(form)}
${MOMENT}
${CROWDS}
@group(0) @binding(2) var<storage, read_write> crowds: Crowds;
${statusAt(3)}
${kernelOver('1u')}
  ${unlessStopped('moment.step')}
  let wanted = crowds.spheres + 2u * crowds.records;
  if (wanted <= crowds.room) { return; }
  atomicStore(&status[${CROWDS_WANTED}], wanted);
  atomicMin(&status[${STOP_AT}], moment.step);
}`;
}

/**
 * Springs of the contacts of old chunk `old`, and of old crowded spheres in it, to the new partners of crowded spheres.
 */
export function carryCrowdsKernel(form: KernelForm): string {
  return `${prelude(form)}
${MOMENT}
${CROWDS}
@group(0) @binding(2) var<storage, read> order: array<u32>;
@group(0) @binding(3) var<storage, read_write> rowsOld: array<vec4u>;
@group(0) @binding(4) var<storage, read_write> springsOld: array<vec4f>;
@group(0) @binding(5) var<storage, read> crowdsOld: Crowds;
@group(0) @binding(6) var<storage, read_write> crowds: Crowds;
${statusAt(7)}
fn oldPartnerAt(t: u32, s: u32) -> u32 { let word = HEAD + s; return rowsOld[(word >> 2u) * p.chunkSize + t][word & 3u]; }
${kernelOver('crowds.records')}
  ${unlessStopped('moment.step')}
  let at = crowds.room - 2u * (t + 1u);
  let record = crowds.items[at];
  let source = order[record.z];
  if (source < p.oldStart || source >= p.oldStart + p.oldCount) { return; }
  let o = source - p.oldStart;
  let partner = order[record.x];
  let head = rowsOld[o];
  if ((head.x & ${CROWDED}u) != 0u) {
    let old = oldRecord(head.z, partner);
    if (old == 0u) { return; }
    crowds.items[at].y = 1u;
    crowds.items[at + 1u] = crowdsOld.items[old + 1u];
    return;
  }
  var bits = head.y;
  for (var rank = 0u; bits != 0u; rank++) {
    if (oldPartnerAt(o, firstTrailingBit(bits)) == partner) {
      crowds.items[at].y = 1u;
      crowds.items[at + 1u] = bitcast<vec4u>(springsOld[rank * p.chunkSize + o]);
      return;
    }
    bits &= bits - 1u;
  }
}
${OLD_RECORD}`;
}

/** Which crowded spheres are near meshes: the forces of those are already where theirs go. */
export function markCrowdsKernel(form: KernelForm): string {
  return `${prelude(form)}
${MOMENT}
${CROWDS}
@group(0) @binding(2) var<storage, read_write> crowds: Crowds;
@group(0) @binding(3) var<storage, read> slotOf: array<u32>;
${statusAt(4)}
${kernelOver('crowds.spheres')}
  ${unlessStopped('moment.step')}
  crowds.items[t].w = select(1u, 0u, slotOf[crowds.items[t].x] == ${NO_SLOT}u);
}`;
}

/** Partners and contacts of crowded spheres. */
export function countCrowdsKernel(form: KernelForm): string {
  return `${prelude(form)}
${CROWDS}
@group(0) @binding(2) var<storage, read> crowds: Crowds;
${statusAt(3)}
${kernelOver('crowds.records')}
  atomicAdd(&status[${PARTNER_SUM}], 1u);
  atomicAdd(&status[${CONTACT_SUM}], crowds.items[crowds.room - 2u * (t + 1u)].y);
}`;
}
