// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import {
  type BodyInputs,
  binary,
  derivative,
  evaluateTree,
  input,
  number,
  type Tree,
  unary,
} from './expression-tree.ts';

const BODY: BodyInputs = {
  ...{ x: 0.7, y: -1.3, z: 2.1, vx: 0.4, vy: -0.2, vz: 1.1, mass: 3, radius: 0.5, volume: 0.52, time: 0.25 },
  property: () => 2,
};
const x = input('x');

describe('the derivative of a tree', () => {
  const product = binary('multiply', x, input('y'));
  const cases: readonly (readonly [string, Tree])[] = [
    ['a product', product],
    ['a quotient', binary('divide', input('y'), binary('add', product, number(4)))],
    ['a whole power', binary('power', x, number(5))],
    ['a negative power', binary('power', x, number(-3))],
    ['a broken power', binary('power', x, number(0.687))],
    ['a power of the argument', binary('power', number(2), x)],
    ['a root', unary('sqrt', binary('add', number(1), binary('multiply', x, x)))],
    ['a cube root', unary('cbrt', x)],
    ['an exponential', unary('exp', product)],
    ['a logarithm', unary('log', binary('add', x, number(2)))],
    ['a sine', unary('sin', binary('multiply', number(3), x))],
    ['a cosine', unary('cos', product)],
    ['an absolute value', unary('abs', product)],
    ['a minimum', binary('min', product, binary('multiply', x, x))],
    ['a maximum', binary('max', product, binary('multiply', x, x))],
  ];
  it.each(cases)('is the limit of differences for %s', (_, tree) => {
    const step = 1e-5;
    const at = (value: number): number => evaluateTree(tree, { ...BODY, x: value });
    const differences = (at(BODY.x + step) - at(BODY.x - step)) / (2 * step);
    // Differences of second order have an error of step^2 and of rounding over the step.
    expect(evaluateTree(derivative(tree, 'x'), BODY)).toBeCloseTo(differences, 7);
  });

  it.each([
    ['root', (a: Tree) => unary('sqrt', a)],
    ['cube root', (a: Tree) => unary('cbrt', a)],
    ['broken power', (a: Tree) => binary('power', a, number(0.75))],
  ])('of a %s of squares is 0 where they are, but not finite where the argument changes at 0', (_, root) => {
    const at = (tree: Tree, value: number): number => evaluateTree(derivative(tree, 'x'), { ...BODY, x: value });
    expect(at(root(binary('multiply', x, x)), 0)).toBe(0);
    expect(at(root(x), 0)).toBe(Infinity);
    expect(at(root(binary('multiply', x, x)), Number.NaN)).toBeNaN();
  });

  it('of what does not depend on the input is no computation at all', () => {
    expect(derivative(binary('multiply', input('y'), number(3)), 'x')).toEqual(number(0));
  });
});
