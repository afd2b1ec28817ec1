// SPDX-License-Identifier: MIT
/**
 * A run whose files the page has: kept in the browser's storage, or dropped on the page. Files are read where they are
 * needed, so a trajectory may be larger than the memory.
 */
import type { BodyHistory } from '../../../src/io.ts';
import type { FilesAnswer, FilesOrder, FilesQuestion, IndexedTrajectory } from './run-files-protocol.ts';
import RunFilesWorker from './run-files-worker.ts?worker';
import type { RunDescription, RunSource, TrajectoryPart } from './run-source.ts';

export const TRAJECTORY = 'trajectory.scree';
export const MANIFEST = 'manifest.json';

/** Files by their paths in the run folder. */
export type RunFiles = ReadonlyMap<string, Blob>;

/** What the files themselves do not tell. */
export interface FileRunFacts {
  readonly folder: string;
  readonly domain?: RunDescription['domain'];
  readonly bodyNames?: RunDescription['bodyNames'];
}

export class FileRun implements RunSource {
  readonly #files: RunFiles;
  readonly #facts: FileRunFacts;
  readonly #worker: Worker = new RunFilesWorker();
  readonly #waiting = new Map<number, { done: (value: unknown) => void; fail: (error: Error) => void }>();
  #ticket = 0;
  #indexed: Promise<IndexedTrajectory> | undefined;
  #ends: readonly (readonly [at: number, length: number])[] = [];

  constructor(files: RunFiles, facts: FileRunFacts) {
    this.#files = files;
    this.#facts = facts;
    this.#worker.onmessage = ({ data }: MessageEvent<FilesAnswer>) => {
      const { done, fail } = this.#waiting.get(data.ticket) ?? {};
      this.#waiting.delete(data.ticket);
      if ('problem' in data) fail?.(new Error(data.problem));
      else done?.(data.value);
    };
    this.#worker.onerror = ({ message }) => {
      for (const { fail } of this.#waiting.values()) fail(new Error(message || 'the worker could not be started'));
      this.#waiting.clear();
    };
  }

  get folder(): string {
    return this.#facts.folder;
  }

  get files(): RunFiles {
    return this.#files;
  }

  async run(): Promise<RunDescription> {
    const { folder, domain, bodyNames = {} } = this.#facts;
    const hasTrajectory = this.#files.has(TRAJECTORY);
    const tables = [...this.#files].flatMap(([name, { size }]) =>
      name.endsWith('.csv') && !name.includes('/') ? [{ name, size }] : [],
    );
    return {
      folder,
      manifest: await this.#manifest(),
      isRunning: false,
      ...(domain !== undefined && { domain }),
      bodyNames,
      hasTrajectory,
      ...(!hasTrajectory && { noTrajectory: `${folder}: there is no ${TRAJECTORY} among the files` }),
      tables: tables.sort((a, b) => (a.name < b.name ? -1 : 1)),
    };
  }

  async trajectory(from: number): Promise<TrajectoryPart> {
    if (!this.#files.has(TRAJECTORY)) return { generation: 0, count: 0, from, frames: [] };
    const { header, frames, problem } = await this.#index();
    return {
      generation: 1,
      count: frames.length,
      from,
      ...(from === 0 && { header }),
      ...(problem !== undefined && { problem }),
      frames: frames.slice(from).map(({ length, time, step, bodies }) => [length, time, step, bodies] as const),
    };
  }

  frame(index: number): Blob {
    const [at, length] = this.#ends[index] ?? [0, 0];
    return (this.#files.get(TRAJECTORY) ?? new Blob()).slice(at, at + length);
  }

  history(id: number): Promise<BodyHistory> {
    return this.#ask({ kind: 'history', id });
  }

  async table(name: string, from = 0): Promise<Uint8Array> {
    const file = this.#files.get(name);
    if (file === undefined) throw new Error(`${this.folder}: there is no table ${name}`);
    return new Uint8Array(await file.slice(from).arrayBuffer());
  }

  async wholeTrajectory(): Promise<Blob | undefined> {
    return this.#files.get(TRAJECTORY);
  }

  close(): void {
    this.#worker.terminate();
  }

  #index(): Promise<IndexedTrajectory> {
    this.#indexed ??= this.#ask<IndexedTrajectory>({
      kind: 'index',
      trajectory: this.#files.get(TRAJECTORY) ?? new Blob(),
    }).then((indexed) => {
      this.#ends = indexed.frames.map(({ at, length }) => [at, length] as const);
      return indexed;
    });
    return this.#indexed;
  }

  /** Of the file; for a trajectory alone, what its frames tell. */
  async #manifest(): Promise<RunDescription['manifest']> {
    const file = this.#files.get(MANIFEST);
    if (file !== undefined) {
      try {
        return JSON.parse(await file.text()) as RunDescription['manifest'];
      } catch {
        throw new Error(`${this.folder}/${MANIFEST}: is no JSON; take the file from the run folder again`);
      }
    }
    const { header, frames } = await this.#index();
    const last = frames.at(-1);
    return {
      title: header.title,
      program: '',
      scene: { original: this.folder },
      timeStep: 0,
      until: last?.time ?? 0,
      steps: last?.step ?? 0,
      outputs: [TRAJECTORY],
      started: '',
    };
  }

  #ask<Value>(question: FilesQuestion): Promise<Value> {
    const ticket = ++this.#ticket;
    return new Promise((done, fail) => {
      this.#waiting.set(ticket, { done: done as (value: unknown) => void, fail });
      this.#worker.postMessage({ ticket, ...question } satisfies FilesOrder);
    });
  }
}
