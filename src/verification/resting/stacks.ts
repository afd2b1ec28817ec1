// SPDX-License-Identifier: MIT
/** Boxes that should lie still: a stack of ten on a half-space, by depth and by overlap volume. */
import { box } from '../../shapes/box.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { ContactLawSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';

export const HALF = 0.05;
const DENSITY = 2000;
const GRAVITY = 9.81;
/** N/m a corner, and N/m3. */
const STIFFNESS = 1e6;
const VOLUME_STIFFNESS = 4e8;

export interface Pile {
  readonly name: string;
  readonly spec: SimulationSpec;
}

function pile(count: number, law: ContactLawSpec, timeStep: number, floor: Partial<SimulationSpec>): SimulationSpec {
  const stiffness = law.normal === 'overlap-volume' ? VOLUME_STIFFNESS : STIFFNESS;
  return {
    timeStep,
    gravity: [0, 0, -GRAVITY],
    law,
    materials: [{ name: 'stone', density: DENSITY, stiffness, friction: 0.5, restitution: 0.3 }],
    shapes: [{ name: 'block', convex: box({ halfExtents: [HALF, HALF, HALF] }) }],
    bodies: Array.from({ length: count }, (_, k) => ({
      shape: 'block',
      material: 'stone',
      // Not quite above each other, and a little apart: the stack has to settle first.
      position: [
        0.02 * HALF * Math.sin(7 * k),
        0.02 * HALF * Math.cos(5 * k),
        (2 * k + 1) * HALF + 1e-5 * (k + 1),
      ] as const,
    })),
    ...floor,
  };
}

export function piles(timeStep: number): Pile[] {
  const level = { halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'stone' }] } as const;
  const depth: ContactLawSpec = { normal: 'linear', tangential: 'linear' };
  const volume: ContactLawSpec = { normal: 'overlap-volume', tangential: 'linear' };
  return [
    { name: 'ten boxes, depth', spec: pile(10, depth, timeStep, level) },
    { name: 'ten boxes, overlap volume', spec: pile(10, volume, timeStep, level) },
  ];
}

export interface Rest {
  readonly looks: readonly (readonly [time: number, speed: number])[];
  /** How far the top body has gone sideways and down, over its half edge, from the time it was taken as settled to the end. */
  readonly drift: number;
  /** Fastest body at the end. */
  readonly speed: number;
  readonly height: number;
}

/** Runs for `duration`, and takes the pile as settled after `settled`. */
export function rest(spec: SimulationSpec, settled: number, duration: number, looks: number): Rest {
  const simulation = new Simulation(spec);
  const top = (spec.bodies?.length ?? 1) - 1;
  const fastest = (): number => {
    const { velocity } = simulation.bodies();
    let most = 0;
    for (let k = 0; k < velocity.length; k += 3) most = Math.max(most, Math.hypot(...velocity.subarray(k, k + 3)));
    return most;
  };
  simulation.step(Math.round(settled / spec.timeStep));
  const before = simulation.body(top).position;
  const steps = Math.round((duration - settled) / spec.timeStep / looks);
  const seen = Array.from({ length: looks }, (): [number, number] => {
    simulation.step(steps);
    return [simulation.time, fastest()];
  });
  const after = simulation.body(top).position;
  return {
    looks: seen,
    drift: Math.hypot(after.x - before.x, after.y - before.y, after.z - before.z) / HALF,
    speed: seen[seen.length - 1]?.[1] ?? Number.NaN,
    height: after.z,
  };
}
