// SPDX-License-Identifier: MIT
/** Settles the packing of a scene, runs the scene and returns the measured quantities over time. */
import { eachBody } from '../../simulation/bodies/body-groups.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { BodySpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { COMMON, materials } from './materials.ts';
import { BALL_RADIUS } from './published-scenes.ts';
import type { RoundRobinScene, Triple } from './round-robin-scene.ts';

/**
 * Grains are this much softer while they settle: gravity alone makes overlaps of a few millionths of the radius in the
 * stiff ones.
 */
const SETTLING_SOFTENING = 100;
/** Share of each force that local damping takes while the bed settles. */
const SETTLING_DAMPING = 0.2;

/** Between two lines of progress. */
const SAMPLES_PER_LINE = 10;

export interface Curves {
  /** s */
  readonly times: readonly number[];
  /** One list for each name in `scene.curves`. */
  readonly values: readonly (readonly number[])[];
}

function shapes({ radius }: RoundRobinScene) {
  return [
    { name: 'grain', sphere: { radius } },
    { name: 'ball', sphere: { radius: BALL_RADIUS } },
  ];
}

/** What settles, and how many steps it takes. */
export function settlingSpec(scene: RoundRobinScene): { readonly spec: SimulationSpec; readonly steps: number } {
  const timeStep = scene.timeStep * Math.sqrt(SETTLING_SOFTENING / scene.softening);
  const spec = {
    ...COMMON,
    ...scene.settling,
    timeStep,
    materials: materials(SETTLING_SOFTENING),
    shapes: shapes(scene),
    bodies: scene.start(),
    damping: { global: SETTLING_DAMPING },
  };
  return { spec, steps: Math.round(scene.settlingTime / timeStep) };
}

/** The bodies of a start at these places, stride 3, at rest: as every engine starts with them. */
export function packingAt(start: readonly BodySpec[], position: ArrayLike<number>): BodySpec[] {
  return start.map((each, k) => ({
    ...each,
    position: [0, 1, 2].map((axis) => position[3 * k + axis] ?? Number.NaN) as unknown as Triple,
  }));
}

/** The settled bed. */
export function settledPacking(scene: RoundRobinScene): BodySpec[] {
  const { spec, steps } = settlingSpec(scene);
  const simulation = new Simulation(spec);
  simulation.step(steps);
  const { position } = simulation.bodies();
  simulation.dispose();
  return packingAt([...eachBody(spec.bodies)], position);
}

/** The bed and what is added to it. */
export function measuredBodies(scene: RoundRobinScene, bed: readonly BodySpec[]): BodySpec[] {
  const top = Math.max(...bed.map(({ position }) => (position as Triple)[2])) + scene.radius;
  return [...bed, ...(scene.added?.(top) ?? [])];
}

export function measuredSpec(scene: RoundRobinScene, bodies: readonly BodySpec[]): SimulationSpec {
  const { timeStep, softening, measured } = scene;
  return { ...COMMON, ...measured, timeStep, materials: materials(softening), shapes: shapes(scene), bodies };
}

/** Steps between two samples. */
export function sampleSteps({ duration, timeStep, samples }: RoundRobinScene): number {
  return Math.round(duration / timeStep / samples);
}

export function runScene(
  scene: RoundRobinScene,
  bodies: readonly BodySpec[],
  progress?: (line: string) => void,
): Curves {
  const simulation = new Simulation(measuredSpec(scene, bodies));
  const times: number[] = [];
  const values: number[][] = scene.curves.map(() => []);
  const start = simulation.bodies();
  const sample = (): void => {
    times.push(simulation.time);
    scene.measure(simulation.bodies(), start).forEach((value, k) => {
      values[k]?.push(value);
    });
  };
  sample();
  for (let k = 0; k < scene.samples; k++) {
    if (k % SAMPLES_PER_LINE === 0) progress?.(`${scene.name}: ${simulation.time.toFixed(4)} of ${scene.duration} s`);
    simulation.step(sampleSteps(scene));
    sample();
  }
  simulation.dispose();
  return { times, values };
}
