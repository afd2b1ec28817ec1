// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { plainContactPoints, triangleSoup } from '../../../tests/support/plain-double-hierarchy.ts';
import { ballMesh, boxMesh } from '../../../tests/support/sample-meshes.ts';
import { wasmKernel } from '../../kernel/kernel.ts';
import { Random } from '../../math/random.ts';
import { length, subtract, type Vector3 } from '../../math/vector.ts';
import { type FacetMesh, facetMesh } from '../../meshes/facet-mesh.ts';
import { MeshIndex } from '../../neighbours/mesh-bins.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { meshContacts } from './mesh-contacts.ts';
import { MESH_CONTACT_LAYOUT as AT, MeshContactList, sphereMeshContacts } from './sphere-batch.ts';

const seed = Number(process.env.TEST_SEED ?? 99);

function randomSpheres(random: Random, count: number, reach: number): Float64Array {
  const spheres = new Float64Array(4 * count);
  for (let k = 0; k < count; k++) {
    for (let c = 0; c < 3; c++) spheres[4 * k + c] = random.between(-reach, reach);
    spheres[4 * k + 3] = 10 ** random.between(-2, 0.5);
  }
  return spheres;
}

function pointsOf({ values, offsets }: MeshContactList, k: number): Vector3[] {
  const points: Vector3[] = [];
  for (let i = offsets[k]; i < offsets[k + 1]; i++) {
    const at = AT.stride * i + AT.point;
    points.push({ x: values[at], y: values[at + 1], z: values[at + 2] });
  }
  return points;
}

describe(`many spheres against a mesh, seed ${seed}`, () => {
  it('have the contacts that each has alone', () => {
    const random = new Random(seed);
    const mesh = facetMesh(boxMesh(5, [2, 1, 3], true));
    const spheres = randomSpheres(random, 2500, 2);
    const pose = { position: [0.1, -0.2, 0.3] as const, orientation: random.rotation() };
    const list = sphereMeshContacts(mesh, pose, spheres);
    expect(list.count).toBeGreaterThan(500);
    for (let k = 0; k < 2500; k++) {
      const [x = 0, y = 0, z = 0, radius = 1] = spheres.subarray(4 * k, 4 * k + 4);
      const alone = meshContacts(mesh, pose, sphere({ radius }), { position: [x, y, z] });
      const first = list.offsets[k];
      expect(list.offsets[k + 1] - first).toBe(alone.length);
      alone.forEach((contact, i) => {
        const at = AT.stride * (first + i);
        const { normal, point } = contact;
        expect(Array.from(list.values.subarray(at, at + AT.stride))).toEqual([
          k,
          contact.facet,
          'vef'.indexOf(contact.feature),
          contact.featureId,
          point.x,
          point.y,
          point.z,
          normal.x,
          normal.y,
          normal.z,
          contact.distance,
        ]);
      });
    }
  });

  it('are what a plain program without any search finds, with facets much larger and much smaller than they are', {
    tags: ['long'],
  }, () => {
    const random = new Random(seed + 1);
    for (let round = 0; round < 20; round++) {
      const mesh = facetMesh(triangleSoup(random, 300));
      const spheres = randomSpheres(random, 50, 3);
      const list = sphereMeshContacts(mesh, {}, spheres);
      for (let k = 0; k < 50; k++) {
        const [x = 0, y = 0, z = 0, radius = 1] = spheres.subarray(4 * k, 4 * k + 4);
        const expected = plainContactPoints(mesh, { x, y, z }, radius);
        const found = pointsOf(list, k);
        expect(found).toHaveLength(expected.length);
        for (const p of expected) expect(Math.min(...found.map((q) => length(subtract(p, q))))).toBeLessThan(1e-13);
      }
    }
  });

  it('give the same bits as TypeScript and as WebAssembly', { tags: ['long'] }, () => {
    expect(wasmKernel).toBeDefined();
    const random = new Random(seed + 2);
    const meshes: FacetMesh[] = [facetMesh(triangleSoup(random, 500)), facetMesh(boxMesh(6)), facetMesh(ballMesh(5))];
    for (const mesh of meshes) {
      const spheres = randomSpheres(random, 1500, 2);
      const pose = { orientation: random.rotation() };
      for (const options of [{}, { fastIntersection: true }, { sides: 'one', depth: 0.3, maxDistance: 0.1 }] as const) {
        const typescript = sphereMeshContacts(mesh, pose, spheres, { ...options, kernel: 'typescript' });
        const webassembly = sphereMeshContacts(mesh, pose, spheres, { ...options, kernel: 'webassembly' });
        expect(webassembly).toEqual(typescript);
      }
    }
  });

  it('find room for more facets and contacts than expected', { tags: ['long'] }, () => {
    const mesh = facetMesh(ballMesh(24));
    const list = sphereMeshContacts(mesh, {}, Float64Array.of(0, 0, 0, 1.01, 3, 0, 0, 2.5));
    // From the middle every facet is one that the others leave alone.
    expect(list.offsets[1]).toBe(8 * 24 * 24);
    expect(list.offsets[2] - list.offsets[1]).toBe(1);
    const distances = Array.from({ length: 8 * 24 * 24 }, (_, i) => list.values[AT.stride * i + AT.distance]);
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
  });

  it('count facets in the bins, facets met and contacts', () => {
    const mesh = facetMesh(boxMesh(20));
    const list = sphereMeshContacts(mesh, {}, Float64Array.of(0.01, 0.02, 0.53, 0.05, 9, 9, 9, 1));
    expect(list.count).toBe(1);
    expect(list.meetingCount).toBeGreaterThanOrEqual(list.count);
    expect(list.potentialCount).toBeGreaterThanOrEqual(list.meetingCount);
    expect(list.potentialCount).toBeLessThan(60);
  });

  it('write into the list that they are given, which keeps its arrays', () => {
    const index = new MeshIndex(facetMesh(boxMesh(4)));
    const list = new MeshContactList();
    const spheres = randomSpheres(new Random(seed), 200, 1);
    sphereMeshContacts(index, {}, spheres, {}, list);
    const { values, offsets } = list;
    const before = values.slice(0, AT.stride * list.count);
    const again = sphereMeshContacts(index, {}, spheres, {}, list);
    expect(again).toBe(list);
    expect(list.values).toBe(values);
    expect(list.offsets).toBe(offsets);
    expect(values.slice(0, AT.stride * list.count)).toEqual(before);
  });

  it('may be none', () => {
    const list = sphereMeshContacts(facetMesh(boxMesh(1)), {}, new Float64Array(0));
    expect([list.count, list.offsets[0]]).toEqual([0, 0]);
  });

  it.each([
    [Float64Array.of(0, 0, 0), 'spheres: expected a Float64Array with x, y, z, radius in turn'],
    [
      Float64Array.of(0, 0, 0, 1, 0, Number.NaN, 0, 1),
      'spheres[5]: expected a finite coordinate of at most 1e+50 (sphere 1), got NaN',
    ],
    [Float64Array.of(0, 0, 0, -1), 'spheres[3]: expected a radius from 1e-50 to 1e+50 (sphere 0), got -1'],
  ])('are refused when they are no spheres: %j', (spheres, message) => {
    expect(() => sphereMeshContacts(facetMesh(boxMesh(1)), {}, spheres)).toThrow(message);
  });
});
