// SPDX-License-Identifier: MIT
/** Scenes that CPU and GPU run for the case `gpu`, and the quantities that are compared. */
import { Random } from '../../math/random.ts';
import type { BodySpec, ContactLawSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';

export const RADIUS = 0.005;
const DIAMETER = 2 * RADIUS;

const BALL = { name: 'ball', sphere: { radius: RADIUS } };
/** Of three sizes, about a corner. */
const THREE = {
  name: 'three',
  clump: {
    spheres: [
      { centre: [-0.4 * RADIUS, -0.3 * RADIUS, 0] as const, radius: RADIUS },
      { centre: [0.7 * RADIUS, -0.3 * RADIUS, 0] as const, radius: 0.8 * RADIUS },
      { centre: [-0.4 * RADIUS, 0.9 * RADIUS, 0.4 * RADIUS] as const, radius: 0.9 * RADIUS },
    ],
  },
};

export const GRAINS = {
  name: 'grains',
  density: 2500,
  youngsModulus: 1e7,
  poissonsRatio: 0.25,
  stiffness: 2e4,
  restitution: 0.5,
  friction: 0.4,
  rollingFriction: 0.05,
  twistingFriction: 0.02,
  cohesion: 500,
};

function scene(law: ContactLawSpec, bodies: readonly BodySpec[], more: Partial<SimulationSpec>): SimulationSpec {
  return {
    timeStep: 1e-5,
    gravity: [0, 0, 0],
    materials: [GRAINS],
    law,
    bodies,
    shapes: [BALL],
    ...more,
  };
}

type Triple = [number, number, number];

/** What flies about. */
export type GasOf = 'spheres' | 'clumps';

const SHAPES = { spheres: BALL, clumps: THREE };

/** A lattice of equal balls or clumps that collide in a periodic box without gravity. */
export function gas(side: number, of: GasOf): SimulationSpec {
  const random = new Random(3);
  const spacing = (of === 'spheres' ? 1.3 : 1.8) * DIAMETER;
  const bodies = Array.from({ length: side ** 3 }, (_, k) => ({
    shape: SHAPES[of].name,
    material: 'grains',
    position: [k % side, Math.floor(k / side) % side, Math.floor(k / side / side)].map(
      (c) => spacing * (c + 0.5) + random.between(-0.1, 0.1) * DIAMETER,
    ) as Triple,
    velocity: [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)] as Triple,
    angularVelocity: [random.between(-50, 50), random.between(-50, 50), random.between(-50, 50)] as Triple,
  }));
  const room = spacing * side;
  return scene({ normal: 'hertz', tangential: 'mindlin' }, bodies, {
    domain: { min: [0, 0, 0], max: [room, room, room], periodic: [true, true, true] },
    shapes: [SHAPES[of]],
  });
}

/** Balls fall into a box and come to rest; `seed` moves the initial positions by a hundredth of a diameter. */
export function fallingSpheres(columns: number, layers: number, timeStep: number, seed: number): SimulationSpec {
  const random = new Random(seed);
  const width = 1.05 * DIAMETER * columns;
  const bodies = Array.from({ length: columns * columns * layers }, (_, k) => ({
    shape: 'ball',
    material: 'grains',
    position: [
      1.05 * DIAMETER * ((k % columns) + 0.5) + random.between(-0.01, 0.01) * DIAMETER,
      1.05 * DIAMETER * ((Math.floor(k / columns) % columns) + 0.5) + random.between(-0.01, 0.01) * DIAMETER,
      1.02 * DIAMETER * (Math.floor(k / columns / columns) + 0.55) + random.between(-0.01, 0.01) * DIAMETER,
    ] as Triple,
  }));
  const wall = (name: string, normal: Triple, offset: number) => ({ name, normal, offset, material: 'grains' });
  return scene({ normal: 'hertz', tangential: 'mindlin' }, bodies, {
    gravity: [0, 0, -9.81],
    timeStep,
    damping: { viscous: 20 },
    // Soft, so that the packing is at rest after few steps; nothing else depends on it here.
    materials: [{ ...GRAINS, youngsModulus: 5e5, restitution: 0.2 }],
    halfSpaces: [
      wall('floor', [0, 0, 1], 0),
      wall('west', [1, 0, 0], 0),
      wall('east', [-1, 0, 0], -width),
      wall('south', [0, 1, 0], 0),
      wall('north', [0, -1, 0], -width),
    ],
    domain: {
      min: [-DIAMETER, -DIAMETER, -DIAMETER],
      max: [width + DIAMETER, width + DIAMETER, (1.1 * layers + 2) * DIAMETER],
    },
  });
}
