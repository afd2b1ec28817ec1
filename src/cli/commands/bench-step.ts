// SPDX-License-Identifier: MIT
/** `scree bench step`, `scree bench scaling` and `scree bench cliffs`: speed of simulation steps. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { describeMachine } from '../../bench/machine.ts';
import { cliffReport, mapCliffs } from '../../bench/step/cliff-map.ts';
import { benchmarkScaling } from '../../bench/step/scaling-benchmark.ts';
import { scalingReport } from '../../bench/step/scaling-report.ts';
import { benchmarkSteps, type StepBenchmarkResult } from '../../bench/step/step-benchmark.ts';
import { stepReport } from '../../bench/step/step-report.ts';
import { SCENE_GROUPS, SCENE_NAMES, scenesNamed } from '../../bench/step/step-scene.ts';
import { readTargets, type StepTargets } from '../../bench/step/step-targets.ts';
import { targetReport } from '../../bench/step/target-report.ts';
import { makeFolder } from '../../io/make-folder.ts';
import { refuseInput } from '../options/input-guard.ts';

interface CommonOptions {
  readonly threads: readonly number[];
  readonly reps: number;
  readonly beds: string;
  readonly quick?: true;
  readonly json?: string;
}

interface StepOptions extends CommonOptions {
  readonly scenes?: readonly string[];
  readonly steps?: number;
  readonly driver: readonly string[];
  readonly merge?: true;
  readonly profile?: true;
  readonly targets?: StepTargets;
}

const DETAILS = `
Scenes: ${SCENE_NAMES.join(', ')}. Groups of scenes: ${Object.keys(SCENE_GROUPS).join(', ')}.
Beds take a minute or more to settle, once; they are kept in the folder of --beds.
Drivers of other engines are in benchmarks/dem.

Example: scree bench step --quick --scenes spheres`;

function readScenes(text: string): string[] {
  return text.split(',').flatMap((name) => {
    const names = scenesNamed(name);
    if (names !== undefined) return names;
    throw new InvalidArgumentError(`No scene "${name}"; there are ${SCENE_NAMES.join(', ')}.`);
  });
}

function readTargetFile(file: string): StepTargets {
  try {
    return readTargets(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
  }
}

const readCounts = (text: string): number[] => text.split(',').map(readCount);

function withCommonOptions(command: Command, threads: readonly number[], repetitions: number): Command {
  return command
    .option('--threads <counts>', 'numbers of threads, separated by commas', readCounts, threads)
    .option('--reps <count>', 'repetitions; the median counts', readCount, repetitions)
    .option('--beds <folder>', 'where settled beds are kept', join(tmpdir(), 'scree-beds'))
    .option('--quick', 'one repetition, a tenth of the bodies')
    .option('--json <file>', 'write the numbers to a file, too');
}

/** The results, and before them those of other scenes that the file has. */
function merged(file: string, { scenes }: StepBenchmarkResult): StepBenchmarkResult {
  const before: StepBenchmarkResult = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { scenes: [] };
  const others = before.scenes.filter(({ scene }) => scenes.every((each) => each.scene !== scene));
  return { scenes: [...others, ...scenes] };
}

export function stepBenchCommand(): Command {
  return withCommonOptions(new Command('step'), [1, 2], 5)
    .description('ns of a body in a step on dense beds, neighbour lists included, and bytes a body, as Markdown')
    .option('--scenes <names>', 'scenes, separated by commas (default: all, or those of --targets)', readScenes)
    .option('--steps <count>', 'steps of each timing (default: that of the scene)', readCount)
    .option(
      '--driver <file>',
      'program for Node that runs a scene with another engine; may be given several times',
      (file: string, files: readonly string[]) => [...files, file],
      [] as readonly string[],
    )
    .option('--profile', 'also print the share of each stage of a step in the time')
    .option('--targets <file>', 'JSON with scenes, target times and peers; print one table', readTargetFile)
    .option('--merge', 'keep the results of other scenes that the file of --json has, and show them')
    .addHelpText('after', DETAILS)
    .action(
      async ({ threads, reps, steps, beds, driver, quick, json, merge, profile, targets, ...rest }: StepOptions) => {
        if (json !== undefined) refuseInput('--json', json, driver);
        makeFolder(beds);
        const machine = describeMachine();
        const scenes = rest.scenes ?? targets?.scenes.map(({ scene }) => scene) ?? SCENE_NAMES;
        const targetOf = (name: string) => targets?.scenes.find(({ scene }) => scene === name);
        const measured = await benchmarkSteps({
          scenes,
          threads,
          repetitions: quick ? 1 : reps,
          isQuick: quick ?? false,
          packings: beds,
          drivers: driver,
          ...(targets !== undefined && { peersOf: (name) => targetOf(name)?.peers ?? [] }),
          isProfiled: (name) => profile ?? targetOf(name)?.isProfiled ?? false,
          ...(steps !== undefined && { steps }),
          progress: (line) => console.error(line),
        });
        const result = merge && json !== undefined ? merged(json, measured) : measured;
        if (json !== undefined) writeFileSync(json, `${JSON.stringify(result, undefined, 2)}\n`);
        console.log(targets === undefined ? stepReport(result) : targetReport(targets, result, machine));
      },
    );
}

interface ScalingOptions extends CommonOptions {
  readonly scenes: readonly string[];
  readonly bodies: readonly number[];
  readonly steps: number;
  readonly warmUp: number;
}

/** One of each kind: prisms, curved bodies, spheres, bodies of many shapes, and every shape in a mesh. */
const SCALING_SCENES = ['P16', 'superquadrics', 'spheres', 'cells', 'hopper'];

const SCALING_DETAILS = `
Scenes: ${SCENE_NAMES.filter((name) => name !== 'drum').join(', ')}. Beds settle once, on all cores; they are kept in
the folder of --beds and repeated side by side up to the number of bodies.

Example: scree bench scaling --scenes P16 --bodies 20000 --threads 1,2`;

/** Copies of the drum's mesh would rotate about one common axis, so the drum cannot be repeated. */
function readScalingScenes(text: string): string[] {
  const names = readScenes(text);
  if (!names.includes('drum')) return names;
  throw new InvalidArgumentError('The drum cannot be repeated side by side; choose other scenes.');
}

export function scalingBenchCommand(): Command {
  return withCommonOptions(new Command('scaling'), [1, 2, 4, 8, 16], 3)
    .description('ns of a body in a step of large beds, over the number of threads; compares the bits of the results')
    .option('--scenes <names>', 'scenes, separated by commas', readScalingScenes, SCALING_SCENES)
    .option('--bodies <counts>', 'approximate numbers of bodies, separated by commas', readCounts, [100_000])
    .option('--steps <count>', 'steps of each timing', readCount, 10)
    .option('--warm-up <count>', 'steps before each timing', readCount, 5)
    .addHelpText('after', SCALING_DETAILS)
    .action(async ({ scenes, bodies, threads, reps, steps, warmUp, beds, quick, json }: ScalingOptions) => {
      makeFolder(beds);
      const result = await benchmarkScaling({
        scenes,
        bodies: quick ? bodies.map((count) => Math.ceil(count / 10)) : bodies,
        threads,
        repetitions: quick ? 1 : reps,
        steps,
        warmUpSteps: warmUp,
        isQuick: quick ?? false,
        packings: beds,
        progress: (line) => console.error(line),
      });
      if (json !== undefined) writeFileSync(json, `${JSON.stringify(result, undefined, 2)}\n`);
      console.log(scalingReport(result));
    });
}

interface CliffOptions {
  readonly shapes: string;
  readonly json?: string;
}

export function cliffBenchCommand(): Command {
  return new Command('cliffs')
    .description('us of two touching bodies in a step over shapes, tilts, offsets, sizes and depths, as Markdown')
    .option('--shapes <text>', 'only shapes whose name contains this, such as "superquadric 2"', '')
    .option('--json <file>', 'write the numbers to a file, too')
    .action(({ shapes, json }: CliffOptions) => {
      const cells = mapCliffs(shapes, (line) => console.error(line));
      if (cells.length === 0) throw new InvalidArgumentError(`No shape has "${shapes}" in its name.`);
      if (json !== undefined) writeFileSync(json, `${JSON.stringify(cells, undefined, 2)}\n`);
      console.log(cliffReport(cells));
    });
}

export function readPositive(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value < Infinity)) throw new InvalidArgumentError('Expected a number > 0.');
  return value;
}

export function readCount(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('Expected an integer >= 1.');
  return value;
}
