// SPDX-License-Identifier: MIT
/** A scene after reading: the simulation, its duration and its outputs. */
import type { PlaneSpec } from '../analysis/plane-flow.ts';
import type { MeasuredRegion } from '../analysis/region-quantities.ts';
import type { SliceAxis } from '../analysis/slices.ts';
import type { EventSceneSpec } from '../simulation/event-driven/event-scene.ts';
import type { SimulationSpec } from '../simulation/simulation-spec.ts';
import type { CarriedState } from '../simulation/state/carried-state.ts';
import type { CriticalTimeStep } from './check/critical-time-step.ts';
import type { SliceQuantity } from './measured-quantity.ts';
import type { OutputQuantity } from './output-quantity.ts';
import type { SceneProblem } from './source/source-tree.ts';
import type { StageSpec } from './stages/stage-spec.ts';

/** A scene as it was read: simulation, duration and outputs, all in SI units. */
export interface Scene {
  /** As messages call it. */
  readonly file: string;
  readonly title: string;
  /** With variable steps its `timeStep` is 0 and its `law` means nothing: `events` has the law. */
  readonly simulation: SimulationSpec;
  /** Of a scene with variable steps; undefined for fixed ones. */
  readonly events?: EventSceneSpec;
  /** Simulated time in s; with stages the longest. */
  readonly duration: number;
  /** In their order; undefined for a scene without. `simulation` is the spec of the first. */
  readonly stages?: readonly StageSpec[];
  /** Requested fraction of the critical time step; undefined if the step was given. */
  readonly timeStepFraction: number | undefined;
  /** Undefined when nothing moves freely or a law of the user's own decides. */
  readonly criticalTimeStep: CriticalTimeStep | undefined;
  /** The run that all bodies come from: springs of their contacts and bonds carry on. */
  readonly carried?: CarriedState;
  readonly outputs: OutputsSpec;
  readonly checkpoints: CheckpointSpec | undefined;
  /** Numbers of materials and pairs that no law uses. */
  readonly unusedNumbers: readonly SceneProblem[];
  /** Data that the readers of mesh files ignored or repaired. */
  readonly fileWarnings: readonly string[];
}

/** What a run writes, and how often; the times are in s of simulated time. */
export interface OutputsSpec {
  readonly vtk?: {
    readonly every: number;
    readonly contacts: boolean;
    /** At most this many bodies, those with the lowest ids, are also written with their shapes. */
    readonly surfaces: number;
  };
  readonly trajectory?: { readonly every: number };
  /** A table of the beginnings and ends of contacts, with variable steps. */
  readonly events?: true;
  /** A table of all contacts, or of those with walls. */
  readonly contacts?: { readonly every: number; readonly walls: boolean };
  readonly csv: readonly CsvSpec[];
  readonly analysis: AnalysisSpec;
}

/** Where and how a run is analysed. */
export interface AnalysisSpec {
  /** By name; `all` is always there. */
  readonly regions: ReadonlyMap<string, MeasuredRegion>;
  readonly planes: ReadonlyMap<string, PlaneSpec>;
  readonly profiles: readonly ProfileSpec[];
  readonly forceChains?: { readonly every: number; readonly region: MeasuredRegion; readonly angle: number };
}

export interface ProfileSpec {
  /** Of the file, without `.csv`. */
  readonly name: string;
  readonly every: number;
  readonly region: MeasuredRegion;
  readonly along: SliceAxis;
  readonly slices: number;
  readonly quantities: readonly SliceQuantity[];
}

/** One table of a run. */
export interface CsvSpec {
  /** Of the file, without `.csv`. */
  readonly name: string;
  readonly every: number;
  readonly quantities: readonly OutputQuantity[];
}

/** When a run writes checkpoints, and how many it keeps. */
export interface CheckpointSpec {
  /** s of simulated time. */
  readonly every?: number;
  /** Wall-clock time, s. */
  readonly everyWallTime?: number;
  /** How many are kept, the newest. */
  readonly keep: number;
}
