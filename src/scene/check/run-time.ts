// SPDX-License-Identifier: MIT
/**
 * How long a run will take: what a step costs on this machine with one sphere and with many, measured on a bed of touching spheres with
 * the law of the scene, times the steps and elements of the scene. Outputs and the making of neighbour lists are not counted.
 */
import type { ContactLawSpec } from '../../contact-laws/law-spec.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import type { Scene } from '../scene.ts';
import type { Estimates } from './estimates.ts';

/** What steps cost, s. */
export interface StepCost {
  readonly perStep: number;
  readonly perElementStep: number;
}

export interface RunTime {
  /** s */
  readonly seconds: number;
  /** The scene has bodies or walls that cost more than the spheres that were measured. */
  readonly isAtLeast: boolean;
}

/** Spheres along a side of the bed: enough that the data do not fit into the innermost cache. */
const SIDE = 12;
/** Time of one measurement, ms; there are two. The first batches are slow, those of the middle count. */
const MEASUREMENT_MS = 150;
const STEPS_AT_ONCE = 20;
/** Neighbours in the bed overlap by this part of a radius, so that they touch all the while. */
const OVERLAP = 0.01;

/** A cube of so many spheres along a side that press on each other and on the walls around. */
function bed(side: number, law: ContactLawSpec): SimulationSpec {
  const spacing = 2 - OVERLAP;
  const numbers = { youngsModulus: 1e4, poissonsRatio: 0.3, stiffness: 1e4, restitution: 0.5, friction: 0.5 };
  const material = { name: 'm', density: 1000, ...numbers, rollingFriction: 0.1, twistingFriction: 0.1, cohesion: 0 };
  const bodies = Array.from({ length: side ** 3 }, (_, k) => ({
    shape: 'ball',
    material: 'm',
    position: [k % side, Math.floor(k / side) % side, Math.floor(k / side ** 2)].map((i) => spacing * i) as [
      number,
      number,
      number,
    ],
  }));
  const reach = 1 - OVERLAP;
  const halfSpaces = (['x', 'y', 'z'] as const).flatMap((axis, i) => {
    const along = (sign: number) => [0, 1, 2].map((j) => (i === j ? sign : 0)) as [number, number, number];
    return [
      { name: `${axis}0`, normal: along(1), offset: -reach, material: 'm' },
      { name: `${axis}1`, normal: along(-1), offset: -(spacing * (side - 1) + reach), material: 'm' },
    ];
  });
  const shapes = [{ name: 'ball', sphere: { radius: 1 } }];
  return { timeStep: 1e-4, gravity: [0, 0, 0], law, materials: [material], shapes, bodies, halfSpaces };
}

/** Seconds a step, half of the batches of steps being faster. `now` is a clock in milliseconds. */
function measure(spec: SimulationSpec, now: () => number): number {
  const simulation = new Simulation({ ...spec, threads: 1 });
  try {
    const times: number[] = [];
    const start = now();
    for (let last = start; last - start < MEASUREMENT_MS; ) {
      simulation.step(STEPS_AT_ONCE);
      const present = now();
      times.push((present - last) / 1000 / STEPS_AT_ONCE);
      last = present;
    }
    times.sort((a, b) => a - b);
    return times[times.length >> 1] ?? 0;
  } finally {
    simulation.dispose();
  }
}

/** What steps cost here with the law of a scene, on one thread. Takes about 300 ms. */
export function measureStepCost({ law }: Pick<SimulationSpec, 'law'>, now: () => number): StepCost {
  const { module: _, ...known } = law;
  const isKnown = law.module === undefined && (law.normal === 'hertz' || law.normal === 'linear');
  const used: ContactLawSpec = isKnown ? known : { normal: 'linear', tangential: 'linear' };
  const perStep = measure(bed(1, used), now);
  return { perStep, perElementStep: Math.max(0, measure(bed(SIDE, used), now) - perStep) / SIDE ** 3 };
}

/** Time on the clock for a scene on so many processor cores, which its threads share. */
export function runTime(
  { simulation: { shapes = [], meshes = [], threads = 1 } }: Scene,
  { steps, elementSteps }: Pick<Estimates, 'steps' | 'elementSteps'>,
  { perStep, perElementStep }: StepCost,
  cores: number,
): RunTime {
  const seconds = steps * perStep + (elementSteps * perElementStep) / Math.min(threads, Math.max(1, cores));
  const isAtLeast = meshes.length > 0 || shapes.some((shape) => 'convex' in shape || 'compound' in shape);
  return { seconds, isAtLeast };
}
