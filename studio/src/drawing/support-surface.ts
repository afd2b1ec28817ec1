// SPDX-License-Identifier: MIT
/**
 * Surface of a convex body from its support points: a geodesic sphere of directions, each mapped to its support point.
 * The map preserves neighbours, so triangles of directions become triangles of the surface; those that span a flat face
 * or an edge fill it.
 */
import type { Vector3 } from '../../../src/contact.ts';
import { Surface } from './surface.ts';

const GOLDEN = (1 + Math.sqrt(5)) / 2;
const CORNERS: readonly Vector3[] = [-1, 1].flatMap((s) =>
  [-GOLDEN, GOLDEN].flatMap((g) => [
    { x: 0, y: s, z: g },
    { x: s, y: g, z: 0 },
    { x: g, y: 0, z: s },
  ]),
);

interface DirectionSphere {
  /** Unit vectors. */
  readonly directions: readonly Vector3[];
  /** Three numbers a triangle, counter-clockwise from outside. */
  readonly triangles: readonly number[];
}

const spheres = new Map<number, DirectionSphere>();

/** An icosahedron whose edges are split into `frequency` parts: 10 f^2 + 2 directions. Kept once made. */
function directionSphere(frequency: number): DirectionSphere {
  const known = spheres.get(frequency);
  if (known !== undefined) return known;
  const directions: Vector3[] = [];
  const triangles: number[] = [];
  const numberOf = new Map<string, number>();
  const number = (point: Vector3): number => {
    const unit = unitOf(point);
    const key = [unit.x, unit.y, unit.z].map((c) => Math.round(c * 1e9)).join(' ');
    const at = numberOf.get(key) ?? directions.push(unit) - 1;
    numberOf.set(key, at);
    return at;
  };
  for (const [p, q, r] of icosahedronFaces()) {
    const at = (i: number, j: number): number =>
      number(combine(p, q, r, (frequency - i - j) / frequency, i / frequency, j / frequency));
    for (let i = 0; i < frequency; i++) {
      for (let j = 0; j < frequency - i; j++) {
        triangles.push(at(i, j), at(i + 1, j), at(i, j + 1));
        if (i + j < frequency - 1) triangles.push(at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
      }
    }
  }
  const made = { directions, triangles };
  spheres.set(frequency, made);
  return made;
}

/** Normals are the directions themselves. */
export function supportSurface(support: (direction: Vector3) => Vector3, frequency: number): Surface {
  const { directions, triangles } = directionSphere(frequency);
  const surface = new Surface();
  const points = directions.map(support);
  directions.forEach((direction, i) => {
    surface.vertex(points[i], direction);
  });
  for (let i = 0; i < triangles.length; i += 3) {
    const corners = triangles.slice(i, i + 3);
    const [p, q, r] = corners.map((corner) => points[corner]) as [Vector3, Vector3, Vector3];
    if (hasArea(p, q, r)) surface.triangles.push(...corners);
  }
  return surface;
}

function* icosahedronFaces(): Generator<[Vector3, Vector3, Vector3]> {
  const areNeighbours = (p: Vector3, q: Vector3): boolean => Math.abs(squaredDistance(p, q) - 4) < 1e-9;
  for (const [i, p] of CORNERS.entries()) {
    for (const [j, q] of CORNERS.entries()) {
      for (const r of CORNERS.slice(j + 1)) {
        if (j <= i || !areNeighbours(p, q) || !areNeighbours(q, r) || !areNeighbours(r, p)) continue;
        yield determinant(p, q, r) > 0 ? [p, q, r] : [p, r, q];
      }
    }
  }
}

function unitOf({ x, y, z }: Vector3): Vector3 {
  const size = Math.hypot(x, y, z);
  return { x: x / size, y: y / size, z: z / size };
}

function combine(p: Vector3, q: Vector3, r: Vector3, i: number, j: number, k: number): Vector3 {
  return { x: i * p.x + j * q.x + k * r.x, y: i * p.y + j * q.y + k * r.y, z: i * p.z + j * q.z + k * r.z };
}

function squaredDistance(p: Vector3, q: Vector3): number {
  return (p.x - q.x) ** 2 + (p.y - q.y) ** 2 + (p.z - q.z) ** 2;
}

function determinant(p: Vector3, q: Vector3, r: Vector3): number {
  return p.x * (q.y * r.z - q.z * r.y) + p.y * (q.z * r.x - q.x * r.z) + p.z * (q.x * r.y - q.y * r.x);
}

function hasArea(p: Vector3, q: Vector3, r: Vector3): boolean {
  return squaredDistance(p, q) > 0 && squaredDistance(q, r) > 0 && squaredDistance(r, p) > 0;
}
