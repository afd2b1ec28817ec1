// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { pose } from '../math/pose.ts';
import { rotate } from '../math/quaternion.ts';
import { add, cross, length, scale, subtract, type Vector3 } from '../math/vector.ts';
import { DormandPrince } from './dormand-prince.ts';
import { FREE_BODY_STRIDE, FreeBodies } from './free-bodies.ts';
import { Integration } from './integration.ts';
import { bodyLoads, bodyMotion } from './mechanical-system.ts';

const INERTIA = [0.1, 0.25, 0.3] as const;
const MASS = 2;
const body = {
  mass: MASS,
  inertia: INERTIA,
  principal: pose({ position: [0.1, -0.2, 0.3], orientation: [0.9, 0.1, -0.3, 0.2] }),
  size: 1,
};
const GRAVITY = { x: 0.3, y: 0, z: -9.81 };
const NO_GRAVITY = { x: 0, y: 0, z: 0 };

function started(system: FreeBodies, angularVelocity: Vector3): Float64Array {
  const y = new Float64Array(system.size);
  const at = pose({ position: [1, 2, 3], orientation: [0.5, 0.5, -0.7, 0.1] });
  system.setBody(y, 0, at, { x: 1, y: -2, z: 0.5 }, angularVelocity);
  return y;
}

function run(system: FreeBodies, y: Float64Array, until: number, force = NO_GRAVITY): Integration {
  const loads = bodyLoads(1);
  loads.forces.set([force.x, force.y, force.z]);
  const ode = {
    size: system.size,
    derivatives: (t: number, state: Float64Array, out: Float64Array) => system.derivatives(t, state, loads, out),
  };
  const method = new DormandPrince(ode, { relativeTolerance: 1e-11, absoluteTolerance: 1e-12 });
  const integration = new Integration(method, 0, y);
  expect(integration.advance(until).kind).toBe('end');
  return integration;
}

function angularMomentum(system: FreeBodies, y: Float64Array): Vector3 {
  const [w, x, j, z] = y.subarray(3, 7);
  const omega = y.subarray(10, 13);
  const local = { x: INERTIA[0] * omega[0], y: INERTIA[1] * omega[1], z: INERTIA[2] * omega[2] };
  expect(system.bodyStride).toBe(FREE_BODY_STRIDE);
  return rotate({ w, x, y: j, z }, local);
}

describe('free bodies', () => {
  it('place a body where it was put, and know how fast the origin of its own frame moves', () => {
    const system = new FreeBodies([body], GRAVITY, 1);
    const omega = { x: 0.3, y: -1, z: 2 };
    const y = started(system, omega);
    const motion = bodyMotion(1);
    system.place(0, y, motion);
    expect(Math.abs(motion.positions[0] - 1) + Math.abs(motion.positions[1] - 2)).toBeLessThan(1e-14);
    const later = bodyMotion(1);
    const h = 1e-6;
    system.place(h, run(system, y, h).state, later);
    for (let k = 0; k < 3; k++) {
      expect((later.positions[k] - motion.positions[k]) / h).toBeCloseTo(motion.velocities[k], 4);
      expect(motion.angularVelocities[k]).toBeCloseTo([omega.x, omega.y, omega.z][k], 13);
    }
  });

  it('keep energy and angular momentum while they tumble, and their quaternions', () => {
    const system = new FreeBodies([body], NO_GRAVITY, 1);
    // About the middle axis, where rotation is unstable.
    const y = started(system, rotate({ w: 0.5, x: 0.5, y: -0.7, z: 0.1 }, { x: 0.01, y: 5, z: 0.01 }));
    const { state } = run(system, y, 10);
    expect(system.energy(10, state) / system.energy(0, y)).toBeCloseTo(1, 9);
    expect(length(subtract(angularMomentum(system, state), angularMomentum(system, y)))).toBeLessThan(1e-8);
    expect(Math.hypot(...state.subarray(3, 7))).toBeCloseTo(1, 9);
    system.project(10, state);
    expect(Math.hypot(...state.subarray(3, 7))).toBeCloseTo(1, 15);
  });

  it('fall along a parabola', () => {
    const system = new FreeBodies([body], GRAVITY, 1);
    const y = started(system, { x: 1, y: 2, z: 3 });
    const { state } = run(system, y, 2);
    expect(state[0] - y[0]).toBeCloseTo(2 * 1 + 2 * 0.3, 9);
    expect(state[2] - y[2]).toBeCloseTo(2 * 0.5 - 2 * 9.81, 9);
  });

  it('take loads about the origin of the own frame', () => {
    const system = new FreeBodies([body], NO_GRAVITY, 1);
    const y = started(system, NO_GRAVITY);
    const motion = bodyMotion(1);
    system.place(0, y, motion);
    const force = { x: 3, y: -1, z: 2 };
    const origin = { x: motion.positions[0], y: motion.positions[1], z: motion.positions[2] };
    const centre = system.centreOfMass(y, 0);
    // A force at the origin with no torque there has this moment about the centre of mass, which changes the angular
    // momentum.
    const h = 1e-6;
    const { state } = run(system, y, h, force);
    const expected = scale(cross(subtract(origin, centre), force), h);
    expect(length(subtract(angularMomentum(system, state), expected))).toBeLessThan(1e-11);
    expect(
      length(subtract(system.velocity(state, 0), add({ x: 1, y: -2, z: 0.5 }, scale(force, h / MASS)))),
    ).toBeLessThan(1e-12);
  });

  it('are refused without mass', () => {
    expect(() => new FreeBodies([{ ...body, mass: 0 }], GRAVITY, 1)).toThrow(
      'bodies[0]: mass, size and inertia must be > 0',
    );
  });
});
