// SPDX-License-Identifier: MIT
/**
 * Formats problems and warnings of a scene with their locations in its text: `scene.yaml:14:11 bodies.ball.position:
 * …`.
 */
import { SETTING_MARK } from './settings.ts';
import { formatPath, type SceneProblem, type SourceLocation, type SourceTree } from './source/source-tree.ts';

interface LocatedProblem {
  readonly place: SourceLocation;
  readonly path: string;
  readonly message: string;
}

/** Without a tree the location is the start of the file. */
export function locatedProblem(
  { path, message, at, inside, location }: SceneProblem,
  tree: SourceTree | undefined,
): LocatedProblem {
  const expression = location === undefined ? tree?.expressions.get(formatPath(path)) : undefined;
  const computed = expression === undefined ? '' : `, computed by ${expression}`;
  const start = location ?? tree?.locationOf(path, at) ?? { line: 1, column: 1 };
  const found = inside === undefined ? start : { ...start, column: start.column + inside };
  return { place: found, path: formatPath(path), message: message + computed };
}

/** `scene.yaml:14:11 bodies.ball.position: ` or `--set gravity=1: ` and the message. */
export function describeProblem(file: string, { place, path, message }: LocatedProblem): string {
  if (place.file?.startsWith(SETTING_MARK)) return `${place.file}: ${message}`;
  return `${place.file ?? file}:${place.line}:${place.column} ${path === '' ? '' : `${path}: `}${message}`;
}

/** The scene's own problems first, then those of each other file. */
export function compareLocations({ place: a }: LocatedProblem, { place: b }: LocatedProblem): number {
  if (a.file !== b.file) return (a.file ?? '') < (b.file ?? '') ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}

/** A problem as one line. Without the text of the scene it has the path only. */
export function locatedText(file: string, problem: SceneProblem, tree: SourceTree | undefined): string {
  if (tree === undefined) return `${formatPath(problem.path)}: ${problem.message}`;
  return describeProblem(file, locatedProblem(problem, tree));
}
