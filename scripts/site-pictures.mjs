// SPDX-License-Identifier: MIT
/**
 * Looks at the built site: `node scripts/site-pictures.mjs FOLDER [PAGE ...]` writes each page at 390 and 1440 points,
 * in light and dark, into FOLDER, and lists what axe finds, what is wider than the screen and what fails to load. A
 * page may be a folder, such as `theory/`, or `all`. `--scheme light` leaves the other out. Sheets show twelve pages
 * each. The exit code is 1 if there is anything. Needs `npm run docs` and a Chromium.
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { SITE, serveSite } from '../site/build.mjs';
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

const { values, positionals } = parseArgs({ options: { scheme: { type: 'string' } }, allowPositionals: true });
const [folder, ...chosen] = positionals;
if (folder === undefined) throw new Error('usage: node scripts/site-pictures.mjs FOLDER [PAGE ...]');
const executablePath = findChromium();
if (executablePath === undefined) throw new Error(CHROMIUM_MISSING);
mkdirSync(folder, { recursive: true });

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
await serveSite(ROOT, { base: '/', port: PORT });
const browser = await chromium.launch({ executablePath, args: FLAGS });
const problems = [];

/** Names of pages, of the folders too. */
function pagesOf(names) {
  const all = readdirSync(join(ROOT, SITE), { recursive: true })
    .filter((path) => path.endsWith('.html') && !path.startsWith('studio') && path !== '404.html')
    .map((path) => path.replaceAll('\\', '/').replace('.html', ''))
    .sort();
  return names.flatMap((name) =>
    name === 'all' || name.endsWith('/') ? all.filter((each) => name === 'all' || each.startsWith(name)) : [name],
  );
}

const pictures = [];
for (const name of pagesOf(chosen.length > 0 ? chosen : PAGES)) {
  for (const scheme of SCHEMES.filter((each) => values.scheme === undefined || each === values.scheme)) {
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
      const path = join(folder, `${name.replaceAll('/', '-')}-${width}-${scheme}.png`);
      await page.screenshot({ path });
      pictures.push({ path, where, width });
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

/** Twelve pictures of one width a sheet, so that a person can look at many pages. */
for (const width of WIDTHS) {
  const ofWidth = pictures.filter((each) => each.width === width);
  for (let k = 0; k < ofWidth.length; k += 12) {
    const page = await browser.newPage({ viewport: { width: width === 390 ? 1500 : 1800, height: 1000 } });
    const cells = ofWidth.slice(k, k + 12).map(({ path, where }) => {
      const source = `data:image/png;base64,${readFileSync(path).toString('base64')}`;
      return `<figure style="margin:0"><img style="width:100%" src="${source}"><figcaption>${where}</figcaption></figure>`;
    });
    const columns = width === 390 ? 6 : 4;
    await page.setContent(
      `<body style="display:grid;gap:8px;grid-template-columns:repeat(${columns},1fr);font:12px sans-serif">` +
        `${cells.join('')}</body>`,
    );
    await page.screenshot({ path: join(folder, `sheet-${width}-${k / 12 + 1}.png`), fullPage: true });
    await page.close();
  }
}
await browser.close();
for (const problem of problems) console.log(problem);
console.log(`${problems.length} problems; the pictures are in ${folder}`);
process.exit(problems.length > 0 ? 1 : 0);
