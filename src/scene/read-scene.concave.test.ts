// SPDX-License-Identifier: MIT
/** Bodies of any form, from mesh files that are cut into convex pieces. */
import { describe, expect, it } from 'vitest';
import { SceneError } from '../errors.ts';
import { layeredSolid } from '../meshes/layered-solid.ts';
import type { Compound } from '../shapes/kinds/compound.ts';
import { readScene } from './read-scene.ts';

const L = layeredSolid(0, [
  {
    loops: [
      [
        [0, 0],
        [20, 0],
        [20, 10],
        [10, 10],
        [10, 30],
        [0, 30],
      ],
    ],
    to: 10,
  },
]);

function read(facets: number[][]) {
  const text = `materials: { steel: { density: 1000, stiffness: 1e4, friction: 0.3 } }
time: { duration: 1 s }
gravity: [0, 0, 0]
law: { normal: linear, tangential: linear }
bodies: { bracket: { shape: { concave: { file: l.stl, scale: 1 mm, tolerance: 0 } }, material: steel, position: [0, 0, 0] } }`;
  const readMesh = () => ({ vertices: L.vertices, facets, warnings: [] });
  return readScene(text, { file: 'a.yaml', files: { readMesh, modulePath: (name) => name } });
}

describe('concave shapes', () => {
  it('are compounds of convex pieces, in metres', () => {
    const { shapes = [] } = read(L.facets).simulation;
    expect(shapes).toHaveLength(1);
    const { compound } = shapes[0] as { readonly compound: Compound };
    expect(compound.pieces).toHaveLength(2);
    expect(compound.massProperties().volume).toBeCloseTo(4000e-9, 20);
  });

  it('are refused with the defect of their mesh, at the name of its file', () => {
    expect(() => read(L.facets.slice(1))).toThrow(SceneError);
    expect(() => read(L.facets.slice(1))).toThrow(/a\.yaml:5:\d+ .*concave\.file: .*edges with one facet/);
  });
});
