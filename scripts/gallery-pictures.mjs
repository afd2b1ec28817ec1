// SPDX-License-Identifier: MIT
/**
 * Makes the pictures of the gallery, and the runs that come with it: `node scripts/gallery-pictures.mjs [NAME...]`, all
 * examples without names. Runs each example for at most SECONDS, draws its best frame in the studio, and keeps the run
 * if it came to its end and is small. Writes studio/src/gallery/pictures and runs. Needs the built program and a
 * Chromium.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { ROOT } from './build-stamp.mjs';
import { CHROMIUM_MISSING, findChromium } from './chromium.mjs';

const FLAGS = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const PROGRAM = join(ROOT, 'dist/cli/scree.js');
const GALLERY = join(ROOT, 'studio/src/gallery');
const SIZE = { width: 480, height: 320 };
const SECONDS = Number(process.env.SECONDS ?? 60);
/** Runs that come with the studio have at most this many bytes each. */
const MOST_BYTES = 60_000;
/** Where in a run it shows most: 0 is its beginning, 1 its end. Others are drawn at half time. */
const MOMENTS = { 'bouncing-balls': 0.3, 'newtons-cradle': 0.15, heap: 1, cloudburst: 0.34, 'settling-bed': 1 };

/** Turns of the wheel towards what is in the middle, where little of the whole is filled. */
const CLOSER = { cloudburst: 3, 'double-pendulum': 2 };

const executablePath = findChromium();
if (executablePath === undefined) throw new Error(CHROMIUM_MISSING);
const names = readdirSync(join(ROOT, 'examples')).flatMap((file) =>
  file.endsWith('.yaml') ? [file.slice(0, -5)] : [],
);
const wanted = process.argv.length > 2 ? process.argv.slice(2) : names;
const folder = mkdtempSync(join(tmpdir(), 'scree-gallery-'));

/** Whether it came to its end. */
function runExample(name, out) {
  return new Promise((resolve) => {
    const args = [PROGRAM, 'run', join(ROOT, `examples/${name}.yaml`), '--out', out, '--quiet'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    const timer = setTimeout(() => child.kill('SIGINT'), 1000 * SECONDS);
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });
}

async function takePicture(browser, name, run) {
  const server = spawn(process.execPath, [PROGRAM, 'view', run, '--no-open', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise((resolve, reject) => {
    server.stdout.on('data', (text) => resolve(/http:\S+/.exec(String(text))?.[0]));
    server.once('exit', () => reject(new Error(`${name}: no run to show; give it more time: SECONDS=120`)));
  });
  // Twice the size, for screens with two pixels a point and smooth edges.
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${url}#/watch`);
  await page.waitForSelector('.legend strong');
  const last = Number(await page.locator('.scrub').getAttribute('max'));
  await page.locator('.scrub').fill(String(Math.round(last * (MOMENTS[name] ?? 0.5))));
  // The picture alone, in the shape of a card.
  await page.evaluate(`(() => {
    for (const each of document.querySelectorAll('.stage > :not(canvas)')) each.style.visibility = 'hidden';
    Object.assign(document.querySelector('.stage').style, { position: 'fixed', inset: '0 auto auto 0', zIndex: 9, width: '960px', height: '640px' });
  })()`);
  const settled = page.locator('.stage[data-picture=settled]');
  await settled.waitFor();
  await page.locator('.stage canvas').focus();
  await page.keyboard.press('f');
  await page.mouse.move(480, 320);
  for (let k = 0; k < (CLOSER[name] ?? 0); k++) await page.mouse.wheel(0, -300);
  await page.waitForTimeout(100);
  await settled.waitFor();
  const png = await page.screenshot({ clip: { x: 0, y: 0, width: 960, height: 640 } });
  const webp = await page.evaluate(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${png.toString('base64')}';
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: ${SIZE.width}, height: ${SIZE.height} });
    const context = canvas.getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/webp', 0.82).split(',')[1];
  })()`);
  await context.close();
  server.kill('SIGINT');
  const bytes = Buffer.from(webp, 'base64');
  mkdirSync(join(GALLERY, 'pictures'), { recursive: true });
  writeFileSync(join(GALLERY, `pictures/${name}.webp`), bytes);
  return bytes.length;
}

/** The files that Watch shows; undefined if they are too large. */
function packRun(name, run) {
  rmSync(join(GALLERY, 'runs', name), { recursive: true, force: true });
  const files = readdirSync(run).filter((file) => /^manifest\.json$|\.csv$|^trajectory\.scree$/.test(file));
  const packed = files.map((file) => [file, gzipSync(readFileSync(join(run, file)), { level: 9 })]);
  const size = packed.reduce((sum, [, { length }]) => sum + length, 0);
  if (size > MOST_BYTES) return undefined;
  mkdirSync(join(GALLERY, 'runs', name), { recursive: true });
  for (const [file, bytes] of packed) writeFileSync(join(GALLERY, 'runs', name, `${file}.gz`), bytes);
  return size;
}

const browser = await chromium.launch({ executablePath, args: FLAGS });
try {
  for (const name of wanted) {
    const run = join(folder, name);
    const isWhole = await runExample(name, run);
    const picture = await takePicture(browser, name, run);
    const packed = isWhole ? packRun(name, run) : undefined;
    console.log(`${name}: picture ${picture} bytes, ${packed === undefined ? 'no run' : `run ${packed} bytes`}`);
    rmSync(run, { recursive: true, force: true });
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
