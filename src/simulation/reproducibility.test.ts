// SPDX-License-Identifier: MIT
/** The same bits: whatever the number of threads, in WebAssembly and in TypeScript, and after saving and restoring. */
import { describe, expect, it, vi } from 'vitest';
import { scene as convexScene, SIZE } from '../../tests/support/convex-scene.ts';
import { bitsOf, restore, start } from '../../tests/support/simulations.ts';
import { FLOOR, heap, LINEAR, spheres } from '../../tests/support/sphere-heap.ts';
import type { ContactLawSpec } from '../contact-laws/law-spec.ts';
import { box } from '../shapes/kinds/box.ts';
import type { SimulationSpec } from './simulation-spec.ts';
import { ThreadPace } from './threads/thread-pace.ts';

const EVERYTHING: ContactLawSpec = {
  normal: 'hertz',
  tangential: 'mindlin-incremental',
  rolling: 'model-a',
  twisting: 'model-a',
  cohesion: 'sjkr',
} as const;

const scene = (more: Partial<SimulationSpec> = {}): SimulationSpec => heap(200, { timeStep: 5e-6, ...more });
const richScene = (): SimulationSpec => {
  const spec = scene({ law: EVERYTHING, damping: { global: 0.05, viscous: 0.1 } });
  const [grain, ...others] = spec.materials;
  if (grain === undefined) throw new Error('no material');
  const resisting = { ...grain, staticFriction: 0.6, rollingFriction: 0.1, twistingFriction: 0.1, cohesion: 1e4 };
  const shaken = { oscillation: { direction: [0, 0, 1], amplitude: 1e-3, frequency: 50 } } as const;
  const halfSpaces = (spec.halfSpaces ?? []).map((wall, k) => (k === 0 ? { ...wall, motion: shaken } : wall));
  return { ...spec, materials: [resisting, ...others], halfSpaces };
};

describe('the results have the same bits', () => {
  it.each([2, 3])('on one thread and on %i', { tags: ['long'] }, (threads) => {
    const alone = start(scene());
    const together = start(scene({ threads }));
    for (const steps of [1, 30, 700]) {
      alone.step(steps);
      together.step(steps);
      expect(bitsOf(together)).toEqual(bitsOf(alone));
    }
    expect(alone.statistics().rebuilds).toBeGreaterThan(2);
    expect(alone.statistics().contacts).toBeGreaterThan(20);
  });

  it.each([
    ['Hertz and Mindlin', scene],
    ['every law at once, with a wall that moves', richScene],
    ['linear springs', () => scene({ law: { normal: 'linear', tangential: 'linear' }, materials: linearMaterials() })],
  ])('in TypeScript and in WebAssembly: %s', { tags: ['long'] }, (_, make) => {
    const wasm = start(make());
    const typescript = start(make(), { kernel: 'typescript' });
    wasm.step(400);
    typescript.step(400);
    expect(wasm.statistics().contacts).toBeGreaterThan(10);
    expect(bitsOf(typescript)).toEqual(bitsOf(wasm));
  });

  it.each([
    ['Hertz and Mindlin', scene],
    ['every law at once, with a wall that moves', richScene],
  ])('after saving and restoring: %s', { tags: ['long'] }, (_, make) => {
    const whole = start(make());
    whole.step(437);
    const state = whole.save();
    whole.step(600);
    const resumed = restore(make(), state);
    expect(resumed.stepCount).toBe(437);
    resumed.step(600);
    expect(bitsOf(resumed)).toEqual(bitsOf(whole));
    const threaded = restore({ ...make(), threads: 2 }, state);
    threaded.step(600);
    expect(bitsOf(threaded)).toEqual(bitsOf(whole));
  });

  it('on a number of threads that changes every few steps', { tags: ['long'] }, () => {
    let slices = 0;
    // As if the measured times changed all the time; on a machine with one core nothing is measured.
    const next = vi.spyOn(ThreadPace.prototype, 'next').mockImplementation((steps) => {
      slices += 1;
      return { threads: 1 + (slices % 2), steps: Math.min(steps, 1 + (slices % 7)) };
    });
    try {
      const one = start(scene());
      const changing = start(scene({ threads: 'auto' }));
      one.step(600);
      changing.step(600);
      expect(bitsOf(changing)).toEqual(bitsOf(one));
    } finally {
      next.mockRestore();
    }
  });

  it('in saved states, whether or not somebody looks', () => {
    const grain = { density: 2500, stiffness: 1e4, restitution: 0.6, friction: 0.4 };
    const bodies = [0, 1, 2].map((k) => ({ shape: 'ball', position: [0.02 * k, 0, 0.0049] as const }));
    const resting = spheres(0.005, grain, bodies, { timeStep: 1e-5, law: LINEAR, halfSpaces: FLOOR });
    const [still, seen] = [start(resting), start(resting)];
    for (const simulation of [still, seen]) simulation.step(20);
    expect(seen.energy().elastic).toBeGreaterThan(0);
    expect(seen.contacts().count).toBe(3);
    expect(seen.save()).toEqual(still.save());
    expect(seen.energy()).toEqual(still.energy());
  });

  it('whether or not somebody looks', () => {
    const seen = start(scene());
    const unseen = start(scene());
    for (let k = 0; k < 60; k++) {
      seen.step(10);
      seen.contacts();
      seen.energy();
      seen.save();
    }
    unseen.step(600);
    expect(bitsOf(seen)).toEqual(bitsOf(unseen));
  });

  it('whether or not somebody looks or saves before the first step, on faces that tie', () => {
    const place = (number: number): number => 1.998 * SIZE * number;
    const spec = convexScene({
      shapes: [{ name: 'cube', convex: box({ halfExtents: [SIZE, SIZE, SIZE] }) }],
      bodies: Array.from({ length: 27 }, (_, k) => ({
        shape: 'cube',
        material: 'stone',
        position: [place(k % 3), place(Math.floor(k / 3) % 3), place(1 + Math.floor(k / 9))] as const,
      })),
    });
    const unseen = start(spec);
    const seen = start(spec);
    seen.statistics();
    const atFirst = seen.energy();
    const { overlap } = seen.contacts();
    expect(seen.energy()).toEqual(atFirst);
    expect(overlap).toEqual(start(spec).contacts().overlap);
    seen.step(0);
    const restored = restore(spec, seen.save());
    for (const simulation of [unseen, seen, restored]) simulation.step(4);
    expect(unseen.statistics().contacts).toBeGreaterThan(100);
    expect(bitsOf(seen)).toEqual(bitsOf(unseen));
    expect(bitsOf(restored)).toEqual(bitsOf(unseen));
  });
});

function linearMaterials(): SimulationSpec['materials'] {
  const [, wall] = scene().materials;
  if (wall === undefined) throw new Error('no wall');
  return [{ name: 'grain', density: 2500, stiffness: 1e4, restitution: 0.6, friction: 0.4 }, wall];
}
