// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { balls } from '../../tests/support/granular-states.ts';
import { Random } from '../math/random.ts';
import type { Vector3 } from '../math/vector.ts';
import { type FlowState, PlaneFlow } from './plane-flow.ts';

const SEED = Number(process.env.TEST_SEED ?? 20_261_115);
const PLANE = { through: [0, 0, 1], normal: [0, 0, -2] } as const;
const at = (z: number, x = 0): Vector3 => ({ x, y: 0, z });
const moment = (time: number, centres: readonly Vector3[], masses?: readonly number[], ids?: readonly number[]) =>
  balls({ centres, radius: 0.1, time, ...(masses && { masses }), ...(ids && { ids }) });

describe('flow through a plane', () => {
  it('counts bodies by direction and adds up their masses', () => {
    const flow = new PlaneFlow(PLANE);
    const masses = [1, 2, 4];
    expect(flow.take(moment(0, [at(2), at(0), at(3)], masses))).toEqual({ forward: 0, backward: 0, mass: 0, rate: 0 });
    expect(flow.take(moment(2, [at(0.5), at(0.5), at(2)], masses))).toEqual({
      forward: 1,
      backward: 0,
      mass: 1,
      rate: 0.5,
    });
    const both = flow.take(moment(4, [at(0.2), at(1.5), at(0)], masses));
    expect(both).toEqual({ forward: 2, backward: 1, mass: 3, rate: 1 });
    // The same moment again, and one in which nothing moves.
    expect(flow.take(moment(4, [at(5), at(5), at(5)], masses))).toEqual(both);
    expect(flow.take(moment(5, [at(0.2), at(1.5), at(0)], masses))).toEqual({ ...both, rate: 0 });
  });

  it('does not count bodies that appear or vanish', () => {
    const flow = new PlaneFlow(PLANE);
    flow.take(moment(0, [at(2), at(2)], undefined, [7, 8]));
    expect(flow.take(moment(1, [at(2), at(0)], undefined, [8, 9])).forward).toBe(0);
    expect(flow.take(moment(2, [at(0), at(0)], undefined, [7, 8])).forward).toBe(1);
  });

  it('counts what crosses within a region only', () => {
    const within = { sphere: { centre: [0, 0, 1], radius: 0.5 } } as const;
    const flow = new PlaneFlow({ ...PLANE, within });
    flow.take(moment(0, [at(2, 0), at(2, 0.9), at(2, 1.1)]));
    // Straight ways meet the plane at x = 0, 0.45 and 0.55.
    expect(flow.take(moment(1, [at(0, 0), at(0, 0), at(0, 0)])).forward).toBe(2);
  });

  it('is not deceived by bodies that enter a periodic domain again', () => {
    const lengths = { x: 0, y: 0, z: 10 };
    const wrapped = (time: number, z: number) => balls({ centres: [at(z)], radius: 0.1, time, lengths });
    const down = new PlaneFlow(PLANE);
    // Falls through the bottom and comes in at the top: the plane at z = 1 is crossed once a turn.
    const heights = [3, 1.5, 0.2, 9.1, 7, 4, 2, 0.9, 9.9, 6];
    const counts = heights.map((z, k) => down.take(wrapped(k, z)).forward);
    expect(counts).toEqual([0, 0, 1, 1, 1, 1, 1, 2, 2, 2]);
    const edge = new PlaneFlow({ through: [0, 0, 0], normal: [0, 0, -1] });
    expect(heights.map((z, k) => edge.take(wrapped(k, z)).forward)).toEqual([0, 0, 0, 1, 1, 1, 1, 1, 2, 2]);
  });

  it(`has the net count of a walk however often it looks, and goes on from a saved state (seed ${SEED})`, () => {
    const random = new Random(SEED);
    const walk = Array.from({ length: 200 }, () => random.between(0, 2));
    const fine = new PlaneFlow(PLANE);
    const coarse = new PlaneFlow(PLANE);
    let resumed = new PlaneFlow(PLANE);
    walk.forEach((z, k) => {
      fine.take(moment(k, [at(z)]));
      if (k % 7 === 0 || k === walk.length - 1) coarse.take(moment(k, [at(z)]));
      const saved = JSON.parse(JSON.stringify(resumed.state())) as FlowState;
      resumed = new PlaneFlow(PLANE, saved);
      resumed.take(moment(k, [at(z)]));
    });
    const net = ({ crossings }: PlaneFlow): number => crossings.forward - crossings.backward;
    expect(net(coarse)).toBe(net(fine));
    expect(fine.crossings.forward).toBeGreaterThan(10);
    expect(resumed.crossings).toEqual(fine.crossings);
  });
});
