// SPDX-License-Identifier: MIT
import { parquetReadObjects } from 'hyparquet';
import { expect, it } from 'vitest';
import type { StudyTable } from './study-table.ts';
import { loadParquet } from './table-parquet.ts';

it('has the cells of the table, with all digits and empty cells as null', async () => {
  const table: StudyTable = {
    scenes: ['heap', 'silo'],
    parameters: ['friction', 'kind'],
    results: ['angle'],
    rows: [
      { point: 1, seed: 2 ** 53 - 1, runs: ['a', 'b'], values: [0.1 + 0.2, 'glass'], results: [1 / 3], state: 'done' },
      {
        point: 2,
        seed: undefined,
        runs: ['c', 'd'],
        values: [5e-324, 'Überkorn'],
        results: [undefined],
        state: 'failed',
      },
    ],
  };
  const bytes = (await loadParquet())(table);
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  expect(await parquetReadObjects({ file })).toEqual([
    {
      point: 1,
      friction: 0.1 + 0.2,
      kind: 'glass',
      seed: 2n ** 53n - 1n,
      angle: 1 / 3,
      state: 'done',
      'run.heap': 'a',
      'run.silo': 'b',
    },
    {
      point: 2,
      friction: 5e-324,
      kind: 'Überkorn',
      seed: null,
      angle: null,
      state: 'failed',
      'run.heap': 'c',
      'run.silo': 'd',
    },
  ]);
});
