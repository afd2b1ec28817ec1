// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { VertexWelder } from './vertex-welding.ts';

it('gives equal points one number and different points different ones, through growth of the table', () => {
  const welder = new VertexWelder();
  const first: number[] = [];
  for (let i = 0; i < 3000; i++) first.push(welder.add(i % 50, Math.floor(i / 50), i * 1e-300));
  expect(first).toEqual(Array.from({ length: 3000 }, (_, i) => i));
  for (let i = 0; i < 3000; i++) expect(welder.add(i % 50, Math.floor(i / 50), i * 1e-300)).toBe(i);
  expect(welder.vertices()).toHaveLength(9000);
});

it('does not tell -0 from 0', () => {
  const welder = new VertexWelder();
  expect([welder.add(0, 1, -0), welder.add(-0, 1, 0)]).toEqual([0, 0]);
  expect([...welder.vertices()]).toEqual([0, 1, 0]);
});
