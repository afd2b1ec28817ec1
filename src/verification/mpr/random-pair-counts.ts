// SPDX-License-Identifier: MIT
/**
 * Portal refinement on random pairs of every kind of shape, compared with exact results: signs, bounds, and errors of
 * the distance.
 */
import { Random } from '../../math/random.ts';
import type { Contact } from '../../narrow-phase/contact.ts';
import { SOLIDS, THIN_BODIES } from '../../shapes/random-shapes.ts';
import { ask, type BodyPair, pairAnywhere, pairAtDistance, pairs } from '../random-pairs.ts';
import { Decades } from '../tally.ts';
import { count, type RunSetup } from '../verification-case.ts';

const SEED = 42;
const PAIRS = { short: 2_000, full: 100_000 };

/** A distance is exact if its error is below this fraction of the size: what the default proves for curved bodies. */
const EXACT_PART = 1e-9;

const MAKERS = { ...SOLIDS, ...THIN_BODIES };
type Kind = keyof typeof MAKERS;
export const KINDS = Object.keys(MAKERS) as readonly Kind[];

export const SITUATIONS = ['deep', 'shallow', 'near', 'far'] as const;
type Situation = (typeof SITUATIONS)[number];

/** Pairs of two bodies of one kind or with a body of that kind. */
interface KindCount {
  pairs: number;
  gaps: number;
  exactGaps: number;
  depths: number;
  exactDepths: number;
  bounded: number;
}

interface SituationCount {
  /** Overestimates of a gap or depth, relative to it. */
  readonly overestimates: Decades;
  pairs: number;
  exact: number;
}

export interface PortalCounts {
  readonly pairs: number;
  /** Pairs with a sign that is certain beyond rounding, and those where mpr has the other sign. */
  readonly signed: number;
  readonly wrongSigns: number;
  /** Separated pairs, and those where a bound of Theorem 4.2 fails. */
  readonly gaps: number;
  readonly brokenBounds: number;
  readonly shortGaps: number;
  /** Penetrating pairs, and those where the plane of the portal is no lower bound. */
  readonly depths: number;
  readonly brokenDepths: number;
  readonly kinds: Readonly<Record<Kind, KindCount>>;
  readonly situations: Readonly<Record<Situation, SituationCount>>;
  readonly reasons: Readonly<Record<string, number>>;
}

function nextPair(random: Random): { readonly pair: BodyPair; readonly kinds: readonly [Kind, Kind] } | undefined {
  const kindA = KINDS[random.integer(KINDS.length)];
  const kindB = KINDS[random.integer(KINDS.length)];
  const a = MAKERS[kindA](random);
  const b = MAKERS[kindB](random);
  const areFlat = kindA in THIN_BODIES && kindB in THIN_BODIES;
  const part = [undefined, -0.01, -0.05, 0.01, 0.05, 0.5][random.integer(areFlat ? 1 : 6)];
  // A point has no size, and two flat bodies have no depth: these pairs are placed at random.
  const canPlace = part !== undefined && kindA !== 'point' && kindB !== 'point';
  const pair = canPlace ? pairAtDistance(a, b, random, part) : pairAnywhere(a, b, random);
  return pair && { pair, kinds: [kindA, kindB] };
}

/** Deep is over a tenth of the size; near under a tenth. */
function situationOf(part: number): Situation {
  if (part < 0) return part < -0.1 ? 'deep' : 'shallow';
  return part < 0.1 ? 'near' : 'far';
}

class Counter {
  pairs = 0;
  signed = 0;
  wrongSigns = 0;
  gaps = 0;
  brokenBounds = 0;
  shortGaps = 0;
  depths = 0;
  brokenDepths = 0;
  readonly reasons: Record<string, number> = {};
  readonly kinds = Object.fromEntries(
    KINDS.map((kind) => [kind, { pairs: 0, gaps: 0, exactGaps: 0, depths: 0, exactDepths: 0, bounded: 0 }]),
  ) as Record<Kind, KindCount>;
  readonly situations = Object.fromEntries(
    SITUATIONS.map((name) => [name, { overestimates: new Decades(-9, 0), pairs: 0, exact: 0 }]),
  ) as Record<Situation, SituationCount>;

  add(pair: BodyPair, kinds: readonly [Kind, Kind], truth: Contact, found: Contact): void {
    // Two points have no extent: their distance is used instead.
    const size = pair.size > 0 ? pair.size : Math.max(Math.abs(truth.distance), 1e-3);
    const slack = EXACT_PART * size;
    const isGap = truth.lower > slack;
    const isDepth = truth.upper < -slack;
    const isExact = Math.abs(found.distance - truth.distance) <= slack;
    this.pairs++;
    if (found.reason !== undefined) this.reasons[found.reason] = (this.reasons[found.reason] ?? 0) + 1;
    if (isGap || isDepth) this.signed++;
    if ((isGap && !(found.distance > 0)) || (isDepth && !(found.distance < 0))) this.wrongSigns++;
    if (isGap) {
      this.gaps++;
      if (found.lower > truth.upper || found.upper < truth.lower) this.brokenBounds++;
      if (found.status === 'converged' && found.distance < truth.lower - slack) this.shortGaps++;
    }
    if (isDepth) {
      this.depths++;
      if (found.lower > truth.upper) this.brokenDepths++;
    }
    for (const kind of new Set(kinds)) {
      const into = this.kinds[kind];
      into.pairs++;
      if (isGap) into.gaps++;
      if (isGap && isExact) into.exactGaps++;
      if (isDepth) into.depths++;
      if (isDepth && isExact) into.exactDepths++;
      if (found.status === 'bounded') into.bounded++;
    }
    if (!isGap && !isDepth) return;
    const into = this.situations[situationOf(truth.distance / size)];
    into.pairs++;
    if (isExact) into.exact++;
    const over = isGap ? found.distance - truth.distance : truth.distance - found.distance;
    into.overestimates.add(isExact ? 0 : Math.max(0, over) / Math.abs(truth.distance));
  }
}

export function countPairs(setup: RunSetup): PortalCounts {
  const random = new Random(SEED);
  const wanted = setup.full ? PAIRS.full : PAIRS.short;
  const counter = new Counter();
  let kinds: readonly [Kind, Kind] = ['sphere', 'sphere'];
  const next = (): BodyPair | undefined => {
    const made = nextPair(random);
    kinds = made?.kinds ?? kinds;
    return made?.pair;
  };
  for (const pair of pairs(wanted, next)) {
    counter.add(pair, kinds, ask(pair), ask(pair, 'mpr'));
    if (counter.pairs % 5000 === 0) setup.progress(`${count(counter.pairs)} of ${count(wanted)} pairs`);
  }
  return counter;
}
