// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { boxMesh } from '../../../tests/support/sample-meshes.ts';
import { fastestKernel, typescriptKernel, wasmKernel } from '../../kernel/kernel.ts';
import { LISTED_MOST, LISTED_STRIDE, NOTHING_NEAR } from '../../kernel/mesh/mesh-layout.ts';
import { pose } from '../../math/pose.ts';
import { Random } from '../../math/random.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { MeshIndex } from '../../neighbours/mesh-bins.ts';
import { readMeshOptions } from './mesh-contact-options.ts';
import { listNearFacets } from './near-facets.ts';
import { answerSpheres, MeshContactList } from './sphere-batch.ts';

const kernel = fastestKernel(typescriptKernel);
const seed = Number(process.env.TEST_SEED ?? 7);
const COUNT = 1500;
const MARGIN = 0.05;

function scene(random: Random): { spheres: Float64Array; widened: Float64Array } {
  const spheres = new Float64Array(4 * COUNT);
  for (let k = 0; k < COUNT; k++) {
    for (let c = 0; c < 3; c++) spheres[4 * k + c] = random.between(-2, 2);
    spheres[4 * k + 3] = random.between(0.02, 0.3);
  }
  return { spheres, widened: spheres.map((value, at) => (at % 4 === 3 ? value + MARGIN : value)) };
}

describe(`facets listed for spheres, seed ${seed}`, () => {
  const placed = (random: Random) => pose({ position: [0.1, -0.2, 0.3], orientation: random.rotation() });

  it('are all that a sphere meets while it moves within its margin: the answers have the same bits', () => {
    const random = new Random(seed);
    const index = new MeshIndex(facetMesh(boxMesh(5, [2, 1, 3], true)));
    const at = placed(random);
    const { spheres, widened } = scene(random);
    const lists = new Int32Array(LISTED_STRIDE * COUNT);
    listNearFacets(kernel, index, at, widened, COUNT, lists);
    const counts = Array.from({ length: COUNT }, (_, k) => lists[LISTED_STRIDE * k]);
    expect(Math.max(...counts)).toBeGreaterThan(5);
    expect(Math.max(...counts)).toBeLessThanOrEqual(LISTED_MOST);
    for (let k = 0; k < COUNT; k++) {
      for (let c = 0; c < 3; c++) spheres[4 * k + c] = spheres[4 * k + c] + random.between(-0.57, 0.57) * MARGIN;
    }
    for (const depth of [undefined, 0.02]) {
      const options = readMeshOptions(depth === undefined ? {} : { sides: 'one', depth });
      const searched = new MeshContactList();
      const listed = new MeshContactList();
      answerSpheres(kernel, index, at, spheres, COUNT, options, searched);
      answerSpheres(kernel, index, at, spheres, COUNT, options, listed, lists);
      expect(searched.count).toBeGreaterThan(100);
      expect(listed.count).toBe(searched.count);
      expect(listed.offsets).toEqual(searched.offsets);
      expect(listed.values.slice(0, 11 * listed.count)).toEqual(searched.values.slice(0, 11 * searched.count));
    }
  });

  it('come with a distance below which there is nothing, in WebAssembly as in TypeScript', () => {
    const random = new Random(seed + 1);
    const index = new MeshIndex(facetMesh(boxMesh(5, [2, 1, 3], true)));
    const at = placed(random);
    const { widened } = scene(random);
    const answers = [wasmKernel ?? typescriptKernel, typescriptKernel].map((engine) => {
      const spheres = widened.slice();
      const lists = new Int32Array(LISTED_STRIDE * COUNT);
      listNearFacets(engine, index, at, spheres, COUNT, lists);
      return { spheres, counts: Array.from({ length: COUNT }, (_, k) => lists[LISTED_STRIDE * k]) };
    });
    expect(answers[0]).toEqual(answers[1]);
    const { spheres = new Float64Array(), counts = [] } = answers[0];
    // Spheres just smaller than the distance meet nothing, just larger ones do.
    const resized = (factor: number) => spheres.map((value, k) => (k % 4 === 3 ? Math.min(10, factor * value) : value));
    const contactsOf = (factor: number): Int32Array => {
      const list = new MeshContactList();
      answerSpheres(kernel, index, at, resized(factor), COUNT, readMeshOptions({}), list);
      return list.offsets;
    };
    const [smaller, larger] = [contactsOf(1 - 1e-9), contactsOf(1 + 1e-9)];
    counts.forEach((count, k) => {
      expect(spheres[4 * k + 3] === NOTHING_NEAR).toBe(count === 0);
      if (count === 0) return;
      expect(smaller[k + 1] - smaller[k]).toBe(0);
      expect(larger[k + 1] - larger[k]).toBeGreaterThan(0);
    });
  });

  it('are left to the search where they are too many', () => {
    const index = new MeshIndex(facetMesh(boxMesh(20, [1, 1, 1], true)));
    const lists = new Int32Array(LISTED_STRIDE);
    listNearFacets(kernel, index, pose({}), Float64Array.of(0, 0, 0, 5), 1, lists);
    expect(lists[0]).toBe(-1);
    const list = new MeshContactList();
    const ball = Float64Array.of(0, 0, 0.2, 0.45);
    answerSpheres(kernel, index, pose({}), ball, 1, readMeshOptions({}), list, lists);
    expect(list.count).toBeGreaterThan(0);
  });
});
