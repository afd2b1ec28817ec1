// SPDX-License-Identifier: MIT
/**
 * All algorithms on the same random overlapping pairs: which agree with the default, and by how much the local searches
 * overestimate the depth.
 */

import { Random } from '../../math/random.ts';
import { familyContact } from '../../narrow-phase/family/family-contact.ts';
import { gjkEpa } from '../../narrow-phase/gjk/gjk-epa.ts';
import { sweepBlocks } from '../../shapes/kernel-memory/kernel-heap.ts';
import type { ConvexPolyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { GRAIN_NAMES, randomGrain, randomPolyhedron } from '../../shapes/random-shapes.ts';
import { ask, type BodyPair, pairAtDistance, pairs } from '../random-pairs.ts';
import { plot, type Tone } from '../report/svg-plot.ts';
import { Decades } from '../tally.ts';
import {
  count,
  figure,
  never,
  percent,
  plain,
  type RunSetup,
  type Section,
  table,
  text,
} from '../verification-case.ts';

const SEED = 100_000;
const PAIRS = { short: 2_000, full: 100_000 };
const OVERLAPS = [0.01, 0.05, 0.2];
/** Tolerance between two exact algorithms: a thousand times the rounding of coordinates of a few metres. */
const AGREEMENT_TOLERANCE = 1e-12;

const EXACT = ['gjk-epa', 'gjk-td'] as const;
const LOCAL = ['nezami', 'cundall', 'mpr'] as const;
const TONES: Readonly<Record<(typeof LOCAL)[number], Tone>> = { nezami: 1, cundall: 2, mpr: 4 };

class Exact {
  largest = 0;
  over = 0;

  add(difference: number): void {
    this.largest = Math.max(this.largest, difference);
    if (!(difference <= AGREEMENT_TOLERANCE)) this.over++;
  }
}

class Local {
  /** Relative to the true depth. */
  readonly decades = new Decades(-9, 0);
  smaller = 0;
  over6 = 0;
  over3 = 0;
  over1 = 0;
  bounded = 0;

  add(overestimate: number, depth: number, size: number, isBounded: boolean): void {
    if (overestimate < -AGREEMENT_TOLERANCE * size) this.smaller++;
    if (isBounded) this.bounded++;
    const part = Math.max(0, overestimate) / depth;
    this.decades.add(part);
    if (part > 1e-6) this.over6++;
    if (part > 1e-3) this.over3++;
    if (part > 0.1) this.over1++;
  }
}

interface Measured {
  readonly part: number;
  readonly pairs: number;
  readonly exact: Readonly<Record<(typeof EXACT)[number], Exact>>;
  readonly local: Readonly<Record<(typeof LOCAL)[number], Local>>;
}

/** The default's steps in readable form, which is what a trace shows; the default itself is the kernel. */
function readable({ a, poseA, b, poseB }: BodyPair): number {
  sweepBlocks();
  return familyContact(gjkEpa, a, poseA, b, poseB, {}).distance;
}

function randomBody(random: Random): ConvexPolyhedron {
  const name = GRAIN_NAMES[random.integer(2 * GRAIN_NAMES.length)];
  return name === undefined ? randomPolyhedron(random) : randomGrain(random, name);
}

function measure(part: number, wanted: number, random: Random, setup: RunSetup): Measured {
  const exact = { 'gjk-epa': new Exact(), 'gjk-td': new Exact() };
  const local = { nezami: new Local(), cundall: new Local(), mpr: new Local() };
  let done = 0;
  for (const pair of pairs(wanted, () => pairAtDistance(randomBody(random), randomBody(random), random, -part))) {
    const truth = ask(pair).distance;
    exact['gjk-epa'].add(Math.abs(readable(pair) - truth) / pair.size);
    exact['gjk-td'].add(Math.abs(ask(pair, 'gjk-td').distance - truth) / pair.size);
    for (const name of LOCAL) {
      const { distance, status } = ask(pair, name);
      local[name].add(truth - distance, -truth, pair.size, status === 'bounded');
    }
    if (++done % 5000 === 0) setup.progress(`${100 * part} % overlap: ${count(done)} of ${count(wanted)} pairs`);
  }
  return { part, pairs: wanted, exact, local };
}

const percentOf = (part: number): string => `${100 * part} %`;

function exactSection(all: readonly Measured[]): Section {
  const total = all.reduce((sum, each) => sum + each.pairs, 0);
  return {
    title: 'Exact algorithms agree',
    blocks: [
      text(
        'gjk-epa and gjk-td against the default, whose answers carry certified bounds. Random boxes, hulls of 4 ' +
          'to 24 vertices, pyramids,',
        'octagonal prisms and frustums; B is moved along a random direction until the overlap is 1, 5 or 20 % ' +
          'of the smaller body’s extent.',
      ),
      table(
        'Largest difference of the depth, in parts of the size',
        ['overlap', 'pairs', 'gjk-epa, step by step', 'gjk-td'],
        all.map(({ part, pairs: of, exact }) => [
          percentOf(part),
          count(of),
          plain(exact['gjk-epa'].largest, 2),
          plain(exact['gjk-td'].largest, 2),
        ]),
      ),
      ...EXACT.map((name) =>
        never(
          `${name} differs from the default`,
          all.reduce((sum, { exact }) => sum + exact[name].over, 0),
          total,
          'the same depth',
          `more than ${AGREEMENT_TOLERANCE} of the size: thousands of roundings of the coordinates`,
        ),
      ),
    ],
  };
}

function localSection(all: readonly Measured[]): Section {
  const total = all.reduce((sum, each) => sum + each.pairs, 0);
  const rows = all.flatMap(({ part, pairs: of, local }) =>
    LOCAL.map((name) => {
      const { over6, over3, over1, decades, bounded } = local[name];
      return [
        percentOf(part),
        name,
        percent(over6, of),
        percent(over3, of),
        percent(over1, of),
        percent(decades.largest, 1, 1),
        count(bounded),
      ];
    }),
  );
  return {
    title: 'Local searches overestimate',
    blocks: [
      text(
        'nezami and cundall climb from plane to plane and may stop at a local maximum of the gap; mpr looks ' +
          'along one ray. Each reports the',
        'depth along a plane, so never less than the true one. How often it is more, and by how much:',
      ),
      table(
        'Overestimates of the depth, relative to the true depth',
        ['overlap', 'algorithm', 'over 1e-6', 'over 1e-3', 'over 10 %', 'largest', 'bounded'],
        rows,
        'Cundall’s smallest tilt alone costs some 1e-9 of the size, which is 1e-7 of a depth of 1 %.',
      ),
      ...all.map(({ part, local }) =>
        figure(
          `Overestimates at ${percentOf(part)} overlap`,
          plot({
            title: `overestimates at ${percentOf(part)}`,
            x: { label: 'overestimate / true depth, by decade', names: local.nezami.decades.names() },
            y: { label: 'percent of pairs', scale: 'log', min: 0.01, max: 100 },
            series: LOCAL.map((name) => local[name].decades.series(name, TONES[name])),
            width: 840,
            height: 260,
          }),
        ),
      ),
      ...LOCAL.map((name) => {
        const smaller = all.reduce((sum, { local }) => sum + local[name].smaller, 0);
        return never(
          `${name} reports a smaller depth`,
          smaller,
          total,
          'a local search',
          'the gap along any plane is a lower bound of the signed distance; 1e-12 of the size for rounding',
        );
      }),
    ],
  };
}

export function overlappingPairs(setup: RunSetup): Section[] {
  const random = new Random(SEED);
  const wanted = setup.full ? PAIRS.full : PAIRS.short;
  const all = OVERLAPS.map((part, i) => {
    // The first share takes the remainder of the division.
    const each = Math.floor(wanted / OVERLAPS.length);
    return measure(part, i === 0 ? wanted - (OVERLAPS.length - 1) * each : each, random, setup);
  });
  return [exactSection(all), localSection(all)];
}
