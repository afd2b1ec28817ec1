// SPDX-License-Identifier: MIT
/**
 * Elastic impacts against closed forms: the drop test of H2 Table 6, and tests 1 and 2 of Chung & Ooi 2011,
 * doi:10.1007/s10035-011-0277-0.
 */
import { describe, expect, it } from 'vitest';
import { FLOOR, spheres } from '../../tests/support/sphere-heap.ts';
import { Simulation } from './simulation.ts';
import type { SimulationSpec } from './simulation-spec.ts';

interface Impact {
  readonly depth: number;
  readonly force: number;
  readonly start: number;
  readonly duration: number;
}

/**
 * Runs through the first impact of body 0. Depth is that of its first contact; ends are interpolated by the sign of the
 * overlap.
 */
function firstImpact(spec: SimulationSpec, overlapOf: (simulation: Simulation) => number, steps: number): Impact {
  const simulation = new Simulation(spec);
  let depth = 0;
  let force = 0;
  let start = Number.NaN;
  let before = overlapOf(simulation);
  for (let k = 0; k < steps; k++) {
    simulation.step();
    const overlap = overlapOf(simulation);
    const crossing = simulation.time - spec.timeStep * (overlap / (overlap - before));
    if (before <= 0 && overlap > 0) start = crossing;
    if (before > 0 && overlap <= 0) return { depth, force, start, duration: crossing - start };
    if (overlap > depth) {
      depth = overlap;
      const { x, y, z } = simulation.body(0).force;
      force = Math.sqrt(x * x + y * y + z * z);
    }
    before = overlap;
  }
  throw new Error('the impact did not end');
}

describe('the drop of H2 Table 6', () => {
  it('has the indentation, force and duration of Hertz with gravity', { tags: ['long'] }, () => {
    const radius = 0.3;
    const grain = { density: 100, youngsModulus: 1e5, poissonsRatio: 0.2 };
    const body = { position: [0, 0, 1] as const };
    const spec = spheres(radius, grain, [body], { timeStep: 1e-5, gravity: [0, 0, -9.81], halfSpaces: FLOOR });
    const impact = firstImpact(spec, (simulation) => radius - simulation.body(0).position.z, 60000);
    // Central differences are of second order: the relative error is about (time step / duration)^2, 2e-8.
    expect(impact.start).toBeCloseTo(0.3777717814, 7);
    expect(impact.depth / 0.09665899822).toBeCloseTo(1, 6);
    expect(impact.force / 2286.080744).toBeCloseTo(1, 6);
    expect(impact.duration / 0.07462325929).toBeCloseTo(1, 6);
  });
});

describe('test 1 of Chung & Ooi: two equal spheres', () => {
  it.each([
    ['glass', 2800, 4.8e10, 0.2, 274.1127e-6, 10696.889, 40.339456e-6],
    ['limestone', 2500, 2.0e10, 0.25, 368.30403e-6, 7108.2413, 54.201005e-6],
  ])('%s has the closed form', (_, density, youngsModulus, poissonsRatio, depth, force, duration) => {
    const radius = 0.01;
    const bodies = [
      { position: [-0.0101, 0, 0] as const, velocity: [10, 0, 0] as const },
      { position: [0.0101, 0, 0] as const, velocity: [-10, 0, 0] as const },
    ];
    const spec = spheres(radius, { density, youngsModulus, poissonsRatio }, bodies, { timeStep: 1e-8 });
    const overlapOf = (simulation: Simulation): number =>
      2 * radius - (simulation.body(1).position.x - simulation.body(0).position.x);
    const impact = firstImpact(spec, overlapOf, 20000);
    expect(impact.depth / depth).toBeCloseTo(1, 6);
    expect(impact.force / force).toBeCloseTo(1, 6);
    expect(impact.duration / duration).toBeCloseTo(1, 6);
  });
});

describe('test 2 of Chung & Ooi: a sphere on a rigid plane', () => {
  it.each([
    ['aluminium alloy', 2699, 7e10, 0.3, 49.717175e-6, 11369.858, 731.65664e-6],
    ['magnesium alloy', 1800, 4e10, 0.35, 52.123288e-6, 7232.681, 767.06591e-6],
  ])('%s has the closed form', (_, density, youngsModulus, poissonsRatio, depth, force, duration) => {
    const radius = 0.1;
    const body = { position: [0, 0, 0.10001] as const, velocity: [0, 0, -0.2] as const };
    const spec = spheres(radius, { density, youngsModulus, poissonsRatio }, [body], {
      timeStep: 1e-7,
      halfSpaces: FLOOR,
    });
    const impact = firstImpact(spec, (simulation) => radius - simulation.body(0).position.z, 20000);
    expect(impact.depth / depth).toBeCloseTo(1, 6);
    expect(impact.force / force).toBeCloseTo(1, 6);
    expect(impact.duration / duration).toBeCloseTo(1, 6);
  });
});
