// SPDX-License-Identifier: MIT
/**
 * The studio in bad conditions: damaged files, runs that are empty or have gaps, names in any script, addresses of
 * nonsense, a full storage, two tabs, a reload during a run, a lost graphics card, the keyboard alone, a large zoom.
 */
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  PATIENCE_MS,
  pictureDifference,
  pictureSettles,
  sharedBrowser,
  waitForText,
} from '../support/browser.ts';
import { STUDIO_FOLDER } from '../support/built-studio.ts';
import { addSampleFrames, sampleFrame, writeSampleRun } from '../support/sample-run.ts';

const LIMIT_MS = 2 * PATIENCE_MS;
const FRAMES = 25;
/** Drawing by software takes as long as there are pixels. */
const SMALL = { viewport: { width: 480, height: 360 } } as const;
/** Two names from right to left, one of markup, one longer than any box. */
const NAMES = ['قمع دوّار', 'צרור', '<img src=x onerror=alert(1)>', 'a-name-without-any-gap-'.repeat(12)];

let folder = '';
let browser: Browser;
let server: StudioServer;

/** Four bodies of four shapes and materials with hostile names, and a table with gaps. */
function writeNamedRun(run: string): void {
  writeSampleRun(run, 0);
  const manifest = JSON.parse(readFileSync(join(run, 'manifest.json'), 'utf8')) as object;
  writeFileSync(join(run, 'manifest.json'), JSON.stringify({ ...manifest, title: NAMES.join(' ') }));
  const shapes = NAMES.map((name) => ({ name, shape: { sphere: { radius: 0.5 } } }));
  const path = join(run, 'trajectory.scree');
  writeFileSync(path, encodeHeader({ title: NAMES.join(' '), materials: NAMES, boundaries: [], shapes }));
  const four: Frame = {
    ...sampleFrame(0),
    ids: Int32Array.of(0, 1, 2, 3),
    shapes: Int32Array.of(0, 1, 2, 3),
    materials: Int32Array.of(0, 1, 2, 3),
    scales: new Float32Array(4).fill(1),
    positions: Float32Array.from({ length: 12 }, (_, k) => (k % 3 === 0 ? k / 3 : 0)),
    orientations: Float32Array.from({ length: 16 }, (_, k) => (k % 4 === 0 ? 1 : 0)),
    velocities: new Float32Array(12),
    angularVelocities: new Float32Array(12),
  };
  appendFileSync(path, encodeFrame(four, { number: 0 }));
  writeFileSync(
    join(run, 'speeds.csv'),
    `time,step,${NAMES[3]},NaN,\n0,0,NaN,1,\nNaN,1,2,3,4\n0.1,2,inf,-1e308,x\n0.2\n0.3,4,1e308,,5\n`,
  );
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scree-hostile-'));
  const run = join(folder, 'sample');
  writeSampleRun(run, 0);
  addSampleFrames(run, 0, FRAMES);
  [browser, server] = await Promise.all([
    sharedBrowser(),
    startStudioServer({ appFolder: STUDIO_FOLDER, port: 0, run: new ServedRun(run) }),
  ]);
}, LIMIT_MS);

afterAll(async () => {
  await closePages(browser);
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** As a user drops files on the page. */
async function drop(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  const text = Buffer.from(bytes).toString('base64');
  await page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob('${text}'), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], '${name}'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  })()`);
}

/** Changes some bytes, the same each time. */
function damaged(bytes: Uint8Array, seed: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  let state = seed;
  for (let k = 0; k < 8; k++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    copy[state % copy.length] ^= (state >>> 24) | 1;
  }
  return copy;
}

describe('damaged trajectories', () => {
  it('are shown as far as they are whole, or refused with the reason', { timeout: LIMIT_MS }, async () => {
    const whole = readFileSync(join(folder, 'sample/trajectory.scree'));
    const headerOnly = encodeHeader({ title: 'Nothing', materials: [], boundaries: [], shapes: [] });
    const { page, problems } = await openPage(browser, `${server.url}#/gallery`, SMALL);
    await page.locator('.card img').first().waitFor();
    const drops: readonly (readonly [string, Uint8Array])[] = [
      ['empty', new Uint8Array(0)],
      ['short', whole.subarray(0, 11)],
      ['header', headerOnly],
      ['cut', whole.subarray(0, whole.length - 17)],
      ['noise', damaged(new Uint8Array(5000), 7)],
      ...[1, 2, 3].map((seed) => [`damaged-${seed}`, damaged(whole, seed)] as const),
    ];
    for (const [name, bytes] of drops) {
      await drop(page, `${name}.scree`, bytes);
      await eventually(() => page.evaluate<string>('location.hash')).toMatch(/#\/watch\/opened-\d+/);
      await page.locator('main .notice', { hasText: 'Loading' }).waitFor({ state: 'detached' });
      await page.locator('.watch-tab .notice, .watch-tab .legend strong').first().waitFor();
      expect(await page.locator('main').innerText(), name).not.toMatch(/undefined|NaN|\[object/);
      await page.goto(`${server.url}#/gallery`);
      await page.locator('.card img').first().waitFor();
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('with numbers that are none draw what is left', { timeout: LIMIT_MS }, async () => {
    const { page, problems } = await openPage(browser, `${server.url}#/gallery`, SMALL);
    await page.locator('.card img').first().waitFor();
    const frame = sampleFrame(0);
    const positions = Float32Array.from(frame.positions);
    positions.fill(Number.NaN, 3, 6);
    const velocities = Float32Array.of(1, 0, 0, Infinity, 0, 0, Number.NaN, 0, 0);
    const header = encodeHeader({
      title: 'Gone',
      materials: ['steel'],
      boundaries: [],
      shapes: [{ name: 'ball', shape: { sphere: { radius: 0.5 } } }],
    });
    const bytes = Buffer.concat([header, encodeFrame({ ...frame, positions, velocities }, { number: 0 })]);
    await drop(page, 'gone.scree', bytes);
    await page.waitForSelector('.legend strong');
    await pictureSettles(page);
    await page.getByLabel('Colour by').selectOption('speed');
    await page.locator('.stage canvas').focus();
    await page.keyboard.press('f');
    await pictureSettles(page);
    // Bodies 0 and 5 are where they are, and in view.
    expect(await page.locator('.view-note').innerText()).toBe('');
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe('unusual runs', () => {
  it('of one frame, with names of any script and gaps in the table, are shown', { timeout: LIMIT_MS }, async () => {
    const run = join(folder, 'named');
    writeNamedRun(run);
    const named = await startStudioServer({ appFolder: STUDIO_FOLDER, port: 0, run: new ServedRun(run) });
    for (const width of [1280, 390]) {
      const { page, problems } = await openPage(browser, `${named.url}#/watch`, { viewport: { width, height: 844 } });
      await page.waitForSelector('.legend strong');
      await waitForText(page, '.place', 'frame 1 of 1');
      // Text, never markup.
      expect(await page.locator('main img').count()).toBe(0);
      expect(await page.locator('.legend li').allInnerTexts()).toEqual(NAMES);
      await page.locator('.plots .u-legend').waitFor({ state: 'attached' });
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      for (const selector of ['.legend', '.watch-panel']) {
        const box = await page.locator(selector).boundingBox();
        expect((box?.x ?? 0) + (box?.width ?? 9999), `${selector} at ${width}`).toBeLessThanOrEqual(width);
      }
      expect(problems).toEqual([]);
      await page.context().close();
    }
    await named.close();
  });

  it('of nothing but a manifest say what is missing', { timeout: LIMIT_MS }, async () => {
    const run = join(folder, 'bare');
    mkdirSync(run);
    writeFileSync(join(run, 'manifest.json'), readFileSync(join(folder, 'sample/manifest.json')));
    const bare = await startStudioServer({ appFolder: STUDIO_FOLDER, port: 0, run: new ServedRun(run) });
    const { page, problems } = await openPage(browser, `${bare.url}#/watch`);
    await waitForText(page, 'main .notice', /trajectory/);
    expect(problems).toEqual([]);
    await page.context().close();
    await bare.close();
  });
});

describe('a browser whose language is no language tag', () => {
  it('shows runs and plots', { timeout: LIMIT_MS }, async () => {
    const context = await browser.newContext();
    // As Chromium has it in the locale C.
    await context.addInitScript(
      "Object.defineProperty(navigator, 'language', { value: 'en-US@posix', configurable: true })",
    );
    const page = await context.newPage();
    await page.goto(`${server.url}#/watch`);
    await page.locator('.plots .u-legend').waitFor({ state: 'attached' });
    expect(await page.locator('.legend').isVisible()).toBe(true);
    await context.close();
  });
});

describe('addresses of nonsense', () => {
  const WATCH = [
    't=NaN&camera=1,2,3,1,2,3&projection=upside-down&colour=nonsense&map=__proto__&range=5,5&log=1',
    'camera=Infinity,0,0,0,0,0&range=Infinity,-Infinity&colour=speed&log=1&bounds=%E0%A4%A&body=%',
    'opacity=-5&walls=1e9&marks=maybe&forces=all&chains=7&arrows=-3&trail=1e9&cut=plane:NaN,0,1e9,0,0,0,0,1,1,1',
    'cut=box:0,0,0,0,1,1,1,0,0,0&slice=packingFraction:y:0.5,0.1,1e9&bounds=0,0,0,1e300,1e300,1e300',
    'cut=x:Infinity,0,0,0,0,0,0,1,1,1&slice=constructor:y:9,9,-9&bounds=Infinity,0,0,-Infinity,0,0&t=-1e308',
    'shape=none&ids=9-1&field=constructor&low=x&measure=99,100,101&body=424242&section=9,-9',
  ];

  const isShown = async (query: string): Promise<void> => {
    const { page, problems } = await openPage(browser, `${server.url}#/watch?${query}`, SMALL);
    await page.waitForSelector('.legend strong');
    await pictureSettles(page);
    // F brings the bodies back.
    await page.locator('.stage canvas').focus();
    await page.keyboard.press('f');
    await pictureSettles(page);
    expect(await page.locator('.view-note').innerText()).not.toContain('out of view');
    expect(problems).toEqual([]);
    await page.context().close();
  };
  const title = 'watch?%s: show a picture all the same';
  it.each(WATCH.slice(0, 2))(title, { timeout: LIMIT_MS }, isShown);
  it.each(WATCH.slice(2))(title, { timeout: LIMIT_MS, tags: ['thorough'] }, isShown);

  it('of runs, examples, pairs and tabs that are not there say so', { timeout: LIMIT_MS }, async () => {
    const { page, problems } = await openPage(browser, server.url);
    for (const [hash, text] of [
      ['#/watch/opened-99', 'lost when it was loaded again'],
      ['#/watch/example-none', 'There is no run example-none'],
      ['#/watch/constructor', 'There is no run constructor'],
      ['#/compare/a/b', 'There is no run a'],
      ['#/compare', /./],
      ['#/explore?pair=garbage', /pair|JSON/],
      ['#/run/none', /./],
      ['#/run/../../etc', /./],
      ['#/toString', /./],
      ['#/%E0%A4%A', /./],
    ] as const) {
      await page.goto(`${server.url}${hash}`);
      await page.reload();
      await page.locator('main .notice', { hasText: 'Loading' }).waitFor({ state: 'detached' });
      await waitForText(page, 'main', text);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe('a storage that is full', () => {
  it('is told once, and the run is watched all the same', { timeout: LIMIT_MS }, async () => {
    const { page, problems } = await openPage(browser, `${server.url}#/run`);
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(server.url).origin, quotaSize: 2000 });
    await page.locator('.live[data-phase=waiting] [data-role=status]', { hasText: 'Ready to run.' }).waitFor();
    await page.fill('[id="value-time.duration"]', '0.1 s');
    await page.press('[id="value-time.duration"]', 'Enter');
    await page.locator('.live[data-phase=waiting] [data-role=status]', { hasText: 'Ready to run.' }).waitFor();
    await page.click('.run-button');
    await page.waitForSelector('.live[data-phase=finished]');
    await waitForText(page, '.message', 'could not be kept');
    await page.getByRole('button', { name: 'Watch this run' }).click();
    await page.waitForSelector('.watch .legend strong');
    expect(page.url()).toMatch(/#\/watch\/opened-1/);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe('two tabs of one browser', () => {
  it('keep their runs side by side, and see those of each other', { timeout: LIMIT_MS }, async () => {
    const { page: first, problems } = await openPage(browser, `${server.url}#/run/bouncing-balls`);
    const second = await first.context().newPage();
    await second.goto(`${server.url}#/run/newtons-cradle`);
    for (const page of [first, second]) {
      await page.locator('.live[data-phase=waiting] [data-role=status]', { hasText: 'Ready to run.' }).waitFor();
      await page.fill('[id="value-time.duration"]', '0.05 s');
      await page.press('[id="value-time.duration"]', 'Enter');
      await page.locator('.live[data-phase=waiting] [data-role=status]', { hasText: 'Ready to run.' }).waitFor();
    }
    await Promise.all([first, second].map((page) => page.click('.run-button')));
    await Promise.all([first, second].map((page) => page.waitForSelector('.live[data-phase=finished]')));
    await first.goto(`${server.url}#/gallery`);
    await eventually(() => first.locator('[data-run^=kept-]').count()).toBe(2);
    // What the other tab discards goes here too.
    await second.goto(`${server.url}#/gallery`);
    await second
      .getByRole('button', { name: /^Discard/ })
      .first()
      .click();
    await eventually(() => second.locator('[data-run^=kept-]').count()).toBe(1);
    await eventually(() => first.locator('[data-run^=kept-]').count()).toBe(1);
    expect(problems).toEqual([]);
    await first.context().close();
  });
});

describe('a reload in the middle of a live run', () => {
  it('leaves the run in the gallery, up to the last copy', { timeout: LIMIT_MS }, async () => {
    const { page, problems } = await openPage(browser, `${server.url}#/run/bouncing-balls`);
    await page.locator('.live[data-phase=waiting] [data-role=status]', { hasText: 'Ready to run.' }).waitFor();
    // Three minutes in all.
    await page.getByLabel('Speed').selectOption('0.01');
    await page.click('.run-button');
    const other = await page.context().newPage();
    await other.goto(`${server.url}#/gallery`);
    await other.locator('[data-run^=kept-]').waitFor();
    await page.reload();
    await other.locator('[data-run^=kept-] a').click();
    await other.waitForSelector('.watch .legend strong');
    await waitForText(other, '.watch-panel', 'simulated');
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe('a graphics card that is lost', () => {
  it('and found again shows the same picture', { timeout: LIMIT_MS }, async () => {
    const { page } = await openPage(browser, `${server.url}#/watch?t=1`, SMALL);
    await page.waitForSelector('.legend strong');
    await pictureSettles(page);
    const before = await drawnPicture(page);
    await page.evaluate(`(() => {
      const canvas = document.querySelector('.stage canvas');
      globalThis.lost = canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
      lost.loseContext();
    })()`);
    await waitForText(page, '.stage .lost', /graphics card/);
    await page.evaluate('lost.restoreContext()');
    await page.locator('.stage .lost').waitFor({ state: 'hidden' });
    await pictureSettles(page);
    expect(await pictureDifference(page, await drawnPicture(page), before)).toBe(0);
    await page.context().close();
  });
});

describe('the keyboard alone', () => {
  it('reaches every control of Watch, with a visible focus, and none is a trap', { timeout: LIMIT_MS }, async () => {
    const { page, problems } = await openPage(browser, `${server.url}#/watch?colour=speed`);
    await page.waitForSelector('.legend strong');
    const wanted = await page.evaluate<number>(
      `[...document.querySelectorAll('a, button, input, select, summary, canvas[tabindex]')]
        .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.disabled && each.tabIndex >= 0).length`,
    );
    const seen = new Set<number>();
    await page.evaluate(`globalThis.reached = []`);
    for (let k = 0; k < wanted + 5; k++) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate<number>(`(() => {
        const active = document.activeElement;
        if (active === document.body || active === null) return -1;
        if (!reached.includes(active)) reached.push(active);
        const { outlineStyle, outlineWidth } = getComputedStyle(active);
        return outlineStyle === 'none' || outlineWidth === '0px' ? -2 - reached.indexOf(active) : reached.indexOf(active);
      })()`);
      expect(at).toBeGreaterThanOrEqual(-1);
      if (at >= 0) seen.add(at);
    }
    expect(seen.size).toBeGreaterThanOrEqual(wanted);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe('fingers', () => {
  it('find targets of at least 24 points on a phone, and main buttons of 40', { timeout: LIMIT_MS }, async () => {
    for (const [tab, ready] of [
      ['gallery', '.card img'],
      ['watch', '.legend strong'],
      ['run/bouncing-balls', '.live[data-phase=waiting] .legend strong'],
      ['explore', '.explore-answer [data-value=distance]'],
    ] as const) {
      const { page } = await openPage(browser, `${server.url}#/${tab}`, {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      });
      await page.locator(ready).first().waitFor();
      const small = await page.evaluate<
        string[]
      >(`[...document.querySelectorAll('main button, main input, main select, main .card a, header a, header button')]
        .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('.hidden-input') && !each.matches('.hidden-input'))
        .flatMap((each) => {
          const { width, height } = each.getBoundingClientRect();
          const least = each.matches('.primary, .run-button, .play') ? 40 : 23.5;
          return height >= least && width >= Math.min(least, 24) ? [] : [each.outerHTML.slice(0, 80) + ' ' + Math.round(width) + ' x ' + Math.round(height)];
        })`);
      expect(small, tab).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), tab).toBe(true);
      await page.context().close();
    }
  });
});

describe('a zoom of 200 %, and reduced motion', () => {
  it('leave every tab usable', { timeout: LIMIT_MS }, async () => {
    const { page, problems } = await openPage(browser, server.url, {
      viewport: { width: 720, height: 450 },
      deviceScaleFactor: 2,
      reducedMotion: 'reduce',
    });
    for (const [tab, ready] of [
      ['gallery', '.card img'],
      ['watch', '.legend strong'],
      ['run/bouncing-balls', '.live[data-phase=waiting] .legend strong'],
      ['explore', '.explore-answer [data-value=distance]'],
    ] as const) {
      await page.goto(`${server.url}#/${tab}`);
      await page.locator(ready).first().waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), tab).toBe(true);
      const moving = await page.evaluate<number>(
        `[...document.querySelectorAll('*')].filter((each) => parseFloat(getComputedStyle(each).transitionDuration) > 0 || parseFloat(getComputedStyle(each).animationDuration) > 0).length`,
      );
      expect(moving, tab).toBe(0);
      // The picture and its buttons are not on top of each other.
      if (tab === 'watch') {
        const [stage, bar] = await Promise.all(['.stage', '.time-bar'].map((each) => page.locator(each).boundingBox()));
        expect(stage?.height ?? 0).toBeGreaterThan(150);
        expect(bar?.y ?? 0).toBeGreaterThanOrEqual((stage?.y ?? 0) + (stage?.height ?? 0) - 1);
      }
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
