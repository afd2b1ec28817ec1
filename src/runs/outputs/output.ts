// SPDX-License-Identifier: MIT
/** The interface of outputs: each writes files of the run folder at its scheduled steps. */

import type { Work } from '../../math/work-in-parts.ts';
import type { Scene } from '../../scene/scene.ts';
import type { StatePart } from '../../simulation/views/simulation-views.ts';
import type { RunStore } from '../files/run-store.ts';
import type { RunStages } from '../time/run-stages.ts';
import { runClockOf, type Schedule } from '../time/schedule.ts';
import type { RunEvent } from '../time/time-loop.ts';
import type { Snapshot } from './snapshot.ts';

export interface Output {
  readonly schedule: Schedule;
  /** What `write` reads of the state. */
  readonly needs: readonly StatePart[];
  /** Writes the present state; called once for each scheduled position, in order. */
  write(snapshot: Snapshot): void;
  /** The same as long work, where it is. */
  writeInParts?(snapshot: Snapshot): Work<void>;
  /** Writes the events since the last call. */
  writeEvents?(events: readonly RunEvent[]): void;
  /** Bytes of each growing file, by its name in the run folder. */
  lengths(): Readonly<Record<string, number>>;
  /** State to keep besides its files, by name, as values that JSON can represent. */
  states?(): Readonly<Record<string, unknown>>;
  /** Waits until the disk has all that was written. */
  sync(): void;
  close(): void;
}

/** Where an output writes, and where it continues. */
export interface OutputTarget {
  readonly store: RunStore;
  /** Position at which the run starts or resumes; undefined at the start, before the first output. */
  readonly donePosition: number | undefined;
  /** Bytes of the growing files then, by name. */
  readonly lengths: Readonly<Record<string, number>>;
  /** The saved state of the outputs, by name. */
  readonly states?: Readonly<Record<string, unknown>>;
  /** Of a scene with stages, which may change intervals. */
  readonly stages?: RunStages | undefined;
}

/** When an output is due: `name` is what stages call it, `every` its interval in the scene, s. */
export function outputSchedule(
  scene: Pick<Scene, 'simulation' | 'events'>,
  { stages }: Pick<OutputTarget, 'stages'>,
  name: string,
  every: number,
): Schedule {
  return stages?.schedule(name, every) ?? runClockOf(scene).schedule(every);
}
