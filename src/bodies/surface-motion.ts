// SPDX-License-Identifier: MIT
/** Moving surfaces of static walls: conveyors, belts, pulleys. SI units, world axes. */
import type { Vector3Like } from '../math/vector.ts';

/**
 * A surface that runs while its wall stands still: a conveyor, belt or pulley. Velocity and rotation add up; a belt
 * excludes both. The component along the contact normal is ignored.
 */
export interface SurfaceMotionSpec {
  /** m/s */
  readonly velocity?: Vector3Like;
  /** Velocity of a rotation about the line along `axis` through the point `through`; rate in rad/s. */
  readonly rotation?: { readonly axis: Vector3Like; readonly through: Vector3Like; readonly rate: number };
  /** Velocity along the facets around an axis: `speed`, m/s, along axis x outward normal. */
  readonly belt?: { readonly axis: Vector3Like; readonly speed: number };
  /** s; default 0 */
  readonly from?: number;
  /** s; default: no end */
  readonly until?: number;
}

export function isSurfaceRunning({ from = 0, until = Infinity }: SurfaceMotionSpec, time: number): boolean {
  return time >= from && time < until;
}

/** True if it starts or stops during a simulation. */
export function isSurfaceTimed({ from = 0, until = Infinity }: SurfaceMotionSpec): boolean {
  return from > 0 || until < Infinity;
}
