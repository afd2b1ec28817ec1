// SPDX-License-Identifier: MIT
/** Scatter of strength: depends on the seed and the ids of both bodies, not on the order of the bonds. */
import { exp, log } from '../math/elementary.ts';
import { Random } from '../math/random.ts';

/** Factor on both strengths: log-normal with mean 1 and this coefficient of variation. */
export function strengthFactor(scatter: number, seed: number, idA: number, idB: number): number {
  if (scatter === 0) return 1;
  let bits = new Random(seed).bits();
  for (const id of idA < idB ? [idA, idB] : [idB, idA]) bits = new Random((bits ^ id) >>> 0).bits();
  const variance = log(1 + scatter * scatter);
  return exp(Math.sqrt(variance) * new Random(bits).normal() - 0.5 * variance);
}
