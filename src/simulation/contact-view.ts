// SPDX-License-Identifier: MIT
/** The contacts of a simulation as flat copies, at the present time, in the order of the neighbour list. */
import * as layout from '../step-kernel/layout.ts';
import type { StepKernel } from '../step-kernel/step-kernel.ts';
import { idOf } from './elements.ts';
import { CONTACT_BODY, CONTACT_HALF_SPACE, type ContactView } from './simulation-views.ts';
import type { StepMemory } from './step-memory.ts';

export function viewContacts(memory: StepMemory, kernel: StepKernel): ContactView {
  const chunks: Float64Array[] = [];
  const integers: Int32Array[] = [];
  const { F, I } = memory;
  I[layout.RECORD_PAIR] = 0;
  const record = memory.address(layout.RECORD);
  for (let e = 0; e < (I[layout.ELEMENT_COUNT] ?? 0); ) {
    e = kernel.contactRecords(e);
    const cells = layout.RECORD_STRIDE * (I[layout.RECORD_COUNT] ?? 0);
    chunks.push(F.slice(record, record + cells));
    integers.push(I.slice(2 * record, 2 * (record + cells)));
  }
  const count = chunks.reduce((sum, chunk) => sum + chunk.length / layout.RECORD_STRIDE, 0);
  const view = {
    count,
    idA: new Int32Array(count),
    idB: new Int32Array(count),
    kind: new Int32Array(count),
    point: new Float64Array(3 * count),
    normal: new Float64Array(3 * count),
    overlap: new Float64Array(count),
    force: new Float64Array(3 * count),
  };
  let k = 0;
  chunks.forEach((chunk, number) => {
    for (let at = 0; at < chunk.length; at += layout.RECORD_STRIDE) {
      const first = integers[number]?.[2 * (at + layout.RECORD_INTEGERS)] ?? 0;
      const second = integers[number]?.[2 * (at + layout.RECORD_INTEGERS) + 1] ?? 0;
      view.idA[k] = idOf(memory, first);
      view.idB[k] = second >= 0 ? idOf(memory, second) : -1 - second;
      view.kind[k] = second >= 0 ? CONTACT_BODY : CONTACT_HALF_SPACE;
      view.point.set(chunk.subarray(at + layout.RECORD_POINT, at + layout.RECORD_POINT + 3), 3 * k);
      view.normal.set(chunk.subarray(at + layout.RECORD_NORMAL, at + layout.RECORD_NORMAL + 3), 3 * k);
      view.force.set(chunk.subarray(at + layout.RECORD_FORCE, at + layout.RECORD_FORCE + 3), 3 * k);
      view.overlap[k] = chunk[at + layout.RECORD_OVERLAP] ?? 0;
      k++;
    }
  });
  return view;
}
