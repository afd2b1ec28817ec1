// SPDX-License-Identifier: MIT
/** Bodies of every kind that appear among bodies of every kind, half-spaces and meshes that move. */
import { describe, expect, it } from 'vitest';
import { bitsOf, restore, start } from '../../../tests/support/simulations.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { box } from '../../shapes/kinds/box.ts';
import { compound } from '../../shapes/kinds/compound.ts';
import type { InsertionSpec, SimulationSpec } from '../simulation-spec.ts';

const TRAY = facetMesh({
  vertices: [
    [-0.1, -0.1, 0],
    [0.1, -0.1, 0],
    [0.1, 0.1, 0],
    [-0.1, 0.1, 0],
    [-0.1, -0.1, 0.1],
    [-0.1, 0.1, 0.1],
  ],
  facets: [
    [0, 1, 2, 3],
    [0, 3, 5, 4],
  ],
});

/** Spheres on a tray that is shaken, or bodies of every kind on a floor. */
function scene(insertion: Partial<InsertionSpec>, hasTray: boolean): SimulationSpec {
  const plank = box({ halfExtents: [0.012, 0.003, 0.003] });
  const kind = (shape: string) => ({ shape, material: 'wood', weight: 1 });
  return {
    timeStep: 2e-5,
    gravity: [0, 0, -9.81],
    law: { normal: 'linear', tangential: 'linear' },
    materials: [{ name: 'wood', density: 700, stiffness: 2e4, restitution: 0.4, friction: 0.5 }],
    shapes: [
      { name: 'ball', sphere: { radius: 0.005 } },
      ...(hasTray
        ? []
        : [
            { name: 'brick', convex: box({ halfExtents: [0.006, 0.004, 0.003] }) },
            {
              name: 'cross',
              compound: compound([{ shape: plank }, { shape: plank, pose: { position: [0, 0, 0.006] } }]),
            },
          ]),
    ],
    halfSpaces: hasTray ? [] : [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'wood' }],
    meshes: hasTray
      ? [
          {
            name: 'tray',
            mesh: TRAY,
            material: 'wood',
            motion: { oscillation: { direction: [1, 0, 0], amplitude: 0.01, frequency: 20 } },
          },
        ]
      : [],
    insertions: [
      {
        name: 'rain',
        shapes: hasTray ? [kind('ball')] : [kind('ball'), kind('brick'), kind('cross')],
        region: { box: { min: [-0.11, -0.05, -0.02], max: [0, 0.05, 0.05] } },
        randomOrientation: true,
        ...insertion,
      },
    ],
  };
}

describe('bodies of any kind', () => {
  it('appear clear of each other and of walls', () => {
    const simulation = start(scene({ count: 25, attempts: 1000 }, false));
    expect(simulation.contacts().count).toBe(0);
    expect(new Set(simulation.bodies().shape)).toEqual(new Set([0, 1, 2]));
  });

  it('appear clear of meshes, on both sides', () => {
    const simulation = start(scene({ count: 35, attempts: 1000 }, true));
    expect(simulation.contacts().count).toBe(0);
    const { count, position } = simulation.bodies();
    const heights = Array.from({ length: count }, (_, k) => position[3 * k + 2]);
    expect(heights.some((z) => z < 0)).toBe(true);
    expect(heights.some((z) => z > 0 && z < 0.02)).toBe(true);
  });

  it('appear clear of a mesh where it is by then', () => {
    // 12.5 ms are a quarter of a period: the wall at x = -0.1 is at -0.09.
    const simulation = start(scene({ count: 35, attempts: 1000, from: 0.0125 }, true));
    simulation.step(625);
    expect(simulation.meshPose(0).position.x).toBeCloseTo(0.01, 9);
    expect(simulation.bodyCount).toBe(35);
    expect(simulation.contacts().kind.length).toBe(0);
  });

  it('have the same bits on two threads and after saving and restoring', { tags: ['long'] }, () => {
    const spec = scene(
      {
        rate: 5000,
        velocity: [0, 0, -3],
        count: 60,
        region: { box: { min: [-0.05, -0.05, 0.02], max: [0.05, 0.05, 0.08] } },
      },
      false,
    );
    const whole = start(spec);
    whole.step(333);
    const state = whole.save();
    whole.step(900);
    expect(whole.bodyCount).toBe(60);
    expect(whole.statistics().contacts).toBeGreaterThan(0);
    expect(whole.energy().dampingLoss).toBeGreaterThan(0.1 * whole.energy().insertedEnergy);
    const resumed = restore({ ...spec, threads: 2 }, state);
    resumed.step(900);
    expect(bitsOf(resumed)).toEqual(bitsOf(whole));
  });

  it('are refused at once where their law does not know them', () => {
    const late = scene({ count: 1, from: 1 }, false);
    expect(() => start({ ...late, law: { normal: 'overlap-volume' } })).toThrow(
      /^insertions\[0\]\.shapes\[0\]: the overlap-volume law .* shape "ball" is a sphere/,
    );
  });
});
