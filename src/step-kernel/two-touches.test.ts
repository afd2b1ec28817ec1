// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { FLOOR, SIZE, scene } from '../../tests/support/convex-scene.ts';
import { bitsOf, start } from '../../tests/support/simulations.ts';
import { LINEAR } from '../../tests/support/sphere-heap.ts';
import type { ContactLawSpec } from '../contact-laws/law-spec.ts';
import { Random } from '../math/random.ts';
import { box } from '../shapes/kinds/box.ts';
import type { SimulationSpec } from '../simulation/simulation-spec.ts';

const HERTZ: ContactLawSpec = { normal: 'hertz', tangential: 'mindlin' };

/** Cubes that overlap their neighbours, turned by small angles, some of which slide and some of which part. */
function cubes(law: ContactLawSpec, more: Partial<SimulationSpec>): SimulationSpec {
  const random = new Random(5);
  const place = (number: number): number => 1.994 * SIZE * (number + 0.5);
  const side = 4;
  return scene({
    shapes: [{ name: 'cube', convex: box({ halfExtents: [SIZE, SIZE, SIZE] }) }],
    law,
    bodies: Array.from({ length: side ** 2 }, (_, k) => ({
      shape: 'cube',
      material: 'stone',
      position: [place(k % side), place(Math.floor(k / side)), place(0)],
      orientation: [1, 0.01 * random.between(-1, 1), 0.01 * random.between(-1, 1), 0.01 * random.between(-1, 1)],
      velocity: [0.3 * random.between(-1, 1), 0.3 * random.between(-1, 1), 0.3 * random.between(-1, 1)],
    })),
    ...more,
  });
}

describe('touches of bodies, two at a time, have the bits of the scalar text', () => {
  const walls = { halfSpaces: [FLOOR] };
  const periods = {
    domain: { min: [0, 0, -1], max: [7.976 * SIZE, 7.976 * SIZE, 1], periodic: [true, true, false] },
  } as const;
  it.each([
    ['linear springs on a floor', LINEAR, walls],
    ['linear springs in a periodic domain', LINEAR, periods],
    ["Hertz's spring on a floor", HERTZ, walls],
  ])('%s', (_, law, more) => {
    const [fast, slow] = [start(cubes(law, more)), start(cubes(law, more), { kernel: 'typescript' })];
    for (const simulation of [fast, slow]) simulation.step(6);
    expect(fast.statistics().contacts).toBeGreaterThan(60);
    expect(bitsOf(slow)).toEqual(bitsOf(fast));
    expect(slow.energy()).toEqual(fast.energy());
  });
});
