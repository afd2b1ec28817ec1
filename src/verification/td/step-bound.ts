// SPDX-License-Identifier: MIT
/**
 * Counterexamples to the claim that GJK-TD ends within 3(vA + vB) - 8 steps (Descantes, Tricoire & Richard 2019,
 * section 3.2). It assumes a Minkowski difference of vA + vB vertices and a surface that stays convex; both assumptions
 * fail.
 */
import { Random } from '../../math/random.ts';
import type { ConvexPolyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { randomPolyhedron } from '../../shapes/random-shapes.ts';
import { ask, type BodyPair, pairAnywhere, pairAtDistance, pairs } from '../random-pairs.ts';
import { plot } from '../report/svg-plot.ts';
import { Mean } from '../tally.ts';
import {
  check,
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

const SEED = 2019;
const PAIRS = { short: 200, full: 10_000 };
const WRONG_PART = 1e-9;
/** Histogram of steps over bound in tenths, the last bin is open. */
const BINS = 20;

class Count {
  readonly steps = new Mean();
  over = 0;
  unfinished = 0;
  wrong = 0;
  readonly histogram = new Array<number>(BINS).fill(0);

  add(steps: number, bound: number, isFinished: boolean, isWrong: boolean): void {
    this.steps.add(steps);
    if (!(steps < bound)) this.over++;
    if (!isFinished) this.unfinished++;
    if (isWrong) this.wrong++;
    const bin = Math.min(BINS - 1, Math.floor((10 * steps) / bound));
    this.histogram[bin] = this.histogram[bin] + 1;
  }

  merge(other: Count): void {
    this.steps.merge(other.steps);
    this.over += other.over;
    this.unfinished += other.unfinished;
    this.wrong += other.wrong;
    other.histogram.forEach((value, i) => {
      this.histogram[i] = this.histogram[i] + value;
    });
  }

  row(name: string): string[] {
    const total = this.steps.count;
    return [
      name,
      count(total),
      plain(this.steps.value),
      count(this.steps.largest),
      count(this.over),
      percent(this.over, total),
      count(this.unfinished),
      count(this.wrong),
    ];
  }
}

const vertexCount = (shape: ConvexPolyhedron): number => shape.hull.vertices.length / 3;

interface Group {
  readonly title: string;
  next(random: Random): BodyPair | undefined;
}

const atPart =
  (part: number) =>
  (random: Random): BodyPair | undefined =>
    pairAtDistance(randomPolyhedron(random), randomPolyhedron(random), random, -part);

/** Overlapping, with the centres anywhere. */
function anywhere(random: Random): BodyPair | undefined {
  const pair = pairAnywhere(randomPolyhedron(random), randomPolyhedron(random), random);
  return ask(pair).distance < 0 ? pair : undefined;
}

const GROUPS: readonly Group[] = [
  { title: '1 % of the size deep', next: atPart(0.01) },
  { title: '5 %', next: atPart(0.05) },
  { title: '20 %', next: atPart(0.2) },
  { title: 'any overlap', next: anywhere },
];

interface Counted {
  readonly title: string;
  readonly printed: Count;
  readonly corrected: Count;
}

function countGroup({ title, next }: Group, random: Random, wanted: number): Counted {
  const printed = new Count();
  const corrected = new Count();
  for (const pair of pairs(wanted, () => next(random))) {
    const bound = 3 * (vertexCount(pair.a as ConvexPolyhedron) + vertexCount(pair.b as ConvexPolyhedron)) - 8;
    const truth = ask(pair).distance;
    for (const [name, into] of [
      ['gjk-td-as-printed', printed],
      ['gjk-td', corrected],
    ] as const) {
      const { distance, epaIterations, status } = ask(pair, name);
      into.add(epaIterations, bound, status === 'converged', Math.abs(distance - truth) > WRONG_PART * pair.size);
    }
  }
  return { title, printed, corrected };
}

function total(counts: readonly Count[]): Count {
  const sum = new Count();
  for (const each of counts) sum.merge(each);
  return sum;
}

export function stepBound(setup: RunSetup): Section {
  const random = new Random(SEED);
  const groups = GROUPS.map((group) => {
    setup.progress(`step bound: pairs ${group.title}`);
    return countGroup(group, random, setup.full ? PAIRS.full : PAIRS.short);
  });
  const printed = total(groups.map((group) => group.printed));
  const corrected = total(groups.map((group) => group.corrected));
  const bins = printed.histogram.map((_, i) => (i === BINS - 1 ? `≥ ${i / 10}` : (i / 10).toFixed(1)));
  return {
    title: 'The claimed bound of 3(vA + vB) − 8 steps',
    blocks: [
      text(
        'Expanding only the nearest face leaves others that the new point sees, so the surface folds; and the ' +
          'difference of two bodies has',
        'up to vA·vB vertices, not vA + vB. The printed algorithm therefore takes more steps than claimed, and ' +
          'its faces need not close.',
        'Random overlapping boxes and hulls of 4 to 24 vertices.',
      ),
      table(
        'Steps against the bound',
        [
          'overlap',
          'algorithm',
          'pairs',
          'mean steps',
          'most',
          'at or over the bound',
          'share',
          'not proven',
          'depth wrong',
        ],
        groups.flatMap((group) => [
          [group.title, ...group.printed.row('gjk-td-as-printed')],
          ['', ...group.corrected.row('gjk-td')],
        ]),
        'Published: always fewer than 3(vA + vB) − 8. “Not proven”: the step limit was reached or faces are ' +
          'missing, and the answer says so.',
      ),
      figure(
        'Steps of an expansion as a part of the claimed bound',
        plot({
          title: 'steps over bound',
          x: { label: 'steps / (3(vA + vB) − 8)', names: bins },
          y: { label: 'percent of pairs' },
          series: [
            { name: 'as printed', style: 'bars', tone: 5, points: share(printed) },
            { name: 'corrected', style: 'bars', tone: 3, points: share(corrected) },
          ],
        }),
      ),
      check({
        what: 'The printed algorithm exceeds its bound',
        published: 'never',
        ours: `${count(printed.over)} of ${count(printed.steps.count)}`,
        tolerance: 'at least one',
        reason: 'a single pair disproves the claim',
        passed: printed.over > 0,
      }),
      never(
        'gjk-td gives a wrong depth',
        corrected.wrong,
        corrected.steps.count,
        'never',
        'off by more than 1e-9 of the size from the default, whose bounds are certified',
      ),
    ],
  };
}

function share({ histogram, steps }: Count): [number, number][] {
  return histogram.map((value, i) => [i, (100 * value) / steps.count]);
}
