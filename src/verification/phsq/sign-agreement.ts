// SPDX-License-Identifier: MIT
/**
 * Compares contact or no contact with the default query, on random polyhedra and superquadrics with exponents of 2 to
 * 20 and aspect ratios up to 20.
 */
import { Random } from '../../math/random.ts';
import type { Contact, PengHanleyCase } from '../../narrow-phase/contact-result.ts';
import { PENG_HANLEY_LAYOUT, pengHanleyBatch } from '../../narrow-phase/superquadric/peng-hanley-batch.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import { boxHull, pointsOnEllipsoid } from '../../shapes/random-shapes.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { ask, type BodyPair, pairAnywhere, pairAtDistance, pairs } from '../random-pairs.ts';
import { plot } from '../report/svg-plot.ts';
import { Decades } from '../tally.ts';
import { count, figure, never, percent, type RunSetup, type Section, table, text } from '../verification-case.ts';
import { CASE_NUMBERS } from './spheres-around.ts';

const SEED = 3;
const PAIRS = { short: 250, full: 10_000 };
const ASPECT = 20;
/** Signs of distances smaller than this part of the size are rounding. */
const SIGN_PART = 1e-12;
/** An overlap or gap is exact within this part of the size: what the default proves for curved bodies. */
const EXACT_PART = 1e-9;

/** Where the pairs are: as parts of the smaller body's extent. */
const SITUATIONS = [
  { name: 'anywhere', part: undefined },
  { name: '5 % deep', part: -0.05 },
  { name: '1 % deep', part: -0.01 },
  { name: '1 % apart', part: 0.01 },
  { name: '5 % apart', part: 0.05 },
] as const;

const lengthOf = (random: Random): number => ASPECT ** -random.next();

function randomSolid(random: Random): ConvexShape {
  const [x, y, z] = [lengthOf(random), lengthOf(random), lengthOf(random)];
  if (random.next() < 0.25) return boxHull([x, y, z]);
  return polyhedron({ vertices: pointsOnEllipsoid(random, 4 + random.integer(21), [x, y, z]) });
}

function randomSuperquadric(random: Random): ConvexShape {
  const semiAxes = [lengthOf(random), lengthOf(random), lengthOf(random)] as const;
  return superquadric({ semiAxes, n1: random.between(2, 20), n2: random.between(2, 20) });
}

/** Whether the default query had to decide, besides case 8. */
function isHandedOver({ a, poseA, b, poseB }: BodyPair): boolean {
  const poses = Float64Array.from(
    [poseA, poseB].flatMap(({ position: p, orientation: q }) => [p.x, p.y, p.z, q.w, q.x, q.y, q.z]),
  );
  const answer = pengHanleyBatch({ shapes: [a, b], poses, pairs: Int32Array.of(0, 1) });
  return answer[PENG_HANLEY_LAYOUT.handedOver] === 1 && answer[PENG_HANLEY_LAYOUT.case] !== 8;
}

class Counter {
  pairs = 0;
  wrong = 0;
  printedWrong = 0;
  endless = 0;
  brokenBounds = 0;
  shallow = 0;
  exact = 0;
  handedOver = 0;
  readonly cases = new Map<PengHanleyCase | undefined, number>();
  readonly printedWrongBy = new Map<PengHanleyCase | undefined, number>();
  readonly overestimates = new Decades(-9, 1);

  add(pair: BodyPair, truth: Contact, ours: Contact, printed: Contact): void {
    const slack = SIGN_PART * pair.size;
    const isGap = truth.lower > slack;
    const isDepth = truth.upper < -slack;
    const isWrong = ({ distance }: Contact): boolean => (isGap && !(distance > 0)) || (isDepth && !(distance < 0));
    this.pairs++;
    if (isHandedOver(pair)) this.handedOver++;
    this.cases.set(ours.case, (this.cases.get(ours.case) ?? 0) + 1);
    if (isWrong(ours)) this.wrong++;
    if (printed.case === undefined) this.endless++;
    else if (isWrong(printed)) {
      this.printedWrong++;
      this.printedWrongBy.set(printed.case, (this.printedWrongBy.get(printed.case) ?? 0) + 1);
    }
    for (const found of [ours, printed]) {
      if (found.lower > truth.upper || found.upper < truth.lower) this.brokenBounds++;
    }
    const off = Math.abs(ours.distance - truth.distance);
    if (off <= EXACT_PART * pair.size) this.exact++;
    if (isDepth && ours.distance > truth.upper + EXACT_PART * pair.size) this.shallow++;
    if (isDepth) this.overestimates.add(off <= EXACT_PART * pair.size ? 0 : off / Math.abs(truth.distance));
  }
}

function countSituation(part: number | undefined, wanted: number, random: Random): Counter {
  const counter = new Counter();
  const next = (): BodyPair | undefined => {
    const [a, b] = [randomSolid(random), randomSuperquadric(random)];
    return part === undefined ? pairAnywhere(a, b, random) : pairAtDistance(a, b, random, part);
  };
  for (const pair of pairs(wanted, next)) {
    counter.add(pair, ask(pair), ask(pair, 'peng-hanley'), ask(pair, 'peng-hanley-as-printed'));
  }
  return counter;
}

export function signAgreement(setup: RunSetup): Section {
  const random = new Random(SEED);
  const wanted = setup.full ? PAIRS.full : PAIRS.short;
  const all = SITUATIONS.map(({ name, part }) => {
    setup.progress(`${count(wanted)} pairs ${name}`);
    return { name, counted: countSituation(part, wanted, random) };
  });
  const sum = (value: (counted: Counter) => number): number =>
    all.reduce((total, { counted }) => total + value(counted), 0);
  const total = sum(({ pairs: each }) => each);
  const overestimates = all.filter(({ name }) => name.endsWith('deep'));
  const bins = new Decades(-9, 1);
  return {
    title: 'Contact or not, beside the default query',
    blocks: [
      text(
        `${count(wanted)} pairs in each situation: boxes and hulls of 4 to 24 points, superquadrics of ` +
          `exponents 2 to 20, both up to ${ASPECT} times as`,
        'long as wide. The truth is the default with its certified bounds.',
      ),
      table(
        'Cases of ours',
        ['situation', 'pairs', ...CASE_NUMBERS.map(String), 'by the default query', 'exact distance'],
        all.map(({ name, counted }) => [
          name,
          count(counted.pairs),
          ...CASE_NUMBERS.map((number) => count(counted.cases.get(number) ?? 0)),
          percent(counted.handedOver, counted.pairs, 1),
          percent(counted.exact, counted.pairs, 1),
        ]),
        'By the default query: where a search returns to a face and neither the edge between is inside nor a ' +
          `plane through it separates; case 8 is not counted. Exact: within ${EXACT_PART} of the size; overlaps ` +
          'follow the planes of eq. 10 to 12, gaps are lower bounds.',
      ),
      table(
        'Wrong answers',
        ['situation', 'pairs', 'ours', 'as printed', 'false contact (case 4)', 'missed contact (case 5)', 'endless'],
        all.map(({ name, counted }) => [
          name,
          count(counted.pairs),
          count(counted.wrong),
          `${count(counted.printedWrong)} (${percent(counted.printedWrong, counted.pairs, 1)})`,
          count(counted.printedWrongBy.get(4) ?? 0),
          count(counted.printedWrongBy.get(5) ?? 0),
          count(counted.endless),
        ]),
        'As printed, bodies beside a vertex of more than three faces are taken for touching: faces that share ' +
          'only the vertex are no neighbours.',
      ),
      figure(
        'How much too deep the overlap is, by the planes of eq. 10 to 12',
        plot({
          title: 'overestimate of the overlap',
          x: { label: 'overestimate, relative to the shortest translation', names: bins.names() },
          y: { label: 'percent of the contacts' },
          series: overestimates.map(({ name, counted }, i) => counted.overestimates.series(name, i === 0 ? 1 : 2)),
        }),
        'The left bars are exact. Much of the rest is shallow overlaps near an edge, where the initial face is ' +
          'not the nearest one.',
      ),
      never(
        'ours has another sign than the default',
        sum(({ wrong }) => wrong),
        total,
        'six cases',
        `distances within ${SIGN_PART} of the size of touching are left out: their sign is rounding`,
      ),
      never(
        'a bound of ours or of the printed form fails',
        sum(({ brokenBounds }) => brokenBounds),
        2 * total,
        'no bounds',
        'bounds against bounds',
      ),
      never(
        'ours reports an overlap that is too small',
        sum(({ shallow }) => shallow),
        total,
        'not claimed',
        `by more than ${EXACT_PART} of the size: the gap along any normal is at most the signed distance`,
      ),
    ],
  };
}
