// SPDX-License-Identifier: MIT
/**
 * What an integrator sees of a model: functions of time and state that write into arrays it owns. Ordinary differential
 * equations y' = f(t, y), implicit ones F(t, y, y') = 0 of index 1 at most (Neumayr & Otter 2017, eq. 1a and 1c), and
 * zero-crossing functions z(t, y) (eq. 1b). Between two events a model must be smooth: which side of its crossings it
 * is on may change only when it is told so.
 */

/** y' = f(t, y). */
export interface OdeSystem {
  /** Length of y. */
  readonly size: number;
  /**
   * Writes f(t, y) to `out`. Keeps neither array. A value that is not finite tells the integrator to try a shorter
   * step.
   */
  derivatives(t: number, y: Float64Array, out: Float64Array): void;
  /**
   * Writes df/dy row by row: `out[i * size + j]` = df_i / dy_j. Without it the stiff integrator takes finite
   * differences.
   */
  jacobian?(t: number, y: Float64Array, out: Float64Array): void;
  /**
   * Groups that together have every column once, so that finite differences take fewer evaluations; as the model is
   * now.
   */
  columnGroups?(): readonly ColumnGroup[] | undefined;
}

/** Columns of df/dy that are found by one difference: no row depends on two of them. */
export interface ColumnGroup {
  readonly columns: readonly number[];
  /** Rows that depend on each of the columns. */
  readonly rows: readonly (readonly number[])[];
}

/**
 * F(t, y, y') = 0, where dF/dy' may be singular as long as every unknown that is not differential can be found from F:
 * index 1.
 */
export interface ImplicitSystem {
  readonly size: number;
  /** Writes F(t, y, yp) to `out`. */
  residual(t: number, y: Float64Array, yp: Float64Array, out: Float64Array): void;
  /** Writes dF/dy and dF/dy' row by row. Without it finite differences are taken. */
  jacobian?(t: number, y: Float64Array, yp: Float64Array, byState: Float64Array, byDerivative: Float64Array): void;
  /**
   * 1 for each component of y whose derivative does not occur in F. A start solves for these and for the derivatives of
   * the others. Default: none, so that F can be solved for all of y'.
   */
  readonly algebraic?: Uint8Array;
}

/**
 * Functions whose signs decide which equations hold; a function is on its positive side while z > 0, on the other at 0
 * and below.
 */
export interface ZeroCrossings {
  /**
   * How many there are now; `prepare` may change it, `evaluate` may only add some, which then were positive at the
   * start of the step.
   */
  readonly count: number;
  /**
   * Called before every step at its start, where the meaning of each function may change as long as its sign does not
   * (section 5 of the paper). Returns the longest step for which the functions are to be trusted, s.
   */
  prepare(t: number, y: Float64Array): number;
  /**
   * Writes `count` values to the front of `z`, or as many as it has room for where `count` has grown: it is then called
   * again with more.
   */
  evaluate(t: number, y: Float64Array, z: Float64Array): void;
  /**
   * Bounds of |dz/dt| around (t, y), so that the integration can prove that no function crosses zero twice within a
   * step, or look closer where it cannot. Without it two crossings within a step are not seen.
   */
  slopeBounds?(t: number, y: Float64Array, out: Float64Array): void;
  /**
   * True where the equations have a kink at the zero of this function. The step that crosses it is then taken again up
   * to the zero, since a step across a kink is wrong before it too. Default: no function has one.
   */
  hasKink?(index: number): boolean;
}
