// SPDX-License-Identifier: MIT
/** Sizes that are drawn from distributions, beside the distributions themselves. */
import { SizeCurve } from '../../bodies/insertion/size-curve.ts';
import { Random } from '../../math/random.ts';

type Curve = ConstructorParameters<typeof SizeCurve>[0];

/** Intervals of the integral of a density over the logarithm of the size. */
const INTERVALS = 20_000;

/** `count` sizes, in order. */
export function drawnSizes(curve: Curve, count: number, seed: number): Float64Array {
  const sizes = new SizeCurve(curve);
  const offset = new Random(seed).next();
  return Float64Array.from({ length: count }, (_, k) => sizes.sizeOf(k, offset)).sort();
}

/**
 * Largest difference of the cumulative curves of sorted sizes and of a density in the logarithm of the size between two
 * ends; `weightOf` is what a size counts for.
 */
export function kolmogorovDistance(
  sizes: Float64Array,
  density: (x: number) => number,
  min: number,
  max: number,
  weightOf: (size: number) => number = () => 1,
): number {
  const [low, width] = [Math.log(min), Math.log(max / min) / INTERVALS];
  const below = new Float64Array(INTERVALS + 1);
  for (let k = 0; k < INTERVALS; k++) below[k + 1] = below[k] + density(low + (k + 0.5) * width);
  const total = sizes.reduce((sum, size) => sum + weightOf(size), 0);
  let most = 0;
  let counted = 0;
  for (const size of sizes) {
    const place = Math.min(INTERVALS, Math.max(0, (Math.log(size) - low) / width));
    const k = Math.min(INTERVALS - 1, Math.floor(place));
    const closed = (below[k] + (place - k) * (below[k + 1] - below[k])) / below[INTERVALS];
    const before = counted / total;
    counted += weightOf(size);
    most = Math.max(most, Math.abs(closed - before), Math.abs(closed - counted / total));
  }
  return most;
}

/** Size that half of the weight is below. */
export function medianOf(sizes: Float64Array, weightOf: (size: number) => number): number {
  const total = sizes.reduce((sum, size) => sum + weightOf(size), 0);
  let counted = 0;
  for (const size of sizes) {
    counted += weightOf(size);
    if (counted >= 0.5 * total) return size;
  }
  return Number.NaN;
}
