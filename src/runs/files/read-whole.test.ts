// SPDX-License-Identifier: MIT
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readWhole } from './read-whole.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scree-read-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('reads a file in parts of any size, the same bytes as at once', () => {
  const path = join(folder, 'a');
  const bytes = Uint8Array.from({ length: 1000 }, (_, k) => (7 * k) % 251);
  writeFileSync(path, bytes);
  for (const most of [1, 7, 250, 999, 1000, 5000, undefined]) {
    expect(Buffer.compare(readWhole(path, most), bytes), `${most}`).toBe(0);
  }
  writeFileSync(path, '');
  expect(readWhole(path, 7).length).toBe(0);
  expect(() => readWhole(join(folder, 'none'))).toThrow('ENOENT');
});
