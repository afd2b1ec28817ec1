// SPDX-License-Identifier: MIT
/** What has become of a study: how far it is, and whether it runs, waits in a queue, was stopped or killed. */
import { isRunFolderInUse } from '../runs/folder/run-lock.ts';
import { type QueueStatus, queueStatus } from './executors/slurm/queue-status.ts';
import { StudyFolder, type StudyStop } from './plan/study-folder.ts';
import { type StudyStatus, studyStatus } from './plan/study-status.ts';

/** State of a study in its folder, and of the process that runs it. */
export interface StudyState extends StudyStatus {
  /** `queued`: its runs are with Slurm and no process waits for them. `killed`: its process ended without a word. */
  readonly state: 'running' | 'queued' | 'stopped' | 'killed' | 'finished';
  readonly executor: string;
  /** Of a study that its user stopped. */
  readonly stopped?: StudyStop;
  /** Of array jobs. */
  readonly queue?: QueueStatus;
}

/**
 * Reads the state of the study in a folder.
 *
 * @throws RunError when the folder holds no study.
 *
 * @example
 * ```ts no-run
 * import { studyState } from 'scree/study';
 *
 * console.log(await studyState('runs/friction'));
 * ```
 */
export async function studyState(path: string): Promise<StudyState> {
  const folder = new StudyFolder(path);
  const manifest = folder.manifest();
  const { executor } = manifest;
  const queue = executor === 'slurm' ? await queueStatus(path, (id) => folder.record(id) !== undefined) : undefined;
  const status = studyStatus(folder, manifest, (id) => folder.isRunning(id) || queue?.cases.includes(id) === true);
  const stopped = folder.stop();
  const isQueued = queue !== undefined && queue.jobs.length > 0;
  const stateOf = (): StudyState['state'] => {
    if (isRunFolderInUse(path)) return 'running';
    if (isQueued) return 'queued';
    if (stopped !== undefined) return 'stopped';
    return status.waiting + status.running.length === 0 ? 'finished' : 'killed';
  };
  return { ...status, state: stateOf(), executor, ...(stopped && { stopped }), ...(queue && { queue }) };
}
