// SPDX-License-Identifier: MIT
/** Refuses devices and pipes, which may never end or never begin: an input must be a regular file. */
import { type Stats, statSync } from 'node:fs';

const KINDS = [
  ['a device', (stats: Stats) => stats.isCharacterDevice() || stats.isBlockDevice()],
  ['a pipe', (stats: Stats) => stats.isFIFO()],
  ['a socket', (stats: Stats) => stats.isSocket()],
] as const;

/** Why a file may have no end; undefined for regular files, folders and missing files. */
export function endlessFileProblem(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  const found = stats && KINDS.find(([, is]) => is(stats));
  return found && `is ${found[0]}, which may have no end; copy what it gives to a file and name that`;
}
