// SPDX-License-Identifier: MIT
/** The program as it is built, for the tests that run it as a user would; an old build is refused. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PACKAGE, requireFresh } from '../../scripts/build-stamp.mjs';
import { ROOT } from '../source-files.ts';

requireFresh([PACKAGE]);

export const PROGRAM = join(ROOT, 'dist/cli/scree.js');

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command to its end; what it prints is text. */
export function runCommand(
  command: string,
  args: readonly string[],
  options: { cwd?: string; input?: string } = {},
): Outcome {
  const { cwd = ROOT, input = '' } = options;
  const result = spawnSync(command, args, { cwd, input, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (result.error !== undefined) throw result.error;
  return { status: result.status, stdout: result.stdout, stderr: result.stderr };
}

export function scree(args: readonly string[], input?: string): Outcome {
  return runCommand(process.execPath, [PROGRAM, ...args], input === undefined ? {} : { input });
}
