// SPDX-License-Identifier: MIT
/** `scree info` as a user runs it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSourceFile } from '../source-files.ts';
import { PROGRAM, runCommand, scree } from '../support/built-program.ts';
import { boxMesh, cylinderMesh, type SampleMesh } from '../support/sample-meshes.ts';

const folder = mkdtempSync(join(tmpdir(), 'scree-info-'));
afterAll(() => rmSync(folder, { recursive: true }));

function objFile(name: string, { vertices, facets }: SampleMesh): string {
  const path = join(folder, name);
  const lines = [
    ...vertices.map((v) => `v ${v.join(' ')}`),
    ...facets.map((f) => `f ${f.map((v) => v + 1).join(' ')}`),
  ];
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

const sound = objFile('sound.obj', cylinderMesh(12));
const box = boxMesh(2);
/** One side bent, one facet given twice, one turned over, one vertex without a facet. */
const flawed = objFile('flawed.obj', {
  vertices: [
    ...box.vertices.map(([x, y, z]) =>
      x === 0 && y === 0 && z > 0 ? ([0, 0, 0.6] as [number, number, number]) : ([x, y, z] as [number, number, number]),
    ),
    [9, 9, 9],
  ],
  facets: [...box.facets.with(2, box.facets[2].toReversed()), box.facets[7]],
});

describe('scree info', () => {
  it('describes a sound mesh', () => {
    const { status, stdout, stderr } = scree(['info', sound]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('facets    14 (12 quads, 2 with more corners)\n');
    expect(stdout).toContain('shells    1, closed, front outward\n');
    expect(stdout).toContain('volume    6\n');
    expect(stdout).toMatch(/\nnothing found\n\nCan be used\.\n$/);
  });

  it('names what is wrong with which facets, and exits with 1 when the mesh cannot be used', () => {
    const { status, stdout } = scree(['info', flawed]);
    expect(status).toBe(1);
    const lines = stdout.split('\n').map((line) => line.split(/ {2,}/));
    const bent = box.facets.flatMap((facet, f) =>
      facet.some((v) => box.vertices[v]?.[0] === 0 && box.vertices[v]?.[1] === 0 && box.vertices[v]?.[2] > 0)
        ? [f]
        : [],
    );
    expect(lines).toContainEqual([
      'error',
      '4',
      'facets that are not flat',
      'can be mended',
      `facets ${bent.join(', ')}`,
    ]);
    expect(lines).toContainEqual(['warning', '1', 'facets given twice', 'can be mended', 'facet 24']);
    expect(lines).toContainEqual([
      'warning',
      '1',
      'facets with the front on the other side than their neighbours',
      'can be mended',
      'facet 2',
    ]);
    expect(lines).toContainEqual(['note', '1', 'vertices without a facet', 'can be mended', 'vertex 26']);
    expect(stdout).toContain('Cannot be used as it is.');
  });

  it('answers in JSON', () => {
    const { status, stdout } = scree(['info', flawed, '--json']);
    expect(status).toBe(1);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      file: flawed,
      facetCount: 25,
      quadCount: 25,
      isUsable: false,
      isClosed: true,
      min: [-0.5, -0.5, -0.5],
    });
    expect(report.findings.map(({ kind, count }: { kind: string; count: number }) => [kind, count])).toEqual([
      ['not-flat', 4],
      ['duplicate-facet', 1],
      ['flipped', 1],
      ['unreferenced-vertex', 1],
    ]);
  });

  it.each(['mended.obj', 'mended.stl'])('mends it into %s', (name) => {
    const target = join(folder, name);
    const { status, stdout } = scree(['info', flawed, '--mend', target]);
    expect(status).toBe(0);
    expect(stdout).toContain(`mended to ${target}\n  removed, given twice: facet 24\n  cut into triangles: facets`);
    expect(readFileSync(target).length).toBeGreaterThan(500);
    const again = JSON.parse(scree(['info', target, '--json', '--quick']).stdout);
    expect(again).toMatchObject({ isUsable: true, isClosed: true, orientation: 'outward', findings: [] });
    // Each quad is cut along its shorter diagonal: one triangle of 1/8 rises to 0.1 at its tip.
    expect(again.volume).toBeCloseTo(1 + (4 * 0.1) / 8 / 3, 6);
  });

  it('prints what the guide shows', () => {
    const guide = readSourceFile('docs/guide/meshes.md').text;
    const [, obj = '', command = '', printed = ''] =
      /^```text\n(v .*?)^```$.*?^```sh\nnpx scree (.*?)\n```$.*?^```text\n(.*?)^```$/ms.exec(guide) ?? [];
    writeFileSync(join(folder, 'box.obj'), obj);
    const { stdout } = runCommand(process.execPath, [PROGRAM, ...command.split(' ')], { cwd: folder });
    expect(printed.length).toBeGreaterThan(500);
    expect(stdout).toBe(printed);
  });

  it('reports mending in JSON too', () => {
    const target = join(folder, 'again.obj');
    const { status, stdout } = scree(['info', flawed, '--mend', target, '--json', '--weld', '1e-9']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout).mended).toMatchObject({
      file: target,
      weldTolerance: 1e-9,
      flippedFacets: [2],
      duplicateFacets: [24],
      after: { findings: [] },
    });
  });

  it.each([
    [['info'], 2, 'missing required argument'],
    [['info', sound, '--mend', 'x.ply'], 2, 'expected a name that ends in .obj or .stl'],
    [['info', sound, '--weld', '1'], 2, "needs '--mend <file>'"],
    [['info', sound, '--mend', 'x.obj', '--weld', '-1'], 2, 'expected a length >= 0'],
    [['info', join(folder, 'nowhere.stl')], 1, 'cannot be read'],
  ])('%j exits with %i', (args, code, message) => {
    const { status, stderr } = scree(args);
    expect(status).toBe(code);
    expect(stderr).toContain(message);
  });

  it('refuses a file without facets and coordinates that are no numbers', () => {
    const points = objFile('points.obj', { vertices: [[0, 0, 0]], facets: [] });
    expect(scree(['info', points])).toMatchObject({
      status: 1,
      stderr: `scree: ${points}.facets: expected at least one facet, got none\n`,
    });
    const nan = join(folder, 'nan.obj');
    writeFileSync(nan, 'v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
    expect(scree(['info', nan])).toMatchObject({
      status: 1,
      stderr: `scree: ${nan}:1: vertex z: expected a finite number, got "nan"\n`,
    });
  });
});
