// SPDX-License-Identifier: MIT
/** Settles the bed of a scene and runs it: curves of what it measures over time. */
import { Simulation } from '../../simulation/simulation.ts';
import type { BodySpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { COMMON, materials } from './materials.ts';
import type { RoundRobinScene, Triple } from './scene.ts';
import { BALL_RADIUS } from './scenes.ts';

/** Grains are this much softer while they settle: gravity alone makes overlaps of a few millionths of the radius in the stiff ones. */
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

/** The settled bed, at rest, as the bodies that every engine starts with. */
export function settledBed(scene: RoundRobinScene): BodySpec[] {
  const start = scene.start();
  const timeStep = scene.timeStep * Math.sqrt(SETTLING_SOFTENING / scene.softening);
  const simulation = new Simulation({
    ...COMMON,
    ...scene.settling,
    timeStep,
    materials: materials(SETTLING_SOFTENING),
    shapes: shapes(scene),
    bodies: start,
    damping: { global: SETTLING_DAMPING },
  });
  simulation.step(Math.round(scene.settlingTime / timeStep));
  const { position } = simulation.bodies();
  simulation.dispose();
  return start.map((each, k) => ({ ...each, position: [...position.subarray(3 * k, 3 * k + 3)] as unknown as Triple }));
}

/** The bed and what is added to it. */
export function measuredBodies(scene: RoundRobinScene, bed: readonly BodySpec[]): BodySpec[] {
  const top = Math.max(...bed.map(({ position }) => (position as Triple)[2])) + scene.radius;
  return [...bed, ...(scene.added?.(top) ?? [])];
}

function measuredSpec(scene: RoundRobinScene, bodies: readonly BodySpec[]): SimulationSpec {
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
