// SPDX-License-Identifier: MIT
/** Tablets: what they refuse, their closed forms against quadrature and their own surface, contacts by hand. */
import { describe, expect, it } from 'vitest';
import { contactSolid } from '../../events/contact-solid.ts';
import { SWEPT, tableKind } from '../../gpu/convex/shape-table.ts';
import { integrate } from '../../math/quadrature.ts';
import { fromAxisAngle } from '../../math/quaternion.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { massPropertiesOfPolyhedron } from '../../meshes/polyhedron-mass-properties.ts';
import { contact } from '../../narrow-phase/contact.ts';
import { meshContacts } from '../../narrow-phase/double-hierarchy/mesh-contacts.ts';
import { raycast } from '../../narrow-phase/raycast.ts';
import { surfaceMesh } from '../surface-mesh.ts';
import { capsule } from './capsule.ts';
import { halfSpace } from './half-space.ts';
import { rounded } from './rounded.ts';
import { sphere } from './sphere.ts';
import { type Tablet, type TabletParameters, tablet } from './tablet.ts';

const PILL = tablet({ diameter: 8, bandHeight: 3, capRadius: 5 });
const LENS = tablet({ diameter: 8, bandHeight: 0, capHeight: 2 });
const FLAT = tablet({ diameter: 2, bandHeight: 1, capRadius: 1000 });
const TABLETS = [
  ['a pill', PILL],
  ['a lens', LENS],
  ['nearly flat caps', FLAT],
  ['half balls', tablet({ diameter: 2, bandHeight: 3, capRadius: 1 })],
] as const;

/** Square of the radius at a height, from the definition. */
function radiusSquared({ radius, bandHeight, capRadius, capHeight }: Tablet, z: number): number {
  const above = Math.abs(z) - bandHeight / 2;
  if (above <= 0) return radius * radius;
  const belowTop = capHeight - above;
  return belowTop * (2 * capRadius - belowTop);
}

describe('a tablet', () => {
  it('has the height of the caps that their radius makes, and the other way round', () => {
    // A sphere of radius 5 cut where it is 8 wide: 3 below its top is the centre, 2 the height.
    expect(PILL.capHeight).toBe(2);
    expect(LENS.capRadius).toBe(5);
    expect(tablet({ diameter: 2, bandHeight: 0, capHeight: 1 }).capRadius).toBe(1);
    expect(FLAT.capHeight).toBeCloseTo(1 / 2000, 9);
  });

  it.each([
    [{ diameter: 8, bandHeight: 3 }, 'pill: expected either capRadius or capHeight, got neither'],
    [{ diameter: 8, bandHeight: 3, capRadius: 5, capHeight: 2 }, 'expected either capRadius or capHeight, got both'],
    [{ diameter: 8, bandHeight: 3, capRadius: 3.9 }, 'pill.capRadius: expected a length from 4 to 4000'],
    [{ diameter: 8, bandHeight: 3, capRadius: 4100 }, 'pill.capRadius: expected a length from 4 to 4000'],
    [{ diameter: 8, bandHeight: 3, capHeight: 4.1 }, 'pill.capHeight: expected a length from 0.002 to 4'],
    [{ diameter: 8, bandHeight: -1, capHeight: 2 }, 'pill.bandHeight: expected a finite number > 0'],
    [{ diameter: 0, bandHeight: 1, capHeight: 2 }, 'pill.diameter: expected a finite number > 0'],
  ])('is refused as %j', (parameters, message) => {
    expect(() => tablet(parameters as TabletParameters, 'pill')).toThrow(message);
  });

  it.each(TABLETS)('with %s has the mass properties of a quadrature and of its surface', (_, shape) => {
    const { volume, inertia } = shape.massProperties();
    const top = shape.bandHeight / 2 + shape.capHeight;
    const band = shape.bandHeight / 2;
    const sum = (density: (z: number, squared: number) => number): number => {
      const at = (z: number): number => density(z, radiusSquared(shape, z));
      return 2 * (integrate(at, 0, band, 8) + integrate(at, band, top, 8));
    };
    const along = sum((z, squared) => Math.PI * squared * z * z);
    const across = sum((_z, squared) => (Math.PI / 4) * squared * squared);
    expect(volume / sum((_z, squared) => Math.PI * squared)).toBeCloseTo(1, 13);
    expect(inertia.zz / (2 * across)).toBeCloseTo(1, 12);
    expect(inertia.xx / (across + along)).toBeCloseTo(1, 12);
    const { vertices, faceOffsets, faceVertices } = surfaceMesh(shape, 200);
    const mesh = massPropertiesOfPolyhedron(vertices, faceOffsets, faceVertices);
    // Corners on the surface, 200 around: 1.6e-4 of a circle's area is missing.
    expect(mesh.volume / volume).toBeGreaterThan(0.999);
    expect(mesh.volume / volume).toBeLessThan(1);
    expect(Math.abs(mesh.inertia.xx / inertia.xx - 1)).toBeLessThan(2e-3);
  });

  it('is a capsule where its caps are half balls: mass, contact and rounding to the bit', () => {
    const given = tablet({ diameter: 2, bandHeight: 3, capRadius: 1 });
    const same = capsule({ radius: 1, halfLength: 1.5 });
    const at = { position: [0.3, 1.2, 2.9] as const, orientation: fromAxisAngle([1, 2, 3], 0.7) };
    const ofTablet = contact(given, {}, sphere({ radius: 0.8 }), at);
    expect(ofTablet).toEqual(contact(same, {}, sphere({ radius: 0.8 }), at));
    const [a, b] = [given, same].map((shape) => rounded({ shape, radius: 0.1 }).massProperties());
    expect(a).toEqual(b);
  });

  it('rounded has the mass of a body with wider caps, a rounded rim and a wider band', () => {
    const radius = 0.5;
    const { volume } = rounded({ shape: PILL, radius }).massProperties();
    const { volume: inner } = PILL.massProperties();
    // Steiner: V + A r + M r^2 + 4/3 pi r^3, with the integral M of the mean curvature over band, caps and rims.
    const capArea = 2 * Math.PI * 5 * 2;
    const area = 2 * Math.PI * 4 * 3 + 2 * capArea;
    const angle = Math.PI / 2 - Math.asin(4 / 5);
    const mean = (2 * Math.PI * 4 * 3) / 8 + (2 * capArea) / 5 + 2 * (2 * Math.PI * 4) * (angle / 2);
    expect(volume).toBeCloseTo(inner + area * radius + mean * radius ** 2 + (4 / 3) * Math.PI * radius ** 3, 9);
  });

  it.each([
    ['on its cap', 0, 'v-f', 3.5],
    ['on its band', Math.PI / 2, 'e-f', 4],
  ] as const)('%s touches a plane, and a mesh of it, in one way', (_, tilt, type, height) => {
    const at = { position: [0, 0, height - 0.1] as const, orientation: fromAxisAngle([1, 0, 0], tilt) };
    const found = contact(PILL, at, halfSpace({ normal: [0, 0, 1], offset: 0 }), {});
    expect(found).toMatchObject({ status: 'converged', type });
    expect(found.distance).toBeCloseTo(-0.1, 14);
    const floor = facetMesh({
      vertices: Float64Array.of(-20, -20, 0, 20, -20, 0, 20, 20, 0, -20, 20, 0),
      facets: [
        [0, 1, 2],
        [0, 2, 3],
      ],
    });
    const [first] = meshContacts(floor, {}, PILL, at);
    expect(first?.distance).toBeCloseTo(-0.1, 12);
  });

  it.each([
    ['over a cap', [0, 0, 10], 10 - 3.5 - 1],
    ['beside the band', [7, 0, 1], 2],
    ['at the rim', [4 + 3, 0, 1.5 + 1], Math.sqrt(10) - 1],
    ['in the middle, nearer to the caps than to the band', [0, 0, 0], -3.5 - 1],
    ['inside beside the band', [3, 0, 0], -1 - 1],
  ] as const)('is as far from a ball %s as by hand', (_, position, distance) => {
    const found = contact(PILL, {}, sphere({ radius: 1 }), { position });
    expect(found.status).toBe('converged');
    expect(found.distance).toBeCloseTo(distance, 13);
  });

  it.each([
    ['coaxial, deepest along the axis', [0, 0, 6], -1],
    ['beside each other', [7, 0, 0], -1],
    ['one in the other', [0, 0, 0], -7],
  ] as const)('and another one with parallel axes, %s, are as deep as by hand', (_, position, distance) => {
    const found = contact(PILL, {}, PILL, { position });
    expect(found.status).toBe('converged');
    expect(found.distance).toBeCloseTo(distance, 12);
  });

  it('is hit by a ray on its cap, and passed beside it', () => {
    const hit = raycast({ origin: [3, 0, 10], direction: [0, 0, -1] }, PILL, {});
    // 4 above the centre of the cap's sphere, which is 1.5 below the middle.
    expect(hit?.distance).toBeCloseTo(10 - (4 - 1.5), 9);
    expect(hit?.normal.x).toBeCloseTo(3 / 5, 9);
    expect(raycast({ origin: [4.1, 0, 10], direction: [0, 0, -1] }, PILL, {})).toBeUndefined();
  });

  it('is a swept core on the GPU, and no polyhedron for event-driven runs', () => {
    expect(tableKind({ name: 'pill', convex: PILL })).toBe(SWEPT);
    for (const shape of [PILL, LENS, rounded({ shape: PILL, radius: 0.1 })])
      expect(contactSolid(shape)).toBeUndefined();
  });

  it.each(TABLETS)('with %s is its lens swept along z', (_, shape) => {
    for (const [x, z] of [
      [0, 1],
      [1, 1e-9],
      [0.3, 0.8],
      [0.9, -0.1],
      [-0.5, -2],
    ]) {
      // biome-ignore format: short
      const [whole, part] = [shape, shape.lens()].map((body) => body.support({ x, y: 0, z }));
      expect(whole.x).toBe(part.x);
      expect(whole.z).toBeCloseTo(part.z + (z < 0 ? -1 : 1) * (shape.bandHeight / 2), 14);
    }
  });
});
