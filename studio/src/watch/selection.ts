// SPDX-License-Identifier: MIT
/** Which bodies of a frame are meant: by shape, material, id, place and the value of a field. */
import type { Frame } from '../../../src/io.ts';
import { type FieldContext, fieldNamed } from './body-values.ts';

export type SelectionMode = 'mark' | 'only' | 'hide';

/** Empty texts and undefined ends exclude nothing. */
export interface Selection {
  readonly shape: string;
  readonly material: string;
  /** As `1-20, 45`. */
  readonly ids: string;
  /** Only bodies whose middle the cut leaves. */
  readonly isInCut: boolean;
  readonly field: string;
  readonly low: number | undefined;
  readonly high: number | undefined;
  /** What is done with the selected bodies. */
  readonly mode: SelectionMode;
}

export const NO_SELECTION: Selection = {
  shape: '',
  material: '',
  ids: '',
  isInCut: false,
  field: '',
  low: undefined,
  high: undefined,
  mode: 'mark',
};

export function isEmptySelection({ shape, material, ids, isInCut, field, low, high }: Selection): boolean {
  const hasField = field !== '' && (low !== undefined || high !== undefined);
  return shape === '' && material === '' && ids.trim() === '' && !isInCut && !hasField;
}

/** Ranges of ids of a text, or what is wrong with it. */
export function readIds(text: string): { readonly ranges: [number, number][] } | { readonly problem: string } {
  const ranges: [number, number][] = [];
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '') continue;
    const found = /^(\d+)(?:\s*[-–]\s*(\d+))?$/.exec(part);
    if (found === null) return { problem: `"${part}" is no id; write ids and ranges as 1-20, 45` };
    const from = Number(found[1]);
    const to = Number(found[2] ?? found[1]);
    if (to < from) return { problem: `${part}: the first id must not exceed the last` };
    ranges.push([from, to]);
  }
  return { ranges };
}

/** 1 for each selected body; undefined if nothing is asked for. */
export function selectedBodies(
  selection: Selection,
  frame: Frame,
  context: FieldContext,
  isLeftByCut: (x: number, y: number, z: number) => boolean,
): Uint8Array | undefined {
  if (isEmptySelection(selection)) return undefined;
  const { shape, material, isInCut, field, low = -Infinity, high = Infinity } = selection;
  const reading = readIds(selection.ids);
  const ranges = 'ranges' in reading ? reading.ranges : [];
  const shapeNumber = context.header.shapes.findIndex(({ name }) => name === shape);
  const materialNumber = context.header.materials.indexOf(material);
  const values = field === '' ? undefined : fieldNamed(field).values(frame, context);
  const { ids, shapes, materials, positions } = frame;
  return Uint8Array.from(ids, (id, body) => {
    if (shape !== '' && shapes[body] !== shapeNumber) return 0;
    if (material !== '' && materials[body] !== materialNumber) return 0;
    if (ranges.length > 0 && !ranges.some(([from, to]) => id >= from && id <= to)) return 0;
    if (values !== undefined && !(values[body] >= low && values[body] <= high)) return 0;
    const at = 3 * body;
    return isInCut && !isLeftByCut(positions[at], positions[at + 1], positions[at + 2]) ? 0 : 1;
  });
}
