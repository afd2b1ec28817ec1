// SPDX-License-Identifier: MIT
/** Reads scene files, and the meshes and modules beside them. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { SceneError } from '../errors.ts';
import { endlessFileProblem } from '../io/endless-file.ts';
import { readMeshFile } from '../io/mesh-file.ts';
import { readStructuredPoints } from '../io/vtk/read-structured-points.ts';
import type { BodyTable } from './initial-state/body-rows.ts';
import { readBodies } from './initial-state/read-bodies.ts';
import { type ReadSceneOptions, readScene, sceneError } from './read-scene.ts';
import type { SceneFiles } from './resolve/resolution.ts';
import type { Scene } from './scene.ts';
import { sizeProblem, textOfBytes } from './source/scene-bytes.ts';

/** Files named in the scene are relative to its folder. */
export function filesBeside(path: string): Required<SceneFiles> {
  const folder = dirname(path);
  return {
    readMesh: (name) => readMeshFile(resolve(folder, name)),
    modulePath: (name) => {
      const module = resolve(folder, name);
      if (existsSync(module)) return module;
      throw new SceneError('no-module', `${name}: there is no such file; it is sought as ${module}`);
    },
    readText: (name) => readSceneText(resolve(folder, name)),
    readFlow: (name) => readStructuredPoints(readable(resolve(folder, name), name), name),
    readBodies: (name, frame) => readBodyFile(resolve(folder, name), name, frame),
    readTable: (name) => new TextDecoder().decode(readable(resolve(folder, name), name)),
  };
}

/**
 * The bodies in a file, `name` being what messages call it. Throws a ScreeError; run folders are for `scree run` and
 * `scree check`.
 */
export function readBodyFile(path: string, name: string, frame: number | undefined): BodyTable {
  return readBodies(readable(path, name), name, frame);
}

function readable(path: string, name: string): Uint8Array {
  const endless = endlessFileProblem(path);
  if (endless !== undefined) throw new SceneError('unreadable', `${name}: ${endless}`, { file: path });
  try {
    // A copy: `slice` of Node's own Buffer shares memory, whose alignment is not ours.
    return new Uint8Array(readFileSync(path));
  } catch (error) {
    const isFolder = error instanceof Error && 'code' in error && error.code === 'EISDIR';
    const problem = isFolder
      ? 'is a folder; name a file in it, such as its trajectory.scree'
      : `cannot be read: ${reasonOf(error)}`;
    const isRun = !isFolder && WITHOUT_EXTENSION.test(name);
    const hint = isRun ? `; if it is to be a run, run its scene first: scree run SCENE.yaml --out ${name}` : '';
    throw new SceneError('unreadable', `${name}: ${problem}; it is sought as ${path}${hint}`, { file: path });
  }
}

/** Files of bodies have extensions. */
const WITHOUT_EXTENSION = /(^|\/)[^./]+$/;

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/^\w+: /, '').replace(/, .*$/, '') : String(error);
}

function readBytes(path: string): Uint8Array {
  const endless = endlessFileProblem(path);
  if (endless !== undefined) throw new SceneError('unreadable', `${path}: ${endless}`, { file: path });
  try {
    const { size } = statSync(path);
    const tooLarge = sizeProblem(size, path);
    if (tooLarge !== undefined) throw sceneError(path, [tooLarge]);
    return readFileSync(path);
  } catch (error) {
    if (error instanceof SceneError) throw error;
    throw new SceneError('unreadable', `${path}: cannot be read: ${reasonOf(error)}`, { file: path });
  }
}

/** The text of a scene file; throws a SceneError when it cannot be read. */
export function readSceneText(path: string): string {
  const reading = textOfBytes(readBytes(path), path);
  if ('problem' in reading) throw sceneError(path, [reading.problem]);
  return reading.text;
}

/**
 * The scene in a file, YAML or JSON by its name. `files` is the source of the files that it names; default: its own
 * folder.
 *
 * @throws SceneError with all its problems, see `readScene`.
 *
 * @example
 * ```ts
 * import { readSceneFile } from 'scree';
 *
 * const scene = readSceneFile('examples/heap.yaml', undefined, { settings: ['time.duration=1 s'] });
 * console.log(scene.title, scene.duration); // A heap on a plate 1
 * ```
 */
export function readSceneFile(
  path: string,
  files: SceneFiles = filesBeside(path),
  options: Pick<ReadSceneOptions, 'settings'> = {},
): Scene {
  return readScene(readSceneText(path), { ...options, file: path, files });
}
