// SPDX-License-Identifier: MIT
/** A few pages of the documentation site, built by VitePress and looked at in a browser: text, equations, search. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STAGED } from '../../site/build.mjs';
import { ROOT } from '../source-files.ts';
import { closePages, openPage, sharedBrowser } from '../support/browser.ts';
import { runCommand } from '../support/built-program.ts';

const TIMEOUT_MS = 300_000;
const PAGES = [
  'index.md',
  'glossary.md',
  'theory/epa.md',
  'theory/contact-definition.md',
  'guide/getting-started.md',
  'examples/index.md',
];
/** In the glossary alone of these pages. */
const TERM = 'canonical order';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

let folder: string;
let server: Server;
let browser: Browser;
let address: string;

beforeAll(async () => {
  // Below the folder of the whole site: VitePress looks for its packages upwards from here.
  folder = mkdtempSync(join(ROOT, `${STAGED}-part-`));
  const output = join(folder, 'output');
  const options = { base: '/', hasReport: false, folder: join(folder, 'pages'), output };
  const program = `import { buildPages } from './site/build.mjs';
    const isWanted = (target) => ${JSON.stringify(PAGES)}.includes(target);
    await buildPages(process.cwd(), { ...${JSON.stringify(options)}, isWanted });`;
  const { status, stderr } = runCommand(process.execPath, ['--input-type=module', '-e', program]);
  if (status !== 0) throw new Error(stderr);
  server = createServer(({ url = '/' }, response) => {
    const path = normalize(decodeURIComponent(url.replace(/[?#].*$/, '')));
    const file = join(output, path.endsWith('/') ? `${path}index.html` : path);
    try {
      const bytes = readFileSync(file);
      response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await sharedBrowser();
}, TIMEOUT_MS);
afterAll(async () => {
  await closePages(browser);
  server?.close();
  rmSync(folder, { recursive: true, force: true });
}, TIMEOUT_MS);

describe('the built site', () => {
  it.each(['theory/epa', 'guide/getting-started', 'glossary', 'examples/index'])(
    '%s has its text, no error and nothing that axe finds, narrow and wide',
    async (name) => {
      for (const width of [390, 1440]) {
        const viewport = { width, height: 900 };
        const { page, problems } = await openPage(browser, `${address}/${name}.html`, { viewport });
        await page.locator('main h1').waitFor();
        await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
        const found = await page.evaluate(`axe.run().then(({ violations }) => violations.map(({ id, nodes }) =>
          id + ': ' + nodes[0].html.slice(0, 120)))`);
        expect(found).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
        if (name === 'theory/epa') expect(await page.locator('.katex').count()).toBeGreaterThan(0);
        expect(problems).toEqual([]);
      }
    },
    TIMEOUT_MS,
  );

  it(
    'shows a small plot on white in the dark, and on a narrow screen wide enough to read, with a scroll bar',
    async () => {
      const options = { viewport: { width: 390, height: 900 }, colorScheme: 'dark' as const };
      const { page, problems } = await openPage(browser, `${address}/theory/contact-definition.html`, options);
      await page.locator('main p.plot img').first().waitFor();
      const { source, background, room, width, tabIndex } = await page.evaluate<
        Record<string, string | number>
      >(`(() => {
        const plot = document.querySelector('main p.plot');
        const image = plot.querySelector('img');
        return { source: image.src, background: getComputedStyle(image).backgroundColor,
          room: plot.clientWidth, width: plot.scrollWidth, tabIndex: plot.tabIndex };
      })()`);
      expect(source).toMatch(/\.svg$/);
      expect(background).toBe('rgb(255, 255, 255)');
      expect(width).toBeGreaterThanOrEqual(600);
      expect(room).toBeLessThan(390);
      // The keyboard scrolls it.
      expect(tabIndex).toBe(0);
      expect(problems).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'finds a term of the glossary by its search, without a server',
    async () => {
      const { page, problems } = await openPage(browser, `${address}/theory/epa.html`);
      await page.locator('button[aria-label^="Search"], .DocSearch-Button').first().click();
      await page.locator('#localsearch-input').fill(TERM);
      const results = page.locator('#localsearch-list a');
      const found = results.filter({ hasText: 'Glossary' }).first();
      await found.waitFor();
      await found.click();
      await page.waitForURL(/\/glossary/);
      await page.locator('main h1').filter({ hasText: 'Glossary' }).waitFor();
      expect(await page.locator('main strong').filter({ hasText: TERM }).count()).toBeGreaterThan(0);
      expect(problems).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
