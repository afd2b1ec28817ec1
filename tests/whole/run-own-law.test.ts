// SPDX-License-Identifier: MIT
/**
 * The law and the scene of the guide, by the command line: run, resumed on two threads, refused when the module is not
 * a law or was not allowed.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSourceFile } from '../source-files.ts';
import { type Outcome, PROGRAM, runCommand, scree } from '../support/built-program.ts';

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
      const whole = scree(['run', at('scene.yaml'), '--out', at('whole'), '--quiet', '--allow-modules']);
      const first = scree([
        'run',
        at('scene.yaml'),
        '--out',
        at('parts'),
        '--until',
        '4 ms',
        '--quiet',
        '--allow-modules',
      ]);
      const refused = scree(['resume', at('parts'), '--until', '20 ms', '--threads', '2', '--quiet']);
      expect({ status: refused.status, stderr: refused.stderr }).toEqual({
        status: 1,
        stderr: expect.stringContaining('"quadratic-spring.mjs" is a program that would run with all your rights'),
      });
      const second = scree(['resume', at('parts'), '--until', '20 ms', '--threads', '2', '--quiet', '--allow-modules']);
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
      expect(scree(['check', at('scene.yaml')]).stdout).toContain('quadratic-spring.mjs: not imported');
      writeFileSync(at('empty.mjs'), 'export const law = 1;\n');
      writeFileSync(at('wrong.yaml'), block('yaml').replace('quadratic-spring.mjs', 'empty.mjs'));
      const { status, stderr } = scree(['run', at('wrong.yaml'), '--out', at('wrong'), '--quiet', '--allow-modules']);
      expect(status).toBe(1);
      expect(stderr).toMatch(/law\.module: ".*empty\.mjs" is not a contact law: it has no default export/);
    },
    TIMEOUT_MS,
  );
});

describe('a module that a scene names', () => {
  const mark = (): boolean => existsSync(at('mark'));
  const inEnvironment = (trusted: string, args: readonly string[]): Outcome =>
    runCommand('env', [`SCREE_TRUSTED_FOLDERS=${trusted}`, process.execPath, PROGRAM, ...args]);

  beforeAll(() => {
    mkdirSync(at('from-others'));
    const text =
      `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(at('mark'))}, ` +
      `'');\n${block('mjs')}`;
    writeFileSync(at('from-others/law.mjs'), text);
    const scene = block('yaml')
      .replace('quadratic-spring.mjs', 'law.mjs')
      .replace('outputs: { ', 'outputs: { trajectory: { every: 1 ms }, ');
    writeFileSync(at('from-others/scene.yaml'), scene);
  });

  it(
    'is imported by runs that are told so, and by no other command',
    () => {
      const line =
        1 +
        readFileSync(at('from-others/scene.yaml'), 'utf8')
          .split('\n')
          .findIndex((each) => each.includes('law.mjs'));
      const refused = scree(['run', at('from-others/scene.yaml'), '--out', at('run'), '--threads', '2']);
      expect(refused.status).toBe(1);
      expect(refused.stderr).toContain(`${at('from-others/scene.yaml')}:${line}:`);
      expect(refused.stderr).toContain(`read ${at('from-others/law.mjs')}, then pass --allow-modules`);
      expect(existsSync(at('run'))).toBe(false);
      scree(['check', at('from-others/scene.yaml')]);
      expect(mark()).toBe(false);
      const run = ['run', at('from-others/scene.yaml'), '--quiet', '--until', '2 ms', '--out'];
      expect(scree([...run, at('run'), '--allow-modules'])).toEqual({ status: 0, stdout: '', stderr: '' });
      expect(mark()).toBe(true);
      rmSync(at('mark'));
      expect(scree(['compare', at('run'), at('run')])).toMatchObject({ status: 0, stderr: '' });
      expect(scree(['export', at('run'), '--to', 'csv']).status).toBe(0);
      expect(scree(['analyse', at('run')]).status).toBe(0);
      expect(scree(['resume', at('run'), '--until', '3 ms']).stderr).toContain('--allow-modules');
      expect(mark()).toBe(false);
    },
    TIMEOUT_MS,
  );

  it(
    'is imported from folders that the environment lists, by their real paths',
    () => {
      mkdirSync(at('trusted'));
      symlinkSync(at('from-others/law.mjs'), at('trusted/law.mjs'));
      writeFileSync(at('trusted/scene.yaml'), readFileSync(at('from-others/scene.yaml')));
      const run = (scene: string, out: string): string[] => [
        'run',
        at(scene),
        '--quiet',
        '--until',
        '1 ms',
        '--out',
        at(out),
      ];
      expect(inEnvironment(at('trusted'), run('trusted/scene.yaml', 'linked')).stderr).toContain('--allow-modules');
      expect(inEnvironment('.:', run('from-others/scene.yaml', 'linked')).stderr).toContain('--allow-modules');
      expect(mark()).toBe(false);
      expect(inEnvironment(`/nowhere:${at('from-others')}`, run('from-others/scene.yaml', 'listed')).status).toBe(0);
      expect(mark()).toBe(true);
    },
    TIMEOUT_MS,
  );
});
