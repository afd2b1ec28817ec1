// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { eventLaw } from '../contact-laws/event-law.ts';
import { Integration } from '../motion/integration.ts';
import type { BodyMotion, ConstrainedMechanicalSystem } from '../motion/mechanical-system.ts';
import { Radau } from '../motion/radau.ts';
import { halfSpace } from '../shapes/kinds/half-space.ts';
import { sphere } from '../shapes/kinds/sphere.ts';
import { ContactPieces } from './contact-pieces.ts';
import { ContactSystem } from './contact-system.ts';

const GRAVITY = 9.81;
const MASS = 1;
const RADIUS = 0.05;
/**
 * Complete elliptic integral of the first kind, modulus sqrt(1/2): a quarter swing from the horizontal takes K /
 * sqrt(g).
 */
const K = 1.8540746773013719;

/** A bob on a rod of length 1 in the plane of x and z: x, z, u, w and the tension over length, an index-1 system. */
const PENDULUM: ConstrainedMechanicalSystem = {
  size: 5,
  bodyCount: 1,
  algebraic: Uint8Array.of(0, 0, 0, 0, 1),
  place(_t, y, motion: BodyMotion) {
    motion.positions.set([y[0], 0, y[1]]);
    motion.velocities.set([y[2], 0, y[3]]);
  },
  derivatives() {
    throw new Error('a system with algebraic unknowns has no derivatives of its own');
  },
  residual(_t, y, yp, { forces }, out) {
    const [x, z, u, w, tension] = y;
    out[0] = yp[0] - u;
    out[1] = yp[1] - w;
    out[2] = MASS * yp[2] + tension * x - forces[0];
    out[3] = MASS * yp[3] + tension * z + MASS * GRAVITY - forces[2];
    out[4] = MASS * (u * u + w * w) - tension * (x * x + z * z) - MASS * GRAVITY * z + forces[0] * x + forces[2] * z;
  },
  scales(out) {
    out.fill(1);
  },
  energy(_t, y) {
    return MASS * (0.5 * (y[2] ** 2 + y[3] ** 2) + GRAVITY * y[1]);
  },
};

describe('contacts of a constrained mechanical system', () => {
  it('bounce a pendulum off a wall at its lowest point, with consistent tension after each event', () => {
    const wall = halfSpace({ normal: [1, 0, 0], offset: -RADIUS });
    const pieces = new ContactPieces([
      { name: 'bob', shape: sphere({ radius: RADIUS }), body: 0 },
      { name: 'wall', shape: wall },
    ]);
    const law = eventLaw({ point: { stiffness: 1e6 } });
    const system = new ContactSystem(PENDULUM, pieces, () => law, { acceleration: GRAVITY });
    const start = Float64Array.of(1, 0, 0, 0, 0);
    expect(system.begin(0, start)).toEqual([]);
    const method = new Radau(system.implicit(PENDULUM), { relativeTolerance: 1e-8, absoluteTolerance: 1e-9 });
    const run = new Integration(method, 0, start, system.crossings);
    const swing = K / Math.sqrt(GRAVITY);
    const times: number[] = [];
    const until = 3.5 * swing;
    while (run.time < until) {
      const result = run.advance(until);
      if (result.kind === 'end') break;
      expect(result.kind).toBe('event');
      if (result.kind !== 'event') return;
      times.push(run.time);
      for (const { isBeginning, bodies } of system.cross(run.time, run.state, result.crossings)) {
        expect(bodies).toEqual([0, 1]);
        expect(isBeginning).toBe(times.length % 2 === 1);
      }
      run.restart();
    }
    // A contact lasts pi sqrt(m / k); then it swings up and comes back.
    const contact = Math.PI * Math.sqrt(MASS / 1e6);
    expect(times).toHaveLength(4);
    expect(Math.abs(times[0] - swing)).toBeLessThan(1e-7);
    expect(Math.abs(times[1] - times[0] - contact)).toBeLessThan(1e-5);
    expect(Math.abs(times[2] - times[1] - 2 * swing)).toBeLessThan(1e-4);
    const [x, z, u, w, tension] = run.state;
    expect(Math.abs(x * x + z * z - 1)).toBeLessThan(1e-6);
    expect(Math.abs(system.energy(run.time, run.state))).toBeLessThan(1e-5);
    expect(tension).toBeCloseTo(MASS * (u * u + w * w - GRAVITY * z), 5);
  });
});
