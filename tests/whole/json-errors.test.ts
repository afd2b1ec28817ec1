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
  writeFileSync(at('box.yaml'), SCENE.replace('sphere: { radius: 5 mm }', 'box: { halfExtents: [5 mm, 5 mm, 5 mm] }'));
  const parameters = 'parameters: { radius: { set: shapes.ball.sphere.radius, values: [1 s] } }';
  writeFileSync(at('study.yaml'), `scene: right.yaml\n${parameters}\nresults: { x: { column: x } }\n`);
  writeFileSync(at('in.units'), '# a comment\nunits cgs\n');
  writeFileSync(at('in.part'), 'units si\ntimestep 1e-5\nfrobnicate 1\npair_style gran model hertz\nrun 10\n');
  writeFileSync(at('in.lawless'), 'units si\ntimestep 1e-5\nfrobnicate 1\nmelt 3\nrun 10\n');
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

  it.each([
    [['study', 'status', 'FOLDER'], { code: 'no-study' }],
    [['study', 'stop', 'FOLDER'], { code: 'no-study' }],
    [['study', 'resume', 'FOLDER'], { event: 'failed', code: 'no-study' }],
    [['study', 'FOLDER/study.yaml', '--out', 'FOLDER/new'], { event: 'failed', path: 'parameters.radius', line: 2 }],
    [['study', 'FOLDER/study.yaml', '--dry-run'], { event: 'failed', path: 'parameters.radius', line: 2 }],
    [['import', 'FOLDER/in.units'], { code: 'not-si', file: 'FOLDER/in.units', line: 2 }],
    [
      ['import', 'FOLDER/in.lawless'],
      { code: 'no-law', file: 'FOLDER/in.lawless', problems: [{ line: 3 }, { line: 4 }] },
    ],
    [
      ['import', 'FOLDER/in.part'],
      {
        ...{ code: 'scene', file: 'FOLDER/part.yaml', path: 'materials', files: ['FOLDER/part.yaml'], commands: 5 },
        remarks: [
          { kind: 'left-out', line: 3, command: 'frobnicate 1' },
          { kind: 'left-out', line: 4 },
        ],
      },
    ],
    [['import', 'FOLDER/in.none'], { code: 'unreadable', file: 'FOLDER/in.none' }],
    [['check', 'FOLDER/box.yaml', '--engine', 'lammps'], { file: 'FOLDER/box.yaml', path: 'shapes.ball', line: 6 }],
  ] as const)(
    'tells what is wrong: scree %j',
    (args, wanted) => {
      const inFolder = <Given>(given: Given): Given => JSON.parse(JSON.stringify(given).replaceAll('FOLDER', folder));
      expect(failed(inFolder(args))).toMatchObject({ error: expect.any(String), ...inFolder(wanted) });
    },
    TIMEOUT_MS,
  );

  it(
    'has the estimates for an engine, which need not be installed',
    () => {
      const { status, stdout } = scree([
        'check',
        at('right.yaml'),
        '--engine',
        'lammps',
        '--bodies',
        '1000000',
        '--json',
      ]);
      expect(status).toBe(0);
      const { engine } = JSON.parse(stdout);
      expect(engine).toMatchObject({ name: 'lammps', bodies: 1e6, ranks: 10, differences: expect.any(Array) });
      expect(engine.version).toMatch(/^LAMMPS/);
      for (const key of ['bytes', 'seconds', 'dataBytes', 'restartBytes']) expect(engine[key]).toBeGreaterThan(0);
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
