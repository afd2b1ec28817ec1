// SPDX-License-Identifier: MIT
/** Elements in the memory of the step kernel: appends, reads and finds them by id. */
import { dot, lengthSquared, type Vector3 } from '../../math/vector.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import { readVector, writeVector } from '../walls/half-spaces.ts';

interface NewElement {
  readonly id: number;
  readonly shape: number;
  readonly material: number;
  readonly position: Vector3;
  readonly radius: number;
  readonly velocity: Vector3;
  readonly angularVelocity: Vector3;
  /** w, x, y, z */
  readonly orientation: readonly [number, number, number, number];
  /** 0 for a body that no force moves. */
  readonly inverseMass: number;
  /** Not a sphere: the radius is that of a sphere around it, and its contacts are touches. */
  readonly isOther?: boolean;
}

/** Appends an element behind the last; there must be room. It takes part from the next list on. */
export function appendElement(memory: StepMemory, element: NewElement): void {
  const { F, I } = memory;
  const e = I[layout.ELEMENT_COUNT];
  const position = memory.address(layout.POSITION) + 4 * e;
  writeVector(F, position, element.position);
  F[position + 3] = element.radius;
  const motion = memory.address(layout.MOTION) + layout.MOTION_STRIDE * e;
  writeVector(F, motion, element.velocity);
  writeVector(F, motion + 3, element.angularVelocity);
  F[motion + layout.INVERSE_MASS] = element.inverseMass;
  I[2 * (motion + layout.MOTION_INTEGERS) + layout.MATERIAL] = element.material;
  I[2 * (motion + layout.MOTION_INTEGERS) + layout.FLAGS] =
    layout.FRESH | (element.isOther === true ? layout.NOT_SPHERE : 0);
  F.set(element.orientation, memory.address(layout.ORIENTATION) + 4 * e);
  I.set([element.id, element.shape, -1, 0], 2 * memory.address(layout.TAG) + 4 * e);
  I.fill(
    0,
    2 * memory.address(layout.ROW) + layout.ROW_INTEGERS * e,
    2 * memory.address(layout.ROW) + layout.ROW_INTEGERS * (e + 1),
  );
  I[layout.ELEMENT_COUNT] = e + 1;
  I[layout.LIST_INVALID] = 1;
}

/**
 * Appends `count` copies of element e, which must be the last, with consecutive ids from `firstId` on; there must be
 * room. Returns the address of their positions, which the caller writes.
 */
export function appendCopies(memory: StepMemory, e: number, count: number, firstId: number): number {
  const { F, I } = memory;
  for (const [array, stride] of [
    [layout.POSITION, 4],
    [layout.MOTION, layout.MOTION_STRIDE],
    [layout.ORIENTATION, 4],
    [layout.TAG, 2],
    [layout.ROW, layout.ROW_INTEGERS / 2],
  ] as const) {
    const first = memory.address(array) + stride * e;
    // Doubles what is copied with each call.
    for (let done = 1; done <= count; done *= 2) {
      F.copyWithin(first + stride * done, first, first + stride * Math.min(done, count + 1 - done));
    }
  }
  const ids = 2 * memory.address(layout.TAG) + layout.TAG_ID;
  for (let k = 0; k < count; k++) I[ids + 4 * (e + 1 + k)] = firstId + k;
  I[layout.ELEMENT_COUNT] = e + 1 + count;
  I[layout.LIST_INVALID] = 1;
  return memory.address(layout.POSITION) + 4 * (e + 1);
}

/** Takes an element out: from now on it is not seen, from the next list on it is gone. */
export function markDead(memory: StepMemory, e: number): void {
  const { I } = memory;
  const flags = 2 * (memory.address(layout.MOTION) + layout.MOTION_STRIDE * e + layout.MOTION_INTEGERS) + layout.FLAGS;
  I[flags] = I[flags] | layout.DEAD;
  I[layout.DEAD_COUNT] = I[layout.DEAD_COUNT] + 1;
  I[layout.LIST_INVALID] = 1;
}

export function isDead(memory: StepMemory, e: number): boolean {
  return (flagsOf(memory, e) & layout.DEAD) !== 0;
}

export function isFresh(memory: StepMemory, e: number): boolean {
  return (flagsOf(memory, e) & layout.FRESH) !== 0;
}

export function flagsOf(memory: StepMemory, e: number): number {
  const motion = memory.address(layout.MOTION) + layout.MOTION_STRIDE * e;
  return memory.I[2 * (motion + layout.MOTION_INTEGERS) + layout.FLAGS];
}

export function clearFlag(memory: StepMemory, e: number, flag: number): void {
  const motion = memory.address(layout.MOTION) + layout.MOTION_STRIDE * e;
  const at = 2 * (motion + layout.MOTION_INTEGERS) + layout.FLAGS;
  memory.I[at] = memory.I[at] & ~flag;
}

export function idOf(memory: StepMemory, e: number): number {
  return memory.I[2 * memory.address(layout.TAG) + 4 * e + layout.TAG_ID] ?? -1;
}

export function inverseMassOf(memory: StepMemory, e: number): number {
  return memory.F[memory.address(layout.MOTION) + layout.MOTION_STRIDE * e + layout.INVERSE_MASS];
}

export function positionOf(memory: StepMemory, e: number): Vector3 {
  return readVector(memory.F, memory.address(layout.POSITION) + 4 * e);
}

export function materialOf(memory: StepMemory, e: number): number {
  const motion = memory.address(layout.MOTION) + layout.MOTION_STRIDE * e;
  return memory.I[2 * (motion + layout.MOTION_INTEGERS) + layout.MATERIAL];
}

/** Number of the clump that the element belongs to, or -1. */
export function ownerOf(memory: StepMemory, e: number): number {
  return memory.I[2 * memory.address(layout.TAG) + 4 * e + layout.TAG_OWNER] ?? -1;
}

export function shapeOf(memory: StepMemory, e: number): number {
  return memory.I[2 * memory.address(layout.TAG) + 4 * e + layout.TAG_SHAPE];
}

/** Sets velocity and angular velocity as those of the present time. */
export function setMotion(memory: StepMemory, e: number, velocity: Vector3, angularVelocity: Vector3): void {
  const motion = memory.address(layout.MOTION) + layout.MOTION_STRIDE * e;
  writeVector(memory.F, motion, velocity);
  writeVector(memory.F, motion + 3, angularVelocity);
  const flags = 2 * (motion + layout.MOTION_INTEGERS) + layout.FLAGS;
  memory.I[flags] = memory.I[flags] | layout.FRESH;
}

/** Kinetic energy of a sphere over its mass. */
export function kineticOf(memory: StepMemory, e: number, velocity: Vector3, angularVelocity: Vector3): number {
  const radius = memory.F[memory.address(layout.POSITION) + 4 * e + 3];
  return 0.5 * lengthSquared(velocity) + 0.2 * radius * radius * lengthSquared(angularVelocity);
}

/** Kinetic and potential energy of a free body with these velocities; 0 for one that no force moves. */
export function energyOf(memory: StepMemory, e: number, velocity: Vector3, angularVelocity: Vector3): number {
  const inverseMass = inverseMassOf(memory, e);
  if (inverseMass === 0) return 0;
  const gravity = readVector(memory.F, layout.GRAVITY);
  return (kineticOf(memory, e, velocity, angularVelocity) - dot(gravity, positionOf(memory, e))) / inverseMass;
}
