// SPDX-License-Identifier: MIT
/**
 * Every algorithm of the family on the exact reference pairs of polyhedra: exact ones are right on all, local searches
 * never report too small a depth, portal refinement never has the wrong sign. The counts of answers that are off are
 * the documented ones.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Algorithm, POLYHEDRON_ALGORITHMS } from '../src/narrow-phase/contact.ts';
import { Judge, type Judgement, type KnownPair } from '../src/verification/agreement/judged-answers.ts';

const fixtures = new URL('../fixtures/', import.meta.url);

function readPairs(): KnownPair[] {
  return readdirSync(fixtures)
    .filter((name) => name.startsWith('poly3d_'))
    .flatMap((name) => readFileSync(new URL(name, fixtures), 'utf8').trim().split('\n'))
    .map((line) => {
      const { A, B, d } = JSON.parse(line) as { A: number[][]; B: number[][]; d: number };
      return { a: Float64Array.from(A.flat()), b: Float64Array.from(B.flat()), distance: d };
    });
}

const judge = new Judge(readPairs());
const judged = new Map<Algorithm, Judgement>(POLYHEDRON_ALGORITHMS.map((name) => [name, judge.judge(name)]));
const of = (name: Algorithm): Judgement => judged.get(name) as Judgement;

describe('on the exact polyhedron pairs', () => {
  it.each(POLYHEDRON_ALGORITHMS)('%s answers all of them', (name) => {
    expect(of(name).pairs).toBeGreaterThan(400);
    expect(of(name).unsupported).toBe(0);
  });

  it.each(['gjk-epa', 'gjk-td', 'gjk-boolean'] as const)('%s is right to 1e-9 of the size on all', (name) => {
    expect(of(name)).toMatchObject({ over6: 0, over9: 0, wrongSign: 0, tooShallow: 0 });
  });

  it.each(['gjk-td', 'nezami', 'cundall', 'mpr'] as const)('%s never reports a depth that is too small', (name) => {
    expect(of(name).tooShallow).toBe(0);
  });

  it('mpr never has the wrong sign', () => {
    expect(of('mpr').wrongSign).toBe(0);
  });
});
