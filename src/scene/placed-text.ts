// SPDX-License-Identifier: MIT
/** Problems and warnings of a scene with their places in its text: `scene.yaml:14:11 bodies.ball.position: …`. */
import { SETTING_MARK } from './settings.ts';
import { formatPath, type Place, type SceneProblem, type SourceTree } from './source/source-tree.ts';

export interface PlacedProblem {
  readonly place: Place;
  readonly path: string;
  readonly message: string;
}

/** Without a tree the place is the start of the file. */
export function placedProblem({ path, message, at, place }: SceneProblem, tree: SourceTree | undefined): PlacedProblem {
  const expression = place === undefined ? tree?.expressions.get(formatPath(path)) : undefined;
  const computed = expression === undefined ? '' : `, computed by ${expression}`;
  const found = place ?? tree?.placeOf(path, at) ?? { line: 1, column: 1 };
  return { place: found, path: formatPath(path), message: message + computed };
}

/** `scene.yaml:14:11 bodies.ball.position: ` or `--set gravity=1: ` and the message. */
export function describeProblem(file: string, { place, path, message }: PlacedProblem): string {
  if (place.file?.startsWith(SETTING_MARK)) return `${place.file}: ${message}`;
  return `${place.file ?? file}:${place.line}:${place.column} ${path === '' ? '' : `${path}: `}${message}`;
}

/** The scene's own problems first, then those of each other file. */
export function comparePlaces({ place: a }: PlacedProblem, { place: b }: PlacedProblem): number {
  if (a.file !== b.file) return (a.file ?? '') < (b.file ?? '') ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}

/** A problem as one line. Without the text of the scene it has the path only. */
export function placedText(file: string, problem: SceneProblem, tree: SourceTree | undefined): string {
  if (tree === undefined) return `${formatPath(problem.path)}: ${problem.message}`;
  return describeProblem(file, placedProblem(problem, tree));
}
