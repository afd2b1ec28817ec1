// SPDX-License-Identifier: MIT
/**
 * Builds the studio into dist/studio, from where `scree view` serves it: relative addresses, workers as modules,
 * nothing from elsewhere.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { licences } from '../scripts/licences-plugin.mjs';
import { sharedModule } from '../scripts/shared-module-plugin.mjs';

const notices = licences('licences.txt', ['@fontsource-variable/inter']);

/** The page and its workers are bundled each by itself, and all need the contact kernel: they load one copy. */
const contactKernel = sharedModule(
  'contact-kernel',
  fileURLToPath(new URL('../src/kernel/generated/wasm-bytes.ts', import.meta.url)),
);

/**
 * The studio serves the script of its threads as a file, since its content security policy forbids blobs: the copy as a
 * string would only be loaded.
 */
const WITHOUT_THREAD_SCRIPT = {
  find: /^.*\/generated\/step-worker-script\.ts$/,
  replacement: fileURLToPath(new URL('src/run/no-thread-script.ts', import.meta.url)),
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  // The engine's entry points name Node's modules, which the page does not use and the bundler leaves out; it would
  // warn of each.
  logLevel: 'error',
  resolve: { alias: [WITHOUT_THREAD_SCRIPT] },
  plugins: [notices.main, contactKernel.main],
  worker: { format: 'es', plugins: () => [notices.workers, contactKernel.workers] },
  build: {
    outDir: '../dist/studio',
    emptyOutDir: true,
    target: 'es2022',
    // Inlined files would be data: addresses, which the content security policy refuses for scripts and workers.
    assetsInlineLimit: 0,
    // three.js alone is larger than the default limit.
    chunkSizeWarningLimit: 1500,
  },
});
