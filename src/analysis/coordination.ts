// SPDX-License-Identifier: MIT
/**
 * Coordination numbers. A body's partners are the bodies and walls it touches, each once however many contacts they
 * share; a mesh counts once for each contact. The mechanical coordination number leaves out bodies with no or one
 * partner (Thornton, Geotechnique 50, 2000): Zm = (2 Nc - N1) / (N - N0 - N1).
 */
import type { GranularState } from './granular-state.ts';
import { type AnalysisRegion, bodiesIn } from './region.ts';

/** How many partners the bodies of a region have; a pair with several contacts is one partner. */
export interface Coordination {
  readonly bodies: number;
  /** Partners of a body, on average. */
  readonly mean: number;
  /** The mean over the bodies that are not rattlers; undefined when all are. */
  readonly mechanical: number | undefined;
  /** Share of the bodies with fewer than two partners. */
  readonly rattlers: number;
}

/** Partners of each body, by row. */
function partnerCounts({ bodies, contacts }: GranularState): Int32Array {
  const partners = Array.from({ length: bodies.count }, () => new Set<number>());
  for (let c = 0; c < contacts.count; c++) {
    const a = contacts.bodyA[c];
    const b = contacts.bodyB[c];
    // Walls have negative numbers, bodies positive ones.
    partners[a]?.add(b < 0 ? -1 - contacts.wall[c] : b);
    if (b >= 0) partners[b]?.add(a);
  }
  return Int32Array.from(partners, ({ size }) => size);
}

/** Of the bodies whose centres are in the region, their partners being anywhere. Undefined when there are none. */
export function coordination(state: GranularState, region: AnalysisRegion): Coordination | undefined {
  const counts = partnerCounts(state);
  const rows = bodiesIn(state, region);
  if (rows.length === 0) return undefined;
  let all = 0;
  let mechanical = 0;
  let rattlers = 0;
  for (const k of rows) {
    const partners = counts[k];
    all += partners;
    if (partners < 2) rattlers++;
    else mechanical += partners;
  }
  return {
    bodies: rows.length,
    mean: all / rows.length,
    mechanical: rattlers < rows.length ? mechanical / (rows.length - rattlers) : undefined,
    rattlers: rattlers / rows.length,
  };
}
