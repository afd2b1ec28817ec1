// SPDX-License-Identifier: MIT
/**
 * Writes the contact-law constants of all pairs of materials that may meet to the memory of the step kernel, and
 * selects the pair loop.
 */

import type { ContactLawSpec } from '../contact-laws/law-spec.ts';
import { lawCells, type PairConstants, pairConstants } from '../contact-laws/pair-constants.ts';
import * as layout from '../step-kernel/step-layout.ts';
import type { SimulationSpec } from './simulation-spec.ts';
import { hasOtherShapes, hasUserLaw } from './time-loop/simulation-room.ts';
import type { StepMemory } from './time-loop/step-memory.ts';

/** Features of the two compiled loops. */
const HERTZ_MINDLIN = layout.HERTZ | layout.FRICTION;
const LINEAR = layout.FRICTION;

/** Which materials bodies and walls have. */
export interface MaterialUse {
  readonly bodies: ReadonlySet<number>;
  readonly walls: ReadonlySet<number>;
  /** Materials of bodies that forces move. */
  readonly free: ReadonlySet<number>;
}

/** Writes the table. `largestRadius` bounds the effective radius. */
export function writeLawTable(memory: StepMemory, spec: SimulationSpec, use: MaterialUse, largestRadius: number): void {
  const { F, I } = memory;
  const count = spec.materials.length;
  const flags = new Set<number>();
  let reach = 0;
  let hasHistory = false;
  let hasRollingSprings = false;
  for (const a of use.bodies) {
    for (const b of new Set([...use.bodies, ...use.walls])) {
      // Held bodies do not meet each other or walls.
      if (!use.free.has(a) && !use.free.has(b) && areRigid(spec, a, b)) continue;
      const at = memory.address(layout.LAW) + layout.LAW_STRIDE * (a * count + b);
      if (lawBetween(spec, a, b).module !== undefined) I[2 * (at + layout.LAW_FLAGS)] = layout.USER_LAW;
      else {
        const law = lawCells(constantsOf(spec, a, b), largestRadius);
        for (const [cell, value] of law.cells) F[at + cell] = value;
        I[2 * (at + layout.LAW_FLAGS)] = law.bits;
        reach = Math.max(reach, law.reach);
        hasHistory ||= law.hasHistory;
        hasRollingSprings ||= law.hasRollingSpring;
      }
      flags.add(I[2 * (at + layout.LAW_FLAGS)]);
      const mirrored = memory.address(layout.LAW) + layout.LAW_STRIDE * (b * count + a);
      F.copyWithin(mirrored, at, at + layout.LAW_STRIDE);
    }
  }
  const only = flags.size === 1 ? [...flags][0] : undefined;
  // The loop of linear springs does not support periodic directions.
  const isLinear = only === LINEAR && I[layout.PERIODIC] === 0;
  const isMixed = hasOtherShapes(spec) || hasUserLaw(spec);
  if (isMixed) I[layout.PAIR_LOOP] = layout.PAIRS_ANY_ELEMENT;
  else if (only === HERTZ_MINDLIN) I[layout.PAIR_LOOP] = layout.PAIRS_HERTZ_MINDLIN;
  else I[layout.PAIR_LOOP] = isLinear ? layout.PAIRS_LINEAR : layout.PAIRS_ANY_LAW;
  I[layout.HAS_HISTORY] = hasHistory ? 1 : 0;
  I[layout.HAS_ROLLING_SPRINGS] = hasRollingSprings ? 1 : 0;
  F[layout.ADHESION_REACH] = reach;
}

/** Whether both materials and their contact are rigid: then all bodies of one of them must be fixed or prescribed. */
export function areRigid(spec: SimulationSpec, a: number, b: number): boolean {
  const { materials, pairs } = spec;
  const isRigid = materials[a]?.rigid === true && materials[b]?.rigid === true;
  return isRigid && pairs?.[pairIndex(spec, a, b)]?.stiffness === undefined;
}

/** The law of contacts between materials `a` and `b`, by number. */
export function lawBetween(spec: SimulationSpec, a: number, b: number): ContactLawSpec {
  return spec.pairs?.[pairIndex(spec, a, b)]?.law ?? spec.law;
}

function pairIndex({ materials, pairs = [] }: SimulationSpec, a: number, b: number): number {
  const first = materials[a]?.name;
  const second = materials[b]?.name;
  return pairs.findIndex(({ materials: [x, y] }) => (x === first && y === second) || (x === second && y === first));
}

/** The constants of materials `a` and `b`, by number. */
export function constantsOf(spec: SimulationSpec, a: number, b: number): PairConstants {
  const first = spec.materials[a];
  const second = spec.materials[b];
  if (first === undefined || second === undefined) throw new RangeError(`no material ${a} or ${b}`);
  const index = pairIndex(spec, a, b);
  const path = index < 0 ? `materials "${first.name}" and "${second.name}"` : `pairs[${index}]`;
  return pairConstants(first, second, spec.pairs?.[index], spec.law, path);
}
