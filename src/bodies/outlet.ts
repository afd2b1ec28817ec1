// SPDX-License-Identifier: MIT
/** Outlets: regions in which bodies are taken out, what they take, and how much has left. SI units. */
import { dot, normalise, subtract, type Vector3, type Vector3Like, vector3 } from '../math/vector.ts';
import type { InsertionRegionSpec, RegionSpec } from './insertion/insertion-spec.ts';

export interface OutletSpec {
  readonly name: string;
  /** A body leaves when its centre of mass is in it. */
  readonly region: OutletRegionSpec;
  /** Only bodies of these shapes; default all. */
  readonly shapes?: readonly string[];
  /** Only bodies of these materials; default all. */
  readonly materials?: readonly string[];
  /** Time between two looks, s; default a time step. */
  readonly every?: number;
  /** s; default 0 */
  readonly from?: number;
  /** s; default: for ever */
  readonly until?: number;
}

/** A plane is all that lies beyond it, on the side that the direction points to. */
export type OutletRegionSpec =
  | RegionSpec
  | { readonly plane: { readonly through: Vector3Like; readonly direction: Vector3Like } };

/** Bodies that have left so far, through an outlet or the sides of the domain. */
export interface DepartedBodies {
  readonly count: number;
  /** kg */
  readonly mass: number;
  /** Energy of these bodies, J: kinetic and potential and, through outlets, that of their contacts. */
  readonly energy: number;
}

export const NONE_DEPARTED: DepartedBodies = Object.freeze({ count: 0, mass: 0, energy: 0 });

/** Bodies that have left through an outlet so far. */
export interface OutletProgress extends DepartedBodies {
  readonly name: string;
}

/** Says whether a point is in a region; the surface belongs to it. */
export function containment(
  region: OutletRegionSpec | InsertionRegionSpec,
): (x: number, y: number, z: number) => boolean {
  if ('plane' in region) {
    const normal = normalise(vector3(region.plane.direction));
    const offset = dot(normal, vector3(region.plane.through));
    return (x, y, z) => normal.x * x + normal.y * y + normal.z * z >= offset;
  }
  if ('box' in region) {
    const min = vector3(region.box.min);
    const max = vector3(region.box.max);
    return (x, y, z) => x >= min.x && x <= max.x && y >= min.y && y <= max.y && z >= min.z && z <= max.z;
  }
  if ('sphere' in region) {
    const centre = vector3(region.sphere.centre);
    const squared = region.sphere.radius * region.sphere.radius;
    return (x, y, z) => (x - centre.x) ** 2 + (y - centre.y) ** 2 + (z - centre.z) ** 2 <= squared;
  }
  const { from, to, radius, innerRadius } = 'tube' in region ? region.tube : { ...region.cylinder, innerRadius: 0 };
  return insideTube(vector3(from), vector3(to), innerRadius, radius);
}

function insideTube(
  from: Vector3,
  to: Vector3,
  innerRadius: number,
  radius: number,
): (x: number, y: number, z: number) => boolean {
  const axis = subtract(to, from);
  const lengthSquared = dot(axis, axis);
  return (x, y, z) => {
    const offset = { x: x - from.x, y: y - from.y, z: z - from.z };
    const along = dot(offset, axis);
    if (along < 0 || along > lengthSquared) return false;
    const squared = dot(offset, offset) - (along * along) / lengthSquared;
    return squared <= radius * radius && squared >= innerRadius * innerRadius;
  };
}

/**
 * Steps at which an outlet looks: those whose time is in [from, until), every so many steps counted from the first step
 * of all.
 */
export class OutletSteps {
  readonly #first: number;
  readonly #end: number;
  readonly #interval: number;

  constructor({ every = 0, from = 0, until = Infinity }: OutletSpec, timeStep: number) {
    this.#interval = Math.max(1, Math.round(every / timeStep));
    // Times that are a multiple of the step in decimal digits must not fall into the step after.
    this.#first = Math.ceil((from / timeStep) * (1 - 1e-12));
    this.#end = Math.ceil((until / timeStep) * (1 - 1e-12));
  }

  isDue(step: number): boolean {
    return step >= this.#first && step < this.#end && step % this.#interval === 0;
  }
}
