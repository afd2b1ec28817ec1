// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { box } from '../../shapes/kinds/box.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { criticalTimeStep } from './critical-time-step.ts';

const hertz: SimulationSpec = {
  timeStep: 1e-6,
  gravity: [0, 0, -9.81],
  materials: [
    { name: 'glass', density: 2500, youngsModulus: 1e8, poissonsRatio: 0.25 },
    { name: 'steel', density: 7850, youngsModulus: 2e9, poissonsRatio: 0.3 },
  ],
  law: { normal: 'hertz' },
  shapes: [
    { name: 'large', sphere: { radius: 0.01 } },
    { name: 'small', sphere: { radius: 0.002 } },
  ],
  bodies: [
    { shape: 'large', material: 'glass', position: [0, 0, 0] },
    { shape: 'small', material: 'glass', position: [1, 0, 0] },
    { shape: 'large', material: 'steel', position: [2, 0, 0] },
  ],
};
const linear: SimulationSpec = {
  ...hertz,
  law: { normal: 'linear' },
  materials: [
    { name: 'glass', density: 2500, stiffness: 1e4 },
    { name: 'steel', density: 7850, stiffness: 1e6 },
  ],
};
const glassMass = (radius: number): number => 2500 * (4 / 3) * Math.PI * radius ** 3;

describe('the critical time step', () => {
  it('is the Rayleigh time of the smallest body, for Hertz', () => {
    const shear = 1e8 / (2 * 1.25);
    const expected = (Math.PI * 0.002 * Math.sqrt(2500 / shear)) / (0.1631 * 0.25 + 0.8766);
    const critical = criticalTimeStep(hertz);
    expect(critical?.seconds).toBeCloseTo(expected, 15);
    expect(critical?.reason).toBe('Rayleigh wave through small of glass, smallest radius 2 mm');
  });

  it('is the duration of the shortest contact, for springs, with every material that occurs', () => {
    const spec: SimulationSpec = { ...linear, bodies: (linear.bodies ?? []).slice(0, 2) };
    expect(criticalTimeStep(spec)?.seconds).toBeCloseTo(Math.PI * Math.sqrt(glassMass(0.002) / 2 / 1e4), 15);
    // Springs of 1e4 and 1e6 N/m in a row, for a wall of steel.
    const walled: SimulationSpec = {
      ...spec,
      halfSpaces: [{ name: 'w', normal: [0, 0, 1], offset: 0, material: 'steel' }],
    };
    const stiffness = 2 / (1 / 1e4 + 1 / 1e6);
    expect(criticalTimeStep(walled)?.seconds).toBeCloseTo(Math.PI * Math.sqrt(glassMass(0.002) / 2 / stiffness), 15);
    expect(criticalTimeStep(walled)?.reason).toBe(
      'linear spring at small of glass, smallest radius 2 mm, touching steel',
    );
  });

  it.each([
    ['Hertz', hertz],
    ['springs', { ...linear, bodies: (linear.bodies ?? []).slice(0, 2) }],
  ])('is that of the simulation, for %s', (_, spec) => {
    const simulation = new Simulation(spec);
    expect(criticalTimeStep(spec)?.seconds).toBeCloseTo(simulation.criticalTimeStep(), 15);
    simulation.dispose();
  });

  it('counts what will be inserted, at its smallest', () => {
    const spec: SimulationSpec = {
      ...hertz,
      bodies: [],
      insertions: [
        {
          name: 'rain',
          shapes: [{ shape: 'large', material: 'glass', weight: 1, scale: { uniform: [0.2, 2] } }],
          region: { sphere: { centre: [0, 0, 0], radius: 1 } },
          count: 1,
        },
      ],
    };
    expect(criticalTimeStep(spec)?.seconds).toBeCloseTo(criticalTimeStep(hertz)?.seconds ?? 0, 15);
  });

  it('takes half the smallest side of other shapes', () => {
    const spec: SimulationSpec = {
      ...hertz,
      shapes: [{ name: 'slab', convex: box({ halfExtents: [1, 0.002, 0.5] }) }],
      bodies: [{ shape: 'slab', material: 'glass', position: [0, 0, 0] }],
    };
    expect(criticalTimeStep(spec)?.seconds).toBeCloseTo(criticalTimeStep(hertz)?.seconds ?? 0, 15);
  });

  it('is that of the largest face, for the overlap-volume law', () => {
    const spec: SimulationSpec = {
      ...linear,
      law: { normal: 'overlap-volume' },
      materials: [{ name: 'glass', density: 2500, stiffness: 1e9 }],
      shapes: [{ name: 'plate', convex: box({ halfExtents: [0.02, 0.01, 0.001] }) }],
      bodies: [{ shape: 'plate', material: 'glass', position: [0, 0, 0] }],
    };
    const volume = 0.04 * 0.02 * 0.002;
    const stiffness = (1e9 * (0.04 * 0.02) ** 2) / volume ** (2 / 3);
    const expected = Math.PI * Math.sqrt((2500 * volume) / 2 / stiffness);
    expect((criticalTimeStep(spec)?.seconds ?? 0) / expected).toBeCloseTo(1, 12);
    const simulation = new Simulation(spec);
    expect(simulation.criticalTimeStep() / expected).toBeCloseTo(1, 12);
    simulation.dispose();
  });

  it('is unknown where nothing moves freely, or a module has the law', () => {
    const fixed = (hertz.bodies ?? []).map((body) => ({ ...body, fixed: true }));
    expect(criticalTimeStep({ ...hertz, bodies: fixed })).toBeUndefined();
    expect(criticalTimeStep({ ...hertz, law: { normal: 'hertz', module: 'law.js' } })).toBeUndefined();
  });
});
