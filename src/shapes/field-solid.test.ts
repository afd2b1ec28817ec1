// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { fieldBallRadius, fieldSolid, hasField } from './field-solid.ts';
import { box } from './kinds/box.ts';
import { capsule } from './kinds/capsule.ts';
import { cone } from './kinds/cone.ts';
import type { ConvexPolyhedron } from './kinds/convex-polyhedron.ts';
import { cylinder } from './kinds/cylinder.ts';
import { ellipsoid } from './kinds/ellipsoid.ts';
import { tablet } from './kinds/tablet.ts';
import type { ConvexShape } from './shape.ts';

const BODIES: readonly { readonly name: string; readonly shape: ConvexShape; readonly radius: number }[] = [
  { name: 'cylinder', shape: cylinder({ radius: 0.3, halfLength: 0.5 }), radius: 0.3 },
  { name: 'cone', shape: cone({ radius: 2, height: 1 }), radius: 2 },
  { name: 'tablet', shape: tablet({ diameter: 2, bandHeight: 0.6, capRadius: 1.5 }), radius: 1 },
  { name: 'flat tablet', shape: tablet({ diameter: 2, bandHeight: 0.6, capRadius: 20 }), radius: 1 },
  { name: 'lens', shape: tablet({ diameter: 2, bandHeight: 0, capHeight: 0.4 }), radius: 1 },
];

/** Largest distance of a point of one body from the other one along a direction: of their support functions. */
function deviations(shape: ConvexShape, solid: ConvexShape): readonly [outward: number, inward: number] {
  let [outward, inward] = [0, 0];
  for (let i = 0; i <= 64; i++) {
    const height = -1 + i / 32;
    const across = Math.sqrt(1 - height * height);
    for (let k = 0; k < 64; k++) {
      const turn = (Math.PI * k) / 64;
      const d = { x: across * Math.cos(turn), y: across * Math.sin(turn), z: height };
      const along = (body: ConvexShape): number => {
        const { x, y, z } = body.support(d);
        return d.x * x + d.y * y + d.z * z;
      };
      const more = along(solid) - along(shape);
      outward = Math.max(outward, more);
      inward = Math.max(inward, -more);
    }
  }
  return [outward, inward];
}

describe('the polyhedron of a pressure field', () => {
  it.each(BODIES)('of a $name has its volume and centroid', ({ shape }) => {
    const own = shape.massProperties();
    const { volume, centroid, inertia } = (fieldSolid(shape) as ConvexPolyhedron).massProperties();
    expect(volume / own.volume).toBeCloseTo(1, 12);
    // Symmetry keeps the centroid of a cylinder and of a tablet; a pyramid has the centroid of its cone.
    expect(Math.hypot(centroid.x, centroid.y, centroid.z - own.centroid.z)).toBeLessThan(1e-12);
    expect(inertia.zz / own.inertia.zz).toBeCloseTo(1, 2);
  });

  it.each(BODIES)('of a $name is within 0.8 % of its radius of the surface', ({ shape, radius }) => {
    const [outward, inward] = deviations(shape, fieldSolid(shape) as ConvexPolyhedron);
    // The sides of a polygon of equal area are 0.29 % inside the circle, its corners 0.57 % outside; caps add to both.
    expect(outward / radius).toBeLessThan(8e-3);
    expect(inward / radius).toBeLessThan(8e-3);
    expect(fieldBallRadius(shape)).toBeGreaterThan(shape.boundingBall().radius);
    expect(fieldBallRadius(shape) - shape.boundingBall().radius).toBeLessThan(8e-3 * radius);
  });

  it('is the body itself for a box, the same object at every call for others, and none for smooth bodies', () => {
    const brick = box({ halfExtents: [1, 2, 3] });
    expect(fieldSolid(brick)).toBe(brick);
    expect(fieldBallRadius(brick)).toBe(brick.boundingBall().radius);
    const can = cylinder({ radius: 1, halfLength: 1 });
    expect(fieldSolid(can)).toBe(fieldSolid(can));
    const smooth = [
      capsule({ radius: 1, halfLength: 1 }),
      ellipsoid({ semiAxes: [1, 2, 3] }),
      tablet({ diameter: 2, bandHeight: 1, capRadius: 1 }),
    ];
    expect(smooth.map(hasField)).toEqual([false, false, false]);
    expect(smooth.map(fieldSolid)).toEqual([undefined, undefined, undefined]);
    expect(fieldBallRadius(smooth[0])).toBe(smooth[0].boundingBall().radius);
  });
});
