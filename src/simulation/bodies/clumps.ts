// SPDX-License-Identifier: MIT
/**
 * Clumps, convex bodies and compounds in the memory of the step kernel: rigid bodies with one or several elements. An
 * element that is not a sphere stores its bounding ball as its position and radius, and has a flag.
 */
import { multiply, type Quaternion, rotate } from '../../math/quaternion.ts';
import { add, dot, type Vector3 } from '../../math/vector.ts';
import type { StepKernel } from '../../step-kernel/step-kernel.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import { readVector, writeVector } from '../walls/half-spaces.ts';
import type { BodyForm } from './body-form.ts';
import { appendElement, markDead } from './elements.ts';

interface NewClump {
  readonly id: number;
  readonly shape: number;
  readonly material: number;
  readonly density: number;
  readonly form: BodyForm;
  /** Half its smallest thickness. */
  readonly size: number;
  /** Pose of the shape's own frame. */
  readonly position: Vector3;
  readonly orientation: Quaternion;
  readonly velocity: Vector3;
  readonly angularVelocity: Vector3;
  readonly isFixed: boolean;
}

export function clumpAddress(memory: StepMemory, clump: number): number {
  return memory.address(layout.BODY) + layout.BODY_STRIDE * clump;
}

/** One of the clump's integers: BODY_ID, BODY_SHAPE... */
export function clumpInteger(memory: StepMemory, clump: number, field: number): number {
  return memory.I[2 * (clumpAddress(memory, clump) + layout.BODY_INTEGERS) + field];
}

/** Appends a clump and its spheres; there must be room. Its spheres start at number `firstMember`. */
export function appendClump(memory: StepMemory, kernel: StepKernel, clump: NewClump, firstMember: number): void {
  const { F, I } = memory;
  const { form, density, isFixed } = clump;
  const number = I[layout.BODY_COUNT];
  const at = clumpAddress(memory, number);
  const mass = form.volume * density;
  F.fill(0, at, at + layout.BODY_STRIDE);
  writeVector(F, at + layout.BODY_POSITION, add(clump.position, rotate(clump.orientation, form.centroid)));
  const { w, x, y, z } = multiply(clump.orientation, form.principal);
  F.set([w, x, y, z], at + layout.BODY_ORIENTATION);
  F[at + layout.BODY_INVERSE_MASS] = isFixed ? 0 : 1 / mass;
  F.set(
    form.inertia.map((moment) => density * moment),
    at + layout.BODY_INERTIA,
  );
  F[at + layout.BODY_RADIUS] = form.radius;
  F[at + layout.BODY_SIZE] = clump.size;
  I.set(
    [clump.id, clump.shape, clump.material, layout.FRESH, firstMember, form.spheres.length],
    2 * (at + layout.BODY_INTEGERS),
  );
  form.spheres.forEach(({ centre, radius }, k) => {
    const member = memory.address(layout.MEMBER) + layout.MEMBER_STRIDE * (firstMember + k);
    writeVector(F, member, centre);
    const element = I[layout.ELEMENT_COUNT];
    I[2 * (member + layout.MEMBER_ELEMENT)] = element;
    const position = { x: 0, y: 0, z: 0 };
    const still = {
      position: position,
      velocity: position,
      angularVelocity: position,
      orientation: [1, 0, 0, 0] as const,
    };
    const { id, shape, material } = clump;
    const isOther = form.parts?.[k] !== undefined;
    appendElement(memory, { ...still, id, shape, material, radius, inverseMass: isFixed ? 0 : 1 / mass, isOther });
    I.set([number, firstMember + k], 2 * memory.address(layout.TAG) + 4 * element + layout.TAG_OWNER);
  });
  I[layout.BODY_COUNT] = number + 1;
  I[layout.BODY_BLOCK_COUNT] = Math.ceil((number + 1) / layout.BODIES_PER_BLOCK);
  kernel.placeClump(number);
  setClumpMotion(memory, kernel, number, clump.velocity, clump.angularVelocity);
}

/** Sets velocity and angular velocity (world axes) as those of the present time. */
export function setClumpMotion(
  memory: StepMemory,
  kernel: StepKernel,
  clump: number,
  velocity: Vector3,
  angularVelocity: Vector3,
): void {
  const { F, I } = memory;
  const at = clumpAddress(memory, clump);
  writeVector(F, at + layout.BODY_VELOCITY, velocity);
  writeVector(F, at + layout.BODY_ANGULAR_VELOCITY, angularVelocity);
  writeVector(F, at + layout.BODY_MOMENTUM, momentumOf(F, at, angularVelocity));
  const flags = 2 * (at + layout.BODY_INTEGERS) + layout.BODY_FLAGS;
  I[flags] = I[flags] | layout.FRESH;
  kernel.placeClump(clump);
}

/** Columns of the clump's matrix: its principal axes in the world. */
function axesOf(F: Float64Array, at: number): Vector3[] {
  const m = at + layout.BODY_MATRIX;
  return [0, 1, 2].map((k) => ({ x: F[m + k], y: F[m + 3 + k], z: F[m + 6 + k] }));
}

export function momentumOf(F: Float64Array, at: number, rate: Vector3): Vector3 {
  return axesOf(F, at).reduce(
    (sum, axis, k) => {
      const share = F[at + layout.BODY_INERTIA + k] * dot(axis, rate);
      return { x: sum.x + share * axis.x, y: sum.y + share * axis.y, z: sum.z + share * axis.z };
    },
    { x: 0, y: 0, z: 0 },
  );
}

/** Angular velocity that belongs to an angular momentum, both in world axes. */
export function rateOf(F: Float64Array, at: number, momentum: Vector3): Vector3 {
  return axesOf(F, at).reduce(
    (sum, axis, k) => {
      const share = dot(axis, momentum) / F[at + layout.BODY_INERTIA + k];
      return { x: sum.x + share * axis.x, y: sum.y + share * axis.y, z: sum.z + share * axis.z };
    },
    { x: 0, y: 0, z: 0 },
  );
}

/** Takes a clump out, and its spheres. */
export function markClumpDead(memory: StepMemory, clump: number): void {
  const { I } = memory;
  const at = clumpAddress(memory, clump);
  const integers = 2 * (at + layout.BODY_INTEGERS);
  I[integers + layout.BODY_FLAGS] = I[integers + layout.BODY_FLAGS] | layout.DEAD;
  const first = I[integers + layout.BODY_MEMBERS];
  for (let k = first; k < first + I[integers + layout.BODY_MEMBER_COUNT]; k++) {
    const member = memory.address(layout.MEMBER) + layout.MEMBER_STRIDE * k;
    markDead(memory, I[2 * (member + layout.MEMBER_ELEMENT)]);
  }
}

/** Kinetic and potential energy of a free clump with these velocities; 0 for one that no force moves. */
export function clumpEnergy(memory: StepMemory, clump: number, velocity: Vector3, angularVelocity: Vector3): number {
  const { F } = memory;
  const at = clumpAddress(memory, clump);
  const inverseMass = F[at + layout.BODY_INVERSE_MASS];
  if (inverseMass === 0) return 0;
  const fall = dot(readVector(F, layout.GRAVITY), readVector(F, at + layout.BODY_POSITION));
  const spin = 0.5 * dot(angularVelocity, momentumOf(F, at, angularVelocity));
  return (0.5 * dot(velocity, velocity) - fall) / inverseMass + spin;
}
