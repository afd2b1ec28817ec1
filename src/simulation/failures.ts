// SPDX-License-Identifier: MIT
/** What to say when a simulation cannot go on: time, step, bodies, numbers, remedy. */
import { SimulationError } from '../errors.ts';
import * as layout from '../step-kernel/layout.ts';
import { clearFlag, flagsOf, idOf, inverseMassOf, positionOf } from './elements.ts';
import type { StepMemory } from './step-memory.ts';

export interface Moment {
  readonly time: number;
  readonly step: number;
}

function badElements(memory: StepMemory): number[] {
  const count = memory.I[layout.ELEMENT_COUNT] ?? 0;
  return Array.from({ length: count }, (_, e) => e).filter((e) => (flagsOf(memory, e) & layout.BAD) !== 0);
}

function where({ x, y, z }: { x: number; y: number; z: number }): string {
  return `(${x}, ${y}, ${z}) m`;
}

export function notFiniteError(memory: StepMemory, { time, step }: Moment, criticalStep: number): SimulationError {
  const elements = badElements(memory).sort((a, b) => idOf(memory, a) - idOf(memory, b));
  const bodies = elements.map((e) => idOf(memory, e));
  const [first = 0] = elements;
  const timeStep = memory.F[layout.TIME_STEP] ?? 0;
  return new SimulationError(
    'not-finite',
    `step ${step}, time ${time} s: the motion of body ${bodies[0]} at ${where(positionOf(memory, first))} is no longer finite; ` +
      `the time step is ${timeStep} s, the critical one ${criticalStep.toPrecision(3)} s: take a smaller one, or look for bodies that start overlapping`,
    { time, step, bodies, timeStep, criticalStep },
  );
}

export function tooDeepError(memory: StepMemory, { time, step }: Moment, ratio: number): SimulationError {
  const limit = memory.F[layout.OVERLAP_LIMIT] ?? 0;
  const deepest = deepestElement(memory);
  return new SimulationError(
    'overlap-too-deep',
    `step ${step}, time ${time} s: body ${idOf(memory, deepest)} at ${where(positionOf(memory, deepest))} overlaps a partner by ` +
      `${ratio.toPrecision(3)} of the smaller radius, the limit is ${limit}: take a smaller time step or a stiffer material, or raise limits.overlapRatio`,
    { time, step, bodies: [idOf(memory, deepest)], ratio, limit },
  );
}

function deepestElement(memory: StepMemory): number {
  const { F, I } = memory;
  let most = -1;
  let element = 0;
  for (let b = 0; b < (I[layout.BLOCK_COUNT] ?? 0); b++) {
    const at = memory.address(layout.BLOCK) + layout.BLOCK_STRIDE * b;
    const ratio = F[at + layout.BLOCK_OVERLAP] ?? 0;
    if (ratio <= most) continue;
    most = ratio;
    element = (I[2 * (at + layout.BLOCK_INTEGERS) + layout.BLOCK_DEEP] ?? 1) - 1;
  }
  return element;
}

export function escapedError(memory: StepMemory, { time, step }: Moment, elements: readonly number[]): SimulationError {
  const bodies = elements.map((e) => idOf(memory, e));
  const [first = 0] = elements;
  const others = bodies.length > 1 ? ` and ${bodies.length - 1} more` : '';
  return new SimulationError(
    'escaped',
    `step ${step}, time ${time} s: body ${bodies[0]}${others} left the domain at ${where(positionOf(memory, first))}; ` +
      "close the domain with walls, enlarge it, or set domain.onEscape to 'delete'",
    { time, step, bodies },
  );
}

/**
 * After a step that failed: takes the bodies that did move back by one step, to rounding. The bodies that failed had kept their
 * state.
 */
export function undoStep(memory: StepMemory): void {
  const { F, I } = memory;
  const timeStep = F[layout.TIME_STEP] ?? 0;
  for (let e = 0; e < (I[layout.ELEMENT_COUNT] ?? 0); e++) {
    const place = memory.address(layout.PLACE) + 4 * e;
    const motion = memory.address(layout.MOTION) + layout.MOTION_STRIDE * e;
    const force = memory.address(layout.FORCE) + 6 * e;
    const inverseMass = inverseMassOf(memory, e);
    const radius = F[place + 3] ?? 0;
    const inverseInertia = (2.5 * inverseMass) / (radius * radius);
    if ((flagsOf(memory, e) & layout.BAD) !== 0) {
      clearFlag(memory, e, layout.BAD);
      continue;
    }
    const change = Array.from({ length: 6 }, (_, k) => {
      const gravity = k < 3 && inverseMass > 0 ? (F[layout.GRAVITY + k] ?? 0) : 0;
      return ((k < 3 ? inverseMass : inverseInertia) * (F[force + k] ?? 0) + gravity) * timeStep;
    });
    for (let axis = 0; axis < 3; axis++) F[place + axis] = (F[place + axis] ?? 0) - (F[motion + axis] ?? 0) * timeStep;
    change.forEach((value, k) => {
      F[motion + k] = (F[motion + k] ?? 0) - value;
    });
  }
  I[layout.LIST_INVALID] = 1;
}
