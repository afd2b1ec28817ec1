// SPDX-License-Identifier: MIT
/** Exit codes of the command line, and errors as one line on stderr instead of a stack trace. */
import { SceneError, ScreeError, SimulationError } from '../../errors.ts';

export const EXIT_OK = 0;
/** Something in the input cannot be read or answered. */
export const EXIT_INPUT = 1;
/** The command line itself is wrong: unknown command, option or value. */
export const EXIT_USAGE = 2;
/** Scree failed on valid input: a numerical failure or a defect. */
export const EXIT_NUMERICAL = 3;
/** Stopped by SIGHUP, Ctrl-C or SIGTERM, by the convention of shells: 128 plus the number of the signal. */
export const EXIT_HUNG_UP = 129;
export const EXIT_INTERRUPTED = 130;
export const EXIT_TERMINATED = 143;

/** Exit code for an error that ended a command. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof SimulationError) return EXIT_NUMERICAL;
  return error instanceof ScreeError || isSystemError(error) ? EXIT_INPUT : EXIT_NUMERICAL;
}

/** The line a user sees; `verbose` adds the stack. */
export function failureMessage(error: unknown, verbose: boolean): string {
  if (!(error instanceof Error)) return `scree: ${String(error)}`;
  if (verbose && error.stack !== undefined) return `scree: ${error.stack}`;
  // One line a problem, each beginning with file:line:column, which editors and terminals follow.
  if (error instanceof SceneError) return error.message;
  if (error instanceof ScreeError || isSystemError(error)) return `scree: ${error.message}`;
  return `scree: internal error: ${error.message} (--verbose shows where; please report it)`;
}

/** Errors of the operating system (no such file, permission denied) carry `errno`. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'errno' in error;
}
