// SPDX-License-Identifier: MIT
/** Programs that use the package in a page, and the bundlers that people bundle them with. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as esbuild from 'esbuild';
import { build, type Rollup } from 'vite';
import { expect } from 'vitest';
import webpack from 'webpack';
import { ROOT } from '../source-files.ts';

/** The law of the page's own, whose module every thread imports. */
export const LAW_NAME = 'quadratic-spring.mjs';
export const readLaw = (): string => readFileSync(join(ROOT, 'examples', LAW_NAME), 'utf8');

/**
 * A bed of spheres by Hertz's law, then by a law of the page's own; and what is said to someone who steps too early.
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
      await hashAfter(threads, { module: '${LAW_NAME}' }),
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
  const early = tooEarly();
  answers(2).then((found) => postMessage({ found, early })).catch(({ message }) => postMessage(message));`;

/** Writes the programs into a folder in which the package is installed: worker.js is the entry, threads.js optional. */
export function writePrograms(folder: string): void {
  writeFileSync(join(folder, 'simulate.js'), SIMULATE);
  writeFileSync(join(folder, 'worker.js'), WORKER);
  writeFileSync(join(folder, 'threads.js'), "import 'scree/step-worker';\n");
  writeFileSync(join(folder, LAW_NAME), readLaw());
  writeFileSync(join(folder, 'contacts.js'), CONTACTS);
}

/** Prints what `answers(1)` gives: the bits that all the others must have. */
export const ON_ONE_THREAD = "import { answers } from './simulate.js'; console.log(JSON.stringify(await answers(1)));";

/** Scripts by their paths on a server: the entry, `/NAME` of its file, and what the bundler keeps apart from it. */
export type Scripts = ReadonlyMap<string, string>;
export type Bundler = (folder: string, entry: string, isProduction: boolean) => Promise<Scripts>;

/** Asks for answers before and after what a page loads later has arrived, and posts the texts of both. */
const CONTACTS = `
  import { box, contact, ContactCache, ellipsoid, loadAlgorithms, loadWebAssembly } from 'scree/contact';
  const [cube, egg] = [box({ halfExtents: [1, 1, 1] }), ellipsoid({ semiAxes: [1, 0.7, 0.5] })];
  const caches = [new ContactCache(), new ContactCache()];
  const answers = (from, to) => {
    const found = [];
    for (let k = from; k < to; k++) {
      const pose = { position: [1.9 - 0.1 * k, 0.3, 0.05 * k], orientation: [1, 0.1 * k, 0.2, 0] };
      found.push(contact(cube, {}, cube, pose, { cache: caches[0] }), contact(cube, {}, egg, pose, { cache: caches[1] }));
    }
    return found;
  };
  const early = answers(0, 6);
  const build = await loadWebAssembly();
  const late = answers(6, 12);
  const algorithms = await loadAlgorithms().then(
    () => contact(cube, {}, cube, { position: [1.5, 0.25, 0] }, { algorithm: 'mpr' }),
    () => 'not loaded',
  );
  const answer = { build, texts: JSON.stringify([...early, ...late]), algorithms: JSON.stringify(algorithms) };
  if (globalThis.document === undefined) console.log(JSON.stringify(answer));
  else globalThis.answer = answer;`;

/** Each bundler as its manual begins: no plugin, no rule for workers. */
export const BUNDLERS: Readonly<Record<'esbuild' | 'webpack' | 'vite', Bundler>> = {
  esbuild: async (folder, entry, isProduction) => {
    const { outputFiles } = await esbuild.build({
      entryPoints: [join(folder, entry)],
      bundle: true,
      minify: isProduction,
      format: 'esm',
      splitting: true,
      outdir: folder,
      write: false,
    });
    return new Map(outputFiles.map(({ path, text }) => [`/${basename(path)}`, text]));
  },
  webpack: async (folder, entry, isProduction) => {
    const name = `webpack-${entry}`;
    const output = { path: join(folder, name), filename: entry, chunkFilename: `[id]-${entry}` };
    const mode = isProduction ? 'production' : 'none';
    const compiler = webpack({
      mode,
      target: entry === 'contacts.js' ? 'web' : 'webworker',
      context: folder,
      entry: `./${entry}`,
      output,
      performance: false,
    });
    const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) =>
      compiler.run((error, result) => (error ? reject(error) : resolve(result))),
    );
    const { errors, warnings } = stats?.toJson({ all: false, errors: true, warnings: true }) ?? {};
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [] });
    const names = stats?.toJson({ all: false, assets: true }).assets?.map((asset) => asset.name) ?? [];
    return new Map(names.map((each) => [`/${each}`, readFileSync(join(folder, name, each), 'utf8')]));
  },
  vite: async (folder, entry, isProduction) => {
    const [output] = (await build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      build: { write: false, minify: isProduction, lib: { entry, formats: ['es'] } },
    })) as Rollup.RollupOutput[];
    return new Map(
      output?.output.flatMap((each) =>
        each.type === 'chunk' ? [[each.isEntry ? `/${entry}` : `/${each.fileName}`, each.code]] : [],
      ),
    );
  },
};
