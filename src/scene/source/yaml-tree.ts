// SPDX-License-Identifier: MIT
/**
 * Reads YAML 1.2 with the location of every value. Follows anchors, aliases and merge keys; refuses tags. A value
 * reached by an alias has the location of its anchor. Aliases share values, so their expansion is counted, not built.
 */
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
} from 'yaml';
import { DEEPEST_NESTING, duplicateKey } from './json-tree.ts';
import { type Marks, type SceneProblem, SourceTree, TextLocations } from './source-tree.ts';

/** Values that aliases may expand to; every one of them is checked, so this bounds the time. */
const LARGEST_EXPANSION = 2_000_000;
const MERGE_KEY = '<<';

/** Ends the reading: what follows cannot be trusted. */
class FatalProblem extends Error {
  readonly problem: SceneProblem;
  constructor(problem: SceneProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

interface Entry {
  readonly key: string;
  readonly keyOffset: number;
  readonly valueOffset: number;
  readonly value: unknown;
}

class YamlReader {
  readonly marks = new Map<object, Marks>();
  readonly problems: SceneProblem[] = [];
  readonly #locations: TextLocations;
  /** The node of each anchor at the present location. */
  readonly #anchors = new Map<string, Node>();
  readonly #values = new Map<Node, unknown>();
  readonly #open = new Set<Node>();
  readonly #path: (string | number)[] = [];
  /** Values below each mapping and list, aliases expanded. */
  readonly #sizes = new Map<object, number>();

  constructor(locations: TextLocations) {
    this.#locations = locations;
  }

  read(node: unknown, offset: number): unknown {
    if (isAlias(node)) return this.#alias(node.source, offset);
    if (isNode(node)) this.#noteAnchor(node);
    if (isScalar(node)) {
      if (node.tag !== undefined) this.#refuseTag(node.tag, offset);
      return node.value;
    }
    if (!isMap(node) && !isSeq(node)) return null;
    const known = this.#values.get(node);
    if (known !== undefined) return known;
    if (this.#path.length > DEEPEST_NESTING)
      throw this.#fatal(offset, `nested more than ${DEEPEST_NESTING} deep; flatten it`);
    if (node.tag !== undefined) this.#refuseTag(node.tag, offset);
    this.#open.add(node);
    const value = isMap(node) ? this.#map(node) : this.#sequence(node.items, startOf(node, offset));
    this.#open.delete(node);
    this.#values.set(node, value);
    this.#count(value, offset);
    return value;
  }

  #noteAnchor(node: Node): void {
    if (!isAlias(node) && node.anchor !== undefined) this.#anchors.set(node.anchor, node);
  }

  #alias(name: string, offset: number): unknown {
    const target = this.#anchors.get(name);
    if (target === undefined) {
      this.#note(offset, `the alias *${name} has no anchor &${name} before it`);
      return null;
    }
    if (this.#open.has(target)) throw this.#fatal(offset, `the alias *${name} stands inside its own anchor`);
    return this.read(target, startOf(target, offset));
  }

  #sequence(items: readonly unknown[], start: number): unknown[] {
    const array: unknown[] = [];
    const offsets: number[] = [];
    for (const [i, item] of items.entries()) {
      const offset = startOf(item, start);
      this.#path.push(i);
      array.push(this.read(item, offset));
      this.#path.pop();
      offsets.push(offset, offset);
    }
    this.marks.set(array, { start, keys: undefined, offsets });
    return array;
  }

  #map(node: YAMLMap): object {
    const start = startOf(node, 0);
    const own: Entry[] = [];
    const ownKeys = new Set<string>();
    const merged: Entry[] = [];
    for (const pair of node.items) {
      const keyOffset = startOf(pair.key, start);
      if (isScalar(pair.key) && pair.key.value === MERGE_KEY && pair.key.type === 'PLAIN') {
        merged.push(...this.#mergeEntries(pair, keyOffset));
        continue;
      }
      const key = this.#key(pair, keyOffset);
      const valueOffset = startOf(pair.value, keyOffset);
      this.#path.push(key);
      if (ownKeys.has(key)) {
        this.problems.push({ ...duplicateKey([...this.#path]), location: this.#locations.at(keyOffset) });
      }
      ownKeys.add(key);
      own.push({ key, keyOffset, valueOffset, value: this.read(pair.value, valueOffset) });
      this.#path.pop();
    }
    return this.#object(start, own, ownKeys, merged);
  }

  #object(start: number, own: readonly Entry[], ownKeys: ReadonlySet<string>, merged: readonly Entry[]): object {
    const object: Record<string, unknown> = {};
    const keys: string[] = [];
    const offsets: number[] = [];
    for (const { key, keyOffset, valueOffset, value } of [...merged.filter(({ key }) => !ownKeys.has(key)), ...own]) {
      if (!ownKeys.has(key) && Object.hasOwn(object, key)) continue;
      keys.push(key);
      offsets.push(keyOffset, valueOffset);
      // A key "__proto__" must become a property like any other, and be refused as unknown later.
      Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
    }
    this.marks.set(object, { start, keys, offsets });
    return object;
  }

  /** The entries of the mappings after `<<`; the first of several goes before the others. */
  #mergeEntries(pair: Pair, offset: number): Entry[] {
    const value = this.read(pair.value, startOf(pair.value, offset));
    const sources: unknown[] = Array.isArray(value) ? value : [value];
    return sources.flatMap((source) => {
      const marks = typeof source === 'object' && source !== null ? this.marks.get(source) : undefined;
      if (marks?.keys === undefined) {
        this.#note(offset, 'expected a mapping, an alias of one or a list of these after "<<"');
        return [];
      }
      return marks.keys.map((key, i) => ({
        key,
        keyOffset: marks.offsets[2 * i] ?? offset,
        valueOffset: marks.offsets[2 * i + 1] ?? offset,
        value: (source as Readonly<Record<string, unknown>>)[key],
      }));
    });
  }

  #key(pair: Pair, offset: number): string {
    const { key } = pair;
    if (isNode(key)) this.#noteAnchor(key);
    const value = isScalar(key) ? key.value : isAlias(key) ? this.read(key, offset) : undefined;
    if (typeof value === 'string') return value;
    const shown = isScalar(key) ? String(value) : 'a list or mapping';
    this.#note(offset, `expected a name as key, got ${shown}; names begin with a letter`);
    return shown;
  }

  #count(value: unknown, offset: number): void {
    if (typeof value !== 'object' || value === null) return;
    let size = 1;
    for (const part of Object.values(value)) size += this.#sizes.get(part as object) ?? 1;
    this.#sizes.set(value, size);
    if (size > LARGEST_EXPANSION)
      throw this.#fatal(
        offset,
        `aliases expand to more than ${LARGEST_EXPANSION} values; use a lattice or an insertion`,
      );
  }

  #refuseTag(tag: string, offset: number): void {
    const shown = tag.replace('tag:yaml.org,2002:', '!!');
    this.#note(offset, `tags have no meaning in a scene; remove ${shown}`);
  }

  #note(offset: number, message: string): void {
    this.problems.push({ path: [...this.#path], message, location: this.#locations.at(offset) });
  }

  #fatal(offset: number, message: string): FatalProblem {
    return new FatalProblem({ path: [...this.#path], message, location: this.#locations.at(offset) });
  }
}

function startOf(node: unknown, otherwise: number): number {
  if (typeof node !== 'object' || node === null || !('range' in node)) return otherwise;
  const { range } = node as Node;
  return range?.[0] ?? otherwise;
}

/** Explanations of the parser's most frequent messages. */
const REMEDIES: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'indent with blanks',
  BAD_INDENT: 'check the indentation and the closing bracket above',
  BLOCK_AS_IMPLICIT_KEY: 'put text with ": " in quotes, or the inner key on a line of its own',
  MULTIPLE_DOCS: 'a scene is one document: remove what stands after "---"',
  MISSING_CHAR: 'check brackets and quotes above',
};

const NESTED_TOO_DEEPLY = 'nested too deep; flatten it';

function parseProblems(document: Document, locations: TextLocations): SceneProblem[] {
  // The parser recurses, and reports that it ran out of stack like any other error of syntax.
  const overflow = document.errors.find(({ message }) => message.includes('call stack'));
  if (overflow !== undefined)
    return [{ path: [], message: NESTED_TOO_DEEPLY, location: locations.at(overflow.pos[0]) }];
  return document.errors.map(({ code, message, pos }) => {
    const [first = ''] = message.split('; please');
    const remedy = REMEDIES[code] === undefined ? '' : `; ${REMEDIES[code]}`;
    return { path: [], message: `not YAML: ${first}${remedy}`, location: locations.at(pos[0]) };
  });
}

/**
 * Brackets, dashes or question marks opened before this many others are closed mean nesting far beyond
 * `DEEPEST_NESTING`, on which the parser would spend minutes. Those inside quotes count too: no text has that many.
 */
const MOST_OPEN_MARKS = 2000;

/** Where the text is nested too deep, if anywhere. */
function deepNesting(text: string): number | undefined {
  let open = 0;
  let inRow = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '[' || character === '{') open++;
    else if (character === ']' || character === '}') open = Math.max(0, open - 1);
    if (character === '-' || character === '?') inRow += text[at + 1] === ' ' || text[at + 1] === '\t' ? 1 : 0;
    else if (character !== ' ' && character !== '\t') inRow = 0;
    if (open > MOST_OPEN_MARKS || inRow > MOST_OPEN_MARKS) return at;
  }
  return undefined;
}

export function readYamlTree(text: string): { tree: SourceTree } | { problems: SceneProblem[] } {
  const locations = new TextLocations(text);
  const deep = deepNesting(text);
  if (deep !== undefined) return { problems: [{ path: [], message: NESTED_TOO_DEEPLY, location: locations.at(deep) }] };
  try {
    const document = parseDocument(text, { prettyErrors: false, uniqueKeys: false, logLevel: 'error' });
    const version = document.directives?.yaml.version;
    const problems = parseProblems(document, locations);
    if (version !== undefined && version !== '1.2') {
      problems.push({
        path: [],
        message: `expected YAML 1.2, got ${version}; remove the line %YAML`,
        location: locations.at(0),
      });
    }
    if (problems.length > 0) return { problems };
    const reader = new YamlReader(locations);
    const value = reader.read(document.contents, startOf(document.contents, 0));
    if (reader.problems.length > 0) return { problems: reader.problems };
    return { tree: new SourceTree(value, reader.marks, locations) };
  } catch (error) {
    if (error instanceof FatalProblem) return { problems: [error.problem] };
    if (error instanceof RangeError) return { problems: [{ path: [], message: NESTED_TOO_DEEPLY }] };
    throw error;
  }
}
