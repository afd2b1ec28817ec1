// SPDX-License-Identifier: MIT
/**
 * Looks at the built site: `node scripts/site-pictures.mjs FOLDER [PAGE ...]` writes each page at 390 and 1440 points,
 * in light and dark, into FOLDER, and lists what axe finds, what is wider than the screen and what fails to load. A
 * page may be a folder, such as `theory/`, or `all`: five seconds a page on a quiet core. Sheets show twelve pages
 * each. The exit code is 1 if there is anything. Needs `npm run docs` and a Chromium.
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { SITE, serveSite } from '../site/build.mjs';
import { ROOT } from './build-stamp.mjs';
import { CHROMIUM_MISSING, findChromium } from './chromium.mjs';

const FLAGS = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const WIDTHS = [390, 1440];
/** The same document in all of them. Two are enough for axe, which has most of the cost. */
const VIEWS = [
  { width: 1440, scheme: 'light', isExamined: true },
  { width: 1440, scheme: 'dark', isExamined: false },
  { width: 390, scheme: 'dark', isExamined: true },
  { width: 390, scheme: 'light', isExamined: false },
];
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
let problemCount = 0;
function report(problem) {
  console.log(problem);
  problemCount++;
}

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

const context = await browser.newContext();
const page = await context.newPage();
page.setDefaultTimeout(120_000);
let present = '';
page.on('pageerror', ({ message }) => report(`${present}: ${message}`));
page.on('response', (response) => {
  // The studio asks whether a server is there.
  if (response.status() >= 400 && !response.url().includes('/studio/api/'))
    report(`${present}: ${response.status()} ${response.url()}`);
});

const pictures = [];
for (const name of pagesOf(chosen.length > 0 ? chosen : PAGES)) {
  present = name;
  await page.setViewportSize({ width: VIEWS[0].width, height: 900 });
  await page.emulateMedia({ colorScheme: VIEWS[0].scheme });
  await page.goto(`http://localhost:${PORT}/${name}.html`);
  await page.waitForSelector('main, [role=main]');
  // Buttons get their names when the page comes to life.
  await page.waitForSelector('.VPSwitchAppearance:not([title=""])', { state: 'attached' });
  await page.evaluate(axe);
  for (const { width, scheme, isExamined } of VIEWS) {
    const where = `${name}, ${width}, ${scheme}`;
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    // Colours fade over when the scheme changes; the wheel of something that loads turns for ever.
    await page.evaluate(() => {
      const ending = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < Infinity);
      return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => undefined);
    });
    const path = join(folder, `${name.replaceAll('/', '-')}-${width}-${scheme}.png`);
    await page.screenshot({ path });
    pictures.push({ path, where, width });
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (excess > 0) report(`${where}: ${excess} points wider than the screen`);
    if (!isExamined) continue;
    // The studio has tests of its own.
    const { violations } = await page.evaluate(() => globalThis.axe.run({ exclude: [['iframe']] }, { iframes: false }));
    for (const { id, help, nodes } of violations)
      report(`${where}: ${id}: ${help}: ${nodes.length} x ${nodes[0]?.html.slice(0, 160)}`);
  }
}
await context.close();

/** Twelve pictures of one width a sheet, so that a person can look at many pages. */
for (const width of WIDTHS) {
  const ofWidth = pictures.filter((each) => each.width === width);
  for (let k = 0; k < ofWidth.length; k += 12) {
    const sheet = await browser.newPage({ viewport: { width: width === 390 ? 1500 : 1800, height: 1000 } });
    const cells = ofWidth.slice(k, k + 12).map(({ path, where }) => {
      const source = `data:image/png;base64,${readFileSync(path).toString('base64')}`;
      return `<figure style="margin:0"><img style="width:100%" src="${source}"><figcaption>${where}</figcaption></figure>`;
    });
    const columns = width === 390 ? 6 : 4;
    await sheet.setContent(
      `<body style="display:grid;gap:8px;grid-template-columns:repeat(${columns},1fr);font:12px sans-serif">` +
        `${cells.join('')}</body>`,
    );
    await sheet.screenshot({ path: join(folder, `sheet-${width}-${k / 12 + 1}.png`), fullPage: true });
    await sheet.close();
  }
}
await browser.close();
console.log(`${problemCount} problems; the pictures are in ${folder}`);
process.exit(problemCount > 0 ? 1 : 0);
