// SPDX-License-Identifier: MIT
/**
 * Looks at the built site: `node scripts/site-pictures.mjs FOLDER [PAGE ...]` writes each page at 390 and 1440 points,
 * in light and dark, into FOLDER, and lists what axe finds, what is wider than the screen and what fails to load. The
 * exit code is 1 if there is anything. Needs `npm run docs` and a Chromium.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { serveSite } from '../site/build.mjs';
import { ROOT } from './build-stamp.mjs';
import { CHROMIUM_MISSING, findChromium } from './chromium.mjs';

const FLAGS = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const WIDTHS = [390, 1440];
const SCHEMES = ['light', 'dark'];
/** One of each kind. */
const PAGES = [
  'index',
  'guide/index',
  'guide/studies',
  'theory/contact-laws',
  'examples/index',
  'examples/heap',
  'verification/index',
  'verification/round-robin/index',
  'benchmarks/results/step',
  'reference/scene',
  'glossary',
];
const PORT = 4179;

const [folder, ...chosen] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: node scripts/site-pictures.mjs FOLDER [PAGE ...]');
const executablePath = findChromium();
if (executablePath === undefined) throw new Error(CHROMIUM_MISSING);
mkdirSync(folder, { recursive: true });

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
await serveSite(ROOT, { base: '/', port: PORT });
const browser = await chromium.launch({ executablePath, args: FLAGS });
const problems = [];

for (const name of chosen.length > 0 ? chosen : PAGES) {
  for (const scheme of SCHEMES) {
    for (const width of WIDTHS) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme });
      const page = await context.newPage();
      page.setDefaultTimeout(120_000);
      const where = `${name}, ${width}, ${scheme}`;
      page.on('pageerror', ({ message }) => problems.push(`${where}: ${message}`));
      page.on('response', (response) => {
        // The studio asks whether a server is there.
        if (response.status() >= 400 && !response.url().includes('/studio/api/'))
          problems.push(`${where}: ${response.status()} ${response.url()}`);
      });
      await page.goto(`http://localhost:${PORT}/${name}.html`);
      await page.waitForSelector('main, [role=main]');
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      await page.screenshot({ path: join(folder, `${name.replaceAll('/', '-')}-${width}-${scheme}.png`) });
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (excess > 0) problems.push(`${where}: ${excess} points wider than the screen`);
      await page.evaluate(axe);
      // The studio has tests of its own.
      const { violations } = await page.evaluate(() =>
        globalThis.axe.run({ exclude: [['iframe']] }, { iframes: false }),
      );
      for (const { id, help, nodes } of violations)
        problems.push(`${where}: ${id}: ${help}: ${nodes.length} x ${nodes[0]?.html.slice(0, 160)}`);
      await context.close();
    }
  }
}
await browser.close();
for (const problem of problems) console.log(problem);
console.log(`${problems.length} problems; the pictures are in ${folder}`);
process.exit(problems.length > 0 ? 1 : 0);
