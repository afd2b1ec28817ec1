// SPDX-License-Identifier: MIT
/**
 * A body pressed into a concave corner of two faces: its lowest corner can be beyond the rim of both faces, in the
 * wedge behind their common edge. It then touches both faces, at the edge.
 */
import { SHAPE_CENTRE, SHAPE_MARGIN, SHAPE_VERTEX_COUNT, SHAPE_X, SHAPE_Y, SHAPE_Z } from '../layout.ts';
import { F, I } from '../memory.ts';
import { leastAlong } from './body-box.ts';
import { leastOfBody } from './body-questions.ts';
import {
  BODY_IS_ROUND,
  BOUNDARY_CORNERS,
  BOUNDARY_EDGE_FACETS,
  BOUNDARY_EDGE_KINDS,
  BOUNDARY_EDGE_OFFSETS,
  BOUNDARY_NORMALS,
  BOUNDARY_OFFSETS,
  BOUNDARY_PATCH_OF_FACET,
  BOUNDARY_PATCH_SIZES,
  BOUNDARY_POINTS,
  BOUNDARY_RISES,
  BOUNDARY_SIDES,
  QUERY_BODY,
  QUERY_BOUNDARY,
  QUERY_CENTRE,
  QUERY_DEPTH,
  QUERY_GROUP_FACETS,
  QUERY_GROUP_FIRST,
  QUERY_MORE,
  QUERY_ORIGIN,
  QUERY_POINT_COUNT,
  QUERY_POINTS,
  QUERY_SHAPE,
  QUERY_SIZE,
  QUERY_TURN,
  QUERY_VECTORS,
} from './boundary-layout.ts';
import { COPLANAR, ON_FACET_TOLERANCE } from './facet-outlines.ts';

/** Kind of an edge with one facet, as in src/meshes/edge-kinds.ts. */
const OPEN: i32 = 0;
/** Distance that rounding may hide from `facetMayBeInCorner`, relative to the body. */
const BOX_SLACK: f64 = 1.0e-6;
/** Sine of the angle below the plane of a face that counts as rising from it in `mayBeInCorner`. */
const LEVEL: f64 = 1.0e-9;
/** Largest ratio of distance to depth in `clearanceOfCorners`: its slack for rounding is good for that. */
const MOST_RATIO: f64 = 64.0;
/** Up to so many vertices of a polyhedron are looked at one by one. */
const MOST_VERTICES: i32 = 32;

// Scratch at QUERY_VECTORS.
const INWARD: i32 = 0;
const RISING: i32 = 3;
const SIDE_FROM: i32 = 6; // ends of a side of a facet
const SIDE_TO: i32 = 9;
const NEAREST: i32 = 12; // nearest point on the rim
const ON_SIDE: i32 = 15; // nearest point on one side
const SUM: i32 = 18;

/** Writes the unit direction in a facet across the side that begins at a corner, away from it; returns its length. */
function writeInward(b: i32, facet: i32, corner: i32, to: i32): f64 {
  const begin: i32 = I[I[b + BOUNDARY_OFFSETS] + facet];
  const end: i32 = I[I[b + BOUNDARY_OFFSETS] + facet + 1];
  const corners: i32 = I[b + BOUNDARY_CORNERS];
  const v: i32 = I[b + BOUNDARY_POINTS] + 3 * I[corners + corner];
  const w: i32 = I[b + BOUNDARY_POINTS] + 3 * I[corners + (corner + 1 === end ? begin : corner + 1)];
  const n: i32 = I[b + BOUNDARY_NORMALS] + 3 * facet;
  const ex: f64 = F[w] - F[v];
  const ey: f64 = F[w + 1] - F[v + 1];
  const ez: f64 = F[w + 2] - F[v + 2];
  const long: f64 = Math.sqrt(ex * ex + ey * ey + ez * ez);
  const unit: f64 = long > 0.0 ? 1.0 / long : 0.0;
  F[to] = unit * (F[n + 1] * ez - F[n + 2] * ey);
  F[to + 1] = unit * (F[n + 2] * ex - F[n] * ez);
  F[to + 2] = unit * (F[n] * ey - F[n + 1] * ex);
  return long;
}

/** The same from one of the facet's edges. */
function writeInwardFrom(b: i32, facet: i32, edge: i32, to: i32): void {
  let corner: i32 = I[I[b + BOUNDARY_OFFSETS] + facet];
  while (I[I[b + BOUNDARY_SIDES] + corner] !== edge) corner++;
  writeInward(b, facet, corner, to);
}

/** True if a point y of the body's box has w . (y - a) <= slack. */
function reachesBehind(q: i32, wx: f64, wy: f64, wz: f64, ax: f64, ay: f64, az: f64, slack: f64): bool {
  return leastAlong(q, wx, wy, wz) <= wx * ax + wy * ay + wz * az + slack;
}

/**
 * False if no face rises from the rim of the facets of group g with the body's lowest point behind it: what
 * `cornerRegion` needs at least, with `slack` for rounding. Foot, the lowest point above it and normal are those on the
 * facets' plane.
 */
export function mayBeInCorner(q: i32, g: i32, foot: i32, lowest: i32, normal: i32, slack: f64): bool {
  const b: i32 = 2 * I[2 * q + QUERY_BOUNDARY];
  const inward: i32 = q + QUERY_VECTORS + INWARD;
  const rising: i32 = q + QUERY_VECTORS + RISING;
  for (let i: i32 = I[I[2 * q + QUERY_GROUP_FIRST] + g]; i < I[I[2 * q + QUERY_GROUP_FIRST] + g + 1]; i++) {
    const f: i32 = I[I[2 * q + QUERY_GROUP_FACETS] + i];
    for (let corner: i32 = I[I[b + BOUNDARY_OFFSETS] + f]; corner < I[I[b + BOUNDARY_OFFSETS] + f + 1]; corner++) {
      const edge: i32 = I[I[b + BOUNDARY_SIDES] + corner];
      const kind: i32 = I[I[b + BOUNDARY_EDGE_KINDS] + edge];
      if (kind === COPLANAR || kind === OPEN) continue;
      if (writeInward(b, f, corner, inward) === 0.0) continue;
      const v: i32 = I[b + BOUNDARY_POINTS] + 3 * I[I[b + BOUNDARY_CORNERS] + corner];
      const ax: f64 = F[v] - F[q + QUERY_ORIGIN];
      const ay: f64 = F[v + 1] - F[q + QUERY_ORIGIN + 1];
      const az: f64 = F[v + 2] - F[q + QUERY_ORIGIN + 2];
      const beyond: f64 =
        (F[foot] - ax) * F[inward] + (F[foot + 1] - ay) * F[inward + 1] + (F[foot + 2] - az) * F[inward + 2];
      if (beyond > slack) continue;
      for (let k: i32 = I[I[b + BOUNDARY_EDGE_OFFSETS] + edge]; k < I[I[b + BOUNDARY_EDGE_OFFSETS] + edge + 1]; k++) {
        const other: i32 = I[I[b + BOUNDARY_EDGE_FACETS] + k];
        if (other === f) continue;
        writeInwardFrom(b, other, edge, rising);
        const up: f64 = F[rising] * F[normal] + F[rising + 1] * F[normal + 1] + F[rising + 2] * F[normal + 2];
        if (!(up > -LEVEL)) continue;
        const over: f64 =
          (F[lowest] - ax) * F[rising] + (F[lowest + 1] - ay) * F[rising + 1] + (F[lowest + 2] - az) * F[rising + 2];
        if (over > slack) continue;
        const n: i32 = I[b + BOUNDARY_NORMALS] + 3 * other;
        const height: f64 =
          (F[q + QUERY_CENTRE] - ax) * F[n] +
          (F[q + QUERY_CENTRE + 1] - ay) * F[n + 1] +
          (F[q + QUERY_CENTRE + 2] - az) * F[n + 2];
        const isFront: bool = F[n] * F[inward] + F[n + 1] * F[inward + 1] + F[n + 2] * F[inward + 2] >= 0.0;
        if ((isFront ? height : -height) >= -slack) return true;
      }
    }
  }
  return false;
}

/**
 * The same for one facet and a body of which only the box is known, which may move by `skin`: its lowest point is
 * somewhere in the box, which is wide enough for that.
 */
export function facetMayBeInCorner(q: i32, f: i32, skin: f64): bool {
  const b: i32 = 2 * I[2 * q + QUERY_BOUNDARY];
  const patch: i32 = I[I[b + BOUNDARY_PATCH_OF_FACET] + f];
  if (I[I[b + BOUNDARY_RISES] + patch] === 0) return false;
  const inward: i32 = q + QUERY_VECTORS + INWARD;
  const rising: i32 = q + QUERY_VECTORS + RISING;
  const slack: f64 = BOX_SLACK * F[q + QUERY_SIZE];
  const n: i32 = I[b + BOUNDARY_NORMALS] + 3 * f;
  const nx: f64 = F[n];
  const ny: f64 = F[n + 1];
  const nz: f64 = F[n + 2];
  const o: i32 = I[b + BOUNDARY_POINTS] + 3 * I[I[b + BOUNDARY_CORNERS] + I[I[b + BOUNDARY_OFFSETS] + f]];
  const height: f64 =
    nx * (F[o] - F[q + QUERY_ORIGIN]) +
    ny * (F[o + 1] - F[q + QUERY_ORIGIN + 1]) +
    nz * (F[o + 2] - F[q + QUERY_ORIGIN + 2]);
  const over: f64 = nx * F[q + QUERY_CENTRE] + ny * F[q + QUERY_CENTRE + 1] + nz * F[q + QUERY_CENTRE + 2] - height;
  if (Math.abs(over) <= skin) return true;
  const side: f64 = over < 0.0 && F[q + QUERY_DEPTH] < 0.0 ? -1.0 : 1.0;
  // The only facet of a patch is its plane.
  const isPlane: bool = I[I[b + BOUNDARY_PATCH_SIZES] + patch] === 1;
  if (isPlane && leastAlong(q, side * nx, side * ny, side * nz) > side * height + slack) return false;
  for (let corner: i32 = I[I[b + BOUNDARY_OFFSETS] + f]; corner < I[I[b + BOUNDARY_OFFSETS] + f + 1]; corner++) {
    const edge: i32 = I[I[b + BOUNDARY_SIDES] + corner];
    const kind: i32 = I[I[b + BOUNDARY_EDGE_KINDS] + edge];
    if (kind === COPLANAR || kind === OPEN) continue;
    if (writeInward(b, f, corner, inward) === 0.0) continue;
    const ix: f64 = F[inward];
    const iy: f64 = F[inward + 1];
    const iz: f64 = F[inward + 2];
    const v: i32 = I[b + BOUNDARY_POINTS] + 3 * I[I[b + BOUNDARY_CORNERS] + corner];
    const ax: f64 = F[v] - F[q + QUERY_ORIGIN];
    const ay: f64 = F[v + 1] - F[q + QUERY_ORIGIN + 1];
    const az: f64 = F[v + 2] - F[q + QUERY_ORIGIN + 2];
    if (!reachesBehind(q, ix, iy, iz, ax, ay, az, slack)) continue;
    for (let k: i32 = I[I[b + BOUNDARY_EDGE_OFFSETS] + edge]; k < I[I[b + BOUNDARY_EDGE_OFFSETS] + edge + 1]; k++) {
      const other: i32 = I[I[b + BOUNDARY_EDGE_FACETS] + k];
      if (other === f) continue;
      writeInwardFrom(b, other, edge, rising);
      const rx: f64 = F[rising];
      const ry: f64 = F[rising + 1];
      const rz: f64 = F[rising + 2];
      if (isPlane && !(side * (rx * nx + ry * ny + rz * nz) > -LEVEL)) continue;
      if (!reachesBehind(q, rx, ry, rz, ax, ay, az, slack)) continue;
      // In the wedge between both the body reaches behind their bisector as well.
      if (reachesBehind(q, ix + rx, iy + ry, iz + rz, ax, ay, az, 2.0 * slack)) return true;
    }
  }
  return false;
}

/** Sine of the least angle between the sides of a triangle. */
function leastSine(b: i32, f: i32): f64 {
  const first: i32 = I[I[b + BOUNDARY_OFFSETS] + f];
  let longest: f64 = 0.0;
  let next: f64 = 0.0;
  let area: f64 = 0.0;
  for (let i: i32 = 0; i < 3; i++) {
    const v: i32 = I[b + BOUNDARY_POINTS] + 3 * I[I[b + BOUNDARY_CORNERS] + first + i];
    const w: i32 = I[b + BOUNDARY_POINTS] + 3 * I[I[b + BOUNDARY_CORNERS] + first + (i === 2 ? 0 : i + 1)];
    const u: i32 = I[b + BOUNDARY_POINTS] + 3 * I[I[b + BOUNDARY_CORNERS] + first + (i === 0 ? 2 : i - 1)];
    const ex: f64 = F[w] - F[v];
    const ey: f64 = F[w + 1] - F[v + 1];
    const ez: f64 = F[w + 2] - F[v + 2];
    const long: f64 = ex * ex + ey * ey + ez * ez;
    if (long > longest) {
      next = longest;
      longest = long;
    } else if (long > next) next = long;
    if (i > 0) continue;
    const dx: f64 = F[u] - F[v];
    const dy: f64 = F[u + 1] - F[v + 1];
    const dz: f64 = F[u + 2] - F[v + 2];
    const cx: f64 = ey * dz - ez * dy;
    const cy: f64 = ez * dx - ex * dz;
    const cz: f64 = ex * dy - ey * dx;
    area = Math.sqrt(cx * cx + cy * cy + cz * cz);
  }
  // The least angle is between the two longest sides.
  return next > 0.0 ? area / Math.sqrt(longest * next) : 0.0;
}

/** Largest tangent of the angle at which faces rise from the sides of facet f; -1 for none, Infinity if steep. */
function steepestRise(q: i32, f: i32, nx: f64, ny: f64, nz: f64): f64 {
  const b: i32 = 2 * I[2 * q + QUERY_BOUNDARY];
  const inward: i32 = q + QUERY_VECTORS + INWARD;
  const rising: i32 = q + QUERY_VECTORS + RISING;
  let steepest: f64 = -1.0;
  for (let corner: i32 = I[I[b + BOUNDARY_OFFSETS] + f]; corner < I[I[b + BOUNDARY_OFFSETS] + f + 1]; corner++) {
    const edge: i32 = I[I[b + BOUNDARY_SIDES] + corner];
    const kind: i32 = I[I[b + BOUNDARY_EDGE_KINDS] + edge];
    if (kind === COPLANAR || kind === OPEN) continue;
    if (writeInward(b, f, corner, inward) === 0.0) return Infinity;
    for (let k: i32 = I[I[b + BOUNDARY_EDGE_OFFSETS] + edge]; k < I[I[b + BOUNDARY_EDGE_OFFSETS] + edge + 1]; k++) {
      const other: i32 = I[I[b + BOUNDARY_EDGE_FACETS] + k];
      if (other === f) continue;
      writeInwardFrom(b, other, edge, rising);
      const up: f64 = F[rising] * nx + F[rising + 1] * ny + F[rising + 2] * nz;
      if (!(up > -LEVEL)) continue;
      const away: f64 = -(F[rising] * F[inward] + F[rising + 1] * F[inward + 1] + F[rising + 2] * F[inward + 2]);
      if (!(away > 0.0)) return Infinity;
      const tangent: f64 = up > 0.0 ? up / away : 0.0;
      if (tangent > steepest) steepest = tangent;
    }
  }
  return steepest;
}

/**
 * How far a body at least this far from facet f, the only one of its face, may move before it can be in a corner at
 * its rim; 0 where that is not known. In a corner the body's lowest point p over the plane of the facet is beyond sides
 * from which faces rise, and behind these faces. If they rise with tangents up to t and p is d below the plane, its
 * foot is at most t d beyond each such side: at most t d (1 + 2 / s) from the facet, with s the least sine of an angle
 * of the triangle. So the body is at most d (1 + t (1 + 2 / s)) away from the facet. `overPlane` is -d or less.
 */
export function clearanceOfCorners(q: i32, f: i32, clearance: f64, overPlane: f64): f64 {
  const b: i32 = 2 * I[2 * q + QUERY_BOUNDARY];
  const least: f64 = overPlane > 0.0 ? overPlane : 0.0;
  // The footprint of a round face is a square around it, whose corners are not points of the body.
  if (F[I[2 * q + QUERY_SHAPE] + BODY_IS_ROUND] !== 0.0) return least;
  if (I[I[b + BOUNDARY_OFFSETS] + f + 1] - I[I[b + BOUNDARY_OFFSETS] + f] !== 3) return least;
  const over: f64 = heightOverFacet(q, f);
  const side: f64 = sideOf(q, over);
  // Beyond the plane the other side of the facet counts.
  const most: f64 = clearance < Math.abs(over) ? clearance : Math.abs(over);
  const n: i32 = I[b + BOUNDARY_NORMALS] + 3 * f;
  const steepest: f64 = steepestRise(q, f, side * F[n], side * F[n + 1], side * F[n + 2]);
  if (steepest < 0.0) return most;
  const ratio: f64 = 1.0 + steepest * (1.0 + 2.0 / leastSine(b, f));
  if (!(ratio < MOST_RATIO)) return least;
  const vertices: i32 = I[2 * I[2 * q + QUERY_BODY] + SHAPE_VERTEX_COUNT];
  const way: f64 =
    vertices > 0 && vertices <= MOST_VERTICES
      ? clearanceOfVertices(q, f, side, ratio - 1.0)
      : (clearance + ratio * overPlane) / (1.0 + ratio);
  if (way < least) return least;
  return way < most ? way : most;
}

/**
 * The same from the vertices of a polyhedron: each of them that is d below the plane of facet f is farther than `ratio`
 * d outside one of its sides.
 */
function clearanceOfVertices(q: i32, f: i32, side: f64, ratio: f64): f64 {
  const b: i32 = 2 * I[2 * q + QUERY_BOUNDARY];
  const s: i32 = I[2 * q + QUERY_BODY];
  const first: i32 = I[I[b + BOUNDARY_OFFSETS] + f];
  const n: i32 = I[b + BOUNDARY_NORMALS] + 3 * f;
  const normal: i32 = q + QUERY_VECTORS + SIDE_FROM;
  const sides: i32 = normal + 3;
  const slack: f64 = BOX_SLACK * F[q + QUERY_SIZE] + F[q + QUERY_MORE];
  for (let c: i32 = 0; c < 3; c++) F[normal + c] = side * F[n + c];
  for (let i: i32 = 0; i < 3; i++) writeInward(b, f, first + i, sides + 3 * i);
  const corners: i32 = I[b + BOUNDARY_CORNERS] + first;
  const plane: f64 = offsetInBody(q, normal, I[corners]) + F[s + SHAPE_MARGIN] + slack;
  const offset0: f64 = offsetInBody(q, sides, I[corners]) - slack;
  const offset1: f64 = offsetInBody(q, sides + 3, I[corners + 1]) - slack;
  const offset2: f64 = offsetInBody(q, sides + 6, I[corners + 2]) - slack;
  const x: i32 = I[2 * s + SHAPE_X];
  const y: i32 = I[2 * s + SHAPE_Y];
  const z: i32 = I[2 * s + SHAPE_Z];
  const count: i32 = I[2 * s + SHAPE_VERTEX_COUNT];
  let least: f64 = Infinity;
  for (let v: i32 = 0; v < count; v++) {
    const depth: f64 = plane - alongOf(normal, F[x + v], F[y + v], F[z + v]);
    const outside0: f64 = offset0 - alongOf(sides, F[x + v], F[y + v], F[z + v]);
    const outside1: f64 = offset1 - alongOf(sides + 3, F[x + v], F[y + v], F[z + v]);
    const outside2: f64 = offset2 - alongOf(sides + 6, F[x + v], F[y + v], F[z + v]);
    const more: f64 = outside0 > outside1 ? outside0 : outside1;
    const way: f64 = ((more > outside2 ? more : outside2) - ratio * depth) / (1.0 + ratio);
    const clearance: f64 = way > -depth ? way : -depth;
    if (clearance < least) least = clearance;
  }
  return least;
}

/** The product of the vector at F[w..] and (x, y, z). */
function alongOf(w: i32, x: f64, y: f64, z: f64): f64 {
  return F[w] * x + F[w + 1] * y + F[w + 2] * z;
}

/**
 * Turns the vector w at F[w..] to the body's frame; returns the value of w . y of the mesh's vertex v, for y from the
 * centre of the body's block.
 */
function offsetInBody(q: i32, w: i32, v: i32): f64 {
  const m: i32 = q + QUERY_TURN;
  const s: i32 = I[2 * q + QUERY_BODY] + SHAPE_CENTRE;
  const p: i32 = I[2 * I[2 * q + QUERY_BOUNDARY] + BOUNDARY_POINTS] + 3 * v;
  const o: i32 = q + QUERY_ORIGIN;
  const offset: f64 = alongOf(w, F[p] - F[o], F[p + 1] - F[o + 1], F[p + 2] - F[o + 2]);
  const x: f64 = alongOf(w, F[m], F[m + 1], F[m + 2]);
  const y: f64 = alongOf(w, F[m + 3], F[m + 4], F[m + 5]);
  const z: f64 = alongOf(w, F[m + 6], F[m + 7], F[m + 8]);
  F[w] = x;
  F[w + 1] = y;
  F[w + 2] = z;
  return offset - alongOf(w, F[s], F[s + 1], F[s + 2]);
}

/** Height of the body's centre over the plane of facet f. */
function heightOverFacet(q: i32, f: i32): f64 {
  const b: i32 = 2 * I[2 * q + QUERY_BOUNDARY];
  const n: i32 = I[b + BOUNDARY_NORMALS] + 3 * f;
  const o: i32 = I[b + BOUNDARY_POINTS] + 3 * I[I[b + BOUNDARY_CORNERS] + I[I[b + BOUNDARY_OFFSETS] + f]];
  let over: f64 = 0.0;
  for (let c: i32 = 0; c < 3; c++) over += F[n + c] * (F[q + QUERY_CENTRE + c] + F[q + QUERY_ORIGIN + c] - F[o + c]);
  return over;
}

/** The side of a facet, as a factor on its normal, that counts for a body whose centre is at this height over it. */
function sideOf(q: i32, over: f64): f64 {
  return over < 0.0 && F[q + QUERY_DEPTH] < 0.0 ? -1.0 : 1.0;
}

/**
 * Height of the body over the plane of facet f, on the side of its centre: negative where it reaches behind. At most
 * that of the centre: beyond the plane the other side counts.
 */
export function clearanceOfPlane(q: i32, f: i32): f64 {
  const n: i32 = I[2 * I[2 * q + QUERY_BOUNDARY] + BOUNDARY_NORMALS] + 3 * f;
  const c: i32 = q + QUERY_CENTRE;
  const over: f64 = heightOverFacet(q, f);
  const side: f64 = sideOf(q, over);
  const centre: f64 = F[n] * F[c] + F[n + 1] * F[c + 1] + F[n + 2] * F[c + 2];
  const least: f64 = leastOfBody(q, side * F[n], side * F[n + 1], side * F[n + 2]) - side * (centre - over);
  return least < Math.abs(over) ? least : Math.abs(over);
}

/** Writes both ends of the side of a facet that begins at a corner, in the query's frame, to SIDE_FROM and SIDE_TO. */
function readSide(q: i32, facet: i32, corner: i32): void {
  const b: i32 = 2 * I[2 * q + QUERY_BOUNDARY];
  const end: i32 = I[I[b + BOUNDARY_OFFSETS] + facet + 1];
  const next: i32 = corner + 1 === end ? I[I[b + BOUNDARY_OFFSETS] + facet] : corner + 1;
  const v: i32 = I[b + BOUNDARY_POINTS] + 3 * I[I[b + BOUNDARY_CORNERS] + corner];
  const w: i32 = I[b + BOUNDARY_POINTS] + 3 * I[I[b + BOUNDARY_CORNERS] + next];
  for (let c: i32 = 0; c < 3; c++) {
    F[q + QUERY_VECTORS + SIDE_FROM + c] = F[v + c] - F[q + QUERY_ORIGIN + c];
    F[q + QUERY_VECTORS + SIDE_TO + c] = F[w + c] - F[q + QUERY_ORIGIN + c];
  }
}

/** The point of the side read last that is nearest to the point at F[p..], to ON_SIDE; returns their distance. */
function nearestOnSide(q: i32, p: i32): f64 {
  const from: i32 = q + QUERY_VECTORS + SIDE_FROM;
  const to: i32 = q + QUERY_VECTORS + SIDE_TO;
  const on: i32 = q + QUERY_VECTORS + ON_SIDE;
  let squared: f64 = 0.0;
  let product: f64 = 0.0;
  for (let c: i32 = 0; c < 3; c++) {
    const e: f64 = F[to + c] - F[from + c];
    squared += e * e;
    product += e * (F[p + c] - F[from + c]);
  }
  const along: f64 = product / squared;
  let off: f64 = 0.0;
  for (let c: i32 = 0; c < 3; c++) {
    F[on + c] = along <= 0.0 ? F[from + c] : along >= 1.0 ? F[to + c] : F[from + c] + along * (F[to + c] - F[from + c]);
    off += (F[p + c] - F[on + c]) * (F[p + c] - F[on + c]);
  }
  return Math.sqrt(off);
}

/** The point on the sides of the facets of group g nearest to the foot, to NEAREST; returns its facet. */
function nearestOnRim(q: i32, g: i32, foot: i32): i32 {
  const b: i32 = 2 * I[2 * q + QUERY_BOUNDARY];
  let best: i32 = -1;
  let least: f64 = Infinity;
  for (let i: i32 = I[I[2 * q + QUERY_GROUP_FIRST] + g]; i < I[I[2 * q + QUERY_GROUP_FIRST] + g + 1]; i++) {
    const f: i32 = I[I[2 * q + QUERY_GROUP_FACETS] + i];
    for (let corner: i32 = I[I[b + BOUNDARY_OFFSETS] + f]; corner < I[I[b + BOUNDARY_OFFSETS] + f + 1]; corner++) {
      readSide(q, f, corner);
      const off: f64 = nearestOnSide(q, foot);
      if (off >= least) continue;
      least = off;
      best = f;
      for (let c: i32 = 0; c < 3; c++) F[q + QUERY_VECTORS + NEAREST + c] = F[q + QUERY_VECTORS + ON_SIDE + c];
    }
  }
  return best;
}

/**
 * True if a face rises from the edge of facet `f`, with the body's centre in front of it and the lowest point beyond
 * its rim.
 */
function hasFaceBehind(q: i32, edge: i32, f: i32, normal: i32, foot: i32, distance: f64): bool {
  const b: i32 = 2 * I[2 * q + QUERY_BOUNDARY];
  const inward: i32 = q + QUERY_VECTORS + INWARD;
  const rising: i32 = q + QUERY_VECTORS + RISING;
  const rim: i32 = q + QUERY_VECTORS + NEAREST;
  for (let k: i32 = I[I[b + BOUNDARY_EDGE_OFFSETS] + edge]; k < I[I[b + BOUNDARY_EDGE_OFFSETS] + edge + 1]; k++) {
    const other: i32 = I[I[b + BOUNDARY_EDGE_FACETS] + k];
    if (other === f) continue;
    writeInwardFrom(b, other, edge, rising);
    const n: i32 = I[b + BOUNDARY_NORMALS] + 3 * other;
    let up: f64 = 0.0;
    let over: f64 = 0.0;
    let side: f64 = 0.0;
    let height: f64 = 0.0;
    for (let c: i32 = 0; c < 3; c++) {
      up += F[rising + c] * F[normal + c];
      over += (F[foot + c] - F[rim + c] + distance * F[normal + c]) * F[rising + c];
      side += F[n + c] * F[inward + c];
      height += F[n + c] * (F[q + QUERY_CENTRE + c] - F[rim + c]);
    }
    if (!(up > 0.0) || over > ON_FACET_TOLERANCE * F[q + QUERY_SIZE]) continue;
    if ((side < 0.0 ? -height : height) >= 0.0) return true;
  }
  return false;
}

/**
 * At every edge of group g through NEAREST that the foot is beyond: does a face rise there, with the body's lowest
 * point behind it too?
 */
function isBehindCorner(q: i32, g: i32, foot: i32, normal: i32, distance: f64): bool {
  const b: i32 = 2 * I[2 * q + QUERY_BOUNDARY];
  const tolerance: f64 = ON_FACET_TOLERANCE * F[q + QUERY_SIZE];
  const inward: i32 = q + QUERY_VECTORS + INWARD;
  const rim: i32 = q + QUERY_VECTORS + NEAREST;
  let isBehind: bool = false;
  for (let i: i32 = I[I[2 * q + QUERY_GROUP_FIRST] + g]; i < I[I[2 * q + QUERY_GROUP_FIRST] + g + 1]; i++) {
    const f: i32 = I[I[2 * q + QUERY_GROUP_FACETS] + i];
    for (let corner: i32 = I[I[b + BOUNDARY_OFFSETS] + f]; corner < I[I[b + BOUNDARY_OFFSETS] + f + 1]; corner++) {
      const edge: i32 = I[I[b + BOUNDARY_SIDES] + corner];
      if (I[I[b + BOUNDARY_EDGE_KINDS] + edge] === COPLANAR) continue;
      readSide(q, f, corner);
      if (nearestOnSide(q, rim) > tolerance) continue;
      writeInward(b, f, corner, inward);
      let beyond: f64 = 0.0;
      for (let c: i32 = 0; c < 3; c++) beyond += (F[foot + c] - F[rim + c]) * F[inward + c];
      if (beyond > -tolerance) continue;
      if (!hasFaceBehind(q, edge, f, normal, foot, distance)) return false;
      isBehind = true;
    }
  }
  return isBehind;
}

/**
 * The rim of the facets of group g next to a footprint (QUERY_POINTS) that misses them: the mean of the nearest points
 * to F[out..]. Returns a facet there; -1 unless faces rise there and the body is behind both.
 */
export function cornerRegion(q: i32, g: i32, normal: i32, distance: f64, out: i32): i32 {
  const points: i32 = I[2 * q + QUERY_POINTS];
  const sum: i32 = q + QUERY_VECTORS + SUM;
  let facet: i32 = -1;
  let count: f64 = 0.0;
  for (let c: i32 = 0; c < 3; c++) F[sum + c] = 0.0;
  for (let k: i32 = 0; k < I[2 * q + QUERY_POINT_COUNT]; k++) {
    const foot: i32 = points + 3 * k;
    const near: i32 = nearestOnRim(q, g, foot);
    if (!isBehindCorner(q, g, foot, normal, distance)) continue;
    if (facet < 0) facet = near;
    count += 1.0;
    for (let c: i32 = 0; c < 3; c++) F[sum + c] = F[sum + c] + F[q + QUERY_VECTORS + NEAREST + c];
  }
  if (facet < 0) return -1;
  for (let c: i32 = 0; c < 3; c++) F[out + c] = F[sum + c] / count;
  F[out + 3] = 1.0;
  return facet;
}
