// SPDX-License-Identifier: MIT
/** Names of what a run folder holds besides the outputs. */
export const MANIFEST_NAME = 'manifest.json';
export const CHECKPOINT_FOLDER = 'checkpoints';
/** Copies of the files that the scene names. */
export const SCENE_FILES_FOLDER = 'scene-files';
export const EXPORT_FOLDER = 'export';
export const LOG_NAME = 'log.txt';
