// SPDX-License-Identifier: MIT
/**
 * The scenes of Figs. 8 and 9 of Neumayr & Otter 2017 with our own parts, because sizes and materials are not
 * published. Fig. 8: the convex hulls of a rod and a crank shaft, and a cylinder, fall on a box. Fig. 9: a cylinder, a
 * sphere and two bodies of 70 and 6 convex parts fall on a box; with the box as fifth body there are 651 pairs of
 * parts, as in the paper.
 */
import type { EventLawSpec } from '../../contact-laws/event-law.ts';
import { fromAxisAngle, multiply } from '../../math/quaternion.ts';
import type { ConvexDecomposition } from '../../meshes/convex-decomposition.ts';
import { box } from '../../shapes/kinds/box.ts';
import { compoundOfPieces } from '../../shapes/kinds/compound.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import type { Shape } from '../../shapes/shape.ts';
import type { EventBodySpec, EventSimulationSpec } from '../../simulation/event-driven/event-simulation-spec.ts';
import { connectingRod, crankShaft } from './parts.ts';

export const GRAVITY = 9.81;
/** Plastics rather than steel: a static overlap of some hundredths of a millimetre. */
export const DENSITY = 1500;

/** Our choice, typical of hard plastics on rough ground: a ball that rolls at 0.5 m/s stops within 0.4 m. */
export const RESISTANCE = { rollingFriction: 0.05, twistingFriction: 0.05 };

const LAW: EventLawSpec = {
  point: { stiffness: 1e5 },
  line: { stiffness: 1e6 },
  volume: { stiffness: 1e8 },
  restitution: 0.4,
  friction: 0.4,
  ...RESISTANCE,
};

export interface FallScene {
  readonly name: string;
  readonly bodies: readonly EventBodySpec[];
  /** Pairs of convex parts of different bodies. */
  readonly pairCount: number;
  readonly shapeCount: number;
}

const X = { x: 1, y: 0, z: 0 };
const Y = { x: 0, y: 1, z: 0 };
/** Wide enough for bodies that roll away. */
const GROUND: EventBodySpec = {
  name: 'box',
  shape: box({ halfExtents: [5, 5, 0.1] }),
  position: [0, 0, -0.1],
  fixed: true,
};

export function figureEight(): FallScene {
  const hullOf = ({ vertices }: { readonly vertices: Float64Array }): Shape => polyhedron({ vertices });
  return scene('Fig. 8', [
    GROUND,
    {
      name: 'rod',
      shape: hullOf(connectingRod()),
      position: [-0.12, 0.02, 0.16],
      orientation: multiply(fromAxisAngle(Y, 0.35), fromAxisAngle(X, 0.5)),
    },
    {
      name: 'crank shaft',
      shape: hullOf(crankShaft()),
      position: [0.02, 0.03, 0.33],
      orientation: multiply(fromAxisAngle(X, 1.2), fromAxisAngle(Y, 0.3)),
    },
    {
      name: 'cylinder',
      shape: cylinder({ radius: 0.03, halfLength: 0.05 }),
      position: [0.05, -0.02, 0.5],
      orientation: fromAxisAngle(X, 0.9),
    },
  ]);
}

/** The concave bodies by their convex pieces. */
export function figureNine(gearShaft: ConvexDecomposition, crankShaft: ConvexDecomposition): FallScene {
  return scene('Fig. 9', [
    GROUND,
    {
      name: 'gear shaft',
      shape: compoundOfPieces(gearShaft),
      position: [0, 0, 0.13],
      orientation: fromAxisAngle(X, 1.2),
    },
    {
      name: 'crank shaft',
      shape: compoundOfPieces(crankShaft),
      position: [0.06, 0.03, 0.3],
      orientation: multiply(fromAxisAngle(X, 1.2), fromAxisAngle(Y, 0.3)),
    },
    {
      name: 'cylinder',
      shape: cylinder({ radius: 0.03, halfLength: 0.05 }),
      position: [-0.1, -0.02, 0.3],
      orientation: fromAxisAngle(X, 0.9),
    },
    { name: 'sphere', shape: sphere({ radius: 0.04 }), position: [-0.02, 0.01, 0.45] },
  ]);
}

export function specOf({ bodies }: FallScene, tolerance: number): EventSimulationSpec {
  return {
    gravity: [0, 0, -GRAVITY],
    tolerance,
    law: LAW,
    bodies: bodies.map((body) => (body.fixed ? body : { ...body, density: DENSITY })),
  };
}

function scene(name: string, bodies: readonly EventBodySpec[]): FallScene {
  const counts = bodies.map(({ shape }) => (shape.kind === 'compound' ? shape.pieces.length : 1));
  const shapeCount = counts.reduce((sum, count) => sum + count, 0);
  // Twice the pairs of different bodies: the square of the sum less the squares.
  const pairCount = (shapeCount ** 2 - counts.reduce((sum, count) => sum + count ** 2, 0)) / 2;
  return { name, bodies, pairCount, shapeCount };
}
