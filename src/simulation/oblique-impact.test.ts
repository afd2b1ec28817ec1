// SPDX-License-Identifier: MIT
/**
 * Test 4 of Chung & Ooi 2011, doi:10.1007/s10035-011-0277-0: oblique impacts that slide throughout, where rigid bodies
 * with Coulomb friction are exact.
 */
import { describe, expect, it } from 'vitest';
import { FLOOR, HERTZ_MINDLIN, spheres } from '../../tests/support/sphere-heap.ts';
import type { ContactLawSpec } from '../contact-laws/law-spec.ts';
import { Simulation } from './simulation.ts';

const RADIUS = 0.0025;
const SPEED = 3.9;
const FRICTION = 0.092;
const RESTITUTION = 0.98;
const GRAIN = {
  density: 4000,
  youngsModulus: 3.8e11,
  poissonsRatio: 0.23,
  friction: FRICTION,
  restitution: RESTITUTION,
};

/** Impact at this angle from the normal, in the plane of x and z. */
function impact(degrees: number, law: ContactLawSpec): { tangential: number; spin: number; normal: number } {
  const angle = (Math.PI / 180) * degrees;
  const velocity = [SPEED * Math.sin(angle), 0, -SPEED * Math.cos(angle)] as const;
  const body = { position: [0, 0, 1.0001 * RADIUS] as const, velocity };
  const simulation = new Simulation(spheres(RADIUS, GRAIN, [body], { timeStep: 1e-9, law, halfSpaces: FLOOR }));
  do simulation.step(500);
  while (simulation.statistics().contacts > 0 || simulation.body(0).velocity.z < 0);
  const { velocity: after, angularVelocity } = simulation.body(0);
  return { tangential: after.x / velocity[0], spin: angularVelocity.y, normal: -after.z / velocity[2] };
}

describe.each(['mindlin', 'mindlin-incremental'] as const)('an oblique impact with friction %s', (tangential) => {
  // The lever is R - overlap: the overlap is 0.3 % of the radius, the spin that much smaller.
  it.each([
    [45, 0.81784, 502.3456],
    [60, 0.894829875, 355.212],
    [80, 0.9678802772, 123.3638],
  ])('at %f degrees ends as rigid bodies do', (degrees, ratio, spin) => {
    const after = impact(degrees, { ...HERTZ_MINDLIN, tangential });
    expect(after.normal).toBeCloseTo(RESTITUTION, 3);
    expect(after.tangential).toBeCloseTo(ratio, 3);
    expect(after.spin / spin).toBeGreaterThan(0.996);
    expect(after.spin / spin).toBeLessThan(1.0005);
  });

  it('at 10 to 30 degrees, where it sticks, is near to what public codes give', () => {
    // Stored values of public codes, with laws of their own: 5 % and 20 rad/s.
    for (const [degrees, ratio, spin] of [
      [10, 0.687, 213],
      [20, 0.616, 511],
      [30, 0.684, 617],
    ] as const) {
      const after = impact(degrees, { ...HERTZ_MINDLIN, tangential });
      expect(Math.abs(after.tangential - ratio)).toBeLessThan(0.05);
      expect(Math.abs(after.spin - spin)).toBeLessThan(30);
    }
  });
});
