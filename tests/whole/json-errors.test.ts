// SPDX-License-Identifier: MIT
/**
 * `--json` of every command that has it: one JSON object on the standard output, also when the input cannot be used.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSourceFile } from '../source-files.ts';
import { scree } from '../support/built-program.ts';

const TIMEOUT_MS = 120_000;
const SCENE = readSourceFile('tests/support/one-ball.yaml').text;
let folder = '';
const at = (name: string): string => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scree-json-'));
  writeFileSync(
    at('wrong.yaml'),
    SCENE.replace('radius: 5 mm', 'radius: -5 mm').replace('ball, material', 'bal, material'),
  );
  writeFileSync(at('right.yaml'), SCENE);
  writeFileSync(at('cut.stl'), new Uint8Array(40));
  writeFileSync(at('cut.obj'), 'v 0 0 0\nv 1 0\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function failed(args: readonly string[]): unknown {
  const { status, stdout, stderr } = scree([...args, '--json']);
  expect({ status, lines: stdout.split('\n').length, isSaid: stderr !== '' }).toEqual({
    status: 1,
    lines: 2,
    isSaid: true,
  });
  return JSON.parse(stdout);
}

describe('--json for input that cannot be used', () => {
  it.each([
    ['check', []],
    ['run', ['--out', 'run']],
  ] as const)(
    'tells all problems of a scene with their places, by scree %s',
    (command, more) => {
      const file = at('wrong.yaml');
      const report = failed([command, file, ...more]);
      expect(report).toMatchObject({
        code: 'scene',
        error: expect.stringContaining(`${file}:6:`),
        file,
        line: 6,
        column: expect.any(Number),
        path: 'shapes.ball.sphere.radius',
        problems: [
          { file, line: 6, path: 'shapes.ball.sphere.radius', message: expect.stringContaining('-5 mm') },
          { file, line: 7, path: 'bodies.one.shape' },
        ],
      });
      if (command === 'run') expect(report).toMatchObject({ event: 'failed', message: expect.any(String) });
    },
    TIMEOUT_MS,
  );

  it(
    'tells what is wrong with folders and meshes',
    () => {
      expect(failed(['resume', folder])).toMatchObject({ event: 'failed', code: 'no-run' });
      expect(failed(['run', at('right.yaml'), '--out', folder, '--quiet'])).toMatchObject({
        event: 'failed',
        code: 'not-empty',
      });
      expect(failed(['info', at('cut.stl')])).toMatchObject({ code: 'truncated', file: at('cut.stl'), byte: 40 });
      expect(failed(['decompose', at('cut.obj')])).toMatchObject({
        code: 'missing-number',
        file: at('cut.obj'),
        line: 2,
      });
    },
    TIMEOUT_MS,
  );

  it(
    'is one object for a scene that can be used, with warnings',
    () => {
      const { status, stdout } = scree(['check', at('right.yaml'), '--json']);
      expect(status).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ file: at('right.yaml'), warnings: expect.any(Array) });
    },
    TIMEOUT_MS,
  );
});
