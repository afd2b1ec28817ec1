// SPDX-License-Identifier: MIT
/**
 * The script that a page runs in the threads of a simulation. By default it is part of this module as a string, which a page starts from a blob: bundlers need no
 * rule for it (docs/decisions/0057). A page whose content security policy forbids that serves a script of its own.
 */
import { WASM_BASE64 } from '../kernel/generated/wasm-bytes.ts';
import { STEP_WORKER_SCRIPT } from './generated/step-worker-script.ts';

/** Browser globals, declared here by what is used of them. */
declare const Blob: new (parts: readonly string[], options: { readonly type: string }) => object;
declare const URL: { createObjectURL(blob: object): string };

let address: string | undefined;

/**
 * Sets the address of the script for threads of simulations in a page, a module that imports `scree/step-worker`. Needed only where the content security policy
 * of the page has no `worker-src blob:`; call it before the first simulation with threads.
 */
export function setStepWorkerUrl(url: string | { readonly href: string }): void {
  address = typeof url === 'string' ? url : url.href;
}

/** One blob for all threads of this page or worker; it lives as long as they may start more. */
export function pageThreadScript(): string {
  address ??= URL.createObjectURL(
    new Blob([`const SCREE_KERNEL_BASE64 = '${WASM_BASE64}';\n`, STEP_WORKER_SCRIPT], { type: 'text/javascript' }),
  );
  return address;
}
