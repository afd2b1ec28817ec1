// SPDX-License-Identifier: MIT
/**
 * What error a step may make in each component: atol_i + rtol_i |y_i|. Errors are measured by the largest component and
 * not by the root mean square, so that bodies at rest do not dilute the error of the one that moves.
 */
import { InvalidOptionError } from '../errors.ts';

/** Allowed error of one step, relative and absolute. */
export interface Tolerances {
  /** One for all, or one a component; default 1e-6. A component of 0 has its absolute tolerance alone. */
  readonly relativeTolerance?: number | Float64Array;
  /** In the units of y; default 1e-9. */
  readonly absoluteTolerance?: number | Float64Array;
}

/** Below this a step would be accepted by its rounding alone. */
const SMALLEST_RELATIVE = 1e-14;

function spread(given: number | Float64Array, size: number, name: string, isZeroAllowed: boolean): Float64Array {
  if (typeof given !== 'number' && given.length !== size) {
    throw new InvalidOptionError('out-of-range', `${name}: expected ${size} numbers, got ${given.length}`);
  }
  const values = typeof given === 'number' ? new Float64Array(size).fill(given) : given.slice();
  values.forEach((value, i) => {
    if (value > 0 && value < Infinity) return;
    if (value === 0 && isZeroAllowed) return;
    const bound = isZeroAllowed ? '>= 0' : '> 0';
    throw new InvalidOptionError('out-of-range', `${name}[${i}]: expected a finite number ${bound}, got ${value}`);
  });
  return values;
}

export class ErrorWeights {
  readonly relative: Float64Array;
  readonly absolute: Float64Array;
  /** The largest relative tolerance: what limits of Newton's method follow. */
  readonly tolerance: number;
  /** The allowed error of each component at the states set last. */
  readonly allowed: Float64Array;
  /** Component with the largest error of the last norm. */
  worst = -1;

  constructor(size: number, { relativeTolerance = 1e-6, absoluteTolerance = 1e-9 }: Tolerances) {
    this.relative = spread(relativeTolerance, size, 'relativeTolerance', true);
    this.absolute = spread(absoluteTolerance, size, 'absoluteTolerance', false);
    for (let i = 0; i < size; i++) {
      if (this.relative[i] > 0) this.relative[i] = Math.max(SMALLEST_RELATIVE, this.relative[i]);
    }
    const largest = this.relative.reduce((most, value) => Math.max(most, value), 0);
    this.tolerance = largest > 0 ? largest : 1e-6;
    this.allowed = new Float64Array(size);
  }

  /** Sets the allowed errors from the larger of two states. */
  set(y: Float64Array, other: Float64Array): void {
    for (let i = 0; i < y.length; i++) {
      const a = Math.abs(y[i]);
      const b = Math.abs(other[i]);
      this.allowed[i] = this.absolute[i] + this.relative[i] * (a > b ? a : b);
    }
  }

  /** Largest ratio of an error to what is allowed. NaN counts as Infinity. */
  norm(error: Float64Array): number {
    let most = 0;
    this.worst = -1;
    for (let i = 0; i < error.length; i++) {
      const ratio = Math.abs(error[i]) / this.allowed[i];
      if (ratio <= most) continue;
      this.worst = i;
      if (!(ratio < Infinity)) return Infinity;
      most = ratio;
    }
    return most;
  }
}
