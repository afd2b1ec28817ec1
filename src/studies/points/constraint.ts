// SPDX-License-Identifier: MIT
/** Comparisons of parameters, such as `rolling < 0.5*sliding`, which decide which points of a study are kept. */
import { didYouMean } from '../../errors/near-names.ts';
import { ExpressionProblem, evaluate } from '../../scene/expressions/expression.ts';
import { describeDimension, sameDimension } from '../../scene/units/dimension.ts';
import type { Quantity } from '../../scene/units/parse-quantity.ts';

const COMPARISON = /^([^<>=]+)(<=|>=|<|>)([^<>=]+)$/;

/** Values of the parameters by name; a text for those that are no numbers. */
export type NamedQuantities = ReadonlyMap<string, Quantity | string>;

/** Whether a point satisfies a comparison, or what is wrong with the comparison. */
export function holds(text: string, values: NamedQuantities): boolean | { readonly problem: string } {
  const [, left, sign, right] = COMPARISON.exec(text) ?? [];
  if (left === undefined || right === undefined) {
    return { problem: `expected a comparison with <, <=, > or >=, such as rolling < sliding, got "${text}"` };
  }
  const variable = (name: string, at: number): Quantity => {
    const value = values.get(name);
    if (typeof value === 'object') return value;
    const all = [...values.keys()];
    throw new ExpressionProblem(
      at,
      value === undefined
        ? `unknown parameter "${name}"${didYouMean(name, all)}; parameters: ${all.join(', ')}`
        : `the parameter ${name} is no number but "${value}"`,
    );
  };
  try {
    const [a, b] = [evaluate(left, 0, variable), evaluate(right, 0, variable)];
    if (!sameDimension(a.dimension, b.dimension)) {
      return { problem: `compares ${describeDimension(a.dimension)} with ${describeDimension(b.dimension)}` };
    }
    if (sign === '<') return a.value < b.value;
    if (sign === '<=') return a.value <= b.value;
    return sign === '>' ? a.value > b.value : a.value >= b.value;
  } catch (error) {
    if (error instanceof ExpressionProblem) return { problem: error.message };
    throw error;
  }
}
