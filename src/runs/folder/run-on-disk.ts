// SPDX-License-Identifier: MIT
/** Starts runs from scene files in folders on disk, and resumes them. */
import { cpus } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { DiskStore } from '../files/disk-store.ts';
import { outputNames } from '../outputs/scene-outputs.ts';
import { Run, type RunOptions } from '../run.ts';
import { RunError } from '../run-error.ts';
import type { ModuleTrust } from '../scenes/module-trust.ts';
import { readAnyBodies } from '../scenes/run-bodies.ts';
import { findScene } from '../scenes/scene-copy.ts';
import { readSceneCopy, siteBeside } from '../scenes/scene-on-disk.ts';
import type { RunManifest } from './manifest.ts';
import { readManifest } from './read-manifest.ts';
import { prepareRunFolder, requireInputsKept } from './run-folder.ts';
import { lockRunFolder } from './run-lock.ts';

function describeRunMachine(): RunManifest['machine'] {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim() ?? 'unknown processor',
    cores: processors.length,
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
  };
}

/** Starts a run of a scene file in its own folder. Nothing is written if the scene cannot be simulated. */
export async function startRun(
  sceneFile: string,
  folder: string,
  {
    force = false,
    settings,
    ...options
  }: RunOptions & ModuleTrust & { readonly force?: boolean; readonly settings?: readonly string[] },
): Promise<Run> {
  const site = siteBeside(sceneFile, readAnyBodies, options);
  const found = findScene(site, settings);
  const openStore = (): DiskStore => {
    requireInputsKept(folder, [found.file, ...outputNames(found.scene)], site.inputs);
    prepareRunFolder(folder, force);
    return new DiskStore(folder);
  };
  return Run.start(found, openStore, { ...options, machine: describeRunMachine() });
}

/** Resumes the run in a folder, see `Run.resume`. */
export async function resumeRun(folder: string, options: RunOptions & ModuleTrust): Promise<Run> {
  const manifest = readManifest(folder);
  const scene = readSceneCopy(folder, manifest, options);
  const openStore = (): DiskStore => {
    lockRunFolder(folder);
    const store = new DiskStore(folder);
    // The manifest was read before this process held the lock: another program may have put a new run there.
    if (!isDeepStrictEqual(readManifest(folder), manifest)) {
      store.release();
      throw new RunError('replaced', `${folder}: another program has just changed the folder; try again`, { folder });
    }
    return store;
  };
  return Run.resume({ manifest, scene }, openStore, options);
}
