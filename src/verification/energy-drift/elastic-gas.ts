// SPDX-License-Identifier: MIT
/** Bodies without friction and damping that fly about in a box of half-spaces for many collisions: how far the sum of energies goes astray. */
import { Random } from '../../math/random.ts';
import { box } from '../../shapes/box.ts';
import { superquadric } from '../../shapes/superquadric.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { BodyShapeSpec, ContactLawSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';

const SIZE = 0.01;
const SIDE = 2;
const SPACING = 0.03;
const DENSITY = 2000;
/** N/m, and N/m3 for the law of overlap volumes: the same force for a face of 1 cm by 1 cm. */
const STIFFNESS = 1e4;
const VOLUME_STIFFNESS = 1e8;

export interface Gas {
  readonly name: string;
  readonly shapes: readonly BodyShapeSpec[];
  readonly law: ContactLawSpec;
}

export const GASES: readonly Gas[] = [
  { name: 'spheres, Hertz', shapes: [{ name: 'a', sphere: { radius: SIZE } }], law: { normal: 'hertz' } },
  {
    name: 'superquadrics, depth',
    shapes: [
      { name: 'a', convex: superquadric({ semiAxes: [SIZE, 0.8 * SIZE, 0.6 * SIZE], n1: 3, n2: 2.5 }) },
      { name: 'b', convex: superquadric({ semiAxes: [SIZE, 0.7 * SIZE, 0.7 * SIZE], n1: 2, n2: 4 }) },
    ],
    law: { normal: 'linear' },
  },
  {
    name: 'boxes, depth',
    shapes: [{ name: 'a', convex: box({ halfExtents: [0.8 * SIZE, 0.6 * SIZE, 0.5 * SIZE] }) }],
    law: { normal: 'linear' },
  },
  {
    name: 'boxes, overlap volume',
    shapes: [{ name: 'a', convex: box({ halfExtents: [0.8 * SIZE, 0.6 * SIZE, 0.5 * SIZE] }) }],
    law: { normal: 'overlap-volume' },
  },
];

function gasSpec({ shapes, law }: Gas, timeStep: number): SimulationSpec {
  const random = new Random(3);
  const width = SIDE * SPACING;
  const stiffness = law.normal === 'overlap-volume' ? VOLUME_STIFFNESS : STIFFNESS;
  const wall = (name: string, normal: readonly [number, number, number], offset: number) => ({
    name,
    normal,
    offset,
    material: 'stone',
  });
  return {
    timeStep,
    gravity: [0, 0, 0],
    law,
    materials: [{ name: 'stone', density: DENSITY, stiffness, youngsModulus: 1e7, poissonsRatio: 0.25 }],
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
    halfSpaces: [
      wall('floor', [0, 0, 1], 0),
      wall('lid', [0, 0, -1], -width),
      wall('west', [1, 0, 0], 0),
      wall('east', [-1, 0, 0], -width),
      wall('south', [0, 1, 0], 0),
      wall('north', [0, -1, 0], -width),
    ],
  };
}

export interface Drift {
  /** Time and energy over that at the start, less one. */
  readonly looks: readonly (readonly [time: number, drift: number])[];
  readonly worst: number;
}

export function driftOfGas(gas: Gas, timeStep: number, duration: number, looks: number): Drift {
  const simulation = new Simulation(gasSpec(gas, timeStep));
  const first = simulation.energy().insertedEnergy;
  const seen = Array.from({ length: looks }, (): [number, number] => {
    simulation.step(Math.round(duration / timeStep / looks));
    return [simulation.time, simulation.energy().balance / first];
  });
  return { looks: seen, worst: Math.max(...seen.map(([, drift]) => Math.abs(drift))) };
}
