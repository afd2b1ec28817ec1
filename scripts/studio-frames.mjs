// SPDX-License-Identifier: MIT
/**
 * Measures the time of the page for a frame of many bodies: opens `#/bench` of the built studio in Chromium and prints
 * its table as Markdown. The window is small, since drawing by software would make the page wait; what is measured is
 * the page's own thread. With `--graphics-card`: a window of 1440 x 900, drawn by the graphics card through Vulkan.
 *
 *     node scripts/studio-frames.mjs 60 --graphics-card
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { ROOT } from './build-stamp.mjs';
import { CHROMIUM_MISSING, findChromium } from './chromium.mjs';

const HAS_CARD = process.argv.includes('--graphics-card');
const BY_SOFTWARE = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const BY_CARD = [
  '--use-angle=vulkan',
  '--enable-features=Vulkan',
  '--disable-vulkan-surface',
  '--ignore-gpu-blocklist',
];
const FLAGS = ['--no-sandbox', '--use-gl=angle', ...(HAS_CARD ? BY_CARD : BY_SOFTWARE)];
const SIZE = HAS_CARD ? { width: 1440, height: 900 } : { width: 400, height: 300 };
const FRAMES = Number(process.argv[2] ?? 15);
const PATIENCE_MS = 300_000;

const executablePath = findChromium();
if (executablePath === undefined) throw new Error(CHROMIUM_MISSING);
const args = [join(ROOT, 'dist/cli/scree.js'), 'view', '--no-open', '--port', '0'];
const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
const url = await new Promise((resolve) => {
  server.stdout.on('data', (text) => resolve(/http:\S+/.exec(String(text))?.[0]));
});
const browser = await chromium.launch({ executablePath, args: FLAGS });
try {
  const page = await (await browser.newContext({ viewport: SIZE })).newPage();
  await page.goto(`${url}#/bench?frames=${FRAMES}`);
  await page.locator('.bench', { hasText: 'Done' }).waitFor({ timeout: PATIENCE_MS });
  const cells = (row) => row.locator('th, td').allInnerTexts();
  const [head, ...body] = await Promise.all((await page.locator('.bench tr').all()).map(cells));
  const line = (texts) => `| ${texts.join(' | ')} |`;
  console.log([line(head), line(head.map(() => '---')), ...body.map(line)].join('\n'));
} finally {
  await browser.close();
  server.kill('SIGINT');
}
