// SPDX-License-Identifier: MIT
/** Scenes of the case `engines`, which both engines can do: impacts, a bed, a discharge. */
import type { BodySpec, HalfSpaceSpec, MaterialSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';

const GRAVITY = [0, 0, -9.81] as const;

export interface Impact {
  readonly normal: 'hertz' | 'linear';
  readonly friction: number;
  /** What stands below the two spheres. */
  readonly wall: 'none' | 'plane' | 'oblique plane';
}

/**
 * Two spheres meet at 2 m/s off-centre, and one of them then meets a wall; with friction on the wall one sphere alone,
 * since a second impact multiplies the differences of the first; 1 ms.
 */
export function impactSpec({ normal, friction, wall }: Impact): SimulationSpec {
  const elastic =
    normal === 'linear'
      ? { stiffness: 2e4, tangentialStiffnessRatio: 2 / 7 }
      : { youngsModulus: 5e7, poissonsRatio: 0.25 };
  const plane = { name: 'wall', material: 'glass' };
  const walls: Readonly<Record<Impact['wall'], readonly HalfSpaceSpec[]>> = {
    none: [],
    plane: [{ ...plane, normal: [0, 0, 1], offset: 0.0048 }],
    'oblique plane': [{ ...plane, normal: [1, 0.5, 2], offset: 0.0034 }],
  };
  const tangential = normal === 'linear' ? 'linear' : 'mindlin';
  const first: BodySpec = {
    ...{ shape: 'ball', material: 'glass', position: [0, 0, 0.01] },
    ...{ velocity: [1, 0.2, 1], angularVelocity: [20, -30, 10] },
  };
  const second: BodySpec = {
    ...{ shape: 'ball', material: 'glass' },
    position: [0.003, 0, 0.01955],
    velocity: [0, 0, -1],
  };
  return {
    timeStep: 5e-7,
    gravity: GRAVITY,
    materials: [{ name: 'glass', density: 2500, ...elastic, restitution: 0.6, friction }],
    law: { normal, tangential: friction === 0 ? 'none' : tangential },
    shapes: [{ name: 'ball', sphere: { radius: 0.005 } }],
    bodies: friction > 0 && wall !== 'none' ? [{ ...first, velocity: [1, 0.2, -1] }] : [first, second],
    halfSpaces: walls[wall],
    domain: { min: [-0.05, -0.05, -0.05], max: [0.05, 0.05, 0.05] },
  };
}

export const IMPACT_STEPS: readonly number[] = [400, 800, 1200, 1600, 2000];

const GRAIN: MaterialSpec = {
  ...{ name: 'grain', density: 2500, youngsModulus: 5e6, poissonsRatio: 0.25 },
  ...{ restitution: 0.4, friction: 0.4 },
};

function box(width: number, hasFloor: boolean): HalfSpaceSpec[] {
  const wall = (name: string, normal: readonly [number, number, number], offset: number): HalfSpaceSpec => ({
    ...{ name, normal, offset, material: 'grain' },
  });
  return [
    ...(hasFloor ? [wall('floor', [0, 0, 1], 0)] : []),
    wall('west', [1, 0, 0], 0),
    wall('east', [-1, 0, 0], -width),
    wall('south', [0, 1, 0], 0),
    wall('north', [0, -1, 0], -width),
  ];
}

/** Spheres of 5 mm fall into a box 35 mm wide and settle; 0.2 s. */
export function bedSpec(seed: number, friction = GRAIN.friction ?? 0): SimulationSpec {
  const width = 0.035;
  return {
    ...{ timeStep: 2e-5, gravity: GRAVITY, seed },
    materials: [{ ...GRAIN, friction }],
    law: { normal: 'hertz', tangential: 'mindlin' },
    shapes: [{ name: 'ball', sphere: { radius: 0.0025 } }],
    insertions: [
      {
        ...{ name: 'bed', count: 180, shapes: [{ shape: 'ball', material: 'grain', weight: 1 }] },
        region: { box: { min: [0.003, 0.003, 0.003], max: [0.032, 0.032, 0.095] } },
      },
    ],
    halfSpaces: box(width, true),
    domain: { min: [-0.01, -0.01, -0.01], max: [0.06, 0.06, 0.1] },
  };
}

export const BED_STEPS = 10_000;

/** Fixed spheres side by side are the floor of the silo; the opening lacks those of the middle. */
const FLOOR_RADIUS = 0.0025;
const ACROSS = 8;
const OPENING = 4;

/** Spheres of 4 mm fall into a silo 40 mm wide whose floor has an opening of 20 mm, and leave the domain; 0.3 s. */
export function siloSpec(seed: number): SimulationSpec {
  const first = (ACROSS - OPENING) / 2;
  const isOpen = (k: number): boolean => k >= first && k < first + OPENING;
  const floor: BodySpec[] = [];
  for (let i = 0; i < ACROSS; i++) {
    for (let j = 0; j < ACROSS; j++) {
      if (isOpen(i) && isOpen(j)) continue;
      const position = [(2 * i + 1) * FLOOR_RADIUS, (2 * j + 1) * FLOOR_RADIUS, 0] as const;
      floor.push({ shape: 'stud', material: 'grain', position, fixed: true });
    }
  }
  const width = 2 * ACROSS * FLOOR_RADIUS;
  return {
    ...{ timeStep: 2e-5, gravity: GRAVITY, seed },
    materials: [GRAIN],
    law: { normal: 'hertz', tangential: 'mindlin' },
    shapes: [
      { name: 'stud', sphere: { radius: FLOOR_RADIUS } },
      { name: 'ball', sphere: { radius: 0.002 } },
    ],
    bodies: floor,
    insertions: [
      {
        ...{ name: 'fill', count: 500, shapes: [{ shape: 'ball', material: 'grain', weight: 1 }], attempts: 10_000 },
        region: { box: { min: [0.0025, 0.0025, 0.006], max: [width - 0.0025, width - 0.0025, 0.085] } },
      },
    ],
    halfSpaces: box(width, false),
    domain: { min: [-0.01, -0.01, -0.02], max: [width + 0.01, width + 0.01, 0.1], onEscape: 'delete' },
  };
}

/** Number of fixed bodies of the silo. */
export const STUDS = ACROSS ** 2 - OPENING ** 2;
export const SILO_STEPS = 15_000;
