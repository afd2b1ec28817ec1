// SPDX-License-Identifier: MIT
/** The bodies that fill a volume: kinds by quota, sizes from their distributions. */
import { power } from '../../math/elementary.ts';
import type { Random } from '../../math/random.ts';
import { type DrawnBody, type InsertedKind, weightsByNumber } from '../insertion/inserter.ts';
import type { InsertionSpec } from '../insertion/insertion-spec.ts';
import { sizeSource } from '../insertion/size-distribution.ts';

/** A body with its volume, m3. */
export interface MixedBody extends DrawnBody {
  readonly volume: number;
}

/** More bodies than any memory holds. */
const MOST_BODIES = 1e8;

/**
 * Bodies whose volumes add up to `volume` to within half of the last one; none if half of the first is more. The k-th
 * body is of the kind that is farthest below its quota, so that every kind is within one body of its share.
 */
export function drawnMix(
  spec: InsertionSpec,
  kinds: readonly InsertedKind[],
  volume: number,
  random: Random,
): MixedBody[] {
  const sizes = spec.shapes.map(({ scale }) => sizeSource(scale, random));
  const weights = weightsByNumber(spec, kinds);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const drawn = weights.map(() => 0);
  const bodies: MixedBody[] = [];
  let left = volume;
  while (bodies.length < MOST_BODIES) {
    let kind = 0;
    let most = -Infinity;
    for (const [k, weight] of weights.entries()) {
      const lack = (weight / total) * (bodies.length + 1) - drawn[k];
      if (lack > most) [kind, most] = [k, lack];
    }
    const scale = sizes[kind].draw(drawn[kind], random);
    const each = kinds[kind].volume * power(scale, 3);
    if (!(0.5 * each <= left)) break;
    drawn[kind] += 1;
    left -= each;
    bodies.push({ kind, scale, volume: each });
  }
  return bodies;
}
