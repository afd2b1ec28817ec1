// SPDX-License-Identifier: MIT
/**
 * The plate of a silo as pieces no larger than a grain, in rings around the opening, because a cell on the GPU is as
 * wide as the largest body. All pieces of a ring have the same shape. Neighbouring rings overlap by the sagitta of
 * their sides, so there is no gap. Pieces are polyhedra, or rounded for superquadric grains: the GPU supports one kind
 * besides spheres at a time.
 */
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import type { BodyShapeSpec, BodySpec } from '../../simulation/simulation-spec.ts';
import { DIAMETER } from '../grains.ts';
import type { Plate } from './silo-flow.ts';

/** Of a piece, along the radius and around, m. */
const DEPTH = DIAMETER;
const BREADTH = 1.1 * DIAMETER;

/** Of rounded pieces, over the half of DEPTH and BREADTH: they overlap, so that nothing falls between them. */
const OVERLAP = 1.2;
/** Of rounded pieces: their tops are flat to a seventh of a diameter, and their inner edges to a tenth. */
const ROUNDED_EXPONENT = 4;

/** A piece with its own frame in its middle, x along the radius. */
function piece(inner: number, sides: number, thickness: number, isRounded: boolean): ConvexShape {
  const middle = inner + DEPTH / 2;
  const [c, s] = [Math.cos(Math.PI / sides), Math.sin(Math.PI / sides)];
  if (isRounded) {
    const semiAxes = [(OVERLAP * DEPTH) / 2, (OVERLAP * BREADTH) / 2, thickness / 2] as const;
    return superquadric({ semiAxes, n1: ROUNDED_EXPONENT, n2: ROUNDED_EXPONENT });
  }
  const vertices = [inner, inner + DEPTH].flatMap((r) =>
    [-1, 1].flatMap((side) => [0, -thickness].flatMap((z) => [r * c - middle, side * r * s, z])),
  );
  return polyhedron({ vertices: Float64Array.from(vertices) });
}

/**
 * Covers |x|, |y| <= half but for a regular polygon with the area of a circle of this diameter, m; from z = 0 down to
 * -thickness. Rounded pieces are superquadrics, whose inner edges touch the polygon.
 */
export function ringPlate(half: number, diameter: number, thickness: number, isRounded = false): Plate {
  const sidesAt = (radius: number): number => Math.ceil((2 * Math.PI * radius) / BREADTH);
  const first = sidesAt(diameter / 2 + DEPTH);
  let inner = (diameter / 2) * Math.sqrt((2 * Math.PI) / (first * Math.sin((2 * Math.PI) / first)));
  const shapes: BodyShapeSpec[] = [];
  const bodies: BodySpec[] = [];
  for (let ring = 0; inner < Math.SQRT2 * half; ring++) {
    const outer = inner + DEPTH;
    const sides = ring === 0 ? first : sidesAt(outer);
    const name = `ring ${ring}`;
    const apothem = Math.cos(Math.PI / sides);
    const middle = isRounded ? inner * apothem + (OVERLAP * DEPTH) / 2 : inner + DEPTH / 2;
    shapes.push({ name, convex: piece(inner, sides, thickness, isRounded) });
    for (let k = 0; k < sides; k++) {
      const angle = (2 * Math.PI * (k + 0.5)) / sides;
      const [x, y] = [middle * Math.cos(angle), middle * Math.sin(angle)];
      // Nothing lies on the plate outside the walls.
      if (Math.max(Math.abs(x), Math.abs(y)) > half + DEPTH) continue;
      const orientation = [Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)] as const;
      bodies.push({
        shape: name,
        material: 'grain',
        position: [x, y, isRounded ? -thickness / 2 : 0],
        orientation,
        fixed: true,
      });
    }
    inner = outer * apothem;
  }
  return { shapes, bodies };
}
