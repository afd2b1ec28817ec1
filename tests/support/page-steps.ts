// SPDX-License-Identifier: MIT
/**
 * Pages that a reader follows step by step, as tests follow them: a block with a file name in its first line is a file
 * to save, a block of `sh` is to be run, and the block of `text` after it is part of what it prints.
 */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT, type SourceFile } from '../source-files.ts';
import { type Outcome, PROGRAM, runCommand } from './built-program.ts';
import { blocks } from './markdown.ts';

export type PageStep =
  | { readonly kind: 'file'; readonly name: string; readonly content: string }
  | { readonly kind: 'command'; readonly text: string; readonly printed: string | undefined };

/** The steps of a page in order. Throws on a block that would not be tested. */
export function pageSteps(page: SourceFile): PageStep[] {
  const all = blocks(page).filter(({ language }) => language !== 'math');
  return all.flatMap(({ language, title, content }, i): PageStep[] => {
    if (title !== undefined) return [{ kind: 'file', name: title, content }];
    const next = all[i + 1];
    if (language === 'sh') {
      return [{ kind: 'command', text: content, printed: next?.language === 'text' ? next.content : undefined }];
    }
    if (language === 'text' && all[i - 1]?.language === 'sh') return [];
    throw new Error(`${page.path}: block ${i + 1} (${language}) is neither a file, nor a command, nor what one prints`);
  });
}

/** Commands that install what the folder of a test has already. */
const INSTALLS = /^npm install [^\n]*\n/gm;
/** `npx` takes a second to find a program that is in the folder. */
const NPX = 'npx() { local name=$1; shift; "node_modules/.bin/$name" "$@"; }\n';

/** An empty folder in which Scree and the compiler are installed. */
export function prepareFolder(folder: string): void {
  const links = {
    'node_modules/scree': ROOT,
    'node_modules/typescript': join(ROOT, 'node_modules/typescript'),
    'node_modules/@types/node': join(ROOT, 'node_modules/@types/node'),
    'node_modules/.bin/scree': PROGRAM,
    'node_modules/.bin/tsc': join(ROOT, 'node_modules/typescript/bin/tsc'),
  };
  for (const [name, target] of Object.entries(links)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    symlinkSync(target, join(folder, name));
  }
  // As `npm install` leaves it.
  saveFile(folder, { name: 'package.json', content: '{ "dependencies": { "scree": "*" } }\n' });
}

export function saveFile(folder: string, { name, content }: { name: string; content: string }): void {
  writeFileSync(join(folder, name), content);
}

/** Runs a block of commands in a folder; the first that fails ends it. */
export function runBlock(folder: string, text: string, variables: Readonly<Record<string, string>> = {}): Outcome {
  const set = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  return runCommand('env', [...set, 'bash', '-ec', NPX + text.replace(INSTALLS, '')], { cwd: folder });
}

const NUMBER = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;

/**
 * Whether two lines have the same words, and numbers that differ by at most this part of their size. A line of a page
 * that ends in `…` is the beginning of the other.
 */
export function areAlike(shown: string, printed: string, tolerance: number): boolean {
  const words = (line: string): string => line.replace(NUMBER, '#').replace(/\s+/g, ' ').trim();
  const numbers = (line: string): number[] => (line.match(NUMBER) ?? []).map(Number);
  const begin = shown.replace(/…$/, '');
  const isSame = begin === shown ? words(printed) === words(shown) : words(printed).startsWith(words(begin));
  if (!isSame) return false;
  const found = numbers(printed);
  return numbers(begin).every((value, k) => Math.abs(found[k] - value) <= tolerance * Math.abs(value));
}

/** Lines of a page that a command does not print, in this order; other lines may stand between them. */
export function missingLines(shown: string, printed: string, tolerance: number): string[] {
  const rest = printed.split('\n');
  return shown
    .trimEnd()
    .split('\n')
    .filter((line) => {
      const at = rest.findIndex((each) => areAlike(line, each, tolerance));
      if (at >= 0) rest.splice(0, at + 1);
      return at < 0;
    });
}
