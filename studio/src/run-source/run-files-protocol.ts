// SPDX-License-Identifier: MIT
/** Messages between the page and the worker that reads the files of a run. */
import type { FrameEntry, TrajectoryHeader } from '../../../src/io.ts';

export type FilesQuestion =
  | { readonly kind: 'index'; readonly trajectory: Blob }
  /** Of the trajectory that was indexed before. */
  | { readonly kind: 'history'; readonly id: number };

export type FilesOrder = FilesQuestion & { readonly ticket: number };

export interface IndexedTrajectory {
  readonly header: TrajectoryHeader;
  readonly frames: readonly FrameEntry[];
  readonly problem: string | undefined;
}

export type FilesAnswer =
  | { readonly ticket: number; readonly value: unknown }
  | { readonly ticket: number; readonly problem: string };
