// SPDX-License-Identifier: MIT
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from './random.ts';
import {
  addMatrices,
  diagonalMatrix,
  eigenSystem,
  eigenvalues,
  multiplyVector,
  outerProduct,
  rotateMatrix,
  trace,
} from './symmetric-matrix.ts';
import { addScaled, cross, distance, dot, length, scale, subtract } from './vector.ts';

const entry = fc.double({ min: -10, max: 10, noNaN: true });
const matrix = fc.record({ xx: entry, yy: entry, zz: entry, xy: entry, xz: entry, yz: entry });

describe('symmetric matrix', () => {
  it('has eigenvectors that are orthonormal, right-handed and stretched by the ascending eigenvalues', () => {
    fc.assert(
      fc.property(matrix, (m) => {
        const { values, vectors } = eigenSystem(m);
        expect(values[0] <= values[1] && values[1] <= values[2]).toBe(true);
        for (let i = 0; i < 3; i++) {
          const v = vectors[i as 0 | 1 | 2];
          const residual = addScaled(multiplyVector(m, v), v, -values[i as 0 | 1 | 2]);
          // The norm is at most about 30; some tens of roundings.
          expect(length(residual)).toBeLessThan(1e-13);
        }
        expect(distance(cross(vectors[0], vectors[1]), vectors[2])).toBeLessThan(1e-14);
        expect(Math.abs(dot(vectors[0], vectors[1]))).toBeLessThan(1e-14);
        expect(Math.abs(values[0] + values[1] + values[2] - trace(m))).toBeLessThan(1e-13);
      }),
      { numRuns: 500 },
    );
  });

  it('finds the eigenvalues of a diagonal matrix exactly', () => {
    expect(eigenvalues(diagonalMatrix(3, 1, 2))).toEqual([1, 2, 3]);
    expect(eigenvalues(diagonalMatrix(1e-200, 1e200, 0))).toEqual([0, 1e-200, 1e200]);
  });

  it('finds the known eigenvalues 1, 3 and 5', () => {
    const values = eigenvalues({ xx: 2, yy: 2, zz: 5, xy: 1, xz: 0, yz: 0 });
    expect(values[0]).toBeCloseTo(1, 15);
    expect(values[1]).toBeCloseTo(3, 14);
    expect(values[2]).toBe(5);
  });

  it('turns like the vectors it is made of', () => {
    fc.assert(
      fc.property(fc.integer(), (s) => {
        const random = new Random(s);
        const q = random.rotation();
        const m = addMatrices(outerProduct(random.unitVector(), 2), outerProduct(random.unitVector()), -0.5);
        const turned = rotateMatrix(m, q);
        const { values, vectors } = eigenSystem(turned);
        const original = eigenSystem(m).values;
        for (const i of [0, 1, 2] as const) {
          expect(Math.abs(values[i] - original[i])).toBeLessThan(1e-14);
          expect(length(subtract(multiplyVector(turned, vectors[i]), scale(vectors[i], original[i])))).toBeLessThan(
            1e-13,
          );
        }
      }),
    );
  });
});
