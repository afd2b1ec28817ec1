// SPDX-License-Identifier: MIT
/** A group is the same as its bodies one by one: states, energies, saved states and errors. */
import { describe, expect, it } from 'vitest';
import { opened } from '../../../tests/support/simulations.ts';
import { fieldExpression } from '../../scene/expressions/field-expression.ts';
import { box } from '../../shapes/kinds/box.ts';
import { Simulation } from '../simulation.ts';
import type { BodyGroupSpec, SimulationSpec } from '../simulation-spec.ts';
import { bodyCount, eachBody, wallIds } from './body-groups.ts';

/** Positions of a slightly askew row, some of them outside the periodic domain. */
const POSITIONS = Float64Array.from({ length: 3 * 300 }, (_, k) => 0.0021 * Math.floor(k / 3) + 0.0003 * (k % 3) - 0.1);

/** Sums of 300 energies are rounded as often. */
const ROUNDING = 1e-12;

const GRAINS: BodyGroupSpec = {
  name: 'grain',
  shape: 'ball',
  material: 'stone',
  scale: 1.1,
  velocity: [0.1, 0, -0.2],
  angularVelocity: [3, 0, 1],
  positions: POSITIONS,
};

function spec(bodies: NonNullable<SimulationSpec['bodies']>): SimulationSpec {
  return {
    timeStep: 1e-5,
    gravity: [0, 0, -9.81],
    law: { normal: 'hertz', tangential: 'mindlin' },
    materials: [
      { name: 'stone', density: 2500, youngsModulus: 1e7, poissonsRatio: 0.25, friction: 0.5, restitution: 0.6 },
    ],
    shapes: [
      { name: 'ball', sphere: { radius: 0.001 } },
      { name: 'brick', convex: box({ halfExtents: [0.001, 0.001, 0.0008] }) },
    ],
    halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: -0.11, material: 'stone' }],
    domain: { min: [-0.2, -0.2, -0.2], max: [0.2, 0.3, 0.9], periodic: [true, false, false] },
    bodies,
  };
}

function startOf(made: SimulationSpec): Simulation {
  return opened(new Simulation(made));
}

describe('a group of bodies', () => {
  it.each([
    ['spheres', GRAINS],
    ['fixed spheres', { ...GRAINS, fixed: true }],
    ['convex bodies', { ...GRAINS, shape: 'brick' }],
    ['spheres with a motion', { ...GRAINS, motion: { velocity: [0, 0.1, 0] } }],
  ] as const)('moves as its bodies one by one: %s', (_, group) => {
    const first = { shape: 'ball', material: 'stone', position: [0, 0.2, 0.5], id: 4 } as const;
    const last = { ...first, position: [0, 0.2, 0.6], id: 900 } as const;
    const bodies = [first, { ...group, positions: POSITIONS.subarray(0, 3 * 50) }, last];
    const together = startOf(spec(bodies));
    const single = startOf(spec([...eachBody(bodies)]));
    for (const simulation of [single, together]) simulation.step(40);
    expect(together.bodies()).toEqual(single.bodies());
    expect(together.energy()).toEqual(single.energy());
  });

  it('brings the energy that its bodies have in a potential', () => {
    const fields = [{ name: 'trap', potential: fieldExpression('potential', '0.5 * 2 N/m * (x^2 + y^2)') }];
    const inTrap = (made: SimulationSpec): Simulation => {
      const { domain: _, ...free } = made;
      return startOf({ ...free, fields });
    };
    const together = inTrap(spec([GRAINS]));
    const { fieldEnergy, balance } = together.energy();
    expect(Math.abs(balance)).toBeLessThan(ROUNDING * fieldEnergy);
    const single = inTrap(spec([...eachBody([GRAINS])]));
    expect(together.energy()).toEqual(single.energy());
  });

  it('has the fingerprint of its bodies: either form restores a state of the other', () => {
    const together = spec([GRAINS]);
    const single = spec([...eachBody([GRAINS])]);
    const state = startOf(together).save();
    expect(startOf(single).save()).toEqual(state);
    expect(opened(Simulation.restore(single, state)).bodyCount).toBe(300);
  });

  it('names and numbers its bodies', () => {
    const one = { shape: 'ball', material: 'stone', position: [0, 0, 0], id: 7 } as const;
    const walls = { ...GRAINS, positions: POSITIONS.subarray(0, 6), fixed: true };
    const bodies = [one, GRAINS, walls];
    expect(bodyCount(bodies)).toBe(303);
    expect([...eachBody(bodies)][2]).toMatchObject({ name: 'grain[1]', shape: 'ball' });
    expect(wallIds(bodies)).toEqual(new Set([308, 309]));
    expect([...startOf(spec(bodies)).bodies().ids.slice(0, 2)]).toEqual([7, 8]);
  });

  it('is refused with the number of the body that is wrong', () => {
    const bad = POSITIONS.slice();
    bad[3 * 17 + 1] = Number.NaN;
    const one = { shape: 'ball', material: 'stone', position: [0, 0, 0] } as const;
    expect(() => startOf(spec([one, { ...GRAINS, positions: bad }]))).toThrow(
      'bodies[18].position: expected three fin',
    );
    expect(() => startOf(spec([{ ...GRAINS, positions: new Float64Array(7) }]))).toThrow(
      'bodies[0].positions: expected a Float64Array with three numbers a body, got "7 numbers"',
    );
  });
});
