// SPDX-License-Identifier: MIT
/** Runs one timing in its own process, so that no engine runs in code that the compiler optimised for another. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The JSON that the program prints, or why there is none. */
export async function timeInProcess<Timing>(
  program: string,
  args: readonly string[],
): Promise<Timing | { readonly missing: string }> {
  try {
    const { stdout } = await run(process.execPath, [program, ...args]);
    return JSON.parse(stdout);
  } catch (error) {
    const lines = error instanceof Error && 'stderr' in error ? String(error.stderr).split('\n') : [String(error)];
    return { missing: `failed: ${lines.find((line) => /error/i.test(line)) ?? lines[0]}` };
  }
}
