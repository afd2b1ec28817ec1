// SPDX-License-Identifier: MIT
/**
 * What Watch shows, in a real browser: light and shadow, true transparency, views along axes, ranges and filters of
 * colours, forces, arrows, trails, selections, measuring, playback of a section, bookmarks, and links that reproduce
 * the picture.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../source-files.ts';
import {
  closePages,
  drawnPicture,
  eventually,
  openPage,
  pictureDifference,
  pictureSettles,
  sharedBrowser,
  transitionsEnd,
  type WatchedPage,
  waitForText,
} from '../support/browser.ts';
import { scree } from '../support/built-program.ts';
import { type StudioProcess, startStudio } from '../support/studio-process.ts';

const SCENE = join(ROOT, 'tests/support/studio-scene.yaml');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** A browser on a busy machine takes its time. */
const TIMEOUT_MS = 120_000;
/** Drawing by software takes as long as there are pixels. */
const SMALL = { viewport: { width: 900, height: 600 } } as const;
/** From straight above, orthographic: the picture is 2 * 0.5 m * tan(20°) high, whatever its size. */
const FROM_ABOVE = 'camera=0,-0.00005,0.5,0,0,0&projection=orthographic&marks=0';
const HEIGHT_ABOVE = Math.tan(Math.PI / 9);

let folder = '';
let studio: StudioProcess;
let browser: Browser;
let watched: WatchedPage;
let page: Page;

/** Opens a view and waits until its picture is complete. */
async function open(hash: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const opened = await openPage(browser, `${studio.url}#/watch${hash}`, options);
  opened.page.setDefaultTimeout(TIMEOUT_MS);
  await standsStill(opened.page);
  return opened;
}

async function standsStill(of: Page): Promise<void> {
  await of.locator('.legend strong').first().waitFor();
  await pictureSettles(of);
}

/** Waits until the address of the page is like this. */
async function addressIs(wanted: string): Promise<void> {
  await eventually(() => page.evaluate<string>('location.hash')).toEqual(wanted);
}

/** Colours of points of the picture, given in metres right of and above its middle. */
async function coloursAt(of: Page, points: readonly (readonly [x: number, y: number])[]): Promise<number[][]> {
  const png = (await drawnPicture(of)).toString('base64');
  const blank = await browser.newPage();
  const colours = await blank.evaluate<number[][]>(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${png}';
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas.drawImage(image, 0, 0);
    const metre = image.height / ${HEIGHT_ABOVE};
    return ${JSON.stringify(points)}.map(([x, y]) => [
      ...canvas.getImageData(image.width / 2 + metre * x, image.height / 2 - metre * y, 1, 1).data.subarray(0, 3),
    ]);
  })()`);
  await blank.close();
  return colours;
}

const lightness = ([red = 0, green = 0, blue = 0]: readonly number[]): number => (red + green + blue) / 3;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scree-seeing-'));
  const run = join(folder, 'three');
  expect(scree(['run', SCENE, '--out', run, '--quiet'])).toMatchObject({ status: 0 });
  [browser, studio] = await Promise.all([sharedBrowser(), startStudio([run])]);
  watched = await open('');
  page = watched.page;
}, TIMEOUT_MS);

afterAll(async () => {
  await closePages(browser);
  expect(await studio?.stop()).toBe(0);
  rmSync(folder, { recursive: true, force: true });
});

describe('the picture', () => {
  it('has a soft shadow on the ground, on the side away from the lamp', { timeout: TIMEOUT_MS }, async () => {
    const { page: above } = await open(`?${FROM_ABOVE}`, SMALL);
    // The ball of 40 mm floats 60 mm high; the lamp is on the side of small x and y.
    const colours = await coloursAt(above, [
      [0.045, 0.05],
      [-0.045, -0.05],
    ]);
    const [shadow = [], light = []] = colours;
    expect(lightness(light) - lightness(shadow)).toBeGreaterThan(25);
    await above.context().close();
  });

  it('blends transparent bodies smoothly with what is behind', { timeout: TIMEOUT_MS }, async () => {
    const { page: clear } = await open(`?${FROM_ABOVE}&opacity=0.4`, SMALL);
    const across = Array.from({ length: 24 }, (_, k) => [-0.012 + 0.001 * k, 0.005] as const);
    const ground = lightness((await coloursAt(clear, [[-0.15, 0.1]]))[0] ?? []);
    const row = (await coloursAt(clear, across)).map(lightness);
    for (const value of row) expect(Math.abs(value - ground)).toBeGreaterThan(5);
    // Dots would jump between the colours of body and ground everywhere; lines of the ground's grid are seen through.
    const jumps = row.filter((value, k) => k > 0 && Math.abs(value - row[k - 1]) > 10);
    expect(jumps.length).toBeLessThanOrEqual(4);
    await clear.context().close();
  });
});

describe('the camera', () => {
  it('looks along an axis after a click on its end, and says so in the address', { timeout: TIMEOUT_MS }, async () => {
    await page.getByRole('button', { name: 'View from plus x' }).click();
    await addressIs(expect.stringMatching(/camera=/));
    const [x = 0, y = 0, z = 0, tx = 0, ty = 0, tz = 0] = await page.evaluate<number[]>(
      `new URLSearchParams(location.hash.split('?')[1]).get('camera').split(',').map(Number)`,
    );
    expect(Math.abs(y - ty)).toBeLessThan(1e-3 * (x - tx));
    expect(Math.abs(z - tz)).toBeLessThan(1e-3 * (x - tx));
  });

  it('is orthographic after a key, with a scale bar', { timeout: TIMEOUT_MS }, async () => {
    await page.locator('.stage canvas').focus();
    await page.keyboard.press('o');
    await addressIs(expect.stringMatching(/projection=orthographic/));
    expect(await page.locator('.scale-bar').innerText()).toMatch(/^[125]0*\s?m?m/);
    await page.keyboard.press('o');
    await page.keyboard.press('f');
    await addressIs(expect.not.stringMatching(/camera=|projection=/));
  });
});

describe('colours', () => {
  it('have the range of the whole run', { timeout: TIMEOUT_MS }, async () => {
    await page.getByLabel('Colour by').selectOption('speed');
    // All are at rest at first.
    expect(await page.locator('.legend .ends').first().innerText()).toMatch(/^0\s+0$/);
    await page.getByLabel('Range', { exact: true }).selectOption('run');
    await waitForText(page, '.legend .ends', /0\s*[1-9]/);
    await page.getByLabel('Logarithmic').check();
    await waitForText(page, '.legend strong', 'log');
    await page.getByLabel('Logarithmic').uncheck();
  });

  it('of a diverging map have zero in their middle', { timeout: TIMEOUT_MS }, async () => {
    await page.getByLabel('Colour by').selectOption('position.x');
    await page.getByLabel('Range', { exact: true }).selectOption('frame');
    await page.getByLabel('Colours', { exact: true }).selectOption('vik');
    await waitForText(page, '.legend .ends', /−80\s*80/);
    await page.getByLabel('Colours', { exact: true }).selectOption('viridis');
  });

  it('filter the bodies by a drag over the histogram, and show all after a click', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const box = await page.locator('.histogram .bins').boundingBox();
    if (box === null) throw new Error('no histogram');
    const at = (part: number): [number, number] => [box.x + part * box.width, box.y + box.height / 2];
    await page.mouse.move(...at(0.2));
    await page.mouse.down();
    await page.mouse.move(...at(0.35));
    await page.mouse.up();
    // Bodies are at -80, 0 and 80 mm.
    await waitForText(page, '.histogram', 'shown:');
    await waitForText(page, '.view-note', 'hides all bodies');
    await page.mouse.click(...at(0.5));
    await page.locator('.view-note:empty').waitFor({ state: 'attached' });
  });
});

describe('lines over the bodies', () => {
  it('show the normal and the shear part of forces, with a legend', { timeout: TIMEOUT_MS }, async () => {
    await page.locator('.scrub').fill('24');
    await page.getByLabel('Contact forces').check();
    await waitForText(page, '.legend', /Contact force, m?k?N/);
    const largest = async (): Promise<string> =>
      (await page.locator('[data-role=overlay-legend] .ends span').last().innerText()) ?? '';
    const whole = await largest();
    await page.getByLabel('Force', { exact: true }).selectOption('shear');
    await waitForText(page, '.legend', /Shear force/);
    expect(await largest()).not.toBe(whole);
    await page.getByLabel('Contact forces').uncheck();
  });

  it('show velocities and trails', { timeout: TIMEOUT_MS }, async () => {
    await page.locator('.scrub').fill('10');
    await page.getByLabel('Velocity arrows').check();
    await waitForText(page, '.watch-panel', /Longest arrow .*m\/s/);
    await page.getByLabel('Trails').fill('8');
    await addressIs(expect.stringMatching(/arrows=1&trail=8/));
    await page.getByLabel('Velocity arrows').uncheck();
    await page.getByLabel('Trails').fill('0');
  });
});

describe('a selection', () => {
  const count = (): Promise<string> => page.locator('.selection-panel > output').innerText();

  it('counts bodies by shape, ids and value, and hides or isolates them', { timeout: TIMEOUT_MS }, async () => {
    const panel = page.locator('.selection-panel');
    await panel.getByLabel('With shape').selectOption('brick');
    expect(await count()).toBe('1 of 3 bodies selected.');
    await panel.getByLabel('Then').selectOption('hide');
    await panel.getByLabel('With shape').selectOption('');
    await panel.getByLabel('With ids').fill('0-2');
    await page.keyboard.press('Enter');
    expect(await count()).toBe('3 of 3 bodies selected.');
    await waitForText(page, '.view-note', 'hides all bodies');
    await panel.getByLabel('With ids').fill('zero');
    await page.keyboard.press('Enter');
    await waitForText(page, '.selection-panel [role=alert]', '"zero" is no id');
    await panel.getByLabel('With ids').fill('');
    await page.keyboard.press('Enter');
    await panel.getByLabel('With value').selectOption('position.x');
    await panel.getByLabel('least').fill('-1 cm');
    await page.keyboard.press('Enter');
    expect(await count()).toBe('2 of 3 bodies selected.');
  });

  it('is zoomed to, and its mean is plotted over the run', { timeout: TIMEOUT_MS }, async () => {
    await page.getByRole('button', { name: 'Zoom to' }).click();
    await addressIs(expect.stringMatching(/camera=/));
    await page.getByRole('button', { name: 'Plot mean' }).click();
    await waitForText(page, '.selection-panel .u-legend', 'mean speed of 2');
    await page.locator('.selection-panel').getByRole('button', { name: 'Clear' }).click();
    expect(await count()).toBe('Nothing is selected.');
  });

  it('is what a box of the cut leaves', { timeout: TIMEOUT_MS }, async () => {
    await page.getByLabel('Cut across').selectOption('box');
    await page.getByLabel('x from').fill('0.4');
    await page.getByLabel('Inside the cut').check();
    expect(await count()).toBe('2 of 3 bodies selected.');
    await page.getByLabel('Cut across').selectOption('none');
    await page.getByLabel('Inside the cut').uncheck();
  });
});

describe('time', () => {
  it('is gone to, and a section of it is played in a loop', { timeout: TIMEOUT_MS }, async () => {
    await page.getByLabel('Go to').fill('40 ms');
    await page.keyboard.press('Enter');
    await waitForText(page, '.place', 'frame 9 of 25');
    await page.getByRole('button', { name: 'A', exact: true }).click();
    await page.locator('.scrub').fill('12');
    await page.getByRole('button', { name: 'B', exact: true }).click();
    await page.getByRole('button', { name: 'Loop' }).click();
    await page.locator('.play').click();
    // At the end of the section it begins again at its start.
    const seen = await page.evaluate<number[]>(`new Promise((resolve) => {
      const seen = [];
      const look = () => {
        seen.push(Number(document.querySelector('.scrub').value));
        const turns = seen.filter((each, k) => k > 0 && each < seen[k - 1]).length;
        if (turns >= 2) resolve(seen);
        else requestAnimationFrame(look);
      };
      look();
    })`);
    expect(Math.min(...seen.slice(2))).toBeGreaterThanOrEqual(8);
    expect(Math.max(...seen)).toBe(12);
    await page.locator('.play').click();
    await page.getByRole('button', { name: 'Loop' }).click();
    await page.getByRole('button', { name: 'A', exact: true }).click();
    await page.getByRole('button', { name: 'B', exact: true }).click();
  });
});

describe('measuring', () => {
  it('follows two bodies', { timeout: TIMEOUT_MS }, async () => {
    await page.locator('.stage canvas').focus();
    await page.keyboard.press('f');
    await page.keyboard.press('m');
    await waitForText(page, '.measured', 'Click two bodies');
    await page.keyboard.press('m');
    const { page: measured } = await open('?measure=0,1,2', SMALL);
    const text = (await measured.locator('.measured').innerText()).replaceAll('\u2009', ' ');
    expect(text).toMatch(/0 to 1: 80 mm · 1 to 2: 160 mm · angle at 1: 0/);
    await measured.context().close();
  });
});

describe('a view', () => {
  const VIEW =
    '?t=0.08&camera=0.2,-0.3,0.25,0,0,0.03&colour=speed&map=plasma&opacity=0.5&cut=plane:0.6,0,30,20,0,0,0,1,1,1&forces=normal';

  it('is reproduced by its link, to the pixel', { timeout: TIMEOUT_MS }, async () => {
    const first = await open(VIEW, SMALL);
    const picture = await drawnPicture(first.page);
    const link = await first.page.evaluate<string>('location.hash');
    const second = await open(link.replace('#/watch', ''), SMALL);
    expect(await pictureDifference(second.page, await drawnPicture(second.page), picture)).toBe(0);
    expect(await second.page.getByLabel('Colours', { exact: true }).inputValue()).toBe('plasma');
    expect([...first.problems, ...second.problems]).toEqual([]);
    await first.page.context().close();
    await second.page.context().close();
  });

  it('in a window of another size is as if it had been opened in it', { timeout: TIMEOUT_MS }, async () => {
    const opened = await open('', SMALL);
    const canvasWidth = (): Promise<number> => opened.page.evaluate("document.querySelector('.stage canvas').width");
    const before = await canvasWidth();
    await opened.page.setViewportSize({ width: 500, height: 700 });
    await eventually(canvasWidth).not.toBe(before);
    await standsStill(opened.page);
    const picture = await drawnPicture(opened.page);
    await opened.page.reload();
    await standsStill(opened.page);
    expect(await pictureDifference(opened.page, await drawnPicture(opened.page), picture)).toBe(0);
    await opened.page.context().close();
  });

  it('is kept as a bookmark over a reload, and opened by a click', { timeout: TIMEOUT_MS }, async () => {
    await page.locator('.scrub').fill('5');
    await page.getByLabel('Colour by').selectOption('spin');
    await page.getByLabel('Name').fill('Spinning');
    await page.getByRole('button', { name: 'Bookmark' }).click();
    await page.goto(`${studio.url}#/watch`);
    await page.reload();
    await page.locator('.bookmarks a', { hasText: 'Spinning' }).click();
    await waitForText(page, '.place', 'frame 6 of 25');
    expect(await page.getByLabel('Colour by').inputValue()).toBe('spin');
    await page.getByRole('button', { name: 'Removes Spinning' }).click();
    await page.locator('.bookmarks:empty').waitFor({ state: 'attached' });
  });

  it('with everything open has names and contrasts, in light and dark', { timeout: TIMEOUT_MS }, async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const hash =
        '?t=0.12&forces=normal&arrows=1&ids=0-1&cut=box:0.5,0,0,0,0,0,0,1,1,1&colour=speed&measure=0,1&field=speed';
      const { page: all } = await openPage(browser, `${studio.url}#/watch${hash}`, { colorScheme });
      all.setDefaultTimeout(TIMEOUT_MS);
      await all.locator('[data-role=overlay-legend] .ends').first().waitFor();
      await transitionsEnd(all);
      await all.evaluate(AXE);
      const found = await all.evaluate<string[]>(`axe
        .run(document, { rules: { 'label-content-name-mismatch': { enabled: true } } })
        .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 160))))`);
      expect(found, colorScheme).toEqual([]);
      await all.context().close();
    }
  });
});

describe('memory', () => {
  it('is flat over 1,000 scrubs', { timeout: TIMEOUT_MS }, async () => {
    const { page: scrubbed } = await open('?forces=whole&trail=4&colour=speed', {
      viewport: { width: 400, height: 400 },
    });
    const session = await scrubbed.context().newCDPSession(scrubbed);
    await session.send('HeapProfiler.enable');
    const scrub = (count: number): Promise<unknown> =>
      scrubbed.evaluate(`(async () => {
        const scrub = document.querySelector('.scrub');
        for (let k = 0; k < ${count}; k++) {
          scrub.value = String((7 * k) % 25);
          scrub.dispatchEvent(new Event('input'));
          if (k % 25 === 0) await new Promise(requestAnimationFrame);
        }
      })()`);
    const used = async (): Promise<number> => {
      await session.send('HeapProfiler.collectGarbage');
      return (await session.send('Runtime.getHeapUsage')).usedSize;
    };
    await scrub(100);
    const before = await used();
    await scrub(1000);
    // A leak of one small frame a scrub would be several MB.
    const growth = (await used()) - before;
    console.log(`heap before ${before} bytes, growth over 1,000 scrubs ${growth} bytes`);
    expect(growth).toBeLessThan(1.5e6);
    await scrubbed.context().close();
  });
});

describe('the pages of these tests', () => {
  it('have logged no error', () => expect(watched.problems).toEqual([]));
});
