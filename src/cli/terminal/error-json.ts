// SPDX-License-Identifier: MIT
/** Errors in the JSON form of `--json`: message, code, location, and all problems of a scene. */
import { ScreeError } from '../../errors.ts';
import { isSystemError } from './exit-code.ts';

/** A problem in the details of `sceneError`. */
interface LocatedProblem {
  readonly place: { readonly file?: string; readonly line: number; readonly column: number };
  readonly path: string;
  readonly message: string;
}

/** Errors whose `failed` event is already printed. */
const printed = new WeakSet<object>();

/** `file`, `path`, `line` and `column` are those of the first problem, if they are known. */
export function errorJson(error: unknown): Record<string, unknown> {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ScreeError)) {
    return { error: message, code: isSystemError(error) ? (error.code ?? 'system') : 'internal' };
  }
  const { problems, ...details } = error.details;
  if (!Array.isArray(problems)) {
    const { file, path, line, column, byte } = details;
    return { error: message, code: error.code, file, path, line, column, byte, details };
  }
  const list = (problems as LocatedProblem[]).map(({ place, path, message: text }) => ({
    file: place.file ?? details.file,
    path,
    line: place.line,
    column: place.column,
    message: text,
  }));
  const { message: _, ...first } = list[0] ?? { message: '' };
  return { error: message, code: error.code, ...first, problems: list };
}

/** The last line of commands that print events, `run` and `resume`. */
export function failedEvent(error: unknown, more: Readonly<Record<string, unknown>> = {}): string {
  if (typeof error === 'object' && error !== null) printed.add(error);
  const { error: message, ...rest } = errorJson(error);
  return `${JSON.stringify({ event: 'failed', ...more, message, error: message, ...rest })}\n`;
}

export function isPrinted(error: unknown): boolean {
  return typeof error === 'object' && error !== null && printed.has(error);
}
