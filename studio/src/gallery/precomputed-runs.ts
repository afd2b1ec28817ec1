// SPDX-License-Identifier: MIT
/** Runs of small examples that come with the studio; scripts/gallery-pictures.mjs makes them. */
import type { FileRunFacts, RunFiles } from '../run-source/file-run.ts';

/** Addresses of the files, compressed by gzip: `./runs/NAME/FILE.gz`. */
const ADDRESSES: Readonly<Record<string, string>> = import.meta.glob('./runs/*/*.gz', {
  query: '?url',
  import: 'default',
  eager: true,
});

interface PackedFile {
  readonly run: string;
  readonly name: string;
  readonly address: string;
}

const FILES: readonly PackedFile[] = Object.entries(ADDRESSES).map(([path, address]) => {
  const [, run = '', name = ''] = /\/runs\/([^/]+)\/([^/]+)\.gz$/.exec(path) ?? [];
  return { run, name, address };
});

/** Whether the example of this name, such as `heap`, has a run. */
export function isPrecomputed(example: string): boolean {
  return FILES.some(({ run }) => run === example);
}

async function unpacked(address: string): Promise<Blob> {
  const { ok, status, body } = await fetch(address);
  if (!ok || body === null) throw new Error(`${address}: ${status}`);
  return new Response(body.pipeThrough(new DecompressionStream('gzip'))).blob();
}

export async function precomputedRun(example: string): Promise<{ files: RunFiles; facts: FileRunFacts } | undefined> {
  const ours = FILES.filter(({ run }) => run === example);
  if (ours.length === 0) return undefined;
  const files = await Promise.all(ours.map(async ({ name, address }) => [name, await unpacked(address)] as const));
  return { files: new Map(files), facts: { folder: example } };
}
