// SPDX-License-Identifier: MIT
/**
 * A worker's program in a page. By default its headers isolate it from other pages, so that it may share memory with
 * threads.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { PATIENCE_MS } from './browser.ts';

const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
const pageOf = (script: string): string =>
  `<!doctype html><link rel="icon" href="data:,"><script type="module" src="${script}"></script>`;
const START = `const worker = new Worker('/worker.js' + location.search, { type: 'module' });
worker.onmessage = ({ data }) => { globalThis.answer = data; };
worker.onerror = ({ message }) => { globalThis.answer = 'the worker failed: ' + message; };`;

const POLICY = "default-src 'self' blob: data: 'wasm-unsafe-eval'";
type Scripts = ReadonlyMap<string, string>;

/** Serves scripts by their paths, runs `/worker.js` in a module worker, and returns the first message that it posts. */
export function answerOfWorker(browser: Browser, scripts: Scripts, options: PageOptions = {}): Promise<unknown> {
  return answerOfPage(browser, new Map([...scripts, ['/page.js', START]]), '/page.js', options);
}

interface PageOptions {
  readonly query?: string;
  readonly policy?: string;
  readonly isIsolated?: boolean;
}

/** Serves scripts by their paths, runs one in a page, and returns what it assigns to `globalThis.answer`. */
export async function answerOfPage(
  browser: Browser,
  scripts: Scripts,
  script: string,
  { query = '', policy = POLICY, isIsolated = true }: PageOptions = {},
): Promise<unknown> {
  const server = createServer(({ url = '/' }, response) => {
    const path = url.replace(/\?.*$/, '');
    const text = path === '/' ? pageOf(script) : scripts.get(path);
    const type = path === '/' ? 'text/html' : 'text/javascript';
    response.writeHead(text === undefined ? 404 : 200, {
      ...(isIsolated && ISOLATION),
      'Content-Security-Policy': policy,
      'Content-Type': type,
    });
    response.end(text ?? 'not found');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${query}`);
    const answer = await page.waitForFunction(() => (globalThis as { answer?: unknown }).answer);
    return await answer.jsonValue();
  } finally {
    await page.close();
    server.close();
  }
}
