// SPDX-License-Identifier: MIT
import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scree-folder-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('making a folder', () => {
  it('makes missing parents and keeps an existing folder', () => {
    const path = join(folder, 'a/b/../c');
    makeFolder(path);
    makeFolder(path);
    expect(statSync(join(folder, 'a/c')).isDirectory()).toBe(true);
  });

  it('fails at once if a file, a broken link or the file system prevents it', () => {
    writeFileSync(join(folder, 'file'), '');
    symlinkSync(join(folder, 'nowhere'), join(folder, 'broken'));
    expect(() => makeFolder(join(folder, 'file'))).toThrow('EEXIST');
    expect(() => makeFolder(join(folder, 'file/below'))).toThrow('ENOTDIR');
    expect(() => makeFolder(join(folder, 'broken'))).toThrow('EEXIST');
    expect(() => makeFolder(`${folder}/${'x'.repeat(300)}`)).toThrow('ENAMETOOLONG');
    if (existsSync('/dev/null')) expect(() => makeFolder('/dev/null/x')).toThrow('ENOTDIR');
    // mkdirSync with `recursive` does not return from here.
    if (existsSync('/proc/self')) expect(() => makeFolder('/proc/nope/x')).toThrow('ENOENT');
  });
});
