// SPDX-License-Identifier: MIT
/**
 * A run keeps a copy of its scene and of the meshes it names, so that it can go on when the originals have changed. Modules
 * stay where they are, since they may import others; they are compared by their hash.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { readMeshFile } from '../io/mesh-file.ts';
import type { BodyTable } from '../scene/initial-state/body-table.ts';
import { bodiesCsv, readCsvBodies } from '../scene/initial-state/csv-bodies.ts';
import { readComposedScene, readScene } from '../scene/read-scene.ts';
import type { SceneFiles } from '../scene/resolve/resolution.ts';
import type { Scene } from '../scene/scene.ts';
import { filesBeside, readSceneText } from '../scene/scene-file.ts';
import { writeWhole } from './checkpoint-store.ts';
import { composedCopy } from './composed-copy.ts';
import type { CopiedFile, RunManifest } from './manifest.ts';
import { atPath, RunError } from './run-error.ts';

export const SCENE_FILES_FOLDER = 'scene-files';

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A scene as it was found, with all that a copy of it needs. */
export interface FoundScene {
  readonly scene: Scene;
  readonly original: string;
  /** Name of the copy in the run folder, and what it holds. */
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly includes: ReadonlyMap<string, string>;
  readonly settings: readonly string[];
  /** By the names that the scene uses. */
  readonly meshes: ReadonlyMap<string, Uint8Array>;
  readonly modules: ReadonlyMap<string, string>;
  /** Bodies from files, as tables; by name and frame. */
  readonly bodies: ReadonlyMap<string, string>;
}

/** What a copy of the bodies in a file is called: the same file may be used at several moments. */
function bodiesKey(name: string, frame: number | undefined): string {
  return frame === undefined ? name : `${name}, frame ${frame}`;
}

/** Where a scene in a folder finds its files. `readBodies` reads the bodies in files and run folders. */
export type ReadBodies = (beside: string, name: string, frame: number | undefined) => BodyTable;

/** Throws the SceneError of `readSceneFile` when the scene has problems. */
export function findScene(original: string, readBodies: ReadBodies, settings: readonly string[] = []): FoundScene {
  const bodies = new Map<string, string>();
  const includes = new Map<string, string>();
  const meshes = new Map<string, Uint8Array>();
  const modules = new Map<string, string>();
  const beside = filesBeside(original);
  const files: SceneFiles = {
    readMesh: (name) => {
      const mesh = beside.readMesh(name);
      meshes.set(name, readFileSync(resolve(dirname(original), name)));
      return mesh;
    },
    modulePath: (name) => {
      const path = beside.modulePath(name);
      modules.set(name, path);
      return path;
    },
    readText: (name) => {
      const text = readSceneText(resolve(dirname(original), name));
      includes.set(name, text);
      return text;
    },
    readBodies: (name, frame) => {
      const table = readBodies(dirname(original), name, frame);
      bodies.set(bodiesKey(name, frame), bodiesCsv(table));
      return table;
    },
  };
  const text = readSceneText(original);
  const { scene, source } = readComposedScene(text, { file: original, files, settings });
  const isOneFile = source.includes.length === 0 && settings.length === 0;
  const copy = isOneFile
    ? { file: `scene${extname(original)}`, bytes: readFileSync(original) }
    : composedCopy(source.composed, { original, includes: source.includes, settings });
  return { scene, original, ...copy, includes, settings, meshes, modules, bodies };
}

/** Copies the scene into the run folder; returns what the manifest says of it. */
export function copyScene(found: FoundScene, folder: string): RunManifest['scene'] {
  const { file, settings } = found;
  const write = (name: string, bytes: Uint8Array): void => {
    const path = join(folder, name);
    atPath(path, () => {
      mkdirSync(dirname(path), { recursive: true });
      writeWhole(path, bytes);
    });
  };
  write(file, found.bytes);
  const meshes = [...found.meshes].map(([name, bytes], k): CopiedFile => {
    const path = `${SCENE_FILES_FOLDER}/${k}-${basename(name)}`;
    write(path, bytes);
    return { name, path, sha256: sha256(bytes) };
  });
  const bodies = [...found.bodies].map(([name, text], k): CopiedFile => {
    const path = `${SCENE_FILES_FOLDER}/bodies-${k}.csv`;
    const bytes = new TextEncoder().encode(text);
    write(path, bytes);
    return { name, path, sha256: sha256(bytes) };
  });
  const modules = [...found.modules].map(([name, path]) => ({ name, path, sha256: sha256(readFileSync(path)) }));
  const includes = [...found.includes].map(([name, text]) => ({
    name,
    sha256: sha256(new TextEncoder().encode(text)),
  }));
  return { file, original: found.original, sha256: sha256(found.bytes), settings, includes, meshes, modules, bodies };
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

/** The scene of a run, read from its copy. Throws a RunError when a file of it was altered. */
export function readSceneCopy(folder: string, { scene, title }: RunManifest): Scene {
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
      modulePath: (name) => {
        const { path, sha256: wanted } = find(scene.modules, name);
        unaltered(path, wanted);
        return path;
      },
      readBodies: (name, frame) => {
        const { path, sha256: wanted } = find(scene.bodies, bodiesKey(name, frame));
        return readCsvBodies(new TextDecoder().decode(unaltered(join(folder, path), wanted)), join(folder, path));
      },
    },
  });
  // A scene without a title is called by the name of its file, which the copy does not have.
  return { ...read, title };
}
