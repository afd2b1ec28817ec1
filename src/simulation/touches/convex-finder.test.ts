// SPDX-License-Identifier: MIT
/** Batches of pairs of convex bodies: more pairs, and more contact points, than a batch holds. */

import { expect, it, onTestFinished, vi } from 'vitest';
import { FLOOR, SIZE, scene } from '../../../tests/support/convex-scene.ts';
import { bitsOf, expectSameBits, start } from '../../../tests/support/simulations.ts';
import { typescriptKernel } from '../../kernel/kernel.ts';
import { box } from '../../shapes/kinds/box.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { BATCH_PAIRS, BATCH_POINTS } from '../../step-kernel/convex-batch-layout.ts';
import { eachBody } from '../bodies/body-groups.ts';
import type { BodySpec, SimulationSpec } from '../simulation-spec.ts';

/** Overlap of boxes that stand on each other. */
const OVERLAP = 1e-3 * SIZE;

/** Columns of boxes on a floor, side by side without a touch; four contact points under each box. */
function columns(across: number, high: number, scales: readonly number[] = []): SimulationSpec {
  const cube = { name: 'cube', convex: box({ halfExtents: [SIZE, SIZE, SIZE] }) };
  const bodies = Array.from({ length: across * across * high }, (_, k): BodySpec => {
    const [i, j, level] = [k % across, Math.floor(k / across) % across, Math.floor(k / across / across)];
    const z = SIZE - OVERLAP + (2 * SIZE - OVERLAP) * level;
    return { shape: 'cube', material: 'stone', scale: scales[k] ?? 1, position: [2.1 * SIZE * i, 2.1 * SIZE * j, z] };
  });
  return scene({ shapes: [cube], halfSpaces: [FLOOR], bodies });
}

/** Pairs of bodies whose balls meet: those that a first step asks about. */
function closePairs({ bodies = [] }: SimulationSpec): number {
  const places = Array.from(eachBody(bodies), ({ position }) => position as readonly [number, number, number]);
  const isClose = (a: (typeof places)[number], b: (typeof places)[number]): boolean =>
    Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) < 2 * Math.sqrt(3) * SIZE;
  return places.flatMap((a, k) => places.slice(0, k).filter((b) => isClose(a, b))).length;
}

it('finds every touch of a block with several batches of pairs', () => {
  const spec = columns(5, 4);
  const blocks = 2;
  expect(closePairs(spec)).toBeGreaterThan(blocks * BATCH_PAIRS);
  const simulation = start(spec);
  const points = 4 * (spec.bodies?.length ?? 0);
  expect(simulation.contacts().count).toBe(points);
  simulation.step(3);
  expect(simulation.contacts().count).toBe(points);
});

it('has the same bits with several batches a block, on any path, whether or not somebody looks', {
  tags: ['long'],
}, () => {
  // Some bodies in other sizes, which are copies of the shape in the contact kernel.
  const spec = columns(
    4,
    4,
    Array.from({ length: 16 }, (_, k) => 1 + 1e-4 * (k % 3)),
  );
  expect(closePairs(spec)).toBeGreaterThan(BATCH_PAIRS);
  const steps = 40;
  const whole = expectSameBits(spec, steps, 17);
  const seen = start(spec);
  for (let k = 0; k < steps; k++) {
    seen.step();
    seen.contacts();
  }
  expect(bitsOf(seen)).toEqual(bitsOf(whole));
});

it('finds all contact points when a batch has more of them than come back at once', () => {
  const corners = 24;
  const side = 8;
  const vertices = Array.from({ length: 2 * corners }, (_, k) => {
    const angle = (2 * Math.PI * (k >> 1)) / corners;
    return [SIZE * Math.cos(angle), SIZE * Math.sin(angle), (k & 1) === 0 ? -SIZE : SIZE] as const;
  });
  const bodies = Array.from({ length: side * side }, (_, k): BodySpec => {
    const place = [3 * SIZE * (k % side), 3 * SIZE * Math.floor(k / side), SIZE - OVERLAP] as const;
    return { shape: 'prism', material: 'stone', position: place };
  });
  expect(corners * bodies.length).toBeGreaterThan(BATCH_POINTS);
  const prism = { name: 'prism', convex: polyhedron({ vertices }) };
  const simulation = start(scene({ shapes: [prism], halfSpaces: [FLOOR], bodies }));
  simulation.step(2);
  const { count, overlap, idA } = simulation.contacts();
  expect(count).toBe(corners * bodies.length);
  for (let id = 0; id < bodies.length; id++) expect(idA.filter((each) => each === id).length).toBe(corners);
  // All prisms have sunk by the same depth; coordinates are of the order of the scene.
  for (const depth of overlap) expect(Math.abs(depth - (overlap[0] ?? 0))).toBeLessThan(1e-14 * side * SIZE);
});

it('asks about each pair once for the state before the first step, and once in each step', () => {
  const answer = vi.spyOn(typescriptKernel, 'answerTouchBatch');
  onTestFinished(() => answer.mockRestore());
  const simulation = start(columns(2, 3), { kernel: 'typescript' });
  simulation.step();
  const inFirst = answer.mock.calls.length;
  simulation.step();
  expect(inFirst).toBeGreaterThan(0);
  expect(answer.mock.calls.length).toBe(1.5 * inFirst);
});
