// SPDX-License-Identifier: MIT
/**
 * Times the steps of every scene with every number of threads, and with drivers of other engines from the same packing.
 * Each timing has its own process. The variants of a scene alternate over the repetitions, so that a temporary load on
 * the machine affects all of them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from '../cpu-time.ts';
import { describeMachine, type Machine } from '../machine.ts';
import { timeInProcess } from '../process-timing.ts';
import { writeSceneFiles } from './scene-files.ts';
import { providePacking, readPacking } from './settled-packing.ts';
import type { StepProfile } from './step-profile.ts';
import { createScene, type StepScene } from './step-scene.ts';
import type { MissingTiming, StepTiming } from './time-steps.ts';

export const PROGRAM = fileURLToPath(new URL(`./time-one-scene${extname(import.meta.url)}`, import.meta.url));
/** Name of our own variants. */
export const SCREE = 'scree';
const QUICK_STEPS = 100;

interface StepBenchmarkOptions {
  readonly scenes: readonly string[];
  readonly threads: readonly number[];
  readonly repetitions: number;
  /** Timed steps in each repetition; default: that of the scene. */
  readonly steps?: number;
  /** A tenth of the bodies, fewer steps. */
  readonly isQuick: boolean;
  /** Folder of the settled packings. */
  readonly packings: string;
  /** Programs for Node that run a scene with another engine (benchmarks/dem). */
  readonly drivers: readonly string[];
  /** Names of the drivers that run a scene; default: all. */
  readonly peersOf?: (scene: string) => readonly string[];
  /** True for scenes that run a second time, on one thread, under the profiler. */
  readonly isProfiled?: (scene: string) => boolean;
  readonly progress?: (line: string) => void;
}

export interface StepVariantResult {
  readonly variant: string;
  readonly threads: number;
  readonly engine?: string;
  /** Why there are no numbers. */
  readonly missing?: string;
  /** Wall clock: median, smallest and largest over the repetitions, ns of one body in one step. */
  readonly nanoseconds?: number;
  readonly fastest?: number;
  readonly slowest?: number;
  readonly particleStepsPerSecond?: number;
  /** CPU time of all threads, the same unit. */
  readonly cpuNanoseconds?: number;
  readonly rebuilds?: number;
  readonly pairsPerBody?: number;
  readonly contactsPerBody?: number;
  readonly bytesPerBody?: number;
  /** That JavaScript allocates for one body in one step. */
  readonly allocatedPerBody?: number;
  readonly agitation?: number;
  /** Of the bodies after the steps; undefined if the repetitions differ. */
  readonly stateHash?: string;
  /** CPU time of a body in the largest of the first steps: median over the repetitions. */
  readonly slowestFirstNanoseconds?: number;
  /** The same for all that comes before the first step. */
  readonly startNanoseconds?: number;
  readonly startContactsPerBody?: number;
}

export interface SceneResult {
  readonly scene: string;
  readonly title: string;
  readonly count: number;
  readonly steps: number;
  readonly repetitions: number;
  readonly machine: Machine;
  readonly variants: readonly StepVariantResult[];
  /** Of Scree on one thread. */
  readonly profile?: StepProfile;
}

export interface StepBenchmarkResult {
  readonly scenes: readonly SceneResult[];
}

export type Outcome = StepTiming | MissingTiming;

/** Numbers of one variant from its timings. */
export function summarise(
  variant: string,
  threads: number,
  count: number,
  outcomes: readonly Outcome[],
): StepVariantResult {
  const missing = outcomes.find((outcome) => 'missing' in outcome);
  if (missing && 'missing' in missing) return { variant, threads, missing: missing.missing };
  const timings = outcomes.flatMap((outcome) => ('missing' in outcome ? [] : [outcome]));
  const last = timings.at(-1);
  if (last === undefined) return { variant, threads, missing: 'not measured' };
  const nanosecondsOf = (seconds: number, steps: number): number => (seconds * 1e9) / (steps * count);
  const wall = timings.map(({ wallSeconds, steps }) => nanosecondsOf(wallSeconds, steps));
  const cpu = timings.flatMap(({ cpuSeconds, steps }) =>
    cpuSeconds === undefined ? [] : nanosecondsOf(cpuSeconds, steps),
  );
  const slowestFirst = timings.flatMap(({ slowestFirstSeconds }) =>
    slowestFirstSeconds === undefined ? [] : nanosecondsOf(slowestFirstSeconds, 1),
  );
  const start = timings.flatMap(({ startSeconds }) =>
    startSeconds === undefined ? [] : nanosecondsOf(startSeconds, 1),
  );
  const { engine, rebuilds, pairs, contacts, bytes, allocatedBytes, agitation, stateHash, startContacts } = last;
  const isSame = timings.every((each) => each.stateHash === stateHash);
  return {
    variant,
    threads,
    ...(engine !== undefined && { engine }),
    nanoseconds: median(wall),
    fastest: Math.min(...wall),
    slowest: Math.max(...wall),
    particleStepsPerSecond: 1e9 / median(wall),
    ...(cpu.length > 0 && { cpuNanoseconds: median(cpu) }),
    ...(rebuilds !== undefined && { rebuilds }),
    ...(pairs !== undefined && { pairsPerBody: pairs / count }),
    ...(contacts !== undefined && { contactsPerBody: contacts / count }),
    ...(bytes !== undefined && { bytesPerBody: bytes / count }),
    ...(allocatedBytes !== undefined && { allocatedPerBody: allocatedBytes / count }),
    ...(agitation !== undefined && { agitation }),
    ...(stateHash !== undefined && isSame && { stateHash }),
    ...(slowestFirst.length > 0 && { slowestFirstNanoseconds: median(slowestFirst) }),
    ...(start.length > 0 && { startNanoseconds: median(start) }),
    ...(startContacts !== undefined && { startContactsPerBody: startContacts / count }),
  };
}

/** A variant of a scene: how it is timed once. */
interface Variant {
  readonly variant: string;
  readonly threads: number;
  readonly time: () => Promise<Outcome>;
  readonly outcomes: Outcome[];
}

/** Arguments of the program that times one scene. */
function argumentsOf(scene: StepScene, packingFile: string, threads: number, options: StepBenchmarkOptions): string[] {
  const size = options.isQuick ? 'quick' : 'full';
  return [scene.name, size, packingFile, ...[threads, 0, 0, scene.warmUpSteps, stepsOf(scene, options)].map(String)];
}

/** Name of a driver: that of its file, without the extension. */
function driverName(file: string): string {
  return basename(file, extname(file));
}

/** Files of the drivers that run a scene. */
function driversOf(scene: string, { drivers, peersOf }: StepBenchmarkOptions): readonly string[] {
  return peersOf === undefined ? drivers : drivers.filter((file) => peersOf(scene).includes(driverName(file)));
}

function variantsOf(scene: StepScene, packingFile: string, folder: string, options: StepBenchmarkOptions): Variant[] {
  const own = options.threads.map((threads) => ({
    variant: SCREE,
    threads,
    time: () => timeInProcess<StepTiming>(PROGRAM, argumentsOf(scene, packingFile, threads, options)),
    outcomes: [],
  }));
  const others = driversOf(scene.name, options).flatMap((driver) =>
    options.threads.map((threads) => ({
      variant: driverName(driver),
      threads,
      time: () => timeInProcess<StepTiming>(driver, [folder, String(threads)]),
      outcomes: [],
    })),
  );
  return [...own, ...others];
}

async function profileOf(
  scene: StepScene,
  packingFile: string,
  options: StepBenchmarkOptions,
): Promise<StepProfile | undefined> {
  options.progress?.(`${scene.name}: profile`);
  const timing = await timeInProcess<StepTiming>(PROGRAM, [...argumentsOf(scene, packingFile, 1, options), 'profile']);
  if ('missing' in timing) throw new Error(`${scene.name}: no profile: ${timing.missing}`);
  return timing.profile;
}

function stepsOf(scene: StepScene, { steps, isQuick }: StepBenchmarkOptions): number {
  return steps ?? (isQuick ? QUICK_STEPS : scene.steps);
}

/** Times the variants in turn, repeatedly. A variant that failed is not tried again. */
export async function takeTurns(
  label: string,
  variants: readonly Variant[],
  repetitions: number,
  progress?: (line: string) => void,
): Promise<void> {
  for (let repetition = 1; repetition <= repetitions; repetition++) {
    for (const { variant, threads, time, outcomes } of variants) {
      if (outcomes.some((outcome) => 'missing' in outcome)) continue;
      const outcome = await time();
      outcomes.push(outcome);
      const measured =
        'missing' in outcome ? outcome.missing : `${outcome.wallSeconds.toFixed(2)} s, ${outcome.steps} steps`;
      progress?.(`${label}: ${repetition}/${repetitions} ${variant}, ${threads} threads: ${measured}`);
    }
  }
}

export async function benchmarkSteps(options: StepBenchmarkOptions): Promise<StepBenchmarkResult> {
  const { repetitions, progress } = options;
  const folder = mkdtempSync(join(tmpdir(), 'scree-bench-'));
  try {
    const scenes: SceneResult[] = [];
    for (const name of options.scenes) {
      const scene = createScene(name, options.isQuick);
      const packingFile = providePacking(options.packings, scene, progress);
      const machine = describeMachine();
      const steps = stepsOf(scene, options);
      const files = join(folder, name);
      if (driversOf(name, options).length > 0) writeSceneFiles(files, scene, readPacking(packingFile), steps);
      const variants = variantsOf(scene, packingFile, files, options);
      await takeTurns(name, variants, repetitions, progress);
      const { title, count } = scene;
      const results = variants.map(({ variant, threads, outcomes }) => summarise(variant, threads, count, outcomes));
      const profile = options.isProfiled?.(name) ? await profileOf(scene, packingFile, options) : undefined;
      scenes.push({
        scene: name,
        title,
        count,
        steps,
        repetitions,
        machine,
        variants: results,
        ...(profile !== undefined && { profile }),
      });
    }
    return { scenes };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
