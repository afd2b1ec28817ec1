// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { balls } from '../../tests/support/granular-states.ts';
import { start } from '../../tests/support/simulations.ts';
import { box } from '../shapes/kinds/box.ts';
import { bodyKinds } from './body-kinds.ts';
import type { GranularState } from './granular-state.ts';
import { boxRegion, cylinderRegion, sphereRegion } from './region.ts';
import { granularState } from './simulation-state.ts';
import { stress } from './stress.ts';

describe('a sheared pair', () => {
  const pair = balls({ centres: [0, 1.9].map((x) => ({ x, y: 0, z: 0 })), radius: 1 });
  const state: GranularState = { ...pair, contacts: { ...pair.contacts, force: Float64Array.of(-5, 3, 0) } };

  it('has force times branch over volume, force first', () => {
    const region = boxRegion({ x: -1, y: -1, z: -1 }, { x: 3, y: 1, z: 1 });
    const { contact } = stress(state, region) ?? {};
    // Branch from B to A: -1.9 along x.
    const wanted = [5 * 1.9, 0, 0, -3 * 1.9, 0, 0, 0, 0, 0].map((value) => value / 16);
    contact?.forEach((value, k) => {
      expect(value).toBeCloseTo(wanted[k], 14);
    });
  });

  it.each([
    ['box', boxRegion({ x: 0.5, y: -1, z: -1 }, { x: 1, y: 1, z: 1 }), 0.5],
    ['ball', sphereRegion({ x: 0, y: 0.6, z: 0 }, 1), 0.8],
    ['cylinder across', cylinderRegion({ x: 1, y: 0, z: -1 }, { x: 1, y: 0, z: 1 }, 0.25), 0.5],
    ['cylinder along', cylinderRegion({ x: 1.5, y: 0.1, z: 0 }, { x: 4, y: 0.1, z: 0 }, 0.25), 0.4],
    ['box that does not reach it', boxRegion({ x: 0.5, y: 0.2, z: -1 }, { x: 1, y: 1, z: 1 }), 0],
  ] as const)('gives a %s the part of the branch inside', (_, region, inside) => {
    expect((stress(state, region)?.contact[0] ?? 0) * region.volume).toBeCloseTo(5 * inside, 13);
  });
});

describe('a column of balls at rest', () => {
  const [count, radius, mass, gravity] = [6, 0.5, 2, 9.81];
  const density = mass / ((Math.PI / 6) * 1);
  const stiffness = 1e5;
  // Each contact carries what is above it.
  const overlaps = Array.from({ length: count }, (_, k) => ((count - k) * mass * gravity) / stiffness);
  const heights: number[] = [];
  overlaps.forEach((overlap, k) => {
    heights.push(k === 0 ? radius - overlap : heights[k - 1] + 1 - overlap);
  });
  const spec = {
    timeStep: 1e-5,
    gravity: [0, 0, -gravity] as const,
    materials: [{ name: 'm', density, stiffness: 2 * stiffness }],
    pairs: [{ materials: ['m', 'm'] as const, stiffness }],
    law: { normal: 'linear' as const },
    shapes: [{ name: 's', sphere: { radius } }],
    bodies: heights.map((z) => ({ shape: 's', material: 'm', position: [0, 0, z] as const })),
    halfSpaces: [{ name: 'floor', normal: [0, 0, 1] as const, offset: 0, material: 'm' }],
  };
  const simulation = start(spec);
  const state = granularState(0, simulation.bodies(), simulation.contacts(), bodyKinds(spec));
  const slab = (from: number, to: number) => boxRegion({ x: -0.5, y: -0.5, z: from }, { x: 0.5, y: 0.5, z: to });

  it('presses on the wall with its weight', () => {
    expect(state.contacts.count).toBe(count);
    expect(state.contacts.bodyB.filter((row) => row < 0).length).toBe(1);
    const wall = stress(state, slab(0, 0.1))?.contact[8] ?? 0;
    expect(wall / (count * mass * gravity)).toBeCloseTo(1, 9);
  });

  it('has in a slice what lies above it', () => {
    for (let k = 1; k < count; k++) {
      // Around the contact between two balls.
      const middle = 0.5 * (heights[k - 1] + heights[k]);
      const inside = stress(state, slab(middle - 0.2, middle + 0.2))?.contact[8] ?? 0;
      expect(inside / ((count - k) * mass * gravity)).toBeCloseTo(1, 9);
    }
  });

  it('has in the whole of it the mean of its slices', () => {
    const top = heights[count - 1];
    // The mean weight above: the virial of gravity, sum of m g z over the height.
    const wanted = heights.reduce((sum, z) => sum + mass * gravity * z, 0) / top;
    expect((stress(state, slab(0, top))?.contact[8] ?? 0) / wanted).toBeCloseTo(1, 9);
  });
});

describe('fixed bodies', () => {
  it('are walls, whichever partner they are', () => {
    const spec = {
      timeStep: 1e-5,
      gravity: [0, 0, 0] as const,
      materials: [{ name: 'm', density: 1, stiffness: 1000 }],
      law: { normal: 'linear' as const },
      shapes: [
        { name: 's', sphere: { radius: 1 } },
        { name: 'b', convex: box({ halfExtents: [1, 1, 1] }) },
      ],
      bodies: [
        { shape: 's', material: 'm', position: [0, 0, 0] as const, fixed: true },
        { shape: 's', material: 'm', position: [0, 0, 1.9] as const },
        { shape: 'b', material: 'm', position: [0, 0, 3.8] as const, motion: { velocity: [0, 0, 0] as const } },
      ],
    };
    const simulation = start(spec);
    const state = granularState(0, simulation.bodies(), simulation.contacts(), bodyKinds(spec));
    expect([...state.bodies.isFree]).toEqual([0, 1, 0]);
    expect([...state.contacts.bodyA]).toEqual([1, 1]);
    expect([...state.contacts.bodyB]).toEqual([-1, -1]);
    expect(new Set(state.contacts.wall).size).toBe(2);
    const { contact = [] } = stress(state, boxRegion({ x: -2, y: -2, z: 0 }, { x: 2, y: 2, z: 4 })) ?? {};
    // Both contacts press on the ball, each at the end of its own radius.
    const sum = state.contacts.force.reduce(
      (total, f, at) => total + f * (state.bodies.position[3 + (at % 3)] - state.contacts.point[at]),
      0,
    );
    expect(sum).toBeGreaterThan(0);
    expect(contact[8] * 64).toBeCloseTo(sum, 12);
  });
});
