// SPDX-License-Identifier: MIT
/**
 * Bundles the files of dist/ that Node starts: to load a thousand small modules takes most of a second. Each program
 * keeps its place; its other code goes to dist/chunks/. The modules that users import stay as the compiler wrote them
 * (docs/decisions/0049).
 */
import { dirname, join, relative, sep } from 'node:path';
import { build } from 'vite';
import { PACKAGE, ROOT } from './build-stamp.mjs';
import { licences } from './licences-plugin.mjs';

const DIST = join(ROOT, PACKAGE.output);

/** The program, and what `scree bench` starts for each timing. */
const PROGRAMS = ['cli/scree', 'bench/time-one-variant', 'bench/time-mesh-variant', 'bench/step/time-one-scene'];

/**
 * The thread of a simulation is one small file: each thread loads it by itself, and twenty chunks take 30 ms longer.
 */
const THREAD = 'simulation/threads/step-worker';

const slashed = (path) => path.split(sep).join('/');

/**
 * Modules find files by their own address. In a bundle that is still their address in dist/, not that of the bundle.
 */
const ownAddresses = {
  name: 'own-addresses',
  transform(code, id) {
    if (!id.startsWith(DIST) || !code.includes('import.meta.url')) return null;
    return { code: code.replaceAll('import.meta.url', `SCREE_ADDRESS("${slashed(relative(DIST, id))}")`), map: null };
  },
  renderChunk(code, { fileName }) {
    return code.replaceAll(/SCREE_ADDRESS\("(.*?)"\)/g, (_, module) => {
      const path = slashed(relative(dirname(fileName), module));
      return `new URL(${JSON.stringify(path)}, import.meta.url).href`;
    });
  },
};

/**
 * @param {readonly string[]} names
 * @param {object} output
 * @param {readonly object[]} plugins
 * @param {boolean} minify
 */
function bundle(names, output, plugins, minify) {
  return build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    publicDir: false,
    plugins: [ownAddresses, ...plugins],
    // Packages that a user may or may not have installed are looked for when they are needed.
    ssr: { noExternal: true, external: ['h5wasm', 'hyparquet-writer', 'webgpu'] },
    build: {
      ssr: true,
      outDir: DIST,
      emptyOutDir: false,
      minify,
      target: 'es2022',
      rolldownOptions: {
        input: Object.fromEntries(names.map((name) => [name, join(DIST, `${name}.js`)])),
        output: { entryFileNames: '[name].js', ...output },
      },
    },
  });
}

// Names and lines of errors of the programs stay readable. A thread passes its errors on to the program.
await bundle(PROGRAMS, { chunkFileNames: 'chunks/[name]-[hash].js' }, [licences('chunks/licences.txt').main], false);
await bundle([THREAD], { codeSplitting: false }, [], true);
