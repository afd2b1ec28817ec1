// SPDX-License-Identifier: MIT
/** How far a study has come, from the files in its folder: of the whole, and of each run. */
import type { StudyCase } from './study-case.ts';
import type { CaseProgress, CaseRecord, StudyFolder, StudyManifest } from './study-folder.ts';
import { isOver } from './study-plan.ts';

interface CaseStatus extends Pick<StudyCase, 'id' | 'scene' | 'seed'> {
  /** Values of the parameters by name. */
  readonly parameters: Readonly<Record<string, number | string>>;
}

/** A case that has ended, or that was stopped before its end. */
export interface EndedCase extends CaseStatus {
  readonly state: CaseRecord['state'] | 'open';
  readonly results: CaseRecord['results'];
  readonly notes: readonly string[];
  /** On the clock. */
  readonly seconds: number | undefined;
}

/** Which runs of a study are done, failed, running and waiting. */
export interface StudyStatus {
  readonly title: string;
  /** Different runs. */
  readonly runs: number;
  readonly done: number;
  /** `lost` ones are tried again by the next call. */
  readonly failed: readonly (CaseStatus & { readonly state: 'failed' | 'lost'; readonly notes: readonly string[] })[];
  readonly running: readonly (CaseStatus & { readonly progress: CaseProgress | undefined })[];
  readonly waiting: number;
  /** Estimated from the runs that have ended and the progress of those that are running, s. */
  readonly secondsLeft: number | undefined;
}

/** Different cases, in their order. */
function differentCases({ cases }: StudyManifest): StudyCase[] {
  return [...new Map(cases.map((each) => [each.id, each])).values()];
}

function describeCase({ id, scene, seed, point }: StudyCase, { points, parameters }: StudyManifest): CaseStatus {
  const values = points[point] ?? [];
  return { id, scene, seed, parameters: Object.fromEntries(parameters.map((name, k) => [name, values[k] ?? ''])) };
}

/** `record` is undefined for a case that was stopped. */
export function endedCase(studyCase: StudyCase, manifest: StudyManifest, record: CaseRecord | undefined): EndedCase {
  const { state = 'open', results = {}, notes = [], seconds } = record ?? {};
  return { ...describeCase(studyCase, manifest), state, results, notes, seconds };
}

/** `friction 0.3, seed 2` */
export function caseWords({ parameters, seed, scene }: CaseStatus, hasScenes: boolean): string {
  const words = Object.entries(parameters).map(([name, value]) => `${name} ${value}`);
  return [...(hasScenes ? [scene] : []), ...words, ...(seed === undefined ? [] : [`seed ${seed}`])].join(', ');
}

function shareOf(progress: CaseProgress | undefined): number {
  return progress === undefined || !(progress.until > 0) ? 0 : Math.min(1, progress.time / progress.until);
}

/** `isRunning` tells whether a case is being run. */
export function studyStatus(
  folder: StudyFolder,
  manifest: StudyManifest,
  isRunning: (id: string) => boolean = (id) => folder.isRunning(id),
): StudyStatus {
  const cases = differentCases(manifest);
  const failed: StudyStatus['failed'][number][] = [];
  const running: StudyStatus['running'][number][] = [];
  let [done, waiting, seconds] = [0, 0, 0];
  for (const each of cases) {
    const record = folder.record(each.id);
    if (record?.state === 'done' && isOver(record, manifest, each.scene)) {
      done++;
      seconds += record.seconds ?? 0;
    } else if (isRunning(each.id)) {
      running.push({ ...describeCase(each, manifest), progress: folder.progress(each.id) });
    } else if (record !== undefined && record.state !== 'done') {
      failed.push({ ...describeCase(each, manifest), state: record.state, notes: record.notes });
    } else waiting++;
  }
  const each = done > 0 ? seconds / done : undefined;
  const toDo = waiting + running.reduce((sum, { progress }) => sum + 1 - shareOf(progress), 0);
  const secondsLeft = each === undefined ? undefined : (toDo * each) / Math.max(1, running.length);
  return { title: manifest.title, runs: cases.length, done, failed, running, waiting, secondsLeft };
}
