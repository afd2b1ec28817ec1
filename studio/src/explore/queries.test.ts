// SPDX-License-Identifier: MIT
/** Answers and steps of every pair of the menu by every algorithm; sentences for each step. */
import { describe, expect, it } from 'vitest';
import { contact, planarContact } from '../../../src/contact.ts';
import { SITUATIONS } from '../../../src/pairs.ts';
import { MENU } from './menu.ts';
import { readPair } from './pair-json.ts';
import { ALGORITHM_NAMES, compare, EXPLICIT, explain, timeOf } from './queries.ts';
import { short, stepSentence } from './step-sentence.ts';

const placed = (id: string) => {
  const chosen = MENU.find((each) => each.id === id);
  if (chosen === undefined) throw new Error(`no pair ${id}`);
  return readPair(chosen.pair as never).bodies;
};

describe.each(MENU.map(({ id }) => id))('the pair %s', (id) => {
  const bodies = placed(id);

  it('has the answer of the default, and steps that end with it', () => {
    const { answer, steps } = explain(bodies, 'gjk-epa');
    if (bodies.kind === 'mesh' || answer === undefined) throw new Error('a pair of the menu has an answer');
    const { a, b } = bodies;
    const expected =
      bodies.kind === 'planar'
        ? planarContact(bodies.a.shape, bodies.a.pose, bodies.b.shape, bodies.b.pose)
        : contact(a.shape as never, a.pose as never, b.shape as never, b.pose as never);
    expect(answer.distance).toBe(expected.distance);
    expect(answer.normal).toEqual(Object.values(expected.normal));
    expect(steps.at(-1)).toMatchObject({ kind: 'answer', lower: answer.lower, upper: answer.upper });
    const untraced = explain(bodies, 'gjk-epa', false);
    expect(untraced.answer).toEqual(answer);
    expect({ ...untraced.steps.at(-1), step: 0 }).toEqual({ ...steps.at(-1), step: 0 });
  });

  it('has a sentence for each step of each algorithm, and bounds that hold', () => {
    const { answer } = explain(bodies, 'gjk-epa');
    const distance = answer?.distance ?? Number.NaN;
    for (const name of ALGORITHM_NAMES) {
      const { steps, problem } = explain(bodies, name);
      expect(steps.length > 0).toBe(problem === undefined);
      for (const step of steps) {
        expect(stepSentence(step)).toMatch(/^[A-Z].{20,}\.$/);
        expect(step.lower).toBeLessThanOrEqual(step.upper);
        // The bounds of two pieces are those of these two alone.
        if ('pieces' in step) continue;
        if (step.kind !== 'block') expect(step.lower).toBeLessThanOrEqual(distance + 1e-6);
      }
    }
  });
});

describe('the nine situations', () => {
  it.each(SITUATIONS)('$name has the published overlap by the default, gjk-td, and explicitly', ({ name, overlap }) => {
    const bodies = placed(`td ${name}`);
    for (const algorithm of ['gjk-epa', 'gjk-td', EXPLICIT] as const) {
      const { distance, differs } = compare(bodies, algorithm, overlap, 1);
      // The paper prints 15 digits of coordinates that ours reconstruct.
      expect(distance).toBeCloseTo(overlap, 6);
      expect(differs).toBe(false);
    }
  });

  it('tell where the classical searches go wrong', () => {
    const bodies = placed('td Fig. 4');
    expect(compare(bodies, 'cundall-classical', -4.02601271993386, 1).differs).toBe(true);
    expect(compare(bodies, 'superquadric-newton', -4, 1)).toMatchObject({ status: 'no answer for this pair' });
  });
});

describe('times and numbers', () => {
  it('are positive microseconds', () => {
    expect(timeOf(placed('planar'), 'gjk-epa')).toBeGreaterThan(0);
  });

  it('are short in sentences', () => {
    expect([0, -0.25, 1234.5678, 1e-7, Infinity, -Infinity].map(short)).toEqual([
      '0',
      '−0.25',
      '1234.6',
      '1.000e−7',
      '∞',
      '−∞',
    ]);
  });
});
