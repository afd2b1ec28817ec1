// SPDX-License-Identifier: MIT
/**
 * Half-spaces in LIGGGHTS. A plane along an axis is a primitive wall, whose surface may run along another axis. A plane
 * that moves along its normal, or shakes, is a mesh of triangles across the domain. The centres of triangles must stay
 * within the domain, so the motion must not carry the mesh out of it.
 */
import { dot, normalise, scale, subtract, type Vector3, vector3 } from '../math/vector.ts';
import type { HalfSpaceSpec } from '../simulation/simulation-spec.ts';
import { AXES, axisOf } from './half-space-axis.ts';

/** `primitive`: in its plane the surface has this velocity; `mesh`: triangles that reach this far beyond the domain. */
export type LiggghtsWall =
  | { readonly form: 'primitive'; readonly surface: Vector3 }
  | { readonly form: 'mesh'; readonly beyond: number };

/** Largest amplitude in the plane over the least size of the domain: centres of triangles then stay within it. */
const MOST_SHAKE = 0.25;

/** Which of the two it is, for a half-space that LIGGGHTS can do. */
export function liggghtsWall({ normal, motion, surface }: HalfSpaceSpec): LiggghtsWall {
  if (axisOf(vector3(normal)) === undefined) return { form: 'mesh', beyond: 0 };
  const { velocity, oscillation } = motion ?? {};
  const along = inPlane(normal, vector3(velocity ?? surface?.velocity ?? [0, 0, 0]));
  const across = velocity === undefined ? 0 : dot(normalise(vector3(normal)), vector3(velocity));
  if (oscillation === undefined && across === 0) return { form: 'primitive', surface: along };
  return { form: 'mesh', beyond: oscillation === undefined ? 0 : oscillation.amplitude };
}

/** Why LIGGGHTS cannot do it; undefined if it can. */
export function liggghtsWallProblem(wall: HalfSpaceSpec, domain: Vector3 | undefined): string | undefined {
  const { normal, motion, surface } = wall;
  const isOblique = axisOf(vector3(normal)) === undefined;
  if (isOblique && domain === undefined) {
    return 'oblique half-spaces in scenes without a domain, across which it has them as triangles; add a domain';
  }
  if (motion === undefined && surface === undefined) return undefined;
  const remedy = 'use a mesh in its place, or the engine lammps';
  if (motion !== undefined && surface !== undefined) return 'surfaces that run on half-spaces that move';
  if (isOblique) {
    return `oblique half-spaces that move or run, since its planes are along the axes; ${remedy}`;
  }
  if (motion?.rotation !== undefined || surface?.rotation !== undefined) {
    return `half-spaces that turn, since its planes do not; ${remedy}`;
  }
  const { from = 0, until } = motion ?? surface ?? {};
  if (from > 0 || until !== undefined) return `motions that start or end during the run; ${remedy}`;
  const velocity = motion?.velocity ?? surface?.velocity;
  const along = inPlane(normal, vector3(velocity ?? [0, 0, 0]));
  const isAcross = velocity !== undefined && dot(vector3(normal), vector3(velocity)) !== 0;
  const isAlong = AXES.some((axis) => along[axis] !== 0);
  const { oscillation } = motion ?? {};
  if (oscillation !== undefined && velocity !== undefined) {
    return 'motions that consist of several; use one of velocity and oscillation';
  }
  if (isAcross && isAlong) return `half-spaces that move along their normal and in their plane; ${remedy}`;
  if (AXES.filter((axis) => along[axis] !== 0).length > 1) {
    return `half-spaces that run in a direction that is not an axis; ${remedy}`;
  }
  if ((oscillation?.phase ?? 0) !== 0) return 'oscillations with a phase';
  if ((isAcross || oscillation !== undefined) && domain === undefined) {
    return 'half-spaces that move, in scenes without a domain: there they are meshes across the domain';
  }
  if (oscillation !== undefined && domain !== undefined) {
    const most = MOST_SHAKE * Math.min(domain.x, domain.y, domain.z);
    if (oscillation.amplitude > most) {
      return `an oscillation of ${oscillation.amplitude} m: there it is a mesh that must stay in the domain, at most ${most} m`;
    }
  }
  return undefined;
}

function inPlane(normal: HalfSpaceSpec['normal'], velocity: Vector3): Vector3 {
  const n = normalise(vector3(normal));
  const part = dot(n, velocity);
  return part === 0 ? velocity : subtract(velocity, scale(n, part));
}
