// SPDX-License-Identifier: MIT
/** The guard against stale builds, in a small tree of its own. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requireFresh, staleness, startBuild } from '../scripts/build-stamp.mjs';

const KERNEL = { name: 'kernel', sources: ['src/kernel', 'lock.json'], output: 'src/kernel/generated' };
const PACKAGE = { name: 'package', sources: ['src', 'lock.json'], output: 'dist' };

let root = '';
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const build = (target: typeof KERNEL): void => {
  const finish = startBuild(target, root);
  write(`${target.output}/out`, 'built');
  finish();
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'scree-stamp-'));
  for (const path of ['src/kernel/gjk.ts', 'src/a.ts', 'src/a.test.ts', 'lock.json']) write(path, path);
});
afterEach(() => rmSync(root, { recursive: true }));

describe('what is built', () => {
  it('is fresh after a build, also when a test or the date of a file changes', () => {
    for (const target of [KERNEL, PACKAGE]) build(target);
    write('src/a.test.ts', 'another test');
    write('src/a.ts', 'src/a.ts');
    expect(() => requireFresh([KERNEL, PACKAGE], root)).not.toThrow();
  });

  it.each([
    ['edited', () => write('src/kernel/gjk.ts', 'better'), 'src/kernel/gjk.ts was changed'],
    ['added', () => write('src/kernel/epa.ts', 'new'), 'src/kernel/epa.ts was added'],
    ['removed', () => rmSync(join(root, 'lock.json')), 'lock.json was removed'],
  ])('is refused when a source was %s, with the name of the file and the remedy', (_, change, told) => {
    for (const target of [KERNEL, PACKAGE]) build(target);
    change();
    expect(() => requireFresh([PACKAGE], root)).toThrow(`${told} after dist/ was built: run \`npm run build\``);
    expect(staleness(KERNEL, root)).toBe(`${told} after src/kernel/generated/ was built`);
  });

  it('names the edited source rather than what another step of the build then wrote', () => {
    for (const target of [KERNEL, PACKAGE]) build(target);
    write('src/kernel/gjk.ts', 'better');
    write('src/kernel/generated/out', 'built again');
    expect(staleness(PACKAGE, root)).toMatch(/^src\/kernel\/gjk\.ts was changed/);
  });

  it('is refused when there is nothing, or no record of its sources', () => {
    expect(() => requireFresh([PACKAGE], root)).toThrow(/^dist\/ is not built: run/);
    write(`${PACKAGE.output}/out`, 'from somewhere');
    expect(() => requireFresh([PACKAGE], root)).toThrow(/^dist\/ has no record of the sources/);
  });

  it('is refused when a package that compiles it has another version, and no other', () => {
    const target = { ...KERNEL, packages: ['compiler'] };
    const lock = (compiler: string, other: string): void =>
      write(
        'package-lock.json',
        JSON.stringify({
          packages: { 'node_modules/compiler': { version: compiler }, 'node_modules/other': { version: other } },
        }),
      );
    lock('1.0.0', '1.0.0');
    build(target);
    lock('1.0.0', '1.0.1');
    expect(staleness(target, root)).toBeUndefined();
    lock('1.0.1', '1.0.1');
    expect(staleness(target, root)).toBe('package compiler was changed after src/kernel/generated/ was built');
  });

  it('is stale when a source was edited while it was built', () => {
    const finish = startBuild(PACKAGE, root);
    write(`${PACKAGE.output}/out`, 'built');
    write('src/a.ts', 'edited meanwhile');
    finish();
    expect(staleness(PACKAGE, root)).toBe('src/a.ts was changed after dist/ was built');
  });

  it('is stale after a build that failed, even for the sources of the one before', () => {
    build(PACKAGE);
    startBuild(PACKAGE, root);
    expect(staleness(PACKAGE, root)).toMatch(/no record/);
  });
});
