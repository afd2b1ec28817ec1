// SPDX-License-Identifier: MIT
/** Mass, centre of mass, velocity, granular temperature and height of the free bodies in a region. */
import { dot, type Vector3 } from '../math/vector.ts';
import { type GranularState, upOf, vectorAt } from './granular-state.ts';
import { type AnalysisRegion, bodiesIn } from './region.ts';
import { SortedSums } from './sorted-sum.ts';

/** Number, mass, centre of mass, velocity and temperature of the bodies in a region, in SI units. */
export interface Bulk {
  /** Bodies */
  readonly count: number;
  /** kg */
  readonly mass: number;
  /** m */
  readonly centreOfMass: Vector3;
  /** Of the centre of mass, m/s. */
  readonly velocity: Vector3;
  /** A third of the mean square of velocities about that of the centre of mass, weighted by mass; m2/s2. */
  readonly granularTemperature: number;
  /** Highest point of the balls around the bodies, against gravity; m. */
  readonly top: number;
}

/** Undefined when no centre of a free body is in the region. */
export function bulk(state: GranularState, region: AnalysisRegion): Bulk | undefined {
  const { bodies } = state;
  const rows = bodiesIn(state, region);
  if (rows.length === 0) return undefined;
  const sums = new SortedSums(7);
  const up = upOf(state);
  let top = -Infinity;
  for (const k of rows) {
    const mass = bodies.mass[k];
    const p = vectorAt(bodies.position, k);
    const v = vectorAt(bodies.velocity, k);
    sums.add(mass, mass * p.x, mass * p.y, mass * p.z, mass * v.x, mass * v.y, mass * v.z);
    top = Math.max(top, dot(up, p) + bodies.radius[k]);
  }
  const [mass = 0, x = 0, y = 0, z = 0, vx = 0, vy = 0, vz = 0] = sums.sums();
  const velocity = { x: vx / mass, y: vy / mass, z: vz / mass };
  const squares = new SortedSums(1);
  for (const k of rows) {
    const v = vectorAt(bodies.velocity, k);
    const own = (v.x - velocity.x) ** 2 + (v.y - velocity.y) ** 2 + (v.z - velocity.z) ** 2;
    squares.add(bodies.mass[k] * own);
  }
  return {
    count: rows.length,
    mass,
    velocity,
    top,
    centreOfMass: { x: x / mass, y: y / mass, z: z / mass },
    granularTemperature: squares.sums()[0] / (3 * mass),
  };
}
