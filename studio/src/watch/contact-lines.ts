// SPDX-License-Identifier: MIT
/**
 * Contacts of a frame as lines from the origin of the first body through the contact point to that of the second; one
 * line for a wall. The thickness grows with the force, so force chains stand out. On request only forces above the mean
 * are shown, which carry the load (Radjai, Jean, Moreau & Roux, Phys. Rev. Lett. 77, 1996).
 */
import type { Frame } from '../../../src/io.ts';
import { bodyIndex, contactForce } from './body-values.ts';

interface ContactLines {
  readonly ends: Float32Array;
  readonly radii: Float32Array;
  /** Force of each line, as part of the full force, 1 at most. */
  readonly values: Float32Array;
  readonly count: number;
  /** Contacts that lines are drawn for. */
  readonly contacts: number;
  /** N */
  readonly largestForce: number;
  /** That of the thickest lines, N: the largest, unless a few are far above all others. */
  readonly fullForce: number;
}

/** Of the forces, this many are below the full one, if the largest is far above it: a jam would hide the chains. */
const USUAL_PART = 0.99;
const FAR_ABOVE = 3;
/** Thickest line, as part of the typical size of a body. */
const THICKEST = 0.3;
/** A partner farther away than this many sizes is there across a periodic side: its line would cross the picture. */
const FARTHEST = 4;

/** Which part of a force is shown: all of it, along the normal of the contact, or across. */
export type ForcePart = 'whole' | 'normal' | 'shear';

export interface ContactLineOptions {
  /** Omits forces below the mean. */
  readonly isStrongOnly: boolean;
  readonly part: ForcePart;
  /** Bodies that are not shown have no lines. */
  readonly isHidden: (body: number) => boolean;
}

/** N; NaN where the file has no normals and the part needs one. */
export function forcePart(frame: Frame, contact: number, part: ForcePart): number {
  const whole = contactForce(frame, contact);
  if (part === 'whole') return whole;
  const { contactForces: f, contactNormals: n } = frame;
  const k = 3 * contact;
  const along = Math.abs(f[k] * n[k] + f[k + 1] * n[k + 1] + f[k + 2] * n[k + 2]);
  return part === 'normal' ? along : Math.sqrt(Math.max(whole * whole - along * along, 0));
}

/** `reach` is the extent of a body. */
export function contactLines(
  frame: Frame,
  reach: (body: number) => number,
  typicalSize: number,
  { isStrongOnly, part, isHidden }: ContactLineOptions,
): ContactLines {
  const contactCount = frame.contactBodies.length / 2;
  const ends = new Float32Array(12 * contactCount);
  const radii = new Float32Array(2 * contactCount);
  const values = new Float32Array(2 * contactCount);
  const forces = Float64Array.from({ length: contactCount }, (_, k) => forcePart(frame, k, part) || 0);
  let largestForce = 0;
  let sum = 0;
  for (const force of forces) {
    largestForce = Math.max(largestForce, force);
    sum += force;
  }
  const fullForce = fullForceOf(forces, largestForce);
  const least = isStrongOnly && contactCount > 0 ? sum / contactCount : 0;
  let count = 0;
  let contacts = 0;
  for (let k = 0; k < contactCount; k++) {
    const force = forces[k];
    if (force === 0 || force < least) continue;
    contacts++;
    const point = frame.contactPoints.subarray(3 * k, 3 * k + 3);
    for (const side of [0, 1]) {
      const id = frame.contactBodies[2 * k + side];
      const body = id < 0 ? -1 : bodyIndex(frame.ids, id);
      if (body < 0 || isHidden(body)) continue;
      const middle = frame.positions.subarray(3 * body, 3 * body + 3);
      if (distance(middle, point) > FARTHEST * reach(body)) continue;
      ends.set(middle, 6 * count);
      ends.set(point, 6 * count + 3);
      const value = Math.min(force / fullForce, 1);
      values[count] = value;
      radii[count++] = typicalSize * THICKEST * Math.sqrt(value);
    }
  }
  return { ends, radii, values, count, contacts, largestForce, fullForce };
}

/** N, for lines in full thickness. */
export function fullForceOf(forces: Float64Array, largest: number): number {
  const sorted = forces.filter((force) => force > 0).sort();
  const usual = sorted[Math.floor(USUAL_PART * (sorted.length - 1))] ?? largest;
  return largest > FAR_ABOVE * usual ? usual : largest;
}

function distance(a: Float32Array, b: Float32Array): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
