// SPDX-License-Identifier: MIT
/** Prepares the values of a scene for the schema: inserts included files, applies settings, computes expressions. */
import { SceneError } from '../errors.ts';
import { computeValues } from './expressions/computed-values.ts';
import type { SceneFiles } from './resolve/resolution.ts';
import { applySettings } from './settings.ts';
import { joinIncluded } from './source/included-files.ts';
import { pathFrom } from './source/relative-path.ts';
import type { SceneProblem, SourceTree } from './source/source-tree.ts';

export interface SceneSource {
  readonly tree: SourceTree;
  /** Included files, relative to the folder of the scene. */
  readonly includes: readonly string[];
  /**
   * The values with included files and settings, before expressions are computed: the content of an equal scene in one
   * file.
   */
  readonly composed: unknown;
  readonly problems: readonly SceneProblem[];
}

function readInclude(files: SceneFiles, name: string): string {
  if (files.readText !== undefined) return files.readText(name);
  throw new SceneError('no-files', `${name}: this scene was not read from a file, so there are no files beside it`);
}

/** `file` names the scene in messages. Problems of the text itself leave no tree. */
export function sceneSource(
  text: string,
  file: string,
  files: SceneFiles,
  settings: readonly string[],
): SceneSource | { problems: readonly SceneProblem[] } {
  const joined = joinIncluded(
    text,
    file,
    (name) => readInclude(files, name),
    (name) => pathFrom(file, name),
  );
  if ('problems' in joined) return joined;
  const { texts, includes } = joined;
  const set = applySettings(joined.value, settings, texts);
  if (set.problems.length > 0) return { problems: set.problems };
  const isOneText = includes.length === 0 && settings.length === 0;
  const composed = isOneText ? undefined : structuredClone(set.value);
  return { ...computeValues(set.value, texts), includes, composed };
}
