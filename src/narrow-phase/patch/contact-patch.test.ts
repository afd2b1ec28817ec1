// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { distance } from '../../math/vector.ts';
import { box } from '../../shapes/kinds/box.ts';
import { capsule } from '../../shapes/kinds/capsule.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { contact } from '../contact.ts';
import { contactPatch } from './contact-patch.ts';

const cube = box({ halfExtents: [1, 1, 1] });

describe('contactPatch', () => {
  it('of two faces is the polygon they share, midway', () => {
    const { polygon, area, centroid } = contactPatch(cube, {}, cube, { position: [1, 0.5, 1.875] });
    expect(polygon).toHaveLength(4);
    expect(area).toBeCloseTo(1.5, 14);
    expect(centroid).toEqual({
      x: expect.closeTo(0.5, 14),
      y: expect.closeTo(0.25, 14),
      z: expect.closeTo(0.9375, 14),
    });
  });

  it('of an edge on a face is a segment, and elsewhere the contact point', () => {
    const wedge = polyhedron({
      vertices: [
        [-0.5, 0, 0],
        [0.5, 0, 0],
        [-0.5, 1, 1],
        [0.5, 1, 1],
        [-0.5, -1, 1],
        [0.5, -1, 1],
      ],
    });
    const edge = contactPatch(cube, {}, wedge, { position: [0.25, 0, 0.9] });
    expect(edge.polygon).toHaveLength(2);
    expect(edge.area).toBe(0);
    expect(edge.centroid).toEqual({
      x: expect.closeTo(0.25, 14),
      y: expect.closeTo(0, 14),
      z: expect.closeTo(0.95, 14),
    });
    const ball = contactPatch(cube, {}, sphere({ radius: 1 }), { position: [0.5, 0.25, 1.5] });
    expect(ball).toEqual({ polygon: [ball.centroid], area: 0, centroid: { x: 0.5, y: 0.25, z: 0.75 } });
  });

  it('has the contact point for its centroid', () => {
    const random = new Random(Number(process.env.TEST_SEED ?? 20260607));
    for (let i = 0; i < 200; i++) {
      const orientation = random.rotation();
      const other =
        random.next() < 0.3 ? capsule({ radius: 0.25, halfLength: 0.5 }) : box({ halfExtents: [0.5, 0.75, 0.25] });
      const position = [random.between(-1.5, 1.5), random.between(-1.5, 1.5), random.between(-1.5, 1.5)] as const;
      const found = contact(cube, { orientation }, other, { position, orientation });
      const { polygon, area, centroid } = contactPatch(cube, { orientation }, other, { position, orientation });
      expect(distance(centroid, found.point)).toBeLessThanOrEqual(1e-13);
      if (found.type === 'f-f') expect(area).toBeGreaterThan(0);
      if (found.type === 'e-f') expect(polygon).toHaveLength(2);
    }
  });

  it('refuses two half-spaces', () => {
    const floor = halfSpace({ normal: [0, 0, 1], offset: 0 });
    expect(() => contactPatch(floor, {}, floor, {})).toThrow('contactPatch: halfSpace against halfSpace');
  });
});
