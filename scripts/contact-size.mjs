// SPDX-License-Identifier: MIT
/**
 * `npm run size`: bytes of programs that use `scree/contact`, bundled and minified by esbuild, which leaves out what a
 * program does not use; plain, and compressed by gzip and brotli as servers do.
 */
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { ROOT } from './build-stamp.mjs';

/** Limit for two boxes, gzip, in bytes. The WebAssembly of the kernel takes half of it, its TypeScript a quarter. */
export const LARGEST_CONTACT_PROGRAM = 340_000;

/** By title; `from` is the module that they import. */
const PROGRAMS = {
  'two boxes, contact': (from) =>
    `import { box, contact } from '${from}';
    const cube = box({ halfExtents: [1, 1, 1] });
    console.log(contact(cube, {}, cube, { position: [1.5, 0, 0] }));`,
  'a shape, no query': (from) => `import { sphere } from '${from}'; console.log(sphere({ radius: 1 }));`,
  everything: (from) => `export * from '${from}';`,
};

/**
 * @param {string} program
 * @returns {Promise<{minified: number, gzip: number, brotli: number}>}
 */
async function sizeOf(program) {
  const { outputFiles } = await esbuild.build({
    stdin: { contents: program, resolveDir: ROOT },
    bundle: true,
    minify: true,
    format: 'esm',
    legalComments: 'none',
    write: false,
  });
  const [{ contents }] = outputFiles;
  return {
    minified: contents.length,
    gzip: gzipSync(contents, { level: 9 }).length,
    brotli: brotliCompressSync(contents).length,
  };
}

/** @returns {Promise<Record<string, {minified: number, gzip: number, brotli: number}>>} */
export async function contactSizes() {
  const sizes = {};
  for (const [title, program] of Object.entries(PROGRAMS))
    sizes[title] = await sizeOf(program(join(ROOT, 'dist/contact.js')));
  return sizes;
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  const kB = (bytes) => (bytes / 1000).toFixed(1).padStart(9);
  console.log(`${'scree/contact, kB'.padEnd(22)} minified      gzip    brotli`);
  for (const [title, { minified, gzip, brotli }] of Object.entries(await contactSizes()))
    console.log(`${title.padEnd(20)} ${kB(minified)} ${kB(gzip)} ${kB(brotli)}`);
}
