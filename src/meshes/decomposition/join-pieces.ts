// SPDX-License-Identifier: MIT
/**
 * Joins pieces whose common hull is hardly larger than they are: cuts go through whole parts and separate pieces beside
 * the notch that fit together.
 */
import { type HulledPart, hulled, surplusOf } from './part-hull.ts';
import type { Solid } from './solid.ts';

interface Offer {
  readonly made: HulledPart;
  /** Volume that joining adds to all hulls. */
  readonly cost: number;
}

/**
 * Joins pairs in order of cost while the total is at most `allowance`; costlier ones while there are more than `most`
 * pieces.
 */
export function joinPieces(solid: Solid, pieces: readonly HulledPart[], allowance: number, most: number): HulledPart[] {
  const list: (HulledPart | undefined)[] = [...pieces];
  const offers = new Map<number, Offer>();
  const stride = 2 * pieces.length;
  const offer = (i: number, j: number): void => {
    const [a, b] = [list[i], list[j]];
    if (a === undefined || b === undefined || !touch(a, b, solid.band)) return;
    const made = hulled(solid, [...a.parts, ...b.parts], a.volume + b.volume);
    if (made !== undefined) offers.set(i * stride + j, { made, cost: surplusOf(made) - surplusOf(a) - surplusOf(b) });
  };
  for (let i = 0; i < list.length; i++) for (let j = i + 1; j < list.length; j++) offer(i, j);
  let left = allowance;
  let count = pieces.length;
  while (offers.size > 0) {
    let best: [key: number, offer: Offer] | undefined;
    for (const each of offers) if (best === undefined || each[1].cost < best[1].cost) best = each;
    if (best === undefined) break;
    const [key, { made, cost }] = best;
    if (cost > left && count <= most) break;
    left -= Math.max(0, cost);
    count--;
    const [i, j] = [Math.floor(key / stride), key % stride];
    for (const other of Array.from(offers.keys())) {
      if ([i, j].some((gone) => Math.floor(other / stride) === gone || other % stride === gone)) offers.delete(other);
    }
    list[i] = undefined;
    list[j] = undefined;
    list.push(made);
    for (let k = 0; k + 1 < list.length; k++) offer(k, list.length - 1);
  }
  return list.filter((piece) => piece !== undefined);
}

/** True if their boxes overlap. */
function touch(a: HulledPart, b: HulledPart, band: number): boolean {
  const [p, q] = [boxOf(a), boxOf(b)];
  return [0, 1, 2].every((k) => p[k] <= q[k + 3] + band && q[k] <= p[k + 3] + band);
}

const boxes = new WeakMap<HulledPart, readonly number[]>();

/** Least and greatest coordinates. */
function boxOf(piece: HulledPart): readonly number[] {
  const known = boxes.get(piece);
  if (known !== undefined) return known;
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  const { vertices } = piece.hull;
  for (let i = 0; i < vertices.length; i++) {
    box[i % 3] = Math.min(box[i % 3], vertices[i]);
    box[3 + (i % 3)] = Math.max(box[3 + (i % 3)], vertices[i]);
  }
  boxes.set(piece, box);
  return box;
}
