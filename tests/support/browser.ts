// SPDX-License-Identifier: MIT
/** A real Chromium without a screen, whose pages fail the test when they log an error or throw. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
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

/** Levels of 255 by which the colours of the same drawing may differ where the browser blends. */
const ROUNDING = 2;

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

/** Waits until what is read is as wanted, as long as a busy machine may need. */
export function eventually<Value>(read: () => Promise<Value>): ReturnType<typeof expect.poll<Value>> {
  return expect.poll(read, { timeout: PATIENCE_MS });
}

/** Waits until no colour and no length of the page is still on its way to another. */
export async function transitionsEnd(page: Page): Promise<void> {
  await eventually(() => page.evaluate<number>('document.getAnimations().length')).toBe(0);
}

/** Part of the pixels of two pictures that differ by more than a browser's rounding; 1 if their sizes differ. */
export async function pictureDifference(page: Page, a: Buffer, b: Buffer): Promise<number> {
  const [first, second] = [a, b].map((png) => png.toString('base64'));
  const blank = await page.context().newPage();
  const part = await blank.evaluate<number>(`(async () => {
    const pixels = async (data) => {
      const image = new Image();
      image.src = 'data:image/png;base64,' + data;
      await image.decode();
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, image.width, image.height);
    };
    const [a, b] = [await pixels('${first}'), await pixels('${second}')];
    if (a.width !== b.width || a.height !== b.height) return 1;
    let count = 0;
    for (let k = 0; k < a.data.length; k += 4) {
      if ([0, 1, 2].some((c) => Math.abs(a.data[k + c] - b.data[k + c]) > ${ROUNDING})) count++;
    }
    return (4 * count) / a.data.length;
  })()`);
  await blank.close();
  return part;
}

/** Waits until an element has a text. */
export async function waitForText(page: Page, selector: string, text: string | RegExp): Promise<void> {
  await page.locator(selector).filter({ hasText: text }).first().waitFor();
}
