// SPDX-License-Identifier: MIT
/**
 * The script of the threads of a simulation in a page. By default this module contains it as a string, and the page
 * starts it from a blob, so bundlers need no plugin (docs/decisions/0045). A page whose content security policy forbids
 * blobs serves its own script.
 */
import { WASM_BASE64 } from '../../kernel/generated/wasm-bytes.ts';
import { STEP_WORKER_SCRIPT } from '../generated/step-worker-script.ts';

/** The parts of the browser globals that this module uses. */
declare const Blob: new (parts: readonly string[], options: { readonly type: string }) => object;
declare const URL: { createObjectURL(blob: object): string };

let address: string | undefined;

/**
 * Sets the address of the thread script, a module that imports `scree/step-worker`. Needed only if the content security
 * policy of the page does not allow `worker-src blob:`. Call it before the first simulation with threads.
 *
 * @example
 * ```ts
 * import { setStepWorkerUrl } from 'scree/dem';
 *
 * setStepWorkerUrl('/assets/threads.js');
 * ```
 */
export function setStepWorkerUrl(url: string | { readonly href: string }): void {
  address = typeof url === 'string' ? url : url.href;
}

/** One blob for all threads of this page or worker. It is never revoked, since more threads may start later. */
export function pageThreadScript(): string {
  address ??= URL.createObjectURL(
    new Blob([`const SCREE_KERNEL_BASE64 = '${WASM_BASE64}';\n`, STEP_WORKER_SCRIPT], { type: 'text/javascript' }),
  );
  return address;
}
