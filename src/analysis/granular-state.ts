// SPDX-License-Identifier: MIT
/**
 * The input of an analysis: bodies and contacts at one time as flat arrays, from a simulation or from a file. Fixed
 * bodies and bodies with a prescribed motion are walls: they have no mass, and contacts with them are wall contacts.
 */
import type { Vector3 } from '../math/vector.ts';
import type { BodyView } from '../simulation/views/simulation-views.ts';
import type { Solid } from './body-solid.ts';

/** The body view of a simulation with two more fields; `shape` is also an index of `GranularState.solids`. */
export interface AnalysedBodies
  extends Pick<
    BodyView,
    'count' | 'ids' | 'shape' | 'material' | 'radius' | 'scale' | 'position' | 'orientation' | 'velocity'
  > {
  /** kg */
  readonly mass: Float64Array;
  /** 1 for bodies that move freely, 0 for walls. */
  readonly isFree: Uint8Array;
}

/** Contacts of free bodies, A being one. Vectors have stride 3. */
export interface AnalysedContacts {
  readonly count: number;
  /** Row of the body among the bodies. */
  readonly bodyA: Int32Array;
  /** Row of the second body; -1 for a wall. */
  readonly bodyB: Int32Array;
  /**
   * Number of the wall, if there is one: contacts with the same number are with the same wall. A mesh has a separate
   * number for each contact.
   */
  readonly wall: Int32Array;
  /** m */
  readonly point: Float64Array;
  /** Unit, from A to B. */
  readonly normal: Float64Array;
  /** On A, N. */
  readonly force: Float64Array;
}

/** Bodies and contacts at one moment, as all analyses read them; `present` makes one from a simulation. */
export interface GranularState {
  /** s */
  readonly time: number;
  readonly bodies: AnalysedBodies;
  readonly contacts: AnalysedContacts;
  /** Solids by number of shape. */
  readonly solids: readonly Solid[];
  /** Lowest corner of the domain, and its length in the directions in which it repeats; 0 in the others. */
  readonly periodic: { readonly min: Vector3; readonly lengths: Vector3 };
  /** m/s2 */
  readonly gravity: Vector3;
}

export function vectorAt(values: Float64Array, k: number): Vector3 {
  return { x: values[3 * k], y: values[3 * k + 1], z: values[3 * k + 2] };
}

/** Against gravity; z without gravity. */
export function upOf({ gravity: { x, y, z } }: Pick<GranularState, 'gravity'>): Vector3 {
  const size = Math.sqrt(x * x + y * y + z * z);
  return size > 0 ? { x: -x / size, y: -y / size, z: -z / size } : { x: 0, y: 0, z: 1 };
}
