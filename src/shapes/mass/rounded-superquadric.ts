// SPDX-License-Identifier: MIT
/**
 * Mass properties of a rounded superquadric (ellipsoid: n1 = n2 = 2) by quadrature of its curvature measures.
 *
 * By Steiner's formula for moments, the integral of f over the points outside the core within r is that of f(x + t n)
 * (dA + t 2H dA + t^2 dw) over the surface and 0 <= t <= r, with area dA, mean curvature H and solid angle dw of the
 * normals. With C, S = cos^2, sin^2 of the latitude, c, s those of the longitude, the surface is x = a C^(1/n1)
 * c^(1/n2), ... and its normal N = (C^(1/q1) c^(1/q2) / a, ...) with N . x = 1, q = n/(n - 1). In the variables
 * ln(s/c), ln(S/C) all three densities are sums of positive products, no digits are lost, and the trapezoidal rule on a
 * sinh grid converges exponentially, up to sharp edges (n near 1), boxes (n large) and thin plates alike.
 */
import { asinh, cosh, exp, log, log1p, sinh } from '../../math/elementary.ts';
import type { Vector3 } from '../../math/vector.ts';
import { type MassProperties, symmetricMassProperties } from './mass-properties.ts';

/**
 * Halving the step squares the relative error, so of two grids that agree to this the finer one is good to some 1e-13.
 */
const CONVERGENCE_TOLERANCE = 1e-7;
const COARSEST_GRID = 64;
/** Enough for semi-axes that differ by 1e12; beyond that the last digits are not reached. */
const FINEST_GRID = 2048;
/** exp(-40) = 4e-18: what is cut off at the ends of the grid. */
const DECAY = 40;

/** Per grid point of one variable: weights and the powers of C and S (or c and s). */
interface Grid {
  readonly weight: Float64Array;
  readonly cosSquared: Float64Array;
  readonly sinSquared: Float64Array;
  readonly cosOuter: Float64Array;
  readonly sinOuter: Float64Array;
  readonly cosDual: Float64Array;
  readonly sinDual: Float64Array;
}

/** Offsets of the sums for the measures dA, 2H dA and dw: 1, then x^2, x n, n^2 for each axis. */
const SUMS_PER_MEASURE = 10;

export function roundedSuperquadricMassProperties(
  semiAxes: Vector3,
  n1: number,
  n2: number,
  core: MassProperties,
  radius: number,
): MassProperties {
  let sums = surfaceSums(semiAxes, n1, n2, COARSEST_GRID);
  for (let count = 2 * COARSEST_GRID; count <= FINEST_GRID; count *= 2) {
    const finer = surfaceSums(semiAxes, n1, n2, count);
    const coarser = sums;
    sums = finer;
    if (finer.every((sum, i) => Math.abs(sum - coarser[i]) <= CONVERGENCE_TOLERANCE * sum)) break;
  }
  const sum = (measure: number, index: number): number => sums[measure * SUMS_PER_MEASURE + index] ?? Number.NaN;
  const r = radius;
  const volume = core.volume + r * (sum(0, 0) + r * (sum(1, 0) / 2 + (r * 4 * Math.PI) / 3));
  const second = (axis: number, ofCore: number): number => {
    const xx = 1 + 3 * axis;
    const xn = xx + 1;
    const nn = xx + 2;
    const first = sum(0, xx);
    const squared = (2 * sum(0, xn) + sum(1, xx)) / 2;
    const cubed = (sum(0, nn) + 2 * sum(1, xn) + sum(2, xx)) / 3;
    const fourth = (sum(1, nn) + 2 * sum(2, xn)) / 4;
    return ofCore + r * (first + r * (squared + r * (cubed + r * (fourth + (r * 4 * Math.PI) / 15))));
  };
  const half = (core.inertia.xx + core.inertia.yy + core.inertia.zz) / 2;
  return symmetricMassProperties(
    volume,
    second(0, half - core.inertia.xx),
    second(1, half - core.inertia.yy),
    second(2, half - core.inertia.zz),
  );
}

/**
 * Integrals over the whole surface of 1 and, for each axis i, x_i^2, x_i n_i, n_i^2 against dA (10 numbers), 2H dA (10)
 * and dw (10), on a grid of count x count points an octant.
 */
export function surfaceSums(semiAxes: Vector3, n1: number, n2: number, count: number): Float64Array {
  const { x: a, y: b, z: c } = semiAxes;
  const spread = log(Math.max(a, b, c) / Math.min(a, b, c));
  const across = makeGrid(n2, spread, count);
  const along = makeGrid(n1, spread, count);
  const sums = new Float64Array(3 * SUMS_PER_MEASURE);
  // Sums of rows first: rounding grows with the side of the grid, not with its area.
  const row = new Float64Array(sums.length);
  // 1/n and 1/q = 1 - 1/n come from the Jacobians.
  const outer1 = 1 / n1;
  const outer2 = 1 / n2;
  const dual1 = 1 - outer1;
  const dual2 = 1 - outer2;
  for (let i = 0; i < count; i++) {
    row.fill(0);
    const C = along.cosSquared[i];
    const S = along.sinSquared[i];
    const ring = along.cosOuter[i];
    const ringDual = along.cosDual[i];
    const z = c * along.sinOuter[i];
    const Nz = along.sinDual[i] / c;
    for (let j = 0; j < count; j++) {
      const cos = across.cosSquared[j];
      const sin = across.sinSquared[j];
      const x = a * ring * across.cosOuter[j];
      const y = b * ring * across.sinOuter[j];
      const Nx = (ringDual * across.cosDual[j]) / a;
      const Ny = (ringDual * across.sinDual[j]) / b;
      const normalLength = Math.sqrt(Nx * Nx + Ny * Ny + Nz * Nz);
      const nx = Nx / normalLength;
      const ny = Ny / normalLength;
      const nz = Nz / normalLength;
      // Eight octants.
      const weight = 8 * along.weight[i] * across.weight[j];
      const turnAlong = outer2 * dual1 * nz * (cos * y * nx + sin * x * ny);
      const turnAcross = outer1 * dual2 * (C * z * nx * ny + S * nz * (sin * y * nx + cos * x * ny));
      const area = weight * outer1 * outer2 * x * y * z * normalLength;
      const curvature = weight * (turnAlong + turnAcross);
      const solidAngle = weight * dual1 * dual2 * nx * ny * nz;
      accumulate(row, 0, area, x, y, z, nx, ny, nz);
      accumulate(row, SUMS_PER_MEASURE, curvature, x, y, z, nx, ny, nz);
      accumulate(row, 2 * SUMS_PER_MEASURE, solidAngle, x, y, z, nx, ny, nz);
    }
    for (let k = 0; k < sums.length; k++) sums[k] = sums[k] + row[k];
  }
  return sums;
}

function accumulate(
  sums: Float64Array,
  at: number,
  weight: number,
  x: number,
  y: number,
  z: number,
  nx: number,
  ny: number,
  nz: number,
): void {
  const add = (index: number, value: number): void => {
    sums[at + index] = sums[at + index] + weight * value;
  };
  add(0, 1);
  add(1, x * x);
  add(2, x * nx);
  add(3, nx * nx);
  add(4, y * y);
  add(5, y * ny);
  add(6, ny * ny);
  add(7, z * z);
  add(8, z * nz);
  add(9, nz * nz);
}

/**
 * Points w = sinh(t), t in equal steps, of ln(sin^2/cos^2), far enough out for exp(-w/n) and exp(-w/q) to have died
 * away.
 */
function makeGrid(n: number, spread: number, count: number): Grid {
  const slowest = Math.max(n, n / (n - 1));
  const end = asinh(slowest * (DECAY + spread));
  const step = (2 * end) / (count - 1);
  const empty = (): Float64Array => new Float64Array(count);
  const grid = {
    weight: empty(),
    cosSquared: empty(),
    sinSquared: empty(),
    cosOuter: empty(),
    sinOuter: empty(),
    cosDual: empty(),
    sinDual: empty(),
  };
  for (let i = 0; i < count; i++) {
    const t = -end + i * step;
    const w = sinh(t);
    const tail = log1p(exp(-Math.abs(w)));
    const logCos = -(Math.max(w, 0) + tail);
    const logSin = -(Math.max(-w, 0) + tail);
    grid.weight[i] = step * cosh(t);
    grid.cosSquared[i] = exp(logCos);
    grid.sinSquared[i] = exp(logSin);
    grid.cosOuter[i] = exp(logCos / n);
    grid.sinOuter[i] = exp(logSin / n);
    grid.cosDual[i] = exp(logCos * (1 - 1 / n));
    grid.sinDual[i] = exp(logSin * (1 - 1 / n));
  }
  return grid;
}
