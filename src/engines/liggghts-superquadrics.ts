// SPDX-License-Identifier: MIT
/**
 * Superquadrics in LIGGGHTS, where it is built with them. Its atoms are then all superquadrics: spheres have the
 * exponents 2. Half-spaces are triangles, on which the contact point is ours; on its planes it is the deepest point of
 * the body (docs/decisions/0085-half-spaces-are-triangles-for-superquadrics.md).
 */
import type { Vector3 } from '../math/vector.ts';
import { Superquadric, superquadric } from '../shapes/kinds/superquadric.ts';
import type { SimulationSpec } from '../simulation/simulation-spec.ts';
import { vectorText } from './engine-frame.ts';
import { quaternionAt, type StartBodies, vectorAt } from './start-bodies.ts';

/** By number of the shape; empty for a scene without superquadrics. */
export type SuperquadricShapes = readonly (Superquadric | undefined)[];

/** The method of LIGGGHTS needs second derivatives, which smaller exponents do not have everywhere. */
export const LEAST_EXPONENT = 2;

export function superquadricShapes({ shapes = [] }: Pick<SimulationSpec, 'shapes'>): SuperquadricShapes {
  const all = shapes.map((shape) =>
    'convex' in shape && shape.convex instanceof Superquadric ? shape.convex : undefined,
  );
  if (all.every((each) => each === undefined)) return [];
  return shapes.map((shape, k) => {
    if (!('sphere' in shape)) return all[k];
    const { radius } = shape.sphere;
    return superquadric({ semiAxes: [radius, radius, radius], n1: 2, n2: 2 });
  });
}

/** What follows the type of an atom in the data file: density, semi-axes, exponents, position. */
export function superquadricColumns(shape: Superquadric, scale: number, density: number, position: Vector3): string {
  const { semiAxes, n1, n2 } = shape.scaled(scale);
  return `${density} ${vectorText(semiAxes)} ${n1} ${n2} ${decimals(position)}`;
}

/**
 * Coordinates without an exponent: LIGGGHTS reads the last three columns a second time, as integers, and takes them for
 * the periodic image of the body. Digits below 1e-18 m are lost.
 */
function decimals({ x, y, z }: Vector3): string {
  return [x, y, z].map((value) => value.toFixed(18)).join(' ');
}

/** Orientations, then angular velocities: LIGGGHTS keeps the angular momentum, which depends on both. */
export function orientationLines(bodies: StartBodies): string[] {
  return Array.from({ length: bodies.count }, (_, k) => {
    const { w, x, y, z } = quaternionAt(bodies.orientation, k);
    const spin = vectorAt(bodies.angularVelocity, k);
    return `set atom ${k + 1} quat_direct ${w} ${x} ${y} ${z} omegax ${spin.x} omegay ${spin.y} omegaz ${spin.z}`;
  });
}
