// SPDX-License-Identifier: MIT
/**
 * Gauss-Legendre rules of any order; nodes by Newton on the Legendre recurrence (Press et al., Numerical Recipes,
 * section 4.6).
 */
import { cos } from './circular.ts';

interface QuadratureRule {
  /** Ascending, in (-1, 1). */
  readonly nodes: Float64Array;
  readonly weights: Float64Array;
}

const rules = new Map<number, QuadratureRule>();

/**
 * The rule with `order` nodes on [-1, 1]: exact for polynomials up to degree 2 * order - 1. Rules are kept and shared:
 * do not modify.
 */
export function gaussLegendre(order: number): QuadratureRule {
  const known = rules.get(order);
  if (known !== undefined) return known;
  const nodes = new Float64Array(order);
  const weights = new Float64Array(order);
  for (let i = 0; i < order; i++) {
    let x = -cos((Math.PI * (i + 0.75)) / (order + 0.5));
    let derivative = 1;
    // Newton doubles the digits of a start that is good to two: eight steps are more than enough.
    for (let step = 0; step < 8; step++) {
      let previous = 1;
      let value = x;
      for (let k = 2; k <= order; k++) {
        const next = ((2 * k - 1) * x * value - (k - 1) * previous) / k;
        previous = value;
        value = next;
      }
      derivative = (order * (previous - x * value)) / (1 - x * x);
      const change = value / derivative;
      x -= change;
      if (Math.abs(change) < 1e-17) break;
    }
    nodes[i] = x;
    weights[i] = 2 / ((1 - x * x) * derivative * derivative);
  }
  const rule = { nodes, weights };
  rules.set(order, rule);
  return rule;
}

/** Integral of `f` from a to b by one Gauss-Legendre rule. */
export function integrate(f: (x: number) => number, a: number, b: number, order = 32): number {
  const { nodes, weights } = gaussLegendre(order);
  const half = (b - a) / 2;
  const middle = (a + b) / 2;
  let sum = 0;
  for (let i = 0; i < order; i++) sum += weights[i] * f(middle + half * nodes[i]);
  return half * sum;
}
