// SPDX-License-Identifier: MIT
/** `scree`: scenes, and everything a program needs to ask how bodies touch. Reading scene files needs Node. */
export * from './contact.ts';
export type { CriticalTimeStep } from './scene/check/critical-time-step.ts';
export { fieldExpression, fieldVector } from './scene/expressions/field-expression.ts';
export type { Component, OutputQuantity } from './scene/output-quantity.ts';
export { type ReadSceneOptions, readScene } from './scene/read-scene.ts';
export type { SceneFiles } from './scene/resolve/resolution.ts';
export type { CheckpointSpec, CsvSpec, OutputsSpec, Scene } from './scene/scene.ts';
export { readSceneFile } from './scene/scene-file.ts';
export { sceneJsonSchema } from './scene/schema/json-schema.ts';
export { type SceneJson, sceneFromSimulation } from './scene/write-scene.ts';
export { bodyCount, eachBody } from './simulation/bodies/body-groups.ts';
export type * from './simulation/simulation-spec.ts';
