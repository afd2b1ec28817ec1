// SPDX-License-Identifier: MIT
/** The progress of a study as text: one line for a terminal, or all runs that are running or failed. */
import { join } from 'node:path';
import { formatCount, formatPercent, formatTime } from '../../scene/format-quantity.ts';
import { caseWords, type StudyStatus } from '../../studies/plan/study-status.ts';
import { shellWord } from '../../studies/shell-word.ts';
import type { StudyState } from '../../studies/study-state.ts';

/** Runs named in one line. */
const MOST_NAMED = 4;

function percentOf({ progress }: StudyStatus['running'][number]): string {
  return progress === undefined ? 'starting' : formatPercent(progress.time / progress.until);
}

/** `3 of 15 runs, 1 failed, 4 min left; friction 0.3, seed 2: 41 %` */
export function statusLine({ runs, done, failed, running, secondsLeft }: StudyStatus): string {
  const hasScenes = new Set([...running, ...failed].map(({ scene }) => scene)).size > 1;
  const named = running.slice(0, MOST_NAMED).map((each) => `${caseWords(each, hasScenes)}: ${percentOf(each)}`);
  const more = running.length - named.length;
  const parts = [
    `${formatCount(done)} of ${formatCount(runs)} runs`,
    ...(failed.length > 0 ? [`${formatCount(failed.length)} failed`] : []),
    ...(secondsLeft === undefined || running.length === 0 ? [] : [`${formatTime(secondsLeft)} left`]),
  ];
  const details = [...named, ...(more > 0 ? [`and ${more} more`] : [])];
  return [parts.join(', '), ...details].join('; ');
}

export function statusText(status: StudyStatus, folder: string, files: readonly string[]): string {
  const { title, runs, done, failed, running, waiting } = status;
  const hasScenes = new Set([...running, ...failed].map(({ scene }) => scene)).size > 1;
  const counts = [
    `${formatCount(done)} of ${formatCount(runs)} runs done`,
    ...(failed.length > 0 ? [`${formatCount(failed.length)} failed`] : []),
    ...(running.length > 0 ? [`${formatCount(running.length)} running`] : []),
    ...(waiting > 0 ? [`${formatCount(waiting)} waiting`] : []),
  ];
  return [
    `${title}: ${counts.join(', ')}`,
    ...running.map((each) => `  ${each.id}  ${caseWords(each, hasScenes)}: ${percentOf(each)}`),
    ...failed.map((each) => `  ${each.id}  ${caseWords(each, hasScenes)}: ${each.state}: ${each.notes.join('; ')}`),
    ...(files.length > 0 ? ['results:', ...files.map((name) => `  ${join(folder, name)}`)] : []),
  ].join('\n');
}

const STOPPED_BY: Readonly<Record<string, string>> = {
  SIGINT: ' by Ctrl-C',
  SIGTERM: ' by scree study stop or kill',
  SIGHUP: ' when its terminal was closed',
};

function stateLine({ state, stopped, done, runs }: StudyState, folder: string): string {
  const resume = `scree study resume ${shellWord(folder)}`;
  switch (state) {
    case 'running':
      return 'a process is working on it';
    case 'queued':
      return `no process waits for its jobs; ${resume} does, and writes the table`;
    case 'stopped':
      return `stopped${STOPPED_BY[stopped?.by ?? ''] ?? ''} at ${stopped?.date}; ${resume} goes on from there`;
    case 'killed':
      return `its process ended before its runs; ${resume} goes on from there`;
    case 'finished':
      return done < runs ? `finished; ${resume} --retry runs those again that failed` : 'finished';
  }
}

/** What has become of a study, for `scree study status`. */
export function stateText(state: StudyState, folder: string): string {
  const { queue } = state;
  const jobs = (queue?.jobs ?? []).map(({ job, waiting, running, reasons }) => {
    const why = reasons.length === 0 ? '' : ` (${reasons.join(', ')})`;
    return `  job ${job} of Slurm: ${formatCount(running)} tasks running, ${formatCount(waiting)} waiting${why}`;
  });
  const problem = queue?.problem === undefined ? [] : [`  Slurm cannot be asked, by its files: ${queue.problem}`];
  return [statusText(state, folder, []), ...jobs, ...problem, `  ${stateLine(state, folder)}`].join('\n');
}
