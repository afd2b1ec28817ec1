// SPDX-License-Identifier: MIT
/**
 * Contact feature of a body: its farthest points along the normal, within a tolerance. Dimension 0 is a vertex, 1 an
 * edge, 2 a face (EPA paper, section 4.2.2). A smooth point counts as a vertex, a cylinder's side as an edge, its cap
 * as a face.
 */
import {
  BOX,
  CLIMB_ABOVE,
  CONE,
  CYLINDER,
  FEATURE_A,
  FEATURE_LIMIT,
  FEATURE_SPREAD,
  POLYHEDRON,
  SHAPE_EXTENT,
  SHAPE_FACE_NORMALS,
  SHAPE_KIND,
  SHAPE_NEIGHBOUR_OFFSETS,
  SHAPE_NEIGHBOURS,
  SHAPE_PARAMETERS,
  SHAPE_VERTEX_COUNT,
  SHAPE_VERTEX_FACE_OFFSETS,
  SHAPE_VERTEX_FACES,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
  TABLET,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { supportVertex } from '../support/support.ts';
import { countVertices } from '../support/vertex-scan.ts';

/**
 * Sine below which a curved body's generator or cap counts as perpendicular to the normal: the accuracy of curved
 * normals.
 */
const CURVED_SINE: f64 = 1.0e-7;

export function isPolyhedral(s: i32): bool {
  const kind: i32 = I[2 * s + SHAPE_KIND];
  return kind === POLYHEDRON || kind === BOX;
}

function listed(list: i32, count: i32, vertex: i32): bool {
  for (let k: i32 = 1; k <= count; k++) if (I[list + k] === vertex) return true;
  return false;
}

/**
 * Collects the vertices whose projection on the direction is within `tolerance` of the farthest vertex `start`; they
 * are connected along edges. I[list] becomes the count, followed by the numbers in the order found; the largest
 * difference goes to FEATURE_SPREAD. Returns the count.
 */
export function gatherFeature(s: i32, dx: f64, dy: f64, dz: f64, start: i32, tolerance: f64, list: i32): i32 {
  const x: i32 = I[2 * s + SHAPE_X];
  const y: i32 = I[2 * s + SHAPE_Y];
  const z: i32 = I[2 * s + SHAPE_Z];
  const top: f64 = F[x + start] * dx + F[y + start] * dy + F[z + start] * dz;
  const least: f64 = top - tolerance;
  let lowest: f64 = top;
  const vertices: i32 = I[2 * s + SHAPE_VERTEX_COUNT];
  let count: i32 = 1;
  let done: i32 = 0;
  I[list + 1] = start;
  if (vertices <= I[CLIMB_ABOVE]) {
    // The coordinates have been scanned for the support point; the adjacency would have to be fetched. Mostly it is one
    // vertex.
    const near: i32 = countVertices(x, y, z, vertices, dx, dy, dz, least);
    for (let i: i32 = 0; count < near && i < vertices; i++) {
      const projection: f64 = F[x + i] * dx + F[y + i] * dy + F[z + i] * dz;
      if (projection >= least && i !== start) {
        count++;
        I[list + count] = i;
        if (projection < lowest) lowest = projection;
      }
    }
    done = count;
  }
  while (done < count) {
    done++;
    const offsets: i32 = I[2 * s + SHAPE_NEIGHBOUR_OFFSETS];
    const neighbours: i32 = I[2 * s + SHAPE_NEIGHBOURS];
    const v: i32 = I[list + done];
    const end: i32 = I[offsets + v + 1];
    for (let k: i32 = I[offsets + v]; k < end; k++) {
      const i: i32 = I[neighbours + k];
      const projection: f64 = F[x + i] * dx + F[y + i] * dy + F[z + i] * dz;
      if (projection >= least && count < FEATURE_LIMIT && !listed(list, count, i)) {
        count++;
        I[list + count] = i;
        if (projection < lowest) lowest = projection;
      }
    }
  }
  I[list] = count;
  F[FEATURE_SPREAD] = top - lowest;
  return count;
}

/** The face at `vertex` whose normal is most along the direction; -1 when there is none. */
export function faceAlong(s: i32, dx: f64, dy: f64, dz: f64, vertex: i32): i32 {
  const offsets: i32 = I[2 * s + SHAPE_VERTEX_FACE_OFFSETS];
  const faces: i32 = I[2 * s + SHAPE_VERTEX_FACES];
  const normals: i32 = I[2 * s + SHAPE_FACE_NORMALS];
  let best: i32 = -1;
  let top: f64 = -1.0e300;
  const end: i32 = I[offsets + vertex + 1];
  for (let k: i32 = I[offsets + vertex]; k < end; k++) {
    const face: i32 = I[faces + k];
    const n: i32 = normals + 3 * face;
    const along: f64 = F[n] * dx + F[n + 1] * dy + F[n + 2] * dz;
    if (along > top) {
      top = along;
      best = face;
    }
  }
  return best;
}

/** Dimension of a curved core's feature along a unit direction in its own frame. */
export function curvedDimension(s: i32, dx: f64, dy: f64, dz: f64): i32 {
  const kind: i32 = I[2 * s + SHAPE_KIND];
  if (kind === TABLET) return Math.abs(dz) < CURVED_SINE && F[s + SHAPE_PARAMETERS + 1] > 0.0 ? 1 : 0;
  if (kind !== CYLINDER && kind !== CONE) return 0;
  const radial: f64 = Math.sqrt(dx * dx + dy * dy);
  if (kind === CYLINDER) {
    if (radial < CURVED_SINE) return 2;
    return Math.abs(dz) < CURVED_SINE ? 1 : 0;
  }
  if (radial < CURVED_SINE && dz < 0.0) return 2;
  const radius: f64 = F[s + SHAPE_PARAMETERS];
  const height: f64 = F[s + SHAPE_PARAMETERS + 1];
  // The side's normal is (height, radius) in the (radial, axial) half-plane.
  const off: f64 = (radial * radius - dz * height) / Math.sqrt(radius * radius + height * height);
  return Math.abs(off) < CURVED_SINE ? 1 : 0;
}

/**
 * Dimension of any core's feature along a unit direction in its own frame, where the normal came from a curved partner.
 */
export function featureDimension(s: i32, dx: f64, dy: f64, dz: f64): i32 {
  if (!isPolyhedral(s)) return curvedDimension(s, dx, dy, dz);
  const start: i32 = supportVertex(s, dx, dy, dz, 0);
  const count: i32 = gatherFeature(s, dx, dy, dz, start, CURVED_SINE * F[s + SHAPE_EXTENT], FEATURE_A);
  return count > 2 ? 2 : count - 1;
}
