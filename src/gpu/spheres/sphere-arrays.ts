// SPDX-License-Identifier: MIT
/** Spheres as flat arrays. */

/** Vectors have stride 3. */
export interface SphereArrays {
  readonly count: number;
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  readonly angularVelocity: Float64Array;
  readonly radius: Float64Array;
  readonly material: Uint8Array;
  /** 1 for a sphere that does not move. */
  readonly isFixed: Uint8Array;
  /** Numbers of the bodies that spheres belong to, and their names, if there are clumps. */
  readonly names?: Uint32Array;
  readonly tags?: Uint32Array;
}

/** Arrays for this many spheres: of radius 0, at rest at the origin. */
export function emptySpheres(count: number): SphereArrays {
  const vectors = (): Float64Array => new Float64Array(3 * count);
  return {
    count,
    position: vectors(),
    velocity: vectors(),
    angularVelocity: vectors(),
    radius: new Float64Array(count),
    material: new Uint8Array(count),
    isFixed: new Uint8Array(count),
  };
}

/** The spheres of `a`, then those of `b`. */
export function joinSpheres(a: SphereArrays, b: SphereArrays): SphereArrays {
  const arrays = emptySpheres(a.count + b.count);
  for (const key of ['position', 'velocity', 'angularVelocity', 'radius', 'material', 'isFixed'] as const) {
    arrays[key].set(a[key]);
    arrays[key].set(b[key], a[key].length);
  }
  return arrays;
}

/**
 * Spheres at the present time, with the forces on them, in the order of the upload, or by these indices of the numbers
 * of spheres.
 */
export interface ProbedSpheres extends SphereArrays {
  readonly force: Float64Array;
  readonly torque: Float64Array;
  /** Kinetic, rotational, potential above the origin of the cells, elastic, J. */
  readonly energies: Float32Array;
}
