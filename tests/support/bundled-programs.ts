// SPDX-License-Identifier: MIT
/** Programs that use the package in a page, and the bundlers that people bundle them with. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
}

/** Prints what `answers(1)` gives: the bits that all the others must have. */
export const ON_ONE_THREAD = "import { answers } from './simulate.js'; console.log(JSON.stringify(await answers(1)));";

export type Bundler = (folder: string, entry: string, isProduction: boolean) => Promise<string>;

/** Each bundler as its manual begins: no plugin, no rule for workers. */
export const BUNDLERS: Readonly<Record<'esbuild' | 'webpack' | 'vite', Bundler>> = {
  esbuild: async (folder, entry, isProduction) => {
    const format = 'esm';
    const { outputFiles } = await esbuild.build({
      entryPoints: [join(folder, entry)],
      bundle: true,
      minify: isProduction,
      format,
      write: false,
    });
    return outputFiles?.[0]?.text ?? '';
  },
  webpack: async (folder, entry, isProduction) => {
    const name = `webpack-${entry}`;
    const output = { path: folder, filename: name };
    const mode = isProduction ? 'production' : 'none';
    const compiler = webpack({
      mode,
      target: 'webworker',
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
    return readFileSync(join(folder, name), 'utf8');
  },
  vite: async (folder, entry, isProduction) => {
    const [output] = (await build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      build: { write: false, minify: isProduction, lib: { entry, formats: ['es'] } },
    })) as Rollup.RollupOutput[];
    expect(output?.output).toHaveLength(1);
    return output?.output[0].code ?? '';
  },
};
