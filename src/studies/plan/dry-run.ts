// SPDX-License-Identifier: MIT
/** What a study would run and cost: numbers of points and runs, those that a folder has already, time, memory, disk. */
import { resolve } from 'node:path';
import type { ModuleTrust } from '../../runs/scenes/module-trust.ts';
import type { RunTime } from '../../scene/check/run-time.ts';
import { formatBytes, formatCount, formatTimeRange } from '../../scene/format-quantity.ts';
import { computingTime, type Forecast, type PlannedRuns, PROGRAM_BYTES } from '../executors/executor.ts';
import { executorFor } from '../executors/executor-for.ts';
import type { ExecutorName } from '../executors/executor-names.ts';
import { programVersion, workCommand } from '../program-version.ts';
import { readStudyFile } from '../study-file/read-study.ts';
import type { StudyCase } from './study-case.ts';
import { caseCost } from './study-cost.ts';
import { holdsStudy, StudyFolder } from './study-folder.ts';
import { openCases, planStudy } from './study-plan.ts';

export interface DryRun {
  readonly title: string;
  readonly parameters: readonly string[];
  /** Of a calibration: the budget. */
  readonly points: number;
  /** Points that violate a constraint. */
  readonly left: number;
  readonly seeds: number;
  readonly scenes: number;
  readonly runs: number;
  /** Runs that the folder has already. */
  readonly done: number;
  readonly executor: string;
  /** Computing time of all runs on one core, s; undefined if unknown. */
  readonly coreSeconds: RunTime | undefined;
  /** On the clock, s; undefined if unknown. */
  readonly seconds: RunTime | undefined;
  /** Where it takes that time. */
  readonly where: string;
  /** With the program, bytes. */
  readonly memoryPerRun: number;
  /** Of all runs that are computed at a time, bytes. */
  readonly memory: number;
  readonly disk: number;
  /** What would be submitted to a queue. */
  readonly scripts: readonly string[];
}

interface DryRunOptions extends ModuleTrust {
  readonly executor: ExecutorName;
  /** Of this machine; default: all. */
  readonly cores?: number;
  /** Milliseconds. */
  readonly now: () => number;
}

/** In place of the folder of a study that has none yet. */
const NO_FOLDER = '/FOLDER';

function countOf(cases: readonly StudyCase[], scene: string): number {
  return new Set(cases.filter((each) => each.scene === scene).map(({ id }) => id)).size;
}

/** Takes a second or two. Throws a SceneError if the study or a scene is wrong. */
export async function dryRunOf(file: string, folder: string | undefined, options: DryRunOptions): Promise<DryRun> {
  const { executor: name, cores, now, ...trust } = options;
  const study = readStudyFile(file);
  const plan = planStudy(study, programVersion(), trust);
  if (folder !== undefined) new StudyFolder(folder).requireFor(study);
  const held = folder !== undefined && holdsStudy(folder) ? new StudyFolder(folder) : undefined;
  const scenes = study.scenes.size;
  const seeds = study.seeds?.length ?? 1;
  const points = study.calibration?.budget ?? plan.points.length;
  const open = held === undefined ? plan.cases : openCases(plan.cases, held, study);
  const planned: PlannedRuns[] = [];
  let runs = 0;
  for (const scene of study.scenes.keys()) {
    const isKnown = study.calibration === undefined;
    runs += isKnown ? countOf(plan.cases, scene) : points * seeds;
    const cost = await caseCost(plan.checked, scene, now);
    planned.push({ scene, runs: isKnown ? countOf(open, scene) : points * seeds, cost });
  }
  const executor = executorFor(name, study, cores === undefined ? {} : { cores });
  const place = folder === undefined ? NO_FOLDER : resolve(folder);
  const command = workCommand(place, trust.allowModules === true);
  const forecast: Forecast | undefined = executor.forecast?.(planned, { folder: place, command });
  const toDo = planned.reduce((sum, each) => sum + each.runs, 0);
  return {
    title: study.title,
    parameters: study.parameters.map((each) => each.name),
    points,
    left: plan.left,
    seeds,
    scenes,
    runs,
    done: runs - toDo,
    executor: name,
    coreSeconds: computingTime(planned),
    seconds: forecast?.seconds,
    where: forecast?.where ?? '',
    memoryPerRun: PROGRAM_BYTES + Math.max(0, ...planned.map(({ cost }) => cost.memory)),
    memory: forecast?.memory ?? 0,
    disk: planned.reduce((sum, each) => sum + each.runs * each.cost.disk, 0),
    scripts: forecast?.scripts ?? [],
  };
}

function rangeText(range: RunTime | undefined): string {
  return range === undefined ? 'not known' : formatTimeRange(range.least, range.most);
}

/** Lines with a label each, then the scripts. */
export function dryRunText(planned: DryRun): string {
  const { title, parameters, points, left, seeds, scenes, runs, done } = planned;
  const { coreSeconds, seconds, where, memoryPerRun, memory, disk, scripts } = planned;
  const factors = [
    `${formatCount(points)} points`,
    ...(seeds > 1 ? [`${formatCount(seeds)} seeds`] : []),
    ...(scenes > 1 ? [`${formatCount(scenes)} scenes`] : []),
  ];
  const lines: (readonly [string, string])[] = [
    ['parameters', parameters.join(', ')],
    [
      'runs',
      `${formatCount(runs)}: ${factors.join(' x ')}${done > 0 ? `; ${formatCount(done)} are there already` : ''}`,
    ],
    ...(left > 0 ? [['left out', `${formatCount(left)} points by constraints`] as const] : []),
    ['computing', `${rangeText(coreSeconds)} on one core, estimated`],
    ['time', `${rangeText(seconds)} ${where}`],
    ['memory', `about ${formatBytes(memoryPerRun)} a run, ${formatBytes(memory)} for all that run at a time`],
    ['disk', `about ${formatBytes(disk)}`],
  ];
  const text = `${title}\n${lines.map(([label, text]) => `  ${label.padEnd(12)}${text}\n`).join('')}`;
  return [text, ...scripts].join('\n');
}
