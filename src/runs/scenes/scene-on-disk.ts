// SPDX-License-Identifier: MIT
/** Reads scenes on disk: resolves the files that a scene file names, and reads the copy in a run folder. */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readMeshFile } from '../../io/mesh-file.ts';
import { readStructuredPoints } from '../../io/vtk/read-structured-points.ts';
import type { BodyTable } from '../../scene/initial-state/body-rows.ts';
import { readCsvBodies } from '../../scene/initial-state/csv-bodies.ts';
import { readScene } from '../../scene/read-scene.ts';
import type { Scene } from '../../scene/scene.ts';
import { filesBeside, readSceneText } from '../../scene/scene-file.ts';
import { sha256 } from '../files/sha256.ts';
import type { CopiedFile, RunManifest } from '../folder/manifest.ts';
import { RunError } from '../run-error.ts';
import { type ModuleTrust, requireTrust } from './module-trust.ts';
import { bodiesKey, type SceneSite } from './scene-copy.ts';

/** Reads the bodies in files and run folders that a scene in the folder `beside` names. */
type ReadBodies = (beside: string, name: string, frame: number | undefined) => BodyTable;

/**
 * Throws a SceneError when the scene cannot be read. Modules that `trust` does not allow are problems of the scene.
 * `inputs` are the paths of all files read.
 */
export function siteBeside(
  original: string,
  readBodies: ReadBodies,
  trust: ModuleTrust,
): SceneSite & { readonly inputs: ReadonlySet<string> } {
  const folder = dirname(original);
  const { readMesh, modulePath, readTable, readFlow } = filesBeside(original);
  const inputs = new Set([original]);
  /** Notes the file once it has been read. */
  const noting =
    <Rest extends unknown[], Result>(read: (name: string, ...rest: Rest) => Result) =>
    (name: string, ...rest: Rest): Result => {
      const result = read(name, ...rest);
      inputs.add(resolve(folder, name));
      return result;
    };
  const text = readSceneText(original);
  return {
    inputs,
    original,
    text,
    bytes: readFileSync(original),
    files: {
      readMesh: noting(readMesh),
      readFlow: noting(readFlow),
      modulePath: noting((name: string) => {
        const path = modulePath(name);
        requireTrust(path, name, trust);
        return path;
      }),
      readText: noting((name: string) => readSceneText(resolve(folder, name))),
      readBodies: noting((name: string, frame: number | undefined) => readBodies(folder, name, frame)),
      readTable: noting(readTable),
    },
    bytesOf: (name) => readFileSync(resolve(folder, name)),
  };
}

function unaltered(path: string, wanted: string): Uint8Array {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new RunError('scene-lost', `${path}: cannot be read: ${error instanceof Error ? error.message : error}`, {
      path,
    });
  }
  if (sha256(bytes) === wanted) return bytes;
  throw new RunError(
    'scene-altered',
    `${path}: was altered since the run began, so that the run would not be the same; put it back, or start a new run`,
    { path },
  );
}

/**
 * The scene of a run, read from its copy. Throws a RunError if one of its files was altered. With `trust`, which
 * callers that import modules pass, modules must be unchanged and allowed.
 */
export function readSceneCopy(folder: string, { scene, title }: RunManifest, trust?: ModuleTrust): Scene {
  const bytes = unaltered(join(folder, scene.file), scene.sha256);
  const find = (files: readonly CopiedFile[], name: string): CopiedFile => {
    const found = files.find((each) => each.name === name);
    if (found !== undefined) return found;
    throw new RunError('scene-lost', `${folder}: holds no copy of ${name}`, { name });
  };
  const isComposed = scene.includes.length > 0 || scene.settings.length > 0;
  const read = readScene(new TextDecoder().decode(bytes), {
    file: isComposed ? join(folder, scene.file) : scene.original,
    files: {
      readMesh: (name) => {
        const { path, sha256: wanted } = find(scene.meshes, name);
        unaltered(join(folder, path), wanted);
        return readMeshFile(join(folder, path));
      },
      readFlow: (name) => {
        const { path, sha256: wanted } = find(scene.meshes, name);
        return readStructuredPoints(unaltered(join(folder, path), wanted), name);
      },
      modulePath: (name) => {
        const { path, sha256: wanted } = find(scene.modules, name);
        if (trust === undefined) return path;
        unaltered(path, wanted);
        requireTrust(path, name, trust);
        return path;
      },
      readBodies: (name, frame) => {
        const { path, sha256: wanted } = find(scene.bodies, bodiesKey(name, frame));
        return readCsvBodies(new TextDecoder().decode(unaltered(join(folder, path), wanted)), join(folder, path));
      },
      readTable: (name) => {
        const { path, sha256: wanted } = find(scene.tables, name);
        return new TextDecoder().decode(unaltered(join(folder, path), wanted));
      },
    },
  });
  // A scene without a title is called by the name of its file, which the copy does not have.
  return { ...read, title };
}
