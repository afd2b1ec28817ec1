// SPDX-License-Identifier: MIT
/** Offers a file for download. */
import { h } from './h.ts';

/** How long the address of the file is kept for the browser to take it. */
const KEPT_MS = 60_000;

export function download(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
