// SPDX-License-Identifier: MIT
/** Scenes as a user meets them: the examples, the reference page, `scree check` and `scree schema`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sceneReference } from '../../scripts/scene-reference.mjs';
import { sceneWarnings } from '../../src/scene/check/scene-warnings.ts';
import { readScene } from '../../src/scene/read-scene.ts';
import { readSceneFile } from '../../src/scene/scene-file.ts';
import { annotatedSceneSchema, sceneJsonSchema } from '../../src/scene/schema/json-schema.ts';
import { readSource } from '../../src/scene/source/read-source.ts';
import { ROOT, readSourceFile, sourceFiles } from '../source-files.ts';
import { runCommand, scree } from '../support/built-program.ts';

/** Without the studies, which name a scene: src/studies/study-file/read-study.test.ts reads those. */
const examples = sourceFiles(['examples'], ['.yaml', '.json']).filter(({ text }) => !/^scenes?:/m.test(text));
const guide = readSourceFile('docs/guide/scene-files.md');

describe('the examples', () => {
  it.each(examples.map(({ path }) => path))('%s is read without a warning', (path) => {
    expect(sceneWarnings(readSceneFile(join(ROOT, path)))).toEqual([]);
  });

  it.each(examples.map(({ path, text }) => [path, text] as const))('%s fits the schema for editors', (path, text) => {
    const source = readSource(text, path);
    const schema = z.fromJSONSchema(sceneJsonSchema() as Parameters<typeof z.fromJSONSchema>[0]);
    expect('tree' in source && schema.safeParse(source.tree.value).error?.issues).toBeUndefined();
  });

  it('are there', () => {
    expect(examples.length).toBeGreaterThanOrEqual(3);
  });
});

describe('the pages about scenes', () => {
  it('have a reference that is up to date; `npm run reference` writes it', () => {
    expect(readSourceFile('docs/reference/scene.md').text).toBe(sceneReference(annotatedSceneSchema()));
  });

  it('show whole scenes that can be read', () => {
    const scenes = [...guide.text.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text = '']) => text);
    const whole = scenes.filter((text) => /^time:/m.test(text));
    expect(whole.length).toBeGreaterThan(0);
    for (const text of whole) expect(readScene(text, { file: 'guide.yaml' }).duration).toBeGreaterThan(0);
  });

  it('show parts of scenes that fit the schema', () => {
    const parts = [...guide.text.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text = '']) => text);
    const base = {
      time: { duration: 1 },
      gravity: [0, 0, 0],
      materials: { m: { density: 1 } },
      law: { normal: 'linear' },
    };
    const schema = z.fromJSONSchema(sceneJsonSchema() as Parameters<typeof z.fromJSONSchema>[0]);
    for (const text of parts) {
      const source = readSource(text, 'guide.yaml');
      if ('problems' in source) throw new Error(`${text}\n${JSON.stringify(source.problems)}`);
      expect(schema.safeParse({ ...base, ...(source.tree.value as object) }).error?.issues).toBeUndefined();
    }
  });
});

function twoBalls(distance: number): string {
  const ball = (x: number): string => `{ shape: { sphere: { radius: 1 } }, material: m, position: [${x}, 0, 0] }`;
  return (
    `time: { duration: 1 }\ngravity: [0, 0, 0]\nmaterials: { m: { density: 1, stiffness: 1 } }\nlaw: { normal: ` +
    `linear }\nbodies: { a: ${ball(0)}, b: ${ball(distance)} }\n`
  );
}

describe('scree check', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'scree-check-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const check = (text: string | Buffer, name = 'scene.yaml') => {
    writeFileSync(join(folder, name), text);
    return runCommand(process.execPath, [join(ROOT, 'dist/cli/scree.js'), 'check', name], { cwd: folder });
  };

  it('prints what the guide shows', () => {
    const [, shown = ''] = /^```text\n(Bouncing balls\n.*?)^```$/ms.exec(guide.text) ?? [];
    // The time of a run depends on the machine.
    const withoutTime = (text: string): string =>
      text.replace(/^( {2}run time +about ).* (on this machine)/m, '$1… $2');
    const { status, stdout, stderr } = scree(['check', 'examples/bouncing-balls.yaml']);
    expect({ status, stdout: withoutTime(stdout), stderr }).toEqual({
      status: 0,
      stdout: withoutTime(shown),
      stderr: '',
    });
    expect(shown).toContain('run time');
  });

  it('tells the problems that the guide shows', () => {
    const [, shown = ''] = /^```text\n(scene\.yaml:.*?)^```$/ms.exec(guide.text) ?? [];
    const lines = [
      'title: Wrong',
      'gravity: [0, 0, 0]',
      '',
      'time: { duration: 3 m }',
      'materials:',
      '  glass: { density: 2500, stiffness: 1e4 }',
      'law: { normal: linear }',
      '',
      'bodies:',
      '  ball:',
      '    shape: { sphere: { raduis: 5 mm, radius: 5 mm } }',
      '    material: glas',
      '    position: [0, 0, 0]',
    ];
    expect(check(`${lines.join('\n')}\n`).stderr).toBe(shown);
  });

  it('tells every problem with its place, and exits with 1', () => {
    const text = 'time: { duration: 1 kg }\ngravity: [0, 0, 0]\nmaterials: {}\nlaw: { normal: linar }\nbodies: {}\n';
    expect(check(text)).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'scene.yaml:1:19 time.duration: expected a time, got 1 kg, a mass\n' +
        ('scene.yaml:4:16 law.normal: expected one of linear, hertz, overlap-volume, pressure-field, got "linar"; ' +
          'did you mean linear?\n'),
    });
  });

  it.each<[string, string | Buffer, RegExp]>([
    ['an empty file', '', /^scene.yaml:1:1 the file is empty/],
    ['a binary file', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]), /^scene.yaml:1:1 expected YAML or JSON text/],
    ['a file of 100 MB', Buffer.alloc(1e8, 'x'), /^scene.yaml:1:1 expected at most 2 MiB, got 95.4 MiB/],
    [
      'tabs',
      'time:\n\tduration: 1\n',
      /^scene.yaml:2:1 not YAML: Tabs are not allowed as indentation; indent with blanks/,
    ],
  ])('ends with one line and exit code 1 on %s', (_, text, message) => {
    const { status, stdout, stderr } = check(text);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(2);
  });

  it('says which file cannot be read', () => {
    expect(scree(['check', 'nowhere.yaml'])).toEqual({
      status: 1,
      stdout: '',
      stderr: 'nowhere.yaml: cannot be read: no such file or directory\n',
    });
  });

  it('warns, and exits with 0', () => {
    const { status, stdout } = check(twoBalls(1.5));
    expect(status).toBe(0);
    expect(stdout).toMatch(/^warning: a and b overlap by 500 mm at the start/m);
  });

  it.each([
    ['bodies that overlap too deeply to begin with', twoBalls(0), /overlaps a partner by 2.00 of the smaller radius/],
    [
      'a body outside of a domain that ends the run',
      `${twoBalls(5)}domain: { min: [0, -9, -9], max: [4, 9, 9] }\n`,
      /body \d .*domain/,
    ],
    ['a period that is too short', `${twoBalls(5)}domain: { min: [0, 0, 0], max: [1, 1, 1], periodic: [x] }\n`, /./],
    [
      'an insertion that finds no place',
      `${twoBalls(5)}shapes: { ball: { sphere: { radius: 1 } } }\ninsertions: { i: { shapes: [{ shape: ball, ` +
        `material: m }], region: { sphere: { centre: [0, 9, 0], radius: 2 } }, count: 500 } }\n`,
      /of 500 bodies fitted/,
    ],
  ])('exits with 1 on %s, since a run would end at once', (_, text, message) => {
    const { status, stdout } = check(text);
    expect(stdout).toMatch(/^error: a run would end at once: /m);
    expect(stdout).toMatch(message);
    expect(status).toBe(1);
  });

  it('exits with 1 on more threads than there can be', () => {
    const { status, stderr } = check(`${twoBalls(5)}threads: 100\n`);
    expect(stderr).toMatch(/^scene.yaml:6:10 threads: expected an integer from 1 to 16, or auto, got 100/);
    expect(status).toBe(1);
  });

  it('exits with 2 on wrong usage', () => {
    expect(scree(['check']).status).toBe(2);
  });
});

describe('scree schema', () => {
  it('prints the schema for editors', () => {
    const { status, stdout, stderr } = scree(['schema']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual(sceneJsonSchema());
  });
});
