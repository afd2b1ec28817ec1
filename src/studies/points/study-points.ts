// SPDX-License-Identifier: MIT
/** The points of a study: a grid, a sample or a list, without those that violate a constraint. */

import { sobolPoints } from '../../math/sobol.ts';
import type { Quantity } from '../../scene/units/parse-quantity.ts';
import { holds } from './constraint.ts';
import { latinHypercube } from './latin-hypercube.ts';
import { gridValues, type Parameter, type ParameterValue, valueAt } from './parameter.ts';

/** One value for each parameter, in the order of the parameters. */
export type Point = readonly ParameterValue[];

export type Design =
  | { readonly kind: 'grid' }
  | { readonly kind: 'latinHypercube'; readonly count: number; readonly seed: number }
  | { readonly kind: 'sobol'; readonly count: number }
  | { readonly kind: 'list'; readonly points: readonly Point[] };

/** Points of Sobol's sequence in a row that constraints may reject before it ends. */
const MOST_MISSES = 10_000;

/** The constraint that a point violates, or a problem with one. */
export function violated(
  point: Point,
  parameters: readonly Parameter[],
  constraints: readonly string[],
): { readonly index: number; readonly problem?: string } | undefined {
  if (constraints.length === 0) return undefined;
  const values = new Map(
    parameters.map(({ name }, k): [string, Quantity | string] => {
      const { value, dimension } = point[k] as ParameterValue;
      return [name, typeof value === 'number' && dimension !== undefined ? { value, dimension } : String(value)];
    }),
  );
  for (const [index, text] of constraints.entries()) {
    const answer = holds(text, values);
    if (typeof answer === 'object') return { index, problem: answer.problem };
    if (!answer) return { index };
  }
  return undefined;
}

function grid(parameters: readonly Parameter[]): Point[] {
  let points: Point[] = [[]];
  for (const parameter of parameters) {
    const values = gridValues(parameter) ?? [];
    points = points.flatMap((point) => values.map((value) => [...point, value]));
  }
  return points;
}

function atShares(parameters: readonly Parameter[], shares: readonly number[]): Point {
  return parameters.map((parameter, k) => valueAt(parameter, shares[k] as number));
}

/** Number of points of a design before constraints; undefined while a range of a grid has no steps. */
export function pointCount(parameters: readonly Parameter[], design: Design): number | undefined {
  if (design.kind === 'list') return design.points.length;
  if (design.kind !== 'grid') return design.count;
  let count = 1;
  for (const { values, range } of parameters) count *= values?.length ?? range?.steps ?? Number.NaN;
  return Number.isNaN(count) ? undefined : count;
}

/**
 * The points that satisfy the constraints, in order, and how many do not. Sobol's sequence goes on until it has as many
 * points as are wanted; the other designs lose the points that violate a constraint.
 */
export function studyPoints(
  parameters: readonly Parameter[],
  design: Design,
  constraints: readonly string[],
): { readonly points: readonly Point[]; readonly left: number } {
  const isKept = (point: Point): boolean => violated(point, parameters, constraints) === undefined;
  if (design.kind === 'sobol') {
    const points: Point[] = [];
    let tried = 0;
    let misses = 0;
    for (const shares of sobolPoints(parameters.length)) {
      if (points.length === design.count || misses === MOST_MISSES) break;
      tried++;
      misses++;
      const point = atShares(parameters, shares);
      if (!isKept(point)) continue;
      points.push(point);
      misses = 0;
    }
    return { points, left: tried - points.length };
  }
  const all =
    design.kind === 'grid'
      ? grid(parameters)
      : design.kind === 'list'
        ? design.points
        : latinHypercube(design.count, parameters.length, design.seed).map((shares) => atShares(parameters, shares));
  const points = all.filter(isKept);
  return { points, left: all.length - points.length };
}
