// SPDX-License-Identifier: MIT
/** Slices of a run in a real browser: computed, drawn, explained, kept in the address. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServedRun } from '../../src/server/served-run.ts';
import { type StudioServer, startStudioServer } from '../../src/server/studio-server.ts';
import {
  closePages,
  drawnPicture,
  eventually,
  openPage,
  pictureDifference,
  pictureSettles,
  sharedBrowser,
  waitForText,
} from '../support/browser.ts';
import { STUDIO_FOLDER } from '../support/built-studio.ts';
import { addSampleFrames, writeSampleRun } from '../support/sample-run.ts';

/** A machine that is busy with other tests may be ten times slower than an idle one. */
const LIMIT_MS = 120_000;
const LEGEND = '[data-role=slice-legend]';

let folder = '';
let browser: Browser;
let server: StudioServer;
let page: Page;
let problems: readonly string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scree-slice-'));
  const run = join(folder, 'sample');
  writeSampleRun(run, 0);
  addSampleFrames(run, 0, 3);
  [browser, server] = await Promise.all([
    sharedBrowser(),
    startStudioServer({ appFolder: STUDIO_FOLDER, port: 0, run: new ServedRun(run) }),
  ]);
  ({ page, problems } = await openPage(browser, server.url));
  page.setDefaultTimeout(LIMIT_MS);
  await page.waitForSelector('.legend strong');
}, LIMIT_MS);

afterAll(async () => {
  await closePages(browser);
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a slice', () => {
  it('of the packing and of the velocity is drawn over the bodies', { timeout: LIMIT_MS }, async () => {
    await pictureSettles(page);
    const before = await drawnPicture(page);
    await page.getByLabel('Slice of').selectOption('packingFraction');
    await page.getByLabel('Thickness').fill('1');
    await waitForText(page, LEGEND, 'Packing fraction');
    await waitForText(page, '.watch-panel', /\d+ cells with bodies; slab at y/);
    await pictureSettles(page);
    expect(await pictureDifference(page, await drawnPicture(page), before)).toBeGreaterThan(0.001);
    await page.getByLabel('Slice across').selectOption('z');
    await waitForText(page, '.watch-panel', /slab at z/);
    await page.getByLabel('Slice of').selectOption('speed');
    await waitForText(page, LEGEND, /Mean velocity, .*m\/s/);
  });

  it('is in the address, which shows it again', { timeout: LIMIT_MS }, async () => {
    await eventually(() => page.evaluate<string>('location.hash')).toContain('slice=speed');
    const address = await page.evaluate<string>('location.href');
    const { page: other } = await openPage(browser, address);
    await waitForText(other, LEGEND, 'Mean velocity');
    await waitForText(other, '.watch-panel', /slab at z/);
    await Promise.all([page, other].map(pictureSettles));
    const [shown, again] = await Promise.all([page, other].map(drawnPicture));
    expect(await pictureDifference(page, again, shown)).toBe(0);
    await page.getByLabel('Slice of').selectOption('none');
    expect(await page.locator(LEGEND).isHidden()).toBe(true);
    expect(problems).toEqual([]);
  });
});
