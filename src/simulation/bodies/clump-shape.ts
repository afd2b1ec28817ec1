// SPDX-License-Identifier: MIT
/** A clump in the frame of its principal axes about its centre of mass, at unit density. */
import { type Ball, unionOfBalls } from '../../bodies/union-of-balls.ts';
import { conjugate, fromAxes, inverseRotate, type Quaternion } from '../../math/quaternion.ts';
import { eigenSystem } from '../../math/symmetric-matrix.ts';
import { length, subtract, type Vector3, vector3 } from '../../math/vector.ts';
import type { ClumpSphereSpec } from '../simulation-spec.ts';

export interface ClumpShape {
  readonly volume: number;
  /** In the shape's own frame. */
  readonly centroid: Vector3;
  /** From the principal axes to the shape's own frame. */
  readonly principal: Quaternion;
  readonly own: Quaternion;
  /** Principal moments at unit density. */
  readonly inertia: readonly [number, number, number];
  /** Spheres about the centroid, along the principal axes. */
  readonly spheres: readonly Ball[];
  readonly radius: number;
}

export function clumpShape(spheres: readonly ClumpSphereSpec[]): ClumpShape {
  const balls = spheres.map(({ centre, radius }) => ({ centre: vector3(centre), radius }));
  const { volume, centroid, inertia } = unionOfBalls(balls);
  const { values, vectors } = eigenSystem(inertia);
  const principal = fromAxes(...vectors);
  const placed = balls.map(({ centre, radius }) => ({
    centre: inverseRotate(principal, subtract(centre, centroid)),
    radius,
  }));
  return {
    volume,
    centroid,
    principal,
    own: conjugate(principal),
    inertia: values,
    spheres: placed,
    radius: Math.max(...placed.map(({ centre, radius }) => length(centre) + radius)),
  };
}
