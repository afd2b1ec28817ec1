// SPDX-License-Identifier: MIT
/** Closed forms of the pressure-field law (docs/theory/pressure-field-law.md#closed-forms). */
import { describe, expect, it } from 'vitest';
import { fromAxisAngle, multiply, type Quaternion } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { add, cross, length } from '../../math/vector.ts';
import { box } from '../../shapes/kinds/box.ts';
import { cone } from '../../shapes/kinds/cone.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { tablet } from '../../shapes/kinds/tablet.ts';
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
      'pressureField: box against sphere is not supported; polyhedra, boxes, cylinders, cones and tablets are, also against a half-space',
    );
  });
});

describe('the pressure field of a cylinder', () => {
  /** As high as it is wide: all columns are equal, and the bed at its ends is the stiffness. */
  const CAN = cylinder({ radius: 1, halfLength: 1 });
  /** Of the polygon in place of the circle: its perimeter exceeds that of the circle by 2.9e-3. */
  const POLYGON = 3e-3;

  it.each([1e-2, 1e-3])('on a floor at depth %d is k times its end, which resists tilt by k pi R^4 / 4', (d) => {
    const tilted = (angle: number, around: number): { readonly force: number; readonly moment: number } => {
      const axis = { x: Math.cos(around), y: Math.sin(around), z: 0 };
      const pose = { position: [0, 0, 1 - d] as const, orientation: fromAxisAngle(axis, angle) };
      const { force, point, moment } = pressureField(FLOOR, {}, CAN, pose);
      const torque = {
        x: moment.x + point.y * force.z - (point.z - (1 - d)) * force.y,
        y: moment.y - point.x * force.z + (point.z - (1 - d)) * force.x,
      };
      return { force: force.z, moment: torque.x * axis.x + torque.y * axis.y };
    };
    // The bed ends short of the rim by the depth.
    expect(Math.abs(tilted(0, 0).force / (Math.PI * d) - 1)).toBeLessThan(POLYGON + d);
    for (const around of [0, 0.05, 0.1]) {
      const stiffness = tilted(1e-6, around).moment / 1e-6;
      expect(Math.abs(stiffness / (-Math.PI / 4 + Math.PI * d) - 1)).toBeLessThan(POLYGON + 5 * d);
    }
  });

  it('lying on a floor is that of a bed of springs under a circle: 4/3 k L sqrt(2 R) d^(3/2)', () => {
    const d = 0.03;
    const lying = (turn: number): number => {
      const orientation = multiply(EDGE_DOWN, multiply(EDGE_DOWN, fromAxisAngle({ x: 0, y: 0, z: 1 }, turn)));
      return pressureField(FLOOR, {}, CAN, { position: [0, 0, 1 - d], orientation }).force.z;
    };
    // Whichever side is down; the ends of the bed are softer by the depth.
    for (const turn of [0, 0.03, 0.07, 0.1309]) {
      expect(Math.abs(lying(turn) / ((8 / 3) * Math.sqrt(2) * d ** 1.5) - 1)).toBeLessThan(0.04);
    }
  });

  it('on a large box is that on a floor: a face has one stiffness', () => {
    const d = 1e-3;
    // A cube, whose columns are equal.
    const block = box({ halfExtents: [50, 50, 50] });
    const on = pressureField(block, {}, CAN, { position: [3, 4, 51 - d] }).force.z;
    expect(Math.abs(on / (Math.PI * d) - 1)).toBeLessThan(POLYGON + d);
  });
});

describe('pressure fields of cylinders, cones and tablets', () => {
  const BODIES = {
    cube: CUBE,
    cylinder: cylinder({ radius: 0.9, halfLength: 0.7 }),
    cone: cone({ radius: 1, height: 1.6 }),
    tablet: tablet({ diameter: 2, bandHeight: 0.5, capRadius: 1.8 }),
  };
  const PAIRS = Object.keys(BODIES).flatMap((a) => Object.keys(BODIES).map((b) => [a, b] as const));

  it.each(PAIRS)('%s against %s: force and moment are the derivatives of the energy', { tags: ['long'] }, (a, b) => {
    const random = new Random(41);
    const [shapeA, shapeB] = [BODIES[a as keyof typeof BODIES], BODIES[b as keyof typeof BODIES]];
    const step = 1e-5;
    let touched = 0;
    while (touched < 6) {
      const at = random.unitVector();
      const distance = 0.9 + random.next();
      const turn = fromAxisAngle(random.unitVector(), 3 * random.next());
      const at0 = [distance * at.x, distance * at.y, distance * at.z] as const;
      const energyAt = (move: readonly number[], spin: Quaternion): number =>
        pressureField(shapeA, {}, shapeB, {
          position: [at0[0] + (move[0] ?? 0), at0[1] + (move[1] ?? 0), at0[2] + (move[2] ?? 0)],
          orientation: multiply(spin, turn),
        }).energy;
      const still = fromAxisAngle({ x: 1, y: 0, z: 0 }, 0);
      const found = pressureField(shapeA, {}, shapeB, { position: at0, orientation: turn });
      if (!(found.energy > 1e-6)) continue;
      touched++;
      const { force, point, moment, stiffness } = found;
      const lever = { x: point.x - at0[0], y: point.y - at0[1], z: point.z - at0[2] };
      const torque = add(moment, cross(lever, force));
      // Of the force; the quotients are wrong by the square of the step times the third derivative of the energy.
      const tolerance = 1e-6 * length(force) + 10 * stiffness * step ** 2;
      for (const [k, axis] of (['x', 'y', 'z'] as const).entries()) {
        const move = [0, 1, 2].map((c) => (c === k ? step : 0));
        const slope =
          energyAt(move, still) -
          energyAt(
            move.map((value) => -value),
            still,
          );
        expect(Math.abs(slope / (2 * step) + force[axis])).toBeLessThan(tolerance);
        const around = { x: move[0] / step, y: move[1] / step, z: move[2] / step };
        const bend = energyAt([], fromAxisAngle(around, step)) - energyAt([], fromAxisAngle(around, -step));
        expect(Math.abs(bend / (2 * step) + torque[axis])).toBeLessThan(tolerance);
      }
    }
  });
});
