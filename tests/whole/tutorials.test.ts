// SPDX-License-Identifier: MIT
/** The tutorials as a newcomer follows them: every file saved, every command run, every printed line compared. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSourceFile, sourceFiles } from '../source-files.ts';
import {
  areAlike,
  hasScree,
  missingLines,
  pageSteps,
  prepareFolder,
  runBlock,
  saveFile,
} from '../support/page-steps.ts';
import { SOFTWARE_GPU } from '../support/software-gpu.ts';

const TIMEOUT_MS = 300_000;
const PAGES = sourceFiles(['docs/tutorials'], ['.md']).filter(({ path }) => posix.basename(path) !== 'README.md');

/** Closed forms and short runs: last digits may differ, as when a sum is taken in another order. */
const CLOSE = 1e-3;
/**
 * Beds of a few hundred grains are chaotic: another order of the same operations gives another packing. These allow
 * for that generously; the cases of `scree verify` check such numbers sharply.
 */
const CHAOTIC: Readonly<Record<string, number>> = {
  'heap.md': 0.3,
  'silo.md': 0.25,
  'drum.md': 0.15,
  'oedometer.md': 0.25,
  'scan.md': 0.25,
  'calibration.md': 0.5,
  // The balance of energies is a small difference, in float32.
  'gpu.md': 0.02,
};

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'scree-tutorials-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the tutorials', () => {
  it('are the ten that the index lists', () => {
    expect(PAGES).toHaveLength(10);
    const index = readSourceFile('docs/tutorials/README.md').text;
    expect(PAGES.filter(({ path }) => !index.includes(`](${posix.basename(path)}) |`))).toEqual([]);
  });

  it('keep the package.json that lists Scree: without it the next npm install removes Scree', () => {
    const replacing = PAGES.filter((page) =>
      pageSteps(page).some((step) => step.kind === 'file' && step.name === 'package.json'),
    );
    expect(replacing.map(({ path }) => path)).toEqual([]);
  });

  it.each(PAGES)(
    'work from an empty folder: $path',
    (page) => {
      const name = posix.basename(page.path);
      const folder = join(root, name);
      prepareFolder(folder);
      const wrong: string[] = [];
      const steps = pageSteps(page);
      for (const step of steps) {
        if (step.kind === 'file') {
          saveFile(folder, step);
          continue;
        }
        const { status, stdout, stderr } = runBlock(folder, step.text, name === 'gpu.md' ? SOFTWARE_GPU : {});
        if (status !== 0) wrong.push(`${step.text}: exit code ${status}: ${stdout}${stderr}`);
        const missing = missingLines(step.printed ?? '', `${stdout}\n${stderr}`, CHAOTIC[name] ?? CLOSE);
        if (missing.length > 0) wrong.push(`${step.text} prints ${stdout}${stderr}, not ${missing.join('\n')}`);
      }
      expect(wrong).toEqual([]);
      expect(hasScree(folder)).toBe(true);
      expect(steps.filter(({ kind }) => kind === 'command').length).toBeGreaterThan(2);
    },
    TIMEOUT_MS,
  );
});

describe('the comparison of printed lines', () => {
  it('allows other numbers within the tolerance, and other blanks', () => {
    expect(areAlike('angle  20.1 deg', 'angle 20.2 deg', 0.01)).toBe(true);
    expect(areAlike('angle 20.1 deg', 'angle 21 deg', 0.01)).toBe(false);
    expect(areAlike('angle 20 deg', 'slope 20 deg', 0.01)).toBe(false);
    expect(areAlike('0 contacts', '3 contacts', 0.5)).toBe(false);
    expect(areAlike('memory 5 KiB …', 'memory 5 KiB of 7', 0)).toBe(true);
    expect(areAlike('memory 5 KiB …', 'memory 6 KiB of 7', 0)).toBe(false);
  });

  it('names lines that are missing or in another order', () => {
    expect(missingLines('a 1\nb 2\n', 'x\na 1\ny\nb 2\n', 0)).toEqual([]);
    expect(missingLines('b 2\na 1\n', 'a 1\nb 2\n', 0)).toEqual(['a 1']);
  });

  it('refuses a page with a block that no test would read', () => {
    expect(() => pageSteps({ path: 'x.md', text: '```yaml\na: 1\n```\n' })).toThrow(/block 1 \(yaml\)/);
  });
});
