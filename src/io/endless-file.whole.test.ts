// SPDX-License-Identifier: MIT
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endlessFileProblem } from './endless-file.ts';
import { readMeshFile } from './mesh-file.ts';

let folder = '';
const at = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scree-endless-'));
  execFileSync('mkfifo', [at('pipe.obj')]);
  writeFileSync(at('file.obj'), '');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('files without an end', () => {
  it('are told from files, folders and names of nothing', () => {
    expect(endlessFileProblem('/dev/zero')).toMatch(/^is a device, which may have no end; copy/);
    expect(endlessFileProblem(at('pipe.obj'))).toMatch(/^is a pipe/);
    for (const name of ['file.obj', '.', 'nothing']) expect(endlessFileProblem(at(name))).toBeUndefined();
  });

  it('are refused as meshes', () => {
    expect(() => readMeshFile(at('pipe.obj'))).toThrow(/pipe\.obj: is a pipe/);
  });
});
