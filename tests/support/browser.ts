// SPDX-License-Identifier: MIT
/** A real Chromium without a screen, whose pages fail the test when they log an error or throw. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { CHROMIUM_MISSING, findChromium } from '../../scripts/chromium.mjs';

/** WebGL and WebGPU by software, so that they work on any machine. */
const FLAGS = [
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--enable-unsafe-webgpu',
];

/** A machine that is busy with other tests may be ten times slower than an idle one. */
export const PATIENCE_MS = 120_000;

let shared: Promise<Browser> | undefined;

/** The same browser for all files of a process, which ends it when it ends itself. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= startBrowser();
  return shared;
}

async function startBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(CHROMIUM_MISSING);
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
}

/** What a file of tests opened; other files find the browser as it was. */
export async function closePages(browser: Browser | undefined): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
}

export interface WatchedPage {
  readonly page: Page;
  /** Errors of the console and uncaught ones so far. */
  readonly problems: readonly string[];
}

/** A page of its own context (own storage), as large as a small notebook's. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(url);
  return { page, problems };
}

/** Waits until nothing more will change in the first drawing of a page. */
export async function pictureSettles(page: Page): Promise<void> {
  await page.locator('.stage[data-picture="settled"]').first().waitFor();
}

/**
 * The first drawing of a page as a PNG, without the legends and buttons over it: their letters, blended by the browser
 * itself, differ by a bit of a colour from one page to the next.
 */
export async function drawnPicture(page: Page): Promise<Buffer> {
  const setOverlays = (visibility: string): Promise<unknown> =>
    page.evaluate(
      `for (const each of document.querySelectorAll('.stage > :not(canvas)')) each.style.visibility = '${visibility}'`,
    );
  await setOverlays('hidden');
  const picture = await page.locator('.stage canvas').first().screenshot();
  await setOverlays('');
  return picture;
}

/** Waits until an element has a text. */
export async function waitForText(page: Page, selector: string, text: string | RegExp): Promise<void> {
  await page.locator(selector).filter({ hasText: text }).first().waitFor();
}
