// SPDX-License-Identifier: MIT
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ballMesh, boxMesh, cylinderMesh, placed } from '../../tests/support/sample-meshes.ts';
import { Random } from '../math/random.ts';
import { facetMesh } from '../meshes/facet-mesh.ts';
import { examineMesh } from '../meshes/mesh-doctor.ts';
import { readMeshFile, writeMeshFile } from './mesh-file.ts';
import { readStl } from './stl.ts';
import { singlePrecisionShift, stlBytes } from './stl-writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'scree-writers-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a written mesh', () => {
  it('comes back from OBJ to the bit', () => {
    // More lines than one piece of text holds, and numbers with all their digits.
    const mesh = facetMesh(placed(ballMesh(38), new Random(1).rotation(), 1 / 3, [1e6, 0, 1e-7]));
    const path = join(folder, 'ball.obj');
    writeMeshFile(path, mesh);
    const { vertices, facets, warnings } = readMeshFile(path);
    expect(warnings).toEqual([]);
    const again = facetMesh({ vertices, facets });
    expect(again.vertices).toEqual(mesh.vertices);
    expect(again.facetVertices).toEqual(mesh.facetVertices);
  });

  it('comes back from STL in triangles, closed, with its volume to single precision', () => {
    const mesh = facetMesh(cylinderMesh(17, 2));
    const path = join(folder, 'cylinder.STL');
    writeMeshFile(path, mesh);
    const read = readMeshFile(path);
    expect(read.facets).toHaveLength(17 * 2 * 2 + 2 * 15);
    const report = examineMesh(read);
    expect(report).toMatchObject({ isClosed: true, orientation: 'outward', findings: [] });
    const { volume = Number.NaN } = examineMesh(cylinderMesh(17, 2));
    expect(Math.abs((report.volume ?? Number.NaN) / volume - 1)).toBeLessThan(1e-6);
  });

  it('has the normals of its facets in STL', () => {
    const bytes = stlBytes(facetMesh(boxMesh(1)));
    const view = new DataView(bytes.buffer);
    expect(view.getUint32(80, true)).toBe(12);
    expect([0, 4, 8].map((k) => view.getFloat32(84 + k, true) + 0)).toEqual([-1, 0, 0]);
    expect(readStl(bytes).vertices).toHaveLength(24);
  });

  it('says what single precision costs', () => {
    expect(singlePrecisionShift({ vertices: Float64Array.of(0.5, -1, 3) })).toBe(0);
    expect(singlePrecisionShift({ vertices: Float64Array.of(0, 1e6 + 0.03, 0) })).toBeCloseTo(0.03, 2);
  });

  it('is refused in another format, in a folder that is not there, and beyond the range of STL', () => {
    const mesh = facetMesh(boxMesh(1));
    expect(() => writeMeshFile('box.ply', mesh)).toThrow(
      'box.ply: cannot be written; expected a name that ends in .obj or .stl',
    );
    expect(() => writeMeshFile(join(folder, 'no', 'box.obj'), mesh)).toThrow(/box\.obj: cannot be written \(ENOENT/);
    const large = facetMesh(placed(boxMesh(1), { w: 1, x: 0, y: 0, z: 0 }, 1e40, [0, 0, 0]));
    expect(() => stlBytes(large)).toThrow('STL holds numbers up to 3.4e+38, got');
  });
});
