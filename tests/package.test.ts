// SPDX-License-Identifier: MIT
/**
 * The package as a stranger gets it: packed, installed in an empty folder, imported, type-checked, run, and bundled for a
 * browser. Installing fetches the run-time dependencies from the registry that npm is set up for.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build, type Rollup } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { runCommand } from './built-program.ts';
import { ROOT } from './source-files.ts';

const INSTALL_TIMEOUT_MS = 180_000;
const subpaths = Object.keys(manifest.exports)
  .filter((path) => path !== './package.json')
  .map((path) => path.replace(/^\./, manifest.name));

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
  inFolder('npm', ['install', '--no-audit', '--no-fund', join(folder, tarball.filename)]);
}, INSTALL_TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
          !/^(dist\/.*\.(js|d\.ts)|dist\/studio\/(index\.html|icon\.svg|licences\.txt|assets\/.*\.css)|[A-Z]+(\.md)?|package\.json)$/.test(
            path,
          ),
      ),
    ).toEqual([]);
    expect(packed.filter((path) => path.includes('.test.'))).toEqual([]);
  });
});

describe('the studio in the package', () => {
  it('has scripts of at most 1.5 MB, compressed', () => {
    const scripts = packed.filter((path) => /^dist\/studio\/.*\.js$/.test(path));
    const sizes = scripts.map((path) => gzipSync(readFileSync(join(ROOT, path))).length);
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1.5e6);
  });

  it('brings the licences of what was bundled into it', () => {
    const text = readFileSync(join(ROOT, 'dist/studio/licences.txt'), 'utf8');
    for (const name of ['three', 'uplot']) expect(text).toMatch(new RegExp(`^${name}$`, 'm'));
    expect(text).toContain('Permission is hereby granted');
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

  it('type-checks in a strict program, libraries included', () => {
    writeFileSync(
      join(folder, 'example.ts'),
      `import { box, type Contact, type ContactOptions, contact, type PoseLike, type Shape, sphere } from 'scree/contact';
       import type {} from 'scree';
       import type {} from 'scree/dem';
       import type {} from 'scree/io';
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
      ...{ strict: true, exactOptionalPropertyTypes: true, verbatimModuleSyntax: true, skipLibCheck: false },
      ...{ module: 'NodeNext', target: 'ES2023', lib: ['ES2023'], types: [], noEmit: true },
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['example.ts'] }));
    const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
    expect(runCommand(process.execPath, [compiler, '-p', '.'], { cwd: folder })).toMatchObject({
      status: 0,
      stdout: '',
    });
  });

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
