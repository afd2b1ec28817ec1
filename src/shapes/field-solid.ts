// SPDX-License-Identifier: MIT
/**
 * The polyhedron whose pressure field a body with faces has
 * (docs/theory/pressure-field-law.md#cylinders-cones-and-tablets): boxes and polyhedra themselves; for cylinders, cones
 * and tablets a polyhedron of equal volume with the same axis, centroid and flat ends. Smooth bodies have none. It has
 * the same bits everywhere, since forces follow from it.
 */
import { asin, cos, sin } from '../math/circular.ts';
import { BALL_SLACK } from './bounding-ball.ts';
import type { Box } from './kinds/box.ts';
import type { Cone } from './kinds/cone.ts';
import { type ConvexPolyhedron, polyhedron } from './kinds/convex-polyhedron.ts';
import type { Cylinder } from './kinds/cylinder.ts';
import type { Tablet } from './kinds/tablet.ts';
import type { ProfilePoint } from './profile.ts';
import type { ConvexShape, Shape } from './shape.ts';

/**
 * Corners of the polygon that stands for a circle. A regular polygon of equal area reaches 0.57 % of the radius beyond
 * the circle at its corners, 0.29 % less at its sides; its second moment is that of the circle to 3e-5. The cost of a
 * flat contact grows with the square of this number (docs/decisions/0058-cylinders-as-polyhedra.md).
 */
export const FIELD_SIDES = 24;
/** Rings near the pole of a cap have half as many corners where their radius is a quarter, for the same error. */
const FEWEST_SIDES = 6;

type FacedShape = Box | ConvexPolyhedron | Cylinder | Cone | Tablet;

const solids = new WeakMap<Shape, Box | ConvexPolyhedron>();

/** Whether the shape has flat faces or rims, and so a pressure field. A tablet with half balls as caps is smooth. */
export function hasField(shape: Shape): shape is FacedShape {
  const { kind } = shape;
  if (kind === 'tablet') return shape.sweptCore().margin === 0;
  return kind === 'box' || kind === 'polyhedron' || kind === 'cylinder' || kind === 'cone';
}

/** The polyhedron that carries the field of a body; undefined for bodies without one. */
export function fieldSolid(shape: Shape): Box | ConvexPolyhedron | undefined {
  if (!hasField(shape)) return undefined;
  if (shape.kind === 'box' || shape.kind === 'polyhedron') return shape;
  const known = solids.get(shape);
  if (known !== undefined) return known;
  const made = revolvedPolyhedron(ringsOf(shape), shape.massProperties().volume);
  solids.set(shape, made);
  return made;
}

/** Radius of a ball around the centre of the body's own ball that contains the body and the polyhedron of its field. */
export function fieldBallRadius(shape: ConvexShape): number {
  const { centre, radius } = shape.boundingBall();
  const solid = fieldSolid(shape);
  if (solid === undefined || solid === shape) return radius;
  const { vertices } = (solid as ConvexPolyhedron).hull;
  let farthest = radius;
  for (let v = 0; v < vertices.length; v += 3) {
    const [x, y, z] = [vertices[v] - centre.x, vertices[v + 1] - centre.y, vertices[v + 2] - centre.z];
    farthest = Math.max(farthest, BALL_SLACK * Math.sqrt(x * x + y * y + z * z));
  }
  return farthest;
}

/** Rings of corners from the lowest to the highest; a ring of radius 0 is a point. */
function ringsOf(shape: Cylinder | Cone | Tablet): readonly ProfilePoint[] {
  if (shape.kind === 'cylinder') {
    return [
      [shape.radius, -shape.halfLength],
      [shape.radius, shape.halfLength],
    ];
  }
  if (shape.kind === 'cone') {
    return [
      [shape.radius, 0],
      [0, shape.height],
    ];
  }
  const upper = capRings(shape);
  const lower = upper.map(([radius, height]): ProfilePoint => [radius, -height]).reverse();
  return shape.bandHeight > 0 ? [...lower, ...upper] : [...lower, ...upper.slice(1)];
}

/**
 * Rings of the upper cap of a tablet, from its rim on. Chords of equal angle end in a flat polygon around the pole;
 * they deviate from the arc by as much of the radius as the sides of a ring do, inwards and outwards.
 */
function capRings({ radius, bandHeight, capRadius, capHeight }: Tablet): ProfilePoint[] {
  const half = bandHeight / 2;
  const opening = asin(Math.min(1, radius / capRadius));
  const finest = ((2 * Math.PI) / FIELD_SIDES) * Math.sqrt(radius / capRadius);
  const count = Math.max(1, Math.ceil(opening / finest - 0.5));
  const angle = opening / (count + 0.5);
  const centre = half + capHeight - capRadius;
  const outer = capRadius * (1 + (angle * angle) / 12);
  const rings: ProfilePoint[] = [[radius, half]];
  for (let k = count; k > 0; k--) {
    const at = (k - 0.5) * angle;
    rings.push([outer * sin(at), centre + outer * cos(at)]);
  }
  return rings;
}

/** Convex hull of the rings as regular polygons, all radii times the factor that gives it the volume. */
function revolvedPolyhedron(rings: readonly ProfilePoint[], volume: number): ConvexPolyhedron {
  const most = Math.max(...rings.map(([radius]) => radius));
  const hull = (factor: number): ConvexPolyhedron =>
    polyhedron({
      vertices: rings.flatMap(([radius, height]) => ring(factor * radius, height, sidesOf(radius / most))),
    });
  // The volume is that of the section at each height, which grows with the square of the factor.
  return hull(Math.sqrt(volume / hull(1).massProperties().volume));
}

/** Corners of a ring whose radius is this part of the largest. */
function sidesOf(part: number): number {
  let sides = FIELD_SIDES;
  for (let limit = 0.25; part < limit && sides > FEWEST_SIDES; limit /= 4) sides /= 2;
  return sides;
}

function ring(radius: number, height: number, sides: number): (readonly [number, number, number])[] {
  if (radius === 0) return [[0, 0, height]];
  return Array.from({ length: sides }, (_, k) => {
    const turn = (2 * Math.PI * k) / sides;
    return [radius * cos(turn), radius * sin(turn), height] as const;
  });
}
