// SPDX-License-Identifier: MIT
/**
 * `npm run size`: bytes of programs in a page that use `scree/contact`, bundled and minified by esbuild, which leaves
 * out what a program does not use and keeps apart what is loaded later; plain, and compressed by gzip and brotli as
 * servers do.
 */
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { ROOT } from './build-stamp.mjs';

/** Limit for two boxes, gzip, in bytes: all that a page must load before the first answer. */
export const LARGEST_CONTACT_PROGRAM = 100_000;

/** By title; `from` is the module that they import. */
const PROGRAMS = {
  'two boxes, contact': (from) =>
    `import { box, contact } from '${from}';
    const cube = box({ halfExtents: [1, 1, 1] });
    console.log(contact(cube, {}, cube, { position: [1.5, 0, 0] }));`,
  'a shape, no query': (from) => `import { sphere } from '${from}'; console.log(sphere({ radius: 1 }));`,
  'many pairs, contactBatch': (from) => `export { contactBatch } from '${from}';`,
  'bodies on meshes': (from) => `export { meshContacts } from '${from}';`,
  everything: (from) => `export * from '${from}';`,
};

/** Of scripts: each is loaded by itself, hence compressed by itself. */
function sizesOf(files) {
  const sum = (size) => files.reduce((total, { contents }) => total + size(contents), 0);
  return {
    minified: sum(({ length }) => length),
    gzip: sum((contents) => gzipSync(contents, { level: 9 }).length),
    brotli: sum((contents) => brotliCompressSync(contents).length),
  };
}

/**
 * `before`: what the page loads before the program runs; `later`: what the program itself may load afterwards, by the
 * module that it imports.
 * @param {string} program
 */
async function sizeOf(program) {
  const { outputFiles, metafile } = await esbuild.build({
    stdin: { contents: program, resolveDir: ROOT },
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    legalComments: 'none',
    outdir: '/size',
    metafile: true,
    write: false,
  });
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]));
  const withImported = (name, found = new Set()) => {
    if (found.has(name)) return found;
    found.add(name);
    for (const { path, kind } of outputs.get(name).imports)
      if (kind === 'import-statement') withImported(basename(path), found);
    return found;
  };
  const filesOf = (names) => outputFiles.filter(({ path }) => names.has(basename(path)));
  const before = withImported('stdin.js');
  const later = {};
  for (const [name, { entryPoint }] of outputs) {
    if (entryPoint === undefined || before.has(name)) continue;
    const alone = [...withImported(name)].filter((each) => !before.has(each));
    later[basename(entryPoint, '.js')] = sizesOf(filesOf(new Set(alone)));
  }
  return { before: sizesOf(filesOf(before)), later };
}

/** @typedef {{minified: number, gzip: number, brotli: number}} Sizes */

/** @returns {Promise<Record<string, {before: Sizes, later: Record<string, Sizes>}>>} */
export async function contactSizes() {
  const sizes = {};
  for (const [title, program] of Object.entries(PROGRAMS))
    sizes[title] = await sizeOf(program(join(ROOT, 'dist/contact.js')));
  return sizes;
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  const kB = (bytes) => (bytes / 1000).toFixed(1).padStart(9);
  const row = (title, { minified, gzip, brotli }) =>
    console.log(`${title.padEnd(28)} ${kB(minified)} ${kB(gzip)} ${kB(brotli)}`);
  console.log(`${'scree/contact, kB'.padEnd(30)} minified      gzip    brotli`);
  for (const [title, { before, later }] of Object.entries(await contactSizes())) {
    row(title, before);
    for (const [module, sizes] of Object.entries(later)) row(`  later: ${module}`, sizes);
  }
}
