// SPDX-License-Identifier: MIT
/**
 * Headers of every response: isolation (COOP, COEP), which SharedArrayBuffer requires, and a content security policy
 * that allows only the page's own scripts, WebAssembly and connections to this server.
 */

const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
];

/** A report is a separate page with inline styles and no script, shown in a sandboxed frame. */
const REPORT_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox',
];

const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
} as const;

export const PAGE_HEADERS = { ...ISOLATION, 'Content-Security-Policy': POLICY.join('; ') } as const;
export const REPORT_HEADERS = { ...ISOLATION, 'Content-Security-Policy': REPORT_POLICY.join('; ') } as const;
