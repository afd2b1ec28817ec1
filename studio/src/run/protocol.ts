// SPDX-License-Identifier: MIT
/** Messages between the page and the workers that read and run scenes. */
import type {
  documentationAt,
  Frame,
  OutlineKey,
  Progress,
  SceneField,
  SceneProposals,
  TrajectoryHeader,
  ViewedSceneFacts,
} from '../../../src/live.ts';

/** A scene as the page has it. */
export interface SceneText {
  /** What messages call it. */
  readonly file: string;
  readonly text: string;
  /** Meshes, tables and included files, by name. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** A problem with its location in the text; `file` is given if it is in another file than the scene. */
export interface TextProblem {
  readonly file?: string;
  readonly line: number;
  readonly column: number;
  /** Path of the value; empty for the text itself. */
  readonly path: string;
  readonly message: string;
}

/** Summary of a scene that can be run. */
export interface SceneFacts {
  readonly title: string;
  /** s */
  readonly duration: number;
  readonly timeStep: number;
  /** Undefined where steps are variable. */
  readonly steps: number | undefined;
  readonly bodies: number;
  readonly insertions: number;
}

export interface RunFile {
  readonly name: string;
  readonly size: number;
}

/** What computes a run: the processor, or the graphics card through the browser's WebGPU. */
export type LiveDevice = 'cpu' | 'gpu';

/** What the schema says at a location of a text. */
export type SceneHint = SceneProposals | ReturnType<typeof documentationAt>;

export type Order =
  | { readonly kind: 'check'; readonly ticket: number; readonly scene: SceneText }
  | {
      readonly kind: 'hint';
      readonly ticket: number;
      readonly want: 'proposals' | 'documentation';
      readonly text: string;
      readonly offset: number;
    }
  | {
      readonly kind: 'start';
      readonly scene: SceneText;
      readonly threads: number | 'auto';
      readonly device: LiveDevice;
      /** Values that replace those of the scene, as `scree run --set` has them. */
      readonly settings: readonly string[];
    }
  | { readonly kind: 'go' }
  | { readonly kind: 'pause' }
  | { readonly kind: 'step' }
  /** Simulated seconds a second; Infinity for as fast as it goes. */
  | { readonly kind: 'speed'; readonly speed: number }
  /** The page has drawn the last frame and can take another. */
  | { readonly kind: 'drawn' }
  /** One file of the run, or all of them as an archive. */
  | { readonly kind: 'take'; readonly name: string | undefined }
  /** All files, to be kept or watched; a run that is going goes on. */
  | { readonly kind: 'files' }
  | { readonly kind: 'end' };

/** State of the run in addition to `Progress`. */
export interface RunState {
  readonly progress: Progress;
  /** J */
  readonly energies: Readonly<Record<'kinetic' | 'rotational' | 'potential' | 'elastic', number>>;
  /** Of all files. */
  readonly bytes: number;
  /** On the clock, without pauses. */
  readonly seconds: number;
}

/** A run that waits: its files are there to be taken, and its state has a hash. */
export interface RunPause {
  readonly state: RunState;
  readonly hash: string;
  readonly files: readonly RunFile[];
}

/** A run as it can be kept and watched. */
export interface LiveRunFiles {
  readonly folder: string;
  readonly title: string;
  /** By their paths in the run folder. */
  readonly files: ReadonlyMap<string, Blob>;
  readonly scene: ViewedSceneFacts;
  /** Simulated so far, s. */
  readonly time: number;
  readonly until: number;
  readonly bodies: number;
}

export type News =
  | {
      readonly kind: 'checked';
      readonly ticket: number;
      readonly fields: readonly SceneField[];
      readonly outline: readonly OutlineKey[];
      readonly problems: readonly TextProblem[];
      readonly facts: SceneFacts | undefined;
    }
  | { readonly kind: 'hint'; readonly ticket: number; readonly hint: SceneHint }
  | {
      readonly kind: 'started';
      readonly header: TrajectoryHeader;
      readonly threads: number;
      /** Name of the graphics card, if it computes the run. */
      readonly adapter: string | undefined;
      readonly title: string;
    }
  | { readonly kind: 'frame'; readonly frame: Frame; readonly state: RunState }
  | { readonly kind: 'state'; readonly state: RunState }
  | { readonly kind: 'warning'; readonly message: string }
  /** Waits for `go`, `step` or `end`. */
  | ({ readonly kind: 'paused' } & RunPause)
  | ({ readonly kind: 'finished' } & RunPause)
  /** `run` is how a run stood that had begun; its files are there to be taken. */
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly run: Omit<RunPause, 'hash'> | undefined;
    }
  | { readonly kind: 'files'; readonly run: LiveRunFiles }
  | { readonly kind: 'taken'; readonly name: string; readonly bytes: Uint8Array };
