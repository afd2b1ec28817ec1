// SPDX-License-Identifier: MIT
/**
 * The tab Explore in a real browser: every algorithm stepped to its end, answers as `scree contact` writes them, pairs
 * in files and addresses.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerLine } from '../../src/cli/contact-lines/pair-line.ts';
import type { Algorithm } from '../../src/contact.ts';
import { type StudioServer, startStudioServer } from '../../src/server/studio-server.ts';
import { closePages, openPage, sharedBrowser, type WatchedPage } from '../support/browser.ts';
import { scree } from '../support/built-program.ts';
import { STUDIO_FOLDER } from '../support/built-studio.ts';

const TIMEOUT_MS = 120_000;
/** Steps taken one by one from the first; the slider goes on from there. Drawing by software is slow. */
const PRESSES = 4;
/** Small, for the same reason, but with both columns. */
const VIEWPORT = { width: 1010, height: 560 };

let browser: Browser;
let server: StudioServer;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  [browser, server] = await Promise.all([sharedBrowser(), startStudioServer({ appFolder: STUDIO_FOLDER, port: 0 })]);
  watched = await openPage(browser, `${server.url}#/explore`, { viewport: VIEWPORT });
  page = watched.page;
  await page.waitForSelector('.explore-answer [data-value=distance]');
}, TIMEOUT_MS);

afterAll(async () => {
  await closePages(browser);
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
  const rows = await page.locator('.explore-answer td').evaluateAll((cells) =>
    // A function of the page, whose types are not those of Node.
    (cells as unknown as { dataset: { value: string }; textContent: string }[]).map(
      ({ dataset, textContent }): [string, string] => [dataset.value, textContent],
    ),
  );
  const text = Object.fromEntries(rows) as Record<string, string>;
  const vector = (name: string): number[] => (text[name] ?? '').split(', ').map(Number);
  const [status, reason] = (text.status ?? '').replace(')', '').split(' (');
  return {
    distance: Number(text.distance),
    normal: vector('normal'),
    pointOnA: vector('pointOnA'),
    pointOnB: vector('pointOnB'),
    lower: Number(text.lower),
    upper: Number(text.upper),
    type: text.type,
    status,
    ...(reason !== undefined && { reason }),
  };
}

/** What `scree contact` writes for a line, less the fields that the page shows in words. */
function answerOfProgram(line: string, algorithm?: string): Record<string, unknown> {
  const { json } = answerLine(
    { number: 1, text: line },
    algorithm === undefined ? {} : { algorithm: algorithm as Algorithm },
  );
  const { id: _, gjkIterations: _g, epaIterations: _e, case: _c, ...answer } = JSON.parse(json);
  return answer;
}

async function count(): Promise<readonly [at: number, of: number]> {
  const text = (await page.locator('.explore-count').textContent()) ?? '';
  const [, at = '0', of = '0'] = /step (\d+) of (\d+)/.exec(text) ?? [];
  return [Number(at), Number(of)];
}

/** From the first step to the last and back by one, by keys and buttons. */
async function stepThrough(): Promise<number> {
  await page.locator('.explore-steps button[aria-label^="First"]').click();
  const [, last] = await count();
  for (let k = 1; k < Math.min(last, PRESSES); k++) await page.keyboard.press(']');
  expect(await count()).toEqual([Math.min(last, PRESSES), last]);
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
    const line = await lineOnShow();
    expect(await answerOnShow()).toEqual(answerOfProgram(line));
    // The program itself, once; elsewhere the function behind its lines.
    expect(scree(['contact', '-'], line).stdout).toBe(`${answerLine({ number: 1, text: line }, {}).json}\n`);
  });

  it.each([
    'gjk-epa',
    'gjk-johnson',
    'gjk-signed-volumes',
    'gjk-boolean',
    'gjk-td',
    'gjk-td-as-printed',
    'mpr',
    'cundall',
    'cundall-classical',
    'cundall-as-printed',
    'nezami',
    'nezami-classical',
  ])(
    'is stepped through by %s to the answer of the command line',
    async (algorithm) => {
      await page.selectOption(algorithmField(), algorithm);
      expect(await stepThrough()).toBeGreaterThan(1);
      expect(await page.locator('.explore-sentence').textContent()).toMatch(/^The answer: /);
      expect(await answerOnShow()).toEqual(answerOfProgram(await lineOnShow(), algorithm));
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
    ['polyhedron and superquadric', 'peng-hanley-as-printed'],
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
    expect(await page.locator('[data-field=menu]').inputValue()).toBe('');
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
    const { error } = JSON.parse(answerLine({ number: 3, text: bad }, {}).json);
    expect(error).toMatch(/^line 3: /);
    expect(await page.locator('.explore-problem').textContent()).toBe(error);
  });

  it('are copied as a line and as a test', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = async (button: string, notice: string): Promise<string> => {
      await page.getByRole('button', { name: button }).click();
      await page.getByText(notice).waitFor();
      return page.evaluate<string>('navigator.clipboard.readText()');
    };
    expect(await copied('Copy as JSON', 'The line for scree contact is copied')).toBe(await lineOnShow());
    expect(await copied('Copy as test', 'The test is copied')).toContain('expect(found.distance).toBeCloseTo(2, 9);');
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
