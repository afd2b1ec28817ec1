// SPDX-License-Identifier: MIT
/**
 * Reads a scene with its included files: `include: materials.yaml`, or a list of names, relative to the including file.
 */
import { ScreeError } from '../../errors.ts';
import { describeValue } from '../describe-value.ts';
import { defineValue, isMapping, TreeMerger } from './merge-trees.ts';
import { readSource } from './read-source.ts';
import { pathFrom } from './relative-path.ts';
import { SceneTexts } from './scene-texts.ts';
import type { ScenePath, SceneProblem, SourceLocation } from './source-tree.ts';

/** More are a mistake: a few files that include each other twice soon are a million. */
const MOST_FILES = 200;

interface JoinedSource {
  readonly value: unknown;
  readonly texts: SceneTexts;
  /** The included files, relative to the folder of the scene. */
  readonly includes: readonly string[];
}

/** Ends the reading of a file: what follows cannot be trusted. */
class Refusal extends Error {
  readonly problems: readonly SceneProblem[];
  constructor(problems: readonly SceneProblem[]) {
    super('refused');
    this.problems = problems;
  }
}

/** Paths in an included file are relative to it; the scene uses paths relative to itself. */
function relocate(value: unknown, from: string, path: ScenePath, seen: Set<object>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  for (const [key, part] of Object.entries(value)) {
    const isBodies = path.length === 2 && path[0] === 'bodies';
    const isFile = key === 'file' || key === 'module' || (isBodies && key === 'from');
    if (isFile && typeof part === 'string') defineValue(value, key, pathFrom(from, part));
    else relocate(part, from, [...path, key], seen);
  }
}

class Joiner {
  readonly texts = new SceneTexts();
  readonly includes: string[] = [];
  readonly #read: (name: string) => string;
  readonly #nameInMessages: (name: string) => string;

  constructor(read: (name: string) => string, nameInMessages: (name: string) => string) {
    this.#read = read;
    this.#nameInMessages = nameInMessages;
  }

  /** The values of a text and of all that it includes; `trail` are the files from the scene to this one. */
  join(text: string, format: string, trail: readonly string[]): unknown {
    const name = trail.length === 1 ? undefined : trail.at(-1);
    const file = name === undefined ? undefined : this.#nameInMessages(name);
    const source = readSource(text, format);
    if ('problems' in source) throw new Refusal(source.problems.map((problem) => inFile(problem, file)));
    const { tree } = source;
    this.texts.add(file, text, tree);
    const { value } = tree;
    const locationOf = (path: ScenePath): SourceLocation => ({
      ...tree.locationOf(path),
      ...(file !== undefined && { file }),
    });
    if (!isMapping(value)) {
      if (name === undefined) return value;
      const message = `expected a mapping, as a scene is one, got ${describeValue(value)}`;
      throw new Refusal([{ path: [], message, location: locationOf([]) }]);
    }
    if (name !== undefined && pathFrom(name, 'x') !== 'x') relocate(value, name, [], new Set());
    if (!Object.hasOwn(value, 'include')) return value;
    return this.#withIncluded(value, trail, locationOf);
  }

  #withIncluded(
    value: Readonly<Record<string, unknown>>,
    trail: readonly string[],
    locationOf: (path: ScenePath) => SourceLocation,
  ): unknown {
    const merger = new TreeMerger(this.texts.marks);
    let low: Readonly<Record<string, unknown>> | undefined;
    for (const { path, name } of includedNames(value.include, locationOf)) {
      const included = this.#included(name, path, trail, locationOf) as Readonly<Record<string, unknown>>;
      low = low === undefined ? included : merger.merge(low, included);
    }
    const own = this.texts.without(value, 'include');
    const merged = low === undefined ? own : merger.merge(low, own);
    if (merger.problems.length > 0) {
      throw new Refusal(merger.problems.map((problem) => ({ ...problem, location: locationOf(problem.path) })));
    }
    return merged;
  }

  #included(
    name: string,
    path: ScenePath,
    trail: readonly string[],
    locationOf: (path: ScenePath) => SourceLocation,
  ): unknown {
    const refuse = (message: string): Refusal => new Refusal([{ path, message, location: locationOf(path) }]);
    const found = pathFrom(trail.at(-1) ?? '', name);
    const before = trail.indexOf(found);
    if (before >= 0) throw refuse(`includes itself: ${[...trail.slice(before), found].join(' includes ')}`);
    if (this.includes.length >= MOST_FILES) throw refuse(`expected at most ${MOST_FILES} included files`);
    this.includes.push(found);
    let text: string;
    try {
      text = this.#read(found);
    } catch (error) {
      if (!(error instanceof ScreeError)) throw error;
      throw refuse(error.message);
    }
    if (/^\s*$/.test(text)) throw refuse(`${name} is empty; remove it from the list or write something into it`);
    return this.join(text, found, [...trail, found]);
  }
}

function inFile(problem: SceneProblem, file: string | undefined): SceneProblem {
  if (file === undefined) return problem;
  return { ...problem, location: { line: 1, column: 1, ...problem.location, file } };
}

function includedNames(
  given: unknown,
  locationOf: (path: ScenePath) => SourceLocation,
): { path: ScenePath; name: string }[] {
  const list: unknown[] = Array.isArray(given) ? given : [given];
  return list.map((name, i) => {
    const path = Array.isArray(given) ? ['include', i] : ['include'];
    if (typeof name === 'string' && name !== '') return { path, name };
    const message = `expected the name of a file, or a list of names, got ${describeValue(name)}`;
    throw new Refusal([{ path, message, location: locationOf(path) }]);
  });
}

/**
 * The scene in a text with its included files. `read` returns the text of an included file by its path relative to the
 * scene's folder, and throws a ScreeError if it cannot; `nameInMessages` is the name of that path in messages.
 */
export function joinIncluded(
  text: string,
  file: string,
  read: (name: string) => string,
  nameInMessages: (name: string) => string,
): JoinedSource | { problems: readonly SceneProblem[] } {
  const joiner = new Joiner(read, nameInMessages);
  try {
    const value = joiner.join(text, file, [file.slice(file.lastIndexOf('/') + 1)]);
    return { value, texts: joiner.texts, includes: joiner.includes };
  } catch (error) {
    if (error instanceof Refusal) return { problems: error.problems };
    throw error;
  }
}
