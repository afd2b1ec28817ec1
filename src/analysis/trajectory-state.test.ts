// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { start } from '../../tests/support/simulations.ts';
import { decodeFrame, encodeFrame } from '../io/trajectory/frame.ts';
import { facetMesh } from '../meshes/facet-mesh.ts';
import { centroidsOf } from '../runs/outputs/own-frames.ts';
import { Snapshot } from '../runs/outputs/snapshot.ts';
import { frameOf } from '../runs/outputs/trajectory-output.ts';
import { bodyKinds } from './body-kinds.ts';
import { granularState } from './simulation-state.ts';
import { trajectoryState } from './trajectory-state.ts';

/** Float32 has 24 bits; the scene is a few metres wide. */
const SINGLE = 1e-6;

describe('a frame of a trajectory', () => {
  it('is the moment of the simulation that it was made from', () => {
    const clump = {
      spheres: [
        { centre: [0, 0, 0], radius: 0.5 },
        { centre: [1, 0, 0], radius: 0.3 },
      ],
    } as const;
    const spec = {
      timeStep: 1e-4,
      gravity: [0, 0, -9.81] as const,
      materials: [
        { name: 'm', density: 1000, stiffness: 1e5 },
        { name: 'n', density: 10, stiffness: 1e5 },
      ],
      law: { normal: 'linear' as const },
      shapes: [
        { name: 's', sphere: { radius: 0.5 } },
        { name: 'c', clump },
      ],
      bodies: [
        { shape: 's', material: 'm', position: [0, 0, 0.49] as const, velocity: [1, 2, 3] as const },
        { shape: 's', material: 'n', position: [0, 0.98, 0.7] as const },
        { shape: 'c', material: 'm', position: [3, 0, 0.45] as const, scale: 2, orientation: [1, 1, 0, 0] as const },
        { shape: 's', material: 'm', position: [0, -0.9, 0.5] as const, fixed: true },
      ],
      halfSpaces: [{ name: 'floor', normal: [0, 0, 1] as const, offset: 0, material: 'm' }],
      meshes: [
        {
          name: 'wall',
          material: 'm',
          position: [-0.49, 0, 0.3] as const,
          mesh: facetMesh({
            vertices: [
              [0, -1, -1],
              [0, 1, -1],
              [0, 0, 1],
            ],
            facets: [[0, 1, 2]],
          }),
        },
      ],
    };
    const simulation = start(spec);
    const kinds = bodyKinds(spec);
    const moment = new Snapshot(simulation);
    const frame = decodeFrame(encodeFrame(frameOf(moment, spec, centroidsOf(spec.shapes)), { number: 0 }), 0);
    if (frame === undefined) throw new Error('no frame');
    const wanted = granularState(0, moment.bodies, moment.contacts, kinds);
    const found = trajectoryState(frame, kinds, 1);
    expect(wanted.contacts.count).toBeGreaterThanOrEqual(5);
    expect(found.contacts.wall).toEqual(wanted.contacts.wall);
    expect(found.contacts.bodyA).toEqual(wanted.contacts.bodyA);
    expect(found.contacts.bodyB).toEqual(wanted.contacts.bodyB);
    expect(new Set(found.contacts.wall).size).toBe(new Set(wanted.contacts.wall).size);
    const pairs = [
      [found.bodies.position, wanted.bodies.position],
      [found.bodies.velocity, wanted.bodies.velocity],
      [found.bodies.radius, wanted.bodies.radius],
      [found.bodies.mass, wanted.bodies.mass],
      [found.contacts.point, wanted.contacts.point],
      [found.contacts.normal, wanted.contacts.normal],
      [found.contacts.force, wanted.contacts.force],
    ] as const;
    for (const [a, b] of pairs) {
      const size = Math.max(...b.map(Math.abs));
      a.forEach((value, k) => {
        expect(Math.abs(value - b[k])).toBeLessThan(SINGLE * size);
      });
    }
  });
});
