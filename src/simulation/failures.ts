// SPDX-License-Identifier: MIT
/** Errors that stop a simulation: time, step, bodies, numbers and remedy. */
import { SimulationError } from '../errors.ts';
import { multiply, normaliseQuaternion } from '../math/quaternion.ts';
import { scale, type Vector3 } from '../math/vector.ts';
import type { StepKernel } from '../step-kernel/step-kernel.ts';
import * as layout from '../step-kernel/step-layout.ts';
import { clumpAddress, clumpInteger } from './bodies/clumps.ts';
import { clearFlag, flagsOf, idOf, inverseMassOf, ownerOf, positionOf } from './bodies/elements.ts';
import { largestOfBlocks } from './time-loop/step-loop.ts';
import type { StepMemory } from './time-loop/step-memory.ts';
import { readVector } from './walls/half-spaces.ts';

export interface FailureTime {
  readonly time: number;
  readonly step: number;
}

/** Ids and positions of the bodies that are BAD, in the order of ids. */
function badBodies(memory: StepMemory): { id: number; position: Vector3 }[] {
  const { F, I } = memory;
  const found: { id: number; position: Vector3 }[] = [];
  for (let e = 0; e < I[layout.ELEMENT_COUNT]; e++) {
    if ((flagsOf(memory, e) & layout.BAD) !== 0) found.push({ id: idOf(memory, e), position: positionOf(memory, e) });
  }
  for (let b = 0; b < I[layout.BODY_COUNT]; b++) {
    if ((clumpInteger(memory, b, layout.BODY_FLAGS) & layout.BAD) === 0) continue;
    const position = readVector(F, clumpAddress(memory, b) + layout.BODY_POSITION);
    found.push({ id: clumpInteger(memory, b, layout.BODY_ID), position });
  }
  return found.sort((a, b) => a.id - b.id);
}

export function where({ x, y, z }: { x: number; y: number; z: number }): string {
  return `(${x}, ${y}, ${z}) m`;
}

/** The first body whose motion is no longer finite; undefined without one. */
export function firstBadBody(memory: StepMemory): number | undefined {
  return badBodies(memory)[0]?.id;
}

/** An expression of a field that has no finite value for a body. */
export function fieldError(
  { time, step }: FailureTime,
  { id, position }: { readonly id: number; readonly position: Vector3 },
  problem: string,
): SimulationError {
  return new SimulationError(
    'field-not-finite',
    `step ${step}, time ${time} s: body ${id} at ${where(position)}: ${problem}; keep bodies away from there, or add ` +
      'a small number to what is divided by',
    { time, step, bodies: [id] },
  );
}

export function notFiniteError(memory: StepMemory, { time, step }: FailureTime, criticalStep: number): SimulationError {
  const failed = badBodies(memory);
  const bodies = failed.map(({ id }) => id);
  const position = failed[0]?.position ?? { x: 0, y: 0, z: 0 };
  const timeStep = memory.F[layout.TIME_STEP];
  // User-defined laws give no critical time step.
  const critical =
    criticalStep < Infinity
      ? `the critical one ${criticalStep.toPrecision(3)} s`
      : 'the critical one of its law not known';
  return new SimulationError(
    'not-finite',
    `step ${step}, time ${time} s: the motion of body ${bodies[0]} at ${where(position)} is no longer finite; ` +
      `the time step is ${timeStep} s, ${critical}: take a smaller one, or look for bodies that start overlapping`,
    { time, step, bodies, timeStep, criticalStep },
  );
}

export function tooDeepError(memory: StepMemory, { time, step }: FailureTime): SimulationError {
  const ratio = largestOfBlocks(memory.F, memory.I, layout.BLOCK_OVERLAP);
  const limit = memory.F[layout.OVERLAP_LIMIT];
  const deepest = deepestElement(memory);
  return new SimulationError(
    'overlap-too-deep',
    `step ${step}, time ${time} s: body ${idOf(memory, deepest)} at ${where(positionOf(memory, deepest))} ` +
      'overlaps a partner by ' +
      (`${ratio.toPrecision(3)} of the smaller radius, the limit is ${limit}: take a smaller time step or a ` +
        'stiffer material, or raise limits.overlapRatio'),
    { time, step, bodies: [idOf(memory, deepest)], ratio, limit },
  );
}

/** Number of the element with the largest overlap of the last step. */
export function deepestElement(memory: StepMemory): number {
  const { F, I } = memory;
  let most = -1;
  let element = 0;
  for (let b = 0; b < I[layout.BLOCK_COUNT]; b++) {
    const at = memory.address(layout.BLOCK) + layout.BLOCK_STRIDE * b;
    const ratio = F[at + layout.BLOCK_OVERLAP];
    if (ratio <= most) continue;
    most = ratio;
    element = I[2 * (at + layout.BLOCK_INTEGERS) + layout.BLOCK_DEEPEST] - 1;
  }
  return element;
}

export function escapedError(
  { time, step }: FailureTime,
  escaped: readonly { id: number; position: Vector3 }[],
): SimulationError {
  const bodies = escaped.map(({ id }) => id);
  const others = bodies.length > 1 ? ` and ${bodies.length - 1} more` : '';
  return new SimulationError(
    'escaped',
    `step ${step}, time ${time} s: body ${bodies[0]}${others} left the domain at ` +
      `${where(escaped[0]?.position ?? { x: 0, y: 0, z: 0 })}; ` +
      "close the domain with walls, enlarge it, or set domain.onEscape to 'delete'",
    { time, step, bodies },
  );
}

/**
 * After a step that failed: takes the bodies that did move back by one step, to rounding. The bodies that failed had
 * kept their state.
 */
export function undoStep(memory: StepMemory, kernel: StepKernel): void {
  const { F, I } = memory;
  const timeStep = F[layout.TIME_STEP];
  for (let e = 0; e < I[layout.ELEMENT_COUNT]; e++) {
    const position = memory.address(layout.POSITION) + 4 * e;
    const motion = memory.address(layout.MOTION) + layout.MOTION_STRIDE * e;
    const force = memory.address(layout.FORCE) + 6 * e;
    const inverseMass = inverseMassOf(memory, e);
    const radius = F[position + 3];
    if ((flagsOf(memory, e) & layout.BAD) !== 0) clearFlag(memory, e, layout.BAD);
    else if (ownerOf(memory, e) < 0) {
      moveBack(F, position, motion, timeStep);
      unkick(F, motion, force, inverseMass, (2.5 * inverseMass) / (radius * radius), timeStep);
    }
  }
  for (let b = 0; b < I[layout.BODY_COUNT]; b++) {
    const at = clumpAddress(memory, b);
    const flags = 2 * (at + layout.BODY_INTEGERS) + layout.BODY_FLAGS;
    if (((I[flags] ?? 0) & layout.BAD) !== 0) I[flags] = (I[flags] ?? 0) & ~layout.BAD;
    else {
      moveBack(F, at + layout.BODY_POSITION, at + layout.BODY_VELOCITY, timeStep);
      unturn(F, at + layout.BODY_ORIENTATION, at + layout.BODY_ANGULAR_VELOCITY, timeStep);
      const inverseMass = F[at + layout.BODY_INVERSE_MASS] ?? 0;
      // Momentum lies behind velocity, as angular velocity does for spheres.
      unkick(F, at + layout.BODY_VELOCITY, at + layout.BODY_FORCE, inverseMass, inverseMass > 0 ? 1 : 0, timeStep);
    }
    kernel.placeClump(b);
  }
  I[layout.LIST_INVALID] = 1;
}

function moveBack(F: Float64Array, position: number, velocity: number, timeStep: number): void {
  for (let axis = 0; axis < 3; axis++) F[position + axis] = F[position + axis] - F[velocity + axis] * timeStep;
}

/** Takes the kick of the last force from velocity (3) and rotation (3). */
function unkick(
  F: Float64Array,
  motion: number,
  force: number,
  inverseMass: number,
  perTorque: number,
  timeStep: number,
): void {
  for (let axis = 0; axis < 3; axis++) {
    const gravity = inverseMass > 0 ? F[layout.GRAVITY + axis] : 0;
    F[motion + axis] = F[motion + axis] - (inverseMass * F[force + axis] + gravity) * timeStep;
    F[motion + 3 + axis] = F[motion + 3 + axis] - perTorque * F[force + 3 + axis] * timeStep;
  }
}

function unturn(F: Float64Array, spin: number, rate: number, timeStep: number): void {
  const [w = 1, x = 0, y = 0, z = 0] = F.subarray(spin, spin + 4);
  const { x: a, y: b, z: c } = scale(readVector(F, rate), -0.5 * timeStep);
  const turned = multiply({ w: 1, x: a, y: b, z: c }, { w, x, y, z });
  const unit = normaliseQuaternion(turned);
  F.set([unit.w, unit.x, unit.y, unit.z], spin);
}
