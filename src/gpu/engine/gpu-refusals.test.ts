// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { box } from '../../shapes/kinds/box.ts';
import type { WallShapeSpec } from '../../shapes/walls/wall-shape.ts';
import type { BodyShapeSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { shapeWall } from '../../simulation/walls/shape-wall.ts';
import { gpuRefusals } from './gpu-refusals.ts';

describe('what the GPU refuses', () => {
  it('is a scene without bodies, since the cell size follows from the bodies', () => {
    const spec: SimulationSpec = {
      timeStep: 1e-5,
      gravity: [0, 0, 0],
      law: { normal: 'linear' },
      materials: [{ name: 'm', density: 1000, stiffness: 1e5 }],
      shapes: [{ name: 'ball', sphere: { radius: 0.01 } }],
    };
    const ball = { shape: 'ball', material: 'm', position: [0, 0, 0] } as const;
    expect(gpuRefusals({ ...spec, bodies: [ball] })).toEqual([]);
    for (const bodies of [undefined, []]) {
      expect(gpuRefusals({ ...spec, ...(bodies && { bodies }) }).map(({ path }) => path)).toEqual(['bodies']);
    }
  });

  it('are convex bodies at walls that are shapes, unless these are closed and around them', () => {
    const spec: SimulationSpec = {
      timeStep: 1e-5,
      gravity: [0, 0, 0],
      law: { normal: 'linear' },
      materials: [{ name: 'm', density: 1000, stiffness: 1e5 }],
    };
    const refused = (shape: BodyShapeSpec, wall: WallShapeSpec) =>
      gpuRefusals({
        ...spec,
        shapes: [shape],
        meshes: [shapeWall('wall', wall, 'm')],
        bodies: [{ shape: shape.name, material: 'm', position: [0, 0, 0] }],
      }).map(({ path, problem }) => `${path}: ${problem}`);
    const ball: BodyShapeSpec = { name: 'ball', sphere: { radius: 0.01 } };
    const brick: BodyShapeSpec = { name: 'brick', convex: box({ halfExtents: [0.01, 0.01, 0.01] }) };
    const why = '(spheres and clumps touch all walls that are shapes, other bodies closed ones from inside)';
    const cylinder = { radius: 0.1, length: 0.2 };
    const torus = { ringRadius: 0.1, tubeRadius: 0.04 };
    for (const [wall, problem] of [
      [{ cylinder, side: 'inside' }, undefined],
      [{ cylinder, side: 'outside' }, 'convex bodies outside walls that are shapes'],
      [{ cylinder, side: 'inside', open: 'top' }, 'convex bodies at walls with open ends'],
      [{ torus, side: 'inside' }, 'convex bodies in tori'],
    ] as const) {
      expect(refused(ball, wall)).toEqual([]);
      expect(refused(brick, wall)).toEqual(problem === undefined ? [] : [`meshes[0]: ${problem} ${why}`]);
    }
  });
});
