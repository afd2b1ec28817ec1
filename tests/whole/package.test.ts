// SPDX-License-Identifier: MIT
/**
 * The package as a stranger gets it: the files that npm packs, in an empty project, imported, type-checked, run, and
 * bundled for a browser. tests/package/ installs the tarball and uses other runtimes.
 */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { checkPackage, Package } from '@arethetypeswrong/core';
import type { Browser } from 'playwright-core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { build, type Rollup } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { contactSizes, LARGEST_CONTACT_PROGRAM } from '../../scripts/contact-size.mjs';
import { WASM_BASE64 } from '../../src/kernel/generated/wasm-bytes.ts';
import { ROOT } from '../source-files.ts';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { STUDIO_FOLDER } from '../support/built-studio.ts';
import {
  BUNDLERS,
  type Bundler,
  LAW_NAME,
  ON_ONE_THREAD,
  readLaw,
  writePrograms,
} from '../support/bundled-programs.ts';
import { answerOfPage, answerOfWorker } from '../support/isolated-page.ts';
import { brokenLinks } from '../support/markdown.ts';
import { copiedPackage, type StrangerFolder } from '../support/stranger-folder.ts';
import { checkTypes } from '../support/strict-program.ts';

const TIMEOUT_MS = 180_000;
/** What a program imports: `scree/step-worker` is a script of its own, for the threads of a page. */
const subpaths = Object.keys(manifest.exports)
  .filter((path) => path !== './package.json' && path !== './step-worker')
  .map((path) => path.replace(/^\./, manifest.name));

let stranger: StrangerFolder;
beforeAll(() => {
  stranger = copiedPackage();
}, TIMEOUT_MS);
afterAll(() => stranger.remove(), TIMEOUT_MS);

/** webpack takes as long as all others together. */
const [OFTEN, SELDOM] = [false, true].map((isSlow) =>
  Object.entries(BUNDLERS).filter(([name]) => (name === 'webpack') === isSlow),
);

describe('the lock file', () => {
  it('holds the binaries of every platform, without which npm ci refuses it', () => {
    const locked: Record<string, { optionalDependencies?: Record<string, string> }> = JSON.parse(
      readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
    ).packages;
    const wanted = Object.values(locked).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies));
    const paths = Object.keys(locked);
    expect(wanted.filter((name) => !paths.some((path) => path.endsWith(`node_modules/${name}`)))).toEqual([]);
  });
});

describe('the packed files', () => {
  it('hold the built program, types, sources, licence, pages and examples, and no tests', () => {
    expect(stranger.packed).toEqual(
      expect.arrayContaining([
        ...['LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'CITATION.cff', 'python/scree.py'],
        ...['dist/cli/scree.js', 'dist/studio/index.html', 'dist/contact.js.map', 'dist/contact.d.ts.map'],
        ...['src/contact.ts', 'examples/heap.yaml'],
      ]),
    );
    expect(
      stranger.packed.filter(
        (path) =>
          !/^(dist\/.*\.(js|d\.ts)(\.map)?|src\/.*\.ts|python\/[\w-]+\.(py|ipynb)|dist\/chunks\/licences\.txt|dist\/studio\/(index\.html|icon\.svg|licences\.txt|assets\/.*\.(css|woff2|webp|gz))|[A-Z_]+(\.md)?|CITATION\.cff|package\.json)$/.test(
            path,
          ) &&
          !/^(docs|examples|src\/verification|benchmarks)\/.*\.(md|yaml|obj|stl|csv|mjs|png|svg)$/.test(path) &&
          !/^examples\/import\/in\.\w+$/.test(path),
      ),
    ).toEqual([]);
    expect(stranger.packed.filter((path) => path.includes('.test.'))).toEqual([]);
  });

  it('have pages whose links all lead to files and headings of the package', () => {
    const pages = stranger.packed.filter((path) => path.endsWith('.md'));
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/guide/README.md', 'examples/README.md']));
    const root = stranger.installed('.');
    const broken = pages.flatMap((path) =>
      brokenLinks({ path, text: readFileSync(stranger.installed(path), 'utf8') }, root),
    );
    expect(broken).toEqual([]);
  });

  it('have source maps whose sources are in the package', () => {
    const files = new Set(stranger.packed);
    const maps = stranger.packed.filter((path) => path.endsWith('.map'));
    const missing = maps.flatMap((path) => {
      const { sources } = JSON.parse(readFileSync(stranger.installed(path), 'utf8')) as { sources: string[] };
      return sources.map((source) => posix.join(posix.dirname(path), source)).filter((source) => !files.has(source));
    });
    expect(missing).toEqual([]);
    const mapped = stranger.packed.filter((path) => /^dist\/(?!chunks|studio)[^/]*\.js$/.test(path));
    expect(mapped.filter((path) => !files.has(`${path}.map`))).toEqual([]);
  });

  it('declare types in a few kilobytes a file: no literal type holds the bytes of a kernel', () => {
    const declarations = stranger.packed.filter((path) => path.endsWith('.d.ts'));
    // The schema of scenes is the longest, 77 kB; the bytes of the smaller kernel alone would be 207 kB.
    expect(declarations.filter((path) => statSync(stranger.installed(path)).size > 150_000)).toEqual([]);
  });
});

function expectLicences(file: string, names: readonly string[]): void {
  const text = readFileSync(file, 'utf8');
  for (const name of names) expect(text).toMatch(new RegExp(`^${name}$`, 'm'));
  expect(text).toContain('Permission is hereby granted');
}

describe('the studio in the package', () => {
  const scripts = (): readonly string[] => stranger.packed.filter((path) => /^dist\/studio\/.*\.js$/.test(path));

  it('loads scripts of at most 1.5 MB, compressed, for any view and its workers', () => {
    const texts = new Map(scripts().map((path) => [basename(path), readFileSync(join(ROOT, path), 'utf8')]));
    const namesIn = (text: string, pattern: RegExp): string[] =>
      [...text.matchAll(pattern)].flatMap(([, name = '']) => (texts.has(name) ? [name] : []));
    // Not those that are imported when somebody asks for them, such as films.
    const AT_ONCE = /(?:from|import)\s*["'`]\.\/([\w.-]+)["'`]|new URL\(["'`]([\w.-]+\.js)["'`]/g;
    const needed = (name: string, found = new Set<string>()): Set<string> => {
      if (found.has(name)) return found;
      found.add(name);
      const text = texts.get(name) ?? '';
      for (const [, imported, worker] of text.matchAll(AT_ONCE)) {
        const other = imported ?? worker ?? '';
        if (texts.has(other)) needed(other, found);
      }
      return found;
    };
    const [index = ''] = namesIn(
      readFileSync(join(STUDIO_FOLDER, 'index.html'), 'utf8'),
      /assets\/(index-[\w-]+\.js)/g,
    );
    const views = namesIn(texts.get(index) ?? '', /import\(["'`]\.\/([\w.-]+)["'`]\)/g);
    const kernel = [...texts.keys()].find((name) => name.startsWith('contact-kernel-')) ?? '';
    expect(views.length).toBeGreaterThan(5);
    for (const view of views) {
      const names = new Set([...needed(index), ...needed(view), kernel]);
      const sizes = [...names].map((name) => gzipSync(texts.get(name) ?? '').length);
      expect(
        sizes.reduce((sum, size) => sum + size, 0),
        view,
      ).toBeLessThan(1.5e6);
    }
  });

  it('has one copy of the contact kernel for the page and its workers', () => {
    const holders = scripts().filter((path) => readFileSync(join(ROOT, path), 'utf8').includes(WASM_BASE64));
    expect(holders).toEqual([expect.stringMatching(/contact-kernel-[0-9a-f]{8}\.js$/)]);
  });

  it('brings the licences of what was bundled into it', () => {
    expectLicences(join(STUDIO_FOLDER, 'licences.txt'), ['three', 'uplot']);
  });
});

describe('the bundled programs in the package', () => {
  it('bring the licences of what was bundled into them', () => {
    expectLicences(stranger.installed('dist/chunks/licences.txt'), ['commander', 'yaml', 'zod']);
  });
});

describe('the installed package', () => {
  it('imports by every path in Node', () => {
    const program = subpaths.map((path) => `Object.keys(await import('${path}')).length`).join();
    const counts = JSON.parse(
      stranger.run('node', ['--input-type=module', '-e', `console.log('[' + [${program}] + ']')`]),
    );
    expect(counts).toHaveLength(subpaths.length);
    expect(Math.min(...counts)).toBeGreaterThan(5);
  });

  it('type-checks in a strict program, libraries included', () => {
    expect(checkTypes(stranger.path, import.meta.url)).toMatchObject({ status: 0, stdout: '' });
  });

  it('has no fault that publint finds', async () => {
    const pkgDir = stranger.installed('.');
    const { messages, pkg } = await publint({ pkgDir, pack: false, strict: true, level: 'suggestion' });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it('has types that every resolver of ES modules finds', async () => {
    const files = Object.fromEntries(
      stranger.packed
        .filter((path) => /^(package\.json|dist\/.*\.(js|d\.ts))$/.test(path) && !/^dist\/(chunks|studio)\//.test(path))
        // The code inside does not matter, only that the files are there.
        .map((path) => [
          `/node_modules/${manifest.name}/${path}`,
          /\/.*\/.*\.js$/.test(path) ? '' : readFileSync(stranger.installed(path), 'utf8'),
        ]),
    );
    const checked = await checkPackage(new Package(files, manifest.name, manifest.version), {
      excludeEntrypoints: ['./package.json'],
    });
    // The package has ES modules alone: neither `require` nor compilers that do not read `exports` find it.
    const isForOthers = (problem: object): boolean =>
      'resolutionKind' in problem && ['node10', 'node16-cjs'].includes(String(problem.resolutionKind));
    expect(checked.types).toEqual({ kind: 'included' });
    expect('problems' in checked && checked.problems.filter((problem) => !isForOthers(problem))).toEqual([]);
  });

  it('brings a program that answers a pair', () => {
    const pair = {
      a: { shape: { sphere: { radius: 1 } } },
      b: { shape: { sphere: { radius: 2 } }, pose: { position: [0, 0, 5] } },
    };
    const answer = stranger.run(stranger.installed('dist/cli/scree.js'), ['contact', '-'], JSON.stringify(pair));
    expect(JSON.parse(answer)).toMatchObject({ id: null, distance: 2, normal: [0, 0, 1], status: 'converged' });
  });

  it('bundles for a browser, where scree/contact needs nothing of Node', async () => {
    const program = `
      import { box, contact } from 'scree/contact';
      const cube = box({ halfExtents: [1, 1, 1] });
      const turned = { position: [1.5, 0.25, 0], orientation: [1, 0.25, 0.5, 0.125] };
      globalThis.answer = JSON.stringify(contact(cube, {}, cube, turned));`;
    writeFileSync(join(stranger.path, 'page.js'), program);
    const nodeModules: string[] = [];
    const output = (await build({
      root: stranger.path,
      configFile: false,
      logLevel: 'silent',
      build: { write: false, lib: { entry: 'page.js', formats: ['iife'], name: 'page' } },
      plugins: [
        {
          name: 'note-node-modules',
          enforce: 'pre',
          resolveId: (id) => {
            if (id.startsWith('node:')) nodeModules.push(id);
          },
        },
      ],
    })) as Rollup.RollupOutput[];
    expect(nodeModules).toEqual([]);

    // What a page has beyond the language itself, as far as a computation may want it.
    const page: Record<string, unknown> = { atob, console, performance, TextDecoder };
    runInNewContext(output[0]?.output[0].code ?? '', page);
    const inNode = stranger.run('node', ['--input-type=module', '-e', `${program}\nconsole.log(globalThis.answer);`]);
    expect(page.answer).toBe(inNode.trim());
  });
});

describe('the size of scree/contact', () => {
  it('stays below its limit, compressed, and programs get only what they use', async () => {
    const sizes = await contactSizes();
    expect(sizes['a shape, no query']?.before.gzip).toBeLessThan(6_000);
    const { before, later } = sizes['two boxes, contact'] ?? {};
    expect(before?.gzip).toBeLessThan(LARGEST_CONTACT_PROGRAM);
    // WebAssembly and the other algorithms are there, and apart.
    expect(Object.keys(later ?? {}).sort()).toEqual(['family', 'later-bytes']);
    expect(later?.['later-bytes']?.gzip).toBeLessThan(180_000);
  });
});

describe('scree/contact in a page', () => {
  const POLICY = "default-src 'self'; img-src data:";
  const MAY_COMPILE = `${POLICY}; script-src 'self' 'wasm-unsafe-eval'`;
  let browser: Browser;
  let expected: Record<string, unknown>;

  beforeAll(async () => {
    writePrograms(stranger.path);
    expected = JSON.parse(stranger.run('node', ['contacts.js']));
    browser = await sharedBrowser();
  }, TIMEOUT_MS);
  afterAll(() => closePages(browser), TIMEOUT_MS);

  const answers = async (_: string, bundle: Bundler): Promise<void> => {
    expect(expected.build).toBe('webassembly');
    const scripts = await bundle(stranger.path, 'contacts.js', true);
    const answer = (policy: string, served = scripts): Promise<unknown> =>
      answerOfPage(browser, served, '/contacts.js', { policy });
    expect(await answer(MAY_COMPILE)).toEqual(expected);
    expect(await answer(POLICY)).toEqual({ ...expected, build: 'typescript' });
    // The network is gone when the page asks for the rest.
    const withoutBytes = new Map([...scripts].filter(([, text]) => !text.includes(WASM_BASE64)));
    expect(withoutBytes.size).toBe(scripts.size - 1);
    expect(await answer(MAY_COMPILE, withoutBytes)).toEqual({ ...expected, build: 'typescript' });
  };
  const title = 'answers before WebAssembly is there and after, or without it, with the bits of Node, bundled by %s';
  it.each(OFTEN)(title, answers);
  it.each(SELDOM)(title, { tags: ['thorough'] }, answers);
});

describe('a program in a page', () => {
  const law = readLaw();
  let browser: Browser;
  let hashes: readonly string[];
  const onThreads = (threads: number): unknown => hashes.map((hash) => [threads, hash]);
  const early = expect.stringMatching(
    /^threads: 0 of 1 workers have started; in a browser use await Simulation.create/,
  );

  beforeAll(async () => {
    writePrograms(stranger.path);
    const onOne = JSON.parse(stranger.run('node', ['--input-type=module', '-e', ON_ONE_THREAD])) as [number, string][];
    hashes = onOne.map(([, hash]) => hash);
    browser = await sharedBrowser();
  }, TIMEOUT_MS);
  afterAll(() => closePages(browser), TIMEOUT_MS);

  const runsOnTwo = async (_: string, bundle: Bundler): Promise<void> => {
    const scripts = new Map([...(await bundle(stranger.path, 'worker.js', false)), [`/${LAW_NAME}`, law]]);
    expect(await answerOfWorker(browser, scripts)).toEqual({ found: onThreads(2), early });
  };
  const title = 'that is isolated runs on two threads with the bits of one, bundled by %s';
  it.each(OFTEN)(title, runsOnTwo);
  it.each(SELDOM)(title, { tags: ['thorough'] }, runsOnTwo);

  it('that is not isolated runs on one thread, whatever it asks for', async () => {
    const scripts = new Map([...(await BUNDLERS.esbuild(stranger.path, 'worker.js', false)), [`/${LAW_NAME}`, law]]);
    expect(await answerOfWorker(browser, scripts, { isIsolated: false })).toEqual({ found: onThreads(1) });
  });

  it('serves the script of its threads itself where its policy forbids workers from blobs, which is said otherwise', async () => {
    const worker = await BUNDLERS.esbuild(stranger.path, 'worker.js', false);
    const threads = await BUNDLERS.esbuild(stranger.path, 'threads.js', false);
    const scripts = new Map([...worker, ...threads, [`/${LAW_NAME}`, law]]);
    const policy = "default-src 'self' data: 'wasm-unsafe-eval'";
    expect(await answerOfWorker(browser, scripts, { policy, query: '?served' })).toEqual({
      found: onThreads(2),
      early,
    });
    expect(await answerOfWorker(browser, scripts, { policy })).toMatch(/worker-src blob:.*setStepWorkerUrl/);
  });
});
