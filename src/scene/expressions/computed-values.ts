// SPDX-License-Identifier: MIT
/**
 * Computes values that begin with `=` from numbers, units and the scene's `variables`. The result has a dimension,
 * which the field checks as for a value with a unit.
 */

import { nearestNames } from '../../errors/near-names.ts';
import { describeValue } from '../describe-value.ts';
import { defineValue, isMapping } from '../source/merge-trees.ts';
import type { SceneTexts } from '../source/scene-texts.ts';
import { formatPath, type ScenePath, type SceneProblem, SourceTree } from '../source/source-tree.ts';
import { type Quantity, quantityText, readAnyQuantity } from '../units/parse-quantity.ts';
import { CONSTANTS, ExpressionProblem, evaluate, isUnitName } from './expression.ts';
import { isFieldExpression } from './field-expression.ts';
import { FUNCTION_NAMES } from './functions.ts';

const SECTION = 'variables';
const EXPRESSION = /^\s*=/;
const VARIABLE = /^\p{L}[\p{L}\p{N}_]{0,63}$/u;
const MOST_NAMES_LISTED = 20;

/** A problem that has been noted; what depends on it says nothing more. */
class Noted extends Error {}

/** A variable that must be computed first. */
class Needed extends Error {}

class Computer {
  readonly problems: SceneProblem[] = [];
  readonly expressions = new Map<string, string>();
  readonly #tree: SourceTree;
  readonly #texts: SceneTexts;
  readonly #variables: Readonly<Record<string, unknown>>;
  readonly #known = new Map<string, Quantity | undefined>();
  /** Stack of variables: each one is needed by the one before it. */
  readonly #open = new Set<string>();
  readonly #seen = new Set<object>();

  constructor(value: unknown, texts: SceneTexts) {
    this.#tree = new SourceTree(value, texts.marks, texts);
    this.#texts = texts;
    const section = isMapping(value) ? value[SECTION] : undefined;
    this.#variables = isMapping(section) ? section : {};
  }

  /** Computes all variables, used or not, so that a mistake in one shows. */
  computeVariables(): void {
    for (const name of Object.keys(this.#variables)) {
      const problem = nameProblem(name);
      if (problem !== undefined) this.#note([SECTION, name], problem, 'key');
      const value = this.#variable(name);
      if (value !== undefined) defineValue(this.#variables, name, quantityText(value));
    }
  }

  computeBelow(value: object, path: ScenePath): void {
    if (this.#seen.has(value)) return;
    this.#seen.add(value);
    for (const [key, part] of Object.entries(value)) {
      if (path.length === 0 && key === SECTION) continue;
      const step = Array.isArray(value) ? Number(key) : key;
      if (typeof part === 'object' && part !== null) this.computeBelow(part, [...path, step]);
      else if (typeof part === 'string' && EXPRESSION.test(part) && !isFieldExpression([...path, step])) {
        const result = this.#compute(part, [...path, step]);
        if (result !== undefined) defineValue(value, key, quantityText(result));
      }
    }
  }

  #compute(text: string, path: ScenePath): Quantity | undefined {
    this.expressions.set(formatPath(path), text.trim());
    try {
      const start = text.indexOf('=') + 1;
      return evaluate(text, start, (name, at) => this.#use(name, at));
    } catch (error) {
      if (error instanceof Noted) return undefined;
      if (error instanceof Needed) throw error;
      if (!(error instanceof ExpressionProblem)) throw error;
      this.#noteInside(path, error.at, error.message);
      return undefined;
    }
  }

  #use(name: string, at: number): Quantity {
    if (!Object.hasOwn(this.#variables, name)) throw new ExpressionProblem(at, this.#unknown(name));
    if (this.#known.has(name)) {
      const value = this.#known.get(name);
      if (value === undefined) throw new Noted(name);
      return value;
    }
    if (!this.#open.has(name)) throw new Needed(name);
    const open = [...this.#open];
    const circle = [...open.slice(open.indexOf(name)), name];
    if (circle.length > MOST_NAMES_LISTED) circle.splice(MOST_NAMES_LISTED / 2, circle.length - MOST_NAMES_LISTED, '…');
    throw new ExpressionProblem(at, `the variable ${name} depends on itself: ${circle.join(' needs ')}`);
  }

  /** Not recursive, since a chain of variables may exceed the call stack. */
  #variable(wanted: string): Quantity | undefined {
    const stack = this.#known.has(wanted) ? [] : [wanted];
    for (let name = stack.at(-1); name !== undefined; name = stack.at(-1)) {
      this.#open.add(name);
      try {
        this.#known.set(name, this.#read(name));
      } catch (error) {
        if (!(error instanceof Needed)) throw error;
        stack.push(error.message);
        continue;
      }
      this.#open.delete(name);
      stack.pop();
    }
    return this.#known.get(wanted);
  }

  /** Value of a variable. Throws a Needed if it depends on a variable that is not computed yet. */
  #read(name: string): Quantity | undefined {
    const given = this.#variables[name];
    const path = [SECTION, name];
    if (typeof given === 'string' && EXPRESSION.test(given)) return this.#compute(given, path);
    const reading = readAnyQuantity(given);
    if (!('problem' in reading)) return reading;
    this.#note(path, `${reading.problem}; to compute, begin with "="`);
    return undefined;
  }

  #unknown(name: string): string {
    const names = Object.keys(this.#variables);
    const [nearest] = nearestNames(name, [...names, ...FUNCTION_NAMES, ...Object.keys(CONSTANTS)]);
    const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    if (names.length === 0) return `unknown variable "${name}"${hint}; the scene has no variables`;
    const more = names.length > MOST_NAMES_LISTED ? ', …' : '';
    return `unknown variable "${name}"${hint}; variables: ${names.slice(0, MOST_NAMES_LISTED).join(', ')}${more}`;
  }

  #note(path: ScenePath, message: string, at: 'key' | 'value' = 'value'): void {
    this.problems.push({ path, message, at, location: this.#tree.locationOf(path, at) });
  }

  /** At a character of the text; texts in quotes begin one character later than their value. */
  #noteInside(path: ScenePath, at: number, message: string): void {
    const location = this.#tree.locationOf(path);
    const quote = this.#texts.characterAt(this.#tree.offsetOf(path));
    const column = location.column + at + (quote === '"' || quote === "'" ? 1 : 0);
    this.problems.push({ path, message, location: { ...location, column } });
  }
}

function nameProblem(name: string): string | undefined {
  if (!VARIABLE.test(name)) return 'expected a name of a letter, then at most 63 letters, digits and "_"';
  if (FUNCTION_NAMES.includes(name) || Object.hasOwn(CONSTANTS, name)) {
    return `${name} is a ${FUNCTION_NAMES.includes(name) ? 'function' : 'constant'} of expressions; choose another name`;
  }
  return isUnitName(name)
    ? `${name} is a unit, so that 2 ${name} would have two meanings; choose another name, as ${name}_ or a word`
    : undefined;
}

/** The tree with every expression computed, in place, or all problems with them. */
export function computeValues(value: unknown, texts: SceneTexts): { tree: SourceTree; problems: SceneProblem[] } {
  if (typeof value !== 'object' || value === null || !(texts.includes('=') || SECTION in value)) {
    return { tree: new SourceTree(value, texts.marks, texts), problems: [] };
  }
  const section = isMapping(value) ? value[SECTION] : undefined;
  if (section !== undefined && !isMapping(section)) {
    const message = `expected a mapping from names to values, got ${describeValue(section)}`;
    return { tree: new SourceTree(value, texts.marks, texts), problems: [{ path: [SECTION], message }] };
  }
  const computer = new Computer(value, texts);
  computer.computeVariables();
  computer.computeBelow(value, []);
  return { tree: new SourceTree(value, texts.marks, texts, computer.expressions), problems: computer.problems };
}
