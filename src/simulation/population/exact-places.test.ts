// SPDX-License-Identifier: MIT
/** Insertion with `places: shapes`: bodies fit where their shapes do, and none overlaps anything. */
import { describe, expect, it } from 'vitest';
import { pose } from '../../math/pose.ts';
import { contact } from '../../narrow-phase/contact.ts';
import { box } from '../../shapes/kinds/box.ts';
import { compound } from '../../shapes/kinds/compound.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { Simulation } from '../simulation.ts';
import type { BodyShapeSpec, InsertionSpec, SimulationSpec } from '../simulation-spec.ts';
import { shapeWall } from '../walls/shape-wall.ts';

const SIDE = 0.06;
const BRICK = box({ halfExtents: [0.008, 0.005, 0.003] });
const CAN = cylinder({ radius: 0.004, halfLength: 0.008 });
const CONVEX: Readonly<Record<string, ConvexShape>> = { brick: BRICK, can: CAN };
const SHAPES: BodyShapeSpec[] = [
  { name: 'brick', convex: BRICK },
  { name: 'can', convex: CAN },
  { name: 'ball', sphere: { radius: 0.004 } },
  {
    name: 'cross',
    compound: compound([
      { shape: box({ halfExtents: [0.008, 0.002, 0.002] }) },
      { shape: box({ halfExtents: [0.002, 0.008, 0.002] }), pose: { position: [0, 0, 0.004] } },
    ]),
  },
  {
    name: 'twin',
    clump: {
      spheres: [
        { centre: [0, 0, 0], radius: 0.004 },
        { centre: [0.005, 0, 0], radius: 0.003 },
      ],
    },
  },
];

function filled(
  names: readonly string[],
  insertion: Partial<InsertionSpec>,
  more: Partial<SimulationSpec> = {},
): SimulationSpec {
  return {
    timeStep: 1e-6,
    gravity: [0, 0, 0],
    law: { normal: 'linear', tangential: 'none' },
    materials: [{ name: 'm', density: 1000, stiffness: 1e4, restitution: 0.5 }],
    shapes: SHAPES,
    halfSpaces: [0, 1, 2].flatMap((axis) =>
      [1, -1].map((sign) => {
        const normal = [0, 1, 2].map((each) => (each === axis ? sign : 0)) as unknown as [number, number, number];
        return { name: `${axis}${sign}`, normal, offset: sign > 0 ? 0 : -SIDE, material: 'm' };
      }),
    ),
    insertions: [
      {
        name: 'all',
        shapes: names.map((shape) => ({ shape, material: 'm', weight: 1 })),
        region: { box: { min: [0, 0, 0], max: [SIDE, SIDE, SIDE] } },
        porosity: 0.3,
        onFull: 'accept',
        randomOrientation: true,
        places: 'shapes',
        attempts: 1000,
        ...insertion,
      },
    ],
    ...more,
  };
}

const fractionOf = (spec: SimulationSpec): number => 1 - (new Simulation(spec).insertions()[0]?.porosity ?? 1);

describe('places by true shapes', { tags: ['long'] }, () => {
  it('fit far more bricks than places by balls', () => {
    const [byBalls, byShapes] = (['balls', 'shapes'] as const).map((places) =>
      fractionOf(filled(['brick'], { places })),
    );
    // 4.9 % and 14.7 % of the volume: the room is eight bricks wide, and walls keep bodies away from it.
    expect(byShapes).toBeGreaterThan(2.5 * (byBalls ?? 1));
  });

  it('leave a gap between any two bodies, and between bodies and walls', () => {
    const simulation = new Simulation(filled(['brick', 'can'], {}));
    const { ids, shape, position, orientation } = simulation.bodies();
    const placed = Array.from(ids, (_, k) => {
      const [x = 0, y = 0, z = 0] = position.subarray(3 * k);
      const [w = 1, a = 0, b = 0, c = 0] = orientation.subarray(4 * k);
      const name = SHAPES[shape[k] ?? 0]?.name ?? '';
      return [
        CONVEX[name] as ConvexShape,
        pose({ position: [x, y, z], orientation: { w, x: a, y: b, z: c } }),
      ] as const;
    });
    expect(placed.length).toBeGreaterThan(30);
    let least = Infinity;
    placed.forEach(([a, at], k) => {
      for (const [b, other] of placed.slice(k + 1)) least = Math.min(least, contact(a, at, b, other).distance);
    });
    expect(least).toBeGreaterThan(0);
    expect(simulation.contacts().count).toBe(0);
    expect(simulation.energy().elastic).toBe(0);
  });

  it.each<[string, readonly string[], Partial<SimulationSpec>]>([
    ['compounds, clumps and balls', ['cross', 'twin', 'ball', 'brick'], {}],
    [
      'a periodic cell',
      ['brick', 'cross'],
      { halfSpaces: [], domain: { min: [0, 0, 0], max: [SIDE, SIDE, SIDE], periodic: [true, true, true] } },
    ],
    [
      'a cylinder without facets',
      ['brick', 'can'],
      {
        halfSpaces: [],
        meshes: [
          {
            ...shapeWall('pot', { cylinder: { radius: SIDE / 2, length: SIDE }, side: 'inside' }, 'm'),
            position: [SIDE / 2, SIDE / 2, SIDE / 2],
          },
        ],
      },
    ],
  ])('overlap nothing with %s', (_, names, more) => {
    const simulation = new Simulation(filled(names, {}, more));
    expect(simulation.bodyCount).toBeGreaterThan(25);
    expect(simulation.contacts().count).toBe(0);
    expect(simulation.energy().elastic).toBe(0);
  });

  it('find bodies that came before, and go on with the same bits after a restart', () => {
    const spec = filled(['brick'], { rate: 2e5, porosity: undefined, count: 60, attempts: 20 } as never);
    const whole = new Simulation(spec);
    whole.step(100);
    const cut = Simulation.restore(spec, whole.save());
    for (const each of [whole, cut]) each.step(300);
    expect(whole.bodyCount).toBeGreaterThan(30);
    expect(whole.energy().elastic).toBe(0);
    const motionOf = (simulation: Simulation): number[] => {
      const { position, orientation } = simulation.bodies();
      return [...position, ...orientation];
    };
    expect(motionOf(cut)).toEqual(motionOf(whole));
    expect(cut.insertions()).toEqual(whole.insertions());
  });

  it('are named one of two ways', () => {
    expect(() => new Simulation(filled(['brick'], { places: 'hulls' as never }))).toThrow(
      /insertions\[0\]\.places: expected balls or shapes/,
    );
  });
});
