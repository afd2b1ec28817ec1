// SPDX-License-Identifier: MIT
/** The tab Explore in a real browser: every algorithm stepped to its end, answers as `scree contact` writes them, pairs in files and addresses. */
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StudioServer, startStudioServer } from '../src/server/studio-server.ts';
import { scree } from './built-program.ts';
import { ROOT } from './source-files.ts';
import { openPage, startBrowser, type WatchedPage } from './support/browser.ts';

const TIMEOUT_MS = 120_000;

let browser: Browser;
let server: StudioServer;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  [browser, server] = await Promise.all([
    startBrowser(),
    startStudioServer({ appFolder: join(ROOT, 'dist/studio'), port: 0 }),
  ]);
  watched = await openPage(browser, `${server.url}#/explore`);
  page = watched.page;
  await page.waitForSelector('.explore-answer [data-value=distance]');
}, TIMEOUT_MS);

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const algorithmField = (): string => '.explore-controls select';

/** The pair on show, as the page puts it into its address. */
async function lineOnShow(): Promise<string> {
  const hash = await page.evaluate<string>('location.hash');
  return new URLSearchParams(hash.slice(hash.indexOf('?'))).get('pair') ?? '';
}

/** The answer on show, in the form of the command line. */
async function answerOnShow(): Promise<Record<string, unknown>> {
  const read = async (name: string): Promise<string> =>
    (await page.locator(`.explore-answer [data-value=${name}]`).textContent()) ?? '';
  const vector = async (name: string): Promise<number[]> => (await read(name)).split(', ').map(Number);
  const [status, reason] = (await read('status')).replace(')', '').split(' (');
  return {
    distance: Number(await read('distance')),
    normal: await vector('normal'),
    pointOnA: await vector('pointOnA'),
    pointOnB: await vector('pointOnB'),
    lower: Number(await read('lower')),
    upper: Number(await read('upper')),
    type: await read('type'),
    status,
    ...(reason !== undefined && { reason }),
  };
}

function answerOfProgram(line: string, algorithm?: string): Record<string, unknown> {
  const { stdout } = scree(['contact', '-', ...(algorithm === undefined ? [] : ['--algorithm', algorithm])], line);
  const { id: _, gjkIterations: _g, epaIterations: _e, case: _c, ...answer } = JSON.parse(stdout);
  return answer;
}

async function count(): Promise<readonly [at: number, of: number]> {
  const text = (await page.locator('.explore-count').textContent()) ?? '';
  const [, at = '0', of = '0'] = /step (\d+) of (\d+)/.exec(text) ?? [];
  return [Number(at), Number(of)];
}

/** From the first step to the last, a press of the key at a time; the sentence must change or the bounds close. */
async function stepThrough(): Promise<number> {
  await page.locator('.explore-steps button[aria-label^="First"]').click();
  const [, last] = await count();
  for (let k = 1; k < Math.min(last, 12); k++) await page.keyboard.press(']');
  await page.locator('.explore-steps button[aria-label^="Last"]').click();
  expect(await count()).toEqual([last, last]);
  await page.keyboard.press('[');
  expect(await count()).toEqual([Math.max(1, last - 1), last]);
  await page.keyboard.press('End');
  return last;
}

describe('a situation of the nine', () => {
  it('is answered as by the command line', async () => {
    await page.selectOption('[data-field=menu]', 'td Fig. 7');
    expect(await answerOnShow()).toEqual(answerOfProgram(await lineOnShow()));
  });

  it.each(['gjk-epa', 'gjk-johnson', 'gjk-boolean', 'gjk-td', 'gjk-td-as-printed', 'cundall', 'nezami', 'mpr'])(
    'is stepped through by %s to the answer of the command line',
    async (algorithm) => {
      await page.selectOption(algorithmField(), algorithm);
      expect(await stepThrough()).toBeGreaterThan(1);
      expect(await page.locator('.explore-sentence').textContent()).toMatch(/^The answer: /);
      if (algorithm === 'gjk-epa' || algorithm === 'cundall') {
        expect(await answerOnShow()).toEqual(answerOfProgram(await lineOnShow(), algorithm));
      }
    },
    TIMEOUT_MS,
  );

  it('has a row for every algorithm, with those marked that differ', async () => {
    await page.waitForFunction(
      "document.querySelector('[data-algorithm=explicit]')?.cells[1].textContent !== ''",
      undefined,
      { timeout: TIMEOUT_MS },
    );
    const row = (name: string) => page.locator(`.explore-algorithms [data-algorithm=${name}]`);
    expect(await row('gjk-td').getAttribute('class')).not.toContain('differs');
    expect(await row('gjk-johnson').getAttribute('class')).toContain('differs');
    expect(await row('superquadric-newton').textContent()).toContain('no answer');
    expect(await row('explicit').textContent()).toContain('explicit');
  });
});

describe('other pairs', () => {
  it.each([
    ['superquadrics', 'superquadric-newton'],
    ['polyhedron and superquadric', 'peng-hanley'],
    ['epa (c)', 'gjk-epa'],
    ['compound', 'gjk-epa'],
  ])('%s: stepped by %s, answered as by the command line', async (id, algorithm) => {
    await page.selectOption('[data-field=menu]', id);
    await page.selectOption(algorithmField(), algorithm);
    await stepThrough();
    const given = algorithm === 'gjk-epa' ? undefined : algorithm;
    expect(await answerOnShow()).toEqual(answerOfProgram(await lineOnShow(), given));
  });
});

describe('moving a body', () => {
  it('by keys and by numbers changes the answer and the address at once', async () => {
    await page.selectOption('[data-field=menu]', 'box and box apart');
    await page.selectOption(algorithmField(), 'gjk-epa');
    const before = await answerOnShow();
    await page.locator('.explore-steps button[aria-label^="Last"]').click();
    await page.keyboard.press('x');
    const moved = await answerOnShow();
    expect(moved.distance).toBeGreaterThan(before.distance as number);
    await page.locator('.explore-b input[aria-label="position x"]').fill('0.5');
    await page.locator('.explore-b input[aria-label="position x"]').press('Enter');
    const inside = await answerOnShow();
    expect(inside.distance).toBeLessThan(0);
    expect(inside).toEqual(answerOfProgram(await lineOnShow()));
    expect(JSON.parse(await lineOnShow()).b.pose.position[0]).toBe(0.5);
  });

  it('by hand moves it across the screen', async () => {
    await page.selectOption('[data-field=menu]', 'rounded');
    const before = JSON.parse(await lineOnShow());
    const box = await page.locator('.explore-stage canvas').first().boundingBox();
    if (box === null) throw new Error('no canvas');
    // Somewhere on the middle line there is a body.
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width * 0.3, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.3 - 40, y, { steps: 3 });
    await page.mouse.up();
    const after = JSON.parse(await lineOnShow());
    expect([after.a.pose, after.b.pose]).not.toEqual([before.a.pose, before.b.pose]);
    expect(await answerOnShow()).toEqual(answerOfProgram(await lineOnShow()));
  });
});

describe('pairs from elsewhere', () => {
  const ball = '{"shape":{"sphere":{"radius":1}}}';
  const file = (text: string) => ({ name: 'pairs.jsonl', mimeType: 'text/plain', buffer: Buffer.from(text) });

  it('are lines of a file, refused with their number', async () => {
    const good = `{"a":${ball},"b":{"shape":{"box":{"halfExtents":[1,1,1]}},"pose":{"position":[4,0,0]}}}`;
    const bad = `{"a":${ball},"b":{"shape":{"sphere":{"radius":-2}}}}`;
    await page.setInputFiles('input[type=file]', file(`${good}\n\n${bad}\n`));
    await page.waitForSelector('input[aria-label="Pair of the file"]');
    expect((await answerOnShow()).distance).toBe(2);
    await page.locator('input[aria-label="Pair of the file"]').fill('2');
    await page.locator('input[aria-label="Pair of the file"]').press('Enter');
    const { stdout } = scree(['contact', '-'], `${good}\n\n${bad}\n`);
    const { error } = JSON.parse(stdout.trim().split('\n')[1] ?? '{}');
    expect(error).toMatch(/^line 3: /);
    expect(await page.locator('.explore-problem').textContent()).toBe(error);
  });

  it('are in the address', async () => {
    const line = `{"a":${ball},"b":{"shape":{"sphere":{"radius":1}},"pose":{"position":[0,5,0]}}}`;
    const other = await openPage(browser, `${server.url}#/explore?pair=${encodeURIComponent(line)}&algorithm=mpr`);
    await other.page.waitForSelector('.explore-answer [data-value=distance]');
    expect(await other.page.locator('.explore-answer [data-value=distance]').textContent()).toBe('3');
    expect(await other.page.locator('.explore-answer h2').textContent()).toBe('Answer by mpr');
    expect(other.problems).toEqual([]);
    await other.page.context().close();
  });

  it('left no error in the console', () => {
    expect(watched.problems).toEqual([]);
  });
});
