// SPDX-License-Identifier: MIT
/**
 * Bundles the thread script of simulations (src/simulation/threads/step-worker.ts) and writes it as a string into an ES
 * module. A page starts its threads from that string, so no bundler has to find and bundle a worker
 * (docs/decisions/0045).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { ROOT, STEP_WORKER } from './build-stamp.mjs';

const BYTES_MODULE = join(ROOT, 'src/kernel/generated/wasm-bytes.ts');

/**
 * The program of the page already contains the kernel. The page inserts it before the script as a global constant of
 * this name.
 */
const bytesFromPage = {
  name: 'kernel-bytes-from-page',
  load: (id) => (id === BYTES_MODULE ? 'export const WASM_BASE64 = SCREE_KERNEL_BASE64;' : null),
};

const [{ output }] = await build({
  configFile: false,
  root: ROOT,
  logLevel: 'error',
  plugins: [bytesFromPage],
  build: {
    write: false,
    target: 'es2022',
    lib: { entry: join(ROOT, STEP_WORKER.entry), formats: ['iife'], name: 'stepWorker' },
  },
});
if (output.length !== 1) throw new Error(`step-worker.ts: expected one file, got ${output.length}`);
const script = output[0].code;

const folder = join(ROOT, STEP_WORKER.output);
mkdirSync(folder, { recursive: true });
writeFileSync(
  join(folder, 'step-worker-script.ts'),
  `// SPDX-License-Identifier: MIT\n/** step-worker.ts and all that it imports, as one script; written by ` +
    `scripts/build-step-worker.mjs. */\nexport const STEP_WORKER_SCRIPT: string =\n  ${JSON.stringify(script)};\n`,
);
console.log(`step worker: ${script.length} characters`);
