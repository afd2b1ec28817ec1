// SPDX-License-Identifier: MIT
/**
 * Run in a real browser: the engine of `scree run` in workers of a page, its states the same to the last bit, its files
 * a run that the program goes on with.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Trajectory } from '../../src/io/trajectory/trajectory.ts';
import { type StudioServer, startStudioServer } from '../../src/server/studio-server.ts';
import { ROOT } from '../source-files.ts';
import { closePages, openPage, sharedBrowser } from '../support/browser.ts';
import { runCommand, scree } from '../support/built-program.ts';
import { STUDIO_FOLDER } from '../support/built-studio.ts';

/** A machine that is busy with other tests may be ten times slower than an idle one. */
const LIMIT_MS = 120_000;
const RAIN = join(ROOT, 'tests/support/rain.yaml');
/** A bed of 48 spheres that falls together: float32 and float64 part slowly at first. */
const PACKING = `title: A bed
time: { duration: 12 ms, timeStep: 20 us }
gravity: [0, 0, -9.81]
materials:
  glass: { density: 2500 kg/m3, youngsModulus: 5 MPa, poissonsRatio: 0.25, restitution: 0.3, friction: 0.4 }
law: { normal: hertz, tangential: mindlin }
shapes:
  ball: { sphere: { radius: 5 mm } }
bodies:
  even: { shape: ball, material: glass, position: [5.5 mm, 5.5 mm, 5.2 mm], lattice: { count: [4, 4, 2], spacing: 10.4 mm } }
  odd: { shape: ball, material: glass, position: [7 mm, 8 mm, 26 mm], lattice: { count: [4, 4, 1], spacing: 10.2 mm } }
halfSpaces:
  floor: { normal: [0, 0, 1], material: glass }
  west: { normal: [1, 0, 0], material: glass }
  east: { normal: [-1, 0, 0], offset: -44 mm, material: glass }
  south: { normal: [0, 1, 0], material: glass }
  north: { normal: [0, -1, 0], offset: -44 mm, material: glass }
outputs:
  trajectory: { every: 3 ms }
`;
/** Of a radius: rounding of 6e-8 grows with every contact in 600 steps. */
const SAME_PACKING = 1e-4;

let folder = '';
let server: StudioServer;
let browser: Browser;
let page: Page;
let problems: readonly string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scree-live-'));
  server = await startStudioServer({ appFolder: STUDIO_FOLDER, port: 0 });
  browser = await sharedBrowser();
  ({ page, problems } = await openPage(browser, `${server.url}#/run`));
  page.setDefaultTimeout(LIMIT_MS);
  await isReady();
}, LIMIT_MS);

afterAll(async () => {
  await closePages(browser);
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The run that the page has set up stands at its start. */
async function isReady(): Promise<void> {
  await page.locator('.live[data-phase=waiting] [data-role=status]', { hasText: 'Ready to run.' }).waitFor();
}

async function runToEnd(): Promise<string> {
  await page.click('.run-button');
  await page.waitForSelector('.live[data-phase=finished]');
  return (await page.textContent('[data-role=state-hash]')) ?? '';
}

/** The hash that the program tells at the end of a run. */
function hashOf(args: readonly string[]): string {
  const { stdout, stderr } = scree([...args, '--json']);
  const last = JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as { event?: string; stateHash?: string };
  if (last.event !== 'finished' || last.stateHash === undefined) throw new Error(stdout + stderr);
  return last.stateHash;
}

async function drop(name: string, text: string): Promise<void> {
  // As text: types of the page's own world are not known here.
  const files = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
    return transfer;
  })()`);
  await page.dispatchEvent('.live', 'drop', { dataTransfer: files });
}

/** Replaces the text, as by the keys for all and paste. */
async function type(text: string): Promise<void> {
  await page.getByLabel('Text of the scene').focus();
  await page.keyboard.press('Control+a');
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    document.querySelector('.code-host').shadowRoot.activeElement
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  })()`);
}

/** Types a scene and runs it from the editor at once. */
async function typeAndRun(text: string): Promise<void> {
  await type(text);
  await page.keyboard.press('Control+Enter');
}

async function downloadBy(button: string): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
  return readFileSync(await download.path());
}

/** Falls for 5 ms; then more is to come in than there is room for, and the run fails. */
const FULL = `title: Too full
time: { duration: 20 ms, timeStep: 50 us }
gravity: [0, 0, -9.81]
materials:
  glass: { density: 2500 kg/m3, stiffness: 40 N/mm, restitution: 0.5, friction: 0.4 }
law: { normal: linear, tangential: linear }
shapes:
  ball: { sphere: { radius: 5 mm } }
bodies:
  first: { shape: ball, material: glass, position: [0, 0, 5 cm] }
insertions:
  rest:
    shapes: [{ shape: ball, material: glass }]
    region: { box: { min: [-6 mm, -6 mm, 44 mm], max: [6 mm, 6 mm, 56 mm] } }
    count: 50
    from: 5 ms
outputs:
  trajectory: { every: 1 ms }
checkpoints: { every: 2 ms }
`;

describe('a run in the browser', () => {
  it('ends in the state of the command line, with one thread and with two', { timeout: LIMIT_MS }, async () => {
    const out = join(folder, 'balls');
    const set = ['--set', 'time.duration=0.2 s'];
    const expected = hashOf(['run', join(ROOT, 'examples/bouncing-balls.yaml'), '--out', out, ...set]);
    await page.fill('[id="value-time.duration"]', '0.2 s');
    await page.press('[id="value-time.duration"]', 'Enter');
    const hashes: string[] = [];
    await page.evaluate(`globalThis.longTasks = [];
      new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
        .observe({ type: 'longtask' });`);
    for (const threads of ['auto', '1', '2']) {
      await page.getByLabel('Threads').selectOption(threads);
      await page.getByRole('button', { name: 'Reset' }).click();
      await isReady();
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      await page.evaluate('longTasks.length = 0');
      hashes.push(await runToEnd());
      const used = await page.locator('.result tr', { hasText: 'Threads' }).locator('td').textContent();
      // Three balls are fastest with one.
      expect(used).toBe(threads === 'auto' ? '1, automatic' : threads);
      const tasks = await page.evaluate<number[]>('longTasks');
      console.log(`threads ${threads}: tasks of the page above 50 ms: ${tasks.map(Math.round).join(', ') || 'none'}`);
    }
    expect(hashes).toEqual([expected, expected, expected]);
    expect(await page.textContent('.progress-line')).toContain('100 %');
    expect(problems).toEqual([]);
  });

  it('tells what is wrong with a scene that is dropped, by line and column', { timeout: LIMIT_MS }, async () => {
    const good = readFileSync(RAIN, 'utf8');
    await drop('broken.yaml', good.replace('radius: 3 mm', 'radius: -3 mm'));
    const line = good.split('\n').findIndex((text) => text.includes('radius: 3 mm')) + 1;
    const column = good.split('\n')[line - 1].indexOf('3 mm') + 1;
    await page.locator('.problems', { hasText: `${line}:${column}` }).waitFor();
    expect(await page.textContent('.problems')).toContain('shapes.ball.sphere.radius: expected a length > 0');
    const field = page.locator('[id="value-shapes.ball.sphere.radius"]');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('.run-button').isDisabled()).toBe(true);
    await page.getByRole('button', { name: `Go to line ${line}` }).click();
    await page.locator('.cm-lintRange-error', { hasText: '-3 mm' }).waitFor();
    expect(await page.locator('.cm-activeLineGutter').first().textContent()).toBe(String(line));
    await type(good);
    await isReady();
    expect(await page.locator('.problems').textContent()).toBe('');
    await page.getByRole('button', { name: 'Values' }).click();
  });

  it('hands its files over, and the program goes on with them', { timeout: LIMIT_MS }, async () => {
    await drop('rain.yaml', readFileSync(RAIN, 'utf8'));
    await isReady();
    // Slow enough that it is still going when it is to pause: a minute in all.
    await page.getByLabel('Speed').selectOption('0.001');
    await page.getByRole('button', { name: '+1 step' }).click();
    await page.locator('.result tr', { hasText: /^Step1 of/ }).waitFor();
    await page.click('.run-button');
    await page.locator('.progress-line', { hasText: /^[1-9]/ }).waitFor();
    await page.click('.run-button');
    await page.locator('.files button', { hasText: '.zip' }).waitFor();
    const checkpoint = await downloadBy('.files button:has-text("checkpoint-")');
    expect(checkpoint.subarray(0, 8).toString()).toBe('SCREECKP');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('.files button:has-text(".zip")')]);
    expect(download.suggestedFilename()).toBe('rain.zip');
    await download.saveAs(join(folder, 'rain.zip'));
    expect(runCommand('python3', ['-m', 'zipfile', '-e', 'rain.zip', '.'], { cwd: folder }).stderr).toBe('');
    const resumed = hashOf(['resume', join(folder, 'rain')]);
    expect(resumed).toBe(hashOf(['run', RAIN, '--out', join(folder, 'whole')]));
    for (const name of ['trajectory.scree', 'filling.csv', 'bodies.pvd']) {
      const [ours, theirs] = ['rain', 'whole'].map((run) => readFileSync(join(folder, run, name)));
      expect(ours?.equals(theirs as Buffer), name).toBe(true);
    }
    expect(problems).toEqual([]);
  });

  it('never runs the scene before in the name of a text with errors', { timeout: LIMIT_MS }, async () => {
    await drop('bed.yaml', PACKING);
    await isReady();
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await typeAndRun(PACKING.replace('radius: 5 mm', 'radius: -5 mm'));
    await page
      .locator('[data-role=status]', { hasText: /^Not run\. Line 8: shapes\.ball\.sphere\.radius: expected/ })
      .waitFor();
    expect(await page.locator('.live').getAttribute('data-phase')).not.toBe('going');
    await page.locator('.cm-lintRange-error', { hasText: '-5 mm' }).waitFor();
    expect(await page.locator('.run-button').isDisabled()).toBe(true);
    await type(PACKING);
    await isReady();
    // A text that is right is read, set up and run.
    await typeAndRun(PACKING.replace('duration: 12 ms', 'duration: 11 ms'));
    await page.waitForSelector('.live[data-phase=finished]');
    expect((await page.textContent('.progress-line'))?.replaceAll('\u2009', ' ')).toContain('of 11 ms');
    await page.getByRole('button', { name: 'Values' }).click();
  });

  it('goes on when Record or Threads are changed, which are for the next', { timeout: LIMIT_MS }, async () => {
    await page.getByLabel('Threads').selectOption('auto');
    await drop('bed.yaml', PACKING.replace('duration: 12 ms', 'duration: 100 ms'));
    await isReady();
    // Slow enough that it is still going when the boxes are clicked: a hundred seconds in all.
    await page.getByLabel('Speed').selectOption('0.001');
    await page.click('.run-button');
    await page.waitForSelector('.live[data-phase=going]');
    await page.getByLabel('Record').uncheck();
    await page.getByLabel('Threads').selectOption('1');
    await page.locator('.over', { hasText: 'Threads, Record: from the next run on' }).waitFor();
    expect(await page.locator('.live').getAttribute('data-phase')).toBe('going');
    await page.getByLabel('Speed').selectOption('0');
    await page.waitForSelector('.live[data-phase=finished]');
    // It was recorded, as it was set up.
    await page.locator('.files button', { hasText: 'trajectory.scree' }).waitFor();
    await page.getByLabel('Record').check();
    await page.getByLabel('Threads').selectOption('auto');
    await page.locator('.over', { hasText: 'next run' }).waitFor({ state: 'detached' });
  });

  it('that fails hands over what it has written', { timeout: LIMIT_MS }, async () => {
    await drop('full.yaml', FULL);
    await isReady();
    await page.click('.run-button');
    await page.waitForSelector('.live[data-phase=failed]');
    expect(await page.textContent('[data-role=status]')).toContain('"rest": 0 of 50 bodies fitted');
    const trajectory = new Trajectory(await downloadBy('.files button:has-text("trajectory.scree")'));
    expect(trajectory.frames.length).toBeGreaterThanOrEqual(5);
    expect((await downloadBy('.files button:has-text(".zip")')).length).toBeGreaterThan(0);
    expect(await page.textContent('.run-button')).toContain('Run again');
  });

  it('that cannot start leaves no picture of another, and says why', { timeout: LIMIT_MS }, async () => {
    await page.getByLabel('Scene', { exact: true }).selectOption('bouncing-balls.yaml');
    await isReady();
    await page.waitForSelector('.legend strong');
    await page.getByLabel('Compute on').selectOption('gpu');
    await page.getByLabel('Scene', { exact: true }).selectOption('newtons-cradle.yaml');
    await page.locator('.over', { hasText: 'This scene cannot start' }).waitFor();
    expect(await page.locator('.legend').innerText()).toBe('');
    await page.getByLabel('Compute on').selectOption('cpu');
    await isReady();
    await page.waitForSelector('.legend strong');
    expect(await page.locator('.over').innerText()).toBe('');
    await drop('broken.yaml', 'title: [');
    await page.locator('.over', { hasText: 'This scene cannot start' }).waitFor();
    expect(await page.locator('.legend').innerText()).toBe('');
    // Its parts are files beside it.
    await page.getByLabel('Scene', { exact: true }).selectOption('falling-parts.yaml');
    await isReady();
    await page.waitForSelector('.legend strong');
    expect(problems).toEqual([]);
  });

  it('computes on the graphics card where it is asked to, and shows the same bed', { timeout: LIMIT_MS }, async () => {
    await page.getByLabel('Speed').selectOption('0');
    const frames: Float32Array[] = [];
    for (const [device, shown] of [
      ['cpu', /^Threads/],
      ['gpu', /^Graphics card.*swiftshader/i],
    ] as const) {
      await page.getByLabel('Compute on').selectOption(device);
      await drop('bed.yaml', PACKING);
      await isReady();
      await runToEnd();
      await page.locator('.result tr', { hasText: shown }).waitFor();
      const trajectory = new Trajectory(await downloadBy('.files button:has-text("trajectory.scree")'));
      expect(trajectory.frames.length).toBe(5);
      frames.push(trajectory.frame(4)?.positions ?? new Float32Array());
      const frame = await page.locator('.live-main canvas').first().screenshot();
      expect(frame.length).toBeGreaterThan(0);
    }
    const [cpu = new Float32Array(), gpu = new Float32Array()] = frames;
    expect(gpu.length).toBe(3 * 48);
    const apart = Math.max(...gpu.map((x, k) => Math.abs(x - cpu[k])));
    expect(apart).toBeLessThan(SAME_PACKING * 5e-3);
    // Not the same bits: it was another device that computed.
    expect(apart).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  });
});
