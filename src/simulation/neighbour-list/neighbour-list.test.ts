// SPDX-License-Identifier: MIT
/** The neighbour list is an economy, not a part of the physics: it finds every contact and changes nothing. */

import { describe, expect, it } from 'vitest';
import { opened } from '../../../tests/support/simulations.ts';
import { HERTZ_MINDLIN, heap } from '../../../tests/support/sphere-heap.ts';
import { Random } from '../../math/random.ts';
import { box } from '../../shapes/kinds/box.ts';
import { eachBody } from '../bodies/body-groups.ts';
import { Simulation } from '../simulation.ts';
import type { BodySpec, SimulationSpec } from '../simulation-spec.ts';
import { CONTACT_BODY } from '../views/simulation-views.ts';

/** All touching pairs of bodies as `a-b`, sorted, from the simulation. */
function listed(simulation: Simulation): string[] {
  const { count, idA, idB, kind } = simulation.contacts();
  return Array.from({ length: count }, (_, k) => k)
    .filter((k) => kind[k] === CONTACT_BODY)
    .map((k) => [idA[k], idB[k]].sort((a, b) => a - b).join('-'))
    .sort();
}

/** The same from all pairs, with periods (0 for none). */
function everyPair(simulation: Simulation, period: readonly number[] = [0, 0, 0]): string[] {
  const { count, ids, position, radius } = simulation.bodies();
  const found: string[] = [];
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++) {
      let squared = 0;
      for (let axis = 0; axis < 3; axis++) {
        const size = period[axis];
        let d = position[3 * a + axis] - position[3 * b + axis];
        if (size > 0) d -= size * Math.round(d / size);
        squared += d * d;
      }
      const touch = radius[a] + radius[b];
      if (squared < touch * touch) found.push(`${ids[a]}-${ids[b]}`);
    }
  }
  return found.sort();
}

/** Spheres at random places, overlapping freely, of the given radii in turn. */
function jumble(
  count: number,
  radii: readonly number[],
  size: number,
  more: Partial<SimulationSpec> = {},
): SimulationSpec {
  const random = new Random(11);
  const place = (): number => random.between(0, size);
  const bodies = Array.from({ length: count }, (_, k): BodySpec => {
    // Few of the large ones, as in a real mixture.
    const large = Math.floor(radii.length * random.next() ** 3);
    return { shape: `s${k % 7 === 0 ? large : 0}`, material: 'grain', position: [place(), place(), place()] };
  });
  return {
    timeStep: 1e-7,
    gravity: [0, 0, 0],
    law: { normal: 'linear' },
    materials: [{ name: 'grain', density: 1000, stiffness: 1 }],
    shapes: radii.map((radius, k) => ({ name: `s${k}`, sphere: { radius } })),
    bodies,
    ...more,
  };
}

describe('the neighbour list', () => {
  it.each([
    ['like spheres', [0.01], 0.3],
    ['two sizes', [0.01, 0.03], 0.4],
    ['sizes from 1 to 100', [0.001, 0.002, 0.005, 0.01, 0.03, 0.1], 0.4],
    ['sizes from 1 to 1000', [0.0005, 0.5], 0.9],
  ])('finds the contacts of all pairs: %s', (_, radii, size) => {
    const simulation = new Simulation(jumble(1500, radii, size));
    const found = listed(simulation);
    expect(found.length).toBeGreaterThan(100);
    expect(found).toEqual(everyPair(simulation));
  });

  it('finds them across periodic sides', () => {
    const domain = { min: [0, 0, 0], max: [0.25, 0.3, 0.4], periodic: [true, true, false] } as const;
    const simulation = new Simulation(jumble(800, [0.008, 0.02], 0.25, { domain, neighbours: { skin: 0.002 } }));
    const found = listed(simulation);
    expect(found).toEqual(everyPair(simulation, [0.25, 0.3, 0]));
    expect(found).not.toEqual(everyPair(simulation));
  });

  it('finds them when one body is a million diameters away', () => {
    const spec = jumble(500, [0.01], 0.2);
    const far: BodySpec = { shape: 's0', material: 'grain', position: [2e4, -3, 1e3] };
    const simulation = new Simulation({ ...spec, bodies: [...(spec.bodies ?? []), far] });
    expect(listed(simulation)).toEqual(everyPair(simulation));
  });

  it('never misses one while bodies move', () => {
    const simulation = new Simulation(heap(150, { timeStep: 1e-5 }));
    for (let k = 0; k < 60; k++) {
      simulation.step(60);
      expect(listed(simulation)).toEqual(everyPair(simulation));
    }
  });

  it('never misses one of a fast body among slow ones, and lasts longer for it than the skin would', () => {
    const spec = heap(150, { timeStep: 1e-5, neighbours: { skin: 0.0002 } });
    const simulation = new Simulation(spec);
    const bullet = simulation.bodies().ids.at(-1) ?? 0;
    const speed = 3;
    simulation.setVelocity(bullet, [0, 0, -speed]);
    const steps = 300;
    for (let k = 0; k < steps; k++) {
      simulation.step(1);
      if (k % 5 === 0) expect(listed(simulation)).toEqual(everyPair(simulation));
    }
    // At first a list for half the skin lasts three steps at this speed.
    const { rebuilds } = simulation.statistics();
    expect(rebuilds).toBeGreaterThan(2);
    expect(rebuilds).toBeLessThan((0.5 * steps * speed * 1e-5) / 0.0001);
  });

  it('does not change the motion: a small skin and a large one agree to rounding', () => {
    const run = (skin: number): Simulation => {
      const simulation = new Simulation(heap(100, { neighbours: { skin } }));
      simulation.step(2500);
      return simulation;
    };
    const often = run(0.0002);
    const seldom = run(0.006);
    expect(often.statistics().rebuilds).toBeGreaterThan(5 * seldom.statistics().rebuilds);
    const a = often.bodies().position;
    const b = seldom.bodies().position;
    // Only the order of sums differs, 1e-16 of a force; a few collisions magnify it.
    const worst = a.reduce((most, x, k) => Math.max(most, Math.abs(x - b[k])), 0);
    expect(worst).toBeLessThan(1e-10 * 0.005);
  });
});

describe('a periodic domain', () => {
  it('does not know where it begins', () => {
    const size = 0.06;
    const run = (shift: number): Float64Array => {
      const spec = heap(125, { gravity: [0, 0, 0], halfSpaces: [], law: HERTZ_MINDLIN });
      const moved = Array.from(eachBody(spec.bodies), (body, k) => {
        const [x = 0, y = 0, z = 0] = body.position as readonly number[];
        const wrap = (value: number): number => ((value % size) + size) % size;
        return { ...body, id: k, position: [wrap(x + shift), wrap(y + 0.3 * shift), wrap(z - shift)] as const };
      });
      const domain = { min: [0, 0, 0], max: [size, size, size], periodic: [true, true, true] } as const;
      const simulation = new Simulation({ ...spec, halfSpaces: [], bodies: moved, domain });
      simulation.step(1500);
      expect(simulation.statistics().contacts).toBeGreaterThan(10);
      return simulation.bodies().velocity;
    };
    const reference = run(0);
    const shifted = run(0.0371);
    const worst = reference.reduce((most, v, k) => Math.max(most, Math.abs(v - shifted[k])), 0);
    // Positions are rounded differently, 1e-17 m; contacts magnify it by the ratio of stiffness and mass.
    expect(worst).toBeLessThan(1e-8);
  });

  it.each([1e3, 1e5, 1e7, 1e12])('takes in what crosses many periods in a step, at %s m/s', (speed) => {
    const [timeStep, steps, size] = [2e-5, 200, 0.11];
    const simulation = new Simulation({
      timeStep,
      gravity: [0, 0, 0],
      law: { normal: 'linear' },
      materials: [{ name: 'grain', density: 2500, stiffness: 1e4 }],
      shapes: [
        { name: 'ball', sphere: { radius: 0.01 } },
        { name: 'brick', convex: box({ halfExtents: [0.01, 0.01, 0.01] }) },
      ],
      bodies: ['ball', 'brick'].map((shape, k) => ({
        shape,
        material: 'grain',
        position: [0, 0, 0.1 * k] as const,
        velocity: [speed, -0.3 * speed, 0] as const,
      })),
      domain: { min: [-size / 2, -size / 2, -1], max: [size / 2, size / 2, 1], periodic: [true, true, false] },
    });
    simulation.step(steps);
    const { position } = simulation.bodies();
    const travel = speed * timeStep * steps;
    for (const k of [0, 3]) {
      const off = (travel - position[k]) / size;
      expect(Math.abs(position[k])).toBeLessThanOrEqual(size / 2);
      // Whole periods, to the rounding of the way.
      expect(Math.abs(off - Math.round(off)) * size).toBeLessThan(1e-9 * size + 1e-13 * travel);
    }
  });
});

describe('a rebuild of the list', () => {
  it('finds room for the histories of more contacts than there are spare cells for, with the same bits', () => {
    const random = new Random(8);
    const radius = 0.001;
    const spacing = 1.98 * radius;
    const side = 6;
    // Each sphere touches six others in the periodic cubic lattice: three contacts a sphere.
    const bodies = Array.from({ length: side ** 3 }, (_, k) => {
      const { x, y, z } = random.unitVector();
      const cell = [k % side, Math.floor(k / side) % side, Math.floor(k / side / side)] as const;
      const position = [spacing * cell[0], spacing * cell[1], spacing * cell[2]] as const;
      return { shape: 'ball', material: 'stone', position, velocity: [0.05 * x, 0.05 * y, 0.05 * z] } as const;
    });
    const spec: SimulationSpec = {
      timeStep: 5e-6,
      gravity: [0, 0, 0],
      law: HERTZ_MINDLIN,
      materials: [
        { name: 'stone', density: 2500, youngsModulus: 1e8, poissonsRatio: 0.25, friction: 0.5, restitution: 0.6 },
      ],
      shapes: [{ name: 'ball', sphere: { radius } }],
      bodies,
      domain: { min: [0, 0, 0], max: [side * spacing, side * spacing, side * spacing], periodic: [true, true, true] },
    };
    const forces = (of: Simulation): number => new Map(of.memoryAccount()).get('forces') ?? 0;
    const simulation = opened(new Simulation(spec));
    const atStart = forces(simulation);
    simulation.step(10);
    // The list without a removed body is a new one.
    simulation.removeBody(0);
    simulation.step(10);
    expect(forces(simulation)).toBeGreaterThan(atStart);
    const restored = opened(Simulation.restore(spec, simulation.save()));
    expect(forces(restored)).toBeLessThan(forces(simulation));
    for (const each of [simulation, restored]) {
      each.removeBody(1);
      each.step(10);
    }
    expect(forces(restored)).toBeGreaterThan(atStart);
    expect(restored.bodies()).toEqual(simulation.bodies());
  });
});
