// SPDX-License-Identifier: MIT
/** How far a point is beyond the curved surface of a wall. */
import { F, I } from '../memory.ts';
import { heightOverSide } from './sphere-on-wall.ts';
import { WALL_KIND, WALL_NORMAL, WALL_RADIUS, WALL_ROUND, WALL_SPHERE, WALL_UPPER_RADIUS } from './wall-layout.ts';

/** Shorter ways have no direction. */
const NO_LENGTH: f64 = 1.0e-150;

/**
 * Signed distance of a point from the surface, positive beyond it as seen from inside, with its gradient to
 * F[gradient..]: of the sphere, of the side of a cylinder or cone without ends, or of the tube of a torus.
 */
export function excursion(wall: i32, x: f64, y: f64, z: f64, gradient: i32): f64 {
  const kind: i32 = I[2 * wall + WALL_KIND];
  if (kind === WALL_SPHERE) {
    const d: f64 = Math.sqrt(x * x + y * y + z * z);
    const isCentre: bool = !(d > NO_LENGTH);
    F[gradient] = isCentre ? 1.0 : x / d;
    F[gradient + 1] = isCentre ? 0.0 : y / d;
    F[gradient + 2] = isCentre ? 0.0 : z / d;
    return d - F[wall + WALL_RADIUS];
  }
  const e: f64 = Math.sqrt(x * x + y * y);
  const isOnAxis: bool = !(e > NO_LENGTH);
  const wx: f64 = isOnAxis ? 1.0 : x / e;
  const wy: f64 = isOnAxis ? 0.0 : y / e;
  if (kind === WALL_ROUND) {
    F[gradient] = F[wall + WALL_NORMAL] * wx;
    F[gradient + 1] = F[wall + WALL_NORMAL] * wy;
    F[gradient + 2] = F[wall + WALL_NORMAL + 1];
    return heightOverSide(wall, e, z);
  }
  const across: f64 = e - F[wall + WALL_RADIUS];
  const d: f64 = Math.sqrt(across * across + z * z);
  const isMiddle: bool = !(d > NO_LENGTH);
  const ne: f64 = isMiddle ? 0.0 : across / d;
  F[gradient] = ne * wx;
  F[gradient + 1] = ne * wy;
  F[gradient + 2] = isMiddle ? 1.0 : z / d;
  return d - F[wall + WALL_UPPER_RADIUS];
}
