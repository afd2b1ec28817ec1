// SPDX-License-Identifier: MIT
/**
 * Reference answers in exact arithmetic: exactly these contacts on every line, for any order of the facets and any
 * first vertex of each, with both builds of the kernel, with and without the Fast Intersection Test.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { closestOfFacet } from '../../../tests/support/plain-double-hierarchy.ts';
import { Random } from '../../math/random.ts';
import { length, subtract, type Vector3, vector3 } from '../../math/vector.ts';
import { type FacetMesh, facetMesh } from '../../meshes/facet-mesh.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { meshContacts } from './mesh-contacts.ts';
import { vertexOf } from './nodal-weights.ts';

type Triple = [number, number, number];
interface MeshFixture {
  readonly vertices: Triple[];
  readonly facets: number[][];
}
interface Line {
  readonly id: string;
  readonly mesh: string;
  readonly center: Triple;
  readonly R: number;
  readonly features: readonly { feature: 'f' | 'e' | 'v'; point: Triple }[];
  readonly h2_points: readonly Triple[];
}

const fixtures = new URL('../../../fixtures/', import.meta.url);
const meshes: Record<string, MeshFixture> = JSON.parse(readFileSync(new URL('meshes.json', fixtures), 'utf8'));
const lines = readFileSync(new URL('sphere_mesh.jsonl', fixtures), 'utf8')
  .trim()
  .split('\n')
  .map((line): Line => JSON.parse(line));
const seed = Number(process.env.TEST_SEED ?? 616);
const SHUFFLES = 40;
/** Of the mesh's size, which is at most 8: a few roundings. */
const TOLERANCE = 1e-14;

function shuffled({ vertices, facets }: MeshFixture, random: Random): MeshFixture {
  const order = facets.map((facet) => ({ facet, key: random.next() })).sort((p, q) => p.key - q.key);
  return {
    vertices,
    facets: order.map(({ facet }) => {
      const first = random.integer(facet.length);
      return [...facet.slice(first), ...facet.slice(0, first)];
    }),
  };
}

/** Problems of the answer to a line; none when it is right. */
function problemsOf(line: Line, mesh: FacetMesh, options?: Parameters<typeof meshContacts>[4]): string[] {
  const found = meshContacts(mesh, {}, sphere({ radius: line.R }), { position: line.center }, options);
  const isAt = (p: Vector3, q: Triple): boolean => length(subtract(p, vector3(q))) <= TOLERANCE * mesh.extent;
  const problems: string[] = [];
  const isExpected =
    found.length === line.h2_points.length && line.h2_points.every((q) => found.some(({ point }) => isAt(point, q)));
  if (!isExpected) problems.push(`${line.id}: ${JSON.stringify(found)}`);
  for (const { facet, feature, point, distance, normal, weights } of found) {
    const known = line.features.filter((each) => isAt(point, each.point)).map((each) => each.feature);
    if (!known.includes(feature)) problems.push(`${line.id}: feature ${feature}, expected ${known}`);
    const offset = subtract(vector3(line.center), point);
    if (Math.abs(distance - (length(offset) - line.R)) > TOLERANCE * mesh.extent)
      problems.push(`${line.id}: ${distance}`);
    const off = subtract(normal, {
      x: offset.x / length(offset),
      y: offset.y / length(offset),
      z: offset.z / length(offset),
    });
    if (length(off) > 1e-12) problems.push(`${line.id}: normal off by ${length(off)}`);
    if (!isAt(closestOfFacet(mesh, facet, vector3(line.center)), [point.x, point.y, point.z])) {
      problems.push(`${line.id}: facet ${facet} is not touched there`);
    }
    const corners = mesh.facetVertices.subarray(mesh.facetOffsets[facet], mesh.facetOffsets[facet + 1]);
    const mean = [0, 0, 0] as Triple;
    corners.forEach((v, k) => {
      const { x, y, z } = vertexOf(mesh, v);
      [x, y, z].forEach((value, c) => {
        mean[c] = mean[c] + weights[k] * value;
      });
    });
    const sum = weights.reduce((total, weight) => total + weight, 0);
    const isShared = Math.abs(sum - 1) <= 1e-15 && weights.every((weight) => weight >= 0) && isAt(point, mean);
    if (!isShared) problems.push(`${line.id}: weights ${weights}`);
  }
  return problems;
}

describe('spheres against the meshes of the fixtures', () => {
  const built = Object.fromEntries(Object.entries(meshes).map(([name, mesh]) => [name, facetMesh(mesh)]));

  it('has lines to answer', () => {
    expect(lines.length).toBeGreaterThan(100);
  });

  it.each([
    [{}],
    [{ fastIntersection: true }],
    [{ kernel: 'typescript' }],
    [{ kernel: 'typescript', fastIntersection: true }],
  ] as const)('keeps exactly the contacts of the references, options %j', (options) => {
    expect(lines.flatMap((line) => problemsOf(line, built[line.mesh], options))).toEqual([]);
  });

  it(`does so for any order of the facets and any first vertex of each, seed ${seed}`, { tags: ['long'] }, () => {
    const random = new Random(seed);
    for (let k = 0; k < SHUFFLES; k++) {
      const others = Object.fromEntries(
        Object.entries(meshes).map(([name, mesh]) => [name, facetMesh(shuffled(mesh, random))]),
      );
      expect(lines.flatMap((line) => problemsOf(line, others[line.mesh]))).toEqual([]);
    }
  });
});
