// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { InvalidOptionError } from '../errors.ts';
import { box } from '../shapes/kinds/box.ts';
import { sphere } from '../shapes/kinds/sphere.ts';
import { ALGORITHMS, type ContactOptions, contact, POLYHEDRON_ALGORITHMS } from './contact.ts';

const cube = box({ halfExtents: [1, 1, 1] });
const ask = (options: unknown) => contact(cube, {}, cube, { position: [3, 0, 0] }, options as ContactOptions);

describe('options of contact', () => {
  it.each([
    [{ algorithm: 'gjk' }, 'unknown-algorithm', ALGORITHMS.join(', ')],
    [{ kernel: 'nope' }, 'unknown-kernel', 'webassembly, typescript'],
    [{ iterationLimit: -1 }, 'bad-limit', 'got -1'],
    [{ iterationLimit: 2.5, algorithm: 'mpr' }, 'bad-limit', 'got 2.5'],
  ])('refuses %j and says what is possible', (options, code, text) => {
    expect(() => ask(options)).toThrow(InvalidOptionError);
    expect(() => ask(options)).toThrow(text);
    expect(() => ask(options)).toThrow(expect.objectContaining({ code }));
  });

  it.each(ALGORITHMS)('runs %s, and reports its steps', (algorithm) => {
    let steps = 0;
    const ball = sphere({ radius: 1 });
    const answers = [
      [cube, cube],
      [cube, ball],
      [ball, ball],
    ].map(([a = cube, b = cube]) => contact(a, {}, b, { position: [3, 0, 0] }, { algorithm, trace: () => steps++ }));
    expect(answers[0]?.status === 'unsupported').toBe(!POLYHEDRON_ALGORITHMS.includes(algorithm));
    const answered = answers.filter(({ status }) => status !== 'unsupported');
    expect(answered.length).toBeGreaterThan(0);
    for (const { distance } of answered) expect(distance).toBeCloseTo(1, 6);
    expect(steps).toBeGreaterThanOrEqual(answered.length);
  });
});
