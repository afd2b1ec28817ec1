// SPDX-License-Identifier: MIT
/**
 * Simulations I and II of Feng & Tan 2019, section 5.2, and a third with superquadrics: bodies of three kinds and three
 * sizes are injected into a box for 10 s. The paper gives kinds, numbers and duration; sizes, fractions, box, law and
 * step are ours.
 */

import { sphere } from '../../shapes/kinds/sphere.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import { fengTanGrain } from '../../shapes/random-shapes.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import type { BodyShapeSpec, ContactLawSpec, HalfSpaceSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';

/** Law of the contacts with its stiffness, and the time step that it needs. */
export interface InjectedLaw {
  /** In words. */
  readonly name: string;
  /** Behind the name of the scene in the store. */
  readonly suffix: string;
  readonly law: ContactLawSpec;
  /** N/m, or N/m³ for pressure fields. */
  readonly stiffness: number;
  /** s */
  readonly timeStep: number;
  /** Energy that may be unaccounted for, relative to all losses, and why. */
  readonly balance: { readonly most: number; readonly reason: string };
}

export const LINEAR: InjectedLaw = {
  name: 'linear springs',
  suffix: '',
  law: { normal: 'linear', tangential: 'linear' },
  stiffness: 1e6,
  timeStep: 1e-4,
  balance: {
    most: 3e-2,
    reason: 'impacts are 15 steps long, the fastest at 8 m/s; the depth of polyhedra can change its face suddenly',
  },
};

/**
 * Corners are soft: one that hits at 8 m/s sinks in by a fifth of its body. The step is 0.14 of the critical one. With
 * twice the step the energies of the second scene close to 0.4 %, those of the third to 1.5 %.
 */
export const PRESSURE_FIELD: InjectedLaw = {
  name: 'pressure fields',
  suffix: '-field',
  law: { normal: 'pressure-field', tangential: 'linear' },
  stiffness: 2e9,
  timeStep: 5e-5,
  balance: { most: 1e-2, reason: 'an error of the second order in the step' },
};

/** m */
const SIZES = [0.08, 0.1, 0.12] as const;

/** By size: square pyramid, octagonal prism, octagonal frustum, sphere, superquadric. */
export const KINDS = {
  P5: (size: number) => fengTanGrain('P5', size),
  P16: (size: number) => fengTanGrain('P16', size),
  F16: (size: number) => fengTanGrain('F16', size),
  S: (size: number) => sphere({ radius: 0.5 * size }),
  SQ: (size: number) => superquadric({ semiAxes: [0.6 * size, 0.5 * size, 0.4 * size], n1: 4, n2: 3 }),
} satisfies Readonly<Record<string, (size: number) => ConvexShape>>;
export type Kind = keyof typeof KINDS;

export interface InjectedScene {
  /** In the store and on the command line. */
  readonly name: string;
  readonly title: string;
  readonly kinds: readonly Kind[];
  /** By number, in the order of the kinds. */
  readonly shares: readonly number[];
  readonly bodies: number;
}

export const SCENES = {
  one: { name: 'epa-one', title: 'Simulation I', kinds: ['P5', 'P16', 'F16'], shares: [4, 3, 3], bodies: 5_000 },
  two: { name: 'epa-two', title: 'Simulation II', kinds: ['P5', 'P16', 'S'], shares: [4, 3, 4], bodies: 5_500 },
  three: {
    name: 'epa-three',
    title: 'A third: superquadrics',
    kinds: ['P5', 'P16', 'SQ'],
    shares: [1, 1, 1],
    bodies: 5_000,
  },
} as const satisfies Readonly<Record<string, InjectedScene>>;

/** Of the long run in the store, and of the part on the command line: epa-one, or epa-one-field. */
export function partName(scene: InjectedScene, law: InjectedLaw): string {
  return `${scene.name}${law.suffix}`;
}

/** The shapes of a scene: one a kind and size, in this order. */
export function shapesOf({ kinds }: InjectedScene): { readonly kind: Kind; readonly shape: ConvexShape }[] {
  return kinds.flatMap((kind) => SIZES.map((size) => ({ kind, shape: KINDS[kind](size) })));
}

interface Extent {
  readonly bodies: number;
  /** s; bodies are inserted over the first nine tenths, so that the last ones have settled. */
  readonly duration: number;
  /** Of the box, and the heights of insertion; m. */
  readonly width: number;
  readonly heights: readonly [number, number];
}

export function fullExtent({ bodies }: InjectedScene): Extent {
  return { bodies, duration: 10, width: 1.5, heights: [2.8, 3.4] };
}

export const SHORT_EXTENT: Extent = { bodies: 100, duration: 0.5, width: 0.6, heights: [0.3, 0.9] };

function boxWalls(width: number): HalfSpaceSpec[] {
  const wall = (name: string, normal: readonly [number, number, number], offset: number): HalfSpaceSpec => ({
    name,
    normal,
    offset,
    material: 'stone',
  });
  return [
    wall('floor', [0, 0, 1], 0),
    wall('west', [1, 0, 0], 0),
    wall('east', [-1, 0, 0], -width),
    wall('south', [0, 1, 0], 0),
    wall('north', [0, -1, 0], -width),
  ];
}

export function injectedSpec(
  scene: InjectedScene,
  { bodies, duration, width, heights }: Extent,
  { law, stiffness, timeStep }: InjectedLaw = LINEAR,
): SimulationSpec {
  const shapes = shapesOf(scene).map(({ kind, shape }, k): BodyShapeSpec => {
    const name = `${kind}-${k % SIZES.length}`;
    return shape.kind === 'sphere' ? { name, sphere: { radius: shape.radius } } : { name, convex: shape };
  });
  // The bounding ball of a body fits between the walls at any insertion position.
  const clear = 0.1;
  return {
    timeStep,
    gravity: [0, 0, -9.81],
    materials: [{ name: 'stone', density: 2500, stiffness, restitution: 0.3, friction: 0.5 }],
    law,
    shapes,
    halfSpaces: boxWalls(width),
    insertions: [
      {
        name: 'rain',
        shapes: shapes.map(({ name }, k) => ({
          shape: name,
          material: 'stone',
          weight: scene.shares[Math.floor(k / SIZES.length)],
        })),
        region: { box: { min: [clear, clear, heights[0]], max: [width - clear, width - clear, heights[1]] } },
        count: bodies,
        rate: bodies / (0.9 * duration),
        velocity: [0, 0, -2],
        randomOrientation: true,
      },
    ],
  };
}
