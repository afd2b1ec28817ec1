// SPDX-License-Identifier: MIT
/**
 * The quality of the picture follows the graphics card, in a real browser. The card is replaced by a clock that tells
 * any time for a picture, so that the test does not depend on the machine.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServedRun } from '../../src/server/served-run.ts';
import { type StudioServer, startStudioServer } from '../../src/server/studio-server.ts';
import { closePages, PATIENCE_MS, sharedBrowser } from '../support/browser.ts';
import { STUDIO_FOLDER } from '../support/built-studio.ts';
import { addSampleFrames, writeSampleRun } from '../support/sample-run.ts';

/** A picture takes `cardMs`, by the clock of the page, which stands still otherwise. */
const CLOCK = `
  globalThis.cardMs = 5;
  let now = 0;
  performance.now = () => (now += 0.001);
  WebGL2RenderingContext.prototype.clientWaitSync = function () {
    now += cardMs;
    return this.CONDITION_SATISFIED;
  };
  globalThis.qualities = [];
  addEventListener('DOMContentLoaded', () => {
    const note = () => {
      const found = document.querySelector('.stage')?.dataset.quality;
      if (found !== undefined && found !== qualities.at(-1)) qualities.push(found);
    };
    new MutationObserver(note).observe(document.body, { subtree: true, attributeFilter: ['data-quality'] });
  });
`;

let folder = '';
let browser: Browser;
let server: StudioServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scree-quality-'));
  const run = join(folder, 'sample');
  writeSampleRun(run, 0);
  addSampleFrames(run, 0, 25);
  [browser, server] = await Promise.all([
    sharedBrowser(),
    startStudioServer({ appFolder: STUDIO_FOLDER, port: 0, run: new ServedRun(run) }),
  ]);
}, PATIENCE_MS);

afterAll(async () => {
  await closePages(browser);
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Moves the camera, picture by picture, until the quality is this. */
async function moveUntil(page: Page, cardMs: number, quality: string): Promise<readonly string[]> {
  return page.evaluate<string[]>(`(async () => {
    qualities.length = 0;
    cardMs = ${cardMs};
    const canvas = document.querySelector('.stage canvas');
    for (let k = 0; !qualities.includes('${quality}'); k++) {
      canvas.dispatchEvent(new WheelEvent('wheel', { deltaY: k % 2 === 0 ? 40 : -40, cancelable: true }));
      await new Promise(requestAnimationFrame);
    }
    return [...qualities];
  })()`);
}

describe('the quality of the picture', () => {
  it('falls where pictures are slow, is the best at rest, and rises where they have become quick', {
    timeout: 2 * PATIENCE_MS,
  }, async () => {
    const context = await browser.newContext({ viewport: { width: 400, height: 400 } });
    context.setDefaultTimeout(PATIENCE_MS);
    await context.addInitScript(CLOCK);
    const page = await context.newPage();
    await page.goto(`${server.url}#/watch`);
    const stage = page.locator('.stage');
    await page.locator('.stage[data-picture=settled]').waitFor();
    expect(await stage.getAttribute('data-quality')).toBe('3 of 3');
    // 100 ms a picture are not fluid.
    const fallen = await moveUntil(page, 100, '0 of 3');
    expect(fallen.filter((each) => each !== '3 of 3')).toEqual(['2 of 3', '1 of 3', '0 of 3']);
    // At rest nothing is spared.
    await page.locator('.stage[data-picture=settled]').waitFor();
    expect(await stage.getAttribute('data-quality')).toBe('3 of 3');
    // 60 quick pictures in a row raise it by a level.
    const risen = await moveUntil(page, 5, '2 of 3');
    expect(risen.filter((each) => each !== '3 of 3')).toEqual(['0 of 3', '1 of 3', '2 of 3']);
    await context.close();
  });
});
