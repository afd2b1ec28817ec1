// SPDX-License-Identifier: MIT
/**
 * Bodies that travel far in a step: a warning above a tenth of their size, an error if they may have passed through
 * something.
 */
import { describe, expect, it } from 'vitest';
import { SimulationError } from '../../errors.ts';
import { type FacetMesh, facetMesh } from '../../meshes/facet-mesh.ts';
import { box } from '../../shapes/kinds/box.ts';
import { Simulation } from '../simulation.ts';
import type { BodyShapeSpec, BodySpec, MeshSpec, SimulationSpec } from '../simulation-spec.ts';

const STEP = 1e-4;
const RADIUS = 0.01;
/** Half of the smallest side. */
const HALF = 0.01;
const SHAPES: readonly BodyShapeSpec[] = [
  { name: 'ball', sphere: { radius: RADIUS } },
  { name: 'box', convex: box({ halfExtents: [HALF, 1.5 * HALF, 2 * HALF] }) },
  { name: 'plate', convex: box({ halfExtents: [3 * HALF, 3 * HALF, HALF] }) },
  {
    name: 'pair',
    clump: {
      spheres: [
        { centre: [0, -RADIUS, 0], radius: RADIUS },
        { centre: [0, RADIUS, 0], radius: RADIUS },
      ],
    },
  },
];
const LENGTHS: Readonly<Record<string, number>> = { ball: RADIUS, box: HALF, plate: HALF, pair: RADIUS };

/** A square of two triangles in the plane z = 0, 2 m wide. */
const SQUARE = facetMesh({
  vertices: new Float64Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]),
  facets: [
    [0, 1, 2],
    [0, 2, 3],
  ],
});

function scene(bodies: readonly BodySpec[], more: Partial<SimulationSpec> = {}): SimulationSpec {
  const materials = [{ name: 'm', density: 1000, stiffness: 1e5, restitution: 0.8, friction: 0.3 }];
  const law = { normal: 'linear', tangential: 'linear' } as const;
  return { timeStep: STEP, gravity: [0, 0, 0], materials, law, shapes: SHAPES, bodies, ...more };
}

function square(more: Partial<MeshSpec> = {}): MeshSpec {
  return { name: 'square', mesh: SQUARE, material: 'm', ...more };
}

/**
 * 40 bodies side by side above z = 0, each by another part of a step, which go down by `travel` of their size in a
 * step.
 */
function rain(shape: string, travel: number): BodySpec[] {
  const size = LENGTHS[shape] ?? 0;
  return Array.from({ length: 40 }, (_, k) => ({
    shape,
    material: 'm',
    velocity: [0, 0, (-travel * size) / STEP],
    position: [0.1 * (k % 8) - 0.4, 0.1 * Math.floor(k / 8) - 0.4, 2.1 * size + ((k + 0.5) / 40) * travel * size],
  }));
}

function failure(spec: SimulationSpec, steps: number): SimulationError | undefined {
  const simulation = new Simulation(spec);
  try {
    simulation.step(steps);
    return undefined;
  } catch (error) {
    if (error instanceof SimulationError) return error;
    throw error;
  } finally {
    simulation.dispose();
  }
}

describe('a step beyond the critical one', () => {
  it('is named as the cause of the speed, with a step that will do', () => {
    // The first two overlap; the second is thrown at the third.
    const at = (z: number): BodySpec => ({ shape: 'ball', material: 'm', position: [0, 0, z * RADIUS] });
    const spec = scene([at(0), at(1.9), at(10)]);
    const timeStep = 20 * new Simulation(spec).criticalTimeStep();
    const error = failure({ ...spec, timeStep }, 20);
    expect([error?.code, error?.message]).toEqual([
      'passed-through',
      expect.stringMatching(/; the time step is 20 times the critical one, .*: use at most 0\.000\d+ s$/),
    ]);
  });
});

describe('bodies that fall on a mesh', () => {
  it.each([
    ['ball', 1.5],
    ['ball', 50],
    ['box', 1.2],
    ['box', 50],
    ['pair', 3],
  ])('are an error if they may have passed through it: %s, %d of its size in a step', (shape, travel) => {
    const error = failure(scene(rain(shape, travel), { meshes: [square()] }), 20);
    expect(error?.code).toBe('passed-through');
    const { body, speed, size, ...rest } = (error?.details ?? {}) as Record<string, number>;
    // Contacts may have slowed it.
    expect(speed).toBeLessThan(1.000001 * ((travel * (LENGTHS[shape] ?? 0)) / STEP));
    expect(size).toBeCloseTo(LENGTHS[shape] ?? 0, 12);
    expect(rest.travel).toBeCloseTo((speed ?? 0) * STEP, 10);
    expect(rest.travel).toBeGreaterThan(0.5 * (size ?? 0));
    expect(rest.time).toBeCloseTo(STEP * (rest.step ?? 0), 12);
    expect(error?.message).toMatch(
      new RegExp(`^step \\d+, time \\S+ s: body ${body} at .* mesh "square".* smaller time step`),
    );
  });

  it.each([
    ['ball', 0.3],
    ['box', 0.3],
  ])('bounce with a warning if they are slower: %s, %d of its size in a step', (shape, travel) => {
    const simulation = new Simulation(scene(rain(shape, travel), { meshes: [square()] }));
    simulation.step(40);
    const { position } = simulation.bodies();
    for (let k = 0; k < 40; k++) expect(position[3 * k + 2]).toBeGreaterThan(0);
    const { ratio = 0, size = 0, speed = 0, step } = simulation.firstFastBody() ?? {};
    expect([ratio, size, step]).toEqual([expect.closeTo(travel, 6), expect.closeTo(LENGTHS[shape] ?? 0, 12), 1]);
    expect((speed * STEP) / size).toBeCloseTo(travel, 6);
  });

  it('bounce without a warning if they are slow', () => {
    const simulation = new Simulation(scene(rain('ball', 0.05), { meshes: [square()] }));
    simulation.step(60);
    expect(simulation.firstFastBody()).toBeUndefined();
  });

  const W = 0.005;
  const rectangle = (vertices: number[]) => facetMesh({ vertices: new Float64Array(vertices), facets: [[0, 1, 2, 3]] });
  const strip = rectangle([-W, -1, 0, W, -1, 0, W, 1, 0, -W, 1, 0]);
  const blade = rectangle([0, -1, -W, 0, 1, -W, 0, 1, W, 0, -1, W]);

  it.each<[string, FacetMesh, Partial<BodySpec>]>([
    ['a ball beside a strip', strip, { position: [1.6 * W, 0, 0.13], velocity: [0, 0, -800] }],
    ['a ball on the edge of a blade', blade, { position: [0.4 * W, 0, 0.13], velocity: [0, 0, -800] }],
    // A quarter of a step before it points at the blade.
    [
      'the end of a plate that turns',
      blade,
      {
        shape: 'plate',
        position: [0.025, 0, 0],
        angularVelocity: [0, 1.5 / STEP, 0],
        orientation: [0.93, 0, -0.36, 0],
      },
    ],
  ])('are an error where their centres do not meet it, but much of them does: %s', (_, mesh, body) => {
    const bodies = [{ shape: 'ball', material: 'm', position: [0, 0, 0] as const, ...body }];
    expect(failure(scene(bodies, { meshes: [square({ mesh })] }), 3)?.code).toBe('passed-through');
  });

  it('may come through a one-sided mesh from behind', () => {
    const meshes = [square({ oneSided: true })];
    const up = rain('ball', 2).map((body) => ({ ...body, position: [0, 0, -0.1], velocity: [0, 0, 200] }) as BodySpec);
    expect(failure(scene(up.slice(0, 1), { meshes }), 20)).toBeUndefined();
    expect(failure(scene(rain('ball', 2), { meshes }), 20)?.code).toBe('passed-through');
  });
});

describe('a mesh that moves', () => {
  const resting = [-0.7, -0.35, 0.02, 0.35, 0.7].map((x) => ({
    shape: 'ball',
    material: 'm',
    position: [x, 0, 0.1] as const,
  }));

  it('is an error if it may have passed through a body at rest', () => {
    const motion = { velocity: [0, 0, 300] as const };
    const error = failure(scene(resting, { meshes: [square({ motion })] }), 40);
    expect([error?.code, error?.message]).toEqual(['passed-through', expect.stringContaining('mesh "square"')]);
  });

  it('is an error too if it rotates, by the speed of its surface', () => {
    const motion = { rotation: { axis: [0, 1, 0] as const, through: [0, 0, 0] as const, rate: 1000 } };
    expect(failure(scene(resting, { meshes: [square({ motion })] }), 100)?.code).toBe('passed-through');
  });
});

describe('two bodies that fly at each other', () => {
  const headOn = (a: string, b: string, travel: number, offset = 0): BodySpec[] => [
    { shape: a, material: 'm', position: [0.07, 0, 0], velocity: [(-0.5 * travel * RADIUS) / STEP, 0, 0] },
    { shape: b, material: 'm', position: [-0.07, offset, 0], velocity: [(0.5 * travel * RADIUS) / STEP, 0, 0] },
  ];

  it.each([
    ['ball', 'ball'],
    ['ball', 'box'],
    ['box', 'plate'],
    ['pair', 'ball'],
    ['pair', 'plate'],
  ])('are an error if they may have passed through each other: %s and %s', (a, b) => {
    const error = failure(scene(headOn(a, b, 20)), 5);
    expect(error?.code).toBe('passed-through');
    expect(error?.message).toMatch(/body 0 at .* through body 1/);
  });

  it('are an error where one turns through the other: its ball is around that before, within and after the step', () => {
    const rod = { name: 'rod', convex: box({ halfExtents: [HALF, HALF, 20 * HALF] }) };
    const codes = [0, 0.3, 0.6, 0.9].map((turned) => {
      const bodies: BodySpec[] = [
        { shape: 'ball', material: 'm', position: [15 * RADIUS, 0, 0] },
        // A quarter of a turn, less `turned` of a step, until it points at the ball.
        {
          shape: 'rod',
          material: 'm',
          position: [0, 0, 0],
          angularVelocity: [0, 0.5 / STEP, 0],
          orientation: [Math.cos(Math.PI / 4 - 0.25 * (1 + turned)), 0, Math.sin(Math.PI / 4 - 0.25 * (1 + turned)), 0],
        },
      ];
      return failure(scene(bodies, { shapes: [...SHAPES, rod] }), 3)?.code;
    });
    // Where a step ends in the ball, that is seen.
    expect(codes).toEqual(codes.map(() => expect.stringMatching(/^(passed-through|overlap-too-deep)$/)));
    expect(codes).toContain('passed-through');
  });

  it('are no error if they miss each other, however fast', () => {
    const simulation = new Simulation(scene(headOn('ball', 'box', 20, 3 * RADIUS + 1.6 * HALF)));
    simulation.step(5);
    expect(simulation.firstFastBody()?.ratio).toBeCloseTo(10, 6);
  });

  it('may pass through each other if both have prescribed motions', () => {
    const motion = (speed: number) => ({ velocity: [speed, 0, 0] as const });
    const bodies = headOn('ball', 'box', 20).map(({ velocity: _, ...body }, k) => ({
      ...body,
      motion: motion(k === 0 ? -1000 : 1000),
    }));
    expect(failure(scene(bodies), 5)).toBeUndefined();
  });

  it('are found across a periodic boundary', () => {
    const domain = { min: [-0.1, -0.1, -0.1], max: [0.1, 0.1, 0.1], periodic: [true, true, true] } as const;
    const bodies = headOn('ball', 'ball', -7).map(
      (body, k) => ({ ...body, position: [k === 0 ? 0.075 : -0.075, 0, 0] }) as BodySpec,
    );
    expect(failure(scene(bodies, { domain }), 4)?.code).toBe('passed-through');
  });

  it('give the same error whatever the number of threads', { tags: ['long'] }, () => {
    const many = Array.from({ length: 300 }, (_, k) => ({
      shape: 'ball',
      material: 'm',
      position: [0.05 * (k % 10), 0.05 * Math.floor(k / 10), 0.05 * (k % 3)] as const,
    }));
    const spec = scene([...many, { shape: 'ball', material: 'm', position: [-0.3, 0.45, 0], velocity: [900, 0, 0] }]);
    const one = failure(spec, 30);
    expect(one?.code).toBe('passed-through');
    expect(failure({ ...spec, threads: 3 }, 30)?.message).toBe(one?.message);
  });
});
