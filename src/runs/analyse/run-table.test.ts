// SPDX-License-Identifier: MIT
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readRunTable } from './run-table.ts';

const folder = mkdtempSync(join(tmpdir(), 'scree-table-'));
afterAll(() => rmSync(folder, { recursive: true }));

function tableOf(text: string): ReturnType<typeof readRunTable> {
  writeFileSync(join(folder, 'a.csv'), text);
  return readRunTable(folder, 'a');
}

describe('a table of a run', () => {
  it('has quoted headings and empty cells', () => {
    expect(tableOf('time,"a, ""b""",c\n0,,2\n1,3,\n')).toEqual({
      headings: ['time', 'a, "b"', 'c'],
      rows: [
        ['0', '', '2'],
        ['1', '3', ''],
      ],
    });
  });

  it('leaves out a line that is being written', () => {
    expect(tableOf('time,a\n0,1\n0.1,2').rows).toEqual([['0', '1']]);
    expect(tableOf('time,a').headings).toEqual([]);
  });

  it('names the tables there are, or what makes one', () => {
    expect(() => readRunTable(folder, 'b')).toThrow('has no table "b"; there are a');
    rmSync(join(folder, 'a.csv'));
    expect(() => readRunTable(folder, 'b')).toThrow('there are none: add csv to the outputs of the scene');
  });
});
