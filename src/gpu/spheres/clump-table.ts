// SPDX-License-Identifier: MIT
/**
 * Shapes made of spheres in the form of the GPU: about the centre of mass, along the principal axes, at size 1. A
 * single sphere is one of them.
 */
import type { Ball } from '../../bodies/union-of-balls.ts';
import { IDENTITY_QUATERNION, type Quaternion, rotate } from '../../math/quaternion.ts';
import { add, length, scale as scaled, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { bodyForm } from '../../simulation/bodies/body-form.ts';
import type { ClumpShape } from '../../simulation/bodies/clump-shape.ts';
import { massOfSphere } from '../../simulation/set-up.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import type { Present } from '../engine/body-exchange.ts';

export interface SpheresShape extends Omit<ClumpShape, 'own'> {
  /** A single sphere. */
  readonly isSphere: boolean;
  /** Largest distance of a sphere's centre from the centre of mass. */
  readonly farthest: number;
}

/** By the numbers of the shapes in the spec; others have been refused. */
export function clumpTable({ shapes = [] }: SimulationSpec): SpheresShape[] {
  return shapes.map((shape) => {
    if ('sphere' in shape) return sphereShape(shape.sphere.radius);
    const form = bodyForm(shape);
    if (form === undefined || form.parts !== undefined) throw new Error(shape.name);
    return { ...form, isSphere: false, farthest: Math.max(...form.spheres.map(({ centre }) => length(centre))) };
  });
}

function sphereShape(radius: number): SpheresShape {
  const volume = massOfSphere(radius, 1);
  const moment = 0.4 * volume * radius * radius;
  return {
    isSphere: true,
    volume,
    centroid: ZERO_VECTOR,
    principal: IDENTITY_QUATERNION,
    radius,
    farthest: 0,
    inertia: [moment, moment, moment],
    spheres: [{ centre: ZERO_VECTOR, radius }],
  };
}

/** The spheres of a body; `turn` is the orientation of its principal axes. */
export function ballsOf({ spheres }: SpheresShape, factor: number, position: Vector3, turn: Quaternion): Ball[] {
  return spheres.map(({ centre, radius }) => ({
    centre: add(position, rotate(turn, scaled(centre, factor))),
    radius: factor * radius,
  }));
}

export function presentClump(shape: SpheresShape, factor: number, position: Vector3, turn: Quaternion): Present {
  return { position, volume: shape.volume * factor * factor * factor, balls: ballsOf(shape, factor, position, turn) };
}
