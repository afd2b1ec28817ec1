// SPDX-License-Identifier: MIT
/** The scene editor in a real browser: proposals, explanations, problems, structure, sliders, preview, and running. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StudioServer, startStudioServer } from '../../src/server/studio-server.ts';
import { closePages, eventually, openPage, pictureSettles, sharedBrowser, transitionsEnd } from '../support/browser.ts';
import { STUDIO_FOLDER } from '../support/built-studio.ts';

/** A machine that is busy with other tests may be ten times slower than an idle one. */
const LIMIT_MS = 120_000;
/** Most answers of the program come sooner; after this time they are asked for again. */
const ANSWER_MS = 5000;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let server: StudioServer;
let browser: Browser;
let page: Page;
let problems: readonly string[] = [];
const scripts: string[] = [];

beforeAll(async () => {
  server = await startStudioServer({ appFolder: STUDIO_FOLDER, port: 0 });
  browser = await sharedBrowser();
  ({ page, problems } = await openPage(browser, `${server.url}#/run/newtons-cradle`));
  page.setDefaultTimeout(LIMIT_MS);
  page.on('request', (request) => scripts.push(request.url()));
  await page.locator('.live[data-phase=waiting]').waitFor();
}, LIMIT_MS);

afterAll(async () => {
  await closePages(browser);
  await server?.close();
});

/** The text from the lines of the editor that are drawn. */
async function shownText(): Promise<string> {
  return (await page.locator('.cm-line').allTextContents()).join('\n');
}

/** Does it again until something is shown: an answer that comes after the next key or move is dropped. */
async function actUntil(shown: Locator, act: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await shown.waitFor({ timeout: ANSWER_MS });
      return;
    } catch {
      await act();
    }
  }
}

describe('the scene editor', () => {
  it('slides a variable, and the text and the picture follow', { timeout: LIMIT_MS }, async () => {
    const [variable] = await page.locator('[id^="value-variables."]').all();
    const before = await variable.inputValue();
    const name = ((await variable.getAttribute('id')) ?? '').replace('value-variables.', '');
    const slider = page.getByLabel(`Slide ${name}`);
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await eventually(() => variable.inputValue()).not.toBe(before);
    const after = await variable.inputValue();
    // The unit stays.
    expect(after.replace(/^[-+.\d]+/, '')).toBe(before.replace(/^[-+.\d]+/, ''));
    expect(scripts.filter((url) => url.includes('code-editor'))).toEqual([]);
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await page.locator('.cm-line', { hasText: `${name}: ${after}` }).waitFor();
    // Loaded only now.
    expect(scripts.some((url) => url.includes('code-editor'))).toBe(true);
  });

  it('proposes keys, words and names, and explains them', { timeout: LIMIT_MS }, async () => {
    await page.getByLabel('Scene', { exact: true }).selectOption('bouncing-balls.yaml');
    await page.locator('.cm-line', { hasText: 'gravity' }).waitFor();
    await page.getByLabel('Text of the scene').focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\nthr');
    const proposal = page.locator('.cm-tooltip-autocomplete li[aria-selected]', { hasText: 'threads' });
    await actUntil(proposal, () => page.keyboard.press('Control+Space'));
    await page.locator('.cm-completionInfo', { hasText: 'Number of threads' }).waitFor();
    // By the mouse: a key so soon after the list has appeared is taken for typed text.
    await page.locator('.cm-tooltip-autocomplete li[aria-selected]').click();
    await eventually(shownText).toContain('threads: ');
    await page.keyboard.type('aut');
    await page.keyboard.press('Escape');
    await page.locator('.problems', { hasText: 'threads: expected an integer from 1 to' }).waitFor();
    await page.locator('.cm-lintRange-error', { hasText: 'aut' }).waitFor();
    await page.keyboard.type('o');
    await page.locator('.problems', { hasText: 'threads' }).waitFor({ state: 'hidden' });
    // Lines far above the end are not in the page.
    await page.keyboard.press('Control+Home');
    const explanation = page.locator('.cm-tooltip-hover', { hasText: 'Gravitational acceleration' });
    await actUntil(explanation, async () => {
      await page.mouse.move(0, 0);
      await page.locator('.cm-line span', { hasText: /^gravity$/ }).hover();
    });
    await page.mouse.move(0, 0);
  });

  it('goes from the structure to the text, by keys', { timeout: LIMIT_MS }, async () => {
    const tree = page.getByRole('tree', { name: 'Structure of the scene' });
    await tree.locator('[tabindex="0"]').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    const wanted = (await page.locator(':focus').textContent()) ?? '';
    await page.keyboard.press('ArrowRight');
    expect(await page.locator(':focus').getAttribute('aria-expanded')).not.toBe('false');
    await page.keyboard.press('Enter');
    await page.locator('.cm-activeLine', { hasText: `${wanted}:` }).waitFor();
    await tree.locator('[aria-current]', { hasText: wanted }).waitFor();
    // Tab leaves the editor.
    await page.keyboard.press('Tab');
    expect(await page.evaluate("document.activeElement.classList.contains('code-host')")).toBe(false);
  });

  it('shows the shapes, and a change of one while it is typed', { timeout: LIMIT_MS }, async () => {
    await page.locator('.live[data-phase=waiting]').waitFor();
    const picture = () => page.locator('.live-main canvas').first().screenshot();
    await page.getByRole('button', { name: 'Shapes' }).click();
    await pictureSettles(page);
    const before = await picture();
    const line = page.locator('.cm-line', { hasText: /^ {2}\w+: \{ sphere:/ }).first();
    const name = /\w+/.exec((await line.textContent()) ?? '')?.[0];
    await line.click();
    await page.keyboard.press('End');
    await page.keyboard.press('Shift+Home');
    await page.keyboard.type(`${name}: { box: { halfExtents: [1 cm, 2 cm, 3 cm] } }`);
    await page.locator('.cm-line', { hasText: `  ${name}: { box: { halfExtents: [1 cm, 2 cm, 3 cm] } }` }).waitFor();
    await page.locator('.live[data-phase=waiting] [data-role=status]', { hasText: 'Ready' }).waitFor();
    await eventually(async () => (await picture()).equals(before)).toBe(false);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Shapes' }).click();
  });

  it('runs the text', { timeout: LIMIT_MS }, async () => {
    await page.getByLabel('Text of the scene').focus();
    await page.keyboard.press('Control+Enter');
    await page.locator('.live[data-phase=going], .live[data-phase=finished]').waitFor();
  });

  it.each(['light', 'dark'] as const)('is clean for axe in the %s theme', { timeout: LIMIT_MS }, async (scheme) => {
    await page.emulateMedia({ colorScheme: scheme });
    await transitionsEnd(page);
    await page.evaluate(AXE);
    const found = await page.evaluate<string[]>(`axe
      .run(document, { iframes: false })
      .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 160))))`);
    expect(found).toEqual([]);
  });

  it('fits on a phone', { timeout: LIMIT_MS }, async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByLabel('Text of the scene').scrollIntoViewIfNeeded();
    const box = await page.locator('.code-host').boundingBox();
    expect(box?.x ?? -1).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
    expect(box?.height ?? 0).toBeGreaterThan(200);
  });

  it('breaks no rule of the page', () => expect(problems).toEqual([]));
});
