// SPDX-License-Identifier: MIT
/** The first problem of a scene as a sentence; the list beside the scene has all of them. */
import type { TextProblem } from './protocol.ts';

export function problemText(problems: readonly TextProblem[]): string {
  const [first] = problems;
  if (first === undefined) return 'The scene could not be read.';
  const { file, line, path, message } = first;
  const place = file === undefined ? `Line ${line}` : `${file}, line ${line}`;
  const more = problems.length > 1 ? ` ${problems.length - 1} more are listed beside the scene.` : '';
  return `${place}: ${path === '' ? '' : `${path}: `}${message}.${more}`;
}
