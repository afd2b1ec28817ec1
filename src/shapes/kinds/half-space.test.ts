// SPDX-License-Identifier: MIT
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../math/random.ts';
import { dot, scale } from '../../math/vector.ts';
import { halfSpace } from './half-space.ts';

describe('half-space', () => {
  it('keeps its set of points when the normal is brought to unit length', () => {
    const wall = halfSpace({ normal: [0, 3, 4], offset: 10 });
    expect(wall.normal).toEqual({ x: 0, y: 0.6, z: 0.8 });
    expect(wall.offset).toBe(2);
  });

  it('keeps its bits when made again', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = new Random(seed);
        const wall = halfSpace({
          normal: scale(random.unitVector(), 10 ** random.between(-20, 20)),
          offset: random.normal(),
        });
        const again = halfSpace({ normal: wall.normal, offset: wall.offset });
        expect(again.normal).toEqual(wall.normal);
        expect(again.offset).toBe(wall.offset);
      }),
    );
  });

  it('has its support point on the surface along its normal and at infinity elsewhere', () => {
    const floor = halfSpace({ normal: [0, 0, 1], offset: -2 });
    expect(floor.support({ x: 0, y: 0, z: 7e-300 })).toEqual({ x: 0, y: 0, z: -2 });
    expect(floor.support({ x: 1, y: 0, z: 1 })).toEqual({ x: Infinity, y: 0, z: -2 });
    expect(floor.support({ x: 0, y: -1, z: 0 })).toEqual({ x: 0, y: -Infinity, z: -2 });
    expect(floor.support({ x: 0, y: 0, z: -1 })).toEqual({ x: 0, y: 0, z: -Infinity });
  });

  it('finds its own normal at any scale, and no NaN anywhere', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = new Random(seed);
        const wall = halfSpace({ normal: random.unitVector(), offset: random.normal() });
        const along = wall.support(scale(wall.normal, 10 ** random.between(-300, 300)));
        expect(Math.abs(dot(along, wall.normal) - wall.offset)).toBeLessThan(1e-14);
        const any = wall.support(random.unitVector());
        for (const value of [any.x, any.y, any.z]) expect(value).not.toBeNaN();
      }),
    );
  });

  it('bounds only the side of a normal along an axis', () => {
    expect(halfSpace({ normal: [0, 0, 1], offset: 3 }).boundingBox().max).toEqual({ x: Infinity, y: Infinity, z: 3 });
    expect(halfSpace({ normal: [0, -2, 0], offset: 3 }).boundingBox().min).toEqual({
      x: -Infinity,
      y: -1.5,
      z: -Infinity,
    });
    expect(halfSpace({ normal: [-1, 0, 0], offset: 3 }).boundingBox().min).toEqual({
      x: -3,
      y: -Infinity,
      z: -Infinity,
    });
    expect(halfSpace({ normal: [1, 1, 0], offset: 0 }).boundingBox().max).toEqual({
      x: Infinity,
      y: Infinity,
      z: Infinity,
    });
  });
});
