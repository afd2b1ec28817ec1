// SPDX-License-Identifier: MIT
/** The script that kernel-bytes-in-page.ts loads: its own module, since simulations import the bytes themselves. */
export { WASM_BASE64 } from './generated/wasm-bytes.ts';
