// SPDX-License-Identifier: MIT
/** Meshes that move as rigid bodies under contact forces. SI units, world axes. */
import type { Vector3, Vector3Like } from '../math/vector.ts';

/**
 * A mesh that moves as a rigid body under contact forces. By default, mass and inertia are those of the closed mesh
 * filled with its material.
 */
export interface FreeMeshSpec {
  /** kg; needs `centre` and `inertia` */
  readonly mass?: number;
  /** Centre of mass in the mesh's frame, m; needs `mass`. */
  readonly centre?: Vector3Like;
  /** Principal moments about the centre of mass along the axes of the mesh's frame, kg m2; needs `mass`. */
  readonly inertia?: Vector3Like;
  /** Initial velocity of the centre of mass, m/s. */
  readonly velocity?: Vector3Like;
  /** Initial angular velocity, rad/s. */
  readonly angularVelocity?: Vector3Like;
}

/** State of a freely moving mesh at the current time. */
export interface FreeMeshState {
  readonly name: string;
  /** kg */
  readonly mass: number;
  /** Of the centre of mass, m. */
  readonly position: Vector3;
  /** m/s */
  readonly velocity: Vector3;
  /** rad/s */
  readonly angularVelocity: Vector3;
}
