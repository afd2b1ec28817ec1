// SPDX-License-Identifier: MIT
/** Starts runs from scene files in folders on disk, and resumes them. */
import { cpus } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type { EngineChoice } from '../../engines/engine-launch.ts';
import { planOnEngine } from '../engines/engine-steps.ts';
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

type DiskOptions = RunOptions & ModuleTrust;

/** Starts a run of a scene file in its own folder. Nothing is written if the scene cannot be simulated. */
export async function startRun(
  sceneFile: string,
  folder: string,
  {
    force = false,
    settings,
    engine,
    ...options
  }: DiskOptions & {
    readonly force?: boolean;
    readonly settings?: readonly string[];
    /** An outside engine instead of our own code. */
    readonly engine?: EngineChoice;
  },
): Promise<Run> {
  const site = siteBeside(sceneFile, readAnyBodies, options);
  const found = findScene(site, settings);
  options.timings?.lap('scene');
  const openStore = (): DiskStore => {
    requireInputsKept(folder, [found.file, ...outputNames(found.scene)], site.inputs);
    prepareRunFolder(folder, force);
    return new DiskStore(folder);
  };
  return Run.start(found, openStore, {
    ...options,
    machine: describeRunMachine(),
    ...(engine !== undefined && { planEngine: (scene) => planOnEngine(scene, engine) }),
  });
}

/** Resumes the run in a folder, see `Run.resume`. `ranks` replaces those of a run in an engine. */
export async function resumeRun(
  folder: string,
  { ranks, ...options }: DiskOptions & { readonly ranks?: number },
): Promise<Run> {
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
  const { engine: before } = manifest;
  if (ranks !== undefined && before === undefined) {
    throw new RunError('no-engine', `${folder}: is not a run of an engine, so it has no ranks; leave --ranks out`);
  }
  const choice = before && { ...before, ranks: ranks ?? before.ranks };
  return Run.resume({ manifest, scene }, openStore, {
    ...options,
    ...(choice && { planEngine: (resumed) => planOnEngine(resumed, choice) }),
  });
}
