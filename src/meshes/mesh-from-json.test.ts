// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { cylinderMesh } from '../../tests/support/sample-meshes.ts';
import { MeshError } from '../errors.ts';
import { facetMesh } from './facet-mesh.ts';
import { isMeshJson, meshFromJson, meshToJson } from './mesh-from-json.ts';

const vertices = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
];

describe('the JSON form of a mesh', () => {
  it('comes back as it went', () => {
    const mesh = facetMesh(cylinderMesh(5, 2));
    expect(meshFromJson(JSON.parse(JSON.stringify(meshToJson(mesh))))).toEqual(mesh);
  });

  it('is told from that of shapes', () => {
    expect(isMeshJson({ mesh: null })).toBe(true);
    for (const value of [{ sphere: { radius: 1 } }, null, 'mesh', [], undefined]) expect(isMeshJson(value)).toBe(false);
  });

  it('welds on request', () => {
    const twice = [...vertices, ...vertices];
    const facets = [
      [0, 1, 2],
      [5, 4, 3],
    ];
    expect(meshFromJson({ mesh: { vertices: twice, facets } }).edgeVertices).toHaveLength(12);
    expect(meshFromJson({ mesh: { vertices: twice, facets, weld: true } }).edgeVertices).toHaveLength(6);
  });

  it.each([
    [
      { sphere: { radius: 1 } },
      'not-a-mesh',
      'shape: expected {"mesh":{"vertices":[[x,y,z],…],"facets":[[i,j,k,…],…]}}',
    ],
    [{ mesh: {}, box: {} }, 'not-a-mesh', 'shape: expected {"mesh":{"vertices":[[x,y,z],…],"facets":[[i,j,k,…],…]}}'],
    [{ mesh: [] }, 'not-an-object', 'shape.mesh: expected an object with vertices, facets'],
    [{ mesh: { vertices } }, 'missing-key', 'shape.mesh.facets: missing; needed: vertices, facets'],
    [
      { mesh: { vertices, facets: [], colour: 1 } },
      'unknown-key',
      'shape.mesh.colour: unknown key; allowed: vertices, facets, weld',
    ],
    [{ mesh: { vertices, facets: [[0, 1, 2]], weld: 1 } }, 'not-a-boolean', 'shape.mesh.weld: expected true or false'],
    [
      { mesh: { vertices: [[0, 0, null]], facets: [[0, 1, 2]] } },
      'not-finite',
      'shape.mesh.vertices[0].z: expected a finite number, got NaN',
    ],
    [
      { mesh: { vertices, facets: [[0, 1, '2']] } },
      'bad-index',
      'shape.mesh.facets[0][2]: expected the number of a vertex, got string',
    ],
    [
      { mesh: { vertices, facets: [[0, 1, 3]] } },
      'bad-index',
      'shape.mesh.facets[0][2]: expected a vertex from 0 to 2, got 3',
    ],
    [
      { mesh: { vertices, facets: ['abc'] } },
      'not-a-facet',
      'shape.mesh.facets[0]: expected an array of vertex numbers [i, j, k, ...]',
    ],
  ])('of %j is refused', (value, code, message) => {
    try {
      meshFromJson(value);
    } catch (error) {
      expect(error).toBeInstanceOf(MeshError);
      expect(error).toMatchObject({ code, message });
      return;
    }
    throw new Error('accepted');
  });
});
