// SPDX-License-Identifier: MIT
/**
 * The plate of a silo in pieces no larger than a grain, in rings around the opening: cells of a simulation on the GPU are as wide as its largest body. All pieces of a ring have the same
 * shape; neighbouring rings overlap by the sagitta of their sides, so that there is no gap.
 */
import { polyhedron } from '../../shapes/convex-polyhedron.ts';
import type { BodyShapeSpec, BodySpec } from '../../simulation/simulation-spec.ts';
import { DIAMETER } from '../grains.ts';
import type { Plate } from './silo-flow.ts';

/** Of a piece, along the radius and around, m. */
const DEPTH = DIAMETER;
const BREADTH = 1.1 * DIAMETER;

/** Covers |x|, |y| <= half but for a regular polygon with the area of a circle of this diameter, m; from z = 0 down to -thickness. */
export function ringPlate(half: number, diameter: number, thickness: number): Plate {
  const sidesAt = (radius: number): number => Math.ceil((2 * Math.PI * radius) / BREADTH);
  const first = sidesAt(diameter / 2 + DEPTH);
  let inner = (diameter / 2) * Math.sqrt((2 * Math.PI) / (first * Math.sin((2 * Math.PI) / first)));
  const shapes: BodyShapeSpec[] = [];
  const bodies: BodySpec[] = [];
  for (let ring = 0; inner < Math.SQRT2 * half; ring++) {
    const outer = inner + DEPTH;
    const sides = ring === 0 ? first : sidesAt(outer);
    const middle = (inner + outer) / 2;
    const name = `ring ${ring}`;
    const [c, s] = [Math.cos(Math.PI / sides), Math.sin(Math.PI / sides)];
    const vertices = [inner, outer].flatMap((r) =>
      [-1, 1].flatMap((side) => [0, -thickness].flatMap((z) => [r * c - middle, side * r * s, z])),
    );
    shapes.push({ name, convex: polyhedron({ vertices: Float64Array.from(vertices) }) });
    for (let k = 0; k < sides; k++) {
      const angle = (2 * Math.PI * (k + 0.5)) / sides;
      const [x, y] = [middle * Math.cos(angle), middle * Math.sin(angle)];
      // Beyond the walls nothing lies on it.
      if (Math.max(Math.abs(x), Math.abs(y)) > half + DEPTH) continue;
      const orientation = [Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)] as const;
      bodies.push({ shape: name, material: 'grain', position: [x, y, 0], orientation, fixed: true });
    }
    inner = outer * c;
  }
  return { shapes, bodies };
}
