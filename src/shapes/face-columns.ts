// SPDX-License-Identifier: MIT
/**
 * Columns of a convex body: the distances of its faces from its centroid. The pressure-field law gives a face the
 * stiffness of the material times the mean column over its own (docs/theory/pressure-field-law.md).
 */
import { cubeRoot } from '../math/elementary.ts';
import { add, addScaled, cross, dot, length, subtract, type Vector3 } from '../math/vector.ts';
import { fieldSolid } from './field-solid.ts';
import { boxTopology, faceAreas, type PolyhedralTopology } from './polyhedral-topology.ts';
import type { ConvexShape } from './shape.ts';

/**
 * Depth over the mean column to which the facets of a cylinder, cone or tablet are pressed for the stiffness of their
 * round sides: a face of a polyhedron is pressed as a whole at any depth, a round side over more facets the deeper.
 */
const PRESSED_DEPTH = 0.05;

/**
 * Largest area of a face times mean column over that of the face, m2; for a body without faces that of the middle
 * section of the sphere of equal volume, which two such balls reach at an overlap of their radius.
 */
export function stiffestFace(shape: ConvexShape): number {
  const { volume, centroid } = shape.massProperties();
  const solid = fieldSolid(shape);
  if (solid === undefined) {
    const radius = cubeRoot((3 * volume) / (4 * Math.PI));
    return Math.PI * radius * radius;
  }
  const topology = solid.kind === 'box' ? boxTopology(solid.halfExtents) : solid.hull;
  const areas = faceAreas(topology);
  const mean = (3 * volume) / areas.reduce((sum, area) => sum + area, 0);
  const columns = areas.map((_, f) => dot(normalOf(topology, f), subtract(cornersOf(topology, f)[0], centroid)));
  if (solid === shape) return mean * Math.max(0, ...areas.map((area, f) => area / columns[f]));
  return mean * Math.max(0, ...ringFaces(topology).map((f) => pressedArea(topology, columns, f, PRESSED_DEPTH * mean)));
}

function normalOf({ facePlanes }: PolyhedralTopology, f: number): Vector3 {
  return { x: facePlanes[4 * f], y: facePlanes[4 * f + 1], z: facePlanes[4 * f + 2] };
}

function cornersOf({ vertices, faceOffsets, faceVertices }: PolyhedralTopology, f: number): Vector3[] {
  return Array.from(faceVertices.subarray(faceOffsets[f], faceOffsets[f + 1]), (v) => ({
    x: vertices[3 * v],
    y: vertices[3 * v + 1],
    z: vertices[3 * v + 2],
  }));
}

/** Digits of the slope of a face by which the faces of one ring around z are recognised. */
const SLOPE_DIGITS = 6;

/** One face of each ring around z. */
function ringFaces(topology: PolyhedralTopology): number[] {
  const rings = new Map<string, number>();
  for (let f = 0; f + 1 < topology.faceOffsets.length; f++) {
    rings.set(normalOf(topology, f).z.toFixed(SLOPE_DIGITS), f);
  }
  return [...rings.values()];
}

/** Area over column of all faces in the layer of this depth below face f, each seen along the normal of f. */
function pressedArea(topology: PolyhedralTopology, columns: readonly number[], f: number, depth: number): number {
  const normal = normalOf(topology, f);
  const bottom = dot(normal, cornersOf(topology, f)[0]) - depth;
  return columns.reduce((sum, column, other) => {
    const slant = dot(normal, normalOf(topology, other));
    if (!(slant > 0)) return sum;
    const part = partAbove(cornersOf(topology, other), normal, bottom);
    return sum + (slant * polygonArea(part)) / column;
  }, 0);
}

/** The part of a polygon with n.x above the value. */
function partAbove(corners: readonly Vector3[], n: Vector3, value: number): Vector3[] {
  return corners.flatMap((from, k) => {
    const to = corners[(k + 1) % corners.length];
    const [a, b] = [dot(n, from) - value, dot(n, to) - value];
    const kept = a >= 0 ? [from] : [];
    return a >= 0 === b >= 0 ? kept : [...kept, addScaled(from, subtract(to, from), a / (a - b))];
  });
}

function polygonArea(corners: readonly Vector3[]): number {
  let sum = { x: 0, y: 0, z: 0 };
  for (let k = 2; k < corners.length; k++) {
    sum = add(sum, cross(subtract(corners[k - 1], corners[0]), subtract(corners[k], corners[0])));
  }
  return 0.5 * length(sum);
}
