// SPDX-License-Identifier: MIT
/** The conventions of CONTRIBUTING.md that a program can check. */
import { posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { isTest, readSourceFile, type SourceFile, sourceFiles } from './source-files.ts';

const CODE_FOLDERS = ['src', 'studio', 'tests', 'scripts', 'benchmarks'];
const PAGES = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];

const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*((\.[a-z0-9-]+)*\.test|\.d|\.config)?\.(ts|mjs)$/;
const EMPTY_NAMES = /(^|-)(utils?|helpers?|common|types|managers?|misc)(-|\.)/;

/**
 * American spelling, in prose and in names, and what we write. Names of other people's interfaces, as in CSS, are not
 * ours to spell.
 */
const SPELLING: readonly (readonly [american: RegExp, british: string])[] = [
  [/neighbor/i, 'neighbour'],
  [/center(?!line\b)/i, 'centre'],
  [/colors?\b(?!:|-scheme)/i, 'colour'],
  [/behavior/i, 'behaviour'],
  [/\b(kilo|centi|milli|micro|nano)?meters?\b/i, 'metre'],
  [/analyz/i, 'analyse'],
  [/(normal|minim|maxim|initial|serial|optim|general|parametr|linear|regular|discret|summar)iz(e|i|a)/i, '-ise'],
  [/gray\b/i, 'grey'],
  [/label(ed|ing)\b/i, 'labelled'],
  [/model(ed|ing)\b/i, 'modelled'],
];

const codeFiles = sourceFiles(CODE_FOLDERS, ['.ts', '.mjs']);
const testFiles = codeFiles.filter(({ path }) => isTest(path));
const libraryFiles = codeFiles.filter(({ path }) => path.startsWith('src/') && !isTest(path));
const studioFiles = codeFiles.filter(({ path }) => path.startsWith('studio/') && !isTest(path));
/** Words that three.js and style sheets have in their own names, which the studio cannot but write. */
const DRAWING_WORDS = ['colour', 'centre', 'grey', '-ise'];
/** The word of a command of LAMMPS and LIGGGHTS, in what writes or explains their input. */
const ENGINE_FILES = /^(src\/engines\/|docs\/guide\/(engines|coming-from-other-engines)\.md)/;
const ENGINE_WORDS = ['neighbour'];
const pages = [...sourceFiles(['docs', 'src/verification'], ['.md']), ...PAGES.map(readSourceFile)];

interface Operations {
  /** `Math.random`, `it.only`...: every access to a property of a plain name, with its line. */
  readonly accesses: readonly { readonly name: string; readonly line: number }[];
  /** Powers that engines may round differently: all but squares, powers of two and powers of BigInts. */
  readonly unportablePowers: readonly string[];
}

/** Each text is parsed once, since that takes most of the time of these tests. */
const parsed = new Map<SourceFile, Operations>();

function operationsOf(file: SourceFile): Operations {
  const known = parsed.get(file);
  if (known !== undefined) return known;
  const source = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.ESNext, true);
  const accesses: { name: string; line: number }[] = [];
  const unportablePowers: string[] = [];
  const lineOf = (node: ts.Node): number => source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) {
      accesses.push({ name: `${node.expression.getText()}.${node.name.text}`, line: lineOf(node) });
    }
    if (ts.isBinaryExpression(node)) {
      const { left, operatorToken, right } = node;
      const isPower = operatorToken.kind === ts.SyntaxKind.AsteriskAsteriskToken;
      const isSafe = isPower && (right.getText() === '2' || left.getText() === '2' || ts.isBigIntLiteral(left));
      if ((isPower && !isSafe) || operatorToken.kind === ts.SyntaxKind.AsteriskAsteriskEqualsToken) {
        unportablePowers.push(`${file.path}:${lineOf(node)}: ${node.getText().split('\n')[0]}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  const operations = { accesses, unportablePowers };
  parsed.set(file, operations);
  return operations;
}

function unportablePowers(file: SourceFile): readonly string[] {
  if (!/\*\*(?!\/|\n)/.test(file.text)) return [];
  return operationsOf(file).unportablePowers;
}

function forbiddenAccesses(file: SourceFile, forbidden: RegExp): string[] {
  // A text without the words of the name has no such access; parsing all texts takes seconds.
  const anywhere = new RegExp(forbidden.source.replace(/^\^|\$$/g, ''));
  if (!anywhere.test(file.text.replace(/\s/g, ''))) return [];
  return operationsOf(file)
    .accesses.filter(({ name }) => forbidden.test(name))
    .map(({ name, line }) => `${file.path}:${line}: ${name}`);
}

function headerProblem({ path, text }: SourceFile): string[] {
  const lines = text.replace(/^#!.*\n/, '').split('\n');
  if (lines[0] !== '// SPDX-License-Identifier: MIT') return [`${path}: the first line is not the SPDX line`];
  const needsHeader = /^(src|studio)\//.test(path) && !isTest(path);
  return needsHeader && !lines[1]?.startsWith('/**') ? [`${path}: no header that says what it is`] : [];
}

function nameProblem({ path }: SourceFile): string[] {
  const name = posix.basename(path);
  if (!KEBAB_CASE.test(name)) return [`${path}: not kebab-case`];
  return EMPTY_NAMES.test(name) ? [`${path}: name it after the concept inside`] : [];
}

/** Lines with a DOI are left alone: the titles of papers keep their spelling. */
function spellingProblems({ path, text }: SourceFile): string[] {
  const others = path.startsWith('studio/') ? DRAWING_WORDS : ENGINE_FILES.test(path) ? ENGINE_WORDS : [];
  const words = SPELLING.filter(([, ours]) => !others.includes(ours));
  const found = words.filter(([american]) => american.test(text));
  if (found.length === 0) return [];
  return text
    .split('\n')
    .flatMap((line, index) =>
      found
        .filter(([american]) => american.test(line) && !/doi[:.]/.test(line))
        .map(([american, british]) => `${path}:${index + 1}: "${american.exec(line)?.[0]}", we write ${british}`),
    );
}

const LONGEST_LINE = 120;

/** Ranges of texts in quotes, templates and regular expressions: breaking one may change what it says. */
function literalRanges({ path, text }: SourceFile): readonly (readonly [start: number, end: number])[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const ranges: (readonly [number, number])[] = [];
  const visit = (node: ts.Node): void => {
    const isText =
      ts.isStringLiteral(node) || ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node);
    if (isText || ts.isRegularExpressionLiteral(node)) ranges.push([node.getStart(), node.end]);
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return ranges;
}

/**
 * Code and comments. Indented lines of a comment are code or a table; `biome-ignore format` keeps a table of numbers.
 */
function longCodeLines(file: SourceFile): string[] {
  const lines = file.text.split('\n');
  if (lines.every(({ length }) => length <= LONGEST_LINE)) return [];
  const ranges = literalRanges(file);
  let start = 0;
  return lines.flatMap((line, index) => {
    const [from, to] = [start, start + line.length];
    start = to + 1;
    const isKept = /^\s*(\*|\/\/) {3}|biome-ignore format/.test(line);
    if (line.length <= LONGEST_LINE || isKept) return [];
    return ranges.some(([a, b]) => a < to && b > from) ? [] : [`${file.path}:${index + 1}: ${line.length} characters`];
  });
}

/** Prose: not tables, headings, blocks of code, and lines whose length is that of a link or of code in the line. */
function longProseLines({ path, text }: SourceFile): string[] {
  let isCode = false;
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*```/.test(line)) isCode = !isCode;
    const isProse = !isCode && !/^\s*(\||#|<|\[[^\]]+\]:| {4})/.test(line);
    const words = line.replace(/\]\([^)]*\)/g, ']').replace(/`[^`]*`/g, '``');
    return isProse && words.length > LONGEST_LINE ? [`${path}:${index + 1}: ${words.length} characters`] : [];
  });
}

/**
 * Functions that engines round differently. src/math has replacements for those that are needed; Math.sqrt is exact.
 */
const UNPORTABLE_MATHS = /^Math\.(hypot|pow|exp|expm1|log|log2|log10|log1p|cbrt|a?(sin|cos|tan)h?|atan2)$/;

/** Files whose results only people read: they enter neither a simulated state nor the answer of a query. */
const FOR_PEOPLE: Readonly<Record<string, string>> = {
  'src/verification/': 'reference solutions, figures and tables, compared within tolerances',
  'src/bench/': 'times and scores',
  'src/shapes/random-shapes.ts': 'bodies for benchmarks, verification cases and tests',
  'src/server/': 'what the studio shows',
  'src/analysis/': 'bulk quantities of a state, which they do not change',
  'src/scene/check/': 'estimates and warnings of `scree check`',
  'src/scene/format-quantity.ts': 'numbers in messages',
  'src/scene/proposed-interval.ts': 'an interval that a message suggests',
  'src/runs/gpu/gpu-warnings.ts': 'estimates in warnings',
  'src/shapes/surface-mesh.ts': 'pictures and exported surfaces',
};

const CLOCK_AND_CHANCE = /^(Math\.random|Date\.now)$/;
const SKIPPED_TESTS = /^(it|test|describe)(\.\w+)*\.(skip|only|todo|skipIf|fails)$/;

describe('every file', () => {
  it('starts with the SPDX line and a header', () => {
    expect(codeFiles.length).toBeGreaterThan(0);
    expect(codeFiles.flatMap(headerProblem)).toEqual([]);
  });

  it('has a name in kebab-case that says what is inside', () => {
    expect(codeFiles.flatMap(nameProblem)).toEqual([]);
  });

  it('is spelt the British way', () => {
    expect(pages.length).toBeGreaterThan(PAGES.length);
    expect([...libraryFiles, ...studioFiles, ...pages].flatMap(spellingProblems)).toEqual([]);
  });
});

describe('lines', () => {
  it('of code and comments have at most 120 characters', () => {
    expect(codeFiles.flatMap(longCodeLines)).toEqual([]);
  });

  it('of prose have at most 120 characters', () => {
    // A script writes the reference of scene keys, a line for each description.
    const written = pages.filter(({ path }) => path !== 'docs/reference/scene.md');
    expect(written.flatMap(longProseLines)).toEqual([]);
  });
});

describe('the library', () => {
  it('uses neither the clock nor unseeded chance', () => {
    const files = codeFiles.filter(({ path }) => path.startsWith('src/'));
    expect(files.flatMap((file) => forbiddenAccesses(file, CLOCK_AND_CHANCE))).toEqual([]);
  });

  it('computes states and answers by functions with the same bits in every engine', () => {
    const isForPeople = ({ path }: SourceFile): boolean =>
      Object.keys(FOR_PEOPLE).some((each) => path.startsWith(each));
    const files = libraryFiles.filter((file) => !isForPeople(file));
    const found = files.flatMap((file) => [...forbiddenAccesses(file, UNPORTABLE_MATHS), ...unportablePowers(file)]);
    expect(found).toEqual([]);
    for (const each of Object.keys(FOR_PEOPLE)) {
      expect(libraryFiles.some(({ path }) => path.startsWith(each))).toBe(true);
    }
  });
});

describe('the tests', () => {
  it('are all run', () => {
    expect(testFiles.length).toBeGreaterThan(0);
    expect(testFiles.flatMap((file) => forbiddenAccesses(file, SKIPPED_TESTS))).toEqual([]);
  });
});

describe('the checks above', () => {
  const file = (path: string, text = ''): SourceFile => ({ path, text });

  it.each([
    [headerProblem(file('tests/x.ts', '/** No licence. */\n'))],
    [headerProblem(file('src/x.ts', '// SPDX-License-Identifier: MIT\nexport {};\n'))],
    [nameProblem(file('src/math/vectorUtils.ts'))],
    [nameProblem(file('src/math/vector-utils.ts'))],
    [nameProblem(file('src/types.ts'))],
    [spellingProblems(file('src/x.ts', 'const pointNeighbors = 0;'))],
    [spellingProblems(file('docs/x.md', 'from the Center'))],
    [spellingProblems(file('docs/x.md', 'we normalize it'))],
    [forbiddenAccesses(file('src/x.ts', 'const x = Math.random();'), CLOCK_AND_CHANCE)],
    [forbiddenAccesses(file('src/x.ts', 'const x = Math.hypot(1, 2);'), UNPORTABLE_MATHS)],
    [forbiddenAccesses(file('src/x.ts', 'const x = Math.atan2(1, 2);'), UNPORTABLE_MATHS)],
    [unportablePowers(file('src/x.ts', 'const x = y ** 3 + y ** 2 + 2 ** -52 + 10n ** 5n;'))],
    [unportablePowers(file('src/x.ts', 'x **= 0.5;'))],
    [forbiddenAccesses(file('src/x.test.ts', "it.only('x', () => {});"), SKIPPED_TESTS)],
    [forbiddenAccesses(file('src/x.test.ts', "describe.concurrent.skip('x', () => {});"), SKIPPED_TESTS)],
    [longCodeLines(file('src/x.ts', `const x = 1; // ${'word '.repeat(30)}`))],
    [longCodeLines(file('src/x.ts', `const x = ${'1 + '.repeat(40)}1;`))],
    [longProseLines(file('docs/x.md', 'word '.repeat(30)))],
  ])('notice: %s', (problems) => {
    expect(problems).toHaveLength(1);
  });

  it('let good files pass', () => {
    const text =
      '#!/usr/bin/env node\n// SPDX-License-Identifier: MIT\n/** The centre, in metres; see Math.random. */\n';
    const good = file('src/centre-of-mass.errors.test.ts', text);
    expect([headerProblem(good), nameProblem(good), spellingProblems(good)].flat()).toEqual([]);
    expect(forbiddenAccesses(good, CLOCK_AND_CHANCE)).toEqual([]);
  });
});
