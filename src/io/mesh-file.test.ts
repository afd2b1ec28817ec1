// SPDX-License-Identifier: MIT
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { MeshError } from '../errors.ts';
import { polyhedronFromMesh, readMesh } from './mesh-bytes.ts';
import { readMeshFile } from './mesh-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'scree-mesh-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const OBJ = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0.1 0.1 0.1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n';
const STL =
  'solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n';
const PLY =
  'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face ' +
  '1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n';

describe('readMeshFile', () => {
  it('reads each format by its name, in any case', () => {
    expect(readMeshFile(written('a.obj', OBJ)).facets).toHaveLength(4);
    expect(readMeshFile(written('a.STL', STL)).facets).toEqual([[0, 1, 2]]);
    expect(readMeshFile(written('a.ply', PLY)).facets).toEqual([[0, 1, 2]]);
  });

  it('tells the format by the content when the name does not', () => {
    expect(readMeshFile(written('obj.mesh', OBJ)).facets).toHaveLength(4);
    expect(readMeshFile(written('stl.mesh', STL)).facets).toHaveLength(1);
    expect(readMeshFile(written('ply.mesh', PLY)).facets).toHaveLength(1);
  });

  it('believes the content rather than the name, and says so', () => {
    const path = written('wrong.stl', PLY);
    expect(readMeshFile(path).warnings).toEqual([`${path}: named .stl, but the content is ply`]);
  });

  it('names the file that cannot be read or is of no known format', () => {
    const missing = join(folder, 'missing.obj');
    expect(() => readMeshFile(missing)).toThrow(MeshError);
    expect(() => readMeshFile(missing)).toThrow(`${missing}: cannot be read (ENOENT`);
    expect(() => readMesh(new Uint8Array([1, 2, 3]), 'a.step')).toThrow(
      'a.step: unknown mesh format; expected one of .obj, .stl, .ply',
    );
  });
});

describe('polyhedronFromMesh', () => {
  it('is the hull of the points', () => {
    const shape = polyhedronFromMesh(readMeshFile(written('hull.obj', OBJ)));
    expect(shape.vertices).toHaveLength(4);
  });

  it('refuses a flat mesh', () => {
    expect(() => polyhedronFromMesh(readMesh(new TextEncoder().encode(STL), 'a.stl'))).toThrow('mesh.vertices: ');
  });
});
