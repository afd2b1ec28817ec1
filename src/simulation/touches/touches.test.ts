// SPDX-License-Identifier: MIT
/** Touches as a mechanism: the law of spheres on a half-space through meshes, room, threads, saved states. */
import { describe, expect, it } from 'vitest';
import { floorMesh } from '../../../tests/support/mesh-scene.ts';
import { bitsOf, restore, start } from '../../../tests/support/simulations.ts';
import { HERTZ_MINDLIN, heap, spheres } from '../../../tests/support/sphere-heap.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import { CONTACT_MESH } from '../views/simulation-views.ts';

const GRAIN = { density: 2500, youngsModulus: 1e7, poissonsRatio: 0.25, restitution: 0.6, friction: 0.4 };

/** The heap with its first half-space, the floor, as a mesh. */
function onMesh(spec: SimulationSpec): SimulationSpec {
  const [bottom, ...others] = spec.halfSpaces ?? [];
  if (bottom === undefined) throw new Error('no floor');
  const motion = { oscillation: { direction: [0, 0, 1], amplitude: 2e-4, frequency: 40 } } as const;
  const meshes = [{ name: 'floor', mesh: floorMesh(7, 1), material: bottom.material, motion }];
  return { ...spec, halfSpaces: others, meshes };
}

const scene = (more: Partial<SimulationSpec> = {}): SimulationSpec => onMesh(heap(200, { timeStep: 5e-6, ...more }));

describe('touches give the same bits', () => {
  it('on one thread and on two', { tags: ['long'] }, () => {
    const alone = start(scene());
    const together = start(scene({ threads: 2 }));
    for (const steps of [1, 30, 700]) {
      alone.step(steps);
      together.step(steps);
      expect(bitsOf(together)).toEqual(bitsOf(alone));
    }
    expect(alone.statistics().rebuilds).toBeGreaterThan(2);
    expect(alone.contacts().kind.filter((kind) => kind === CONTACT_MESH).length).toBeGreaterThan(5);
  });

  it('in TypeScript and in WebAssembly', { tags: ['long'] }, () => {
    const wasm = start(scene());
    const typescript = start(scene(), { kernel: 'typescript' });
    wasm.step(400);
    typescript.step(400);
    expect(bitsOf(typescript)).toEqual(bitsOf(wasm));
  });

  it('after saving and restoring', { tags: ['long'] }, () => {
    const whole = start(scene());
    whole.step(437);
    const state = whole.save();
    whole.step(600);
    const resumed = restore(scene(), state);
    resumed.step(600);
    expect(bitsOf(resumed)).toEqual(bitsOf(whole));
  });

  it('when the room for them grows in the middle of a step, on any number of threads', { tags: ['long'] }, () => {
    // All spheres of a layer meet the floor at once, and the floor is there five times: a thousand touches where there
    // were none.
    const layer = Array.from({ length: 225 }, (_, k) => ({
      position: [(k % 15) * 0.011, Math.floor(k / 15) * 0.011, 0.0051] as const,
      velocity: [0.1, 0, -1] as const,
    }));
    const mesh = floorMesh(7, 1);
    const meshes = Array.from({ length: 5 }, (_, k) => ({ name: `floor ${k}`, mesh, material: 'wall' }));
    const make = (threads: number): SimulationSpec => ({
      ...spheres(0.005, GRAIN, layer, { timeStep: 2e-6, meshes, law: HERTZ_MINDLIN, threads }),
    });
    const [alone, together, seen] = [start(make(1)), start(make(2)), start(make(1))];
    alone.step(120);
    together.step(120);
    for (let k = 0; k < 120; k++) {
      seen.step();
      seen.contacts();
    }
    expect(alone.contacts().count).toBe(5 * 225);
    expect(bitsOf(together)).toEqual(bitsOf(alone));
    expect(bitsOf(seen)).toEqual(bitsOf(alone));
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
});
