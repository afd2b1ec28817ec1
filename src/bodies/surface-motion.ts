// SPDX-License-Identifier: MIT
/** Surfaces that run on walls that stand still: conveyors, belts, pulleys. SI units, world axes. */
import type { Vector3Like } from '../math/vector.ts';

/** Velocity and rotation add up; a belt stands alone. What is along the normal of a contact is left out. */
export interface SurfaceMotionSpec {
  /** m/s */
  readonly velocity?: Vector3Like;
  /** As if the surface turned about the line along `axis` through the point `through`; rate in rad/s. */
  readonly rotation?: { readonly axis: Vector3Like; readonly through: Vector3Like; readonly rate: number };
  /** Runs along the facets around an axis: with `speed`, m/s, along axis x normal, the normal being out of the wall. */
  readonly belt?: { readonly axis: Vector3Like; readonly speed: number };
  /** s; default 0 */
  readonly from?: number;
  /** s; default: for ever */
  readonly until?: number;
}

export function isSurfaceRunning({ from = 0, until = Infinity }: SurfaceMotionSpec, time: number): boolean {
  return time >= from && time < until;
}

/** Whether it starts or stops in the course of a simulation. */
export function isSurfaceTimed({ from = 0, until = Infinity }: SurfaceMotionSpec): boolean {
  return from > 0 || until < Infinity;
}
