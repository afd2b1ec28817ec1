// SPDX-License-Identifier: MIT
/**
 * A brick that lies on one of its edges, across a seam of two facets and beyond the rim of their plane, touches where
 * it does on one facet.
 */
import { expect, it } from 'vitest';
import { fromAxisAngle, multiply } from '../math/quaternion.ts';
import { facetMesh } from '../meshes/facet-mesh.ts';
import { box } from '../shapes/kinds/box.ts';
import { Simulation } from './simulation.ts';
import type { SimulationSpec } from './simulation-spec.ts';

const SIZE = 0.05;
/** Rounding of the corners of facets, over the size. */
const ROUNDING = 1e-9;

function onFloor(facets: number[][], turn: number): number[] {
  const [x, y] = [1.3 * SIZE, 2 * SIZE];
  const mesh = facetMesh({
    vertices: [
      [-x, -y, 0],
      [x, -y, 0],
      [x, y, 0],
      [-x, y, 0],
    ],
    facets,
  });
  const spec: SimulationSpec = {
    timeStep: 1e-5,
    gravity: [0, 0, 0],
    law: { normal: 'linear' },
    materials: [{ name: 'grain', density: 1000, stiffness: 1e4, restitution: 0.5 }],
    shapes: [{ name: 'brick', convex: box({ halfExtents: [2 * SIZE, 0.4 * SIZE, 0.4 * SIZE] }) }],
    bodies: [
      {
        shape: 'brick',
        material: 'grain',
        position: [0.01 * SIZE, 0.02 * SIZE, (0.4 * Math.SQRT2 - 0.02) * SIZE],
        orientation: multiply(
          fromAxisAngle({ x: 0, y: 0, z: 1 }, turn),
          fromAxisAngle({ x: 1, y: 0, z: 0 }, Math.PI / 4),
        ),
      },
    ],
    meshes: [{ name: 'floor', mesh, material: 'grain' }],
  };
  const simulation = new Simulation(spec);
  const { count, point } = simulation.contacts();
  const points = Array.from({ length: count }, (_, k) => [...point.subarray(3 * k, 3 * k + 3)]);
  simulation.dispose();
  return points.sort((a, b) => a[0] - b[0]).flat();
}

it('touches at both ends of the edge that are over the floor, however the floor is cut', { tags: ['long'] }, () => {
  for (let turn = 0.05; turn < 0.5; turn += 0.05) {
    const whole = onFloor([[0, 1, 2, 3]], turn);
    expect(whole).toHaveLength(6);
    const cut = onFloor(
      [
        [0, 1, 2],
        [0, 2, 3],
      ],
      turn,
    );
    expect(cut).toHaveLength(6);
    cut.forEach((at, k) => {
      expect(Math.abs(at - whole[k]) / SIZE, `turn ${turn}`).toBeLessThan(ROUNDING);
    });
  }
});
