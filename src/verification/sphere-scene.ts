// SPDX-License-Identifier: MIT
/** Small scenes of spheres for the cases about motion and the tests of the simulator, and the record of one impact. */
import { hertzContactTime } from '../contact-laws/critical-step.ts';
import type { Vector3 } from '../math/vector.ts';
import type { Simulation } from '../simulation/simulation.ts';
import type { BodySpec, HalfSpaceSpec, MaterialSpec, SimulationSpec } from '../simulation/simulation-spec.ts';

export const WALL: MaterialSpec = { name: 'wall', density: 1, rigid: true };

/** The floor z = 0, rigid. */
export const FLOOR: HalfSpaceSpec = { name: 'floor', normal: [0, 0, 1], offset: 0, material: 'wall' };

/** Spheres `ball` of one radius and material `grain`; Hertz's law, no gravity and no walls unless `more` says so. */
export function spheres(
  radius: number,
  grain: Omit<MaterialSpec, 'name'>,
  bodies: readonly Partial<BodySpec>[],
  more: Partial<SimulationSpec> & { readonly timeStep: number },
): SimulationSpec {
  return {
    gravity: [0, 0, 0],
    law: { normal: 'hertz' },
    materials: [{ name: 'grain', ...grain }, WALL],
    shapes: [{ name: 'ball', sphere: { radius } }],
    bodies: bodies.map((body) => ({ shape: 'ball', material: 'grain', position: [0, 0, 0], ...body })),
    ...more,
  };
}

export interface HertzPair {
  readonly mass: number;
  readonly radius: number;
  readonly modulus: number;
}

/**
 * The elastic impact of Hertz in closed form, of effective mass, radius and modulus: largest overlap, force, duration.
 */
export function hertzImpact({ mass, radius, modulus }: HertzPair, speed: number) {
  const depth = ((15 * mass * speed * speed) / (16 * modulus * Math.sqrt(radius))) ** (2 / 5);
  return {
    depth,
    force: (4 / 3) * modulus * Math.sqrt(radius) * depth ** 1.5,
    duration: hertzContactTime(mass, modulus, radius, speed),
  };
}

export interface Impact {
  /** s, interpolated between steps. */
  readonly start: number;
  readonly duration: number;
  /** Largest overlap, and the force on the body then. */
  readonly depth: number;
  readonly force: number;
  /** Time since the start and force, step by step. */
  readonly forces: readonly (readonly [time: number, force: number])[];
}

const sizeOf = ({ x, y, z }: Vector3): number => Math.sqrt(x * x + y * y + z * z);

/**
 * Runs until the first impact of a body has ended; undefined when it does not within `steps`. `overlapOf` is negative
 * for a gap.
 */
export function firstImpact(
  simulation: Simulation,
  overlapOf: (simulation: Simulation) => number,
  steps: number,
  id = 0,
): Impact | undefined {
  const { timeStep } = simulation.spec;
  let depth = 0;
  let force = 0;
  let start = Number.NaN;
  let before = overlapOf(simulation);
  const forces: [number, number][] = [];
  for (let k = 0; k < steps; k++) {
    simulation.step();
    const overlap = overlapOf(simulation);
    const crossing = simulation.time - timeStep * (overlap / (overlap - before));
    if (before <= 0 && overlap > 0) start = crossing;
    if (before > 0 && overlap <= 0) return { depth, force, start, duration: crossing - start, forces };
    if (overlap > 0) {
      const present = sizeOf(simulation.body(id).force);
      forces.push([simulation.time - start, present]);
      if (overlap > depth) [depth, force] = [overlap, present];
    }
    before = overlap;
  }
  return undefined;
}

/** Every n-th of many points, so that a plot stays small. */
export function thinned<T>(points: readonly T[], most = 200): T[] {
  const every = Math.max(1, Math.ceil(points.length / most));
  return points.filter((_, k) => k % every === 0);
}
