// SPDX-License-Identifier: MIT
/**
 * What a run in an engine takes: ranks, memory and time, from rates that were measured with 97,336 spheres of 3
 * contacts each on a server processor (AMD EPYC), Hertz-Mindlin law.
 */
import type { EngineName } from './engine-name.ts';

interface MeasuredRate {
  /** Seconds a body and step on one rank. */
  readonly seconds: number;
  /** Resident memory a body. */
  readonly bytes: number;
}

const RATES: Readonly<Record<EngineName | 'superquadrics', MeasuredRate>> = {
  lammps: { seconds: 215e-9, bytes: 620 },
  liggghts: { seconds: 220e-9, bytes: 465 },
  // LIGGGHTS, 3,901 settled bodies with exponents 4 and 2.4 contacts each; the memory is estimated.
  superquadrics: { seconds: 3e-6, bytes: 1000 },
};
/** Of a fix of LAMMPS for a wall that tells its contacts. */
const WALL_BYTES = 88;
/** Below this many bodies a rank, exchange between ranks costs more than it saves. */
const BODIES_A_RANK = 100_000;
/** Share of the ideal speed that many ranks reach. */
const EFFICIENCY = 0.7;
/** Digits and separators of a line of the data file. */
const DATA_BYTES = 150;
/** Of a restart file, a body. */
const RESTART_BYTES: Readonly<Record<EngineName, number>> = { lammps: 336, liggghts: 450 };

export interface PlannedRun {
  readonly bodies: number;
  readonly steps: number;
  /** Half-spaces. */
  readonly walls: number;
  readonly hasSuperquadrics?: boolean;
}

export interface EngineEstimate {
  readonly bodies: number;
  readonly ranks: number;
  /** Of all ranks together. */
  readonly bytes: number;
  /** On the clock. */
  readonly seconds: number;
  readonly dataBytes: number;
  readonly restartBytes: number;
}

/** `ranks` is the number asked for; without it, the one from which on more do not pay. */
export function engineEstimate(
  name: EngineName,
  { bodies, steps, walls, hasSuperquadrics = false }: PlannedRun,
  ranks = Math.max(1, Math.round(bodies / BODIES_A_RANK)),
): EngineEstimate {
  const { seconds, bytes } = RATES[hasSuperquadrics ? 'superquadrics' : name];
  const wallBytes = name === 'lammps' ? WALL_BYTES * walls : 0;
  return {
    bodies,
    ranks,
    bytes: bodies * (bytes + wallBytes),
    seconds: (bodies * steps * seconds) / (ranks === 1 ? 1 : EFFICIENCY * ranks),
    dataBytes: DATA_BYTES * bodies,
    restartBytes: RESTART_BYTES[name] * bodies,
  };
}
