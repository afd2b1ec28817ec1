// SPDX-License-Identifier: MIT
/**
 * Bodies that travel far in a step on the GPU: from which travel on they may have passed through something, and what is said then. The GPU knows how far bodies travel and not what lay in between; the CPU looks at that as well
 * (src/simulation/travel-watch.ts).
 */
import { SimulationError } from '../errors.ts';
import { length, type Vector3 } from '../math/vector.ts';
import { where } from '../simulation/failures.ts';
import { LARGEST_TRAVEL, smallestRadius } from '../simulation/set-up.ts';
import type { SimulationSpec } from '../simulation/simulation-spec.ts';
import type { GpuStepper } from './gpu-stepper.ts';
import { FASTEST } from './wgsl/prelude.ts';

/** Two like bodies that fly at each other then come nearer by one radius in a step, and the centre of one comes to a facet of a mesh in two. */
export const LIKE_BODIES = 0.5;

/**
 * The part of their radii that spheres may travel in a step. Two whose radii sum to S have been in each other by half of the smaller radius r, in the middle of a straight way, if half of that way is longer than sqrt(S r - r^2 / 4); both
 * together then have travelled by more than that.
 */
export function travelLimit(smallest: number, largest: number): number {
  const reach = smallest + largest;
  return Math.min(LIKE_BODIES, Math.sqrt(reach * smallest - 0.25 * smallest * smallest) / reach);
}

/** Throws a SimulationError where a body may have passed through something in the last step of a submission, `step` steps after the start. */
export function checkTravel(words: Uint32Array, limit: number, step: number, timeStep: number): void {
  const ratio = new Float32Array(words.buffer, words.byteOffset)[FASTEST] ?? 0;
  if (!(ratio > limit)) return;
  throw passedThrough(step, timeStep, ratio, 'a body', {});
}

/** The same error with the body that is fastest now; others are left as they are. */
export async function withFastBody(error: unknown, simulation: GpuStepper, spec: SimulationSpec): Promise<unknown> {
  if (!(error instanceof SimulationError && error.code === 'passed-through')) return error;
  const bed = await simulation.bodies();
  const { roster } = simulation.population;
  const at = (values: Float64Array, k: number): Vector3 => {
    const [x = 0, y = 0, z = 0] = values.subarray(3 * k, 3 * k + 3);
    return { x, y, z };
  };
  let [most, fastest, found] = [-1, 0, { speed: 0, size: 1 }];
  for (let k = 0; k < bed.count; k++) {
    const { shape, scale } = roster.at(k);
    const spun = spec.shapes?.[shape];
    const size = spun === undefined ? (bed.radius[k] ?? 1) : scale * smallestRadius(spun);
    const turning =
      spun !== undefined && 'sphere' in spun ? 0 : (bed.radius[k] ?? 0) * length(at(bed.angularVelocity, k));
    const speed = length(at(bed.velocity, k)) + turning;
    if (speed / size > most) [most, fastest, found] = [speed / size, k, { speed, size }];
  }
  const { id } = roster.at(fastest);
  const { speed, size } = found;
  const [step, travel] = [simulation.stepCount, speed * spec.timeStep];
  const who = `body ${id} at ${where(at(bed.position, fastest))}`;
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
      ? `${ratio.toPrecision(3)} times half of its smallest thickness in a step`
      : `at ${speed.toPrecision(3)} m/s, which is ${travel.toPrecision(3)} m in a step and ${ratio.toPrecision(3)} times ${size.toPrecision(3)} m, half of its smallest thickness`;
  return new SimulationError(
    'passed-through',
    `step ${step}, time ${time} s: ${who} may have passed through something: it moved ${numbers}; take a smaller time step (${((timeStep * LARGEST_TRAVEL) / ratio).toPrecision(2)} s here) or lower speeds, ` +
      'or run with --device cpu, which looks at what lay in between',
    { time, step, ratio, ...details },
  );
}
