// SPDX-License-Identifier: MIT
/** The checkpoints of a run folder: written whole or not at all, the newest few kept, the newest good one found. */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Checkpoint, CheckpointError, decodeCheckpoint, encodeCheckpoint } from './checkpoint-file.ts';

const NAME = /^checkpoint-(\d+)\.ckpt$/;

/** How many a run keeps unless told otherwise: one may be broken by what ended the run, one by what the disk did to it. */
export const DEFAULT_KEPT = 3;

/**
 * Writes a file so that it is there whole or not at all, whatever ends the program. With `sync` false it may be lost when
 * the machine fails before the disk has it.
 */
export function writeWhole(path: string, bytes: Uint8Array, { sync = true } = {}): void {
  const temporary = `${path}.part`;
  try {
    const file = openSync(temporary, 'w');
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      if (sync) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

export interface FoundCheckpoint {
  readonly path: string;
  readonly checkpoint: Checkpoint;
  /** One message for each newer file that could not be used. */
  readonly refused: readonly string[];
}

export class CheckpointStore {
  readonly folder: string;
  readonly kept: number;

  constructor(folder: string, kept = DEFAULT_KEPT) {
    this.folder = folder;
    this.kept = kept;
  }

  /** Names of the files, the newest first. */
  list(): string[] {
    mkdirSync(this.folder, { recursive: true });
    return readdirSync(this.folder)
      .filter((name) => NAME.test(name))
      .sort((p, q) => stepOf(q) - stepOf(p));
  }

  /** Writes a checkpoint and drops those that are no longer needed; returns its path. */
  write(checkpoint: Checkpoint): string {
    mkdirSync(this.folder, { recursive: true });
    const path = join(this.folder, `checkpoint-${String(checkpoint.step).padStart(12, '0')}.ckpt`);
    writeWhole(path, encodeCheckpoint(checkpoint));
    for (const old of this.list().slice(this.kept)) rmSync(join(this.folder, old), { force: true });
    return path;
  }

  /** The newest that is whole; undefined when the folder has none at all. Throws when there are some and none is good. */
  newest(): FoundCheckpoint | undefined {
    const refused: string[] = [];
    const names = this.list();
    for (const name of names) {
      const path = join(this.folder, name);
      try {
        return { path, checkpoint: decodeCheckpoint(readFileSync(path), path), refused };
      } catch (error) {
        if (!(error instanceof CheckpointError)) throw error;
        refused.push(error.message);
      }
    }
    if (names.length === 0) return undefined;
    throw new CheckpointError('none-good', `${this.folder}: no checkpoint can be used:\n${refused.join('\n')}`);
  }

  /** Removes what is newer than a step: a run that goes on from there will write its own. */
  dropAfter(step: number): void {
    for (const name of this.list()) if (stepOf(name) > step) rmSync(join(this.folder, name));
  }
}

function stepOf(name: string): number {
  return Number(NAME.exec(name)?.[1]);
}
