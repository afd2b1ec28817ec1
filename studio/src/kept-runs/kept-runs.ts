// SPDX-License-Identifier: MIT
/**
 * Runs in the storage of the browser (IndexedDB): those of the tab Run are kept there until the user discards them, so
 * that a reload loses nothing. Nothing leaves the machine.
 */
import type { FileRunFacts, RunFiles } from '../run-source/file-run.ts';

export const KEPT_PREFIX = 'kept-';
const DATABASE = 'scree-runs';
const VERSION = 1;

/** Summary of a kept run, for lists. */
export interface KeptRun {
  /** Begins with `kept-`. */
  readonly name: string;
  readonly title: string;
  /** ms since 1970 */
  readonly started: number;
  /** Simulated so far, and when the run ends, s. */
  readonly time: number;
  readonly until: number;
  readonly bodies: number;
  readonly bytes: number;
  readonly facts: FileRunFacts;
}

/** A new name; later ones follow earlier ones in alphabetical order. Another tab may take one at the same time. */
export function newKeptName(): string {
  const [chance = 0] = crypto.getRandomValues(new Uint32Array(1));
  return `${KEPT_PREFIX}${Date.now().toString(36)}-${chance.toString(36)}`;
}

function settled<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the storage of the browser failed'));
  });
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the storage of the browser failed'));
    transaction.onerror = () => reject(transaction.error ?? new Error('the storage of the browser failed'));
  });
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, VERSION);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('runs', { keyPath: 'name' });
    // Keys are pairs of a run and a path in its folder.
    request.result.createObjectStore('files');
  };
  return settled(request);
}

async function within<Value>(
  mode: IDBTransactionMode,
  work: (runs: IDBObjectStore, files: IDBObjectStore) => Promise<Value> | Value,
): Promise<Value> {
  const database = await open();
  try {
    const transaction = database.transaction(['runs', 'files'], mode);
    const end = completed(transaction);
    const [value] = await Promise.all([work(transaction.objectStore('runs'), transaction.objectStore('files')), end]);
    return value;
  } finally {
    database.close();
  }
}

/** All paths of a run. */
function filesOf(name: string): IDBKeyRange {
  return IDBKeyRange.bound([name], [name, []]);
}

const listeners = new Set<(name: string) => void>();

/** Calls back with the name of a run that was kept, again or for the first time, or discarded. */
export function onKeptChange(listener: (name: string) => void): void {
  listeners.add(listener);
}

function hear(name: string): void {
  for (const listener of listeners) listener(name);
}

/** To the other tabs of the browser. */
const others = new BroadcastChannel(DATABASE);
others.onmessage = ({ data }: MessageEvent<string>) => hear(data);

function tell(name: string): void {
  hear(name);
  others.postMessage(name);
}

/** Replaces what was kept under the name. Rejects when the browser has no room. */
export async function keepRun(run: KeptRun, files: RunFiles): Promise<void> {
  await within('readwrite', (runs, stored) => {
    runs.put(run);
    stored.delete(filesOf(run.name));
    for (const [path, content] of files) stored.put(content, [run.name, path]);
  });
  // Otherwise the browser may delete what it keeps when the disk is full.
  await navigator.storage?.persist?.();
  tell(run.name);
}

/** The last kept first. */
export async function keptRuns(): Promise<KeptRun[]> {
  const all = await within('readonly', (runs) => settled(runs.getAll() as IDBRequest<KeptRun[]>));
  return all.sort((a, b) => b.started - a.started);
}

export function keptRun(name: string): Promise<{ files: RunFiles; facts: FileRunFacts } | undefined> {
  return within('readonly', async (runs, stored) => {
    const [run, paths, contents] = await Promise.all([
      settled(runs.get(name) as IDBRequest<KeptRun | undefined>),
      settled(stored.getAllKeys(filesOf(name))),
      settled(stored.getAll(filesOf(name)) as IDBRequest<Blob[]>),
    ]);
    if (run === undefined) return undefined;
    const files = new Map(paths.map((key, k) => [(key as [string, string])[1], contents[k] as Blob]));
    return { files, facts: run.facts };
  });
}

export async function discardRun(name: string): Promise<void> {
  await within('readwrite', (runs, stored) => {
    runs.delete(name);
    stored.delete(filesOf(name));
  });
  tell(name);
}
