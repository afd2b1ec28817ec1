// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { expectedJump, measuredJump } from './concave-transition.ts';
import { printedElimination } from './printed-elimination.ts';
import { expectedLoss, slide } from './sliding-history.ts';

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

describe('the formulas of section 7', () => {
  /** With 50 digits: indentation, degrees, linear and Hertz. */
  it.each([
    [0.001, 1, 0.8478243, 0.7806543],
    [0.01, 5, 0.6218361, 0.4903587],
    [0.033, 10, 0.5479535, 0.4056165],
    [0.1, 20, 0.4224, 0.2745276],
    [0.25, 30, 0.5358984, 0.3923048],
    [0.5, 45, 0.5857864, 0.4483415],
    [0.01, 10, 0, 0],
    [0.5, 75, 0, 0],
  ])('have the right value for an indentation of %f at %f degrees', (indentation, degrees, linear, hertz) => {
    const expected = expectedJump(indentation, radians(degrees));
    expect(Math.abs(expected - linear)).toBeLessThan(1e-7);
    expect(Math.abs(expected ** 1.5 - hertz)).toBeLessThan(1e-7);
    expect(Math.abs(measuredJump(indentation, radians(degrees)).jump - expected)).toBeLessThan(1e-10);
  });

  it('have the right loss, exact and measured', { tags: ['long'] }, () => {
    expect(Math.abs(expectedLoss(0.1) - 0.05540897)).toBeLessThan(1e-8);
    expect(Math.abs(1 / slide(0.1, 'by facet').work - 1 - expectedLoss(0.1))).toBeLessThan(1e-3);
    expect(Math.abs(slide(0.1, 'carried over').work - 1)).toBeLessThan(1e-12);
  });
});

describe('Table 4 as printed', () => {
  it('depends on the order: a contact that goes itself takes another along', () => {
    const centre = { x: 0, y: 0, z: 0 };
    // The second makes the first redundant, the third the second; but the third leaves the first alone.
    const first = { x: -0.4, y: 0, z: -0.9 };
    const second = { x: -0.5, y: 0, z: -0.5 };
    const third = { x: -0.5, y: 0, z: 0 };
    const orders = [
      [first, second, third],
      [third, second, first],
    ].map((order) => printedElimination(order, centre).length);
    expect(orders).toEqual([1, 2]);
  });
});
