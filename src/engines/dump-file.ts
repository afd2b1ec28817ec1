// SPDX-License-Identifier: MIT
/** Reads states that LAMMPS and LIGGGHTS wrote: atoms in binary, exact and in any order; contacts as text. */

/** Rows of numbers, flat. */
export interface DumpRows {
  readonly step: number;
  readonly columns: number;
  readonly count: number;
  readonly values: Float64Array;
}

/** Where the first number of a file of LAMMPS since 2020 is negative: minus the length of the word that follows it. */
const HEADED = 'DUMPCUSTOM';

/**
 * The last snapshot of a binary dump. LIGGGHTS: step, atoms, triclinic flag, 6 boundary codes, box, columns, chunks.
 * LAMMPS since 2020: a word and format numbers before it, units, time and column names between columns and chunks.
 * Throws a RangeError if the file ends early.
 */
export function readBinaryDump(bytes: Uint8Array): DumpRows {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const whole = (): number => {
    at += 4;
    return view.getInt32(at - 4, true);
  };
  const long = (): number => {
    at += 8;
    return Number(view.getBigInt64(at - 8, true));
  };
  let rows: DumpRows | undefined;
  while (at < bytes.length) {
    let step = long();
    const isHeaded = step < 0;
    if (isHeaded) {
      if (-step < HEADED.length) throw new RangeError('no dump file of LAMMPS');
      // The word, the mark of the byte order, the revision.
      at += -step + 8;
      step = long();
    }
    const count = long();
    // The triclinic flag, 6 codes of boundaries, the box.
    at += 4 + 6 * 4 + 6 * 8;
    const columns = whole();
    if (isHeaded) {
      const units = whole();
      at += units;
      const hasTime = view.getUint8(at) !== 0;
      at += hasTime ? 9 : 1;
      const names = whole();
      at += names;
    }
    const chunks = whole();
    const values = new Float64Array(count * columns);
    let filled = 0;
    for (let k = 0; k < chunks; k++) {
      const length = whole();
      for (let i = 0; i < length; i++) values[filled + i] = view.getFloat64(at + 8 * i, true);
      filled += length;
      at += 8 * length;
    }
    if (filled !== values.length) throw new RangeError(`${filled} of ${values.length} numbers`);
    rows = { step, columns, count, values };
  }
  if (rows === undefined) throw new RangeError('an empty file');
  return rows;
}

/** Rows of numbers of the last snapshot of a text dump: what follows the line `ITEM: ENTRIES` or `ITEM: ATOMS`. */
export function readTextDump(text: string): number[][] {
  const start = Math.max(text.lastIndexOf('ITEM: ENTRIES'), text.lastIndexOf('ITEM: ATOMS'));
  if (start < 0) return [];
  return text
    .slice(text.indexOf('\n', start) + 1)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.trim().split(/\s+/).map(Number));
}
