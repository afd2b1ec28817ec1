// SPDX-License-Identifier: MIT
/**
 * `scree/live`: runs of scenes without a disk, as in a worker of a page. The files of a run are in memory, the states
 * those of `scree run` to the last bit. Needs no module of Node; where a page is isolated from others, it runs with
 * threads.
 */
export { ScreeError } from './errors.ts';
export type { Frame } from './io/trajectory/frame.ts';
export type { TrajectoryHeader } from './io/trajectory/trajectory-header.ts';
export { stateHash } from './runs/checkpoints/state-hash.ts';
export { type Comparison, compareRecordings, type Recording } from './runs/compare/compare-recordings.ts';
export { compareStates, type StateDifferences } from './runs/compare/compare-states.ts';
export { frameState, type RecordedState } from './runs/compare/recorded-state.ts';
export { MemoryStore } from './runs/files/memory-store.ts';
export type { RunStore } from './runs/files/run-store.ts';
export { zipBytes } from './runs/files/zip-bytes.ts';
export type { RunManifest } from './runs/folder/manifest.ts';
export { momentFrame, trajectoryHeader } from './runs/outputs/trajectory-output.ts';
export { Run, type RunOptions } from './runs/run.ts';
export { type FoundScene, findScene, type SceneSite } from './runs/scenes/scene-copy.ts';
export { type SceneDomain, type ViewedSceneFacts, viewedSceneFacts } from './runs/scenes/scene-facts.ts';
export { siteInMemory } from './runs/scenes/scene-in-memory.ts';
export { type Progress, ProgressGauge } from './runs/time/progress.ts';
export { type RunHooks, runToEnd } from './runs/time/run-loop.ts';
export { estimates } from './scene/check/estimates.ts';
export {
  documentationAt,
  proposalsAt,
  type SceneDocumentation,
  type SceneProposal,
  type SceneProposals,
} from './scene/editing/scene-hints.ts';
export { type OutlineKey, sceneOutline } from './scene/editing/scene-outline.ts';
export { type SceneField, sceneFields } from './scene/scene-fields.ts';
