// SPDX-License-Identifier: MIT
/**
 * Runs by the names that addresses have: `served` is the run of the server, `kept-…` one in the browser's storage, and
 * `opened-…` one whose files the user opened, which lasts as long as the page; `example-…` comes with the studio.
 */
import { KEPT_PREFIX, keptRun } from '../kept-runs/kept-runs.ts';
import type { ServerApi } from '../server-api.ts';
import { FileRun, type FileRunFacts, type RunFiles } from './file-run.ts';
import type { RunSource } from './run-source.ts';

export const SERVED = 'served';
/** Examples whose runs come with the studio. */
export const EXAMPLE_PREFIX = 'example-';
const OPENED_PREFIX = 'opened-';

const opened = new Map<string, { readonly files: RunFiles; readonly facts: FileRunFacts }>();

/** The name of the run for addresses. */
export function openRunFiles(files: RunFiles, facts: FileRunFacts): string {
  const name = `${OPENED_PREFIX}${opened.size + 1}`;
  opened.set(name, { files, facts });
  return name;
}

/** Runs that the user opened since the page was loaded. */
export function openedRuns(): { readonly name: string; readonly folder: string }[] {
  return [...opened].map(([name, { facts }]) => ({ name, folder: facts.folder }));
}

/** Rejects with a reason and a remedy when there is no such run. */
export async function runNamed(name: string, server: ServerApi | undefined): Promise<RunSource> {
  if (name === SERVED) {
    if (server !== undefined && (await server.studio()).hasRun) return server;
    throw new Error('The studio was opened without a run: scree view RUN serves one.');
  }
  if (name.startsWith(OPENED_PREFIX)) {
    const found = opened.get(name);
    if (found !== undefined) return new FileRun(found.files, found.facts);
    throw new Error('This run was opened from files, which the page lost when it was loaded again. Open them again.');
  }
  if (name.startsWith(KEPT_PREFIX)) {
    const found = await keptRun(name);
    if (found !== undefined) return new FileRun(found.files, found.facts);
    throw new Error('This run is no longer in the storage of the browser. It was discarded, or kept by another.');
  }
  if (name.startsWith(EXAMPLE_PREFIX)) {
    const { precomputedRun } = await import('../gallery/precomputed-runs.ts');
    const found = await precomputedRun(name.slice(EXAMPLE_PREFIX.length));
    if (found !== undefined) return new FileRun(found.files, found.facts);
  }
  throw new Error(`There is no run ${name}.`);
}
