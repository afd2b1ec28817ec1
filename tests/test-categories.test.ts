// SPDX-License-Identifier: MIT
/** Test files need what their names say: a unit test that starts a process, a browser or a GPU fails here. */
import { posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { CATEGORIES, type Category, categoryOf } from './setup/test-categories.ts';
import { isTest, type SourceFile, sourceFiles } from './source-files.ts';

/** Code of the tests themselves. What src/ may import is the matter of import-direction.test.ts. */
const OWN = sourceFiles(['src', 'studio/src', 'tests', 'scripts'], ['.ts', '.mjs']).filter(
  ({ path }) => isTest(path) || !/^(src|studio)\//.test(path),
);

/** Modules that bring in what a category may not use, and the remedy. */
const PROCESS = [/^(node:)?child_process$/, 'starts another process'] as const;
const BROWSER = [/^playwright(-core)?$/, 'drives a browser'] as const;
const GPU = [/^webgpu$|\/software-gpu\.ts$/, 'uses a GPU'] as const;
const BUILD = [/(^|\/)dist\//, 'uses the built program'] as const;
const FORBIDDEN: Readonly<Record<Category, readonly (readonly [RegExp, string])[]>> = {
  unit: [PROCESS, BROWSER, GPU, BUILD],
  gpu: [PROCESS, BROWSER, BUILD],
  whole: [],
  verify: [],
  engines: [],
  package: [],
};

function importsOf({ text }: SourceFile): string[] {
  return ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName);
}

/**
 * Paths in strings, as the second argument of `join`; only of tests, since scripts/ has the names of what it builds.
 */
function builtPaths({ path, text }: SourceFile): string[] {
  return path.startsWith('scripts/')
    ? []
    : [...text.matchAll(/['"`]((?:[./]*\/)?dist\/[^'"`\s]*)['"`]/g)].map(([, found = '']) => found);
}

/** A test file and the modules of tests/ and scripts/ that it imports, which count as its own. */
function ownModules(test: SourceFile, files: readonly SourceFile[]): SourceFile[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const seen = new Set<SourceFile>();
  const visit = (file: SourceFile): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const name of importsOf(file).filter((each) => each.startsWith('.'))) {
      const imported = byPath.get(posix.join(posix.dirname(file.path), name));
      if (imported !== undefined) visit(imported);
    }
  };
  visit(test);
  return [...seen];
}

/** What a test file must not use, with the module that does. */
function needsBeyondItsName(test: SourceFile, files: readonly SourceFile[]): string[] {
  const category = categoryOf(test.path);
  return ownModules(test, files).flatMap((file) =>
    [...new Set([...importsOf(file), ...builtPaths(file)])].flatMap((name) =>
      FORBIDDEN[category]
        .filter(([pattern]) => pattern.test(name))
        .map(([, what]) => `${test.path} is named as a ${category} test, but ${file.path} ${what}: ${name}`),
    ),
  );
}

/** A test that uses what is built, and does not import the module that refuses an old build. */
function usesUncheckedBuild(test: SourceFile, files: readonly SourceFile[]): string[] {
  const modules = ownModules(test, files);
  const isChecked = modules.some(({ path }) => path === 'tests/support/built-program.ts');
  const built = modules.flatMap(builtPaths);
  return built.length === 0 || isChecked
    ? []
    : [`${test.path} uses ${built[0]} without tests/support/built-program.ts`];
}

/** Not written out in the examples, since this file is a unit test too. */
const DIST = 'dist';

describe('a test file', () => {
  it('needs nothing that its name does not say', () => {
    const tests = OWN.filter(({ path }) => isTest(path));
    for (const category of CATEGORIES) expect(tests.some(({ path }) => categoryOf(path) === category)).toBe(true);
    expect(tests.flatMap((test) => needsBeyondItsName(test, OWN))).toEqual([]);
  });

  it('that uses what is built refuses an old build', () => {
    const tests = OWN.filter(({ path }) => isTest(path));
    expect(tests.flatMap((test) => usesUncheckedBuild(test, OWN))).toEqual([]);
    const reader = { path: 'tests/whole/x.test.ts', text: `readFileSync('${DIST}/index.js');` };
    expect(usesUncheckedBuild(reader, [])).toHaveLength(1);
    const program = { path: 'tests/support/built-program.ts', text: '' };
    const checked = { ...reader, text: `import '../support/built-program.ts'; ${reader.text}` };
    expect(usesUncheckedBuild(checked, [program])).toEqual([]);
  });

  it('says so in its name when it replaces modules: vitest must load the sources then', () => {
    const replacing = OWN.filter(({ path, text }) => isTest(path) && /\bvi\.(mock|doMock|resetModules)\(/.test(text));
    expect(replacing.length).toBeGreaterThan(0);
    expect(replacing.filter(({ path }) => !path.endsWith('.mocked.test.ts'))).toEqual([]);
  });

  it.each([
    ['src/x.test.ts', "import { spawn } from 'node:child_process';"],
    ['src/x.test.ts', "const { spawn } = await import('node:child_process');"],
    ['tests/x.test.ts', "import { chromium } from 'playwright-core';"],
    ['src/x.test.ts', "import { create } from 'webgpu';"],
    ['src/x/y.test.ts', "import { softwareGpu } from '../../tests/support/software-gpu.ts';"],
    ['src/x.test.ts', `import { contact } from '../${DIST}/contact.js';`],
    ['src/x.test.ts', `readFileSync(join(ROOT, '${DIST}/index.js'));`],
    ['tests/x.test.ts', "import { program } from './support/program.ts';"],
    ['src/x.gpu.test.ts', "import { program } from '../tests/support/program.ts';"],
  ])('is noticed: %s with %s', (path, text) => {
    const program = { path: 'tests/support/program.ts', text: "import { spawn } from 'node:child_process';" };
    expect(needsBeyondItsName({ path, text }, [program])).toHaveLength(1);
  });

  it.each([
    ['src/x.gpu.test.ts', "import { softwareGpu } from '../tests/support/software-gpu.ts';"],
    ['tests/whole/x.test.ts', "import { spawn } from 'node:child_process';"],
    ['src/x.whole.test.ts', "import { spawn } from 'node:child_process';"],
    ['tests/verify/x.test.ts', `readFileSync('${DIST}/index.js');`],
    ['src/x.test.ts', "import { Worker } from 'node:worker_threads'; // not dist/"],
  ])('may need what its name says: %s with %s', (path, text) => {
    expect(needsBeyondItsName({ path, text }, [])).toEqual([]);
  });
});
