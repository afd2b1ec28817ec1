// SPDX-License-Identifier: MIT
/** What is taken away from the studio, the gallery, and two runs side by side, in a real browser. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServedRun } from '../../src/server/served-run.ts';
import { type StudioServer, startStudioServer } from '../../src/server/studio-server.ts';
import { closePages, drawnPicture, eventually, openPage, sharedBrowser, waitForText } from '../support/browser.ts';
import { STUDIO_FOLDER } from '../support/built-studio.ts';
import { addSampleFrames, writeSampleRun } from '../support/sample-run.ts';

/** A machine that is busy with other tests may be ten times slower than an idle one. */
const LIMIT_MS = 120_000;
const FRAMES = 5;

let folder = '';
let browser: Browser;
let server: StudioServer;
let page: Page;
let problems: readonly string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scree-export-'));
  const run = join(folder, 'sample');
  writeSampleRun(run, 0);
  addSampleFrames(run, 0, FRAMES);
  writeFileSync(join(run, 'speeds.csv'), 'time,step,energy.kinetic\n0,0,3\n0.1,1,2\n0.2,2,1.5\n');
  [browser, server] = await Promise.all([
    sharedBrowser(),
    startStudioServer({ appFolder: STUDIO_FOLDER, port: 0, run: new ServedRun(run) }),
  ]);
  ({ page, problems } = await openPage(browser, server.url));
  page.setDefaultTimeout(LIMIT_MS);
  await page.waitForSelector('.legend strong');
  await page.locator('.export-section summary').click();
  await page.waitForSelector('.export');
}, LIMIT_MS);

afterAll(async () => {
  await closePages(browser);
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function saved(button: string): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** Part of the pixels of the first drawing that have a colour of their own, as bodies do. */
async function drawnColours(of: Page): Promise<number> {
  const data = (await drawnPicture(of)).toString('base64');
  const blank = await browser.newPage();
  const part = await blank.evaluate<number>(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${data}';
    await image.decode();
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let count = 0;
    for (let k = 0; k < data.length; k += 4) {
      const [r, g, b] = data.subarray(k, k + 3);
      if (Math.max(r, g, b) - Math.min(r, g, b) > 60) count++;
    }
    return (4 * count) / data.length;
  })()`);
  await blank.close();
  return part;
}

/** Width, height and whether there is an alpha channel, from the header of a PNG. */
function pngFacts(bytes: Buffer): readonly [width: number, height: number, hasAlpha: boolean] {
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20), bytes[25] === 6];
}

describe('taking away', () => {
  it('draws pictures of other sizes than the screen, and transparent ones', { timeout: LIMIT_MS }, async () => {
    const panel = page.locator('.export');
    await panel.getByLabel('Size', { exact: true }).selectOption('3840x2160');
    const large = await saved('Save picture (PNG)');
    expect(large.name).toBe('sample-0.png');
    expect(pngFacts(large.bytes).slice(0, 2)).toEqual([3840, 2160]);
    await panel.getByLabel('Size', { exact: true }).selectOption('screen');
    await panel.getByLabel('Transparent').check();
    await panel.getByLabel('Legend and scale').uncheck();
    const clear = await saved('Save picture (PNG)');
    const data = clear.bytes.toString('base64');
    const alphas = await page.evaluate<number[]>(`(async () => {
      const image = new Image();
      image.src = 'data:image/png;base64,${data}';
      await image.decode();
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      let [clear, opaque] = [0, 0];
      for (let k = 3; k < data.length; k += 4) {
        if (data[k] === 0) clear++;
        if (data[k] === 255) opaque++;
      }
      return [clear / (data.length / 4), opaque];
    })()`);
    // The bodies, on nothing.
    expect(alphas[0]).toBeGreaterThan(0.3);
    expect(alphas[1]).toBeGreaterThan(0);
  });

  it('makes films of any rate and length, along a path of the camera', { timeout: 2 * LIMIT_MS }, async () => {
    // Few pixels: drawing them by software takes nearly all of the time.
    await page.setViewportSize({ width: 960, height: 420 });
    await page.getByRole('button', { name: 'Add this view' }).click();
    await page.locator('.stage canvas').focus();
    await page.keyboard.press('End');
    await waitForText(page, '.place', `frame ${FRAMES} of ${FRAMES}`);
    await page.getByRole('button', { name: 'Add this view' }).click();
    expect(await page.locator('.camera-views li').count()).toBe(2);
    const panel = page.locator('.export');
    await panel.getByLabel('Film size').selectOption('screen');
    await panel.getByLabel('Pictures a second').selectOption('24');
    await panel.getByLabel('Length').selectOption('2');
    for (const format of ['webm', 'mp4']) {
      await panel.getByLabel('Format').selectOption(format);
      const { name, bytes } = await saved('Save film');
      expect(name).toBe(`sample.${format}`);
      const film = await page.evaluate<number[]>(`(async () => {
        const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), (letter) => letter.charCodeAt(0));
        const video = document.createElement('video');
        video.src = URL.createObjectURL(new Blob([bytes], { type: 'video/${format}' }));
        await new Promise((done, fail) => {
          video.onloadedmetadata = done;
          video.onerror = () => fail(new Error(video.error.message));
        });
        return [video.duration, video.videoWidth];
      })()`);
      // 48 pictures at 24 a second.
      expect(film[0]).toBeCloseTo(2, 1);
      expect(film[1]).toBeGreaterThan(100);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('writes tables, a plot and a model', { timeout: LIMIT_MS }, async () => {
    await page.locator('.stage canvas').focus();
    await page.keyboard.press('Home');
    await waitForText(page, '.place', `frame 1 of ${FRAMES}`);
    const frame = (await saved('Frame (CSV)')).bytes.toString();
    expect(frame.trim().split('\n')).toHaveLength(4);
    const groups = (await saved('Groups (CSV)')).bytes.toString();
    expect(groups.trim().split('\n')).toHaveLength(FRAMES + 1);
    expect((await saved('Plot (CSV)')).bytes.toString()).toContain('0.1,2');
    expect((await saved('Plot (SVG)')).bytes.toString()).toMatch(/^<svg[\s\S]*energy\.kinetic, J[\s\S]*<\/svg>\s*$/);
    const model = (await saved('Model (GLB)')).bytes;
    expect(model.toString('latin1', 0, 4)).toBe('glTF');
    expect(model.readUInt32LE(8)).toBe(model.length);
    const gltf = JSON.parse(model.toString('utf8', 20, 20 + model.readUInt32LE(12))) as {
      nodes: { name: string }[];
      meshes: unknown[];
    };
    expect(gltf.nodes.map(({ name }) => name)).toEqual(expect.arrayContaining(['body-0', 'body-2', 'body-5']));
    await page.getByRole('button', { name: 'Picked body (CSV)' }).click();
    await waitForText(page, '.message', 'No body is picked');
  });

  it('writes a page that plays the run by itself, from a file', { timeout: LIMIT_MS }, async () => {
    const { name, bytes } = await saved('Page (HTML)');
    expect(name).toBe('sample.html');
    const path = join(folder, name);
    writeFileSync(path, bytes);
    const [, json = ''] = /<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(bytes.toString()) ?? [];
    const { camera } = JSON.parse(json) as { camera: { target: number[] } };
    // The camera stands in the world, where the balls are 1 km off along x.
    expect(camera.target[0]).toBeGreaterThan(990);
    const { page: alone, problems: found } = await openPage(browser, pathToFileURL(path).href, { offline: true });
    await alone.waitForSelector('.legend strong');
    await waitForText(alone, '.place', `frame 1 of ${FRAMES}`);
    await alone.locator('.scrub').fill(String(FRAMES - 1));
    await alone.locator(`.stage[data-frame="${FRAMES}"]`).waitFor();
    // The balls are in view.
    await eventually(() => drawnColours(alone)).toBeGreaterThan(0.001);
    expect(found).toEqual([]);
  });
});

describe('the gallery', () => {
  it('lists every example, and opens one that comes with its run at once', { timeout: LIMIT_MS }, async () => {
    await page.goto(`${server.url}#/gallery`);
    await page.locator('.card[data-example=cloudburst] img').waitFor();
    const cards = await page.locator('.card').count();
    expect(await page.locator('.card img').count()).toBe(cards);
    await page.locator('.card[data-example=sliding-block] .card-main').click();
    await page.waitForSelector('.watch .legend strong');
    expect(page.url()).toMatch(/#\/watch\/example-sliding-block(\?|$)/);
    expect(problems).toEqual([]);
  });
});

describe('every card of the gallery', () => {
  it('opens its example with one click', { timeout: 10 * LIMIT_MS, tags: ['thorough'] }, async () => {
    await page.goto(`${server.url}#/gallery`);
    await page.locator('.card[data-example=cloudburst] img').waitFor();
    const cards = page.locator('.card');
    const names = await cards.evaluateAll((all) =>
      (all as unknown as { dataset: { example: string } }[]).map(({ dataset }) => dataset.example),
    );
    for (const name of names) {
      const opened = await openPage(browser, `${server.url}#/gallery`, { viewport: { width: 480, height: 360 } });
      await opened.page.locator(`.card[data-example=${name}] .card-main`).click();
      const isOpen = '.live:is([data-phase=going], [data-phase=finished]) .legend strong, .watch .legend strong';
      await opened.page.locator(isOpen).first().waitFor();
      expect(opened.problems, name).toEqual([]);
      await opened.page.context().close();
    }
  });
});

describe('two runs', () => {
  it('are side by side at the same time, with their differences', { timeout: LIMIT_MS }, async () => {
    await page.goto(`${server.url}#/compare/served/example-sliding-block`);
    await page.waitForSelector('.difference-table');
    await page.goto(`${server.url}#/compare/served/served`);
    await waitForText(page, '.compare aside', 'All bodies agree');
    expect(await page.locator('.compare-stages canvas').count()).toBe(2);
    await page.getByRole('button', { name: 'Find where they part' }).click();
    await waitForText(page, '[data-role=comparison]', `agree at every common moment (${FRAMES} of ${FRAMES}`);
    await page.locator('.scrub').fill(String(FRAMES - 1));
    await waitForText(page, '.place', `frame ${FRAMES} of ${FRAMES}`);
    expect(problems).toEqual([]);
  });
});
