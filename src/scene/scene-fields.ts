// SPDX-License-Identifier: MIT
/** The values of a scene that a form can edit: their locations in the text and their schema. */
import { isMap, isPair, isScalar, isSeq, type Node, parseDocument } from 'yaml';
import type { JsonSchema } from './schema/json-schema.ts';
import { SettingWalk } from './settings.ts';
import { formatPath } from './source/source-tree.ts';

/** A value in the text of a scene, with its place, unit and allowed words. */
export interface SceneField {
  /** As problems name it. */
  readonly path: string;
  /** The text from `start` to `end`: a number, a word, or a short list of them. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The allowed words; undefined if other values are allowed. */
  readonly choices?: readonly string[];
  readonly description?: string;
  /** Of plain numbers. */
  readonly unit?: string;
}

/** A list of more values is for the text alone. */
const MOST_LISTED = 8;
/** A scene with more fields than this was not written by hand. */
const MOST_FIELDS = 400;

function isShortList(node: unknown): boolean {
  return isSeq(node) && node.items.length <= MOST_LISTED && node.items.every((item) => isScalar(item));
}

/** True and false, or the words of an enumeration if all forms have some. */
function choicesOf(schemas: readonly JsonSchema[]): readonly string[] | undefined {
  const words = schemas.map(({ enum: listed, const: only, type }): readonly unknown[] | undefined => {
    if (Array.isArray(listed)) return listed;
    if (only !== undefined) return [only];
    return type === 'boolean' ? ['true', 'false'] : undefined;
  });
  if (words.length === 0 || words.includes(undefined)) return undefined;
  return [...new Set(words.flatMap((each) => (each ?? []).map(String)))];
}

const firstText = (schemas: readonly JsonSchema[], keyword: string): string | undefined => {
  const found = schemas.map((schema) => schema[keyword]).find((value) => typeof value === 'string' && value !== '');
  return found as string | undefined;
};

/** The schema at a path; empty for an unknown path, which the reader will report. */
function factsAt(
  path: readonly (string | number)[],
  root: unknown,
): Omit<SceneField, 'path' | 'text' | 'start' | 'end'> {
  const walk = new SettingWalk(path.map(String));
  let holder = root;
  for (let i = 0; i < path.length; i++) {
    if (walk.step(i, holder) !== undefined) return {};
    holder = (holder as Readonly<Record<string | number, unknown>>)[path[i]];
  }
  const choices = choicesOf(walk.forms);
  const description = firstText(walk.forms, 'description');
  const unit = firstText(walk.forms, 'x-unit');
  return {
    ...(choices !== undefined && { choices }),
    ...(description !== undefined && { description }),
    ...(unit !== undefined && { unit }),
  };
}

/**
 * The values of a scene that a form can show and change, in the order of the text; none if the text is not YAML or
 * JSON. Aliases are edited at their anchors.
 *
 * @example
 * ```ts
 * import { sceneFields } from 'scree/live';
 *
 * const [duration] = sceneFields('time: { duration: 1 s }');
 * console.log(duration.path, duration.text); // time.duration 1 s
 * ```
 */
export function sceneFields(text: string): SceneField[] {
  const document = parseDocument(text);
  if (document.errors.length > 0) return [];
  const root: unknown = document.toJS();
  const fields: SceneField[] = [];
  const add = (node: Node, path: readonly (string | number)[]): void => {
    const [start, end] = node.range ?? [];
    if (start === undefined || end === undefined || end === start || fields.length >= MOST_FIELDS) return;
    fields.push({ path: formatPath(path), text: text.slice(start, end), start, end, ...factsAt(path, root) });
  };
  const visit = (node: unknown, path: readonly (string | number)[]): void => {
    if (isScalar(node) || isShortList(node)) add(node as Node, path);
    else if (isSeq(node))
      node.items.forEach((item, k) => {
        visit(item, [...path, k]);
      });
    else if (isMap(node)) {
      for (const item of node.items) {
        if (isPair(item) && isScalar(item.key)) visit(item.value, [...path, String(item.key.value)]);
      }
    }
  };
  visit(document.contents, []);
  return fields;
}
