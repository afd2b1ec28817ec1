// SPDX-License-Identifier: MIT
/**
 * Bodies without friction and damping that collide many times in a box of half-spaces; measures the drift of the total
 * energy.
 */
import { Random } from '../../math/random.ts';
import { box } from '../../shapes/kinds/box.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { BodyShapeSpec, ContactLawSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { cubeOfHalfSpaces, type Drift, measureDrift } from './measured-drift.ts';

const SIZE = 0.01;
const SIDE = 2;
const SPACING = 0.03;
const DENSITY = 2000;
/** Pa, N/m, and N/m3 for overlap volumes and pressure fields: the same force for a face of 1 cm by 1 cm. */
const YOUNGS_MODULUS = 1e10;
const STIFFNESS = 1e6;
const VOLUME_STIFFNESS = 1e10;

interface Gas {
  readonly name: string;
  readonly shapes: readonly BodyShapeSpec[];
  readonly law: ContactLawSpec;
  /** The law has a potential, and its force has no kink at first contact. */
  readonly isSmooth: boolean;
}

const SPHERES: readonly BodyShapeSpec[] = [{ name: 'a', sphere: { radius: 0.8 * SIZE } }];
const SUPERQUADRICS: readonly BodyShapeSpec[] = [
  { name: 'a', convex: superquadric({ semiAxes: [SIZE, 0.8 * SIZE, 0.6 * SIZE], n1: 3, n2: 2.5 }) },
  { name: 'b', convex: superquadric({ semiAxes: [SIZE, 0.7 * SIZE, 0.7 * SIZE], n1: 2, n2: 4 }) },
];
const BOXES: readonly BodyShapeSpec[] = [
  { name: 'a', convex: box({ halfExtents: [0.8 * SIZE, 0.6 * SIZE, 0.5 * SIZE] }) },
];

export const GASES: readonly Gas[] = [
  { name: 'boxes, overlap volume', shapes: BOXES, law: { normal: 'overlap-volume' }, isSmooth: true },
  { name: 'boxes, pressure field', shapes: BOXES, law: { normal: 'pressure-field' }, isSmooth: true },
  { name: 'superquadrics, Hertz', shapes: SUPERQUADRICS, law: { normal: 'hertz' }, isSmooth: true },
  { name: 'spheres, linear', shapes: SPHERES, law: { normal: 'linear' }, isSmooth: false },
  { name: 'superquadrics, linear', shapes: SUPERQUADRICS, law: { normal: 'linear' }, isSmooth: false },
  { name: 'boxes, linear', shapes: BOXES, law: { normal: 'linear' }, isSmooth: false },
];

function gasSpec({ shapes, law }: Gas, timeStep: number, seed: number): SimulationSpec {
  const random = new Random(seed);
  const stiffness = law.normal === 'linear' ? STIFFNESS : VOLUME_STIFFNESS;
  return {
    timeStep,
    gravity: [0, 0, 0],
    law,
    materials: [{ name: 'stone', density: DENSITY, stiffness, youngsModulus: YOUNGS_MODULUS, poissonsRatio: 0.25 }],
    shapes,
    bodies: Array.from({ length: SIDE ** 3 }, (_, k) => {
      const { w, x, y, z } = random.rotation();
      const speed = (): number => random.between(-1, 1);
      return {
        shape: shapes[k % shapes.length]?.name ?? '',
        material: 'stone',
        position: [k % SIDE, Math.floor(k / SIDE) % SIDE, Math.floor(k / SIDE / SIDE)].map(
          (cell) => (cell + 0.5) * SPACING,
        ) as [number, number, number],
        orientation: [w, x, y, z] as const,
        velocity: [speed(), speed(), speed()] as const,
        angularVelocity: [30 * speed(), 30 * speed(), 30 * speed()] as const,
      };
    }),
    halfSpaces: cubeOfHalfSpaces(SIDE * SPACING, 'stone'),
  };
}

interface GasDrift extends Drift {
  /** s */
  readonly timeStep: number;
}

/** s */
export function criticalStepOf(gas: Gas): number {
  return new Simulation(gasSpec(gas, 1e-6, 1)).criticalTimeStep();
}

/** The energy at this many samples, with steps of this fraction of the critical one. */
export function driftOfGas(gas: Gas, share: number, steps: number, looks: number, seed: number): GasDrift {
  const timeStep = share * criticalStepOf(gas);
  const simulation = new Simulation(gasSpec(gas, timeStep, seed));
  return { timeStep, ...measureDrift(simulation, Math.round(steps / looks), looks) };
}
