// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { balls } from '../../tests/support/granular-states.ts';
import { Random } from '../math/random.ts';
import type { Vector3 } from '../math/vector.ts';
import { type AngleOfRepose, angleOfRepose, type NoAngle } from './angle-of-repose.ts';
import { analysisRegion } from './region.ts';
import { Measured } from './region-quantities.ts';

const SEED = Number(process.env.TEST_SEED ?? 20_261_116);
const DEGREE = Math.PI / 180;
const GRAVITY = { x: 0, y: 0, z: -9.81 };
const R = 0.005;

/** A dense heap: a lattice of balls below a surface, each shaken by a part of its radius. */
function heap(surface: (x: number, y: number) => number, reach: number, noise = 0.4): Vector3[] {
  const random = new Random(SEED);
  const layer = R * Math.sqrt(8 / 3);
  const row = R * Math.sqrt(3);
  const points: Vector3[] = [];
  for (let k = 0; R + k * layer < 1; k++) {
    let isEmpty = true;
    for (let j = -Math.ceil(reach / row); j * row <= reach; j++) {
      for (let i = -Math.ceil(reach / (2 * R)); i * 2 * R <= reach; i++) {
        const at = {
          x: 2 * R * i + R * ((j & 1) + (k & 1)),
          y: row * j + (k & 1) * (row / 3),
          z: R + k * layer,
        };
        if (at.z + R > surface(at.x, at.y)) continue;
        isEmpty = false;
        const shake = (): number => noise * R * random.between(-1, 1);
        points.push({ x: at.x + shake(), y: at.y + shake(), z: at.z + shake() });
      }
    }
    if (isEmpty) break;
  }
  return points;
}

const cone =
  (angle: number, height: number, at = { x: 0, y: 0 }) =>
  (x: number, y: number) =>
    height - Math.hypot(x - at.x, y - at.y) * Math.tan(angle * DEGREE);

function angleOf(
  centres: readonly Vector3[],
  across: 'x' | 'z' | 'radial',
  gravity = GRAVITY,
): AngleOfRepose | NoAngle {
  const state = balls({ centres, radius: R, gravity, hasContacts: false });
  return angleOfRepose(state, analysisRegion('all', state), { across });
}

/** Degrees. */
const found = (angles: AngleOfRepose | NoAngle): AngleOfRepose => {
  if ('reason' in angles) throw new Error(angles.reason);
  return angles;
};

describe(`the angle of repose (seed ${SEED})`, () => {
  it.each([
    [15, 0.06],
    [25, 0.08],
    [33, 0.1],
    [40, 0.1],
  ])('is that of a cone of %d degrees, within its error', (angle, height) => {
    const { mean, error, right, left } = found(
      angleOf(heap(cone(angle, height), height / Math.tan(angle * DEGREE)), 'radial'),
    );
    expect(left).toBeUndefined();
    expect(right?.bodies).toBeGreaterThan(20);
    // Two standard errors.
    expect(Math.abs(mean - angle * DEGREE)).toBeLessThan(2 * error);
    expect(error / DEGREE).toBeLessThan(3);
  });

  it('is that of both flanks of a ridge', () => {
    const ridge = heap(
      (x, y) => (Math.abs(y) > 0.05 ? 0 : 0.1 + (x < 0 ? x * Math.tan(25 * DEGREE) : -x * Math.tan(32 * DEGREE))),
      0.25,
    );
    const { left, right, mean, error } = found(angleOf(ridge, 'x'));
    expect(Math.abs((left?.angle ?? 0) - 25 * DEGREE)).toBeLessThan(2 * (left?.error ?? 0));
    expect(Math.abs((right?.angle ?? 0) - 32 * DEGREE)).toBeLessThan(2 * (right?.error ?? 0));
    expect(mean).toBeCloseTo(((left?.angle ?? 0) + (right?.angle ?? 0)) / 2, 14);
    expect(error / DEGREE).toBeLessThan(2);
  });

  it('does not depend on where the heap stands, how it is turned, nor on bins', () => {
    const centres = heap(cone(30, 0.08), 0.15);
    const { mean, error } = found(angleOf(centres, 'radial'));
    const lying = centres.map(({ x, y, z }) => ({ x: z + 3, y: x - 2, z: y + 7 }));
    expect(Math.abs(found(angleOf(lying, 'radial', { x: -1, y: 0, z: 0 })).mean - mean)).toBeLessThan(error / 10);
    const off = heap(cone(30, 0.08, { x: 0.021, y: -0.013 }), 0.18);
    expect(Math.abs(found(angleOf(off, 'radial')).mean - 30 * DEGREE)).toBeLessThan(2 * error);
    const state = balls({ centres, radius: R, gravity: GRAVITY, hasContacts: false });
    for (let bins = 8; bins <= 40; bins += 4) {
      const heapOptions = { across: 'radial', bins } as const;
      const [value = 0] = Measured.of(state, { region: 'all', heap: heapOptions }).values('angleOfRepose', 'mean');
      expect(Math.abs(value - mean / DEGREE)).toBeLessThan(error / DEGREE);
    }
  });

  it('has a larger error on a small heap, and is within it', () => {
    const { mean, error } = found(angleOf(heap(cone(30, 0.04), 0.07), 'radial'));
    expect(error / DEGREE).toBeGreaterThan(1.5);
    expect(Math.abs(mean - 30 * DEGREE)).toBeLessThan(2 * error);
  });

  it('has a reason where there is none', () => {
    const reason = (angles: AngleOfRepose | NoAngle): string => ('reason' in angles ? angles.reason : 'has a value');
    expect(reason(angleOf([], 'radial'))).toBe('there are no free bodies in the region');
    expect(reason(angleOf(heap(cone(30, 0.08), 0.13), 'z'))).toBe(
      'across z: the axis is nearer to the vertical than to the horizontal; take a horizontal one, or radial',
    );
    expect(
      reason(
        angleOf(
          heap(() => 0.04, 0.1),
          'radial',
        ),
      ),
    ).toMatch(/^the surface is flat: its highest body is \d/);
    const pile = [0, 1, 2, 3, 4].map((k) => ({ x: 0.1 * R * k, y: 0, z: R + 2 * R * k }));
    expect(reason(angleOf(pile, 'radial'))).toMatch(/^the surface is flat|bodies on its surface between 20 and 80 %/);
    // A column on a ledge: the line through the surface between 20 and 80 % of the height is that of the ledge.
    const column = [...heap((x, y) => (Math.hypot(x, y) < 0.012 ? 0.08 : 0.05), 0.06), { x: 0.08, y: 0, z: R }];
    expect(reason(angleOf(column, 'radial'))).toMatch(/^the line through the surface falls by .*it stands upright/);
    const few = heap(cone(30, 0.025), 0.05);
    expect(reason(angleOf(few, 'radial'))).toMatch(/at least 4 are needed|which are needed/);
    const state = balls({ centres: few, radius: R, gravity: GRAVITY, hasContacts: false });
    const measured = Measured.of(state, { region: 'all' });
    expect(measured.values('angleOfRepose')).toEqual([undefined, undefined, undefined, undefined]);
    expect(measured.reasonWithout('angleOfRepose')).toBe(reason(angleOf(few, 'radial')));
  });
});
