// SPDX-License-Identifier: MIT
/** Reads the text of a scene file, YAML or JSON by its name, as values with locations. */
import { readJsonTree } from './json-tree.ts';
import { isJsonName, sizeProblem } from './scene-bytes.ts';
import type { SceneProblem, SourceTree } from './source-tree.ts';
import { readYamlTree } from './yaml-tree.ts';

/** `file` ends in .json for JSON; everything else is YAML, of which JSON is nearly a part. */
export function readSource(text: string, file: string): { tree: SourceTree } | { problems: SceneProblem[] } {
  const tooLarge = sizeProblem(text.length, file);
  if (tooLarge !== undefined) return { problems: [tooLarge] };
  const reading = isJsonName(file) ? readJsonTree(text) : readYamlTree(text);
  if ('problems' in reading) return reading;
  const { value } = reading.tree;
  if (value === null) {
    const message = 'the file is empty; a scene has at least time, gravity, materials and bodies or insertions';
    return { problems: [{ path: [], message }] };
  }
  return reading;
}
