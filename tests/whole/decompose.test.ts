// SPDX-License-Identifier: MIT
/** `scree decompose` through the real program. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readObj } from '../../src/io/obj.ts';
import { ROOT } from '../source-files.ts';
import { scree } from '../support/built-program.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scree-decompose-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const crank = join(ROOT, 'examples/parts/crank-shaft.obj');

describe('scree decompose', () => {
  it('writes one object a piece and says how exact they are', () => {
    const out = join(folder, 'pieces.obj');
    const { status, stdout } = scree(['decompose', crank, '--tolerance', '0', '--out', out]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^ {2}pieces +6, with 152 corners in all$/m);
    expect(stdout).toMatch(/^ {2}volume +0\.0004926, that of the pieces is more by -?[\d.e-]+ %$/m);
    expect(readObj(readFileSync(out, 'utf8')).objects).toHaveLength(6);
    const again = scree(['decompose', out, '--json']);
    const { pieceCount, volumeError, isWithinTolerance } = JSON.parse(again.stdout);
    expect({ pieceCount, isWithinTolerance }).toEqual({ pieceCount: 6, isWithinTolerance: true });
    // Sums of some hundred products.
    expect(Math.abs(volumeError)).toBeLessThan(1e-13);
  });

  it('refuses a mesh that is open, by its defect, with exit code 1', () => {
    const open = join(folder, 'open.obj');
    writeFileSync(open, 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\n');
    const { status, stderr } = scree(['decompose', open]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/open\.obj: bounds no solid: 3 edges with one facet.*close the holes/);
  });

  it('knows wrong options before it reads the mesh', () => {
    expect(scree(['decompose', crank, '--tolerance', '-1']).status).toBe(2);
    expect(scree(['decompose', crank, '--out', 'pieces.stl']).stderr).toMatch(/ends in \.obj/);
  });
});
