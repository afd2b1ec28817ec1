// SPDX-License-Identifier: MIT
/** Runs blocks of queries and counts what happened. A block depends on the seed, the kinds and its number alone. */
import { Random } from '../../src/math/random.ts';
import type { Contact } from '../../src/narrow-phase/contact.ts';
import { ContactCache } from '../../src/narrow-phase/contact-cache.ts';
import { probeUpper } from './bound-refutation.ts';
import { wasExact } from './hand-over.ts';
import { findings, isPolyhedral, isProven, type Pair } from './judge.ts';
import { distanceFromOutside } from './outside-distance.ts';
import { judgeTwin } from './redescription.ts';
import {
  contradictionCount,
  judgeExactly,
  judgeKernels,
  judgeQuaternions,
  judgeSwap,
  judgeWarmStart,
  query,
} from './samples.ts';
import { judgeCompound, judgeManifold, judgeSiblings } from './siblings.ts';
import { PAIR_KIND_NAMES, type PairKind, PairSource } from './torture-pairs.ts';

export const BLOCK_SIZE = 1000;

/** Share of the queries that each of the dearer checks is made on. */
const SAMPLES = {
  swap: 0.02,
  kernels: 0.02,
  warm: 0.02,
  probe: 0.03,
  exact: 0.01,
  siblings: 0.02,
  manifold: 0.01,
  compound: 0.005,
  quaternions: 0.01,
} as const;
const SAMPLED = Object.values(SAMPLES).reduce((sum, share) => sum + share, 0);
/**
 * A query slower than this may have been handed over to the exact path; asking costs a second query, in milliseconds.
 */
const HAND_OVER_SUSPECT = 0.03;
/** Slower queries are repeated, and the shorter time counts: the garbage collector is not the query's fault. */
const SLOW = 1;
const SLOWEST_COUNT = 10;

export interface Case {
  /** Replays it: `--seed SEED --only NUMBER`, with the same kinds. */
  readonly number: number;
  readonly kind: PairKind;
  /** A line for `scree contact`. */
  readonly line: string;
}

export interface Failure extends Case {
  readonly findings: readonly string[];
}

/**
 * Findings that leave every bound true: a contact point beside its body by more than the judge allows, mostly on flat
 * places of superquadrics; bounds wider than `converged` promises; a tie broken otherwise from a warm start.
 */
const SOFT = new Set(['pointOnA', 'pointOnB', 'manifold', 'width', 'warm']);
/** Of all pairs no more than this share may have such a finding. */
export const SOFT_SHARE = 1e-3;

/** What the finding is about: its first word. */
export function nameOf(finding: string): string {
  return finding.split(':')[0];
}

/** True for a failure with nothing but soft findings. */
export function isSoft({ findings }: { readonly findings: readonly string[] }): boolean {
  return findings.every((finding) => SOFT.has(nameOf(finding)));
}

export interface SlowQuery extends Case {
  readonly milliseconds: number;
}

export interface Tally {
  queries: number;
  milliseconds: number;
  bounded: number;
  /** Pairs with a finding that is more than soft. */
  violations: number;
  soft: number;
  exact: number;
  exactMilliseconds: number;
}

export interface BlockReport {
  readonly block: number;
  readonly queries: number;
  /** By kind of pair. */
  readonly kinds: Record<string, Tally>;
  /** By the two shapes, for curved pairs of the random kind. */
  readonly curved: Record<string, { queries: number; bounded: number }>;
  readonly failures: Failure[];
  readonly slowest: SlowQuery[];
}

export interface SessionOptions {
  readonly seed: number;
  readonly kinds?: readonly PairKind[];
  /** Relative number of shapes in the pools. */
  readonly poolSize?: number;
  /** Told the number of each query before it starts: a query that hangs can then be named. */
  readonly onStart?: (number: number) => void;
}

function newTally(): Tally {
  return { queries: 0, milliseconds: 0, bounded: 0, violations: 0, soft: 0, exact: 0, exactMilliseconds: 0 };
}

function poseJson({ position: p, orientation: q }: Pair['poseA']): object {
  return { position: [p.x, p.y, p.z], orientation: [q.w, q.x, q.y, q.z] };
}

export function lineOf(pair: Pair, id: string): string {
  const a = { shape: pair.a.shape.toJson(), pose: poseJson(pair.poseA) };
  const b = { shape: pair.b.shape.toJson(), pose: poseJson(pair.poseB) };
  return JSON.stringify({ id, a, b });
}

export class TortureSession {
  private readonly options: SessionOptions;
  private readonly source: PairSource;
  private readonly cache = new ContactCache();
  private slowest: SlowQuery[] = [];
  private slowEnough = 0;

  constructor(options: SessionOptions) {
    this.options = options;
    this.source = new PairSource(options.seed, options.kinds ?? PAIR_KIND_NAMES, options.poolSize);
  }

  /** Queries `block * BLOCK_SIZE` and on; with `only`, that one of them. */
  runBlock(block: number, only?: number): BlockReport {
    const { seed, onStart } = this.options;
    const pairs = new Random(seed + (block + 1) * 2 ** -20);
    const samples = new Random(seed - (block + 1) * 2 ** -20);
    this.slowest = [];
    const report: BlockReport = {
      block,
      queries: only === undefined ? BLOCK_SIZE : 1,
      kinds: {},
      curved: {},
      failures: [],
      slowest: this.slowest,
    };
    for (let i = 0; i < BLOCK_SIZE; i++) {
      const number = block * BLOCK_SIZE + i;
      const { kind, pair } = this.source.next(pairs);
      const lot = samples.next();
      if (only !== undefined && only !== number) continue;
      onStart?.(number);
      report.kinds[kind] ??= newTally();
      this.runPair({ number, kind, pair, lot, isAlone: only !== undefined }, report, report.kinds[kind]);
    }
    return report;
  }

  private runPair(
    { number, kind, pair, lot, isAlone }: { number: number; kind: PairKind; pair: Pair; lot: number; isAlone: boolean },
    report: BlockReport,
    tally: Tally,
  ): void {
    const id = () => `seed ${this.options.seed} query ${number} ${kind}`;
    tally.queries++;
    const contradictions = contradictionCount();
    let found: string[];
    try {
      let start = performance.now();
      const answer = query(pair);
      let milliseconds = performance.now() - start;
      if (milliseconds > SLOW) {
        start = performance.now();
        query(pair);
        milliseconds = Math.min(milliseconds, performance.now() - start);
      }
      tally.milliseconds += milliseconds;
      if (milliseconds > HAND_OVER_SUSPECT && wasExact(pair)) {
        tally.exact++;
        tally.exactMilliseconds += milliseconds;
      }
      this.countBounded(kind, pair, answer, report, tally);
      if (milliseconds > this.slowEnough) {
        keepSlowest(this.slowest, { number, kind, milliseconds, line: lineOf(pair, id()) });
        if (this.slowest.length === SLOWEST_COUNT) this.slowEnough = this.slowest[SLOWEST_COUNT - 1].milliseconds;
      }
      found = findings(pair, answer);
      if (answer.distance > 0 && !isProven(pair, answer)) this.seekProof(pair, answer, found);
      const twin = judgeTwin(pair, answer, query);
      if (twin !== undefined) found.push(twin);
      if (answer.status !== 'unsupported') this.runSamples(pair, answer, number, isAlone ? -1 : lot, found);
      const crossed = contradictionCount() - contradictions;
      if (crossed > 0) found.push(`contradiction: bounds crossed inside the kernel, ${crossed} times with all samples`);
    } catch (error) {
      found = [`throw: ${error instanceof Error ? error.stack : String(error)}`];
    }
    if (found.length === 0) return;
    if (isSoft({ findings: found })) tally.soft++;
    else tally.violations++;
    report.failures.push({ number, kind, findings: found, line: lineOf(pair, `${id()}: ${found.join('; ')}`) });
  }

  private countBounded(kind: PairKind, pair: Pair, answer: Contact, report: BlockReport, tally: Tally): void {
    const isBounded = answer.status === 'bounded';
    if (isBounded) tally.bounded++;
    if (kind !== 'random' || (isPolyhedral(pair.a) && isPolyhedral(pair.b))) return;
    const name = [pair.a.shape.kind, pair.b.shape.kind].sort().join('-');
    report.curved[name] ??= { queries: 0, bounded: 0 };
    report.curved[name].queries++;
    if (isBounded) report.curved[name].bounded++;
  }

  /** An upper bound that the points do not prove: the exact path or a second opinion decides. */
  private seekProof(pair: Pair, answer: Contact, found: string[]): void {
    if (isPolyhedral(pair.a) && isPolyhedral(pair.b)) {
      const finding = judgeExactly(pair, answer);
      if (finding !== undefined) found.push(finding);
      return;
    }
    const gap = distanceFromOutside(pair);
    if (gap > answer.upper) found.push(`upper: ${answer.upper} is below the gap ${gap} along some direction`);
  }

  /** One lot decides for all samples, so that each pair gets at most one of them; a negative lot takes them all. */
  private runSamples(pair: Pair, answer: Contact, number: number, lot: number, found: string[]): void {
    if (lot >= SAMPLED) return;
    // Each sample has its own, so that it sees the same numbers alone and among the others.
    const random = (): Random => new Random(number);
    let rest = lot;
    const drawn = (share: number): boolean => {
      const isDrawn = lot < 0 || (rest >= 0 && rest < share);
      rest -= share;
      return isDrawn;
    };
    const add = (finding: string | undefined): void => {
      if (finding !== undefined) found.push(finding);
    };
    if (drawn(SAMPLES.swap)) add(judgeSwap(pair, answer));
    if (drawn(SAMPLES.kernels)) add(judgeKernels(pair, answer));
    if (drawn(SAMPLES.warm)) add(judgeWarmStart(pair, answer, random(), this.cache));
    if (drawn(SAMPLES.probe)) add(probeUpper(pair, answer, random()));
    if (drawn(SAMPLES.exact)) add(judgeExactly(pair, answer));
    if (drawn(SAMPLES.siblings)) add(judgeSiblings(pair, answer));
    if (drawn(SAMPLES.manifold)) add(judgeManifold(pair, answer));
    if (drawn(SAMPLES.compound)) add(judgeCompound(pair, answer, random()));
    if (drawn(SAMPLES.quaternions)) add(judgeQuaternions(pair, answer, random()));
  }
}

/** Keeps the slowest queries, slowest first. */
export function keepSlowest(list: SlowQuery[], query: SlowQuery): void {
  list.push(query);
  list.sort((p, q) => q.milliseconds - p.milliseconds);
  if (list.length > SLOWEST_COUNT) list.length = SLOWEST_COUNT;
}
