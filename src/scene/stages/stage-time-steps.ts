// SPDX-License-Identifier: MIT
/** Time steps of stages: a stage that names one has it, and so have the stages after it that name none. */
import type { CriticalTimeStep } from '../check/critical-time-step.ts';

/** As in the scene. */
export type WantedTimeStep = number | 'auto';

/** Of one or several stages in a row. */
export interface TimeStepOfStages {
  /** Number of the first of them. */
  readonly first: number;
  /** s; not above 0 if it is not known. */
  readonly timeStep: number;
  /** Shortest of them. */
  readonly critical: CriticalTimeStep | undefined;
  /** Whether the program chose it. */
  readonly isAuto: boolean;
}

/**
 * `wanted` has an entry for each stage, undefined for one that names no time step; that of the first is the one of the
 * scene otherwise. A scene without stages is one stage.
 */
export function timeStepsOf(
  wanted: readonly [WantedTimeStep, ...(WantedTimeStep | undefined)[]],
  fraction: number,
  criticals: readonly (CriticalTimeStep | undefined)[],
): readonly [TimeStepOfStages, ...TimeStepOfStages[]] {
  const firsts = wanted.flatMap((step, k) => (step === undefined ? [] : [k]));
  const groups = firsts.map((first, group) => {
    const known = criticals.slice(first, firsts[group + 1]).filter((step) => step !== undefined);
    const critical = known.reduce<CriticalTimeStep | undefined>(
      (least, step) => (least === undefined || step.seconds < least.seconds ? step : least),
      undefined,
    );
    const step = wanted[first] as WantedTimeStep;
    const isAuto = step === 'auto';
    return { first, timeStep: isAuto ? fraction * (critical?.seconds ?? Number.NaN) : step, critical, isAuto };
  });
  return groups as [TimeStepOfStages, ...TimeStepOfStages[]];
}
