// SPDX-License-Identifier: MIT
/**
 * The checkpoints of a run folder: writes each one completely or not at all, keeps the newest few, finds the newest
 * valid one.
 */

import type { RunStore } from '../files/run-store.ts';
import { CHECKPOINT_FOLDER } from '../folder/run-files.ts';
import {
  type Checkpoint,
  CheckpointError,
  type CheckpointInParts,
  decodeCheckpoint,
  encodeCheckpoint,
} from './checkpoint-file.ts';

const NAME = /(?:^|\/)checkpoint-(\d+)\.ckpt$/;

/** Default number of checkpoints: one may be damaged by the end of the run, another by the disk. */
export const DEFAULT_KEPT = 3;

export interface FoundCheckpoint {
  readonly path: string;
  readonly checkpoint: Checkpoint;
  /** One message for each newer file that could not be used. */
  readonly refused: readonly string[];
}

export class CheckpointStore {
  readonly kept: number;
  readonly #store: RunStore;

  constructor(store: RunStore, kept = DEFAULT_KEPT) {
    this.#store = store;
    this.kept = kept;
  }

  /** Names of the files in the run folder, the newest first. */
  list(): string[] {
    return this.#store
      .list(CHECKPOINT_FOLDER)
      .filter((name) => NAME.test(name))
      .sort((p, q) => stepOf(q) - stepOf(p))
      .map((name) => `${CHECKPOINT_FOLDER}/${name}`);
  }

  /**
   * Writes a checkpoint and deletes those that are no longer needed; returns its path. The state must not change
   * before.
   */
  async write(checkpoint: CheckpointInParts): Promise<string> {
    const name = `${CHECKPOINT_FOLDER}/checkpoint-${String(checkpoint.step).padStart(12, '0')}.ckpt`;
    const { parts, end } = encodeCheckpoint(checkpoint);
    await this.#store.writeWithEnd(name, parts, end);
    for (const old of this.list().slice(this.kept)) this.#store.remove(old);
    return this.#store.pathOf(name);
  }

  /**
   * The newest that is whole; undefined when the folder has none at all. Throws when there are some and none is good.
   */
  newest(): FoundCheckpoint | undefined {
    const refused: string[] = [];
    const names = this.list();
    for (const name of names) {
      const path = this.#store.pathOf(name);
      try {
        return { path, checkpoint: decodeCheckpoint(this.#store.read(name), path), refused };
      } catch (error) {
        if (!(error instanceof CheckpointError)) throw error;
        refused.push(error.message);
      }
    }
    if (names.length === 0) return undefined;
    throw new CheckpointError(
      'none-good',
      `${this.#store.pathOf(CHECKPOINT_FOLDER)}: no checkpoint can be used:\n${refused.join('\n')}`,
    );
  }

  /** Deletes checkpoints newer than a step: a run resumed from there writes its own. */
  dropAfter(step: number): void {
    for (const name of this.list()) if (stepOf(name) > step) this.#store.remove(name);
  }
}

function stepOf(name: string): number {
  return Number(NAME.exec(name)?.[1]);
}
