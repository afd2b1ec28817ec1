// SPDX-License-Identifier: MIT
/**
 * The studio in a real browser, on a run made by the program: open, scrub, pick, colour, plot, cut; and what it says
 * where something is missing.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../source-files.ts';
import { closePages, eventually, openPage, sharedBrowser, type WatchedPage, waitForText } from '../support/browser.ts';
import { scree } from '../support/built-program.ts';
import { addSampleFrames, writeSampleRun } from '../support/sample-run.ts';
import { type StudioProcess, startStudio } from '../support/studio-process.ts';

const SCENE = join(ROOT, 'tests/support/studio-scene.yaml');
/** A browser on a busy machine takes its time. */
const TIMEOUT_MS = 120_000;

let folder = '';
let studio: StudioProcess;
let browser: Browser;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scree-studio-'));
  const run = join(folder, 'three');
  expect(scree(['run', SCENE, '--out', run, '--quiet'])).toMatchObject({ status: 0 });
  writeFileSync(
    join(run, 'verification.html'),
    '<!doctype html><h1>All checks hold</h1><script>document.body.remove()</script>',
  );
  [browser, studio] = await Promise.all([sharedBrowser(), startStudio([run])]);
}, TIMEOUT_MS);

afterAll(async () => {
  await closePages(browser);
  expect(await studio?.stop()).toBe(0);
  rmSync(folder, { recursive: true, force: true });
});

/** Colours of the picture, so that one that stayed blank or did not change is noticed. */
async function pictureHash(page: Page): Promise<string> {
  const bytes = await page.locator('.stage canvas').screenshot();
  return bytes.toString('base64');
}

describe('watching a run', () => {
  let watched: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    watched = await openPage(browser, studio.url);
    page = watched.page;
    await page.waitForSelector('.legend strong');
  }, TIMEOUT_MS);

  it('shows the first frame, coloured by shape, isolated so that threads are allowed', async () => {
    expect(await page.locator('.watch-panel h2').first().textContent()).toBe('Three bodies');
    expect(await page.locator('.legend').innerText()).toMatch(/Shape\s+ball\s+brick\s+peanut/);
    expect(await page.locator('.time-bar .place').textContent()).toContain('frame 1 of 25');
    expect(await page.evaluate('crossOriginIsolated')).toBe(true);
  });

  it('picks the body under the pointer: state, contacts, way', async () => {
    const box = await page.locator('.stage canvas').boundingBox();
    if (box === null) throw new Error('no canvas');
    // The ball is in the middle of what is fitted into view.
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    const panel = page.locator('.body-panel');
    expect(await panel.locator('h2').textContent()).toBe('middle (body 0)');
    expect(await panel.innerText()).toMatch(/Position\s+0, 0, 60 mm/);
    expect(await panel.innerText()).toContain('Touches nothing');
    await panel.locator('.uplot canvas').waitFor();
  });

  it('scrubs to another frame, and the picked body has moved on', async () => {
    const before = await pictureHash(page);
    await page.locator('.scrub').fill('24');
    await waitForText(page, '.place', 'frame 25 of 25');
    // By then it has hit the floor.
    await waitForText(page, '.body-panel', 'floor');
    await eventually(() => pictureHash(page)).not.toBe(before);
    await page.keyboard.press('Escape');
    await waitForText(page, '.body-panel', 'Click a body');
  });

  it('steps and plays by keys, once to the end', async () => {
    await page.locator('.stage canvas').focus();
    await page.keyboard.press('ArrowLeft');
    await waitForText(page, '.place', 'frame 24 of 25');
    for (let k = 0; k < 6; k++) await page.keyboard.press('+');
    await page.keyboard.press('Space');
    await waitForText(page, '.place', 'frame 25 of 25');
    await page.locator('.play[data-icon=play]').waitFor();
  });

  it('colours by any field, with a legend that has range and unit', async () => {
    await page.getByLabel('Colour by').selectOption('speed');
    expect(await page.locator('.legend').innerText()).toMatch(/Speed, m?m\/s/);
    await page.getByLabel('Colours', { exact: true }).selectOption('cividis');
    await page.getByLabel('to', { exact: true }).fill('7');
    await page.keyboard.press('Enter');
    await waitForText(page, '.legend .ends', /7$/);
    expect(await page.getByLabel('Range', { exact: true }).inputValue()).toBe('fixed');
  });

  it('draws contacts and cuts', async () => {
    const plain = await pictureHash(page);
    await page.getByLabel('Contact forces').check();
    await waitForText(page, '.watch-panel', 'thickest line');
    await eventually(() => pictureHash(page)).not.toBe(plain);
    const drawn = async (): Promise<number[]> =>
      [...(await page.locator('.watch-panel').innerText()).matchAll(/(\d+) of (\d+) contacts/g)].flatMap(
        ([, some, all]) => [Number(some), Number(all)],
      );
    const [every, all] = await drawn();
    expect(every).toBe(all);
    await page.getByLabel('Force chains only').check();
    expect((await drawn())[0]).toBeLessThan(all ?? 0);
    await page.getByLabel('Force chains only').uncheck();
    await page.getByLabel('Contact forces').uncheck();
    await page.getByLabel('Cut across').selectOption('y');
    expect(await page.locator('.watch-panel').innerText()).toContain('hidden: y <');
    await eventually(() => pictureHash(page)).not.toBe(plain);
  });

  it('plots the tables, and a click on a curve goes to that moment', async () => {
    const plots = page.locator('.plots');
    expect(await plots.locator('.u-legend').innerText()).toContain('energy.kinetic');
    await plots.getByLabel('Table').selectOption('heights.csv');
    expect(await plots.locator('.u-legend').innerText()).toContain('body.middle.position.z');
    const box = await plots.locator('.u-over').boundingBox();
    if (box === null) throw new Error('no plot');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    // The middle of 120 ms, frame 12 of 0 to 24.
    await waitForText(page, '.place', 'frame 13 of 25');
  });

  it('saves a picture', async () => {
    await page.locator('.export-section summary').click();
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByText('Save picture (PNG)').click()]);
    expect(saved.suggestedFilename()).toBe('three-12.png');
  });

  it('shows a report, whose scripts do not run', async () => {
    await page.getByRole('link', { name: 'Report' }).click();
    await page.frameLocator('.report iframe').getByText('All checks hold').waitFor();
  });

  it('has logged no error but the refused script of the report', () => {
    const unexpected = watched.problems.filter(
      (text) => !/Blocked script execution|Content Security Policy/.test(text),
    );
    expect(unexpected).toEqual([]);
  });
});

describe('a run that is being written', () => {
  it(
    'shows new frames as they come',
    async () => {
      const growing = join(folder, 'growing');
      writeSampleRun(growing, 3);
      writeFileSync(join(growing, 'lock'), `${process.pid}\n`);
      const server = await startStudio([growing]);
      const { page, problems } = await openPage(browser, server.url);
      await waitForText(page, '.place', 'frame 1 of 3');
      await waitForText(page, '.watch-panel', 'being written');
      addSampleFrames(growing, 3, 4);
      await waitForText(page, '.place', 'of 7');
      expect(problems).toEqual([]);
      await page.context().close();
      await server.stop();
    },
    TIMEOUT_MS,
  );
});

describe('the benchmark page', () => {
  it(
    'draws beds of many shapes in few calls, and small curved bodies of few triangles',
    async () => {
      const address = `${studio.url}#/bench?spheres=500&polyhedra=60&curved=200&frames=2`;
      const { page, problems } = await openPage(browser, address, { viewport: { width: 400, height: 300 } });
      await waitForText(page, '.bench', 'Done');
      const column = (number: number): Promise<string[]> =>
        page.locator(`.bench tbody td:nth-child(${number})`).allInnerTexts();
      const calls = await column(3);
      expect(calls).toHaveLength(4);
      for (const count of calls) expect(Number(count)).toBeLessThanOrEqual(50);
      // At 24 segments around, an ellipsoid has 576 triangles, twice with its shadow.
      const triangles = Number((await column(4))[3].replaceAll(/\D/g, ''));
      expect(triangles).toBeGreaterThan(200 * 2);
      expect(triangles).toBeLessThan(200 * 576);
      for (const quality of await column(9)) expect(quality).toMatch(/^[0-3] of 3$/);
      expect(problems).toEqual([]);
      await page.context().close();
    },
    TIMEOUT_MS,
  );
});

describe('what is missing', () => {
  it(
    'is said: a run, a report, WebGL',
    async () => {
      const server = await startStudio([]);
      const { page } = await openPage(browser, server.url);
      // Without a run, examples are shown first.
      await page.locator('.card').first().waitFor();
      await page.getByRole('link', { name: 'Watch', exact: true }).click();
      await page.getByText('No run to watch').waitFor();
      await page.getByRole('link', { name: 'Report' }).click();
      await page.getByText('No report yet').waitFor();
      await page.context().close();
      const context = await browser.newContext();
      await context.addInitScript('HTMLCanvasElement.prototype.getContext = () => null');
      const blind = await context.newPage();
      await blind.goto(`${server.url}#/watch`);
      await blind.getByText('This view needs WebGL 2').waitFor();
      await context.close();
      await server.stop();
    },
    TIMEOUT_MS,
  );

  it('is an error of the command where it is a folder', () => {
    expect(scree(['view', join(folder, 'nothing'), '--no-open'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('holds no run'),
    });
    expect(scree(['view', '--report', join(folder, 'none.html'), '--no-open'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('no such file'),
    });
  });
});
