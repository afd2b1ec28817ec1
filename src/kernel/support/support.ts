// SPDX-License-Identifier: MIT
/**
 * Support mapping (EPA paper, eq. 8): the farthest point of a core in a direction, in the frame of its block. A switch
 * over kinds, because a call through an interface costs two to four times as much.
 */

import { portablePow } from '../arithmetic/portable-pow.ts';
import {
  BOX,
  CLIMB_ABOVE,
  CONE,
  CYLINDER,
  ELLIPSOID,
  LOCAL_POINT,
  POLYHEDRON,
  SHAPE_FACE_OFFSETS,
  SHAPE_FACE_VERTICES,
  SHAPE_KIND,
  SHAPE_NEIGHBOUR_OFFSETS,
  SHAPE_NEIGHBOURS,
  SHAPE_PARAMETERS,
  SHAPE_UNFLAT,
  SHAPE_VERTEX_COUNT,
  SHAPE_VERTEX_FACE_OFFSETS,
  SHAPE_VERTEX_FACES,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
  TABLET,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { farthestVertex } from './vertex-scan.ts';

/**
 * Above this many vertices climbing along edges beats the SIMD scan from a cold start (measured crossover: 100 to 200).
 */
export const CLIMB_COLD: i32 = 128;
/** The same from the vertices of the last query, which are a step or two away. */
export const CLIMB_WARM: i32 = 10;
/**
 * Where faces are not quite flat an edge walk may end beside the farthest vertex: up to this many a scan is affordable.
 */
const SCAN_UNFLAT: i32 = 2048;

/**
 * Climbs from `start` to the vertex with the largest projection; on a convex body a local maximum is the global one.
 */
function climb(s: i32, start: i32, dx: f64, dy: f64, dz: f64): i32 {
  const x: i32 = I[2 * s + SHAPE_X];
  const y: i32 = I[2 * s + SHAPE_Y];
  const z: i32 = I[2 * s + SHAPE_Z];
  const offsets: i32 = I[2 * s + SHAPE_NEIGHBOUR_OFFSETS];
  const neighbours: i32 = I[2 * s + SHAPE_NEIGHBOURS];
  let best: i32 = start;
  let top: f64 = F[x + start] * dx + F[y + start] * dy + F[z + start] * dz;
  let from: i32 = -1;
  while (from !== best) {
    from = best;
    const end: i32 = I[offsets + from + 1];
    for (let k: i32 = I[offsets + from]; k < end; k++) {
      const i: i32 = I[neighbours + k];
      const projection: f64 = F[x + i] * dx + F[y + i] * dy + F[z + i] * dz;
      if (projection > top) {
        top = projection;
        best = i;
      }
    }
    if (from === best) {
      best = bestOfFaces(s, best, top, dx, dy, dz);
      top = F[x + best] * dx + F[y + best] * dy + F[z + best] * dz;
    }
  }
  return best;
}

/**
 * A walk along edges stops on the rim of a face that rounding has made level: the farthest vertex in the faces around.
 */
function bestOfFaces(s: i32, vertex: i32, least: f64, dx: f64, dy: f64, dz: f64): i32 {
  const x: i32 = I[2 * s + SHAPE_X];
  const y: i32 = I[2 * s + SHAPE_Y];
  const z: i32 = I[2 * s + SHAPE_Z];
  const around: i32 = I[2 * s + SHAPE_VERTEX_FACE_OFFSETS];
  const faceOffsets: i32 = I[2 * s + SHAPE_FACE_OFFSETS];
  const loops: i32 = I[2 * s + SHAPE_FACE_VERTICES];
  const lastFace: i32 = I[around + vertex + 1];
  let best: i32 = vertex;
  let top: f64 = least;
  for (let f: i32 = I[around + vertex]; f < lastFace; f++) {
    const face: i32 = I[I[2 * s + SHAPE_VERTEX_FACES] + f];
    const end: i32 = I[faceOffsets + face + 1];
    const start: i32 = I[faceOffsets + face];
    // The corners of a triangle are neighbours.
    for (let k: i32 = end - start > 3 ? start : end; k < end; k++) {
      const i: i32 = I[loops + k];
      const projection: f64 = F[x + i] * dx + F[y + i] * dy + F[z + i] * dz;
      if (projection > top) {
        top = projection;
        best = i;
      }
    }
  }
  return best;
}

/** True for a polyhedron whose vertices are scanned, not climbed. */
export function isScanned(s: i32): bool {
  const count: i32 = I[2 * s + SHAPE_VERTEX_COUNT];
  if (count === 0 || I[2 * s + SHAPE_KIND] === BOX) return false;
  return count <= I[CLIMB_ABOVE] || (I[2 * s + SHAPE_UNFLAT] === 1 && count <= SCAN_UNFLAT);
}

/** Number of the farthest vertex of a polyhedral core; `hint` is a vertex to start from. */
export function supportVertex(s: i32, dx: f64, dy: f64, dz: f64, hint: i32): i32 {
  if (I[2 * s + SHAPE_KIND] === BOX) {
    return (dx > 0.0 ? 4 : 0) + (dy > 0.0 ? 2 : 0) + (dz > 0.0 ? 1 : 0);
  }
  const count: i32 = I[2 * s + SHAPE_VERTEX_COUNT];
  if (count > I[CLIMB_ABOVE] && (I[2 * s + SHAPE_UNFLAT] === 0 || count > SCAN_UNFLAT)) {
    return climb(s, hint, dx, dy, dz);
  }
  return farthestVertex(I[2 * s + SHAPE_X], I[2 * s + SHAPE_Y], I[2 * s + SHAPE_Z], count, dx, dy, dz);
}

/** Farthest point of |x/a|^p + |y/b|^p <= 1 along (u, v) in the plane: returns the dual norm, point to LOCAL_POINT. */
function superellipse(a: f64, b: f64, p: f64, u: f64, v: f64): f64 {
  const q: f64 = p / (p - 1.0);
  const au: f64 = Math.abs(a * u);
  const bv: f64 = Math.abs(b * v);
  const wide: bool = au > bv;
  const big: f64 = wide ? au : bv;
  if (!(big > 0.0)) {
    F[LOCAL_POINT] = 0.0;
    F[LOCAL_POINT + 1] = 0.0;
    return 0.0;
  }
  // Dual norm N = (au^q + bv^q)^(1/q) and point a (au/N)^(q-1), b (bv/N)^(q-1), from two powers of the ratio of the
  // terms: whatever the first has lost by rounding, the point is on the curve.
  const ratio: f64 = (wide ? bv : au) / big;
  const power: f64 = portablePow(ratio, q);
  const sum: f64 = 1.0 + power;
  const root: f64 = portablePow(sum, 1.0 / q);
  const long: f64 = root / sum;
  const short: f64 = ratio > 0.0 ? long * (power / ratio) : 0.0;
  const x: f64 = a * (wide ? long : short);
  const y: f64 = b * (wide ? short : long);
  F[LOCAL_POINT] = u < 0.0 ? -x : x;
  F[LOCAL_POINT + 1] = v < 0.0 ? -y : y;
  return big * root;
}

export function supportSuperquadric(p: i32, dx: f64, dy: f64, dz: f64): void {
  const a: f64 = F[p];
  const b: f64 = F[p + 1];
  const c: f64 = F[p + 2];
  const n1: f64 = F[p + 3];
  const n2: f64 = F[p + 4];
  // Two nested superellipses: the horizontal section first, then its dual norm against z (PHSQ eq. 1).
  const horizontal: f64 = superellipse(a, b, n2, dx, dy);
  const x: f64 = F[LOCAL_POINT];
  const y: f64 = F[LOCAL_POINT + 1];
  superellipse(1.0, c, n1, horizontal, dz);
  const radial: f64 = F[LOCAL_POINT];
  F[LOCAL_POINT + 2] = F[LOCAL_POINT + 1];
  F[LOCAL_POINT] = x * radial;
  F[LOCAL_POINT + 1] = y * radial;
}

/** Squares of shorter lengths are no normal numbers, and have too few digits for a point to be on its body. */
export const SHORTEST_DIRECTION: f64 = 1.0e-140;

/**
 * The point of the circle about the z axis along (dx, dy), of length `radial`, to LOCAL_POINT; its centre where there
 * is no direction.
 */
function setOnCircle(radius: f64, dx: f64, dy: f64, radial: f64): void {
  let x: f64 = dx;
  let y: f64 = dy;
  let f: f64 = 0.0;
  if (radial > SHORTEST_DIRECTION) {
    f = radius / radial;
  } else {
    const big: f64 = Math.abs(dx) > Math.abs(dy) ? Math.abs(dx) : Math.abs(dy);
    if (big > 0.0) {
      x = dx / big;
      y = dy / big;
      f = radius / Math.sqrt(x * x + y * y);
    }
  }
  F[LOCAL_POINT] = f * x;
  F[LOCAL_POINT + 1] = f * y;
}

function supportCylinder(p: i32, dx: f64, dy: f64, dz: f64): void {
  setOnCircle(F[p], dx, dy, Math.sqrt(dx * dx + dy * dy));
  F[LOCAL_POINT + 2] = dz < 0.0 ? -F[p + 1] : F[p + 1];
}

/** Block frame of the cone: base at -height/2, apex at +height/2. */
function supportCone(p: i32, dx: f64, dy: f64, dz: f64): void {
  const radius: f64 = F[p];
  const half: f64 = 0.5 * F[p + 1];
  const radial: f64 = Math.sqrt(dx * dx + dy * dy);
  const apex: bool = half * dz >= radius * radial - half * dz;
  setOnCircle(apex ? 0.0 : radius, dx, dy, radial);
  F[LOCAL_POINT + 2] = apex ? half : -half;
}

function supportEllipsoid(p: i32, dx: f64, dy: f64, dz: f64): void {
  const ax: f64 = F[p] * dx;
  const by: f64 = F[p + 1] * dy;
  const cz: f64 = F[p + 2] * dz;
  const norm: f64 = Math.sqrt(ax * ax + by * by + cz * cz);
  const f: f64 = norm > 0.0 ? 1.0 / norm : 0.0;
  F[LOCAL_POINT] = F[p] * ax * f;
  F[LOCAL_POINT + 1] = F[p + 1] * by * f;
  F[LOCAL_POINT + 2] = F[p + 2] * cz * f;
}

/**
 * True where a cap of a tablet, rather than its rim, is farthest along a direction this far across the axis and along
 * it.
 */
export function isOnCap(p: i32, radial: f64, dz: f64): bool {
  return F[p + 3] * radial < F[p] * Math.abs(dz);
}

function supportTablet(p: i32, dx: f64, dy: f64, dz: f64): void {
  const up: f64 = Math.abs(dz);
  const radial: f64 = Math.sqrt(dx * dx + dy * dy);
  let height: f64 = F[p + 1];
  if (!isOnCap(p, radial, up)) setOnCircle(F[p], dx, dy, radial);
  else {
    // From the rim upwards, (r - x)(r + x) / (R cos + q) with x the distance from the axis: exact however flat the cap
    // is.
    const length: f64 = Math.sqrt(radial * radial + up * up);
    const isLong: bool = length > SHORTEST_DIRECTION;
    const across: f64 = isLong ? (F[p + 2] * radial) / length : 0.0;
    const cosine: f64 = isLong ? up / length : 1.0;
    setOnCircle(across, dx, dy, radial);
    height += ((F[p] - across) * (F[p] + across)) / (F[p + 2] * cosine + F[p + 3]);
  }
  F[LOCAL_POINT + 2] = dz < 0.0 ? -height : height;
}

/** Farthest core point along the direction to LOCAL_POINT. Returns its vertex number, -1 on a curved core. */
export function support(s: i32, dx: f64, dy: f64, dz: f64, hint: i32): i32 {
  const kind: i32 = I[2 * s + SHAPE_KIND];
  if (kind === POLYHEDRON || kind === BOX) {
    const i: i32 = supportVertex(s, dx, dy, dz, hint);
    F[LOCAL_POINT] = F[I[2 * s + SHAPE_X] + i];
    F[LOCAL_POINT + 1] = F[I[2 * s + SHAPE_Y] + i];
    F[LOCAL_POINT + 2] = F[I[2 * s + SHAPE_Z] + i];
    return i;
  }
  const p: i32 = s + SHAPE_PARAMETERS;
  if (kind === CYLINDER) supportCylinder(p, dx, dy, dz);
  else if (kind === CONE) supportCone(p, dx, dy, dz);
  else if (kind === ELLIPSOID) supportEllipsoid(p, dx, dy, dz);
  else if (kind === TABLET) supportTablet(p, dx, dy, dz);
  else supportSuperquadric(p, dx, dy, dz);
  return -1;
}
