// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { gaussLegendre, integrate } from './quadrature.ts';

describe('quadrature', () => {
  it.each([1, 2, 5, 16, 32, 101])('integrates polynomials of degree 2n - 1 exactly with n = %d nodes', (order) => {
    const { nodes, weights } = gaussLegendre(order);
    expect(weights.reduce((sum, w) => sum + w, 0)).toBeCloseTo(2, 13);
    for (let k = 0; k < order; k++) expect(nodes[k]).toBeCloseTo(-nodes[order - 1 - k], 14);
    for (let degree = 0; degree < 2 * order; degree += 1 + Math.floor(order / 8)) {
      const exact = degree % 2 === 0 ? 2 / (degree + 1) : 0;
      expect(integrate((x) => x ** degree, -1, 1, order)).toBeCloseTo(exact, 13);
    }
  });

  it('integrates analytic functions to rounding', () => {
    expect(integrate(Math.cos, 0, Math.PI / 2)).toBeCloseTo(1, 14);
    expect(integrate(Math.exp, -1, 2)).toBeCloseTo(Math.exp(2) - Math.exp(-1), 13);
  });
});
