// SPDX-License-Identifier: MIT
/**
 * Shape blocks for features of a mesh and their tangent cones: points, segments, planes, polygons, wedges and pointed
 * cones. The faces and neighbours of each kind are written once; vertices and normals before each query.
 */
import {
  SHAPE_CENTRE,
  SHAPE_EXTENT,
  SHAPE_FACE_COUNT,
  SHAPE_FACE_NORMALS,
  SHAPE_FACE_OFFSETS,
  SHAPE_FACE_VERTICES,
  SHAPE_PARAMETERS,
  SHAPE_RADIUS,
  SHAPE_SUPPORT_ERROR,
  SHAPE_UNFLAT,
  SHAPE_VERTEX_COUNT,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { UNFLAT_FACES } from '../scaled-block.ts';
import {
  BOUNDARY_CORNERS,
  BOUNDARY_NORMALS,
  BOUNDARY_OFFSETS,
  BOUNDARY_POINTS,
  CONE_AXIS,
  CONE_BLOCK,
  CONE_HAS_WALLS,
  CONE_HEADER,
  CONE_RAY_COUNT,
  QUERY_BOUNDARY,
  QUERY_CODE,
  QUERY_DONE,
  QUERY_NEEDS_POLYGON,
  QUERY_NUMBER,
  QUERY_ORIGIN,
  QUERY_PLANE_BLOCK,
  QUERY_POINT_BLOCK,
  QUERY_POLYGON_BLOCKS,
  QUERY_PRISM_BLOCK,
  QUERY_SEGMENT_BLOCK,
  QUERY_VECTORS,
  WEDGE_ALONG,
  WEDGE_SIDE_COUNT,
  WEDGE_SIDES,
} from './boundary-layout.ts';

/** Points farther from the origin than this many extents are stored relative to the centre of their box. */
const RECENTRE_EXTENTS: f64 = 2.0;
/** Deviation of vertices from their faces' planes that counts as rounding, relative to the extent. */
export const FLAT_FACES: f64 = 2.0e-15;
/** How deep the walls of a cone go, in reaches: deeper than the steepest ray at the rim. */
const WALL_DEPTH: f64 = 6.0;

function setVertex(s: i32, v: i32, x: f64, y: f64, z: f64): void {
  F[I[2 * s + SHAPE_X] + v] = x;
  F[I[2 * s + SHAPE_Y] + v] = y;
  F[I[2 * s + SHAPE_Z] + v] = z;
}

function setNormal(s: i32, face: i32, x: f64, y: f64, z: f64): void {
  const n: i32 = I[2 * s + SHAPE_FACE_NORMALS] + 3 * face;
  F[n] = x;
  F[n + 1] = y;
  F[n + 2] = z;
}

/** The same for a vector that is not of unit length. */
function setUnitNormal(s: i32, face: i32, x: f64, y: f64, z: f64): void {
  const unit: f64 = 1.0 / Math.sqrt(x * x + y * y + z * z);
  setNormal(s, face, unit * x, unit * y, unit * z);
}

/** Centre, extents and deviations of a block whose vertices and normals have been set; returns the block. */
function finish(s: i32): i32 {
  const h: i32 = 2 * s;
  const count: i32 = I[h + SHAPE_VERTEX_COUNT];
  const padded: i32 = I[h + SHAPE_Y] - I[h + SHAPE_X];
  let extent: f64 = 0.0;
  let farthest: f64 = 0.0;
  for (let k: i32 = 0; k < 3; k++) {
    const at: i32 = I[h + SHAPE_X + k];
    let low: f64 = F[at];
    let high: f64 = low;
    for (let i: i32 = 1; i < count; i++) {
      if (F[at + i] < low) low = F[at + i];
      if (F[at + i] > high) high = F[at + i];
    }
    if (high - low > extent) extent = high - low;
    if (-low > farthest) farthest = -low;
    if (high > farthest) farthest = high;
    F[s + SHAPE_CENTRE + k] = low + 0.5 * (high - low);
  }
  const isNear: bool = farthest <= RECENTRE_EXTENTS * extent;
  for (let k: i32 = 0; k < 3; k++) {
    const at: i32 = I[h + SHAPE_X + k];
    if (isNear) F[s + SHAPE_CENTRE + k] = 0.0;
    const centre: f64 = F[s + SHAPE_CENTRE + k];
    for (let i: i32 = 0; i < count; i++) F[at + i] = F[at + i] - centre;
    for (let i: i32 = count; i < padded; i++) F[at + i] = F[at];
  }
  const x: i32 = I[h + SHAPE_X];
  const y: i32 = I[h + SHAPE_Y];
  const z: i32 = I[h + SHAPE_Z];
  let radiusSquared: f64 = 0.0;
  for (let i: i32 = 0; i < count; i++) {
    const squared: f64 = F[x + i] * F[x + i] + F[y + i] * F[y + i] + F[z + i] * F[z + i];
    if (squared > radiusSquared) radiusSquared = squared;
  }
  F[s + SHAPE_RADIUS] = Math.sqrt(radiusSquared);
  F[s + SHAPE_EXTENT] = extent;
  const deviation: f64 = planeDeviation(s);
  F[s + SHAPE_SUPPORT_ERROR] = UNFLAT_FACES * deviation;
  I[h + SHAPE_UNFLAT] = deviation > FLAT_FACES * extent ? 1 : 0;
  return s;
}

/** Largest deviation of vertices from the planes of their faces. */
function planeDeviation(s: i32): f64 {
  const h: i32 = 2 * s;
  const x: i32 = I[h + SHAPE_X];
  const y: i32 = I[h + SHAPE_Y];
  const z: i32 = I[h + SHAPE_Z];
  let worst: f64 = 0.0;
  for (let face: i32 = 0; face < I[h + SHAPE_FACE_COUNT]; face++) {
    const n: i32 = I[h + SHAPE_FACE_NORMALS] + 3 * face;
    const first: i32 = I[I[h + SHAPE_FACE_OFFSETS] + face];
    const end: i32 = I[I[h + SHAPE_FACE_OFFSETS] + face + 1];
    const o: i32 = I[I[h + SHAPE_FACE_VERTICES] + first];
    let low: f64 = 0.0;
    let high: f64 = 0.0;
    for (let k: i32 = first + 1; k < end; k++) {
      const v: i32 = I[I[h + SHAPE_FACE_VERTICES] + k];
      const height: f64 =
        F[n] * (F[x + v] - F[x + o]) + F[n + 1] * (F[y + v] - F[y + o]) + F[n + 2] * (F[z + v] - F[z + o]);
      if (height < low) low = height;
      if (height > high) high = height;
    }
    if (high - low > worst) worst = high - low;
  }
  return worst;
}

/** A point: the centre of its block, whose vertex stays at the origin. */
export function pointAt(q: i32, x: f64, y: f64, z: f64): i32 {
  const s: i32 = I[2 * q + QUERY_POINT_BLOCK];
  F[s + SHAPE_CENTRE] = x;
  F[s + SHAPE_CENTRE + 1] = y;
  F[s + SHAPE_CENTRE + 2] = z;
  return s;
}

/** The segment between two points at F[from..] and F[to..]. */
export function segmentAt(q: i32, from: i32, to: i32): i32 {
  const s: i32 = I[2 * q + QUERY_SEGMENT_BLOCK];
  setVertex(s, 0, F[from], F[from + 1], F[from + 2]);
  setVertex(s, 1, F[to], F[to + 1], F[to + 2]);
  return finish(s);
}

/** The half-space behind the plane through the point at F[through..] with the unit normal (x, y, z). */
export function planeAt(q: i32, x: f64, y: f64, z: f64, through: i32): i32 {
  const s: i32 = I[2 * q + QUERY_PLANE_BLOCK];
  for (let c: i32 = 0; c < 3; c++) F[s + SHAPE_CENTRE + c] = F[through + c];
  F[s + SHAPE_PARAMETERS] = x;
  F[s + SHAPE_PARAMETERS + 1] = y;
  F[s + SHAPE_PARAMETERS + 2] = z;
  return s;
}

/** Block of a flat polygon with this number of corners; the query waits for one that has not been made. */
function polygonOf(q: i32, count: i32): i32 {
  const s: i32 = I[I[2 * q + QUERY_POLYGON_BLOCKS] + count];
  if (s !== 0) return s;
  if (I[2 * q + QUERY_CODE] === QUERY_DONE) {
    I[2 * q + QUERY_CODE] = QUERY_NEEDS_POLYGON;
    I[2 * q + QUERY_NUMBER] = count;
  }
  return 0;
}

/** Ends a polygon whose corners have been set; its unit normal is (x, y, z). */
function finishPolygon(s: i32, x: f64, y: f64, z: f64): i32 {
  setNormal(s, 0, x, y, z);
  setNormal(s, 1, -x, -y, -z);
  return finish(s);
}

/** A facet of the mesh. */
export function facetAt(q: i32, facet: i32): i32 {
  const b: i32 = 2 * I[2 * q + QUERY_BOUNDARY];
  const begin: i32 = I[I[b + BOUNDARY_OFFSETS] + facet];
  const count: i32 = I[I[b + BOUNDARY_OFFSETS] + facet + 1] - begin;
  const s: i32 = polygonOf(q, count);
  if (s === 0) return 0;
  for (let i: i32 = 0; i < count; i++) {
    const v: i32 = I[b + BOUNDARY_POINTS] + 3 * I[I[b + BOUNDARY_CORNERS] + begin + i];
    setVertex(s, i, F[v] - F[q + QUERY_ORIGIN], F[v + 1] - F[q + QUERY_ORIGIN + 1], F[v + 2] - F[q + QUERY_ORIGIN + 2]);
  }
  const n: i32 = I[b + BOUNDARY_NORMALS] + 3 * facet;
  return finishPolygon(s, F[n], F[n + 1], F[n + 2]);
}

/** The polygon (or segment) of `count` corners at F[corners..], counter-clockwise about the unit normal at F[n..]. */
export function polygonAt(q: i32, corners: i32, count: i32, n: i32): i32 {
  if (count === 2) return segmentAt(q, corners, corners + 3);
  const s: i32 = polygonOf(q, count);
  if (s === 0) return 0;
  for (let i: i32 = 0; i < count; i++)
    setVertex(s, i, F[corners + 3 * i], F[corners + 3 * i + 1], F[corners + 3 * i + 2]);
  return finishPolygon(s, F[n], F[n + 1], F[n + 2]);
}

/** The wedge of an edge, or the half-plane at an open one, for `reach` to both sides of the point at F[foot..]. */
export function wedgeAt(q: i32, wedge: i32, foot: i32, reach: f64): i32 {
  const ax: f64 = F[wedge + WEDGE_ALONG];
  const ay: f64 = F[wedge + WEDGE_ALONG + 1];
  const az: f64 = F[wedge + WEDGE_ALONG + 2];
  const isPrism: bool = I[2 * wedge + WEDGE_SIDE_COUNT] === 3;
  const s: i32 = isPrism ? I[2 * q + QUERY_PRISM_BLOCK] : polygonOf(q, 4);
  if (s === 0) return 0;
  const lowX: f64 = F[foot] - reach * ax;
  const lowY: f64 = F[foot + 1] - reach * ay;
  const lowZ: f64 = F[foot + 2] - reach * az;
  const highX: f64 = F[foot] + reach * ax;
  const highY: f64 = F[foot + 1] + reach * ay;
  const highZ: f64 = F[foot + 2] + reach * az;
  const u: i32 = wedge + WEDGE_SIDES;
  if (!isPrism) {
    setVertex(s, 0, lowX, lowY, lowZ);
    setVertex(s, 1, highX, highY, highZ);
    setVertex(s, 2, highX + reach * F[u], highY + reach * F[u + 1], highZ + reach * F[u + 2]);
    setVertex(s, 3, lowX + reach * F[u], lowY + reach * F[u + 1], lowZ + reach * F[u + 2]);
    return finishPolygon(s, ay * F[u + 2] - az * F[u + 1], az * F[u] - ax * F[u + 2], ax * F[u + 1] - ay * F[u]);
  }
  // Corner k of the cross-section, 0 the ridge, is vertex 2 k at one end and 2 k + 1 at the other.
  setVertex(s, 0, lowX, lowY, lowZ);
  setVertex(s, 1, highX, highY, highZ);
  let fromX: f64 = 0.0;
  let fromY: f64 = 0.0;
  let fromZ: f64 = 0.0;
  for (let k: i32 = 0; k < 4; k++) {
    const isLast: bool = k === 3;
    const toX: f64 = isLast ? 0.0 : reach * F[u + 3 * k];
    const toY: f64 = isLast ? 0.0 : reach * F[u + 3 * k + 1];
    const toZ: f64 = isLast ? 0.0 : reach * F[u + 3 * k + 2];
    const ex: f64 = toX - fromX;
    const ey: f64 = toY - fromY;
    const ez: f64 = toZ - fromZ;
    setUnitNormal(s, k, ey * az - ez * ay, ez * ax - ex * az, ex * ay - ey * ax);
    if (!isLast) {
      setVertex(s, 2 * k + 2, lowX + toX, lowY + toY, lowZ + toZ);
      setVertex(s, 2 * k + 3, highX + toX, highY + toY, highZ + toZ);
    }
    fromX = toX;
    fromY = toY;
    fromZ = toZ;
  }
  setNormal(s, 4, -ax, -ay, -az);
  setNormal(s, 5, ax, ay, az);
  return finish(s);
}

/** The cone over the rays of a vertex at F[tip..], at least `reach` long along each ray; of two rays a triangle. */
export function coneAt(q: i32, cone: i32, tip: i32, reach: f64): i32 {
  const count: i32 = I[2 * cone + CONE_RAY_COUNT];
  const axisX: f64 = F[cone + CONE_AXIS];
  const axisY: f64 = F[cone + CONE_AXIS + 1];
  const axisZ: f64 = F[cone + CONE_AXIS + 2];
  const rays: i32 = cone + CONE_HEADER;
  if (count === 2) {
    const corners: i32 = q + QUERY_VECTORS;
    for (let c: i32 = 0; c < 3; c++) {
      F[corners + c] = F[tip + c];
      F[corners + 3 + c] = F[tip + c] + reach * F[rays + c];
      F[corners + 6 + c] = F[tip + c] + reach * F[rays + 3 + c];
    }
    return polygonAt(q, corners, 3, cone + CONE_AXIS);
  }
  const s: i32 = I[2 * cone + CONE_BLOCK];
  const hasWalls: bool = I[2 * cone + CONE_HAS_WALLS] !== 0;
  setVertex(s, 0, F[tip], F[tip + 1], F[tip + 2]);
  for (let k: i32 = 0; k < count; k++) {
    const ray: i32 = rays + 3 * k;
    const next: i32 = k + 1 === count ? rays : ray + 3;
    const height: f64 = F[ray] * axisX + F[ray + 1] * axisY + F[ray + 2] * axisZ;
    const long: f64 = hasWalls ? reach / Math.sqrt(1.0 - height * height) : -reach / height;
    const x: f64 = F[tip] + long * F[ray];
    const y: f64 = F[tip + 1] + long * F[ray + 1];
    const z: f64 = F[tip + 2] + long * F[ray + 2];
    setVertex(s, 1 + k, x, y, z);
    setUnitNormal(
      s,
      k,
      F[ray + 1] * F[next + 2] - F[ray + 2] * F[next + 1],
      F[ray + 2] * F[next] - F[ray] * F[next + 2],
      F[ray] * F[next + 1] - F[ray + 1] * F[next],
    );
    if (!hasWalls) continue;
    const down: f64 = WALL_DEPTH * reach + long * height;
    setVertex(s, 1 + count + k, x - down * axisX, y - down * axisY, z - down * axisZ);
    const heightOfNext: f64 = F[next] * axisX + F[next + 1] * axisY + F[next + 2] * axisZ;
    const longOfNext: f64 = 1.0 / Math.sqrt(1.0 - heightOfNext * heightOfNext);
    const wx: f64 = longOfNext * F[next] - (long / reach) * F[ray];
    const wy: f64 = longOfNext * F[next + 1] - (long / reach) * F[ray + 1];
    const wz: f64 = longOfNext * F[next + 2] - (long / reach) * F[ray + 2];
    setUnitNormal(s, count + k, wy * axisZ - wz * axisY, wz * axisX - wx * axisZ, wx * axisY - wy * axisX);
  }
  setNormal(s, hasWalls ? 2 * count : count, -axisX, -axisY, -axisZ);
  return finish(s);
}
