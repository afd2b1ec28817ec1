// SPDX-License-Identifier: MIT
/** Warnings of the runs of a study in one line. */
import type { StudyFolder, StudyManifest } from '../plan/study-folder.ts';

export interface StudyWarnings {
  /** Runs that warn, and all. */
  readonly warning: number;
  readonly runs: number;
  /** The first warning of the first run that has one. */
  readonly first: string;
}

/** Undefined if no run warns. */
export function studyWarnings(
  folder: Pick<StudyFolder, 'warnings'>,
  { cases }: Pick<StudyManifest, 'cases'>,
): StudyWarnings | undefined {
  const ids = [...new Set(cases.map(({ id }) => id))];
  const firsts = ids.flatMap((id) => folder.warnings(id)[0] ?? []);
  const [first] = firsts;
  return first === undefined ? undefined : { warning: firsts.length, runs: ids.length, first };
}

/** `48 of 48 runs warn: insertion jet: …` */
export function warningsText({ warning, runs, first }: StudyWarnings): string {
  return `${warning} of ${runs} runs ${warning === 1 ? 'warns' : 'warn'}: ${first}`;
}
