// SPDX-License-Identifier: MIT
/** The studio page in use: small screens, keyboard, and runs that start empty, have gaps, end early or disappear. */
import { appendFileSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeFrame, type Frame } from '../../src/io/trajectory/frame.ts';
import { encodeHeader } from '../../src/io/trajectory/trajectory-header.ts';
import { ServedRun } from '../../src/server/served-run.ts';
import { type StudioServer, startStudioServer } from '../../src/server/studio-server.ts';
import {
  closePages,
  drawnPicture,
  eventually,
  openPage,
  sharedBrowser,
  transitionsEnd,
  waitForText,
} from '../support/browser.ts';
import { STUDIO_FOLDER } from '../support/built-studio.ts';
import { sampleFrame, writeSampleRun } from '../support/sample-run.ts';

/** A machine that is busy with other tests may be ten times slower than an idle one. */
const LIMIT_MS = 120_000;
/** What each tab shows once it is complete. */
const TABS = {
  gallery: '.card img',
  watch: '.legend strong',
  study: 'main .notice',
  run: '.live[data-phase=waiting] .legend strong',
  explore: '.explore-answer [data-value=distance]',
  report: '.report iframe',
} as const;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const FRAMES = 40;

let folder = '';
let run = '';
let browser: Browser;
let server: StudioServer;
let page: Page;
let problems: readonly string[] = [];

const EMPTY_FRAME: Frame = {
  ...sampleFrame(0),
  ids: new Int32Array(0),
  shapes: new Int32Array(0),
  materials: new Int32Array(0),
  scales: new Float32Array(0),
  positions: new Float32Array(0),
  orientations: new Float32Array(0),
  velocities: new Float32Array(0),
  angularVelocities: new Float32Array(0),
  contactBodies: new Int32Array(0),
  contactPoints: new Float32Array(0),
  contactForces: new Float32Array(0),
  contactNormals: new Float32Array(0),
};

/**
 * No body at first, then three that move far along x. The run stopped at 39 s of 60 s. Two materials have names of
 * colours.
 */
function writeRun(): void {
  writeSampleRun(run, 0);
  const header = {
    title: 'Sample',
    materials: ['amber', 'blue'],
    boundaries: [],
    shapes: [{ name: 'ball', shape: { sphere: { radius: 0.5 } } }],
  };
  const path = join(run, 'trajectory.scree');
  writeFileSync(path, encodeHeader(header));
  for (let k = 0; k < FRAMES; k++) {
    const frame = k === 0 ? EMPTY_FRAME : { ...sampleFrame(10 * k), materials: Int32Array.of(0, 0, 0) };
    appendFileSync(path, encodeFrame(frame, { number: k }));
  }
  const manifest = JSON.parse(readFileSync(join(run, 'manifest.json'), 'utf8')) as object;
  writeFileSync(join(run, 'manifest.json'), JSON.stringify({ ...manifest, until: 60 }));
  writeFileSync(
    join(run, 'speeds.csv'),
    'time,step,body.a.velocity.x,body.b.velocity.x\n0,0,,5\n10,1,,4\n20,2,1.5,3\n',
  );
  writeFileSync(join(run, 'verification.html'), '<!doctype html><title>Report</title><h1>All checks hold</h1>');
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scree-page-'));
  run = join(folder, 'sample');
  writeRun();
  const appFolder = STUDIO_FOLDER;
  [browser, server] = await Promise.all([
    sharedBrowser(),
    startStudioServer({ appFolder, port: 0, run: new ServedRun(run) }),
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

/**
 * Of the pixels of an element without what lies over it, the share whose hue is in a range of degrees, with some colour
 * in them.
 */
async function shareOfHue(selector: string, from: number, to: number): Promise<number> {
  const picture = selector.includes('.stage')
    ? await drawnPicture(page)
    : await page.locator(selector).first().screenshot();
  const png = picture.toString('base64');
  const blank = await browser.newPage();
  const share = await blank.evaluate<number>(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${png}';
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas.drawImage(image, 0, 0);
    const { data } = canvas.getImageData(0, 0, image.width, image.height);
    let count = 0;
    for (let k = 0; k < data.length; k += 4) {
      const [r, g, b] = data.subarray(k, k + 3);
      const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
      if (most - least < 60) continue;
      const hue = most === r ? (60 * (g - b)) / (most - least) : most === g ? 120 + (60 * (b - r)) / (most - least) : 240 + (60 * (r - g)) / (most - least);
      if ((hue + 360) % 360 >= ${from} && (hue + 360) % 360 <= ${to}) count++;
    }
    return (4 * count) / data.length;
  })()`);
  await blank.close();
  return share;
}

const AMBER = [20, 60] as const;
const BLUE = [180, 260] as const;

describe('Watch', () => {
  it('shows the bodies of the last frame of a run that began without any', { timeout: LIMIT_MS }, async () => {
    await waitForText(page, '.place', `frame 1 of ${FRAMES}`);
    await page.locator('.stage canvas').focus();
    await page.keyboard.press('End');
    await waitForText(page, '.place', `frame ${FRAMES} of ${FRAMES}`);
    await page.getByLabel('Turning marks').uncheck();
    await eventually(() => shareOfHue('.stage canvas', ...AMBER)).toBeGreaterThan(1e-5);
  });

  it('draws amber amber, in the picture and in the legend', { timeout: LIMIT_MS }, async () => {
    expect(await page.locator('.legend').innerText()).toMatch(/Material\s+amber\s+blue/);
    expect(await shareOfHue('.stage canvas', ...BLUE)).toBe(0);
    expect(await shareOfHue('.legend li:nth-child(1)', ...AMBER)).toBeGreaterThan(0.01);
    expect(await shareOfHue('.legend li:nth-child(2)', ...BLUE)).toBeGreaterThan(0.01);
  });

  it('draws both curves of a table where one has an empty cell', { timeout: LIMIT_MS }, async () => {
    expect(await page.locator('.plots .u-legend').innerText()).toContain('body.b.velocity.x');
    // The second curve is orange.
    await eventually(() => shareOfHue('.plots canvas', 10, 40)).toBeGreaterThan(1e-4);
  });

  it('says how far a run came that ended early', { timeout: LIMIT_MS }, async () => {
    expect((await page.locator('.watch-panel section').first().innerText()).replaceAll('\u2009', ' ')).toContain(
      'stopped: 39 s of 60 s simulated',
    );
  });

  it('has ranges with units, and says what is wrong with one', { timeout: LIMIT_MS }, async () => {
    await page.locator('.scrub').fill(String(FRAMES - 1));
    await page.locator(`.stage[data-frame="${FRAMES}"]`).waitFor();
    await page.getByLabel('Colour by').selectOption('speed');
    const [from, to] = [page.getByLabel('from', { exact: true }), page.getByLabel('to', { exact: true })];
    expect([await from.inputValue(), await to.inputValue()]).toEqual(['1 m/s', '3 m/s']);
    await from.fill('500 cm/s');
    await to.fill('2');
    await page.keyboard.press('Enter');
    await waitForText(page, '.watch-panel [role=alert]', 'from must be below to, got from 500 cm/s to 2');
    expect(await to.getAttribute('aria-invalid')).toBe('true');
    await to.fill('7000 mm/s');
    await page.keyboard.press('Enter');
    await waitForText(page, '.legend .ends', /5.*7/s);
    expect(await page.locator('.watch-panel [role=alert]').first().innerText()).toBe('');
    await page.getByLabel('Range', { exact: true }).selectOption('frame');
    await page.getByLabel('Colour by').selectOption('material');
  });

  it('plays by space after a box was clicked, and leaves space to a box that was tabbed to', {
    timeout: LIMIT_MS,
  }, async () => {
    const walls = page.getByLabel('Walls');
    await walls.click();
    expect(await walls.isChecked()).toBe(false);
    await page.keyboard.press('Space');
    await page.locator('.play[data-icon=pause]').waitFor();
    expect(await walls.isChecked()).toBe(false);
    await page.keyboard.press('Space');
    await page.locator('.play[data-icon=play]').waitFor();
    await walls.focus();
    await page.keyboard.press('Space');
    expect(await walls.isChecked()).toBe(true);
    await page.locator('.play[data-icon=play]').waitFor();
  });
});

/**
 * What sticks out of its parents at the sides, lies where nothing scrolls to it, or is too narrow to use. Texts and one
 * table are scrolled sideways.
 */
const OFF_SCREEN = `(() => {
  const shown = [...document.querySelectorAll('header *, main *')].filter((element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
  });
  const scrolls = (element, axis) => {
    if (axis === 'x') return element.closest('pre, textarea, .text-pane, .explore-algorithms') !== null;
    return [...parents(element)].some((each) => /auto|scroll/.test(getComputedStyle(each).overflowY));
  };
  function* parents(element) {
    for (let each = element.parentElement; each !== null; each = each.parentElement) yield each;
  }
  const name = (element) => element.tagName + '.' + element.className + ' ' + (element.textContent ?? '').slice(0, 30);
  return shown.flatMap((element) => {
    if (!element.matches('button, input, select, textarea, a, canvas, output, label, h1, h2, h3, p, iframe, progress, td, th, summary')) return [];
    const { left, right, bottom, width } = element.getBoundingClientRect();
    const isIn = scrolls(element, 'x') || [...parents(element)].every((each) => {
      const around = each.getBoundingClientRect();
      return around.width < 1 || (left >= around.left - 1 && right <= around.right + 1);
    });
    const isReached = bottom <= innerHeight + 1 || scrolls(element, 'y');
    const isWide = !element.matches('[type=range], select, [type=text]') || width >= (element.matches('[type=range]') ? 100 : 40);
    return isIn && isReached && isWide ? [] : [name(element) + ' ' + [left, right, bottom, width].map(Math.round)];
  });
})()`;

async function openTab(tab: keyof typeof TABS): Promise<void> {
  await page.goto(`${server.url}#/${tab}`);
  await page.locator('nav a[aria-current]', { hasText: new RegExp(tab, 'i') }).waitFor();
  await page.locator('main .notice', { hasText: 'Loading' }).waitFor({ state: 'detached' });
  await page.locator(TABS[tab]).first().waitFor();
}

describe('every tab', () => {
  it.each([390, 900])('is all there at a width of %i', { timeout: LIMIT_MS }, async (width) => {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 700 });
    for (const tab of Object.keys(TABS) as (keyof typeof TABS)[]) {
      await openTab(tab);
      await eventually(() => page.evaluate<string[]>(OFF_SCREEN)).toEqual([]);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('has names, headings and contrasts that people without a mouse or good eyes need', {
    timeout: LIMIT_MS,
  }, async () => {
    for (const tab of Object.keys(TABS) as (keyof typeof TABS)[]) {
      await openTab(tab);
      await transitionsEnd(page);
      await page.evaluate(AXE);
      const found = await page.evaluate<string[]>(`axe
        .run(document, { rules: { 'label-content-name-mismatch': { enabled: true } }, iframes: false })
        .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 160))))`);
      expect(found, tab).toEqual([]);
    }
  });
});

describe('a run that goes away', () => {
  it('leaves picture and time bar at the same frame, says so, and comes back', { timeout: LIMIT_MS }, async () => {
    const { port } = server;
    const { page: watching } = await openPage(browser, `${server.url}#/watch`);
    watching.setDefaultTimeout(LIMIT_MS);
    // Frames that the bounds are found from are here after a while; frames 14 and 19 are none of them.
    await watching.locator('.scrub').fill('39');
    await waitForText(watching, '.place', 'frame 40 of 40');
    const pictured = (frame: number): Promise<void> => watching.locator(`.stage[data-frame="${frame}"]`).waitFor();
    await pictured(40);
    renameSync(run, `${run}-elsewhere`);
    await watching.locator('.scrub').fill('13');
    await waitForText(watching, '.banner', /Connection lost.*show frame 40/s);
    await waitForText(watching, '.place', 'frame 40 of 40');
    expect(await watching.locator('.scrub').inputValue()).toBe('39');
    await pictured(40);
    renameSync(`${run}-elsewhere`, run);
    await watching.getByRole('button', { name: 'Retry' }).click();
    await watching.locator('.banner').waitFor({ state: 'hidden' });
    await watching.locator('.scrub').fill('13');
    await pictured(14);
    await server.close();
    await watching.locator('.scrub').fill('18');
    await waitForText(watching, '.banner', /the server does not answer.*show frame 14\./s);
    await waitForText(watching, '.place', 'frame 14 of 40');
    server = await startStudioServer({ appFolder: STUDIO_FOLDER, port, run: new ServedRun(run) });
    // By itself, after some seconds.
    await watching.locator('.banner').waitFor({ state: 'hidden' });
    await watching.context().close();
  });
});

describe('the pages of these tests', () => {
  it('have logged no error', () => expect(problems).toEqual([]));
});
