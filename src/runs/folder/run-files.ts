// SPDX-License-Identifier: MIT
/** Names of the files in a run folder besides the outputs. */
export const MANIFEST_NAME = 'manifest.json';
export const CHECKPOINT_FOLDER = 'checkpoints';
/** Copies of the files that the scene names. */
export const SCENE_FILES_FOLDER = 'scene-files';
export const EXPORT_FOLDER = 'export';
/** Input, log and present state of an outside engine. */
export const ENGINE_FOLDER = 'engine';
export const LOG_NAME = 'log.txt';

/** Whether a text names a file below a folder: parts with forward slashes between them, none of which is `..`. */
export function isInsideName(name: string): boolean {
  const isDrive = /^[a-z]:/i.test(name);
  return !isDrive && name.split('/').every((part) => !/^\.{0,2}$|[\\\0]/.test(part));
}
