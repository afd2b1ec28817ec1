// SPDX-License-Identifier: MIT
/**
 * `scree verify` through the real program: the short form of every case holds, and its report needs nothing but itself.
 * The cases are dealt out to several files of tests, which run beside each other.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { CASES } from '../../src/verification/cases.ts';
import type { Outcome } from '../support/built-program.ts';
import { onGpu } from '../support/program-on-gpu.ts';

/** A quarter of the cases takes a minute or two; on a busy machine many of them. */
const RUN_TIMEOUT_MS = 1_200_000;

/**
 * Cases with tests of their own. `engines` needs LAMMPS and LIGGGHTS: engines-case.engines.test.ts runs it. All of
 * `round-robin` and of `gpu`, in software, takes a minute or two: parts-of-cases.test.ts runs a part.
 */
const APART = new Set(['engines', 'round-robin', 'gpu']);

/** Something that only this case prints, writes on the error stream, or shows in the report. */
export const SHOWN: Readonly<Record<string, { stdout?: RegExp; stderr?: RegExp; html?: RegExp }>> = {
  td: {
    stdout: /^Fig\. 10d +f-f +published/m,
    stderr: /^td: timing cundall$/m,
    html: /−4\.026012719933860/,
  },
};

/** Names of elements in the order in which they are opened and closed; void and self-closing ones are left out. */
function unbalanced(text: string): string[] {
  const open: string[] = [];
  const problems: string[] = [];
  const body = text.replace(/<style>[\s\S]*?<\/style>/, '').replace(/<!doctype html>/, '');
  for (const [, closing, name = '', rest = ''] of body.matchAll(/<(\/?)([a-z0-9]+)((?:"[^"]*"|[^>"])*)>/g)) {
    if (name === 'meta' || rest.endsWith('/')) continue;
    if (closing === '') open.push(name);
    else if (open.pop() !== name) problems.push(`</${name}>`);
  }
  return [...problems, ...open];
}

/** The tests of every `of`th case, from `first` on, in one call of the program. */
export function verifyCases(first: number, of: number): void {
  const cases = CASES.filter(({ name }) => !APART.has(name)).filter((_, k) => k % of === first - 1);
  const names = cases.map(({ name }) => name);
  let folder = '';
  let outcome: Outcome = { status: null, stdout: '', stderr: '' };
  let html = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'scree-verify-'));
    const report = join(folder, 'report.html');
    outcome = onGpu(['verify', ...names, '--report', report]);
    html = readFileSync(report, 'utf8');
  }, RUN_TIMEOUT_MS);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  describe('scree verify', () => {
    it('finds that everything holds that must', () => {
      const failures = outcome.stdout.split('\n').filter((line) => line.startsWith('FAIL'));
      expect(failures).toEqual([]);
      expect(outcome.status).toBe(0);
    });

    it.each(cases)('prints $name with tables and checks, and its progress on the error stream', ({ name, title }) => {
      expect(outcome.stdout).toContain(`${name}: ${title}`);
      expect(outcome.stdout).toMatch(new RegExp(`^${name}: (\\d+) of \\1 checks hold$`, 'm'));
      const { stdout = /^/, stderr = /^/ } = SHOWN[name] ?? {};
      expect(outcome.stdout).toMatch(stdout);
      expect(outcome.stderr).toMatch(stderr);
    });
  });

  describe('the report', () => {
    it('is a well-formed page with a section for each case', () => {
      expect(html.startsWith('<!doctype html>')).toBe(true);
      expect(unbalanced(html)).toEqual([]);
      for (const name of names) expect(html).toContain(`<section id="${name}">`);
      expect(html).not.toMatch(/undefined|NaN|\[object/);
    });

    it('names version, date and machine', () => {
      expect(html).toContain(`Version ${manifest.version}`);
      expect(html).toMatch(/\d{4}-\d\d-\d\d/);
      expect(html).toContain(`Node ${process.version}`);
    });

    it('shows published values beside ours, plots and pictures', () => {
      for (const name of names) expect(html).toMatch(SHOWN[name]?.html ?? /^/);
      expect(html.match(/<svg /g)?.length).toBeGreaterThan(3);
      expect(html).toContain('published');
    });

    it('refers to nothing outside itself', () => {
      const references = [...html.matchAll(/(?:href|src|xlink:href|url|@import)\s*[=(]\s*"?([^")\s>]+)/g)];
      expect(references.map(([, target = '']) => target).filter((target) => !target.startsWith('#'))).toEqual([]);
      expect(html).not.toMatch(/<(script|link|iframe|img|object|embed)\b/);
      expect(html).not.toMatch(/https?:/);
    });
  });
}
