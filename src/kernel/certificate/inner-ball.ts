// SPDX-License-Identifier: MIT
/**
 * Balls inside a body that touch its surface at a given point: they bound the depth of an overlap from above. A ball is
 * chosen by the feature at the point and then measured, so that the bound holds whatever the point and the normal are.
 */
import {
  CONE,
  CYLINDER,
  SHAPE_FACE_COUNT,
  SHAPE_FACE_NORMALS,
  SHAPE_FACE_OFFSETS,
  SHAPE_FACE_VERTICES,
  SHAPE_KIND,
  SHAPE_PARAMETERS,
  SHAPE_UNFLAT,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
  TABLET,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { isOnCap } from '../support/support.ts';

/** Sine within which a normal is that of a cap or side: what the ball then misses is its square. */
const SAME_SINE: f64 = 1.0e-6;
/** Polyhedra with more faces have no ball: each face is measured twice. */
const FACE_LIMIT: i32 = 64;

/** Distance of a point of the block from the plane of a face, positive inside. */
function underFace(s: i32, face: i32, x: f64, y: f64, z: f64): f64 {
  const n: i32 = I[2 * s + SHAPE_FACE_NORMALS] + 3 * face;
  const v: i32 = I[I[2 * s + SHAPE_FACE_VERTICES] + I[I[2 * s + SHAPE_FACE_OFFSETS] + face]];
  return (
    F[n] * (F[I[2 * s + SHAPE_X] + v] - x) +
    F[n + 1] * (F[I[2 * s + SHAPE_Y] + v] - y) +
    F[n + 2] * (F[I[2 * s + SHAPE_Z] + v] - z)
  );
}

function hasFaces(s: i32): bool {
  const count: i32 = I[2 * s + SHAPE_FACE_COUNT];
  return count > 3 && count <= FACE_LIMIT && I[2 * s + SHAPE_UNFLAT] === 0;
}

/** Largest ball that touches a polyhedron from inside at a point of a face with the outward normal n. */
function ballUnderFace(s: i32, x: f64, y: f64, z: f64, nx: f64, ny: f64, nz: f64): f64 {
  if (!hasFaces(s)) return 0.0;
  const count: i32 = I[2 * s + SHAPE_FACE_COUNT];
  let least: f64 = 1.0e300;
  let isOnFace: bool = false;
  for (let f: i32 = 0; f < count; f++) {
    const m: i32 = I[2 * s + SHAPE_FACE_NORMALS] + 3 * f;
    const lean: f64 = 1.0 - (F[m] * nx + F[m + 1] * ny + F[m + 2] * nz);
    if (lean < SAME_SINE * SAME_SINE) {
      isOnFace = true;
      continue;
    }
    const most: f64 = underFace(s, f, x, y, z) / lean;
    if (most < least) least = most;
  }
  return isOnFace ? least : 0.0;
}

/**
 * Radius of a ball that touches the body from inside at the point (x, y, z) of its block with the outward unit normal
 * n; 0 at vertices, edges and rims, and for bodies that are none of these.
 */
export function touchingBall(s: i32, x: f64, y: f64, z: f64, nx: f64, ny: f64, nz: f64): f64 {
  const kind: i32 = I[2 * s + SHAPE_KIND];
  const p: i32 = s + SHAPE_PARAMETERS;
  const radial: f64 = Math.sqrt(nx * nx + ny * ny);
  const aside: f64 = Math.sqrt(x * x + y * y);
  let radius: f64 = 0.0;
  if (kind === CYLINDER) {
    const ends: f64 = F[p + 1] - Math.abs(z);
    if (Math.abs(nz) < SAME_SINE) radius = ends < F[p] ? ends : F[p];
    else if (radial < SAME_SINE) radius = F[p] - aside < F[p + 1] ? F[p] - aside : F[p + 1];
  } else if (kind === CONE) {
    const slant: f64 = Math.sqrt(F[p] * F[p] + F[p + 1] * F[p + 1]);
    if (radial < SAME_SINE && nz < 0.0) radius = ((F[p] - aside) * F[p + 1]) / (slant + F[p]);
    else if (Math.abs(radial * F[p] - nz * F[p + 1]) < SAME_SINE * slant) {
      const base: f64 = (z + 0.5 * F[p + 1]) / (1.0 + nz);
      const axis: f64 = aside / radial;
      radius = base < axis ? base : axis;
    }
  } else if (kind === TABLET) {
    const rim: f64 = F[p + 1] - Math.abs(z);
    if (isOnCap(p, radial, nz)) {
      // As far as the band and the plane of the other rim allow.
      const side: f64 = (F[p] - aside) / (1.0 - radial);
      const below: f64 = (F[p + 1] + Math.abs(z)) / (1.0 + Math.abs(nz));
      radius = side < below ? side : below;
    } else if (Math.abs(nz) < SAME_SINE) radius = rim < F[p] ? rim : F[p];
  } else {
    radius = ballUnderFace(s, x, y, z, nx, ny, nz);
  }
  return radius > 0.0 ? radius : 0.0;
}

/** Radius of the largest ball around (x, y, z) of which it is known that the body contains it; negative outside. */
export function ballAround(s: i32, x: f64, y: f64, z: f64): f64 {
  const kind: i32 = I[2 * s + SHAPE_KIND];
  const p: i32 = s + SHAPE_PARAMETERS;
  const aside: f64 = Math.sqrt(x * x + y * y);
  if (kind === CYLINDER) {
    const side: f64 = F[p] - aside;
    const ends: f64 = F[p + 1] - Math.abs(z);
    return side < ends ? side : ends;
  }
  if (kind === CONE) {
    const half: f64 = 0.5 * F[p + 1];
    const slant: f64 = Math.sqrt(F[p] * F[p] + F[p + 1] * F[p + 1]);
    const side: f64 = (F[p] * (half - z) - F[p + 1] * aside) / slant;
    return side < z + half ? side : z + half;
  }
  if (kind === TABLET) {
    // Above the plane of the rim a cap bounds the body; a ball below that plane does not reach it.
    const side: f64 = F[p] - aside;
    const centre: f64 = F[p + 1] - F[p + 3];
    const up: f64 = Math.abs(z);
    const top: f64 = F[p + 2] - Math.sqrt(aside * aside + (up - centre) * (up - centre));
    const far: f64 = F[p + 2] - Math.sqrt(aside * aside + (up + centre) * (up + centre));
    const above: f64 = top > F[p + 1] - up ? top : F[p + 1] - up;
    const below: f64 = far > F[p + 1] + up ? far : F[p + 1] + up;
    const caps: f64 = above < below ? above : below;
    return side < caps ? side : caps;
  }
  if (!hasFaces(s)) return 0.0;
  const count: i32 = I[2 * s + SHAPE_FACE_COUNT];
  let least: f64 = 1.0e300;
  for (let f: i32 = 0; f < count; f++) {
    const inside: f64 = underFace(s, f, x, y, z);
    if (inside < least) least = inside;
  }
  return least;
}
