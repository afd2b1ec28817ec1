// SPDX-License-Identifier: MIT
/**
 * Subtracts the velocity of a moving surface from that of a contact, for user-defined laws; surface-velocity.ts does
 * the same in the step kernel.
 */
import * as layout from '../../step-kernel/step-layout.ts';

/** Squared sine below which a belt has no direction, as in the step kernel. */
const NO_DIRECTION = 1e-12;

/**
 * Velocities of the first body against the second at the contact; of a touch with a wall, whose numbers are at `touch`.
 */
export function takeSurfaceVelocity(
  F: Float64Array,
  I: Int32Array,
  touch: number,
  velocity: Float64Array,
  angularVelocity: Float64Array,
): void {
  const isMesh = I[2 * touch + layout.TOUCH_KIND] === layout.TOUCH_MESH;
  const partner = I[2 * touch + layout.TOUCH_PARTNER];
  const wall = isMesh
    ? I[layout.MESH] + layout.MESH_STRIDE * partner
    : I[layout.HALF_SPACE] + layout.HALF_SPACE_STRIDE * partner;
  const cell = wall + (isMesh ? layout.MESH_INTEGERS : layout.HALF_SPACE_MATERIAL);
  const kind = I[2 * cell + layout.SURFACE_KIND];
  if (kind === 0) return;
  const surface = wall + (isMesh ? layout.MESH_SURFACE : layout.HALF_SPACE_SURFACE);
  const rate = surface + layout.SURFACE_ANGULAR_VELOCITY;
  const normal = touch + layout.TOUCH_NORMAL;
  if (kind === layout.SURFACE_BELT) {
    let squared = 0;
    for (let c = 0; c < 3; c++) squared += crossed(F, normal, rate, c) ** 2;
    if (!(squared > NO_DIRECTION)) return;
    const share = F[surface] / Math.sqrt(squared);
    for (let c = 0; c < 3; c++) velocity[c] = velocity[c] - share * crossed(F, normal, rate, c);
    return;
  }
  let along = 0;
  for (let c = 0; c < 3; c++) along += rigid(F, touch, surface, isMesh, c) * F[normal + c];
  for (let c = 0; c < 3; c++) {
    const v = rigid(F, touch, surface, isMesh, c) - along * F[normal + c];
    velocity[c] = velocity[c] - v;
    angularVelocity[c] = angularVelocity[c] - F[rate + c];
  }
}

/** Component c of the cross product of the vectors at two addresses. */
function crossed(F: Float64Array, a: number, b: number, c: number): number {
  const next = (c + 1) % 3;
  const last = (c + 2) % 3;
  return F[a + next] * F[b + last] - F[a + last] * F[b + next];
}

/** Component c of the velocity of a rigid surface at the point of a touch. */
function rigid(F: Float64Array, touch: number, surface: number, isMesh: boolean, c: number): number {
  const next = (c + 1) % 3;
  const last = (c + 2) % 3;
  const rate = surface + layout.SURFACE_ANGULAR_VELOCITY;
  const turning =
    F[rate + next] * away(F, touch, surface, isMesh, last) - F[rate + last] * away(F, touch, surface, isMesh, next);
  return F[surface + c] + turning;
}

function away(F: Float64Array, touch: number, surface: number, isMesh: boolean, c: number): number {
  const shift = isMesh ? F[touch + layout.TOUCH_SHIFT + c] : 0;
  return F[touch + layout.TOUCH_POINT + c] - shift - F[surface + layout.SURFACE_POINT + c];
}
