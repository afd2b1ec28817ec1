// SPDX-License-Identifier: MIT
/** What a calibration is asked for. */

export interface CalibrationTarget {
  /** Name of the result. */
  readonly result: string;
  readonly value: number;
  /** Standard uncertainty of the value. */
  readonly tolerance: number;
}

export interface CalibrationSpec {
  readonly targets: readonly CalibrationTarget[];
  /** Largest number of points. */
  readonly budget: number;
  /** Space-filling points before the first choice. */
  readonly start: number;
  /** Points that are chosen together. */
  readonly batch: number;
}
