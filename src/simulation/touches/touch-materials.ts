// SPDX-License-Identifier: MIT
/** Reads the materials of a touch and their law from the memory of the simulation. */
import * as layout from '../../step-kernel/step-layout.ts';

export function materialOfElement(I: Int32Array, e: number): number {
  const motion = I[layout.MOTION] + layout.MOTION_STRIDE * e;
  return I[2 * (motion + layout.MOTION_INTEGERS) + layout.MATERIAL];
}

export function materialOfWall(I: Int32Array, k: number): number {
  const wall = I[layout.HALF_SPACE] + layout.HALF_SPACE_STRIDE * k;
  return I[2 * (wall + layout.HALF_SPACE_MATERIAL)];
}

function materialOfMesh(I: Int32Array, k: number): number {
  const mesh = I[layout.MESH] + layout.MESH_STRIDE * k;
  return I[2 * (mesh + layout.MESH_INTEGERS) + layout.MESH_MATERIAL];
}

/** Material of the partner of a touch. */
export function materialOfPartner(I: Int32Array, touch: number): number {
  const kind = I[2 * touch + layout.TOUCH_KIND];
  const partner = I[2 * touch + layout.TOUCH_PARTNER];
  if (kind === layout.TOUCH_BODY) return materialOfElement(I, partner);
  return kind === layout.TOUCH_HALF_SPACE ? materialOfWall(I, partner) : materialOfMesh(I, partner);
}

function constantsOf(I: Int32Array, a: number, b: number): number {
  return I[layout.LAW] + layout.LAW_STRIDE * (I[layout.MATERIAL_COUNT] * a + b);
}

/** True where two materials have a law of the user's own. */
export function isUserLaw(I: Int32Array, a: number, b: number): boolean {
  return (I[2 * (constantsOf(I, a, b) + layout.LAW_FLAGS)] & layout.USER_LAW) !== 0;
}

/** Stiffness between two materials that have the law of this bit, N/m3; 0 where they have another law. */
export function lawStiffness(F: Float64Array, I: Int32Array, a: number, b: number, bit: number): number {
  const constants = constantsOf(I, a, b);
  return (I[2 * (constants + layout.LAW_FLAGS)] & bit) === 0 ? 0 : F[constants + layout.LAW_NORMAL];
}

/** Stiffness of the pressure fields of an element on a mesh, N/m3; 0 where their materials have another law. */
export function fieldOnMesh(F: Float64Array, I: Int32Array, element: number, mesh: number): number {
  return lawStiffness(F, I, materialOfElement(I, element), materialOfMesh(I, mesh), layout.FIELD_LAW);
}
