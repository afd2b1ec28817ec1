// SPDX-License-Identifier: MIT
/**
 * The contacts of a simulation as flat copies at the present time: those of the neighbour list in its order, then the
 * touches.
 */

import { FEATURE_FACET } from '../../kernel/mesh/mesh-layout.ts';
import type { StepKernel } from '../../step-kernel/step-kernel.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { idOf } from '../bodies/elements.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import { CONTACT_BODY, CONTACT_HALF_SPACE, CONTACT_MESH, type ContactView } from './simulation-views.ts';

/** One contact: integers idA, idB, kind, facet, feature, featureId; floats point 3, normal 3, overlap, force 3. */
type Row = { readonly integers: readonly number[]; readonly floats: readonly number[] };

const KINDS = [CONTACT_BODY, CONTACT_HALF_SPACE, CONTACT_MESH] as const;

/** `eachBlock` finds the touches of each block for a probe and calls its argument while they are in memory. */
export function viewContacts(
  memory: StepMemory,
  kernel: StepKernel,
  eachBlock: (use: (block: number) => void) => void,
): ContactView {
  const rows = [...listedContacts(memory, kernel)];
  eachBlock((block) => {
    rows.push(...touches(memory, kernel, block));
  });
  const integers = (k: number): Int32Array => Int32Array.from(rows, (row) => row.integers[k] ?? -1);
  const vectors = (k: number): Float64Array => {
    const flat = new Float64Array(3 * rows.length);
    rows.forEach(({ floats }, i) => {
      flat.set(floats.slice(k, k + 3), 3 * i);
    });
    return flat;
  };
  return {
    count: rows.length,
    idA: integers(0),
    idB: integers(1),
    kind: integers(2),
    facet: integers(3),
    feature: integers(4),
    featureId: integers(5),
    point: vectors(0),
    normal: vectors(3),
    overlap: Float64Array.from(rows, ({ floats }) => floats[6]),
    force: vectors(7),
  };
}

function* listedContacts(memory: StepMemory, kernel: StepKernel): Iterable<Row> {
  const { F, I } = memory;
  I[layout.RECORD_PAIR] = 0;
  const first = memory.address(layout.RECORD);
  for (let e = 0; e < I[layout.ELEMENT_COUNT]; ) {
    e = kernel.contactRecords(e);
    for (let k = 0; k < I[layout.RECORD_COUNT]; k++) {
      const record = first + layout.RECORD_STRIDE * k;
      const element = I[2 * (record + layout.RECORD_INTEGERS)];
      const partner = I[2 * (record + layout.RECORD_INTEGERS) + 1];
      const isBody = partner >= 0;
      yield {
        integers: [
          idOf(memory, element),
          isBody ? idOf(memory, partner) : -1 - partner,
          isBody ? CONTACT_BODY : CONTACT_HALF_SPACE,
        ],
        floats: [...F.subarray(record + layout.RECORD_POINT, record + layout.RECORD_FORCE + 3)],
      };
    }
  }
}

function* touches(memory: StepMemory, kernel: StepKernel, block: number): Iterable<Row> {
  const { F, I } = memory;
  const integers = 2 * (memory.address(layout.BLOCK) + layout.BLOCK_STRIDE * block + layout.BLOCK_INTEGERS);
  const first = I[2 * memory.address(layout.WRITER) + layout.WRITER_REGION];
  for (let k = 0; k < I[integers + layout.BLOCK_PROBED]; k++) {
    if (!kernel.touchRecord(block, k)) continue;
    const touch = first + layout.TOUCH_STRIDE * k;
    const force = memory.address(layout.RECORD) + layout.RECORD_FORCE;
    const [element = 0, partner = 0, kind = 0, facet = 0, key = 0] = I.subarray(2 * touch, 2 * touch + 5);
    const isBody = kind === layout.TOUCH_BODY;
    const feature = key % 3;
    const ofMesh = [facet, feature, feature === FEATURE_FACET ? facet : (key - feature) / 3];
    yield {
      integers: [
        idOf(memory, element),
        isBody ? idOf(memory, partner) : partner,
        KINDS[kind] ?? CONTACT_BODY,
        ...(kind === layout.TOUCH_MESH ? ofMesh : []),
      ],
      floats: [
        ...F.subarray(touch + layout.TOUCH_POINT, touch + layout.TOUCH_POINT + 3),
        ...F.subarray(touch + layout.TOUCH_NORMAL, touch + layout.TOUCH_NORMAL + 3),
        F[touch + layout.TOUCH_OVERLAP],
        ...F.subarray(force, force + 3),
      ],
    };
  }
}
