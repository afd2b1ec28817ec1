// SPDX-License-Identifier: MIT
/**
 * Sizes drawn from a distribution. A truncated normal distribution is drawn by rejection: from the normal distribution
 * if the interval is wide, from the uniform one if it is narrow. At least about half of the draws are accepted either
 * way.
 */
import { exp, power } from '../../math/elementary.ts';
import type { Random } from '../../math/random.ts';
import type { SizeDistribution } from './insertion-spec.ts';
import { isCurve, SizeCurve } from './size-curve.ts';

/** Width at which both methods accept the same share of draws: sqrt(2 pi) standard deviations. */
const NARROW_CUT = Math.sqrt(2 * Math.PI);

/** Sizes of one kind of body in the order in which they are drawn. */
export interface SizeSource {
  /** Size of the k-th body, from 0; it is asked for in this order. */
  draw(k: number, random: Random): number;
}

/** A curve takes one random number at once; the others some for each body. */
export function sizeSource(distribution: SizeDistribution | undefined, random: Random): SizeSource {
  if (!isCurve(distribution)) return { draw: (_, each) => drawSize(distribution, each) };
  const curve = new SizeCurve(distribution);
  const offset = random.next();
  return { draw: (k) => curve.sizeOf(k, offset) };
}

/** For distributions that are no curve. */
export function drawSize(distribution: SizeDistribution | undefined, random: Random): number {
  if (distribution === undefined || isCurve(distribution)) return 1;
  if ('constant' in distribution) return distribution.constant;
  if ('uniform' in distribution) return random.between(...distribution.uniform);
  if ('normal' in distribution) return drawNormal(distribution.normal, random);
  const { table } = distribution;
  return table[drawIndex(table, ({ share }) => share, random)]?.size ?? 1;
}

type CutNormal = Extract<SizeDistribution, { normal: unknown }>['normal'];

function drawNormal({ mean, deviation, min, max }: CutNormal, random: Random): number {
  if (deviation === 0) return mean;
  const isNarrow = max - min < NARROW_CUT * deviation;
  for (;;) {
    const size = isNarrow ? random.between(min, max) : mean + deviation * random.normal();
    const off = (size - mean) / deviation;
    if (isNarrow ? random.next() <= exp(-0.5 * off * off) : size >= min && size <= max) return size;
  }
}

/** Random index with probability proportional to the weights. Items of weight 0 are never drawn. */
export function drawIndex<Item>(items: readonly Item[], weightOf: (item: Item) => number, random: Random): number {
  const total = items.reduce((sum, item) => sum + weightOf(item), 0);
  let left = random.next() * total;
  let last = 0;
  for (const [k, item] of items.entries()) {
    const weight = weightOf(item);
    if (weight === 0) continue;
    if (left < weight) return k;
    left -= weight;
    last = k;
  }
  return last;
}

/** Smallest and largest size of a distribution. */
export function sizeRange(distribution: SizeDistribution | undefined): { smallest: number; largest: number } {
  if (distribution === undefined) return { smallest: 1, largest: 1 };
  if (isCurve(distribution)) {
    const { smallest, largest } = new SizeCurve(distribution);
    return { smallest, largest };
  }
  if ('constant' in distribution) return { smallest: distribution.constant, largest: distribution.constant };
  if ('uniform' in distribution) return { smallest: distribution.uniform[0], largest: distribution.uniform[1] };
  if ('normal' in distribution) {
    const { mean, deviation, min, max } = distribution.normal;
    return deviation === 0 ? { smallest: mean, largest: mean } : { smallest: min, largest: max };
  }
  const sizes = distribution.table.filter(({ share }) => share > 0).map(({ size }) => size);
  return { smallest: Math.min(...sizes), largest: Math.max(...sizes) };
}

/**
 * Intervals of Simpson's rule for the mean of a truncated normal distribution; far more accurate than an estimate
 * needs.
 */
const INTERVALS = 200;

/** Mean cube of the sizes: the mean volume of bodies relative to that at size 1. */
export function meanCube(distribution: SizeDistribution | undefined): number {
  if (distribution === undefined) return 1;
  if (isCurve(distribution)) return new SizeCurve(distribution).meanCube();
  if ('constant' in distribution) return power(distribution.constant, 3);
  if ('uniform' in distribution) {
    const [a, b] = distribution.uniform;
    return ((a + b) * (a * a + b * b)) / 4;
  }
  if ('table' in distribution) {
    const total = distribution.table.reduce((sum, { share }) => sum + share, 0);
    return distribution.table.reduce((sum, { size, share }) => sum + (power(size, 3) * share) / total, 0);
  }
  const { mean, deviation, min, max } = distribution.normal;
  if (deviation === 0) return power(mean, 3);
  let weights = 0;
  let sum = 0;
  for (let k = 0; k <= INTERVALS; k++) {
    const size = min + ((max - min) * k) / INTERVALS;
    const share = k === 0 || k === INTERVALS ? 1 : 2 + 2 * (k % 2);
    const weight = share * exp(-0.5 * ((size - mean) / deviation) ** 2);
    weights += weight;
    sum += weight * power(size, 3);
  }
  return sum / weights;
}
