// SPDX-License-Identifier: MIT
/** The interface of outputs: each writes files of the run folder at its scheduled steps. */
import type { RunStore } from '../files/run-store.ts';
import type { Schedule } from '../time/schedule.ts';
import type { RunEvent } from '../time/time-loop.ts';
import type { Snapshot } from './snapshot.ts';

export interface Output {
  readonly schedule: Schedule;
  /** Writes the moment; called once for each position at which it is due, in order. */
  write(snapshot: Snapshot): void;
  /** Writes what has happened since it was called last. */
  writeEvents?(events: readonly RunEvent[]): void;
  /** Bytes of each growing file, by its name in the run folder. */
  lengths(): Readonly<Record<string, number>>;
  /** What it has to remember besides its files, by name, as values that JSON keeps. */
  states?(): Readonly<Record<string, unknown>>;
  /** Waits until the disk has all that was written. */
  sync(): void;
  close(): void;
}

/** Where an output goes and from where it goes on. */
export interface OutputTarget {
  readonly store: RunStore;
  /**
   * Position of the run when it begins or goes on; undefined at the very start, when the first moment is still to be
   * written.
   */
  readonly donePosition: number | undefined;
  /** Bytes of the growing files then, by name. */
  readonly lengths: Readonly<Record<string, number>>;
  /** What the outputs had to remember then, by name. */
  readonly states?: Readonly<Record<string, unknown>>;
}
