// SPDX-License-Identifier: MIT
/** Runs without a server: a live run that is watched at once and survives a reload, and files that are dropped. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StudioServer, startStudioServer } from '../../src/server/studio-server.ts';
import { closePages, openPage, sharedBrowser, waitForText } from '../support/browser.ts';
import { STUDIO_FOLDER } from '../support/built-studio.ts';
import { addSampleFrames, writeSampleRun } from '../support/sample-run.ts';

/** A machine that is busy with other tests may be ten times slower than an idle one. */
const LIMIT_MS = 120_000;

let folder = '';
let browser: Browser;
let server: StudioServer;
let page: Page;
let problems: readonly string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scree-keep-'));
  [browser, server] = await Promise.all([sharedBrowser(), startStudioServer({ appFolder: STUDIO_FOLDER, port: 0 })]);
  ({ page, problems } = await openPage(browser, `${server.url}#/run`));
  page.setDefaultTimeout(LIMIT_MS);
}, LIMIT_MS);

afterAll(async () => {
  await closePages(browser);
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** As a user drops files on the page. */
async function drop(name: string, bytes: Buffer): Promise<void> {
  await page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], '${name}'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  })()`);
}

describe('a live run', () => {
  it('is watched at once, with time bar, plots and picked body', { timeout: LIMIT_MS }, async () => {
    await page.waitForSelector('.live[data-phase=waiting]');
    await page.fill('[id="value-time.duration"]', '0.2 s');
    await page.press('[id="value-time.duration"]', 'Enter');
    await page.waitForSelector('.live[data-phase=waiting]');
    await page.locator('[data-role=status]', { hasText: 'Ready to run' }).waitFor();
    await page.click('.run-button');
    await page.waitForSelector('.live[data-phase=finished]');
    await page.getByRole('button', { name: 'Watch this run' }).click();
    await page.waitForSelector('.watch .legend strong');
    expect(page.url()).toMatch(/#\/watch\/kept-[\w-]+(\?|$)/);
    await waitForText(page, '.place', /frame 1 of \d+/);
    await page.locator('.stage canvas').focus();
    await page.keyboard.press('End');
    await waitForText(page, '.place', /^200\sms of 200\sms/);
    await page.locator('.watch-plots .uplot canvas').waitFor();
    expect(await page.locator('.watch-panel h2').first().textContent()).toMatch(/ball/i);
  });

  it('is there again after a reload', { timeout: LIMIT_MS }, async () => {
    await page.reload();
    await page.waitForSelector('.watch .legend strong');
    await waitForText(page, '.watch-panel', '200\u2009ms simulated');
    expect(problems).toEqual([]);
  });
});

describe('files that are dropped', () => {
  it('are watched, be it a trajectory alone, with the history of its bodies', { timeout: LIMIT_MS }, async () => {
    const run = join(folder, 'balls');
    writeSampleRun(run, 0);
    addSampleFrames(run, 0, 5);
    await drop('before.scree', readFileSync(join(run, 'trajectory.scree')));
    await waitForText(page, '.watch-panel', 'before · 3 bodies');
    expect(page.url()).toMatch(/#\/watch\/opened-1(\?|$)/);
    await page.locator('.stage canvas').focus();
    await page.keyboard.press('End');
    await waitForText(page, '.place', 'frame 5 of 5');
    expect(problems).toEqual([]);
  });

  it('without a run among them are refused with the reason', { timeout: LIMIT_MS }, async () => {
    await drop('broken.scree', Buffer.from('no trajectory'));
    await waitForText(page, '.notice', /trajectory\.scree: /);
    await page.goto(`${server.url}#/watch/kept-none`);
    await waitForText(page, '.notice', 'no longer in the storage');
  });
});
