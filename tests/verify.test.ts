// SPDX-License-Identifier: MIT
/**
 * `scree verify` through the real program: the short form of every case holds, and its report needs nothing but itself.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { CASES } from '../src/verification/cases.ts';
import { type Outcome, scree } from './built-program.ts';
import { onGpu } from './support/program-on-gpu.ts';

/** All cases take a few minutes; on a busy machine many of them. */
const RUN_TIMEOUT_MS = 1_200_000;

const names = CASES.map(({ name }) => name);

let folder = '';
let outcome: Outcome = { status: null, stdout: '', stderr: '' };
let html = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scree-verify-'));
  const report = join(folder, 'report.html');
  outcome = onGpu(['verify', '--report', report]);
  html = readFileSync(report, 'utf8');
}, RUN_TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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

describe('scree verify', () => {
  it('finds that everything holds that must', () => {
    const failures = outcome.stdout.split('\n').filter((line) => line.startsWith('FAIL'));
    expect(failures).toEqual([]);
    expect(outcome.status).toBe(0);
  });

  it('prints every case with tables and checks, and its progress on the error stream', () => {
    for (const { name, title } of CASES) {
      expect(outcome.stdout).toContain(`${name}: ${title}`);
      expect(outcome.stdout).toMatch(new RegExp(`^${name}: (\\d+) of \\1 checks hold$`, 'm'));
    }
    expect(outcome.stdout).toMatch(/^Fig\. 10d +f-f +published/m);
    expect(outcome.stderr).toMatch(/^td: timing cundall$/m);
  });

  it('names the cases when one does not exist, and exits with 2', () => {
    const { status, stdout, stderr } = scree(['verify', 'tdd']);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(`no case "tdd"; there are ${names.join(', ')}`);
  });
});

describe('the report', () => {
  it('that cannot be written ends the command before any work, with 1', () => {
    const { status, stdout, stderr } = scree(['verify', '--report', join(folder, 'nowhere', 'report.html')]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^scree: ENOENT/);
  });

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
    expect(html).toContain('−4.026012719933860');
    expect(html.match(/<svg /g)?.length).toBeGreaterThan(15);
    expect(html).toContain('published');
  });

  it('refers to nothing outside itself', () => {
    const references = [...html.matchAll(/(?:href|src|xlink:href|url|@import)\s*[=(]\s*"?([^")\s>]+)/g)];
    expect(references.map(([, target = '']) => target).filter((target) => !target.startsWith('#'))).toEqual([]);
    expect(html).not.toMatch(/<(script|link|iframe|img|object|embed)\b/);
    expect(html).not.toMatch(/https?:/);
  });
});
