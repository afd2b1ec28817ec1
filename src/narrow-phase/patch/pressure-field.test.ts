// SPDX-License-Identifier: MIT
/** Closed forms of the pressure-field law (docs/theory/pressure-field-law.md#closed-forms). */
import { describe, expect, it } from 'vitest';
import { fromAxisAngle, multiply } from '../../math/quaternion.ts';
import { box } from '../../shapes/kinds/box.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { hasPressureField, pressureField } from './pressure-field.ts';

/** Side 2, so that the column of each face is 1, and the pressure at the centre is the stiffness. */
const CUBE = box({ halfExtents: [1, 1, 1] });
const FLOOR = halfSpace({ normal: [0, 0, 1], offset: 0 });
const EDGE_DOWN = fromAxisAngle({ x: 1, y: 0, z: 0 }, Math.PI / 4);
const CORNER_DOWN = multiply(fromAxisAngle({ x: 0, y: 1, z: 0 }, Math.atan(Math.SQRT1_2)), EDGE_DOWN);

/** Rounding of coordinates of size 1 over a depth of 0.01, to the power of the depth in the formula. */
const PLACES = 10;

describe('the pressure field of a cube', () => {
  it.each([0.1, 0.01, 1e-4])('on a flush cube at overlap %d: d (a^2 - 2 a d + 4 d^2 / 3)', (d) => {
    const { force, energy, moment, point, depth } = pressureField(CUBE, {}, CUBE, { position: [0, 0, 2 - d] });
    expect(force.z / (d * (4 - 4 * d + (4 / 3) * d * d))).toBeCloseTo(1, PLACES);
    expect(energy / (2 * d * d - (4 / 3) * d * d * d + d ** 4 / 3)).toBeCloseTo(1, PLACES);
    expect(Math.hypot(force.x, force.y, moment.x, moment.y, moment.z)).toBeLessThan(1e-15);
    expect(Math.hypot(point.x, point.y)).toBeLessThan(1e-14);
    expect(depth / d).toBeCloseTo(1, PLACES);
  });

  it.each([0.1, 0.01, 1e-3])('on its corner at depth %d: F = d^3 / 2, E = d^4 / 8', (d) => {
    const pose = { position: [3, 4, Math.sqrt(3) - d] as const, orientation: CORNER_DOWN };
    const { force, energy, point, depth } = pressureField(FLOOR, {}, CUBE, pose);
    // The depth is rounded to 2e-16, and is raised to the fourth power.
    const places = PLACES + 1 + Math.log10(d);
    expect(force.z / (d ** 3 / 2)).toBeCloseTo(1, places);
    expect(energy / (d ** 4 / 8)).toBeCloseTo(1, places);
    expect(Math.hypot(point.x - 3, point.y - 4)).toBeLessThan(1e-13);
    expect(depth / d).toBeCloseTo(1, places);
  });

  it.each([0.1, 0.01, 1e-3])('on its edge at depth %d: F = sqrt(2) d^2 - d^3 / 3, with the ends of the edge', (d) => {
    const pose = { position: [3, 4, Math.SQRT2 - d] as const, orientation: EDGE_DOWN };
    const { force, energy, point } = pressureField(CUBE, pose, FLOOR, {});
    const places = PLACES + 1 + Math.log10(d);
    expect(-force.z / (Math.SQRT2 * d * d - d ** 3 / 3)).toBeCloseTo(1, places);
    expect(energy / ((Math.SQRT2 * d ** 3) / 3 - d ** 4 / 12)).toBeCloseTo(1, places);
    expect(Math.hypot(point.x - 3, point.y - 4)).toBeLessThan(1e-13);
  });

  it('on a floor resists tilt by a bed of springs, less the load at its height: -k a^4 / 12 + F c', () => {
    const angle = 1e-5;
    const tilted = (d: number): number => {
      const pose = { position: [0, 0, 1 - d] as const, orientation: fromAxisAngle({ x: 1, y: 0, z: 0 }, angle) };
      const { force, point, moment } = pressureField(FLOOR, {}, CUBE, pose);
      return (moment.x + (point.y * force.z - (point.z - (1 - d)) * force.y)) / angle;
    };
    // The bed ends short of the rim by the depth: the formula holds to the depth over the side.
    for (const d of [1e-2, 1e-3]) expect(tilted(d) / (-16 / 12 + 4 * d)).toBeCloseTo(1, -0.5 - Math.log10(4 * d));
  });

  it('depends only on the face of a larger partner that it lies on', () => {
    const slab = box({ halfExtents: [50, 50, 1] });
    const d = 0.01;
    const { force, stiffness, radius } = pressureField(slab, {}, CUBE, { position: [5, 5, 2 - d] });
    // Half its own field, as on a floor; half that of the slab, whose pressure is 3 V / S = 3 c (1 + O(c / side)).
    const column = (3 * 100 * 100 * 2) / (2 * 100 * 100 + 4 * 200);
    const own = 4 * d - 4 * d * d + (4 / 3) * d ** 3;
    expect(force.z / (0.5 * own + 0.5 * 4 * column * d)).toBeCloseTo(1, PLACES);
    expect(stiffness).toBeGreaterThan(0);
    // The second moment of a square of side 2 is that of a disc of radius sqrt(4 / 3), to the depth over the side.
    expect(radius / Math.sqrt(4 / 3)).toBeCloseTo(1, 2);
  });

  it('has one stiffness at every face of a body with an inscribed ball, whatever its size', () => {
    const octahedron = polyhedron({
      vertices: [
        [3, 0, 0],
        [-3, 0, 0],
        [0, 3, 0],
        [0, -3, 0],
        [0, 0, 3],
        [0, 0, -3],
      ],
    });
    const d = 1e-3;
    const n = 1 / Math.sqrt(3);
    const floor = halfSpace({ normal: [n, n, n], offset: -Math.sqrt(3) + d });
    const { force, stiffness } = pressureField(octahedron, {}, floor, {});
    const area = (Math.sqrt(3) / 4) * 18;
    // To the depth over the side, times the slant of the faces beside.
    expect(Math.hypot(force.x, force.y, force.z) / (area * d)).toBeCloseTo(1, 2);
    expect(stiffness / area).toBeCloseTo(1, 2);
  });

  it('pushes out a body that is wholly inside', () => {
    const small = box({ halfExtents: [0.1, 0.1, 0.1] });
    const { force, energy, moment } = pressureField(CUBE, {}, small, { position: [0.5, 0.1, 0] });
    // Half the slope of the pressure times the volume; half the pressure in the middle, and half the small one's own.
    const volume = 0.008;
    expect(force.x / (0.5 * volume)).toBeCloseTo(1, PLACES);
    expect(Math.hypot(force.y, force.z)).toBeLessThan(1e-16);
    expect(energy / (0.5 * volume * 0.5 + 0.5 * 0.1 * 0.25 * volume)).toBeCloseTo(1, PLACES);
    expect(Math.hypot(moment.x, moment.y, moment.z)).toBeLessThan(1e-16);
  });

  it('is refused for other shapes', () => {
    const ball = sphere({ radius: 1 });
    expect([hasPressureField(CUBE, FLOOR), hasPressureField(FLOOR, CUBE), hasPressureField(CUBE, CUBE)]).toEqual([
      true,
      true,
      true,
    ]);
    expect([hasPressureField(CUBE, ball), hasPressureField(FLOOR, FLOOR)]).toEqual([false, false]);
    expect(() => pressureField(CUBE, {}, ball, {})).toThrow(
      'pressureField: box against sphere is not supported; polyhedra and boxes are, also against a half-space',
    );
  });
});
