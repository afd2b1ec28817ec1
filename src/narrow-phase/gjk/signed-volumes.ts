// SPDX-License-Identifier: MIT
/**
 * The point of a simplex nearest the origin by signed volumes (Montanari, Petrinic and Barbieri 2017; TD eq. 3 to 5).
 * The weights of the projected origin are ratios of volumes, areas or lengths, and where one of them is negative the
 * answer lies on the part of the boundary that faces the origin. TD calls the cofactors of eq. (4) wrong and writes
 * Cramer's rule (5) instead: as signed cofactors they are the same numbers, because the origin's column is (0, 0, 0,
 * 1).
 */
import { cross, dot, lengthSquared, subtract, type Vector3 } from '../../math/vector.ts';
import { type SubDistance, weightedSum } from './johnson.ts';

type Axis = 'x' | 'y' | 'z';
const AXES: readonly Axis[] = ['x', 'y', 'z'];

function largestAxis(v: Vector3): Axis {
  const [x, y, z] = [Math.abs(v.x), Math.abs(v.y), Math.abs(v.z)];
  if (x >= y && x >= z) return 'x';
  return y >= z ? 'y' : 'z';
}

/** The faces of a simplex that each leave out one point, in the order of those points. */
const FACES: readonly (readonly (readonly number[])[])[] = [0, 1, 2, 3, 4].map((count) =>
  Array.from({ length: count }, (_, left) => Array.from({ length: count }, (_, i) => i).filter((i) => i !== left)),
);

/** The nearest of the faces that are marked by a volume that is not positive. */
function nearestFace(points: readonly Vector3[], volumes: readonly number[]): readonly number[] {
  let best: number[] = [];
  let leastSquared = Infinity;
  for (let left = 0; left < points.length; left++) {
    if (volumes[left] > 0) continue;
    const face = FACES[points.length][left];
    const corners = face.map((i) => points[i]);
    const weights = signedVolumes(corners);
    const squared = lengthSquared(weightedSum(corners, weights));
    if (!(squared < leastSquared) && best.length > 0) continue;
    leastSquared = squared;
    best = points.map(() => 0);
    for (let k = 0; k < face.length; k++) best[face[k]] = weights[k];
  }
  return best;
}

/** Weights where all volumes have the sign of the whole, else the nearest of the faces whose volume has not. */
function fromVolumes(points: readonly Vector3[], volumes: readonly number[], whole: number): readonly number[] {
  const sign = Math.sign(whole);
  const signed = volumes.map((volume) => volume * sign);
  let total = 0;
  for (const volume of signed) {
    if (!(volume > 0)) return nearestFace(points, signed);
    total += volume;
  }
  return signed.map((volume) => volume / total);
}

function ofSegment(points: readonly Vector3[]): readonly number[] {
  const [p, q] = points as [Vector3, Vector3];
  const edge = subtract(q, p);
  const squared = lengthSquared(edge);
  if (!(squared > 0)) return [1, 0];
  const axis = largestAxis(edge);
  const foot = q[axis] - (edge[axis] * dot(q, edge)) / squared;
  return fromVolumes(points, [q[axis] - foot, foot - p[axis]], edge[axis]);
}

function ofTriangle(points: readonly Vector3[]): readonly number[] {
  const [p, q, r] = points as [Vector3, Vector3, Vector3];
  const normal = cross(subtract(q, p), subtract(r, p));
  const squared = lengthSquared(normal);
  if (!(squared > 0)) return nearestFace(points, [0, 0, 0]);
  const along = dot(normal, p) / squared;
  // Areas in the coordinate plane in which the triangle is largest.
  const axis = largestAxis(normal);
  const u = AXES[(AXES.indexOf(axis) + 1) % 3];
  const v = AXES[(AXES.indexOf(axis) + 2) % 3];
  const area = (s: Vector3, t: Vector3): number =>
    (s[u] - normal[u] * along) * (t[v] - normal[v] * along) - (t[u] - normal[u] * along) * (s[v] - normal[v] * along);
  return fromVolumes(points, [area(q, r), area(r, p), area(p, q)], normal[axis]);
}

/** Signed cofactors of the last row of eq. (4): the volume with corner i moved to the origin. */
function ofTetrahedron(points: readonly Vector3[]): readonly number[] {
  const [p, q, r, s] = points as [Vector3, Vector3, Vector3, Vector3];
  const volumes = [dot(q, cross(r, s)), -dot(p, cross(r, s)), dot(p, cross(q, s)), -dot(p, cross(q, r))];
  const whole = dot(subtract(q, p), cross(subtract(r, p), subtract(s, p)));
  return fromVolumes(points, volumes, whole);
}

export const signedVolumes: SubDistance = (points) => {
  switch (points.length) {
    case 1:
      return [1];
    case 2:
      return ofSegment(points);
    case 3:
      return ofTriangle(points);
    default:
      return ofTetrahedron(points);
  }
};
