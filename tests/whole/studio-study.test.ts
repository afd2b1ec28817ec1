// SPDX-License-Identifier: MIT
/** A study in the studio: sort its table, open a run, on large and small screens, in light and dark. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closePages, eventually, openPage, sharedBrowser, transitionsEnd } from '../support/browser.ts';
import { scree } from '../support/built-program.ts';
import { type StudioProcess, startStudio } from '../support/studio-process.ts';

/** A browser on a busy machine takes its time. */
const LIMIT_MS = 120_000;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const SCENE = `time: { duration: 0.1 s }
gravity: [0, 0, -10]
variables: { speed: 1 m/s }
materials: { glass: { density: 2500, stiffness: 10 N/mm } }
law: { normal: linear }
bodies: { ball: { shape: { sphere: { radius: 5 mm } }, material: glass, position: [0, 0, 0], velocity: [0, 0, =speed] } }
outputs:
  trajectory: { every: 10 ms }
  csv: { ball: { every: 10 ms, quantities: [body.ball.velocity.z] } }
`;

const STUDY = `title: Speeds
scene: ball.yaml
parameters: { speed: { values: [1 m/s, 3 m/s, 2 m/s] } }
results: { last: { column: body.ball.velocity.z } }
`;

let folder = '';
let browser: Browser;
let studio: StudioProcess;
let page: Page;
let problems: readonly string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scree-studio-study-'));
  writeFileSync(join(folder, 'ball.yaml'), SCENE);
  writeFileSync(join(folder, 'study.yaml'), STUDY);
  const out = join(folder, 'out');
  expect(scree(['study', join(folder, 'study.yaml'), '--out', out, '--quiet'])).toMatchObject({ status: 0 });
  [browser, studio] = await Promise.all([sharedBrowser(), startStudio([out])]);
  ({ page, problems } = await openPage(browser, studio.url));
  page.setDefaultTimeout(LIMIT_MS);
  await page.waitForSelector('.study-table tbody tr');
}, LIMIT_MS);

afterAll(async () => {
  await closePages(browser);
  expect(await studio?.stop()).toBe(0);
  rmSync(folder, { recursive: true, force: true });
});

const column = (k: number): Promise<string[]> =>
  page.locator(`.study-table tbody td:nth-child(${k})`).allTextContents();

describe('the tab Study', () => {
  it('opens first, with a row and a line for each run, and the plots', { timeout: LIMIT_MS }, async () => {
    expect(await page.locator('.study h2').first().textContent()).toBe('Speeds');
    expect(await column(2)).toEqual(['1', '3', '2']);
    expect(await page.locator('.study-lines polyline').count()).toBe(3);
    const width = (): Promise<number> => page.evaluate('document.querySelector(".study-plots img")?.naturalWidth ?? 0');
    await eventually(width).toBeGreaterThan(0);
  });

  it('sorts by a heading, and the other way at the second press', { timeout: LIMIT_MS }, async () => {
    const heading = page.locator('.study-table th').nth(1);
    await heading.getByRole('button').click();
    expect(await column(2)).toEqual(['1', '2', '3']);
    await heading.getByRole('button').click();
    expect(await column(2)).toEqual(['3', '2', '1']);
    expect(await heading.getAttribute('aria-sort')).toBe('descending');
  });

  it('is accessible in light and dark, on large and small screens', { timeout: LIMIT_MS }, async () => {
    await page.evaluate(AXE);
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (let theme = 0; theme < 2; theme++) {
        await transitionsEnd(page);
        const violations = await page.evaluate<string[]>(
          'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes[0].html))',
        );
        expect(violations).toEqual([]);
        await page.getByRole('button', { name: 'Light or dark' }).click();
      }
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('opens the run of a row in Watch', { timeout: LIMIT_MS }, async () => {
    await page.locator('.study-table tbody tr').first().locator('td').first().click();
    await page.waitForSelector('.legend strong');
    expect(page.url()).toMatch(/\?run=[0-9a-f]{16}#\/watch(\?|$)/);
    expect(problems).toEqual([]);
  });
});
