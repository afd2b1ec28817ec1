// SPDX-License-Identifier: MIT
/** What the reader says about scenes that are wrong: every problem with place, path, value and remedy. */
import { describe, expect, it } from 'vitest';
import { ONE_BALL, sceneError } from '../../tests/support/wrong-scene.ts';
import { MOST_PROBLEMS_SHOWN, readScene } from './read-scene.ts';

describe('a scene that is right', () => {
  it('is read without an error', () => {
    expect(readScene(JSON.stringify(ONE_BALL), { file: 'scene.json' }).duration).toBe(1);
  });
});

describe('a problem', () => {
  it('has file, line, column, path, what was expected and what stands there', () => {
    const text = [
      'time: { duration: 1 s, timeStep: 10 us }',
      'gravity: [0, 0, -9.81]',
      'materials: { glass: { density: 2500, stiffness: 1e4 } }',
      'law: { normal: linear }',
      'bodies:',
      '  ball:',
      '    material: glass',
      '    position: [0, 0, 0]',
      '    shape:',
      '      sphere:',
      '        radius: -0.1',
    ].join('\n');
    const error = sceneError(text);
    expect(error.message).toBe('scene.yaml:11:17 bodies.ball.shape.sphere.radius: expected a length > 0, got -0.1');
    expect(error.details).toEqual({
      file: 'scene.yaml',
      problems: [
        {
          place: { line: 11, column: 17 },
          path: 'bodies.ball.shape.sphere.radius',
          message: 'expected a length > 0, got -0.1',
        },
      ],
    });
  });

  it('does not hide the others: all are told, in the order of the text', () => {
    const text = [
      'time: { duration: 3 m, step: 1 ms }',
      'gravity: [0, 0]',
      'materials:',
      '  glas: { density: 2500 kg, stiffness: 1e4 }',
      'law: { normal: liner }',
      'bodies:',
      '  a: { shape: ball, material: glass, position: [0, 0, 5 s] }',
    ].join('\n');
    expect(sceneError(text).message.split('\n')).toEqual([
      'scene.yaml:1:19 time.duration: expected a time, got 3 m, a length',
      'scene.yaml:1:24 time.step: unknown key; allowed: duration, timeStep, fraction',
      'scene.yaml:2:10 gravity: expected a list of three, [x, y, z], got a list of 2',
      'scene.yaml:4:20 materials.glas.density: expected a density, got 2500 kg, a mass',
      'scene.yaml:5:16 law.normal: expected one of linear, hertz, overlap-volume, pressure-field, got "liner"; ' +
        'did you mean linear?',
      'scene.yaml:7:15 bodies.a.shape: unknown shape "ball"; there are no shapes',
      'scene.yaml:7:31 bodies.a.material: unknown material "glass"; did you mean glas?; materials: glas',
      'scene.yaml:7:55 bodies.a.position[2]: expected a length, got 5 s, a time',
    ]);
  });

  it(`is one of at most ${MOST_PROBLEMS_SHOWN} that are shown`, () => {
    const bodies = Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [`b${i}`, { shape: 'ball', material: 'glass', position: 0 }]),
    );
    const error = sceneError(JSON.stringify({ ...ONE_BALL, bodies }), 'scene.json');
    const lines = error.message.split('\n');
    expect(lines).toHaveLength(MOST_PROBLEMS_SHOWN + 1);
    expect(lines[MOST_PROBLEMS_SHOWN]).toBe('scene.json: and 30 more problems');
    expect(error.details.problems).toHaveLength(50);
  });

  it('of the syntax comes alone', () => {
    expect(sceneError('time: [1, 2\ngravity: 3').message).toMatch(/^scene.yaml:2:1 not YAML: /);
    expect(sceneError('{"time": }', 'a.json').message).toBe('a.json:1:10 not JSON: expected a value, got "}"');
    expect(sceneError('').message).toMatch(/^scene.yaml:1:1 the file is empty; a scene has at least/);
  });

  it.each(['5', 'text', '[1, 2]', 'true'])('is a file that is no mapping: %s', (text) => {
    expect(sceneError(text).message).toMatch(/^scene.yaml:1:1 expected a mapping, got /);
  });

  it('is a key that nobody knows, such as __proto__', () => {
    expect(sceneError('__proto__: { title: x }').message).toMatch(
      /1:1 __proto__: unknown key; allowed: \$schema, title/,
    );
  });
});
