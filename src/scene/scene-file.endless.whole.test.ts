// SPDX-License-Identifier: MIT
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBodyFile, readSceneFile } from './scene-file.ts';

let folder = '';
const at = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scree-endless-'));
  execFileSync('mkfifo', [at('pipe.yaml')]);
  writeFileSync(at('device.yaml'), 'include: /dev/zero\n');
  writeFileSync(at('piped.yaml'), 'include: pipe.yaml\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('files without an end', () => {
  it.each([
    ['device.yaml', /include: \/dev\/zero: is a device, which may have no end; copy/],
    ['piped.yaml', /include: .*pipe\.yaml: is a pipe/],
    ['pipe.yaml', /pipe\.yaml: is a pipe/],
  ])('are refused as scenes and included files: %s', (name, message) => {
    expect(() => readSceneFile(at(name))).toThrow(message);
  });

  it('are refused as files of bodies', () => {
    expect(() => readBodyFile('/dev/zero', 'zeros', undefined)).toThrow(/^zeros: is a device/);
  });
});
