// SPDX-License-Identifier: MIT
/**
 * The commands of an input script of LAMMPS or LIGGGHTS: lines that `&` joins, without comments, with the values of
 * variables in place of `${x}`, `$x` and `$(formula)`. Formulas are those that have one value: of numbers and of other
 * variables, not of the state of a simulation.
 */
import { evaluate } from '../expressions/expression.ts';
import { DIMENSIONLESS } from '../units/dimension.ts';

export interface ScriptCommand {
  /** Of its first line, from 1. */
  readonly line: number;
  /** With the values of variables. */
  readonly words: readonly string[];
  /** As it stands in the file, on one line. */
  readonly text: string;
}

/** A line that cannot be read, such as one with an unknown variable. */
export class ScriptProblem extends Error {}

interface RawCommand {
  readonly line: number;
  readonly text: string;
}

/** Lines of a script, joined; empty ones and comments are left out. */
export function scriptLines(text: string): RawCommand[] {
  const commands: RawCommand[] = [];
  let joined = '';
  let first = 0;
  text.split(/\r?\n/).forEach((whole, k) => {
    const line = withoutComment(whole).trim();
    if (joined === '') first = k + 1;
    if (line.endsWith('&')) {
      joined += `${line.slice(0, -1).trim()} `;
      return;
    }
    const command = `${joined}${line}`.trim();
    joined = '';
    if (command !== '') commands.push({ line: first, text: command.replace(/\s+/g, ' ') });
  });
  if (joined.trim() !== '') commands.push({ line: first, text: joined.trim().replace(/\s+/g, ' ') });
  return commands;
}

/** `#` inside quotes is a character. */
function withoutComment(line: string): string {
  let quote = '';
  for (let k = 0; k < line.length; k++) {
    const sign = line.charAt(k);
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '#') return line.slice(0, k);
  }
  return line;
}

/** Words of a line; quotes hold one together. */
function wordsOf(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
}

/** Styles of variables whose value is text, the first of several. */
const TEXT_STYLES: ReadonlySet<string> = new Set(['string', 'index', 'getenv', 'world', 'universe']);

export class ScriptVariables {
  /** Formulas are evaluated where they are used, as the engines do. */
  readonly #formulas = new Map<string, string>();
  readonly #texts = new Map<string, string>();

  /** A command with the values of its variables. Throws a ScriptProblem. */
  command({ line, text }: RawCommand): ScriptCommand {
    return { line, text, words: wordsOf(this.#filled(text)) };
  }

  /** Carries out `variable NAME STYLE ARGUMENTS`; false for a style without one value. */
  define([, name = '', style = '', ...rest]: readonly string[]): boolean {
    if (style === 'equal') {
      this.#texts.delete(name);
      this.#formulas.set(name, rest.join(' '));
    } else if (style === 'delete') {
      this.#texts.delete(name);
      this.#formulas.delete(name);
    } else if (TEXT_STYLES.has(style)) {
      // As in the engines, an index keeps the value that it has.
      if (style === 'string' || !this.#texts.has(name)) this.#texts.set(name, rest[0] ?? '');
    } else return false;
    return true;
  }

  /** Value of a formula. Throws a ScriptProblem. */
  formula(text: string, depth = 0): number {
    if (depth > 50) throw new ScriptProblem(`the formula ${text} refers to itself`);
    const known = text.replace(/\bPI\b/g, 'pi').replace(/^"|"$/g, '');
    try {
      return evaluate(known, 0, (name) => {
        if (!name.startsWith('v_')) throw new ScriptProblem(`${name} is a value of the running simulation`);
        return { value: this.#value(name.slice(2), depth + 1), dimension: DIMENSIONLESS };
      }).value;
    } catch (error) {
      throw new ScriptProblem(`the formula ${text}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #value(name: string, depth: number): number {
    const formula = this.#formulas.get(name);
    if (formula !== undefined) return this.formula(formula, depth);
    const text = this.#texts.get(name);
    const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
    if (Number.isFinite(value)) return value;
    throw new ScriptProblem(text === undefined ? `no variable ${name} before this line` : `${name} is no number`);
  }

  #filled(text: string): string {
    return text
      .replace(/\$\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g, (_, formula: string) => String(this.formula(formula)))
      .replace(/\$\{(\w+)\}|\$(\w)/g, (_, long?: string, short?: string) => {
        const name = long ?? short ?? '';
        const value = this.#texts.get(name);
        return value ?? String(this.#value(name, 0));
      });
  }
}
