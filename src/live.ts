// SPDX-License-Identifier: MIT
/**
 * `scree/live`: runs of scenes without a disk, as in a worker of a page. The files of a run are in memory, the states those of `scree run` to the last bit.
 * Needs no module of Node; where a page is isolated from others, it runs with threads.
 */
export { ScreeError } from './errors.ts';
export type { Frame } from './io/trajectory/frame.ts';
export type { TrajectoryHeader } from './io/trajectory/trajectory.ts';
export type { RunManifest } from './runs/manifest.ts';
export { MemoryStore } from './runs/memory-store.ts';
export { momentFrame } from './runs/outputs/moment-frame.ts';
export { trajectoryHeader } from './runs/outputs/trajectory-output.ts';
export { type Progress, ProgressGauge } from './runs/progress.ts';
export { Run, type RunOptions } from './runs/run.ts';
export { type RunHooks, runToEnd } from './runs/run-loop.ts';
export type { RunStore } from './runs/run-store.ts';
export { type FoundScene, findScene, type SceneSite } from './runs/scene-copy.ts';
export { siteInMemory } from './runs/scene-in-memory.ts';
export { stateHash } from './runs/state-hash.ts';
export { zipBytes } from './runs/zip-bytes.ts';
export { type SceneField, sceneFields } from './scene/scene-fields.ts';
