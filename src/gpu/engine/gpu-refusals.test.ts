// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { box } from '../../shapes/kinds/box.ts';
import { capsule } from '../../shapes/kinds/capsule.ts';
import { compound } from '../../shapes/kinds/compound.ts';
import { cone } from '../../shapes/kinds/cone.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { rounded } from '../../shapes/kinds/rounded.ts';
import { tablet } from '../../shapes/kinds/tablet.ts';
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

  it('are compounds, clumps among other shapes, and capsules and the like on meshes', () => {
    const refused = (shapes: readonly BodyShapeSpec[], hasMesh: boolean) =>
      gpuRefusals({
        timeStep: 1e-5,
        gravity: [0, 0, 0],
        law: { normal: 'linear' },
        materials: [{ name: 'm', density: 1000, stiffness: 1e5 }],
        shapes,
        ...(hasMesh && {
          meshes: [shapeWall('wall', { cylinder: { radius: 0.1, length: 0.2 }, side: 'inside' }, 'm')],
        }),
        bodies: shapes.map(({ name }) => ({ shape: name, material: 'm', position: [0, 0, 0] })),
      }).map(({ path, problem }) => `${path}: ${problem}`);
    const pin = cylinder({ radius: 0.01, halfLength: 0.02 });
    const all = [
      { name: 'pin', convex: pin },
      { name: 'pill', convex: capsule({ radius: 0.01, halfLength: 0.02 }) },
      { name: 'top', convex: cone({ radius: 0.01, height: 0.02 }) },
      { name: 'tablet', convex: tablet({ diameter: 0.02, bandHeight: 0, capRadius: 0.02 }) },
      { name: 'pebble', convex: rounded({ shape: pin, radius: 0.01 }) },
      { name: 'brick', convex: box({ halfExtents: [0.01, 0.01, 0.01] }) },
      { name: 'ball', sphere: { radius: 0.01 } },
    ];
    expect(refused(all, false)).toEqual([]);
    expect(refused(all.slice(5), true)).toEqual([]);
    for (const shape of all.slice(0, 5)) {
      expect(refused([shape], true)).toEqual([
        'meshes[0]: capsules, cylinders, cones, tablets and rounded shapes on meshes and walls that are shapes ' +
          '(kernels of meshes find the contacts of polyhedra, superquadrics, ellipsoids and spheres)',
      ]);
    }
    const why = '(no kernel finds their contacts; convex bodies of one piece have one, and clumps among spheres)';
    const cross = {
      name: 'cross',
      compound: compound([{ shape: pin }, { shape: pin, pose: { position: [0.01, 0, 0] } }]),
    };
    const dumbbell = { name: 'dumbbell', clump: { spheres: [{ centre: [0, 0, 0], radius: 0.01 }] } } as const;
    expect(refused([cross, dumbbell, ...all], false)).toEqual([
      `shapes[0]: "cross": compounds ${why}`,
      `shapes[1]: "dumbbell": clumps among shapes that are not made of spheres ${why}`,
    ]);
  });
});
