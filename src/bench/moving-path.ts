// SPDX-License-Identifier: MIT
/**
 * Motion of the bodies of a set between queries, for the timing of warm starts. From pose to pose every body moves by
 * 1e-3 of the size of its pair and rotates by 1e-3 rad, at random. It stays near its first pose, so that separated
 * pairs stay separated.
 */
import { fromAxisAngle, multiply, type Quaternion } from '../math/quaternion.ts';
import { Random } from '../math/random.ts';
import { addScaled, distance, type Vector3 } from '../math/vector.ts';
import type { PairSet } from './pair-set.ts';

const STEP = 1e-3;
/**
 * Of the size, from the first position: two bodies close a gap by 3e-3 so, by 1.2e-3 more as they turn; the smallest
 * gap is 5e-3, of superquadrics 1e-3, so that a few of those touch now and then.
 */
const LEASH = 1.5e-3;
const POSITIONS = 24;

/** Poses of all bodies at successive times; play it to the end, then backwards, and so on. */
export function movingPath(set: PairSet): Float64Array[] {
  const random = new Random(set.bodies.length);
  const path = Array.from({ length: POSITIONS }, () => new Float64Array(set.poses.length));
  set.bodies.forEach((_, body) => {
    const size = set.sizes[body >> 1];
    const [x = 0, y = 0, z = 0, qw = 1, qx = 0, qy = 0, qz = 0] = set.poses.slice(7 * body, 7 * body + 7);
    const home: Vector3 = { x, y, z };
    const still: Quaternion = { w: qw, x: qx, y: qy, z: qz };
    let position = home;
    /** Turning is about an axis of the body that changes sign as a walk on a leash does. */
    const axis = random.unitVector();
    let turns = 0;
    for (const poses of path) {
      const orientation = multiply(still, fromAxisAngle(axis, turns * STEP));
      const { w, x: ox, y: oy, z: oz } = orientation;
      poses.set([position.x, position.y, position.z, w, ox, oy, oz], 7 * body);
      position = stepOnLeash(random, home, position, size);
      turns += turns > 0 || (turns === 0 && random.next() < 0.5) ? -1 : 1;
    }
  });
  return path;
}

function stepOnLeash(random: Random, home: Vector3, from: Vector3, size: number): Vector3 {
  for (;;) {
    const next = addScaled(from, random.unitVector(), STEP * size);
    if (distance(next, home) <= LEASH * size) return next;
  }
}
