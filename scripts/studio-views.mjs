// SPDX-License-Identifier: MIT
/**
 * Takes pictures of twelve views of the studio at the size of a notebook and of a phone, light and dark, for people to
 * look at: `node scripts/studio-views.mjs RUN FOLDER [VIEW...]`. RUN is the folder of a run with bodies in contact.
 * Needs the built program and a Chromium.
 */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { ROOT } from './build-stamp.mjs';
import { CHROMIUM_MISSING, findChromium } from './chromium.mjs';

const FLAGS = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const SIZES = { notebook: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const SCHEMES = ['light', 'dark'];
const PATIENCE_MS = 120_000;

const ready = (page) => page.locator('.live[data-phase=waiting]').waitFor();
const shown = (page) => page.waitForSelector('.legend strong');
/** On a phone the settings are below or behind a button: what is looked at is scrolled to. */
const openText = async (page) => {
  await ready(page);
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await page.locator('.cm-line').first().waitFor();
  await page.locator('.code-host').scrollIntoViewIfNeeded();
};

/** Address, and what is done before the picture is taken. */
const VIEWS = {
  gallery: ['#/gallery', (page) => page.waitForSelector('main img')],
  'watch-end': ['#/watch?t=1e9', shown],
  'watch-speed': ['#/watch?t=1&colour=speed', shown],
  'watch-forces': ['#/watch?t=1e9&colour=force&forces=whole&opacity=0.16', shown],
  'watch-slice': [
    '#/watch?t=1e9&slice=packingFraction:y:0.5,0.1,24',
    (page) => page.locator('[data-role=slice-legend] .bar').first().waitFor({ state: 'attached' }),
  ],
  'watch-cut': ['#/watch?t=1e9&cut=y:0.5,1,0,0,0,0,0,1,1,1', shown],
  run: ['#/run/mixed-shapes', ready],
  'run-variables': ['#/run/newtons-cradle', ready],
  'editor-text': ['#/run/bouncing-balls', openText],
  'editor-problems': [
    '#/run/bouncing-balls',
    async (page) => {
      await openText(page);
      // Near the top: lines that are out of view are not in the page.
      await page.locator('.cm-line', { hasText: 'duration' }).first().click();
      await page.keyboard.press('End');
      await page.keyboard.type(' x');
      await page.waitForSelector('.problems p');
    },
  ],
  explore: ['#/explore', (page) => page.waitForSelector('.stage canvas')],
  report: ['#/report', (page) => page.waitForTimeout(500)],
};

const [run, folder, ...wanted] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: node scripts/studio-views.mjs RUN FOLDER [VIEW...]');
const executablePath = findChromium();
if (executablePath === undefined) throw new Error(CHROMIUM_MISSING);
mkdirSync(folder, { recursive: true });

const args = [join(ROOT, 'dist/cli/scree.js'), 'view', run, '--no-open', '--port', '0'];
const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
const url = await new Promise((resolve, reject) => {
  server.stdout.on('data', (text) => resolve(/http:\S+/.exec(String(text))?.[0]));
  server.once('exit', () => reject(new Error(`${run}: no run to show`)));
});
const browser = await chromium.launch({ executablePath, args: FLAGS });
try {
  for (const [name, [hash, prepare]] of Object.entries(VIEWS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for (const [size, viewport] of Object.entries(SIZES)) {
      for (const colorScheme of SCHEMES) {
        const isPhone = size === 'phone';
        const context = await browser.newContext({ viewport, colorScheme, hasTouch: isPhone, isMobile: isPhone });
        const page = await context.newPage();
        page.setDefaultTimeout(PATIENCE_MS);
        await page.goto(`${url}${hash}`);
        await prepare(page);
        // Until the picture has its shadows, and buttons and panels have their colours.
        if (!hash.startsWith('#/explore') && (await page.locator('.stage').count()) > 0) {
          await page.locator('.stage[data-picture=settled]').first().waitFor({ state: 'attached' });
        }
        await page.waitForTimeout(400);
        const path = join(folder, `${name}-${size}-${colorScheme}.png`);
        await page.screenshot({ path });
        await context.close();
        console.log(path);
      }
    }
  }
} finally {
  await browser.close();
  server.kill('SIGINT');
}
