// SPDX-License-Identifier: MIT
/** The pages are spelt as British English, the glossary and spelling-words.txt have it. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../source-files.ts';

it('has no misspelt word on a page', () => {
  const program = join(ROOT, 'node_modules/cspell/bin.mjs');
  const args = [program, 'lint', '--no-progress', '--no-summary', '--no-color'];
  const { stdout, status } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
});
