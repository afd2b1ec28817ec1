// SPDX-License-Identifier: MIT
/** Outlets: regions that remove bodies, what they remove, and how much has left. SI units. */
import type { StepClock } from '../math/step-clock.ts';
import { dot, normalise, subtract, type Vector3, type Vector3Like, vector3 } from '../math/vector.ts';
import type { FollowSpec } from './followed-region.ts';
import type { InsertionRegionSpec, RegionSpec } from './insertion/insertion-spec.ts';

/** A region that removes bodies and counts them. */
export interface OutletSpec {
  readonly name: string;
  /** A body is removed when its centre of mass is in this region. */
  readonly region: OutletRegionSpec;
  /** Lets the region go along with a wall; default: it stays where it is. */
  readonly follows?: FollowSpec;
  /** Only bodies of these shapes; default all. */
  readonly shapes?: readonly string[];
  /** Only bodies of these materials; default all. */
  readonly materials?: readonly string[];
  /** Time between two checks, s; default one time step. */
  readonly every?: number;
  /** s; default 0 */
  readonly from?: number;
  /** s; default: no end */
  readonly until?: number;
  /** A closed outlet removes nothing until a change opens it; default false. */
  readonly closed?: boolean;
}

/** Region of an outlet. A plane stands for the half-space on the side that the direction points to. */
export type OutletRegionSpec =
  | RegionSpec
  | { readonly plane: { readonly through: Vector3Like; readonly direction: Vector3Like } };

/** Bodies removed so far, by an outlet or at the boundary of the domain. */
export interface DepartedBodies {
  readonly count: number;
  /** kg */
  readonly mass: number;
  /** Energy of these bodies, J: kinetic and potential; for outlets also that of their contacts. */
  readonly energy: number;
}

export const NONE_DEPARTED: DepartedBodies = Object.freeze({ count: 0, mass: 0, energy: 0 });

/** Bodies removed so far by one outlet. */
export interface OutletProgress extends DepartedBodies {
  readonly name: string;
}

/** True if a point is in a region or on its surface. */
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

/** Steps at which an outlet checks: those with a time in [from, until), at a fixed interval from the clock's start. */
export class OutletSteps {
  readonly #first: number;
  readonly #end: number;
  readonly #interval: number;
  readonly #start: number;

  constructor({ every = 0, from = 0, until = Infinity, closed = false }: OutletSpec, clock: StepClock) {
    this.#interval = Math.max(1, Math.round(every / clock.timeStep));
    this.#start = clock.start.step;
    this.#first = clock.firstStepAt(from);
    this.#end = closed ? 0 : clock.firstStepAt(until);
  }

  isDue(step: number): boolean {
    return step >= this.#first && step < this.#end && (step - this.#start) % this.#interval === 0;
  }
}
