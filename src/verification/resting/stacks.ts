// SPDX-License-Identifier: MIT
/**
 * Boxes that should stay at rest: a stack of ten on a half-space, by depth and by overlap volume, and one box on floors
 * of facets.
 */
import type { FacetMesh } from '../../meshes/facet-mesh.ts';
import { box } from '../../shapes/kinds/box.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { BodySpec, ContactLawSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { manyTriangles, oneQuad, unevenTriangles } from './floors.ts';

export const HALF = 0.05;
const DENSITY = 2000;
const GRAVITY = 9.81;
/**
 * Of a stack, N/m a corner: with E A / L, a Young's modulus of 4 GPa. A stack is an elastic column: its slowest swaying
 * decays at a rate that goes with the root of the stiffness, and with springs of 1e6 N/m (40 MPa, as rubber) it still
 * sways after ten seconds.
 */
const STIFFNESS = 1e8;
const STACK_STEP = 2e-5;
/** Of a single box, which has no slow mode. */
const SOFTER = 1e6;
const SINGLE_STEP = 2e-4;
/** Area of a face: four corners as stiff as the pressure on it. */
const FACE = 4 * HALF * HALF;

interface Pile {
  readonly name: string;
  readonly spec: SimulationSpec;
}

const DEPTH: ContactLawSpec = { normal: 'linear', tangential: 'linear' };
const VOLUME: ContactLawSpec = { normal: 'overlap-volume', tangential: 'linear' };

function pile(
  law: ContactLawSpec,
  stiffness: number,
  timeStep: number,
  bodies: readonly Pick<BodySpec, 'position' | 'orientation'>[],
  floor: Partial<SimulationSpec>,
): SimulationSpec {
  const springs = law.normal === 'overlap-volume' ? (4 * stiffness) / FACE : stiffness;
  return {
    timeStep,
    gravity: [0, 0, -GRAVITY],
    law,
    materials: [{ name: 'stone', density: DENSITY, stiffness: springs, friction: 0.5, restitution: 0.3 }],
    shapes: [{ name: 'block', convex: box({ halfExtents: [HALF, HALF, HALF] }) }],
    bodies: bodies.map((body) => ({ shape: 'block', material: 'stone', ...body })),
    ...floor,
  };
}

/** Slightly shifted and apart, so that the stack settles first. */
const STACK = Array.from({ length: 10 }, (_, k) => ({
  position: [
    0.02 * HALF * Math.sin(7 * k),
    0.02 * HALF * Math.cos(5 * k),
    (2 * k + 1) * HALF + 1e-5 * (k + 1),
  ] as const,
}));

/** Tilted, so that it lands on a corner, then on an edge, then on its face. */
const SINGLE = [{ position: [0.011, -0.007, 1.05 * HALF] as const, orientation: [1, 0.02, 0.01, 0.2] as const }];

export function piles(): Pile[] {
  const level = { halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'stone' }] } as const;
  const stack = (law: ContactLawSpec): SimulationSpec => pile(law, STIFFNESS, STACK_STEP, STACK, level);
  const single = (mesh: FacetMesh): SimulationSpec =>
    pile(DEPTH, SOFTER, SINGLE_STEP, SINGLE, { meshes: [{ name: 'floor', mesh, material: 'stone' }] });
  return [
    { name: 'ten boxes, depth', spec: stack(DEPTH) },
    { name: 'ten boxes, overlap volume', spec: stack(VOLUME) },
    { name: 'box on a quad', spec: single(oneQuad()) },
    { name: 'box on many triangles', spec: single(manyTriangles()) },
    { name: 'box on uneven triangles', spec: single(unevenTriangles()) },
  ];
}

interface Rest {
  readonly looks: readonly (readonly [time: number, speed: number])[];
  /** Displacement of the top body over its half edge, from the settling time to the end. */
  readonly drift: number;
  /** Its rotation angle in that time, rad. */
  readonly turn: number;
  /** Speed of the fastest body at the end, and of the fastest edge by rotation, m/s. */
  readonly speed: number;
  readonly spin: number;
  /**
   * Power lost in contacts in the last interval, W: shows a vibration from step to step, which velocities of whole
   * steps hide.
   */
  readonly power: number;
  readonly height: number;
}

/** Runs for `duration`, and takes the pile as settled after `settled`. */
export function rest(spec: SimulationSpec, settled: number, duration: number, looks: number): Rest {
  const simulation = new Simulation(spec);
  const top = (spec.bodies?.length ?? 1) - 1;
  const lost = (): number => {
    const { frictionLoss, dampingLoss } = simulation.energy();
    return frictionLoss + dampingLoss;
  };
  simulation.step(Math.round(settled / spec.timeStep));
  const before = simulation.body(top);
  const steps = Math.round((duration - settled) / spec.timeStep / looks);
  let losses = lost();
  let power = 0;
  const seen = Array.from({ length: looks }, (): [number, number] => {
    simulation.step(steps);
    power = Math.abs(lost() - losses) / (steps * spec.timeStep);
    losses = lost();
    return [simulation.time, fastest(simulation.bodies().velocity)];
  });
  const after = simulation.body(top);
  const { x, y, z } = after.position;
  const cosine = Math.abs(
    (['w', 'x', 'y', 'z'] as const).reduce((sum, k) => sum + after.orientation[k] * before.orientation[k], 0),
  );
  return {
    looks: seen,
    drift: Math.hypot(x - before.position.x, y - before.position.y, z - before.position.z) / HALF,
    turn: 2 * Math.acos(Math.min(1, cosine)),
    speed: seen[seen.length - 1]?.[1] ?? Number.NaN,
    spin: HALF * fastest(simulation.bodies().angularVelocity),
    power,
    height: z,
  };
}

function fastest(velocities: Float64Array): number {
  let most = 0;
  for (let k = 0; k < velocities.length; k += 3) most = Math.max(most, Math.hypot(...velocities.subarray(k, k + 3)));
  return most;
}
