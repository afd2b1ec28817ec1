// SPDX-License-Identifier: MIT
/** Branch vectors of the contacts, split at the contact point into one part for each body; a wall has none. */
import { type AnalysedContacts, type GranularState, vectorAt } from './granular-state.ts';
import { nearestOffset } from './periodic-images.ts';

/** Numbers of a half: contact point, vector to the centre of the body, force on the body. */
export const HALF_STRIDE = 9;

interface Branches {
  readonly count: number;
  readonly halves: Float64Array;
  /** Row of the body that each half belongs to. */
  readonly rows: Int32Array;
}

const known = new WeakMap<AnalysedContacts, Branches>();

/** Computed once for each state. */
export function branches(state: GranularState): Branches {
  const found = known.get(state.contacts) ?? findBranches(state);
  known.set(state.contacts, found);
  return found;
}

function findBranches({ bodies, contacts, periodic: { lengths } }: GranularState): Branches {
  const halves = new Float64Array(2 * HALF_STRIDE * contacts.count);
  const rows = new Int32Array(2 * contacts.count);
  let count = 0;
  for (let c = 0; c < contacts.count; c++) {
    for (let side = 0; side < 2; side++) {
      const row = (side === 0 ? contacts.bodyA : contacts.bodyB)[c];
      if (row < 0) continue;
      const point = vectorAt(contacts.point, c);
      const offset = nearestOffset(point, vectorAt(bodies.position, row), lengths);
      const sign = side === 0 ? 1 : -1;
      const at = HALF_STRIDE * count;
      halves[at] = point.x;
      halves[at + 1] = point.y;
      halves[at + 2] = point.z;
      halves[at + 3] = offset.x;
      halves[at + 4] = offset.y;
      halves[at + 5] = offset.z;
      for (let axis = 0; axis < 3; axis++) halves[at + 6 + axis] = sign * contacts.force[3 * c + axis];
      rows[count] = row;
      count++;
    }
  }
  return { count, halves: halves.subarray(0, HALF_STRIDE * count), rows: rows.subarray(0, count) };
}
