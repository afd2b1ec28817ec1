// SPDX-License-Identifier: MIT
/** Meshes that forces move, as rigid bodies. SI units, world axes. */
import type { Vector3, Vector3Like } from '../math/vector.ts';

/** Mass and inertia are those of a closed mesh full of its material, unless both are given. */
export interface FreeMeshSpec {
  /** kg */
  readonly mass?: number;
  /** Centre of mass in the mesh's frame, m; needed with `mass`. */
  readonly centre?: Vector3Like;
  /** Principal moments about it along the axes of the mesh's frame, kg m2; needed with `mass`. */
  readonly inertia?: Vector3Like;
  /** Of the centre of mass at the start, m/s. */
  readonly velocity?: Vector3Like;
  /** At the start, rad/s. */
  readonly angularVelocity?: Vector3Like;
}

/** A mesh that forces move, at the present time. */
export interface FreeMeshState {
  readonly name: string;
  readonly mass: number;
  /** Of the centre of mass. */
  readonly position: Vector3;
  readonly velocity: Vector3;
  readonly angularVelocity: Vector3;
}
