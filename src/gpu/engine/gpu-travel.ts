// SPDX-License-Identifier: MIT
/**
 * Largest travel of a body in one step on the GPU, and the error beyond it. A body that travels further may have passed
 * through another one. The GPU measures the travel only; the CPU also checks the path
 * (src/simulation/tunnelling/travel-watch.ts).
 */
import { SimulationError } from '../../errors.ts';
import { length, type Vector3 } from '../../math/vector.ts';
import { where } from '../../simulation/failures.ts';
import { LARGEST_TRAVEL, smallestRadius } from '../../simulation/set-up.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { FASTEST } from '../kernels/prelude.ts';
import type { GpuSimulation } from './gpu-simulation.ts';

/**
 * For equal bodies, as a fraction of the radius: two that approach each other then close by one radius in a step, and a
 * body at a facet needs two steps until its centre reaches the facet.
 */
export const EQUAL_BODIES_LIMIT = 0.5;

/**
 * Largest travel of spheres in a step, as a fraction of their radii. Let S be the sum of two radii and r the smaller
 * radius. Two spheres that pass on a straight path overlap by r/2 halfway and are clear of each other at both ends only
 * if half of the path is longer than sqrt(S r - r^2 / 4). Together they have then travelled further than that.
 */
export function travelLimit(smallest: number, largest: number): number {
  const reach = smallest + largest;
  return Math.min(EQUAL_BODIES_LIMIT, Math.sqrt(reach * smallest - 0.25 * smallest * smallest) / reach);
}

/**
 * Throws a SimulationError if a body may have passed through something in the last step of a submission, `step` steps
 * after the start.
 */
export function checkTravel(words: Uint32Array, limit: number, step: number, timeStep: number): void {
  const ratio = new Float32Array(words.buffer, words.byteOffset)[FASTEST];
  if (!(ratio > limit)) return;
  throw passedThrough(step, timeStep, ratio, 'a body', {});
}

/** Adds the body that is fastest now to a `passed-through` error; returns other errors unchanged. */
export async function withFastBody(error: unknown, simulation: GpuSimulation, spec: SimulationSpec): Promise<unknown> {
  if (!(error instanceof SimulationError && error.code === 'passed-through')) return error;
  const arrays = await simulation.bodies();
  const { bodyIds } = simulation.population;
  const at = (values: Float64Array, k: number): Vector3 => {
    const [x = 0, y = 0, z = 0] = values.subarray(3 * k, 3 * k + 3);
    return { x, y, z };
  };
  let [most, fastest, found] = [-1, 0, { speed: 0, size: 1 }];
  for (let k = 0; k < arrays.count; k++) {
    const { shape, scale } = bodyIds.at(k);
    const spun = spec.shapes?.[shape];
    const size = spun === undefined ? (arrays.radius[k] ?? 1) : scale * smallestRadius(spun);
    const turning =
      spun !== undefined && 'sphere' in spun ? 0 : arrays.radius[k] * length(at(arrays.angularVelocity, k));
    const speed = length(at(arrays.velocity, k)) + turning;
    if (speed / size > most) [most, fastest, found] = [speed / size, k, { speed, size }];
  }
  const { id } = bodyIds.at(fastest);
  const { speed, size } = found;
  const [step, travel] = [simulation.stepCount, speed * spec.timeStep];
  const who = `body ${id} at ${where(at(arrays.position, fastest))}`;
  return passedThrough(step, spec.timeStep, travel / size, who, { body: id, speed, travel, size });
}

function passedThrough(
  step: number,
  timeStep: number,
  ratio: number,
  who: string,
  details: Readonly<Record<string, number>>,
): SimulationError {
  const time = step * timeStep;
  const { speed, travel, size } = details;
  const numbers =
    speed === undefined || travel === undefined || size === undefined
      ? `${ratio.toPrecision(3)} times half its smallest thickness in one step`
      : `at ${speed.toPrecision(3)} m/s, ${travel.toPrecision(3)} m in one step: ${ratio.toPrecision(3)} times ` +
        `half its smallest thickness (${size.toPrecision(3)} m)`;
  return new SimulationError(
    'passed-through',
    `step ${step}, time ${time} s: ${who} may have passed through something: it moved ${numbers}; use a smaller ` +
      `time step (${((timeStep * LARGEST_TRAVEL) / ratio).toPrecision(2)} s here) or lower speeds, ` +
      'or run with --device cpu, which checks the path of each body',
    { time, step, ratio, ...details },
  );
}
