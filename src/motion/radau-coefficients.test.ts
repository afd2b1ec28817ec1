// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import {
  BASIS,
  COMPLEX_IMAGINARY,
  COMPLEX_REAL,
  ERROR_WEIGHTS,
  INVERSE_BASIS,
  INVERSE_MATRIX,
  MATRIX,
  NODES,
  REAL_EIGENVALUE,
} from './radau-coefficients.ts';

function product(a: readonly number[], b: readonly number[]): number[] {
  return Array.from({ length: 9 }, (_, at) => {
    const row = 3 * Math.floor(at / 3);
    return a[row] * b[at % 3] + a[row + 1] * b[3 + (at % 3)] + a[row + 2] * b[6 + (at % 3)];
  });
}

describe('the coefficients of Radau IIA', () => {
  it('integrate powers up to the fifth order at the end and to the third at the stages', () => {
    for (let power = 1; power <= 5; power++) {
      for (let s = power <= 3 ? 0 : 2; s < 3; s++) {
        const sum = NODES.reduce((total, node, j) => total + MATRIX[3 * s + j] * node ** (power - 1), 0);
        expect(sum).toBeCloseTo(NODES[s] ** power / power, 14);
      }
    }
  });

  it('have an inverse that the basis turns into one real and one complex number', () => {
    const blocks = [REAL_EIGENVALUE, 0, 0, 0, COMPLEX_REAL, -COMPLEX_IMAGINARY, 0, COMPLEX_IMAGINARY, COMPLEX_REAL];
    const back = product(product(BASIS, blocks), INVERSE_BASIS);
    const unit = product(MATRIX, INVERSE_MATRIX);
    for (let i = 0; i < 9; i++) {
      expect(back[i]).toBeCloseTo(INVERSE_MATRIX[i], 12);
      expect(unit[i]).toBeCloseTo(i % 4 === 0 ? 1 : 0, 13);
    }
  });

  it('estimate errors by a method that is exact for cubics', () => {
    // y = t^p: stages less the start are c^p, y'(0) is 1 for p = 1 and 0 beyond; the difference of both methods
    // vanishes up to p = 3.
    for (let power = 1; power <= 4; power++) {
      const sum = NODES.reduce((total, node, j) => total + ERROR_WEIGHTS[j] * node ** power, power === 1 ? 1 : 0);
      if (power <= 3) expect(sum).toBeCloseTo(0, 13);
      else expect(Math.abs(sum)).toBeGreaterThan(1e-3);
    }
  });
});
