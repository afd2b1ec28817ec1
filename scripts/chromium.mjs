// SPDX-License-Identifier: MIT
/**
 * A browser that tests of the studio drive: the one of CHROMIUM, or one that is installed; on Debian from a package.
 */
import { existsSync } from 'node:fs';
import { installDebianPackage } from './debian-package.mjs';

const CANDIDATES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** @returns {string | undefined} */
export function findChromium() {
  const { CHROMIUM } = process.env;
  return (CHROMIUM === undefined ? CANDIDATES : [CHROMIUM]).find((path) => existsSync(path));
}

/** What to tell someone who has none. */
export const CHROMIUM_MISSING =
  'no Chromium or Chrome: install it (Debian: apt-get install chromium), or set CHROMIUM to the path of the program';

export function ensureChromium() {
  if (findChromium() !== undefined) return true;
  installDebianPackage('chromium', 'tests drive the studio in a real browser');
  if (findChromium() !== undefined) return true;
  console.error(CHROMIUM_MISSING);
  return false;
}
