// SPDX-License-Identifier: MIT
/**
 * Fig. 12 of Peng & Hanley 2019: time by case for the five regular polyhedra, and against the number of faces.
 * Reported, not checked.
 */
import { Random } from '../../math/random.ts';
import { BATCH_LAYOUT, contactBatch } from '../../narrow-phase/contact-batch.ts';
import { PENG_HANLEY_LAYOUT, pengHanleyBatch } from '../../narrow-phase/superquadric/peng-hanley-batch.ts';
import type { ConvexPolyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { plot, type Series, type Tone } from '../report/svg-plot.ts';
import { type Block, count, figure, plain, type RunSetup, type Section, table, text } from '../verification-case.ts';
import { BEAM, faceCount, PLATONIC_SOLIDS, roundPolyhedron } from './platonic-solids.ts';
import { bodiesAround, type CaseNumber, casesAround, randomCentres } from './spheres-around.ts';

const SEED = 12;
const SPHERES = { short: 300, full: 10_000 };
/** The paper repeats 5,000 times; the clock here needs fewer. */
const REPETITIONS = { short: 400, full: 500 };
/** Faces of the round polyhedra. */
const FACE_COUNTS = [12, 24, 48, 100, 200, 500, 1000];
/** Number of spheres tried, number of spheres in a mean time, pairs per call, and CPU time for each mean. */
const MEAN_SPHERES = 20_000;
const MEAN_BODIES = 500;
const MEAN_PAIRS = 5_000;
const MEAN_SECONDS = { short: 0.01, full: 0.5 };
/** The fastest of this many windows counts, because other programs share the machine. */
const WINDOWS = 4;
/** CPU time before the first timing, for just-in-time compilation. */
const WARM_UP = 0.3;
/** Pairs in one call: the results stay in the cache. */
const CALL = 1_000;
const TIMED_CASES = [1, 2, 3, 4, 5, 6] as const;
/** Points of a curve. */
const CURVE = 60;

interface Timed {
  readonly name: string;
  readonly faces: number;
  /** Microseconds of one determination, ascending, by case. */
  readonly times: ReadonlyMap<CaseNumber, readonly number[]>;
}

const pairsOf = (body: number, repetitions: number): Int32Array =>
  Int32Array.from({ length: 2 * repetitions }, (_, i) => (i % 2 === 0 ? 0 : body));

/** Queries each sphere repeatedly, as the paper does; the time is that of one determination. */
function timeSpheres(name: string, solid: ConvexPolyhedron, setup: RunSetup): Timed {
  const random = new Random(SEED);
  const centres = randomCentres(random, setup.full ? SPHERES.full : SPHERES.short);
  const repetitions = setup.full ? REPETITIONS.full : REPETITIONS.short;
  const calls = Math.ceil(repetitions / CALL);
  const size = Math.ceil(repetitions / calls);
  const pairs = pairsOf(1, size);
  const out = new Float64Array(PENG_HANLEY_LAYOUT.stride * size);
  const times = new Map<CaseNumber, number[]>();
  const one = (i: number) => bodiesAround(solid, centres.subarray(3 * i, 3 * i + 3));
  casesAround(solid, centres).forEach((number, i) => {
    if (number === 8) return;
    const bodies = one(i);
    const start = setup.cpuSeconds();
    for (let call = 0; call < calls; call++) pengHanleyBatch({ ...bodies, pairs, out });
    const elapsed = setup.cpuSeconds() - start;
    const list = times.get(number as CaseNumber) ?? [];
    list.push((1e6 * elapsed) / (calls * size));
    times.set(number as CaseNumber, list);
  });
  for (const list of times.values()) list.sort((a, b) => a - b);
  return { name, faces: faceCount(solid), times };
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;

function curves({ name, faces, times }: Timed): Block {
  const series = TIMED_CASES.flatMap((number): Series[] => {
    const sorted = times.get(number);
    if (sorted === undefined) return [];
    const points = Array.from({ length: CURVE + 1 }, (_, i): [number, number] => [
      quantile(sorted, i / CURVE),
      (100 * i) / CURVE,
    ]);
    return [{ name: `case ${number}`, style: 'line', tone: number as Tone, points }];
  });
  // A few interrupted measurements would squeeze the rest.
  const longest = Math.max(...TIMED_CASES.map((number) => quantile(times.get(number) ?? [0], 0.95)));
  const title = `${name in PLATONIC_SOLIDS ? 'Fig. 12, ' : 'Not in the paper: '}${name}, ${faces} faces`;
  const max = 1.2 * longest;
  return figure(
    title,
    plot({
      title,
      x: { label: 'microseconds a determination', min: 0, max },
      y: { label: 'percent of the spheres', min: 0, max: 100 },
      series: series.map((each) => ({ ...each, points: each.points.filter(([time]) => time <= max) })),
      width: 434,
      height: 260,
    }),
  );
}

/** Mean microseconds of one determination over the spheres at given centres, in turn; NaN without any. */
function meanTime(solid: ConvexPolyhedron, centres: Float64Array, setup: RunSetup, isOurs: boolean): number {
  const spheres = centres.length / 3;
  if (spheres === 0) return Number.NaN;
  const bodies = bodiesAround(solid, centres);
  const pairs = Int32Array.from({ length: 2 * MEAN_PAIRS }, (_, i) =>
    i % 2 === 0 ? 0 : 1 + (((i - 1) / 2) % spheres),
  );
  const layout = isOurs ? PENG_HANLEY_LAYOUT : BATCH_LAYOUT;
  const out = new Float64Array(layout.stride * MEAN_PAIRS);
  const ask = (): void => {
    if (isOurs) pengHanleyBatch({ ...bodies, pairs, out });
    else contactBatch({ ...bodies, pairs, out });
  };
  const seconds = setup.full ? MEAN_SECONDS.full : MEAN_SECONDS.short;
  let best = Infinity;
  for (let window = 0; window < WINDOWS; window++) {
    const start = setup.cpuSeconds();
    let runs = 0;
    let elapsed = 0;
    while (elapsed < seconds) {
      ask();
      runs++;
      elapsed = setup.cpuSeconds() - start;
    }
    best = Math.min(best, (1e6 * elapsed) / (runs * MEAN_PAIRS));
  }
  return best;
}

interface FaceRow {
  readonly faces: number;
  /** Mean microseconds: all spheres but those of case 8, some cases alone, and the default query on all. */
  readonly all: number;
  readonly byCase: readonly number[];
  readonly standard: number;
}

const GROUPS: readonly (readonly CaseNumber[])[] = [[1], [2], [5, 6]];

function timeFaces(faces: number, setup: RunSetup): FaceRow {
  setup.progress(`timing ${faces} faces`);
  const solid = roundPolyhedron(faces);
  const centres = randomCentres(new Random(SEED), MEAN_SPHERES);
  const cases = casesAround(solid, centres);
  const meanOf = (isWanted: (number: number) => boolean, isOurs = true): number => {
    const wanted = centres.filter((_, i) => isWanted(cases[Math.floor(i / 3)]));
    return meanTime(solid, wanted.subarray(0, 3 * MEAN_BODIES), setup, isOurs);
  };
  const isOutside = (number: number): boolean => number !== 8;
  return {
    faces: faceCount(solid),
    all: meanOf(isOutside),
    byCase: GROUPS.map((group) => meanOf((number) => (group as readonly number[]).includes(number))),
    standard: meanOf(isOutside, false),
  };
}

function warmUp(setup: RunSetup): void {
  const centres = randomCentres(new Random(SEED), MEAN_SPHERES);
  const start = setup.cpuSeconds();
  while (setup.cpuSeconds() < start + WARM_UP) {
    for (const solid of Object.values(PLATONIC_SOLIDS)) casesAround(solid, centres.subarray(0, 3 * MEAN_BODIES));
  }
}

export function timeByCase(setup: RunSetup): Section {
  warmUp(setup);
  const timed = Object.entries({ ...PLATONIC_SOLIDS, beam: BEAM }).map(([name, solid]) => {
    setup.progress(`timing spheres around a ${name}`);
    return timeSpheres(name, solid, setup);
  });
  const rows = FACE_COUNTS.map((faces) => timeFaces(faces, setup));
  const [first, last] = [rows[0], rows.at(-1) as FaceRow];
  const cell = (value: number): string => (Number.isNaN(value) ? '-' : plain(value, 3));
  const median = (each: Timed, number: CaseNumber): string => {
    const list = each.times.get(number);
    return list === undefined ? '-' : `${cell(quantile(list, 0.5))} (${count(list.length)})`;
  };
  const growth = (of: (row: FaceRow) => number): string => `${plain(of(last) / of(first), 2)} times`;
  return {
    title: 'Fig. 12: time by case and by number of faces',
    blocks: [
      text(
        `${count(setup.full ? SPHERES.full : SPHERES.short)} spheres as in Table 1 around each regular ` +
          'polyhedron, each determined',
        `${count(setup.full ? REPETITIONS.full : REPETITIONS.short)} times; those with their centre inside are ` +
          'left out. The paper gives no sizes: all',
        'have the volume of the cube. Its times are curves in C++ on a 2.6 GHz Core i7 without numbers. A beam ' +
          'is added for cases 3 and 4.',
      ),
      ...timed.map(curves),
      table(
        'Median microseconds a determination (number of spheres)',
        ['solid', 'faces', ...TIMED_CASES.map((number) => `case ${number}`)],
        timed.map((each) => [each.name, String(each.faces), ...TIMED_CASES.map((number) => median(each, number))]),
        'As published: cases 1 and 2 are fastest, 5 and 6 slowest. A regular solid has no case 3 or 4: its ' +
          'faces are equally far from the centre, so the initial face is the one that the sphere is highest over, ' +
          'and a search from another one comes back to it. Batches of pairs in WebAssembly on one thread; ' +
          'reported, never checked.',
      ),
      table(
        'Mean microseconds by number of faces, round polyhedra of the same volume',
        ['faces', 'all but case 8', 'case 1', 'case 2', 'cases 5, 6', 'default query'],
        rows.map(({ faces, all, byCase, standard }) => [count(faces), ...[all, ...byCase, standard].map(cell)]),
      ),
      text(
        `From ${first.faces} to ${count(last.faces)} faces the mean time grows ${growth(({ all }) => all)}, ` +
          `that of case 1 ${growth(({ byCase }) => byCase[0] ?? Number.NaN)}, of cases 5 and 6 ` +
          `${growth(({ byCase }) => byCase[2] ?? Number.NaN)}.`,
        'The paper calls the effect of more faces small, from 4 to 20 of them. It is no more than that: ' +
          'choosing the initial face takes a look at every normal,',
        'and every case but the first one at every plane, so the time is linear in the number of faces once ' +
          'that is more than the rest.',
        `The default query, which climbs along edges, grows ${growth(({ standard }) => standard)}.`,
      ),
    ],
  };
}
