// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { F } from '../../kernel/memory.ts';
import { addDiscTriangle } from '../../kernel/mesh/footprint.ts';
import { Random } from '../../math/random.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { allocateCells } from '../../shapes/kernel-memory/kernel-heap.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { meshContacts } from './mesh-contacts.ts';

const seed = Number(process.env.TEST_SEED ?? 3);
/** Sums of a few terms of the size of the disc. */
const TOLERANCE = 1e-13;

const can = cylinder({ radius: 0.5, halfLength: 1 });

function only<T>(found: readonly T[]): T {
  expect(found).toHaveLength(1);
  return found[0];
}

it('of a cylinder over the rim of a table has the centroid of the half-disc on it', () => {
  const table = facetMesh({
    vertices: [
      [-4, -4, 0],
      [0, -4, 0],
      [0, 4, 0],
      [-4, 4, 0],
    ],
    facets: [
      [0, 1, 2],
      [0, 2, 3],
    ],
  });
  const { feature, point, distance } = only(meshContacts(table, {}, can, { position: [0, 0.25, 0.9375] }));
  expect(feature).toBe('f');
  expect(distance).toBe(-0.0625);
  expect(Math.abs(point.x + (4 * 0.5) / (3 * Math.PI))).toBeLessThan(TOLERANCE);
  expect(Math.abs(point.y - 0.25)).toBeLessThan(TOLERANCE);
});

it('of a cylinder on a ridge touches it along the chord of the circle', () => {
  const roof = facetMesh({
    vertices: [
      [-4, -1, -1],
      [-4, 0, 0],
      [-4, 1, -1],
      [0.125, -1, -1],
      [0.125, 0, 0],
      [0.125, 1, -1],
    ],
    facets: [
      [0, 3, 4, 1],
      [1, 4, 5, 2],
    ],
  });
  // The ridge ends at 0.125; the circle about (0, 0.25) meets it from minus the root of 0.1875 on.
  const { feature, point } = only(meshContacts(roof, {}, can, { position: [0, 0.25, 0.96875] }));
  expect(feature).toBe('e');
  expect(Math.abs(point.x - (0.125 - Math.sqrt(0.1875)) / 2)).toBeLessThan(1e-9);
});

it(`has in common with a triangle what a polygon of many corners has, seed ${seed}`, { tags: ['long'] }, () => {
  const random = new Random(seed);
  const moments = allocateCells(3);
  for (let k = 0; k < 50; k++) {
    const corners = [0, 1, 2].map(() => [random.between(-2, 2), random.between(-2, 2)] as const);
    F.fill(0, moments, moments + 3);
    corners.forEach(([x, y], i) => {
      const [nextX, nextY] = corners[(i + 1) % 3];
      addDiscTriangle(moments, 1, x, y, nextX, nextY);
    });
    const [area = 0, momentX = 0, momentY = 0] = F.subarray(moments);
    const sums = byStrips(corners);
    // The strips are 1e-4 wide and their ends round.
    expect(Math.abs(Math.abs(area) - sums.area)).toBeLessThan(1e-3);
    const sign = Math.sign(area);
    expect(Math.abs(sign * momentX - sums.x)).toBeLessThan(1e-3);
    expect(Math.abs(sign * momentY - sums.y)).toBeLessThan(1e-3);
  }
});

/** Area and moments of triangle and unit disc, strip by strip in y. */
function byStrips(corners: readonly (readonly [number, number])[]): { area: number; x: number; y: number } {
  const sums = { area: 0, x: 0, y: 0 };
  const width = 1e-4;
  for (let y = -1 + width / 2; y < 1; y += width) {
    const half = Math.sqrt(1 - y * y);
    const crossings = corners.flatMap(([x0, y0], i) => {
      const [x1, y1] = corners[(i + 1) % 3];
      return y0 < y !== y1 < y ? [x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)] : [];
    });
    if (crossings.length < 2) continue;
    const low = Math.max(-half, Math.min(...crossings));
    const high = Math.min(half, Math.max(...crossings));
    if (!(high > low)) continue;
    sums.area += width * (high - low);
    sums.x += (width * (high * high - low * low)) / 2;
    sums.y += width * (high - low) * y;
  }
  return sums;
}
