// SPDX-License-Identifier: MIT
/** Compares the recorded states of two runs and finds the first common time at which a body differs. */
import { RunError } from '../run-error.ts';
import { compareStates, type StateDifferences } from './compare-states.ts';
import type { RecordedState, RecordKind } from './recorded-state.ts';

/** Times of runs with different steps are the same when they agree to rounding. */
const SAME_TIME = 1e-9;

/** Where two runs agree and where they part. */
export interface Comparison {
  /** Times that both runs have, and how many were compared. */
  readonly common: number;
  readonly compared: number;
  /** Times that only one of them has. */
  readonly alone: readonly [number, number];
  /** The last time at which they agree. */
  readonly agree: { readonly step: number; readonly time: number } | undefined;
  /** Damaged parts of the trajectories, which were not compared. */
  readonly problems: readonly string[];
  readonly part:
    | {
        readonly steps: readonly [number, number];
        readonly time: number;
        readonly kind: RecordKind;
        readonly differences: StateDifferences;
      }
    | undefined;
}

/** Pairs of states of the same kind and time; checkpoints first, which have more digits. */
function commonStates(a: Recording, b: Recording): [RecordedState, RecordedState][] {
  // Variable steps, whose length is given as 0, are no measure of time, nor are those of stages.
  const isSameStep =
    a.manifest.timeStep === b.manifest.timeStep &&
    a.manifest.timeStep > 0 &&
    [a, b].every(({ manifest }) => manifest.stageTimeSteps === undefined);
  return (['checkpoint', 'frame'] as const).flatMap((kind) => {
    const ofB = b.states.filter((state) => state.kind === kind);
    let at = 0;
    return a.states.flatMap((state): [RecordedState, RecordedState][] => {
      if (state.kind !== kind) return [];
      const before = isSameStep ? 0 : SAME_TIME * Math.max(a.manifest.until, b.manifest.until);
      while (at < ofB.length && (isSameStep ? ofB[at].step < state.step : ofB[at].time < state.time - before)) at++;
      const other = ofB[at];
      const isSame =
        other !== undefined && (isSameStep ? other.step === state.step : other.time <= state.time + before);
      return isSame ? [[state, other]] : [];
    });
  });
}

/** The recorded states of a run, from a folder or from a page. */
export interface Recording {
  readonly manifest: {
    /** s; 0 with variable steps. */
    readonly timeStep: number;
    readonly stageTimeSteps?: readonly number[];
    readonly until: number;
    /** Of a run in LAMMPS or LIGGGHTS, which do not follow the orientations of spheres. */
    readonly engine?: unknown;
  };
  /** In the order of time. */
  readonly states: readonly RecordedState[];
  /** Damaged parts. */
  readonly problem: string | undefined;
}

/**
 * Compares the states that two runs recorded at the same times, up to the first time at which a body differs.
 * `tolerance` is relative to the largest value of a quantity at that time; 0 requires equal numbers. `names` are those
 * of messages.
 *
 * @throws RunError if nothing can be compared.
 *
 * @example
 * ```ts
 * import { compareRecordings } from 'scree/live';
 *
 * const ballAt = (height) => () => ({
 *   ids: Int32Array.of(0),
 *   position: Float64Array.of(0, 0, height),
 *   orientation: Float64Array.of(1, 0, 0, 0),
 *   velocity: Float64Array.of(0, 0, 0),
 *   angularVelocity: Float64Array.of(0, 0, 0),
 *   scale: Float64Array.of(1),
 * });
 * const [manifest, problem] = [{ timeStep: 0.5, until: 1 }, undefined];
 * const { part } = await compareRecordings(
 *   { manifest, problem, states: [{ step: 1, time: 0.5, kind: 'frame', read: ballAt(4) }] },
 *   { manifest, problem, states: [{ step: 1, time: 0.5, kind: 'frame', read: ballAt(2) }] },
 *   1e-6,
 *   ['runs/a', 'runs/b'],
 * );
 * console.log(part?.time, part?.differences.first.quantity); // 0.5 position.z
 * ```
 */
export async function compareRecordings(
  a: Recording,
  b: Recording,
  tolerance: number,
  names: readonly [string, string],
): Promise<Comparison> {
  const pairs = commonStates(a, b).sort(([p], [q]) => p.time - q.time);
  if (pairs.length === 0) {
    const message =
      `${names[0]} and ${names[1]} have no moment in common: ${a.states.length} and ${b.states.length} moments; ` +
      'give both scenes an output trajectory with the same interval';
    throw new RunError('nothing-common', message);
  }
  const alone = [a.states.length - pairs.length, b.states.length - pairs.length] as const;
  const withoutOrientations = a.manifest.engine !== undefined || b.manifest.engine !== undefined;
  let agree: Comparison['agree'];
  let part: Comparison['part'];
  let compared = 0;
  for (const [ofA, ofB] of pairs) {
    const [stateA, stateB] = await Promise.all([ofA.read(), ofB.read()]);
    if (stateA === undefined || stateB === undefined) continue;
    compared++;
    const differences = compareStates(stateA, stateB, tolerance, { withoutOrientations });
    if (differences !== undefined) {
      part = { steps: [ofA.step, ofB.step] as const, time: ofA.time, kind: ofA.kind, differences };
      break;
    }
    agree = { step: ofA.step, time: ofA.time };
  }
  const problems = [a.problem, b.problem].filter((problem) => problem !== undefined);
  return { common: pairs.length, compared, alone, agree, problems, part };
}
