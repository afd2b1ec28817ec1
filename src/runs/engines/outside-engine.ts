// SPDX-License-Identifier: MIT
/** The interface between a run and an outside engine that is going to compute it. */
import type { RunManifest } from '../folder/manifest.ts';
import type { TimeLoop } from '../time/time-loop.ts';

export interface OutsideEngine {
  /** Its entry in the manifest. */
  readonly entry: NonNullable<RunManifest['engine']>;
  /** What the user is told before the run. */
  readonly notes: readonly string[];
  /** Starts it in the folder of the run, at the start of the scene or at a saved state. */
  open(folder: string, state?: Uint8Array): Promise<TimeLoop>;
}
