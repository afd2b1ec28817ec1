// SPDX-License-Identifier: MIT
/**
 * The tarball, installed by npm, in every runtime that the registry offers: the oldest and newest releases of Node, Bun
 * and Deno; with the oldest compiler that must read its types; and in pages, bundled for production or served by Vite.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { createServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { BUNDLERS, LAW_NAME, ON_ONE_THREAD, readLaw, writePrograms } from '../support/bundled-programs.ts';
import { answerOfWorker } from '../support/isolated-page.ts';
import { installedPackage, type StrangerFolder } from '../support/stranger-folder.ts';
import { checkTypes } from '../support/strict-program.ts';

const TIMEOUT_MS = 600_000;
const PLATFORM = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
/** The oldest that package.json allows, and the newest of each release line. */
const NODES = ['20.19.0', '20', '22.3.0', '22', '23', '24'];
const nodeName = (version: string): string => `node-${version}`;
const OLDEST_TYPESCRIPT = 'typescript@5.0';

/** Imports every path, answers a pair, simulates on one thread and on two, and reads a trajectory. */
const PROGRAM = `
  const paths = ['scree', 'scree/contact', 'scree/dem', 'scree/analysis', 'scree/io', 'scree/live', 'scree/study'];
  const names = [];
  for (const path of paths) names.push(Object.keys(await import(path)).sort().join());
  const { box, contact } = await import('scree/contact');
  const cube = box({ halfExtents: [1, 1, 1] });
  const place = { position: [1.5, 0.25, 0], orientation: [1, 0.25, 0.5, 0.125] };
  // WebAssembly and the other algorithms are there without waiting.
  const answer = [
    contact(cube, {}, cube, place, { kernel: 'webassembly' }),
    contact(cube, {}, cube, place, { algorithm: 'mpr' }),
  ];
  const { answers } = await import('./simulate.js');
  const [one, two] = [await answers(1), await answers(2)];
  console.log(JSON.stringify({ names, answer, one, two }));
`;
const PAIR =
  '{"a":{"shape":{"sphere":{"radius":1}}},"b":{"shape":{"sphere":{"radius":2}},"pose":{"position":[0,0,5]}}}';

interface Answers {
  readonly one: readonly (readonly [number, string])[];
  readonly two: readonly (readonly [number, string])[];
}

let stranger: StrangerFolder;
let expected: Answers;

beforeAll(() => {
  const nodes = NODES.map((version) => `${nodeName(version)}@npm:${PLATFORM}@${version}`);
  stranger = installedPackage([...nodes, 'bun', 'deno', OLDEST_TYPESCRIPT]);
  writePrograms(stranger.path);
  writeFileSync(join(stranger.path, 'check.mjs'), PROGRAM);
  expected = JSON.parse(stranger.run(process.execPath, ['check.mjs']));
}, TIMEOUT_MS);
afterAll(() => stranger.remove(), TIMEOUT_MS);

const inModules = (path: string): string => join(stranger.path, 'node_modules', path);
const RUNTIMES: readonly (readonly [name: string, command: () => string, args: readonly string[]])[] = [
  ...NODES.map((version) => [`Node ${version}`, () => inModules(`${nodeName(version)}/bin/node`), []] as const),
  ['Bun', () => inModules('.bin/bun'), ['run']],
  ['Deno', () => inModules('.bin/deno'), ['run', '-A']],
];

describe.each(RUNTIMES)('%s', (_, command, args) => {
  it('imports every path, and gives the bits of this Node on one thread and on two', () => {
    expect(JSON.parse(stranger.run(command(), [...args, 'check.mjs']))).toEqual(expected);
  });

  it('runs the program: a pair, an example, and a run with its outputs', () => {
    const scree = (words: readonly string[], input = ''): string =>
      stranger.run(command(), [...args, stranger.installed('dist/cli/scree.js'), ...words], input);
    const folder = `run-${_.replace(/\W/g, '-')}`;
    expect(JSON.parse(scree(['contact', '-'], PAIR))).toMatchObject({ distance: 2, status: 'converged' });
    scree(['init', 'heap', '--out', folder]);
    const scene = join(folder, 'heap.yaml');
    scree(['run', scene, '--out', join(folder, 'out'), '--until', '20 ms', '--quiet', '--threads', '2']);
    expect(scree(['export', join(folder, 'out'), '--to', 'csv'])).toMatch(/^\d+ frames?:/);
  });
});

describe('the installed package', () => {
  it('has its program in the path of npm', () => {
    expect(JSON.parse(stranger.run(inModules('.bin/scree'), ['contact', '-'], PAIR))).toMatchObject({ distance: 2 });
  });

  it(`has types that ${OLDEST_TYPESCRIPT} reads, libraries included`, () => {
    expect(checkTypes(stranger.path, join(stranger.path, 'package.json'))).toMatchObject({ status: 0, stdout: '' });
  });
});

describe('a page', () => {
  const law = readLaw();
  let browser: Browser;
  const on = (threads: number): unknown => expected.one.map(([, hash]) => [threads, hash]);

  beforeAll(async () => {
    expect(JSON.parse(stranger.run(process.execPath, ['--input-type=module', '-e', ON_ONE_THREAD]))).toEqual(on(1));
    browser = await sharedBrowser();
  }, TIMEOUT_MS);
  afterAll(() => closePages(browser), TIMEOUT_MS);

  it.each(Object.entries(BUNDLERS))(
    'has the bits of Node, bundled for production by %s, isolated with two threads or not with one',
    async (_, bundle) => {
      const scripts = new Map([...(await bundle(stranger.path, 'worker.js', true)), [`/${LAW_NAME}`, law]]);
      expect(await answerOfWorker(browser, scripts)).toMatchObject({ found: on(2) });
      expect(await answerOfWorker(browser, scripts, { isIsolated: false })).toEqual({ found: on(1) });
    },
    TIMEOUT_MS,
  );

  it(
    'has the bits of Node when the server of Vite serves it, in the page itself and in its worker',
    async () => {
      writeFileSync(
        join(stranger.path, 'index.html'),
        `<!doctype html><link rel="icon" href="data:,"><script type="module">
        import { answers } from './simulate.js';
        const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
        const inWorker = new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data.found ?? data); });
        globalThis.answer = { inPage: await answers(1), inWorker: await inWorker };
      </script>`,
      );
      writeFileSync(
        join(stranger.path, 'contacts.html'),
        '<!doctype html><link rel="icon" href="data:,"><script type="module" src="./contacts.js"></script>',
      );
      const headers = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
      const server = await createServer({
        root: stranger.path,
        configFile: false,
        logLevel: 'silent',
        server: { port: 0, host: '127.0.0.1', headers },
      });
      const page = await browser.newPage();
      try {
        await server.listen();
        // The server bundles dependencies at the first call, and loads the page again afterwards.
        await page.goto(server.resolvedUrls?.local[0] ?? '', { waitUntil: 'commit', timeout: TIMEOUT_MS });
        const found = (): unknown => (globalThis as { answer?: unknown }).answer;
        const answer = await page.waitForFunction(found, undefined, { timeout: TIMEOUT_MS });
        expect(await answer.jsonValue()).toEqual({ inPage: on(1), inWorker: on(2) });
        await page.goto(`${server.resolvedUrls?.local[0]}contacts.html`, { waitUntil: 'commit', timeout: TIMEOUT_MS });
        const contacts = await page.waitForFunction(found, undefined, { timeout: TIMEOUT_MS });
        expect(await contacts.jsonValue()).toEqual(JSON.parse(stranger.run(process.execPath, ['contacts.js'])));
      } finally {
        await page.close();
        await server.close();
      }
    },
    TIMEOUT_MS,
  );
});
