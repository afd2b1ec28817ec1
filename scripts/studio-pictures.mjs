// SPDX-License-Identifier: MIT
/**
 * Makes the pictures of the guide: `node scripts/studio-pictures.mjs RUN REPORT.html FOLDER`. RUN is that of `npm
 * start`; the pictures are written into FOLDER as studio-….png. Needs the built program and a Chromium.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { ROOT } from './build-stamp.mjs';
import { CHROMIUM_MISSING, findChromium } from './chromium.mjs';

const FLAGS = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const SIZE = { width: 1280, height: 800 };

const [run, report, folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: node scripts/studio-pictures.mjs RUN REPORT.html FOLDER');
const executablePath = findChromium();
if (executablePath === undefined) throw new Error(CHROMIUM_MISSING);

const args = [join(ROOT, 'dist/cli/scree.js'), 'view', run, '--report', report, '--no-open', '--port', '0'];
const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
const url = await new Promise((resolve) => {
  server.stdout.on('data', (text) => resolve(/http:\S+/.exec(String(text))?.[0]));
});
const browser = await chromium.launch({ executablePath, args: FLAGS });

/** Opens the studio, does something with the page, and keeps what it shows then. */
async function picture(name, { hash = '#/watch', scheme = 'light' }, prepare) {
  const context = await browser.newContext({ viewport: SIZE, colorScheme: scheme });
  const page = await context.newPage();
  await page.goto(`${url}${hash}`);
  await prepare(page);
  await page.waitForTimeout(1000);
  await page.screenshot({ path: join(folder, `studio-${name}.png`) });
  await context.close();
  console.log(join(folder, `studio-${name}.png`));
}

const scrubTo = async (page, frame) => {
  await page.waitForSelector('.legend strong');
  await page.locator('.scrub').fill(String(frame));
  await page.locator('.scrub').blur();
};

try {
  await picture('watch', {}, (page) => scrubTo(page, 13));
  await picture('body', { scheme: 'dark' }, async (page) => {
    await scrubTo(page, 15);
    await page.getByLabel('Colour by').selectOption('speed');
    await page.waitForTimeout(1000);
    const box = await page.locator('.stage canvas').boundingBox();
    await page.mouse.click(box.x + 0.485 * box.width, box.y + 0.575 * box.height);
  });
  await picture('contacts', {}, async (page) => {
    await scrubTo(page, 25);
    await page.getByLabel('Colour by').selectOption('force');
    await page.getByLabel('Contact forces').check();
    const box = await page.locator('.stage canvas').boundingBox();
    await page.mouse.move(box.x + 0.475 * box.width, box.y + 0.72 * box.height);
    for (let k = 0; k < 8; k++) await page.mouse.wheel(0, -300);
    await page.mouse.move(0, 0);
  });
  await picture('report', { hash: '#/report' }, (page) => page.waitForSelector('.report iframe'));
} finally {
  await browser.close();
  server.kill('SIGINT');
}
