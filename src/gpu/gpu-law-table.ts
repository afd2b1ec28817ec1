// SPDX-License-Identifier: MIT
/** Contact-law constants of all pairs of materials for the GPU, from the same numbers as on the CPU. */
import type { PairConstants } from '../contact-laws/pair-constants.ts';
import { constantsOf, lawBetween } from '../simulation/law-table.ts';
import type { SimulationSpec } from '../simulation/simulation-spec.ts';
import {
  LAW_FLOATS,
  LAW_FRICTION,
  LAW_HERTZ,
  LAW_INCREMENTAL,
  LAW_ROLLING,
  LAW_SJKR,
  LAW_STATIC,
  LAW_TWISTING,
} from './wgsl/contact-law.ts';

/** Attraction is allowed: no least force. */
const NO_LEAST_FORCE = -3e38;

export interface GpuLawTable {
  /** LAW_FLOATS for each two materials, row by row. */
  readonly words: Uint32Array<ArrayBuffer>;
  /** Bits of the law where all pairs have the same. */
  readonly law: number | undefined;
}

/** `bodies` and `walls` are the materials that they have, by number. */
export function gpuLawTable(
  spec: SimulationSpec,
  bodies: ReadonlySet<number>,
  walls: ReadonlySet<number>,
): GpuLawTable {
  const count = spec.materials.length;
  const words = new Uint32Array(LAW_FLOATS * count * count);
  const floats = new Float32Array(words.buffer);
  const laws = new Set<number>();
  for (const a of bodies) {
    for (const b of new Set([...bodies, ...walls])) {
      const pair = constantsOf(spec, a, b);
      const bits = lawBits(pair);
      laws.add(bits);
      for (const at of [LAW_FLOATS * (a * count + b), LAW_FLOATS * (b * count + a)]) {
        floats.set([pair.normal, pair.tangential, pair.normalDamping, pair.tangentialDamping], at);
        floats.set([pair.friction, pair.staticFriction, pair.rollingFriction, pair.twistingFriction], at + 4);
        floats.set([pair.cohesion, pair.law.attraction === 'cut' ? 0 : NO_LEAST_FORCE], at + 8);
        words[at + 10] = bits;
      }
    }
  }
  return { words, law: laws.size === 1 ? [...laws][0] : undefined };
}

/** True for a law that the GPU has. */
export function hasGpuLaw(spec: SimulationSpec, a: number, b: number): boolean {
  const law = lawBetween(spec, a, b);
  return law.module === undefined && law.normal !== 'overlap-volume' && law.cohesion !== 'jkr';
}

function lawBits(pair: PairConstants): number {
  const { law } = pair;
  return (
    (law.normal === 'hertz' ? LAW_HERTZ : 0) |
    (law.tangential === 'none' ? 0 : LAW_FRICTION) |
    (law.tangential === 'mindlin-incremental' ? LAW_INCREMENTAL : 0) |
    (pair.staticFriction === pair.friction ? 0 : LAW_STATIC) |
    (law.rolling !== 'none' && pair.rollingFriction > 0 ? LAW_ROLLING : 0) |
    (law.twisting !== 'none' && pair.twistingFriction > 0 ? LAW_TWISTING : 0) |
    (law.cohesion === 'sjkr' && pair.cohesion > 0 ? LAW_SJKR : 0)
  );
}
