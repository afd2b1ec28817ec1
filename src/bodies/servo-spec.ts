// SPDX-License-Identifier: MIT
/** Servo walls: walls that move along a direction until they press with a given force. SI units, world axes. */
import type { Vector3Like } from '../math/vector.ts';

export interface ServoSpec {
  /** Direction in which the wall presses, of any non-zero length; default, for half-spaces only, the normal. */
  readonly direction?: Vector3Like;
  /** Target force, N; or `stress` and `area`. */
  readonly force?: number;
  /** Pa */
  readonly stress?: number;
  /** Area on which the stress acts, m2. */
  readonly area?: number;
  /** m/s */
  readonly maxSpeed: number;
  /** Speed per newton of missing force, m/(N s); default `maxSpeed` over the force. */
  readonly gain?: number;
  /** Averaging time of the measured force, s; default 0. */
  readonly smoothing?: number;
  /** s; default 0 */
  readonly from?: number;
  /** s; default: no end. The wall is at rest before `from` and after `until`. */
  readonly until?: number;
}

/** State of a servo wall. */
export interface ServoState {
  /** Name of the wall. */
  readonly name: string;
  /** Displacement along the direction since the start, m. */
  readonly displacement: number;
  /** Velocity along the direction, m/s. */
  readonly velocity: number;
  /** Force of the wall in the last step, averaged over the averaging time, N. */
  readonly force: number;
  /** Target force, N. */
  readonly target: number;
}

export function servoTarget({ force, stress = 0, area = 0 }: ServoSpec): number {
  return force ?? stress * area;
}
