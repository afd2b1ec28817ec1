// SPDX-License-Identifier: MIT
/**
 * A Latin hypercube (McKay, Beckman & Conover 1979, doi:10.2307/1268522): each axis is divided into as many equal parts
 * as there are points, and each part has one point.
 */
import { Random } from '../../math/random.ts';

function shuffled(count: number, random: Random): number[] {
  const order = Array.from({ length: count }, (_, k) => k);
  for (let k = count - 1; k > 0; k--) {
    const other = Math.floor(random.next() * (k + 1));
    [order[k], order[other]] = [order[other] as number, order[k] as number];
  }
  return order;
}

/** Points with coordinates from 0 to 1. */
export function latinHypercube(count: number, dimensions: number, seed: number): number[][] {
  const random = new Random(seed);
  const axes = Array.from({ length: dimensions }, () => {
    const parts = shuffled(count, random);
    return parts.map((part) => (part + random.next()) / count);
  });
  return Array.from({ length: count }, (_, k) => axes.map((axis) => axis[k] as number));
}
