// SPDX-License-Identifier: MIT
/** What an editor proposes and explains at a location of a scene's text, from the schema and the names in the text. */
import type { JsonSchema } from '../schema/json-schema.ts';
import { itemForms, keyForms, keySchemas, namedForms, propertiesOf, rootForms } from '../schema/schema-walk.ts';
import { formatPath, type ScenePath } from '../source/source-tree.ts';
import { type OutlineKey, sceneOutline, scenePlace } from './scene-outline.ts';

/** What the schema says of a key or a value. */
export interface SceneDocumentation {
  /** Of the key, as problems name it. */
  readonly path: string;
  readonly description: string;
  /** Of plain numbers; empty if it has none. */
  readonly unit: string;
  readonly range: string;
  /** What holds if the key is missing; empty if it is required. */
  readonly absent: string;
}

/** One completion of the text of a scene. */
export interface SceneProposal {
  readonly label: string;
  readonly kind: 'key' | 'word' | 'name';
  /** What replaces the text from `from` on. */
  readonly insert: string;
  /** Required keys come first. */
  readonly isRequired: boolean;
  readonly documentation: SceneDocumentation | undefined;
}

/** Completions at one place of the text of a scene. */
export interface SceneProposals {
  /** Offset in the text where what is being typed begins. */
  readonly from: number;
  readonly proposals: readonly SceneProposal[];
}

/** What is being typed: up to a blank, bracket, comma or quote. */
const TYPED = /[^\s{}[\],:#"']*$/;
/** The name at the end of an expression. */
const TYPED_NAME = /[\p{L}_][\p{L}\p{N}_]*$/u;

const isObject = ({ type, properties, additionalProperties }: JsonSchema): boolean =>
  type === 'object' || properties !== undefined || typeof additionalProperties === 'object';

/** The forms of the value at a path, and the schemas of its key, which may have the description. */
function schemasAt(path: ScenePath): { forms: readonly JsonSchema[]; outer: readonly JsonSchema[] } {
  let forms: readonly JsonSchema[] = rootForms();
  let outer: readonly JsonSchema[] = [];
  for (const step of path) {
    outer = typeof step === 'string' ? keySchemas(forms, step) : [];
    const known = typeof step === 'string' ? keyForms(forms, step) : itemForms(forms, step);
    forms = known.length > 0 || typeof step === 'number' ? known : namedForms(forms);
  }
  return { forms, outer };
}

function firstText(schemas: readonly JsonSchema[], keyword: string): string {
  const found = schemas.map((schema) => schema[keyword]).find((value) => typeof value === 'string' && value !== '');
  return (found as string | undefined) ?? '';
}

function documentationOf(path: ScenePath): SceneDocumentation | undefined {
  const { forms, outer } = schemasAt(path);
  const all = [...outer, ...forms];
  const description = firstText(all, 'description');
  if (description === '') return undefined;
  return {
    path: formatPath(path),
    description,
    unit: firstText(all, 'x-unit'),
    range: firstText(all, 'x-range').replaceAll('`', ''),
    absent: firstText(all, 'x-default').replaceAll('**', ''),
  };
}

/** The words that a value may be. */
function wordsOf(forms: readonly JsonSchema[]): string[] {
  const words = forms.flatMap(({ enum: listed, const: only, type }): unknown[] => {
    if (Array.isArray(listed)) return listed;
    if (only !== undefined) return [only];
    return type === 'boolean' ? [true, false] : [];
  });
  return [...new Set(words.map(String))];
}

/** The keys of a mapping that stand in the text. */
function keysBelow(path: ScenePath, outline: readonly OutlineKey[]): string[] {
  const above = formatPath(path);
  return outline.flatMap(({ path: each }) => {
    const isBelow = each.length === path.length + 1 && formatPath(each.slice(0, -1)) === above;
    return isBelow ? [String(each.at(-1))] : [];
  });
}

function namesOf(section: string, outline: readonly OutlineKey[]): string[] {
  return [...new Set(keysBelow([section], outline))];
}

function proposedKeys(path: ScenePath, forms: readonly JsonSchema[], present: readonly string[]): SceneProposal[] {
  const required = new Set(forms.flatMap(({ required: keys }) => (Array.isArray(keys) ? (keys as string[]) : [])));
  const keys = [...new Set(forms.flatMap((schema) => Object.keys(propertiesOf(schema))))];
  const proposals = keys
    .filter((key) => !present.includes(key) && key !== '$schema')
    .map((key): SceneProposal => {
      const documentation = documentationOf([...path, key]);
      return { label: key, kind: 'key', insert: `${key}: `, isRequired: required.has(key), documentation };
    });
  // One key selects the kind: with one there, no other may be added.
  const isChosen = present.length > 0 && forms.every(({ maxProperties }) => maxProperties === 1);
  return isChosen ? [] : proposals;
}

function proposedValues(path: ScenePath, forms: readonly JsonSchema[], outline: readonly OutlineKey[]) {
  const documentation = documentationOf(path);
  const proposal = (label: string, kind: 'word' | 'name'): SceneProposal => {
    return { label, kind, insert: label, isRequired: false, documentation };
  };
  const sections = forms.map((form) => form['x-names']).filter((section) => typeof section === 'string');
  const names = sections.flatMap((section) => namesOf(section, outline));
  return [...wordsOf(forms).map((word) => proposal(word, 'word')), ...names.map((name) => proposal(name, 'name'))];
}

/**
 * What may be typed at an offset of a text; undefined where nothing is known.
 *
 * @example
 * ```ts
 * import { proposalsAt } from 'scree/live';
 *
 * const text = 'time: { du';
 * const labels = proposalsAt(text, text.length)?.proposals.map(({ label }) => label);
 * console.log(labels?.includes('duration')); // true
 * ```
 */
export function proposalsAt(text: string, offset: number): SceneProposals | undefined {
  const place = scenePlace(text, offset);
  if (place === undefined) return undefined;
  const before = text.slice(0, offset);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const outline = sceneOutline(text);
  const expression = /=[^,{}[\]#]*$/.exec(line)?.[0];
  if (expression !== undefined && place.kind === 'value') {
    const typed = TYPED_NAME.exec(expression)?.[0] ?? '';
    const proposals = namesOf('variables', outline).map((label): SceneProposal => {
      const documentation = documentationOf(['variables', label]);
      return { label, kind: 'name', insert: label, isRequired: false, documentation };
    });
    return { from: offset - typed.length, proposals };
  }
  const typed = TYPED.exec(line)?.[0] ?? '';
  const { forms } = schemasAt(place.path);
  const isKey = place.kind === 'key' && forms.some(isObject);
  const from = offset - typed.length;
  // The key being typed may stand in the text already.
  const present = keysBelow(place.path, outline).filter((key) => key !== typed);
  const proposals = isKey ? proposedKeys(place.path, forms, present) : proposedValues(place.path, forms, outline);
  return proposals.length === 0 ? undefined : { from, proposals };
}

/**
 * What the schema says of the key or the value at an offset, with the offsets of what it is about.
 *
 * @example
 * ```ts
 * import { documentationAt } from 'scree/live';
 *
 * const text = 'time: { duration: 1 s }';
 * const found = documentationAt(text, text.indexOf('duration'));
 * console.log(found?.documentation.path, found?.documentation.unit); // time.duration s
 * ```
 */
export function documentationAt(
  text: string,
  offset: number,
): { readonly from: number; readonly to: number; readonly documentation: SceneDocumentation } | undefined {
  const key = sceneOutline(text).find(({ start, end }) => start <= offset && offset <= end);
  const place = key === undefined ? scenePlace(text, offset) : undefined;
  const path = key?.path ?? (place?.kind === 'value' ? place.path : undefined);
  const documentation = path === undefined ? undefined : documentationOf(path);
  if (documentation === undefined) return undefined;
  if (key !== undefined) return { from: key.start, to: key.end, documentation };
  const typed = TYPED.exec(text.slice(0, offset))?.[0] ?? '';
  const rest = /^[^\s{}[\],:#"']*/.exec(text.slice(offset))?.[0] ?? '';
  // Blanks and brackets are about nothing.
  if (typed === '' && rest === '') return undefined;
  return { from: offset - typed.length, to: offset + rest.length, documentation };
}
