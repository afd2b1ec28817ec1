// SPDX-License-Identifier: MIT
/** Elastic bodies without friction in a box of half-spaces, by the pressure-field law: drift of their total energy. */
import { Random } from '../../math/random.ts';
import { box } from '../../shapes/kinds/box.ts';
import { cone } from '../../shapes/kinds/cone.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import { tablet } from '../../shapes/kinds/tablet.ts';
import { randomHull } from '../../shapes/random-shapes.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { BodyShapeSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { cubeOfHalfSpaces, type Drift, measureDrift } from '../energy-drift/measured-drift.ts';

/** Half the size of a body, m. */
const SIZE = 0.01;
/** Distance of bodies in the lattice that they start from: any orientation fits. */
const SPACING = 3.2 * SIZE;
const DENSITY = 2500;
/** N/m3: at 1 m/s corners sink in by some per cent of the size. */
const STIFFNESS = 1e10;
/** Largest velocity and angular velocity along each axis. */
const SPEED = 1;
const SPIN = 30;

const random = new Random(7);
const ROCKS: readonly BodyShapeSpec[] = [8, 12, 16, 20].map((corners, k) => ({
  name: `rock ${k}`,
  convex: randomHull(random, corners).scaled(SIZE),
}));
const BRICKS: readonly BodyShapeSpec[] = [
  { name: 'brick', convex: box({ halfExtents: [SIZE, 0.5 * SIZE, 0.35 * SIZE] }) },
  { name: 'cube', convex: box({ halfExtents: [0.6 * SIZE, 0.6 * SIZE, 0.6 * SIZE] }) },
];
const SUPERQUADRICS: readonly BodyShapeSpec[] = [
  { name: 'squarish', convex: superquadric({ semiAxes: [SIZE, 0.8 * SIZE, 0.6 * SIZE], n1: 3, n2: 2.5 }) },
  { name: 'blocky', convex: superquadric({ semiAxes: [0.8 * SIZE, 0.7 * SIZE, 0.6 * SIZE], n1: 6, n2: 6 }) },
];
const TABLETS: readonly BodyShapeSpec[] = [
  { name: 'tablet', convex: tablet({ diameter: 1.8 * SIZE, bandHeight: 0.5 * SIZE, capRadius: 1.5 * SIZE }) },
];
const CYLINDERS: readonly BodyShapeSpec[] = [
  { name: 'can', convex: cylinder({ radius: 0.7 * SIZE, halfLength: 0.7 * SIZE }) },
  { name: 'rod', convex: cylinder({ radius: 0.35 * SIZE, halfLength: SIZE }) },
];
const CONE: BodyShapeSpec = { name: 'cone', convex: cone({ radius: 0.8 * SIZE, height: 1.4 * SIZE }) };
const BALL: BodyShapeSpec = { name: 'ball', sphere: { radius: 0.7 * SIZE } };

export interface Gas {
  readonly name: string;
  readonly shapes: readonly BodyShapeSpec[];
}

export const GASES: readonly Gas[] = [
  { name: 'rocks', shapes: ROCKS },
  { name: 'bricks', shapes: BRICKS },
  { name: 'superquadrics', shapes: SUPERQUADRICS },
  { name: 'tablets', shapes: TABLETS },
  { name: 'cylinders', shapes: CYLINDERS },
  { name: 'mixed', shapes: [...ROCKS, ...BRICKS, ...SUPERQUADRICS, ...TABLETS, ...CYLINDERS, CONE, BALL] },
];

function gasSpec({ shapes }: Gas, side: number, timeStep: number, seed: number): SimulationSpec {
  const chance = new Random(seed);
  const speed = (most: number): number => chance.between(-most, most);
  return {
    timeStep,
    gravity: [0, 0, 0],
    law: { normal: 'pressure-field' },
    materials: [{ name: 'stone', density: DENSITY, stiffness: STIFFNESS }],
    shapes,
    bodies: Array.from({ length: side ** 3 }, (_, k) => {
      const { w, x, y, z } = chance.rotation();
      const cell = (index: number): number => (index + 0.5) * SPACING;
      return {
        shape: shapes[k % shapes.length].name,
        material: 'stone',
        position: [cell(k % side), cell(Math.floor(k / side) % side), cell(Math.floor(k / side / side))] as const,
        orientation: [w, x, y, z] as const,
        velocity: [speed(SPEED), speed(SPEED), speed(SPEED)] as const,
        angularVelocity: [speed(SPIN), speed(SPIN), speed(SPIN)] as const,
      };
    }),
    halfSpaces: cubeOfHalfSpaces(side * SPACING, 'stone'),
  };
}

export interface GasDrift extends Drift {
  /** s */
  readonly timeStep: number;
  readonly steps: number;
  /** Contacts seen in all samples. */
  readonly contacts: number;
  /** Largest overlap of a smooth body over its least radius of curvature. */
  readonly bend: number;
}

interface GasRun {
  /** Bodies along a side of the lattice. */
  readonly side: number;
  /** Time step over the critical one. */
  readonly share: number;
  /** s, or a number of steps. */
  readonly duration?: number;
  readonly steps?: number;
  readonly looks: number;
  readonly seed: number;
}

export function driftOf(gas: Gas, { side, share, duration = 0, steps, looks, seed }: GasRun): GasDrift {
  const timeStep = share * new Simulation(gasSpec(gas, side, 1e-6, seed)).criticalTimeStep();
  const simulation = new Simulation(gasSpec(gas, side, timeStep, seed));
  const every = Math.ceil((steps ?? duration / timeStep) / looks);
  let contacts = 0;
  const drift = measureDrift(simulation, every, looks, () => {
    contacts += simulation.statistics().contacts;
  });
  return {
    ...drift,
    timeStep,
    steps: simulation.stepCount,
    contacts,
    bend: Math.max(0, ...simulation.bentContacts().map(({ ratio }) => ratio)),
  };
}
