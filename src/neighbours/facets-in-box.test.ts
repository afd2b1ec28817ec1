// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { typescriptKernel, wasmKernel } from '../kernel/kernel.ts';
import { Random } from '../math/random.ts';
import { facetBoxes } from '../meshes/doctor/box-tree.ts';
import { facetMesh } from '../meshes/facet-mesh.ts';
import { facetsInBox } from './facets-in-box.ts';
import { MeshIndex } from './mesh-bins.ts';

const seed = Number(process.env.TEST_SEED ?? 5);
type Triple = [number, number, number];

/** Triangles and squares of sizes from 1e-4 to 1, in clusters, far from the origin. */
function soup(count: number, random: Random, offset: number) {
  const vertices: Triple[] = [];
  const facets: number[][] = [];
  for (let f = 0; f < count; f++) {
    const middle = random.next() < 0.5 ? random.unitVector() : { x: 0.01 * random.next(), y: 0, z: 0 };
    const size = 10 ** random.between(-4, 0);
    const corners = 3 + random.integer(2);
    facets.push(Array.from({ length: corners }, (_, k) => vertices.length + k));
    const [u, v] = [random.unitVector(), random.unitVector()];
    for (let k = 0; k < corners; k++) {
      const c = size * Math.cos((2 * Math.PI * k) / corners);
      const s = size * Math.sin((2 * Math.PI * k) / corners);
      vertices.push([
        offset + middle.x + c * u.x + s * v.x,
        middle.y + c * u.y + s * v.y,
        middle.z + c * u.z + s * v.z,
      ]);
    }
  }
  return { vertices, facets };
}

it.each([0, 1e6])(
  `finds the facets whose boxes meet a box, neither more nor fewer, at %s, seed ${seed}`,
  { tags: ['long'] },
  (offset) => {
    const random = new Random(seed);
    const mesh = facetMesh(soup(3000, random, offset));
    const index = new MeshIndex(mesh);
    const boxes = facetBoxes(mesh);
    const found: number[] = [];
    for (let k = 0; k < 300; k++) {
      const size = 10 ** random.between(-5, 13);
      const at = random.unitVector();
      // Some begin exactly where a facet ends.
      const low = k % 3 === 0 ? boxes[6 * random.integer(3000) + 3] : offset + at.x - size / 2;
      const box = [low, at.y - size / 2, at.z - size / 2, low + size, at.y + size / 2, at.z + size / 2];
      const expected = Array.from({ length: 3000 }, (_, f) => f).filter((f) =>
        [0, 1, 2].every((c) => boxes[6 * f + c] <= box[3 + c] && box[c] <= boxes[6 * f + 3 + c]),
      );
      for (const engine of [typescriptKernel, wasmKernel ?? typescriptKernel]) {
        const count = facetsInBox(index, box, found, engine);
        expect(found.slice(0, count)).toEqual(expected);
      }
    }
  },
);
