// SPDX-License-Identifier: MIT
/**
 * Copies the scene and its meshes into the run folder, so that the run can be resumed when the originals have changed.
 * Modules are not copied, because they may import others; their hashes are compared instead.
 */
import { bodiesCsv } from '../../scene/initial-state/csv-bodies.ts';
import { readComposedScene } from '../../scene/read-scene.ts';
import type { SceneFiles } from '../../scene/resolve/resolution.ts';
import type { Scene } from '../../scene/scene.ts';
import type { SceneOrigin } from '../../scene/scene-origin.ts';
import type { RunStore } from '../files/run-store.ts';
import { sha256 } from '../files/sha256.ts';
import type { CopiedFile, RunManifest } from '../folder/manifest.ts';
import { SCENE_FILES_FOLDER } from '../folder/run-files.ts';
import { composedCopy } from './composed-copy.ts';

/** Location of a scene and of the files that it names. */
export interface SceneSite {
  /** Name of the scene in messages; its extension selects YAML or JSON. */
  readonly original: string;
  /** Bytes and text of the scene. */
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly files: Required<SceneFiles>;
  /** The bytes of a mesh or module that the scene names, which has been found. */
  readonly bytesOf: (name: string) => Uint8Array;
}

/** A scene as it was found, with all that a copy of it needs. */
export interface FoundScene {
  readonly scene: Scene;
  /** Locations of its parts in the text. */
  readonly origin: SceneOrigin;
  readonly original: string;
  /** Name of the copy in the run folder, and its content. */
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly includes: ReadonlyMap<string, string>;
  readonly settings: readonly string[];
  /** Meshes and flows by the names that the scene uses. */
  readonly meshes: ReadonlyMap<string, Uint8Array>;
  readonly modules: ReadonlyMap<string, { readonly path: string; readonly bytes: Uint8Array }>;
  /** Bodies from files, as tables; by name and frame. */
  readonly bodies: ReadonlyMap<string, string>;
  /** Tables of numbers, by the names that the scene uses. */
  readonly tables: ReadonlyMap<string, Uint8Array>;
}

/** Name of a copy of the bodies in a file: the same file may be used at several frames. */
export function bodiesKey(name: string, frame: number | undefined): string {
  return frame === undefined ? name : `${name}, frame ${frame}`;
}

/**
 * Reads the scene of a site, and keeps the text and the files that it was read from.
 *
 * @throws SceneError of `readScene` when the scene has problems.
 *
 * @example
 * ```ts
 * import { findScene, siteInMemory } from 'scree/live';
 *
 * const text = `
 * time: { duration: 20 ms, timeStep: 10 us }
 * gravity: [0, 0, -9.81]
 * materials: { glass: { density: 2500, stiffness: 5000 } }
 * law: { normal: linear }
 * bodies: { ball: { shape: { sphere: { radius: 1 cm } }, material: glass, position: [0, 0, 0] } }
 * `;
 * const { scene } = findScene(siteInMemory('ball.yaml', text, new Map()), ['time.duration=30 ms']);
 * console.log(scene.duration); // 0.03
 * ```
 */
export function findScene(site: SceneSite, settings: readonly string[] = []): FoundScene {
  const { original, bytes, text, files: beside, bytesOf } = site;
  const bodies = new Map<string, string>();
  const includes = new Map<string, string>();
  const meshes = new Map<string, Uint8Array>();
  const modules = new Map<string, { readonly path: string; readonly bytes: Uint8Array }>();
  const tables = new Map<string, Uint8Array>();
  const files: SceneFiles = {
    readMesh: (name) => {
      const mesh = beside.readMesh(name);
      meshes.set(name, bytesOf(name));
      return mesh;
    },
    readFlow: (name) => {
      const flow = beside.readFlow(name);
      meshes.set(name, bytesOf(name));
      return flow;
    },
    modulePath: (name) => {
      const path = beside.modulePath(name);
      modules.set(name, { path, bytes: bytesOf(name) });
      return path;
    },
    readText: (name) => {
      const included = beside.readText(name);
      includes.set(name, included);
      return included;
    },
    readBodies: (name, frame) => {
      const table = beside.readBodies(name, frame);
      bodies.set(bodiesKey(name, frame), bodiesCsv(table));
      return table;
    },
    readTable: (name) => {
      const table = beside.readTable(name);
      tables.set(name, bytesOf(name));
      return table;
    },
  };
  const { scene, source, origin } = readComposedScene(text, { file: original, files, settings });
  const isOneFile = source.includes.length === 0 && settings.length === 0;
  const copy = isOneFile
    ? { file: `scene${extensionOf(original)}`, bytes }
    : composedCopy(source.composed, { original, includes: source.includes, settings });
  return { scene, origin, original, ...copy, includes, settings, meshes, modules, bodies, tables };
}

function lastNameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** With its dot; empty for a name that has none or begins with it. */
function extensionOf(path: string): string {
  const name = lastNameOf(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot) : '';
}

/** Copies the scene into the run folder; returns its entry in the manifest. */
export function copyScene(found: FoundScene, store: RunStore): RunManifest['scene'] {
  const { file, settings } = found;
  store.writeWhole(file, found.bytes);
  const copied = (files: ReadonlyMap<string, Uint8Array>, prefix: string): CopiedFile[] =>
    [...files].map(([name, bytes], k) => {
      const path = `${SCENE_FILES_FOLDER}/${prefix}${k}-${lastNameOf(name)}`;
      store.writeWhole(path, bytes);
      return { name, path, sha256: sha256(bytes) };
    });
  const meshes = copied(found.meshes, '');
  const tables = copied(found.tables, 'table-');
  const bodies = [...found.bodies].map(([name, text], k): CopiedFile => {
    const path = `${SCENE_FILES_FOLDER}/bodies-${k}.csv`;
    const bytes = new TextEncoder().encode(text);
    store.writeWhole(path, bytes);
    return { name, path, sha256: sha256(bytes) };
  });
  const modules = [...found.modules].map(([name, { path, bytes }]) => ({ name, path, sha256: sha256(bytes) }));
  const includes = [...found.includes].map(([name, text]) => ({
    name,
    sha256: sha256(new TextEncoder().encode(text)),
  }));
  const { original } = found;
  return { file, original, sha256: sha256(found.bytes), settings, includes, meshes, modules, bodies, tables };
}
