// SPDX-License-Identifier: MIT
/**
 * Distributions of size as many narrow sieve classes, by number: whatever shares count, a class of shares by mass has
 * so many bodies as its mass divided by theirs. Inside a class the logarithm of the size is uniform in what is counted.
 *
 * Bodies are not drawn independently: the k-th one has the fraction offset + k times the golden section of all sizes.
 * So any number of bodies in a row has every class within a body or two of its quota, where independent draws would be
 * off by the root of their number (Kuipers & Niederreiter 1974, Uniform Distribution of Sequences, chapter 2).
 */
import { exp, log, power } from '../../math/elementary.ts';
import type { ShareBasis, SieveClass, SizeDistribution } from './insertion-spec.ts';

/** Classes of a continuous distribution. Their shares are those of a step function, off by 1e-6 of the whole. */
const CLASSES = 1000;

/** The golden section less 1: its multiples are spread most evenly over [0, 1). */
const GOLDEN = 0.5 * (Math.sqrt(5) - 1);

/** A distribution that is a curve, with what its shares count. */
type CurveDistribution = Extract<
  SizeDistribution,
  { logNormal: unknown } | { weibull: unknown } | { sieves: unknown } | { samples: unknown }
>;

export function isCurve(distribution: SizeDistribution | undefined): distribution is CurveDistribution {
  if (distribution === undefined) return false;
  return ['logNormal', 'weibull', 'sieves', 'samples'].some((key) => key in distribution);
}

export class SizeCurve {
  readonly #classes: readonly SieveClass[];
  readonly #by: ShareBasis;
  /** Shares by number of the classes before each class, the whole is 1. */
  readonly #before: Float64Array;
  readonly #shares: Float64Array;

  constructor(distribution: CurveDistribution) {
    const { by, classes } = classesOf(distribution);
    this.#by = by;
    this.#classes = classes.filter(({ share }) => share > 0).sort((a, b) => a.from - b.from);
    // Relative to the smallest size, so that the cubes of any unit are finite.
    const smallest = this.smallest;
    const numbers = this.#classes.map(({ from, to, share }) => {
      return by === 'number' ? share : share * meanInverseCube(from / smallest, to / smallest);
    });
    const total = numbers.reduce((sum, number) => sum + number, 0);
    this.#shares = Float64Array.from(numbers, (number) => number / total);
    this.#before = new Float64Array(numbers.length);
    for (let k = 1; k < numbers.length; k++) this.#before[k] = this.#before[k - 1] + this.#shares[k - 1];
  }

  get smallest(): number {
    return this.#classes[0]?.from ?? 1;
  }

  get largest(): number {
    return this.#classes.reduce((most, { to }) => Math.max(most, to), 0);
  }

  /** Size of the k-th body in a row; `offset` is a random number of the row, in [0, 1). */
  sizeOf(k: number, offset: number): number {
    const place = offset + k * GOLDEN;
    return this.quantile(place - Math.floor(place));
  }

  /** Size that this fraction of the bodies, by number, has at most. */
  quantile(fraction: number): number {
    let low = 0;
    let high = this.#classes.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#before[middle] <= fraction) low = middle;
      else high = middle - 1;
    }
    const found = this.#classes[low];
    if (found === undefined) return 1;
    const inside = Math.min(1, (fraction - this.#before[low]) / this.#shares[low]);
    return this.#by === 'number' ? byNumber(found, inside) : byMass(found, inside);
  }

  /** Mean cube of the sizes: the mean volume of bodies relative to that at size 1. */
  meanCube(): number {
    return this.#classes.reduce((sum, each, k) => sum + this.#shares[k] * this.#cubeIn(each), 0);
  }

  #cubeIn({ from, to }: SieveClass): number {
    if (this.#by !== 'number') return power(from, 3) / meanInverseCube(1, to / from);
    const width = log(to / from);
    return width < ONE_SIZE ? power(from, 3) : (power(to, 3) - power(from, 3)) / (3 * width);
  }
}

/** Logarithm of the ratio of its ends below which a class is one size: the difference of cubes would be rounding. */
const ONE_SIZE = 1e-9;

/** Mean of 1 / s^3 where the logarithm of s is uniform. */
function meanInverseCube(from: number, to: number): number {
  const width = log(to / from);
  if (width < ONE_SIZE) return power(from, -3);
  return (power(from, -3) - power(to, -3)) / (3 * width);
}

function byNumber({ from, to }: SieveClass, inside: number): number {
  return from * power(to / from, inside);
}

/** The masses are uniform in the logarithm, so the numbers are uniform in 1 / s^3. */
function byMass({ from, to }: SieveClass, inside: number): number {
  const least = power(from / to, 3);
  return from * power(1 - inside * (1 - least), -1 / 3);
}

function classesOf(distribution: CurveDistribution): { by: ShareBasis; classes: SieveClass[] } {
  if ('sieves' in distribution) return { by: 'mass', classes: [...distribution.sieves] };
  if ('samples' in distribution) {
    return { by: 'number', classes: distribution.samples.map((size) => ({ from: size, to: size, share: 1 })) };
  }
  if ('logNormal' in distribution) {
    const { median, spread, min, max, by = 'number' } = distribution.logNormal;
    const width = log(spread);
    const density = (x: number): number => exp(-0.5 * ((x - log(median)) / width) ** 2);
    if (width === 0) return { by, classes: [{ from: median, to: median, share: 1 }] };
    return { by, classes: narrowClasses(min, max, density) };
  }
  const { size, exponent, min, max, by = 'number' } = distribution.weibull;
  const density = (x: number): number => {
    const t = power(exp(x) / size, exponent);
    return t * exp(-t);
  };
  return { by, classes: narrowClasses(min, max, density) };
}

/** Classes of equal width in the logarithm x of the size; their shares follow from the density in x at the middle. */
function narrowClasses(min: number, max: number, density: (x: number) => number): SieveClass[] {
  if (min === max) return [{ from: min, to: max, share: 1 }];
  const [low, width] = [log(min), log(max / min) / CLASSES];
  const edge = (k: number): number => (k === CLASSES ? max : k === 0 ? min : exp(low + k * width));
  return Array.from({ length: CLASSES }, (_, k) => ({
    from: edge(k),
    to: edge(k + 1),
    share: density(low + (k + 0.5) * width),
  }));
}
