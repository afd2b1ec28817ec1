// SPDX-License-Identifier: MIT
/** A run folder for the studio: its summary, locations of frames, tables and reports. */

import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { ScreeError } from '../errors.ts';
import { isWithin } from '../runs/files/inside-folder.ts';
import type { RunManifest } from '../runs/folder/manifest.ts';
import { readManifest } from '../runs/folder/read-manifest.ts';
import { MANIFEST_NAME } from '../runs/folder/run-files.ts';
import { isRunFolderInUse } from '../runs/folder/run-lock.ts';
import { noTrajectoryText, runTrajectoryReading } from '../runs/folder/run-trajectory.ts';
import { TRAJECTORY_NAME } from '../runs/outputs/trajectory-output.ts';
import { RunError } from '../runs/run-error.ts';
import { type SceneDomain, type ViewedSceneFacts, viewedSceneFacts } from '../runs/scenes/scene-facts.ts';
import { readSceneCopy } from '../runs/scenes/scene-on-disk.ts';
import { TrajectoryIndex } from './trajectory-index.ts';

export interface ServedTable {
  readonly name: string;
  /** bytes */
  readonly size: number;
}

/** What `/api/run` says. */
export interface RunDescription {
  readonly folder: string;
  readonly manifest: RunManifest;
  readonly isRunning: boolean;
  readonly domain?: SceneDomain;
  /** Bodies that the scene names, by id. */
  readonly bodyNames: Readonly<Record<number, string>>;
  readonly hasTrajectory: boolean;
  /** Reason why there is no trajectory, with a remedy; absent if there is one. */
  readonly noTrajectory?: string;
  readonly tables: readonly ServedTable[];
}

export class ServedRun {
  readonly folder: string;
  readonly trajectory: TrajectoryIndex;
  #facts: (ViewedSceneFacts & { sha256: string }) | undefined;

  /** Throws a RunError when the folder holds no run. */
  constructor(folder: string) {
    this.folder = resolve(folder);
    this.#manifest();
    this.trajectory = new TrajectoryIndex(
      () => fileInFolder(this.folder, TRAJECTORY_NAME),
      () => runTrajectoryReading(this.folder, this.#manifest()),
    );
  }

  describe(): RunDescription {
    const manifest = this.#manifest();
    const { domain, bodyNames } = this.#sceneFacts(manifest);
    const noTrajectory = this.noTrajectory();
    return {
      folder: basename(this.folder),
      manifest,
      isRunning: isRunFolderInUse(this.folder),
      ...(domain !== undefined && { domain }),
      bodyNames,
      hasTrajectory: noTrajectory === undefined,
      ...(noTrajectory !== undefined && { noTrajectory }),
      tables: this.#names('.csv').map((name) => ({ name, size: statSync(join(this.folder, name)).size })),
    };
  }

  /** Reason why there is no trajectory, with a remedy; undefined if there is one. */
  noTrajectory(): string | undefined {
    if (fileInFolder(this.folder, TRAJECTORY_NAME) !== undefined) return undefined;
    const path = join(this.folder, TRAJECTORY_NAME);
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return outsideText(path);
    return noTrajectoryText(this.folder, this.#manifest());
  }

  /** Notes for the user: a missing trajectory, or its damaged parts. */
  notes(): string[] {
    const missing = this.noTrajectory();
    if (missing !== undefined) return [missing];
    try {
      this.trajectory.refresh();
    } catch (error) {
      if (error instanceof ScreeError) return [error.message];
      throw error;
    }
    return this.trajectory.problem === undefined ? [] : [this.trajectory.problem];
  }

  /** Real path of a table of the run; undefined when there is none of that name. */
  table(name: string): string | undefined {
    return name.endsWith('.csv') && !name.includes('/') ? fileInFolder(this.folder, name) : undefined;
  }

  /** Real path of a page in the folder. */
  report(name: string): string | undefined {
    return this.reports().includes(name) ? fileInFolder(this.folder, name) : undefined;
  }

  /** Pages in the folder, such as reports of `scree verify`. */
  reports(): string[] {
    return this.#names('.html');
  }

  #manifest(): RunManifest {
    const path = join(this.folder, MANIFEST_NAME);
    const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
    if (isThere && fileInFolder(this.folder, MANIFEST_NAME) === undefined) throw outside(path);
    return readManifest(this.folder);
  }

  #names(extension: string): string[] {
    return readdirSync(this.folder)
      .filter((name) => name.endsWith(extension) && fileInFolder(this.folder, name) !== undefined)
      .sort();
  }

  /** If the copy of the scene cannot be read, the run is shown without its box and names. */
  #sceneFacts(manifest: RunManifest): ViewedSceneFacts {
    if (this.#facts?.sha256 === manifest.scene.sha256) return this.#facts;
    try {
      if (fileInFolder(this.folder, manifest.scene.file) === undefined) throw outside(manifest.scene.file);
      const { simulation } = readSceneCopy(this.folder, manifest);
      this.#facts = { sha256: manifest.scene.sha256, ...viewedSceneFacts(simulation) };
    } catch {
      this.#facts = { sha256: manifest.scene.sha256, domain: undefined, bodyNames: {} };
    }
    return this.#facts;
  }
}

function outsideText(path: string): string {
  return (
    `${path}: is not a plain file in the run folder; the server serves only plain files of this folder; copy the ` +
    'file into it'
  );
}

function outside(path: string): RunError {
  return new RunError('outside', outsideText(path), { path });
}

/**
 * Real path of the plain file `name` in `folder`; undefined when there is none, it is no plain file, or it lies
 * elsewhere.
 */
export function fileInFolder(folder: string, name: string): string | undefined {
  if (name === '' || name.includes('\0')) return undefined;
  try {
    const root = realpathSync(folder);
    const path = realpathSync(join(root, name));
    return isWithin(root, path) && statSync(path).isFile() ? path : undefined;
  } catch {
    return undefined;
  }
}
