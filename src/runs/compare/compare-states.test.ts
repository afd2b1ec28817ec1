// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { compareStates } from './compare-states.ts';
import type { RecordedBodies } from './recorded-state.ts';

function stateOf(ids: readonly number[], change: Partial<RecordedBodies> = {}): RecordedBodies {
  const ramp = (length: number): Float64Array => Float64Array.from({ length }, (_, i) => 1 + i);
  const n = ids.length;
  return {
    ids: Int32Array.from(ids),
    position: ramp(3 * n),
    orientation: ramp(4 * n),
    velocity: ramp(3 * n),
    angularVelocity: ramp(3 * n),
    scale: ramp(n),
    ...change,
  };
}

describe('two states', () => {
  it('are equal when all numbers are', () => {
    expect(compareStates(stateOf([3, 7]), stateOf([3, 7]), 0)).toBeUndefined();
  });

  it('differ first at the lowest id, most where the ratio is largest', () => {
    const b = stateOf([3, 7], { velocity: Float64Array.of(1, 2, 3.5, 4, 5, 12), scale: Float64Array.of(1, 2.5) });
    expect(compareStates(stateOf([3, 7]), b, 0)).toEqual({
      first: { id: 3, quantity: 'velocity.z', values: [3, 3.5] },
      largest: { id: 7, quantity: 'velocity.z', values: [6, 12] },
      differing: 2,
      bodies: 2,
    });
    // 0.5 of 12 and of 2.5 are 4.2 % and 20 %, 6 of 12 are 50 %.
    expect(compareStates(stateOf([3, 7]), b, 0.21)?.first).toEqual({ id: 7, quantity: 'velocity.z', values: [6, 12] });
    expect(compareStates(stateOf([3, 7]), b, 0.5)).toBeUndefined();
  });

  it('differ by a body that only one has, in either order', () => {
    const [a, b] = [stateOf([1, 2]), stateOf([1, 2, 5])];
    expect(compareStates(a, b, 1)).toMatchObject({
      first: { id: 5, quantity: 'presence', values: [undefined, 2] },
      differing: 1,
      bodies: 3,
    });
    expect(compareStates(b, a, 1)?.first.values).toEqual([2, undefined]);
  });

  it('do not differ by the rounding of positions about different origins', () => {
    const position = (origin: number): RecordedBodies =>
      stateOf([1], {
        origin: Float64Array.of(origin, 0, 0),
        position: Float64Array.of(origin + Math.fround(0.1 - origin), 0, 0),
      });
    expect(position(0.03).position).not.toEqual(position(0).position);
    expect(compareStates(position(0), position(0.03), 0)).toBeUndefined();
    const moved = { ...position(0.03), position: Float64Array.of(0.1 + 1e-7, 0, 0) };
    expect(compareStates(position(0), moved, 0)?.first.quantity).toBe('position.x');
  });
});
