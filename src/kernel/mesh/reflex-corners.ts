// SPDX-License-Identifier: MIT
/**
 * A body pressed into a concave corner of two faces: its lowest corner can be beyond the rim of both faces, in the
 * wedge behind their common edge. It then touches both faces, at the edge.
 */
import { F, I } from '../memory.ts';
import { leastAlong } from './body-box.ts';
import {
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
  QUERY_BOUNDARY,
  QUERY_CENTRE,
  QUERY_DEPTH,
  QUERY_GROUP_FACETS,
  QUERY_GROUP_FIRST,
  QUERY_ORIGIN,
  QUERY_POINT_COUNT,
  QUERY_POINTS,
  QUERY_SIZE,
  QUERY_VECTORS,
} from './boundary-layout.ts';
import { COPLANAR, ON_FACET_TOLERANCE } from './facet-outlines.ts';

/** Kind of an edge with one facet, as in src/meshes/edge-kinds.ts. */
const OPEN: i32 = 0;
/** Distance that rounding may hide from `facetMayBeInCorner`, relative to the body. */
const BOX_SLACK: f64 = 1.0e-6;
/** Sine of the angle below the plane of a face that counts as rising from it in `mayBeInCorner`. */
const LEVEL: f64 = 1.0e-9;

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
