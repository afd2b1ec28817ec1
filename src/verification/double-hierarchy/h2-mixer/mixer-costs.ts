// SPDX-License-Identifier: MIT
/**
 * Table 10 and Figs. 29 and 30: cost of a step and its parts, on one thread and on several, and the number of facets
 * tested.
 */
import { MeshContactList } from '../../../narrow-phase/double-hierarchy/sphere-batch.ts';
import { Simulation } from '../../../simulation/simulation.ts';
import { StepTimer } from '../../../simulation/time-loop/step-costs.ts';
import type { LongRunEnd } from '../../long-run.ts';
import { plot } from '../../report/svg-plot.ts';
import { thinned } from '../../sphere-scene.ts';
import {
  check,
  count,
  figure,
  percent,
  plain,
  type RunSetup,
  type Section,
  table,
  text,
} from '../../verification-case.ts';
import { countFacets, type FacetCounts, type MixerSeen, PUBLISHED_STEPS_A_COUNT } from './mixer-run.ts';

const TIMED_STEPS = { short: 100, full: 2_000 };
const THREADS = [1, 2, 4, 8];
/** Ratio of tested facets to facets in contact, as printed. */
const PUBLISHED_RATIO = 30;

function costSplit(setup: RunSetup, { simulation }: LongRunEnd<MixerSeen>): Section {
  const spec = { ...simulation.spec, threads: 1 };
  const state = simulation.save();
  const timer = new StepTimer(setup.cpuSeconds);
  const timed = Simulation.restore(spec, state, { timer });
  const steps = setup.full ? TIMED_STEPS.full : TIMED_STEPS.short;
  const start = setup.cpuSeconds();
  timed.step(steps);
  const whole = setup.cpuSeconds() - start;
  const { list, pairs, find, touches, motion } = timer.costs;
  const row = (part: string, published: string, seconds: number): readonly string[] => [
    part,
    published,
    percent(seconds, whole, 1),
  ];
  const contacts = new MeshContactList();
  // The first rounds are for the compiler and the bins.
  for (const fastIntersection of [false, true, false, true]) countFacets(timed, contacts, fastIntersection);
  const search = [false, true].map((fastIntersection) => {
    const before = setup.cpuSeconds();
    let found: FacetCounts | undefined;
    for (let k = 0; k < 10; k++) found = countFacets(timed, contacts, fastIntersection);
    return { found, seconds: setup.cpuSeconds() - before };
  });
  const [direct, split] = search;
  return {
    title: 'Table 10: where the time goes',
    blocks: [
      text(
        `${count(steps)} steps from the end of the run on one thread, by CPU time. Bins, fast intersection and ` +
          'H2 are taken for the parts of the paper’s DE/FE search, to which they add up. It searches at every ' +
          'step, and has 25 % left for forces and motion; ours',
        'makes lists of what is near when something may have come near, and finds contacts with the walls, from ' +
          'the lists, at every step. Contacts between spheres need no search beyond the list; their time is that ' +
          'of the forces.',
      ),
      table(
        'Parts of a step',
        ['ours', 'published: split / direct (%)', 'ours'],
        [
          row('list of near spheres', 'DE/DE search 53.9 / 51.4', list),
          row(
            'walls: lists of near spheres, Double Hierarchy',
            'DE/FE search 20.7 / 23.9: bins 4.5 / 4.2, fast intersection 15.1 / –, H2 1.2 / 19.7',
            find,
          ),
          row('forces between spheres', 'all the rest 25.4 / 24.7', pairs),
          row('forces at walls', '', touches),
          row('motion', '', motion),
          row('the rest', '', whole - list - find - pairs - touches - motion),
        ],
        `Not checked. One step: ${plain((1000 * whole) / steps)} ms.`,
      ),
      table(
        'The search at all walls for all spheres, without lists',
        ['', 'published', 'ours'],
        [
          [
            'Fast Intersection Test and hierarchy / hierarchy alone, CPU time',
            plain((15.1 + 1.2) / 19.7, 2),
            plain((split?.seconds ?? Number.NaN) / (direct?.seconds ?? Number.NaN), 2),
          ],
        ],
        'Not checked. Both begin with the plane of the facet here.',
      ),
      check({
        what: 'With and without the Fast Intersection Test the same contacts are found',
        published: 'the same',
        ours: `${count(direct?.found?.valid ?? 0)} and ${count(split?.found?.valid ?? 0)}`,
        tolerance: '0',
        reason: 'the same arithmetic on the facets that are left',
        passed: direct?.found?.valid === split?.found?.valid && (direct?.found?.valid ?? 0) > 0,
      }),
    ],
  };
}

function scaling(setup: RunSetup, { simulation }: LongRunEnd<MixerSeen>): Section {
  const state = simulation.save();
  const steps = setup.full ? TIMED_STEPS.full / 4 : TIMED_STEPS.short;
  const timings = THREADS.filter((threads) => threads <= Math.max(2, setup.cores)).map((threads) => {
    setup.progress(`threads: ${threads}`);
    const timed = Simulation.restore({ ...simulation.spec, threads }, state);
    // The first steps are for the compiler and the start of the threads.
    timed.step(20);
    const start = setup.wallSeconds();
    timed.step(steps);
    const seconds = setup.wallSeconds() - start;
    const { position, velocity } = timed.bodies();
    timed.dispose();
    return { threads, seconds, position, velocity };
  });
  const alone = timings[0];
  const isSame = (p: Float64Array, q: Float64Array | undefined): boolean => p.every((x, i) => x === q?.[i]);
  return {
    title: 'Fig. 29: threads',
    blocks: [
      text(
        `The same ${count(steps)} steps on as many threads as this machine has processors (${setup.cores}), and ` +
          'on two in any case. The paper’s curves, for 1, 2, 4 and 8 threads, are given as a picture only, with ' +
          'the words that they are far from',
        'linear. Times by the clock, of a machine that may have other things to do.',
      ),
      table(
        'Threads',
        ['threads', 'time over that of one', 'times as fast'],
        timings.map(({ threads, seconds }) => [
          String(threads),
          plain(seconds / (alone?.seconds ?? Number.NaN)),
          plain((alone?.seconds ?? Number.NaN) / seconds),
        ]),
        'Not checked.',
      ),
      check({
        what: 'The motion has the same bits for any number of threads',
        published: '-',
        ours: timings.map(({ threads }) => threads).join(', '),
        tolerance: '0 bits',
        reason: 'sums are taken in an order that does not depend on the threads',
        passed:
          timings.length > 1 &&
          timings.every(
            ({ position, velocity }) => isSame(position, alone?.position) && isSame(velocity, alone?.velocity),
          ),
      }),
    ],
  };
}

function facetCounts({ simulation, seen }: LongRunEnd<MixerSeen>): Section {
  const bodies = simulation.bodyCount;
  const sum = { potential: 0, meeting: 0, valid: 0, vertices: 0, edges: 0, facets: 0 };
  const keys = Object.keys(sum) as (keyof typeof sum)[];
  const cumulative = seen.counts.map(({ time, ...counts }) => {
    for (const key of keys) sum[key] += (counts[key] * PUBLISHED_STEPS_A_COUNT) / bodies;
    return { time, ...sum };
  });
  const line = (name: string, tone: 1 | 2 | 3, key: 'potential' | 'meeting' | 'valid') => ({
    name,
    tone,
    style: 'line' as const,
    // The first counts may be zero, which a logarithmic axis cannot show.
    points: thinned(cumulative.filter((each) => each[key] > 0)).map((each) => [each.time, each[key]] as const),
  });
  const last = cumulative[cumulative.length - 1];
  const ratio = sum.potential / sum.meeting;
  return {
    title: 'Fig. 30: facets that are looked at',
    blocks: [
      text(
        `Counts of the first ${plain(last?.time ?? 0)} s for each step of the published length and sphere, ` +
          `added up as in the figure. Counted every ${PUBLISHED_STEPS_A_COUNT} of these steps for all spheres ` +
          'against both walls, without the lists that spare a simulation most of it.',
      ),
      figure(
        'Fig. 30',
        plot({
          title: 'cumulative counts per sphere over time',
          x: { label: 'time in s', min: 0 },
          y: { label: 'counts per sphere, added up', scale: 'log' },
          series: [
            line('looked at', 1, 'potential'),
            line('in contact', 2, 'meeting'),
            line('valid entities', 3, 'valid'),
          ],
        }),
        'The published curves run over the same five decades, with a ratio of 30 between the first and the second.',
      ),
      table(
        'Counts per sphere',
        ['', 'published', 'ours'],
        [
          ['facets looked at', '', plain(sum.potential)],
          ['facets in contact', '', plain(sum.meeting)],
          ['valid entities', '', plain(sum.valid)],
          [
            '… facets, edges, vertices',
            '',
            [sum.facets, sum.edges, sum.vertices].map((each) => percent(each, sum.valid, 1)).join(', '),
          ],
          ['looked at for one in contact', String(PUBLISHED_RATIO), ratio.toFixed(1)],
        ],
        'Not checked: the geometry is another one, and in the short run most spheres are still falling.',
      ),
      check({
        what: 'No entity without a facet in contact',
        published: 'fewer entities than facets in contact',
        ours: `${plain(sum.valid / sum.meeting, 4)} entities for one facet`,
        tolerance: 'at most 1, more than 0',
        reason: 'the hierarchy removes, it adds nothing',
        passed: sum.valid <= sum.meeting && sum.valid > 0,
      }),
    ],
  };
}

export function mixerCosts(setup: RunSetup, end: LongRunEnd<MixerSeen>): readonly Section[] {
  return [costSplit(setup, end), scaling(setup, end), facetCounts(end)];
}
