// SPDX-License-Identifier: MIT
/** From kernel text to WebAssembly bytes: what the builds of the contact kernel and of the step kernel share. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import asc from 'assemblyscript/asc';
import binaryen from 'binaryen';
import { foldAddresses } from './fold-addresses.mjs';

const INLINE_TAG = /(\/\*\*(?:(?!\*\/)[\s\S])*?@inline(?:(?!\*\/)[\s\S])*?\*\/\n)((?:export )?function )/g;
/** `--debug` keeps the names of functions, which profilers show (`scree bench step --profile`). */
const FLAGS = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--importMemory', '--converge', '--debug'];

/**
 * Compiles the kernel text of one folder.
 * @param {object} what
 * @param {string} what.source folder of the text; files of its sub-folders belong to it
 * @param {Record<string, string[]>} what.entries exported names by file
 * @param {Record<string, string>} what.ownText files whose AssemblyScript text differs, or that have no other, and that
 *   text
 * @param {Set<string>} what.notKernelText files that are not part of the text
 * @param {string[]} [what.flags] further flags of the compiler
 * @param {number} [what.features] further features of WebAssembly, as binaryen numbers them
 */
export async function assemble({ source, entries, ownText, notKernelText, flags = [], features = 0 }) {
  const folder = mkdtempSync(join(tmpdir(), 'scree-kernel-'));
  try {
    for (const name of new Set([...kernelFiles(source, ''), ...Object.keys(ownText)])) {
      if (notKernelText.has(name)) continue;
      const text = ownText[name] ?? foldAddresses(readFileSync(join(source, name), 'utf8'));
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(
        join(folder, name),
        text.replace(/from '(\.\.?\/[a-z/-]+)\.ts'/g, "from '$1'").replace(INLINE_TAG, '$1@inline $2'),
      );
    }
    const exported = Object.entries(entries).map(
      ([file, names]) => `export { ${names.join(', ')} } from './${file}';\n`,
    );
    writeFileSync(join(folder, 'entry.ts'), exported.join(''));
    const files = ['entry.ts', '--baseDir', folder, '--outFile', 'kernel.wasm'];
    const { error, stderr } = await asc.main([...files, ...FLAGS, ...flags]);
    if (error) {
      process.stderr.write(stderr.toString());
      throw error;
    }
    return inlined(readFileSync(join(folder, 'kernel.wasm')), features);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The module that holds the bytes of several builds as base64, by constant name. */
export function bytesModule(builds, script) {
  const constants = Object.entries(builds).map(
    ([name, bytes]) => `export const ${name}: string =\n  '${bytes.toString('base64')}';\n`,
  );
  return (
    `// SPDX-License-Identifier: MIT\n/** The kernel as WebAssembly, base64; written by ${script}. ` +
    `*/\n${constants.join('')}`
  );
}

/** Names of the text's files, relative to the folder; tests and declarations are not text. */
function kernelFiles(source, below) {
  return readdirSync(join(source, below), { withFileTypes: true }).flatMap((entry) => {
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'generated' ? [] : kernelFiles(source, name);
    return /^[a-z-]+\.ts$/.test(entry.name) ? [name] : [];
  });
}

/**
 * Inlines more than AssemblyScript does: V8 inlines no WebAssembly calls, and each call spills the simplex that GJK
 * keeps in local variables. Measured: 8 to 10 % of the time for a quarter more bytes; ten times these limits gain
 * nothing more.
 */
function inlined(wasm, features) {
  const module = binaryen.readBinary(new Uint8Array(wasm));
  const { SIMD128, BulkMemory, SignExt } = binaryen.Features;
  module.setFeatures(SIMD128 | BulkMemory | SignExt | features);
  binaryen.setOptimizeLevel(3);
  binaryen.setShrinkLevel(0);
  binaryen.setDebugInfo(true);
  binaryen.setAlwaysInlineMaxSize(60);
  binaryen.setFlexibleInlineMaxSize(300);
  binaryen.setOneCallerInlineMaxSize(10000);
  binaryen.setAllowInliningFunctionsWithLoops(true);
  module.runPasses(['inlining-optimizing']);
  module.optimize();
  module.optimize();
  return Buffer.from(module.emitBinary());
}
