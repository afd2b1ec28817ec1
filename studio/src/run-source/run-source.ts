// SPDX-License-Identifier: MIT
/** Where the tab Watch gets a run from: the server, the storage of the browser, or files that the user opened. */
import type { BodyHistory, TrajectoryHeader } from '../../../src/io.ts';

export interface RunDescription {
  readonly folder: string;
  readonly manifest: {
    readonly title: string;
    readonly program: string;
    readonly scene: { readonly original: string };
    /** s */
    readonly timeStep: number;
    readonly until: number;
    readonly steps: number;
    readonly outputs: readonly string[];
    readonly started: string;
  };
  /** A program is still writing it. */
  readonly isRunning: boolean;
  readonly domain?: {
    readonly min: readonly number[];
    readonly max: readonly number[];
    readonly periodic: readonly boolean[];
  };
  readonly bodyNames: Readonly<Record<number, string>>;
  readonly hasTrajectory: boolean;
  /** Why there is no trajectory, and the remedy; absent if there is one. */
  readonly noTrajectory?: string;
  readonly tables: readonly { readonly name: string; readonly size: number }[];
}

/** length in bytes, time in s, step, number of bodies */
export type FrameFacts = readonly [length: number, time: number, step: number, bodies: number];

export interface TrajectoryPart {
  /** Changes when the file was begun again; all that was fetched before is void then. */
  readonly generation: number;
  readonly count: number;
  readonly from: number;
  /** Only where `from` is 0 and the run has written one. */
  readonly header?: TrajectoryHeader;
  /** The damaged parts of the file that are skipped; absent if there are none. */
  readonly problem?: string;
  readonly frames: readonly FrameFacts[];
}

export interface RunSource {
  run(): Promise<RunDescription>;
  /** The frames from number `from` on. */
  trajectory(from: number): Promise<TrajectoryPart>;
  /** The bytes of a frame: their address, or the bytes themselves. Frames are those of the last `trajectory`. */
  frame(index: number): string | Blob;
  history(id: number): Promise<BodyHistory>;
  /** The content of a table from a byte on. */
  table(name: string, from?: number): Promise<Uint8Array>;
  /** The trajectory as it is in the run folder; undefined if there is none. */
  wholeTrajectory(): Promise<Blob | undefined>;
  close(): void;
}
