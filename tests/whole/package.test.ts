// SPDX-License-Identifier: MIT
/**
 * The package as a stranger gets it: packed, installed in an empty folder, imported, type-checked, run, and bundled for
 * a browser. Installing fetches the run-time dependencies and an old compiler from the registry that npm is set up for.
 */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import type { Browser } from 'playwright-core';
import { build, type Rollup } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import webpack from 'webpack';
import manifest from '../../package.json' with { type: 'json' };
import { WASM_BASE64 } from '../../src/kernel/generated/wasm-bytes.ts';
import { ROOT } from '../source-files.ts';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { runCommand } from '../support/built-program.ts';
import { STUDIO_FOLDER } from '../support/built-studio.ts';
import { answerOfWorker } from '../support/isolated-page.ts';
import { brokenLinks } from '../support/markdown.ts';

const INSTALL_TIMEOUT_MS = 180_000;
/**
 * The oldest compiler that must read the declarations. It is installed beside the package: a second one among our own
 * would take the place of `npx tsc`.
 */
const OLDEST_TYPESCRIPT = 'typescript@5.0';
/** What a program imports: `scree/step-worker` is a script of its own, for the threads of a page. */
const subpaths = Object.keys(manifest.exports)
  .filter((path) => path !== './package.json' && path !== './step-worker')
  .map((path) => path.replace(/^\./, manifest.name));

/** Where the package lies once it is installed. */
const installed = (path: string): string => join(folder, 'node_modules', manifest.name, path);

let folder = '';
let packed: string[] = [];

function inFolder(command: string, args: readonly string[], input = ''): string {
  const { status, stdout, stderr } = runCommand(command, args, { cwd: folder, input });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} exited with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scree-package-'));
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const [tarball] = JSON.parse(runCommand('npm', pack, { cwd: ROOT }).stdout);
  packed = tarball.files.map(({ path }: { path: string }) => path);
  writeFileSync(join(folder, 'package.json'), '{"name":"stranger","private":true,"type":"module"}\n');
  inFolder('npm', ['install', '--no-audit', '--no-fund', join(folder, tarball.filename), OLDEST_TYPESCRIPT]);
}, INSTALL_TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }), INSTALL_TIMEOUT_MS);

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
  it('hold the built program, the licence and the pages, and no tests or sources', () => {
    expect(packed).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'CHANGELOG.md', 'dist/cli/scree.js', 'dist/studio/index.html']),
    );
    expect(
      packed.filter(
        (path) =>
          !/^(dist\/.*\.(js|d\.ts)|dist\/chunks\/licences\.txt|dist\/studio\/(index\.html|icon\.svg|licences\.txt|assets\/.*\.(css|woff2|webp|gz))|[A-Z]+(\.md)?|package\.json)$/.test(
            path,
          ) &&
          !/^(docs|examples|src\/verification|benchmarks)\/.*\.(md|yaml|obj|stl|csv|mjs|png|svg)$/.test(path) &&
          !/^examples\/import\/in\.\w+$/.test(path),
      ),
    ).toEqual([]);
    expect(packed.filter((path) => path.includes('.test.'))).toEqual([]);
  });

  it('have pages whose links all lead to files and headings of the package', () => {
    const pages = packed.filter((path) => path.endsWith('.md'));
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/guide/README.md', 'examples/README.md']));
    const root = installed('.');
    const broken = pages.flatMap((path) => brokenLinks({ path, text: readFileSync(installed(path), 'utf8') }, root));
    expect(broken).toEqual([]);
  });

  it('declare types in a few kilobytes a file: no literal type holds the bytes of a kernel', () => {
    const declarations = packed.filter((path) => path.endsWith('.d.ts'));
    // The schema of scenes is the longest, 77 kB; the bytes of the smaller kernel alone would be 207 kB.
    expect(declarations.filter((path) => statSync(installed(path)).size > 150_000)).toEqual([]);
  });
});

function expectLicences(file: string, names: readonly string[]): void {
  const text = readFileSync(file, 'utf8');
  for (const name of names) expect(text).toMatch(new RegExp(`^${name}$`, 'm'));
  expect(text).toContain('Permission is hereby granted');
}

describe('the studio in the package', () => {
  const scripts = (): readonly string[] => packed.filter((path) => /^dist\/studio\/.*\.js$/.test(path));

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
    expectLicences(installed('dist/chunks/licences.txt'), ['commander', 'yaml', 'zod']);
  });
});

describe('the installed package', () => {
  it.each(subpaths)('imports as %s in Node', (subpath) => {
    const names = inFolder('node', [
      '--input-type=module',
      '-e',
      `console.log(Object.keys(await import('${subpath}')).join())`,
    ]);
    expect(names.trim().split(',')).not.toEqual(['']);
  });

  it.each(['our TypeScript', OLDEST_TYPESCRIPT])(
    'type-checks in a strict program, libraries included, with %s',
    (compilerName) => {
      writeFileSync(
        join(folder, 'example.ts'),
        `import { box, type Contact, type ContactOptions, contact, type PoseLike, type Shape, sphere } from 'scree/contact';
       import type {} from 'scree';
       import type {} from 'scree/dem';
       import type {} from 'scree/io';
       import type {} from 'scree/analysis';
       import type {} from 'scree/live';
       const options: ContactOptions = { algorithm: 'gjk-epa' };
       const bodies: readonly Shape[] = [sphere({ radius: 1 }), box({ halfExtents: [1, 2, 3] })];
       const pose: PoseLike = { position: [0, 0, 5], orientation: { w: 1, x: 0, y: 0, z: 0 } };
       const [a, b] = bodies;
       if (a !== undefined && b !== undefined) {
         const answer: Contact = contact(a, {}, b, pose, options);
         const depth: number = -answer.distance;
         const type: 'v-v' | 'v-e' | 'e-e' | 'v-f' | 'e-f' | 'f-f' = answer.type;
         console.log(depth, type, answer.normal.x, answer.lower <= answer.upper);
       }
       // @ts-expect-error: a radius is a number
       sphere({ radius: '1' });
       declare const console: { log(...values: unknown[]): void };\n`,
      );
      const compilerOptions = {
        strict: true,
        exactOptionalPropertyTypes: true,
        verbatimModuleSyntax: true,
        skipLibCheck: false,
        module: 'NodeNext',
        target: 'ES2022',
        lib: ['ES2022'],
        types: [],
        noEmit: true,
      };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['example.ts'] }));
      const from = compilerName === OLDEST_TYPESCRIPT ? join(folder, 'package.json') : import.meta.url;
      const compiler = createRequire(from).resolve('typescript/bin/tsc');
      expect(runCommand(process.execPath, [compiler, '-p', '.'], { cwd: folder })).toMatchObject({
        status: 0,
        stdout: '',
      });
    },
  );

  it('brings a program that answers a pair', () => {
    const pair = {
      a: { shape: { sphere: { radius: 1 } } },
      b: { shape: { sphere: { radius: 2 } }, pose: { position: [0, 0, 5] } },
    };
    const answer = inFolder(join(folder, 'node_modules/.bin/scree'), ['contact', '-'], JSON.stringify(pair));
    expect(JSON.parse(answer)).toMatchObject({ id: null, distance: 2, normal: [0, 0, 1], status: 'converged' });
  });

  it('bundles for a browser, where scree/contact needs nothing of Node', async () => {
    const program = `
      import { box, contact } from 'scree/contact';
      const cube = box({ halfExtents: [1, 1, 1] });
      const turned = { position: [1.5, 0.25, 0], orientation: [1, 0.25, 0.5, 0.125] };
      globalThis.answer = JSON.stringify(contact(cube, {}, cube, turned));`;
    writeFileSync(join(folder, 'page.js'), program);
    const nodeModules: string[] = [];
    const output = (await build({
      root: folder,
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
    const inNode = inFolder('node', ['--input-type=module', '-e', `${program}\nconsole.log(globalThis.answer);`]);
    expect(page.answer).toBe(inNode.trim());
  });
});

/**
 * A bed of spheres by a law of the page's own, whose module every thread imports, then by Hertz's; and what is said to
 * someone who steps too early.
 */
const SIMULATE = `
  import { Simulation } from 'scree/dem';
  const spec = (threads, law) => ({
    threads, law, timeStep: 1e-5, gravity: [0, 0, -9.81],
    materials: [{ name: 'glass', density: 2500, youngsModulus: 1e8, poissonsRatio: 0.25, restitution: 0.8, friction: 0.4 }],
    shapes: [{ name: 'marble', sphere: { radius: 0.01 } }],
    bodies: Array.from({ length: 150 }, (_, k) => ({
      shape: 'marble', material: 'glass', velocity: [0.1 * (k % 3), 0, 0],
      position: [0.0201 * (k % 10), 0.0201 * (Math.floor(k / 10) % 5), 0.0099 + 0.0199 * Math.floor(k / 50)],
    })),
    halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'glass' }],
  });
  async function hashAfter(threads, law) {
    const simulation = await Simulation.create(spec(threads, law));
    simulation.step(50);
    const digest = await crypto.subtle.digest('SHA-256', simulation.save());
    simulation.dispose();
    return [simulation.threads, new Uint8Array(digest).join()];
  }
  export async function answers(threads) {
    return [
      await hashAfter(threads, { normal: 'hertz', tangential: 'mindlin' }),
      await hashAfter(threads, { module: 'quadratic-spring.mjs' }),
    ];
  }
  export function tooEarly() {
    const simulation = new Simulation(spec(2, { normal: 'hertz' }));
    try { simulation.step(); } catch ({ message }) { return message; }
  }`;
const WORKER = `
  import { setStepWorkerUrl } from 'scree/dem';
  import { answers, tooEarly } from './simulate.js';
  if (location.search === '?served') setStepWorkerUrl('threads.js');
  Promise.all([answers(2), tooEarly()]).then(([two, message]) => postMessage({ two, message })).catch(({ message }) => postMessage(message));`;

/** Each bundler as its manual begins: no plugin, no rule for workers. */
const BUNDLERS: Readonly<Record<string, (entry: string) => Promise<string>>> = {
  esbuild: async (entry) => {
    const format = 'esm';
    const { outputFiles } = await esbuild.build({
      entryPoints: [join(folder, entry)],
      bundle: true,
      format,
      write: false,
    });
    return outputFiles?.[0]?.text ?? '';
  },
  webpack: async (entry) => {
    const name = `webpack-${entry}`;
    const output = { path: folder, filename: name };
    const compiler = webpack({ mode: 'none', target: 'webworker', context: folder, entry: `./${entry}`, output });
    const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) =>
      compiler.run((error, result) => (error ? reject(error) : resolve(result))),
    );
    const { errors, warnings } = stats?.toJson({ all: false, errors: true, warnings: true }) ?? {};
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [] });
    return readFileSync(join(folder, name), 'utf8');
  },
  vite: async (entry) => {
    const [output] = (await build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      build: { write: false, lib: { entry, formats: ['es'] } },
    })) as Rollup.RollupOutput[];
    expect(output?.output).toHaveLength(1);
    return output?.output[0].code ?? '';
  },
};

describe('a program in an isolated page', () => {
  const law = readFileSync(join(ROOT, 'examples/quadratic-spring.mjs'), 'utf8');
  let browser: Browser;
  let expected: unknown;

  beforeAll(async () => {
    writeFileSync(join(folder, 'simulate.js'), SIMULATE);
    writeFileSync(join(folder, 'worker.js'), WORKER);
    writeFileSync(join(folder, 'threads.js'), "import 'scree/step-worker';\n");
    writeFileSync(join(folder, 'quadratic-spring.mjs'), law);
    const program = "import { answers } from './simulate.js'; console.log(JSON.stringify(await answers(1)));";
    const onOneThread = JSON.parse(inFolder('node', ['--input-type=module', '-e', program])) as [number, string][];
    expected = {
      two: onOneThread.map(([, hash]) => [2, hash]),
      message: expect.stringMatching(/^threads: 0 of 1 workers have started; in a browser use await Simulation.create/),
    };
    browser = await sharedBrowser();
  }, INSTALL_TIMEOUT_MS);
  afterAll(() => closePages(browser), INSTALL_TIMEOUT_MS);

  it.each(Object.keys(BUNDLERS))('runs on two threads with the bits of one, bundled by %s', async (name) => {
    const worker = (await BUNDLERS[name]?.('worker.js')) ?? '';
    const scripts = new Map(Object.entries({ '/worker.js': worker, '/quadratic-spring.mjs': law }));
    expect(await answerOfWorker(browser, scripts)).toEqual(expected);
  });

  it('serves the script of its threads itself where its policy forbids workers from blobs, which is said otherwise', async () => {
    const worker = (await BUNDLERS.esbuild?.('worker.js')) ?? '';
    const threads = (await BUNDLERS.esbuild?.('threads.js')) ?? '';
    const scripts = new Map(
      Object.entries({ '/worker.js': worker, '/threads.js': threads, '/quadratic-spring.mjs': law }),
    );
    const policy = "default-src 'self' data: 'wasm-unsafe-eval'";
    expect(await answerOfWorker(browser, scripts, { policy, query: '?served' })).toEqual(expected);
    expect(await answerOfWorker(browser, scripts, { policy })).toMatch(/worker-src blob:.*setStepWorkerUrl/);
  });
});
