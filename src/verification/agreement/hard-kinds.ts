// SPDX-License-Identifier: MIT
/**
 * Every algorithm for polyhedra on easy and hard kinds of pairs: number of results with an error above 1e-6 and 1e-9 of
 * the size.
 */
import { Random } from '../../math/random.ts';
import { type Algorithm, POLYHEDRON_ALGORITHMS } from '../../narrow-phase/contact.ts';
import { count, never, type RunSetup, type Section, table, text } from '../verification-case.ts';
import { Judge, type Judgement } from './judged-answers.ts';
import { KIND_NAMES, pairsOfKind } from './polyhedron-pairs.ts';

const SEED = 8;
const PAIRS = { short: 40, full: 2000 };

/** Algorithms whose depth is never too small, and algorithms whose sign is never wrong. */
const NEVER_SHALLOW: readonly Algorithm[] = ['gjk-td', 'nezami', 'cundall'];
const NEVER_WRONG_SIGN: readonly Algorithm[] = ['mpr'];

function sumOf(judged: readonly Judgement[]): Judgement {
  const sum: Judgement = { pairs: 0, over6: 0, over9: 0, wrongSign: 0, tooShallow: 0, bounded: 0, unsupported: 0 };
  for (const each of judged) {
    for (const key of Object.keys(sum) as (keyof Judgement)[]) sum[key] += each[key];
  }
  return sum;
}

export function hardKinds(setup: RunSetup): Section {
  const random = new Random(SEED);
  const each = setup.full ? PAIRS.full : PAIRS.short;
  const judges = KIND_NAMES.map((name) => {
    setup.progress(`pairs of kind ${name}`);
    return new Judge(pairsOfKind(name, random, each));
  });
  const judged = POLYHEDRON_ALGORITHMS.map((algorithm) => {
    setup.progress(`${algorithm} on ${KIND_NAMES.length} kinds`);
    return judges.map((judge) => judge.judge(algorithm));
  });
  const totals = judged.map(sumOf);
  const totalOf = (name: Algorithm): Judgement => totals[POLYHEDRON_ALGORITHMS.indexOf(name)];
  return {
    title: 'Hard kinds of pairs',
    blocks: [
      text(
        `${count(each)} pairs of each kind: random ones from deep to far, boxes with parallel faces, bodies up ` +
          'to a thousand times as long as wide,',
        'size ratios of 1e3 and 1e6, an offset of 1e6, scales of 1e-9 and 1e9, faces a hair from parallel, and ' +
          'input with repeated, inner',
        'and coplanar points. The truth is the default with its certified bounds.',
      ),
      table(
        'Answers off by more than 1e-6 / 1e-9 of the size',
        ['algorithm', ...KIND_NAMES, 'all'],
        POLYHEDRON_ALGORITHMS.map((algorithm, i) => [
          algorithm,
          ...[...(judged[i] ?? []), totalOf(algorithm)].map(({ over6, over9 }) => `${count(over6)} / ${count(over9)}`),
        ]),
        'gjk-johnson and gjk-signed-volumes take the nearest face of the last tetrahedron for the contact of an ' +
          'overlap, as the classical literature does, and say `bounded`.',
      ),
      table(
        'All kinds together',
        ['algorithm', 'pairs', 'over 1e-6', 'over 1e-9', 'wrong sign', 'too shallow', 'bounded', 'no answer'],
        POLYHEDRON_ALGORITHMS.map((algorithm) => {
          const { pairs, over6, over9, wrongSign, tooShallow, bounded, unsupported } = totalOf(algorithm);
          return [algorithm, ...[pairs, over6, over9, wrongSign, tooShallow, bounded, unsupported].map(count)];
        }),
      ),
      ...NEVER_SHALLOW.map((name) =>
        never(
          `${name} reports a depth that is too small`,
          totalOf(name).tooShallow,
          totalOf(name).pairs,
          'the depth along a plane',
          'by more than 1e-12 of the size or 32 units in the last place of the coordinates',
        ),
      ),
      ...NEVER_WRONG_SIGN.map((name) =>
        never(
          `${name} has the wrong sign`,
          totalOf(name).wrongSign,
          totalOf(name).pairs,
          'Theorem 4.1',
          'pairs within 1e-9 of touching are left out: their sign is rounding',
        ),
      ),
    ],
  };
}
