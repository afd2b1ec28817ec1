// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { documentationAt, proposalsAt } from './scene-hints.ts';

const HEAD = 'materials:\n  glass: { density: 2500 }\nshapes:\n  ball: { sphere: { radius: 5 mm } }\n';

/** `|` marks the cursor; labels in their order. */
function proposed(marked: string): string[] {
  const offset = marked.indexOf('|');
  return (proposalsAt(marked.replace('|', ''), offset)?.proposals ?? []).map(({ label }) => label);
}

describe('proposals', () => {
  it('are the keys of a section that are not there yet', () => {
    const keys = proposed('time: { duration: 1 s, | }');
    expect(keys).toContain('timeStep');
    expect(keys).not.toContain('duration');
    expect(proposed(`${HEAD}|`)).toEqual(expect.arrayContaining(['gravity', 'law', 'bodies']));
    expect(proposed(`${HEAD}|`)).not.toContain('shapes');
  });

  it('say which keys are required, and describe them', () => {
    const text = 'materials: { glass: { ';
    const found = proposalsAt(text, text.length)?.proposals.find(({ label }) => label === 'density');
    expect(found).toMatchObject({ isRequired: true, insert: 'density: ', documentation: { unit: 'kg/m3' } });
  });

  it('are the kinds of a shape until one is chosen', () => {
    expect(proposed('shapes:\n  ball: { | }')).toEqual(expect.arrayContaining(['sphere', 'box', 'superquadric']));
    expect(proposed('shapes:\n  ball: { sphere: { radius: 1 }, | }')).toEqual([]);
    expect(proposed('shapes:\n  ball:\n    sphere:\n      |')).toContain('radius');
  });

  it('are the words of a choice', () => {
    expect(proposed('law: { normal: | }')).toEqual(expect.arrayContaining(['linear', 'hertz']));
    expect(proposalsAt('law: { normal: li', 17)?.from).toBe(15);
  });

  it('are the names that the scene defines', () => {
    expect(proposed(`${HEAD}bodies:\n  one: { shape: | }`)).toEqual(['ball']);
    expect(proposed(`${HEAD}bodies:\n  one: { shape: ball, material: gl|`)).toEqual(['glass']);
    expect(proposed(`${HEAD}pairs:\n  - materials: [glass, |`)).toEqual(['glass']);
  });

  it('are the variables in an expression', () => {
    expect(proposed('variables:\n  d: 1 mm\n  gap: =2*d\nshapes:\n  b: { sphere: { radius: =2*|')).toEqual([
      'd',
      'gap',
    ]);
  });

  it('are none in a comment, and none for names that the user chooses', () => {
    expect(proposed('time: # |')).toEqual([]);
    expect(proposed('materials:\n  |')).toEqual([]);
  });
});

describe('documentation', () => {
  it('is that of the key or of the value', () => {
    const text = `${HEAD}time: { duration: 1 s }\n`;
    const key = documentationAt(text, text.indexOf('duration') + 2);
    const value = documentationAt(text, text.indexOf('1 s'));
    expect(key?.documentation).toMatchObject({ path: 'time.duration', unit: 's', range: '> 0' });
    expect(value?.documentation).toEqual(key?.documentation);
    expect(text.slice(key?.from, key?.to)).toBe('duration');
    const radius = documentationAt(text, text.indexOf('radius'));
    expect(radius?.documentation).toMatchObject({ path: 'shapes.ball.sphere.radius', unit: 'm' });
  });

  it('is none beside the text', () => expect(documentationAt('# time\n', 3)).toBeUndefined());
});
