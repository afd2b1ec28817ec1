// SPDX-License-Identifier: MIT
/** Builds the site: API pages, verification report, staged Markdown, then VitePress. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, serve } from 'vitepress';
import { isFresh, startBuild } from '../scripts/build-stamp.mjs';
import { stageSite } from './stage.mjs';

const REPORT = {
  name: 'verification-report',
  sources: ['src', 'package-lock.json'],
  output: 'node_modules/.cache/scree/report',
};

/** Where the pages are collected and where the site is written, below the root of the project. */
export const STAGED = '.site';
export const SITE = 'dist-site';

/**
 * @param {string} root
 * @param {{ base: string, hasReport: boolean }} options
 */
export async function buildSite(root, options) {
  writeApiPages(root);
  await buildPages(root, { ...options, folder: join(root, STAGED), output: join(root, SITE) });
}

/**
 * Builds the pages that `isWanted` takes by their addresses, staged in `folder`; default: all.
 * @param {string} root
 * @param {{ base: string, hasReport: boolean, folder: string, output: string,
 *   isWanted?: (target: string) => boolean }} options
 */
export async function buildPages(root, { base, hasReport, folder, output, isWanted }) {
  stageSite(root, folder, isWanted);
  if (hasReport) cpSync(verificationReport(root), join(folder, 'public/verification/report.html'));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const options = { folder, output, base, version, hasReport, isPart: isWanted !== undefined };
  writeFileSync(
    join(folder, '.vitepress/config.mjs'),
    `import { siteConfig } from ${JSON.stringify(pathToFileURL(join(root, 'site/config.mjs')).pathname)};\n` +
      `export default siteConfig(${JSON.stringify(options)});\n`,
  );
  await build(folder);
}

/** @param {string} root @param {{ base: string, port: number }} options */
export async function serveSite(root, { base, port }) {
  await serve({ root: join(root, STAGED), base: base === '/' ? undefined : base, port });
}

/** Pages of the API are made from the types; they are not kept in the project. */
function writeApiPages(root) {
  const script = join(root, 'scripts/api-reference.mjs');
  if (existsSync(script)) runNode(root, [script]);
}

/** The report of `scree verify`, made again when a source has changed. */
function verificationReport(root) {
  const folder = join(root, REPORT.output);
  const page = join(folder, 'report.html');
  if (!isFresh(REPORT, root) || !existsSync(page)) {
    console.log('docs: verification report (minutes; npm run docs -- --without-report leaves it out)');
    const finish = startBuild(REPORT, root);
    mkdirSync(folder, { recursive: true });
    runNode(root, [join(root, 'dist/cli/scree.js'), 'verify', '--report', page], 'ignore');
    finish();
  }
  return page;
}

function runNode(root, args, output = 'inherit') {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', output, output] });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
}
