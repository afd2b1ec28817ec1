// SPDX-License-Identifier: MIT
/** Servo walls: moved along a direction so that they press with a given force. SI units, world axes. */
import type { Vector3Like } from '../math/vector.ts';

export interface ServoSpec {
  /** Direction in which the wall presses, of any length but zero; default, for half-spaces alone, the normal. */
  readonly direction?: Vector3Like;
  /** Force with which it is to press, N; or `stress` and `area`. */
  readonly force?: number;
  /** Pa */
  readonly stress?: number;
  /** Area that the stress acts on, m2. */
  readonly area?: number;
  /** m/s */
  readonly maxSpeed: number;
  /** Speed for each newton that is missing, m/(N s); default `maxSpeed` over the force. */
  readonly gain?: number;
  /** Time over which the force that is measured is averaged, s; default 0. */
  readonly smoothing?: number;
  /** s; default 0 */
  readonly from?: number;
  /** s; default: for ever. The wall stands still before and after. */
  readonly until?: number;
}

/** What a servo wall does. */
export interface ServoState {
  /** Of the wall. */
  readonly name: string;
  /** Way along the direction since the start, m. */
  readonly displacement: number;
  /** Along the direction, m/s. */
  readonly velocity: number;
  /** With which the wall pressed in the last step, averaged over the time of smoothing, N. */
  readonly force: number;
  /** With which it is to press, N. */
  readonly target: number;
}

export function servoTarget({ force, stress = 0, area = 0 }: ServoSpec): number {
  return force ?? stress * area;
}
