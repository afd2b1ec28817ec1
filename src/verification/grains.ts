// SPDX-License-Identifier: MIT
/** Grains of three shapes with the volume of a sphere of 1 cm, for cases about bulk material. */
import { polyhedron } from '../shapes/kinds/convex-polyhedron.ts';
import { superquadric } from '../shapes/kinds/superquadric.ts';
import type { ConvexShape } from '../shapes/shape.ts';
import type { BodyShapeSpec, MaterialSpec } from '../simulation/simulation-spec.ts';

/** Of the sphere, m. */
export const DIAMETER = 0.01;
/** kg/m3 */
export const GRAIN_DENSITY = 2500;
/** Spacing of grains in the initial lattice, in diameters: any orientation fits. */
export const GRAIN_SPACING = 1.45;

export const GRAIN_NAMES = ['spheres', 'polyhedra', 'superquadrics'] as const;
export type GrainName = (typeof GRAIN_NAMES)[number];

/**
 * Soft enough for long steps: grains that fall a few diameters overlap by some per cent of a diameter, those under a
 * packing of ten diameters by less than one per cent.
 */
export function grainMaterial(friction: number): MaterialSpec {
  return { name: 'grain', density: GRAIN_DENSITY, stiffness: 4000, restitution: 0.4, friction };
}
export const GRAIN_LAW = { normal: 'linear', tangential: 'linear' } as const;
/** About a sixteenth of the duration of a head-on contact, s. */
export const GRAIN_STEP = 8e-5;

const VOLUME = (Math.PI / 6) * DIAMETER ** 3;
/** Angular grains: regular octahedra. Flat ones with round edges: superquadrics of these semi-axes and exponents. */
const AXES = [1.25, 1, 0.8] as const;
const EXPONENT = 3;

function octahedron(size: number): ConvexShape {
  const [p, m] = [size, -size];
  const vertices = [p, 0, 0, m, 0, 0, 0, p, 0, 0, m, 0, 0, 0, p, 0, 0, m];
  return polyhedron({ vertices: Float64Array.from(vertices) });
}

function flatGrain(size: number): ConvexShape {
  const [a, b, c] = AXES;
  return superquadric({ semiAxes: [a * size, b * size, c * size], n1: EXPONENT, n2: EXPONENT });
}

/** The shape `grain`. */
export function grainShape(name: GrainName): BodyShapeSpec {
  if (name === 'spheres') return { name: 'grain', sphere: { radius: DIAMETER / 2 } };
  const make = name === 'polyhedra' ? octahedron : flatGrain;
  return { name: 'grain', convex: make(Math.cbrt(VOLUME / make(1).massProperties().volume)) };
}
