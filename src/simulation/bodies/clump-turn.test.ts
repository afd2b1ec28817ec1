// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { start } from '../../../tests/support/simulations.ts';
import { conjugate, multiply, normaliseQuaternion, type Quaternion, rotate } from '../../math/quaternion.ts';
import { type Vector3, vector3 } from '../../math/vector.ts';
import { box } from '../../shapes/kinds/box.ts';

const HALF = [0.05, 0.03, 0.01] as const;
const TIME_STEP = 1e-4;
const MATERIAL = { name: 'stone', density: 2000, youngsModulus: 1e7, poissonsRatio: 0.25, restitution: 0.5 };

/** Principal moments of the box over its mass. */
const [x = 0, y = 0, z = 0] = HALF;
const INERTIA = { x: (y * y + z * z) / 3, y: (x * x + z * z) / 3, z: (x * x + y * y) / 3 };

/** The same map as of a matrix R diag(INERTIA^power) R^T on a vector. */
function inertial(turn: Quaternion, v: Vector3, power: 1 | -1): Vector3 {
  const own = rotate(conjugate(turn), v);
  const factor = (moment: number): number => (power === 1 ? moment : 1 / moment);
  return rotate(turn, { x: factor(INERTIA.x) * own.x, y: factor(INERTIA.y) * own.y, z: factor(INERTIA.z) * own.z });
}

it.each([1, 30, 900])(
  'a free box turns with the rate of its momentum half way through the step, at %s rad/s',
  (rate) => {
    const angularVelocity = [0.6 * rate, -0.5 * rate, 0.7 * rate] as const;
    const orientation = [0.8, 0.2, -0.4, 0.4] as const;
    const simulation = start({
      timeStep: TIME_STEP,
      gravity: [0, 0, 0],
      law: { normal: 'hertz' },
      materials: [MATERIAL],
      shapes: [{ name: 'brick', convex: box({ halfExtents: HALF }) }],
      bodies: [{ shape: 'brick', material: 'stone', position: [0, 0, 0], orientation, angularVelocity }],
    });
    const turnNow = (): Quaternion => {
      const [w = 1, a = 0, b = 0, c = 0] = simulation.bodies().orientation;
      return { w, x: a, y: b, z: c };
    };
    const before = turnNow();
    const momentum = inertial(before, vector3(angularVelocity), 1);
    simulation.step(1);
    const after = turnNow();
    const middle = normaliseQuaternion({
      w: before.w + after.w,
      x: before.x + after.x,
      y: before.y + after.y,
      z: before.z + after.z,
    });
    const expected = inertial(middle, momentum, -1);
    const turn = multiply(after, conjugate(before));
    // Cayley's map: the vector part over the scalar one is half the turn.
    const factor = 2 / (TIME_STEP * turn.w);
    // Rounding of quaternions, 1e-16, over half the angle of a step.
    const tolerance = 1e-15 * (1 / TIME_STEP + rate);
    expect(Math.abs(factor * turn.x - expected.x)).toBeLessThan(tolerance);
    expect(Math.abs(factor * turn.y - expected.y)).toBeLessThan(tolerance);
    expect(Math.abs(factor * turn.z - expected.z)).toBeLessThan(tolerance);
  },
);
