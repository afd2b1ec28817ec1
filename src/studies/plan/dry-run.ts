// SPDX-License-Identifier: MIT
/** What a study would run and cost: numbers of points and runs, those that a folder has already, time, memory, disk. */
import type { ModuleTrust } from '../../runs/scenes/module-trust.ts';
import { formatBytes, formatCount, formatTimeRange } from '../../scene/format-quantity.ts';
import { programVersion } from '../program-version.ts';
import { readStudyFile } from '../study-file/read-study.ts';
import { studyCost } from './study-cost.ts';
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
  readonly cores: number;
  /** On the clock of this machine, s; undefined if unknown. */
  readonly seconds: { readonly least: number; readonly most: number } | undefined;
  /** Bytes. */
  readonly memoryPerRun: number;
  readonly disk: number;
}

interface DryRunOptions extends ModuleTrust {
  readonly cores: number;
  /** Milliseconds. */
  readonly now: () => number;
}

/** Takes a second or two. Throws a SceneError if the study or a scene is wrong. */
export async function dryRunOf(file: string, folder: string | undefined, options: DryRunOptions): Promise<DryRun> {
  const { cores, now, ...trust } = options;
  const study = readStudyFile(file);
  const plan = planStudy(study, programVersion(), trust);
  if (folder !== undefined && holdsStudy(folder)) new StudyFolder(folder).requireSame(study);
  const scenes = study.scenes.size;
  const seeds = study.seeds?.length ?? 1;
  const points = study.calibration?.budget ?? plan.points.length;
  const runs = study.calibration === undefined ? new Set(plan.cases.map(({ id }) => id)).size : points * seeds * scenes;
  const open =
    folder === undefined || !holdsStudy(folder) ? runs : openCases(plan.cases, new StudyFolder(folder), study).length;
  const done = study.calibration === undefined ? runs - open : 0;
  const { perPoint, memory, outputs } = await studyCost(plan.checked.scenes, now);
  const toDo = runs - done;
  const rounds = (toDo / scenes / Math.max(1, Math.min(cores, toDo))) as number;
  return {
    title: study.title,
    parameters: study.parameters.map(({ name }) => name),
    points,
    left: plan.left,
    seeds,
    scenes,
    runs,
    done,
    cores,
    seconds: perPoint && { least: rounds * perPoint.least, most: rounds * perPoint.most },
    memoryPerRun: memory,
    disk: (toDo * outputs) / scenes,
  };
}

/** Lines with a label each. */
export function dryRunText(planned: DryRun): string {
  const { title, parameters, points, left, seeds, scenes, runs, done, cores, seconds, memoryPerRun, disk } = planned;
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
    [
      'time',
      seconds === undefined
        ? 'not known'
        : `${formatTimeRange(seconds.least, seconds.most)} on ${formatCount(cores)} cores of this machine, estimated`,
    ],
    ['memory', `about ${formatBytes(memoryPerRun)} a run`],
    ['disk', `about ${formatBytes(disk)}`],
  ];
  return `${title}\n${lines.map(([label, text]) => `  ${label.padEnd(12)}${text}\n`).join('')}`;
}
