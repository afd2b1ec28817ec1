// SPDX-License-Identifier: MIT
/** A saved state that goes on with steps of another length. */
import { SimulationError } from '../errors.ts';
import type { SimulationSpec } from './simulation-spec.ts';

/** Part of a step by which the present may miss a whole number of new steps: rounding of times that are multiples of steps. */
const ROUNDING = 1e-6;

function refuse(problem: string): never {
  throw new SimulationError('not-changeable', `saved state: ${problem}`);
}

/** Steps of the spec at the present time of a state that was saved after some of another length. Throws a SimulationError where that cannot be. */
export function stepsAtNewStep(spec: SimulationSpec, stepCount: number, savedStep: number): number {
  const { timeStep, insertions = [], meshes = [] } = spec;
  if (timeStep === savedStep) return stepCount;
  if (insertions.length > 0) refuse('timeStep cannot be changed with insertions, which count in steps');
  if (meshes.some(({ free }) => free !== undefined)) refuse('timeStep cannot be changed with free meshes');
  const time = stepCount * savedStep;
  const steps = Math.round(time / timeStep);
  if (Math.abs(time / timeStep - steps) <= ROUNDING) return steps;
  const near = time / steps;
  return refuse(
    `timeStep: the state is at ${time} s, which is no whole number of steps of ${timeStep} s; ${steps === 0 ? 'take a shorter one' : `${near} s is near`}`,
  );
}
