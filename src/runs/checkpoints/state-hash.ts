// SPDX-License-Identifier: MIT
/** Hash of the state of all bodies. Two runs have the same hash if their states have the same bits. */
import type { BodyView } from '../../simulation/views/simulation-views.ts';
import { sha256 } from '../files/sha256.ts';

type StateOfBodies = Pick<BodyView, 'ids' | 'position' | 'orientation' | 'velocity' | 'angularVelocity'>;

/**
 * SHA-256, as hexadecimal digits, of the number of the step and of the bodies in the order of their ids: ids,
 * positions, orientations, velocities and angular velocities, as little-endian float64.
 */
export function stateHash(step: number, bodies: StateOfBodies): string {
  const { ids, position, orientation, velocity, angularVelocity } = bodies;
  const parts = [[step], ids, position, orientation, velocity, angularVelocity];
  const view = new DataView(new ArrayBuffer(8 * parts.reduce((sum, { length }) => sum + length, 0)));
  let at = 0;
  for (const part of parts) {
    for (const value of part) {
      view.setFloat64(at, value, true);
      at += 8;
    }
  }
  return sha256(new Uint8Array(view.buffer));
}
