// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { pose, transformPoint } from '../../math/pose.ts';
import { Random } from '../../math/random.ts';
import { box } from '../../shapes/kinds/box.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { pointsOnEllipsoid } from '../../shapes/random-shapes.ts';
import type { Shape } from '../../shapes/shape.ts';
import { contact } from '../contact.ts';
import { hasOverlapVolume, overlapVolume } from './overlap-volume.ts';

const SEED = Number(process.env.TEST_SEED ?? 20260606);
const cube = box({ halfExtents: [1, 1, 1] });

function randomSolid(random: Random): Shape {
  if (random.next() < 0.3)
    return box({ halfExtents: [random.between(0.3, 1), random.between(0.3, 1), random.between(0.3, 1)] });
  const vertices = pointsOnEllipsoid(random, 4 + random.integer(12));
  return polyhedron({ vertices });
}

describe('overlapVolume', () => {
  it('of two cubes is a box, and the gradient its faces', () => {
    const { volume, gradient } = overlapVolume(cube, {}, cube, { position: [1.5, 1, 0.5] });
    expect(volume).toBeCloseTo(0.5 * 1 * 1.5, 14);
    expect(gradient.x).toBeCloseTo(-1.5, 14);
    expect(gradient.y).toBeCloseTo(-0.75, 14);
    expect(gradient.z).toBeCloseTo(-0.5, 14);
  });

  it('of cubes whose faces coincide counts them once', () => {
    expect(overlapVolume(cube, {}, cube, {})).toMatchObject({ volume: 8, gradient: { x: 0, y: 0, z: 0 } });
    const { volume, gradient } = overlapVolume(cube, {}, cube, { position: [0, 0, 1.5] });
    expect(volume).toBeCloseTo(2, 14);
    expect(gradient).toEqual({ x: 0, y: 0, z: expect.closeTo(-4, 14) });
    const turned = { orientation: [0.5, 0.1, -0.7, 0.3] as const };
    expect(overlapVolume(cube, turned, cube, turned).volume).toBeCloseTo(8, 13);
  });

  it('is nothing for bodies apart or touching, and the inner body where one holds the other', () => {
    expect(overlapVolume(cube, {}, cube, { position: [3, 0, 0] })).toMatchObject({
      volume: 0,
      gradient: { x: 0, y: 0, z: 0 },
    });
    expect(overlapVolume(cube, {}, cube, { position: [2, 0.5, 0] })).toMatchObject({
      volume: 0,
      gradient: { x: 0, y: 0, z: 0 },
    });
    const small = box({ halfExtents: [0.25, 0.5, 0.125] });
    const inside = overlapVolume(cube, {}, small, { position: [0.1, 0, 0], orientation: [1, 1, 0, 0] });
    expect(inside.volume).toBeCloseTo(0.125, 14);
    expect(Math.hypot(inside.gradient.x, inside.gradient.y, inside.gradient.z)).toBeLessThanOrEqual(1e-15);
  });

  it('of two equal spheres, almost concentric, has a great circle for its gradient', () => {
    const ball = sphere({ radius: 1 });
    for (const d of [1e-320, 1e-300, 1e-15, 1e-8]) {
      const { volume, gradient } = overlapVolume(ball, {}, ball, { position: [0, d, 0] });
      expect(Math.abs(volume - Math.PI * (4 / 3 - d))).toBeLessThanOrEqual(2e-15);
      expect(Math.abs(gradient.y + Math.PI)).toBeLessThanOrEqual(2e-15);
    }
  });

  it('of a needle in a larger body is its volume, in either order', () => {
    const needle = polyhedron({
      vertices: [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1e-9, 0],
        [0, 0, 1e-9],
      ],
    });
    const large = box({ halfExtents: [1e4, 2e4, 2e4] });
    for (const orientation of [
      [1, 0, 0, 0],
      [0.5, 0.1, -0.7, 0.3],
    ] as const) {
      const at = { position: [0.1, 0.2, 0.3] as const, orientation };
      const { volume, gradient } = overlapVolume(large, {}, needle, at);
      expect(volume / (1e-18 / 6)).toBeCloseTo(1, 5);
      expect(Math.hypot(gradient.x, gradient.y, gradient.z)).toBe(0);
      expect(overlapVolume(needle, at, large, {}).volume).toBe(volume);
    }
  });

  it('of two spheres is a lens', () => {
    const ball = sphere({ radius: 1 });
    // Two caps of height 1/2: 2 pi h^2 (3 - h) / 3.
    const { volume, gradient } = overlapVolume(ball, {}, ball, { position: [0, 1, 0] });
    expect(volume).toBeCloseTo((2 * Math.PI * 0.25 * 2.5) / 3, 14);
    expect(gradient).toEqual({ x: expect.closeTo(0), y: expect.closeTo(-0.75 * Math.PI, 13), z: expect.closeTo(0) });
    expect(overlapVolume(ball, {}, sphere({ radius: 0.5 }), {}).volume).toBeCloseTo(Math.PI / 6, 14);
    expect(overlapVolume(ball, {}, ball, { position: [2, 0, 0] }).volume).toBe(0);
  });

  it('of boxes turned together is the product of their common sides', () => {
    const random = new Random(SEED);
    for (let i = 0; i < 60; i++) {
      const half = [random.between(0.3, 1), random.between(0.3, 1), random.between(0.3, 1)] as const;
      const { x, y, z } = { x: random.between(-0.8, 0.8), y: random.between(-0.8, 0.8), z: random.between(-0.8, 0.8) };
      // Boxes along the axes have a product for an answer; one turned rigidly with the other has the same.
      const overlap = ([x, y, z] as const).map((t, k) => {
        const h = half[k];
        return Math.max(0, Math.min(1, t + h) - Math.max(-1, t - h));
      });
      const orientation = random.rotation();
      const q = pose({ orientation }).orientation;
      const c = (v: readonly [number, number, number]) => {
        const [vx, vy, vz] = v;
        const tx = 2 * (q.y * vz - q.z * vy);
        const ty = 2 * (q.z * vx - q.x * vz);
        const tz = 2 * (q.x * vy - q.y * vx);
        return [
          vx + q.w * tx + q.y * tz - q.z * ty,
          vy + q.w * ty + q.z * tx - q.x * tz,
          vz + q.w * tz + q.x * ty - q.y * tx,
        ] as const;
      };
      const got = overlapVolume(cube, { orientation }, box({ halfExtents: half }), {
        position: c([x, y, z]),
        orientation,
      });
      expect(got.volume).toBeCloseTo(overlap[0] * overlap[1] * overlap[2], 13);
    }
  });

  it('has the gradient that finite differences show, and the opposite one in the other order', () => {
    const random = new Random(SEED + 1);
    let checked = 0;
    while (checked < 150) {
      const isBalls = random.next() < 0.2;
      const a = isBalls ? sphere({ radius: random.between(0.3, 1) }) : randomSolid(random);
      const b = isBalls ? sphere({ radius: random.between(0.3, 1) }) : randomSolid(random);
      const poseA = pose({ position: [random.between(-0.2, 0.2), 0, 0], orientation: random.rotation() });
      const t = [random.between(-0.8, 0.8), random.between(-0.8, 0.8), random.between(-0.8, 0.8)] as const;
      const orientation = random.rotation();
      if (contact(a, poseA, b, { position: t, orientation }).distance > -0.01) continue;
      checked++;
      const { volume, gradient } = overlapVolume(a, poseA, b, { position: t, orientation });
      expect(volume).toBeGreaterThan(0);
      const step = 1e-5;
      const along = (k: number, by: number): number => {
        const position = [...t] as [number, number, number];
        position[k] = position[k] + by;
        return overlapVolume(a, poseA, b, { position, orientation }).volume;
      };
      for (const [k, expected] of [gradient.x, gradient.y, gradient.z].entries()) {
        const slope = (along(k, step) - along(k, -step)) / (2 * step);
        // Cubic between corners; rounding of the volume over the step is 1e-11.
        expect(Math.abs(slope - expected)).toBeLessThanOrEqual(1e-8);
      }
      const back = overlapVolume(b, { position: t, orientation }, a, poseA);
      expect(back.volume).toBeCloseTo(volume, 13);
      expect(back.gradient.x).toBeCloseTo(-gradient.x, 12);
    }
  });

  it('is the volume that another library finds', async () => {
    const { default: load } = await import('manifold-3d');
    const wasm = await load();
    wasm.setup();
    const random = new Random(SEED + 2);
    for (let i = 0; i < 60; i++) {
      const cloud = () => {
        const t = [random.between(-0.5, 0.5), random.between(-0.5, 0.5), random.between(-0.5, 0.5)] as const;
        return Array.from({ length: 4 + random.integer(20) }, () => {
          const { x, y, z } = random.unitVector();
          return [x + t[0], y + t[1], z + t[2]] as [number, number, number];
        });
      };
      const a = cloud();
      const b = cloud();
      const [first, second] = [wasm.Manifold.hull(a), wasm.Manifold.hull(b)];
      const common = wasm.Manifold.intersection(first, second);
      const { volume } = overlapVolume(polyhedron({ vertices: a }), {}, polyhedron({ vertices: b }), {});
      // Manifold merges vertices and simplifies within its own tolerance of about 1e-12 of the size.
      expect(Math.abs(volume - common.volume())).toBeLessThan(1e-9);
      for (const solid of [first, second, common]) solid.delete();
    }
  });

  it('is continuous where faces almost coincide', () => {
    const random = new Random(SEED + 3);
    const { w, x, y, z } = random.rotation();
    const base = [w, x, y, z] as const;
    for (let i = 0; i < 1000; i++) {
      const angle = 10 ** random.between(-18, -5);
      const axis = random.unitVector();
      const [a, b, c] = [(axis.x * angle) / 2, (axis.y * angle) / 2, (axis.z * angle) / 2];
      const [p, q, r, s] = i % 2 === 0 ? ([1, 0, 0, 0] as const) : base;
      // base times (1, a, b, c): turned a little more about the axis.
      const turned = [
        p - q * a - r * b - s * c,
        q + p * a + r * c - s * b,
        r + p * b + s * a - q * c,
        s + p * c + q * b - r * a,
      ] as const;
      const offsets = [0, 1e-15, 1e-12, 0.5, 1, 2];
      const t = [0, 1, 2].map(() => offsets[random.integer(offsets.length)]);
      const position = transformPoint(pose({ orientation: [p, q, r, s] }), {
        x: t[0],
        y: t[1],
        z: t[2],
      });
      const { volume } = overlapVolume(cube, { orientation: [p, q, r, s] }, cube, { position, orientation: turned });
      const expected = t.reduce((product, side) => product * (2 - side), 1);
      expect(Math.abs(volume - expected)).toBeLessThanOrEqual(20 * angle + 1e-13);
    }
  });

  it('scales with the bodies', () => {
    for (const factor of [1e-9, 1e9]) {
      const big = box({ halfExtents: [factor, factor, factor] });
      const { volume } = overlapVolume(big, {}, big, { position: [factor, factor, 1.5 * factor] });
      expect(volume / factor ** 3).toBeCloseTo(0.5, 13);
    }
  });

  it('refuses what it does not know', () => {
    expect(hasOverlapVolume(cube, sphere({ radius: 1 }))).toBe(false);
    expect(hasOverlapVolume(cube, cube)).toBe(true);
    expect(() => overlapVolume(cube, {}, sphere({ radius: 1 }), {})).toThrow(
      'overlapVolume: box against sphere is not supported',
    );
  });
});
