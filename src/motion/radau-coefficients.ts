// SPDX-License-Identifier: MIT
/**
 * The Radau IIA method of three stages, order 5 (Hairer & Wanner, Solving Ordinary Differential Equations II, section
 * IV.5 and IV.8): nodes, the inverse of its matrix, and the basis in which that inverse is one real and one complex
 * number.
 */
import { cubeRoot } from '../math/elementary.ts';

const S6 = Math.sqrt(6);

export const NODES = Object.freeze([(4 - S6) / 10, (4 + S6) / 10, 1] as const);

/** The method's matrix A, row by row. */
export const MATRIX = Object.freeze([
  (88 - 7 * S6) / 360,
  (296 - 169 * S6) / 1800,
  (-2 + 3 * S6) / 225,
  (296 + 169 * S6) / 1800,
  (88 + 7 * S6) / 360,
  (-2 - 3 * S6) / 225,
  (16 - S6) / 36,
  (16 + S6) / 36,
  1 / 9,
]);

const C3 = cubeRoot(81);
const C9 = cubeRoot(9);
const REAL = (6 + C3 - C9) / 30;
const ALPHA = (12 - C3 + C9) / 60;
const BETA = ((C3 + C9) * Math.sqrt(3)) / 60;
const SQUARE = ALPHA * ALPHA + BETA * BETA;

/** Eigenvalues of A^-1: one real and the pair `COMPLEX_REAL` +- i `COMPLEX_IMAGINARY`. */
export const REAL_EIGENVALUE = 1 / REAL;
export const COMPLEX_REAL = ALPHA / SQUARE;
export const COMPLEX_IMAGINARY = BETA / SQUARE;

/** T of A^-1 = T diag(REAL, [[re, -im], [im, re]]) T^-1, row by row. */
export const BASIS = Object.freeze([
  0.09123239487089295, -0.1412552950209542, -0.030029194105147424, 0.241717932707107, 0.20412935229379994,
  0.3829421127572619, 0.966048182615093, 1, 0,
]);

export const INVERSE_BASIS = Object.freeze([
  4.325579890063155, 0.33919925181580984, 0.5417705399358749, -4.178718591551905, -0.32768282076106237,
  0.47662355450055044, -0.5028726349457868, 2.571926949855605, -0.5960392048282249,
]);

/** A^-1 row by row: derivatives at the stages are these, over h, times the stages less the start. */
export const INVERSE_MATRIX = Object.freeze(inverse3(MATRIX));

/**
 * Weights of the stages in the embedded method of order 3 whose difference estimates the error; that of y'(0) is 1 /
 * REAL_EIGENVALUE.
 */
export const ERROR_WEIGHTS = Object.freeze([-(13 + 7 * S6) / 3, (-13 + 7 * S6) / 3, -1 / 3] as const);

function inverse3(m: readonly number[]): number[] {
  const [a, b, c, d, e, f, g, h, i] = m as [number, number, number, number, number, number, number, number, number];
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  const cofactors = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
  return cofactors.map((cofactor) => cofactor / determinant);
}
