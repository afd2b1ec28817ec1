// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sceneFields } from './scene-fields.ts';

const TEXT = `# A scene
time: { duration: 1 s }
gravity: [0, 0, -9.81]  # down
materials:
  steel: { density: 7850, youngsModulus: 1 GPa }
walls: [{ a: 1 }]
`;

describe('the fields of a scene', () => {
  it('stand where the text has them, short lists as one', () => {
    const fields = sceneFields(TEXT);
    expect(fields.map(({ path, text }) => [path, text])).toEqual([
      ['time.duration', '1 s'],
      ['gravity', '[0, 0, -9.81]'],
      ['materials.steel.density', '7850'],
      ['materials.steel.youngsModulus', '1 GPa'],
      ['walls[0].a', '1'],
    ]);
    for (const { text, start, end } of fields) expect(TEXT.slice(start, end)).toBe(text);
  });

  it('say what the schema says of them', () => {
    const [duration] = sceneFields(TEXT);
    expect(duration).toMatchObject({ unit: 's', description: expect.stringContaining(' ') });
    const law = sceneFields('law: { normal: hertz }').find(({ path }) => path === 'law.normal');
    expect(law?.choices).toEqual(expect.arrayContaining(['hertz', 'linear']));
  });

  it('are none of a text that is no scene, and no more than a form can show', () => {
    expect(sceneFields('a: [')).toEqual([]);
    const many = `bodies:\n${Array.from({ length: 450 }, (_, k) => `  b${k}: { x: ${k} }`).join('\n')}`;
    expect(sceneFields(many).length).toBeLessThan(450);
  });

  it('cover an example', () => {
    const text = readFileSync(new URL('../../examples/bouncing-balls.yaml', import.meta.url), 'utf8');
    const fields = sceneFields(text);
    expect(fields.length).toBeGreaterThan(10);
    expect(fields.filter(({ description }) => description === undefined)).toEqual([]);
  });
});
