// SPDX-License-Identifier: MIT
/**
 * Array jobs of a study as files in its folder `slurm`: NAME.json, the list of cases NAME.cases with one line a task,
 * the script NAME.sh. NAME.json is written before the job is submitted and names it, so that a controller that was
 * killed in between finds it again by its name.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../../io/make-folder.ts';
import { writeWhole } from '../../../runs/files/write-whole.ts';
import { atPath } from '../../../runs/run-error.ts';
import { endInStateFile, readStateFile, type TaskEnd } from './slurm-commands.ts';

const FOLDER = 'slurm';

export interface ArrayJob {
  /** Of the job in Slurm, and of its files. */
  readonly name: string;
  /** Number of the job; undefined before it was submitted. */
  readonly job: string | undefined;
  /** Ids of the cases of each task; the first task has the number 1. */
  readonly tasks: readonly (readonly string[])[];
  /** Whether all tasks have left the queue for good. */
  readonly isOver: boolean;
}

/** Where the files of array jobs are. */
export function arrayJobFolder(studyFolder: string): string {
  return join(studyFolder, FOLDER);
}

export function newJobName(): string {
  return `scree-${randomUUID().slice(0, 8)}`;
}

export class ArrayJobFiles {
  readonly folder: string;

  constructor(studyFolder: string) {
    this.folder = arrayJobFolder(studyFolder);
  }

  #path(name: string, ending: string): string {
    return join(this.folder, `${name}${ending}`);
  }

  #write(path: string, text: string): void {
    atPath(path, () => writeWhole(path, new TextEncoder().encode(text)));
  }

  /** Jobs that have tasks in the queue, or may have. */
  open(): ArrayJob[] {
    if (!existsSync(this.folder)) return [];
    const names = readdirSync(this.folder).filter((name) => /^scree-[0-9a-f]+\.json$/.test(name));
    const jobs = names.map((name) => JSON.parse(readFileSync(join(this.folder, name), 'utf8')) as ArrayJob);
    return jobs.filter(({ isOver }) => !isOver);
  }

  /** Writes the files of a job that is to be submitted; returns the path of its script. */
  begin(job: ArrayJob, script: string): string {
    atPath(this.folder, () => makeFolder(this.folder));
    const path = this.#path(job.name, '.sh');
    this.#write(this.#path(job.name, '.cases'), job.tasks.map((ids) => `${ids.join(' ')}\n`).join(''));
    this.#write(path, script);
    this.note(job);
    return path;
  }

  note(job: ArrayJob): void {
    this.#write(this.#path(job.name, '.json'), `${JSON.stringify(job)}\n`);
  }

  /** Notes that a job is over. Without the list of cases, a task that starts late in spite of all does nothing. */
  close(job: ArrayJob): void {
    rmSync(this.#path(job.name, '.cases'), { force: true });
    this.note({ ...job, isOver: true });
  }

  #state(name: string, task: number): string {
    const path = this.#path(name, `-${task}.state`);
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  }

  /** What the task itself wrote of its end; undefined if it never began. */
  end(name: string, task: number): TaskEnd | undefined {
    return endInStateFile(this.#state(name, task));
  }

  /** Whether the task began and did not write that it ended, as one that was killed does not. */
  seemsToRun(name: string, task: number): boolean {
    return readStateFile(this.#state(name, task)).word === 'running';
  }

  /** The last lines of what a task printed. */
  printed(name: string, task: number, characters: number): string {
    const path = this.#path(name, `-${task}.log`);
    return existsSync(path) ? readFileSync(path, 'utf8').trim().slice(-characters) : '';
  }
}
