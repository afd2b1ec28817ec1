// SPDX-License-Identifier: MIT
/** The law and the scene of the guide, by the command line: run, resumed on two threads, checked, and refused when the module is not a law. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scree } from './built-program.ts';
import { readSourceFile } from './source-files.ts';

const TIMEOUT_MS = 180_000;
const guide = readSourceFile('docs/guide/own-contact-laws.md').text;
const block = (language: string): string =>
  new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(guide)?.[1] ?? '';
let folder = '';
const at = (name: string): string => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scree-law-'));
  writeFileSync(at('quadratic-spring.mjs'), block('mjs'));
  writeFileSync(at('scene.yaml'), block('yaml'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a law of the user’s own by the command line', () => {
  it('is the example', () => {
    expect(block('mjs')).toBe(readSourceFile('examples/quadratic-spring.mjs').text);
  });

  it(
    'runs, and goes on with the same bytes on two threads',
    () => {
      const whole = scree(['run', at('scene.yaml'), '--out', at('whole'), '--quiet']);
      const first = scree(['run', at('scene.yaml'), '--out', at('parts'), '--until', '4 ms', '--quiet']);
      const second = scree(['resume', at('parts'), '--until', '20 ms', '--threads', '2', '--quiet']);
      for (const { status, stderr } of [whole, first, second]) {
        expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      }
      const table = readFileSync(at('whole/height.csv'), 'utf8');
      const heights = table
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => Number(line.split(',')[1]));
      // It sinks in and comes back.
      expect(Math.min(...heights)).toBeLessThan(0.01);
      expect(heights.at(-1)).toBeGreaterThan(0.01);
      expect(readFileSync(at('parts/height.csv'), 'utf8')).toBe(table);
    },
    TIMEOUT_MS,
  );

  it(
    'is named by scree check, and refused when it is not a law',
    () => {
      expect(scree(['check', at('scene.yaml')]).stdout).toContain('quadratic-spring.mjs');
      writeFileSync(at('empty.mjs'), 'export const law = 1;\n');
      writeFileSync(at('wrong.yaml'), block('yaml').replace('quadratic-spring.mjs', 'empty.mjs'));
      const { status, stderr } = scree(['run', at('wrong.yaml'), '--out', at('wrong'), '--quiet']);
      expect(status).toBe(1);
      expect(stderr).toMatch(/law\.module: ".*empty\.mjs" is not a contact law: it has no default export/);
      expect(scree(['check', at('wrong.yaml')]).stdout).toContain('a run would end at once: law.module: ');
    },
    TIMEOUT_MS,
  );
});
