// SPDX-License-Identifier: MIT
/**
 * Superquadric whose flat points are domed (../support/domed-superquadric.ts) against a polyhedron: the depth of the
 * overlap is the least sum of both support functions over unit vectors. Newton's method descends through the cells
 * (vertices), arcs (edges) and nodes (faces) of the polyhedron's normals, in which the sum has derivatives in closed
 * form, from the normal without domes (docs/theory/pressure-field-law.md#domes).
 */
import { writeAxesAcross } from '../arithmetic/axes-across.ts';
import { faceAlong, isPolyhedral } from '../features/feature.ts';
import { inwardX, inwardY, inwardZ } from '../features/feature-pair.ts';
import {
  CORE,
  CORE_LOWER,
  CORE_NORMAL,
  CORE_POINT,
  CORE_POINT_B,
  CORE_UPPER,
  DOMED_BEND,
  DOMED_CORNER,
  DOMED_EDGE,
  DOMED_FEATURE,
  DOMED_FROM,
  DOMED_NORMAL,
  DOMED_OTHER,
  DOMED_POINT,
  DOMED_STEP,
  FOR_STEPS,
  LOCAL_POINT,
  PAIR_A,
  PAIR_B,
  RELATIVE_ORIGIN,
  ROUNDING,
  SHAPE_EXTENT,
  SHAPE_FACE_COUNT,
  SHAPE_FACE_NORMALS,
  SHAPE_FACE_OFFSETS,
  SHAPE_FACE_VERTICES,
  SHAPE_NEIGHBOUR_OFFSETS,
  SHAPE_NEIGHBOURS,
  SHAPE_PARAMETERS,
  SHAPE_VERTEX_COUNT,
  SHAPE_VERTEX_FACE_OFFSETS,
  SHAPE_VERTEX_FACES,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
  SMOOTH_AXES,
  STOP_DISTANCE,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { forgetHints, toBlockOfB } from '../relative-pose.ts';
import { hasFlatPoints, supportDomed } from '../support/domed-superquadric.ts';
import { supportVertex } from '../support/support.ts';
import { apartBeyond } from '../warm-start/step-answer.ts';
import { dotAt, turnToFrame } from './smooth-body.ts';

/** Points of the domed body that a search computes: mostly one on a face, two to five elsewhere. */
const POINT_LIMIT: i32 = 64;
/**
 * Turn of the normal after which nothing is left to search, in rad: its square times the largest change of the radius
 * of curvature, 1e6 of the size for a rad, moves the point by 4e-10 of the size.
 */
const LAST_TURN: f64 = 2.0e-8;
/** Longest step, in rad. */
const LONGEST_TURN: f64 = 0.5;
/** Where the normal without domes is this close to that of a face or an edge, the search starts there. */
const START_SINE: f64 = 1.0e-6;
/** Depths that differ by at most this many roundings count as equal. */
const LEVEL_IN_ROUNDINGS: f64 = 8.0;
/** Ratio of the second derivative of the sum to that of the body alone, above which Newton's step leads down. */
const LEAST_BEND: f64 = 1.0e-6;

// Feature of the polyhedron that the normal belongs to. DOMED_FEATURE holds one vertex, two, or two and the face.
const CELL: i32 = 1;
const ARC: i32 = 2;
const NODE: i32 = 3;
const DONE: i32 = 0;

function domedIsA(): bool {
  return hasFlatPoints(I[PAIR_A]);
}

function polyhedron(): i32 {
  return domedIsA() ? I[PAIR_B] : I[PAIR_A];
}

/** True for the placed pair of a superquadric with flat points and a polyhedron, or a segment, in either order. */
export function isFlatOnPolyhedron(): bool {
  const a: i32 = I[PAIR_A];
  const b: i32 = I[PAIR_B];
  if (hasFlatPoints(a)) return isPolyhedral(b) && I[2 * b + SHAPE_VERTEX_COUNT] > 1;
  return hasFlatPoints(b) && isPolyhedral(a) && I[2 * a + SHAPE_VERTEX_COUNT] > 1;
}

/** The polyhedron's vertex i in the block of the domed body, to F[out..]. */
function setVertex(i: i32, out: i32): void {
  const p: i32 = polyhedron();
  F[out] = F[I[2 * p + SHAPE_X] + i];
  F[out + 1] = F[I[2 * p + SHAPE_Y] + i];
  F[out + 2] = F[I[2 * p + SHAPE_Z] + i];
  if (!domedIsA()) {
    toBlockOfB(F[out], F[out + 1], F[out + 2], out);
    return;
  }
  turnToFrame(out);
  for (let k: i32 = 0; k < 3; k++) F[out + k] = F[out + k] + F[RELATIVE_ORIGIN + k];
}

/** The inward normal of a face of the polyhedron in that block, to F[out..]. */
function setFaceNormal(face: i32, out: i32): void {
  const p: i32 = polyhedron();
  const n: i32 = I[2 * p + SHAPE_FACE_NORMALS] + 3 * face;
  const x: f64 = F[n];
  const y: f64 = F[n + 1];
  const z: f64 = F[n + 2];
  if (domedIsA()) {
    F[out] = -x;
    F[out + 1] = -y;
    F[out + 2] = -z;
    turnToFrame(out);
    return;
  }
  F[out] = inwardX(x, y, z);
  F[out + 1] = inwardY(x, y, z);
  F[out + 2] = inwardZ(x, y, z);
}

/** The vector at F[at..] in the polyhedron's block, to F[out..]: its vertices need not be turned to be compared. */
function turnToPolyhedron(at: i32, out: i32): void {
  const x: f64 = F[at];
  const y: f64 = F[at + 1];
  const z: f64 = F[at + 2];
  F[out] = x;
  F[out + 1] = y;
  F[out + 2] = z;
  if (!domedIsA()) {
    turnToFrame(out);
    return;
  }
  F[out] = -inwardX(x, y, z);
  F[out + 1] = -inwardY(x, y, z);
  F[out + 2] = -inwardZ(x, y, z);
}

/** Part along F[u..], in the polyhedron's block, of the way from its vertex v to w. */
function betweenVertices(v: i32, w: i32, u: i32): f64 {
  const p: i32 = 2 * polyhedron();
  const x: i32 = I[p + SHAPE_X];
  const y: i32 = I[p + SHAPE_Y];
  const z: i32 = I[p + SHAPE_Z];
  return F[u] * (F[x + w] - F[x + v]) + F[u + 1] * (F[y + w] - F[y + v]) + F[u + 2] * (F[z + w] - F[z + v]);
}

/** Makes the vector at F[at..] one of unit length. */
function normalise(at: i32): void {
  const unit: f64 = 1.0 / Math.sqrt(dotAt(at, at));
  for (let k: i32 = 0; k < 3; k++) F[at + k] = unit * F[at + k];
}

/** The domed body's point along the normal, with second derivatives. */
function setPoint(): void {
  const s: i32 = domedIsA() ? I[PAIR_A] : I[PAIR_B];
  supportDomed(s + SHAPE_PARAMETERS, F[DOMED_NORMAL], F[DOMED_NORMAL + 1], F[DOMED_NORMAL + 2], true);
  for (let k: i32 = 0; k < 3; k++) F[DOMED_POINT + k] = F[LOCAL_POINT + k];
}

/** Part along F[u..] of the way from the corner to the point. */
function offCorner(u: i32): f64 {
  let sum: f64 = 0.0;
  for (let k: i32 = 0; k < 3; k++) sum += F[u + k] * (F[DOMED_POINT + k] - F[DOMED_CORNER + k]);
  return sum;
}

/** Second derivative of the support function along F[u..] and F[v..]. */
function bendOn(u: i32, v: i32): f64 {
  const b: i32 = DOMED_BEND;
  return (
    F[u] * (F[b] * F[v] + F[b + 1] * F[v + 1] + F[b + 2] * F[v + 2]) +
    F[u + 1] * (F[b + 1] * F[v] + F[b + 3] * F[v + 1] + F[b + 4] * F[v + 2]) +
    F[u + 2] * (F[b + 2] * F[v] + F[b + 4] * F[v + 1] + F[b + 5] * F[v + 2])
  );
}

/** Makes DOMED_CORNER the vertex v. */
function setCell(v: i32): i32 {
  I[DOMED_FEATURE] = v;
  setVertex(v, DOMED_CORNER);
  return CELL;
}

/** Makes DOMED_EDGE the unit vector from the vertex v, DOMED_CORNER, to w; returns the length. */
function setEdge(v: i32, w: i32): f64 {
  I[DOMED_FEATURE] = v;
  I[DOMED_FEATURE + 1] = w;
  setVertex(v, DOMED_CORNER);
  setVertex(w, DOMED_EDGE);
  for (let k: i32 = 0; k < 3; k++) F[DOMED_EDGE + k] = F[DOMED_EDGE + k] - F[DOMED_CORNER + k];
  const length: f64 = Math.sqrt(dotAt(DOMED_EDGE, DOMED_EDGE));
  for (let k: i32 = 0; k < 3; k++) F[DOMED_EDGE + k] = F[DOMED_EDGE + k] / length;
  return length;
}

/** Moves the normal to the arc of the edge. */
function moveToArc(): void {
  const along: f64 = dotAt(DOMED_EDGE, DOMED_NORMAL);
  for (let k: i32 = 0; k < 3; k++) F[DOMED_NORMAL + k] = F[DOMED_NORMAL + k] - along * F[DOMED_EDGE + k];
  normalise(DOMED_NORMAL);
}

/** Moves the normal to the node of the face. */
function setNode(face: i32): i32 {
  I[DOMED_FEATURE + 2] = face;
  setFaceNormal(face, DOMED_NORMAL);
  return NODE;
}

/** The feature of the polyhedron whose normals are next to the present one: where the search starts. */
function firstFeature(): i32 {
  const s: i32 = polyhedron();
  const p: i32 = 2 * s;
  const m: i32 = DOMED_OTHER;
  turnToPolyhedron(DOMED_NORMAL, m);
  forgetHints();
  const v: i32 = supportVertex(s, -F[m], -F[m + 1], -F[m + 2], 0);
  if (I[p + SHAPE_FACE_COUNT] > 0) {
    const face: i32 = faceAlong(s, -F[m], -F[m + 1], -F[m + 2], v);
    const n: i32 = I[p + SHAPE_FACE_NORMALS] + 3 * face;
    const dx: f64 = F[n] + F[m];
    const dy: f64 = F[n + 1] + F[m + 1];
    const dz: f64 = F[n + 2] + F[m + 2];
    if (dx * dx + dy * dy + dz * dz < START_SINE * START_SINE) return setNode(face);
  }
  const first: i32 = I[p + SHAPE_NEIGHBOUR_OFFSETS] + v;
  const nearness: f64 = START_SINE * F[s + SHAPE_EXTENT];
  for (let k: i32 = I[first]; k < I[first + 1]; k++) {
    const w: i32 = I[I[p + SHAPE_NEIGHBOURS] + k];
    if (!(Math.abs(betweenVertices(v, w, m)) < nearness)) continue;
    setEdge(v, w);
    for (let c: i32 = 0; c < 3; c++) F[DOMED_FROM + c] = F[DOMED_NORMAL + c];
    moveToArc();
    if (isInCell(v)) return ARC;
    for (let c: i32 = 0; c < 3; c++) F[DOMED_NORMAL + c] = F[DOMED_FROM + c];
    turnToPolyhedron(DOMED_NORMAL, m);
  }
  return setCell(v);
}

/** True if no neighbour of vertex v is farther against the normal, which goes to DOMED_OTHER. */
function isInCell(v: i32): bool {
  const p: i32 = 2 * polyhedron();
  const least: f64 = -LEVEL_IN_ROUNDINGS * F[ROUNDING];
  turnToPolyhedron(DOMED_NORMAL, DOMED_OTHER);
  for (let k: i32 = I[I[p + SHAPE_NEIGHBOUR_OFFSETS] + v]; k < I[I[p + SHAPE_NEIGHBOUR_OFFSETS] + v + 1]; k++) {
    if (betweenVertices(v, I[I[p + SHAPE_NEIGHBOURS] + k], DOMED_OTHER) < least) return false;
  }
  return true;
}

/**
 * At the normal of a face the contact is there if the point is inside its sides. If not, the arc of the side that it is
 * farthest beyond leads down.
 */
function fromNode(): i32 {
  const p: i32 = 2 * polyhedron();
  const face: i32 = I[DOMED_FEATURE + 2];
  const loop: i32 = I[p + SHAPE_FACE_VERTICES];
  const end: i32 = I[I[p + SHAPE_FACE_OFFSETS] + face + 1];
  const m: i32 = DOMED_NORMAL;
  const at: i32 = DOMED_CORNER;
  let most: f64 = 0.0;
  let from: i32 = I[loop + end - 1];
  let first: i32 = -1;
  let second: i32 = -1;
  setVertex(from, at);
  for (let k: i32 = I[I[p + SHAPE_FACE_OFFSETS] + face]; k < end; k++) {
    const to: i32 = I[loop + k];
    const rx: f64 = F[DOMED_POINT] - F[at];
    const ry: f64 = F[DOMED_POINT + 1] - F[at + 1];
    const rz: f64 = F[DOMED_POINT + 2] - F[at + 2];
    const x: f64 = F[at];
    const y: f64 = F[at + 1];
    const z: f64 = F[at + 2];
    setVertex(to, at);
    const ex: f64 = F[at] - x;
    const ey: f64 = F[at + 1] - y;
    const ez: f64 = F[at + 2] - z;
    // The loop is counter-clockwise about the outward normal -m: outward of a side is m x e.
    const area: f64 = F[m] * (ey * rz - ez * ry) + F[m + 1] * (ez * rx - ex * rz) + F[m + 2] * (ex * ry - ey * rx);
    const beyond: f64 = area > 0.0 ? area / Math.sqrt(ex * ex + ey * ey + ez * ez) : 0.0;
    if (beyond > most) {
      most = beyond;
      first = from;
      second = to;
    }
    from = to;
  }
  if (first < 0) return DONE;
  setEdge(first, second);
  moveToArc();
  return ARC;
}

/** True if the face has the vertex w. */
function hasVertex(p: i32, face: i32, w: i32): bool {
  const loop: i32 = I[p + SHAPE_FACE_VERTICES];
  for (let k: i32 = I[I[p + SHAPE_FACE_OFFSETS] + face]; k < I[I[p + SHAPE_FACE_OFFSETS] + face + 1]; k++) {
    if (I[loop + k] === w) return true;
  }
  return false;
}

/**
 * The face at the end of the edge's arc that the step would pass, to DOMED_STEP up to there; or -1. Where the normal is
 * at an end already, a step out of the arc passes it at once. It is not the face `left`, whose node the arc was entered
 * from.
 */
function faceBefore(turn: f64, left: i32): i32 {
  const p: i32 = 2 * polyhedron();
  if (I[p + SHAPE_FACE_COUNT] === 0) return -1;
  const v: i32 = I[DOMED_FEATURE];
  const w: i32 = I[DOMED_FEATURE + 1];
  let ahead: i32 = -1;
  let across: f64 = 0.0;
  let level: f64 = 0.0;
  for (let k: i32 = I[I[p + SHAPE_VERTEX_FACE_OFFSETS] + v]; k < I[I[p + SHAPE_VERTEX_FACE_OFFSETS] + v + 1]; k++) {
    const face: i32 = I[I[p + SHAPE_VERTEX_FACES] + k];
    if (!hasVertex(p, face, w)) continue;
    setFaceNormal(face, DOMED_OTHER);
    const along: f64 = dotAt(DOMED_OTHER, SMOOTH_AXES);
    // The arc is between the normals of two faces.
    if (ahead >= 0 && !(along > across)) continue;
    ahead = face;
    across = along;
    level = dotAt(DOMED_OTHER, DOMED_NORMAL);
  }
  // Steps are tangents of angles.
  if (ahead < 0 || ahead === left || !(level > 0.0 && across <= turn * level)) return -1;
  const part: f64 = across > 0.0 ? across / level : 0.0;
  for (let c: i32 = 0; c < 3; c++) F[DOMED_STEP + c] = part * F[SMOOTH_AXES + c];
  return ahead;
}

/** The neighbour of the cell's vertex whose cell the step enters first, to DOMED_STEP up to there; or -1. */
function cellBefore(): i32 {
  const p: i32 = 2 * polyhedron();
  const v: i32 = I[DOMED_FEATURE];
  let least: f64 = 1.0;
  let found: i32 = -1;
  turnToPolyhedron(DOMED_NORMAL, DOMED_OTHER);
  turnToPolyhedron(DOMED_STEP, DOMED_EDGE);
  for (let k: i32 = I[I[p + SHAPE_NEIGHBOUR_OFFSETS] + v]; k < I[I[p + SHAPE_NEIGHBOUR_OFFSETS] + v + 1]; k++) {
    const w: i32 = I[I[p + SHAPE_NEIGHBOURS] + k];
    const level: f64 = betweenVertices(v, w, DOMED_OTHER);
    const change: f64 = betweenVertices(v, w, DOMED_EDGE);
    if (!(change < 0.0) || !(level < -least * change)) continue;
    least = level > 0.0 ? level / -change : 0.0;
    found = w;
  }
  if (found >= 0) for (let c: i32 = 0; c < 3; c++) F[DOMED_STEP + c] = least * F[DOMED_STEP + c];
  return found;
}

/** Newton's step of the normal in the cell, to DOMED_STEP; returns its length. */
function stepInCell(depth: f64): f64 {
  const u: i32 = SMOOTH_AXES;
  const v: i32 = SMOOTH_AXES + 3;
  writeAxesAcross(F[DOMED_NORMAL], F[DOMED_NORMAL + 1], F[DOMED_NORMAL + 2], SMOOTH_AXES);
  const gu: f64 = offCorner(u);
  const gv: f64 = offCorner(v);
  const uu: f64 = bendOn(u, u);
  const uv: f64 = bendOn(u, v);
  const vv: f64 = bendOn(v, v);
  // Where the overlap is deeper than the least radius of curvature, the body's bend alone leads down.
  const own: f64 = uu * vv - uv * uv;
  const inBoth: f64 = own - depth * (uu + vv) + depth * depth;
  const less: f64 = inBoth > LEAST_BEND * own && uu + vv > 2.0 * depth ? depth : 0.0;
  const a: f64 = uu - less;
  const b: f64 = vv - less;
  const inverse: f64 = 1.0 / (a * b - uv * uv);
  const su: f64 = (uv * gv - b * gu) * inverse;
  const sv: f64 = (uv * gu - a * gv) * inverse;
  const turn: f64 = Math.sqrt(su * su + sv * sv);
  const part: f64 = turn > LONGEST_TURN ? LONGEST_TURN / turn : 1.0;
  for (let k: i32 = 0; k < 3; k++) F[DOMED_STEP + k] = part * (su * F[u + k] + sv * F[v + k]);
  return part * turn;
}

/** The same along the arc of the edge. */
function stepOnArc(depth: f64): f64 {
  const t: i32 = SMOOTH_AXES;
  const m: i32 = DOMED_NORMAL;
  const e: i32 = DOMED_EDGE;
  F[t] = F[m + 1] * F[e + 2] - F[m + 2] * F[e + 1];
  F[t + 1] = F[m + 2] * F[e] - F[m] * F[e + 2];
  F[t + 2] = F[m] * F[e + 1] - F[m + 1] * F[e];
  const bend: f64 = bendOn(t, t);
  const step: f64 = -offCorner(t) / (bend - depth > LEAST_BEND * bend ? bend - depth : bend);
  const sign: f64 = step < 0.0 ? -1.0 : 1.0;
  const turn: f64 = Math.abs(step) > LONGEST_TURN ? LONGEST_TURN : Math.abs(step);
  // From here on it is the direction of the step.
  for (let k: i32 = 0; k < 3; k++) {
    F[t + k] = sign * F[t + k];
    F[DOMED_STEP + k] = turn * F[t + k];
  }
  return turn;
}

/** The last step: moves the normal, and the point by the second derivatives. */
function finishStep(): void {
  const s: i32 = DOMED_STEP;
  const b: i32 = DOMED_BEND;
  const x: f64 = F[b] * F[s] + F[b + 1] * F[s + 1] + F[b + 2] * F[s + 2];
  const y: f64 = F[b + 1] * F[s] + F[b + 3] * F[s + 1] + F[b + 4] * F[s + 2];
  const z: f64 = F[b + 2] * F[s] + F[b + 4] * F[s + 1] + F[b + 5] * F[s + 2];
  F[DOMED_POINT] = F[DOMED_POINT] + x;
  F[DOMED_POINT + 1] = F[DOMED_POINT + 1] + y;
  F[DOMED_POINT + 2] = F[DOMED_POINT + 2] + z;
  for (let k: i32 = 0; k < 3; k++) F[DOMED_NORMAL + k] = F[DOMED_NORMAL + k] + F[s + k];
  normalise(DOMED_NORMAL);
}

/**
 * The descent. Afterwards the normal, the point and a corner of the feature are those of the least depth.
 */
function descend(): void {
  const level: f64 = LEVEL_IN_ROUNDINGS * F[ROUNDING];
  let feature: i32 = firstFeature();
  let left: i32 = -1;
  setPoint();
  for (let count: i32 = 1; count < POINT_LIMIT; count++) {
    if (feature === NODE) {
      left = I[DOMED_FEATURE + 2];
      feature = fromNode();
      if (feature === DONE) return;
    }
    const isArc: bool = feature === ARC;
    const depth: f64 = offCorner(DOMED_NORMAL);
    const turn: f64 = isArc ? stepOnArc(depth) : stepInCell(depth);
    const face: i32 = isArc ? faceBefore(turn, left) : -1;
    const cell: i32 = isArc ? -1 : cellBefore();
    if (turn < LAST_TURN && face < 0 && cell < 0) {
      finishStep();
      if (!isArc) return;
      const along: f64 = offCorner(DOMED_EDGE);
      let end: i32 = I[DOMED_FEATURE];
      if (!(along < -level)) {
        end = I[DOMED_FEATURE + 1];
        setVertex(end, DOMED_CORNER);
        if (!(offCorner(DOMED_EDGE) > level)) return;
      }
      // Beyond an end of the edge the depth is less in the cell of that end.
      feature = setCell(end);
      left = -1;
      setPoint();
      continue;
    }
    for (let k: i32 = 0; k < 3; k++) {
      F[DOMED_FROM + k] = F[DOMED_NORMAL + k];
      F[DOMED_NORMAL + k] = F[DOMED_NORMAL + k] + F[DOMED_STEP + k];
    }
    normalise(DOMED_NORMAL);
    if (face >= 0) feature = setNode(face);
    if (cell >= 0) {
      setEdge(I[DOMED_FEATURE], cell);
      moveToArc();
      feature = ARC;
    }
    setPoint();
    // Shorter steps within the cell or along the arc until one leads down.
    while (offCorner(DOMED_NORMAL) > depth + level && count < POINT_LIMIT) {
      feature = isArc ? ARC : CELL;
      for (let k: i32 = 0; k < 3; k++) {
        F[DOMED_STEP + k] = 0.5 * F[DOMED_STEP + k];
        F[DOMED_NORMAL + k] = F[DOMED_FROM + k] + F[DOMED_STEP + k];
      }
      normalise(DOMED_NORMAL);
      setPoint();
      count++;
    }
    left = -1;
  }
}

/**
 * Puts the answer with domes in place of the one without, for a pair of which isFlatOnPolyhedron() is true. The domed
 * body is inside the other one, so what is out of reach stays as it is.
 */
export function answerDomed(): void {
  if (F[CORE] > (I[FOR_STEPS] !== 0 ? apartBeyond() : F[STOP_DISTANCE])) return;
  const x: f64 = F[CORE_NORMAL];
  const y: f64 = F[CORE_NORMAL + 1];
  const z: f64 = F[CORE_NORMAL + 2];
  const isA: bool = domedIsA();
  F[DOMED_NORMAL] = isA ? x : inwardX(x, y, z);
  F[DOMED_NORMAL + 1] = isA ? y : inwardY(x, y, z);
  F[DOMED_NORMAL + 2] = isA ? z : inwardZ(x, y, z);
  descend();
  const value: f64 = -offCorner(DOMED_NORMAL);
  F[CORE] = value;
  F[CORE_LOWER] = value;
  F[CORE_UPPER] = value;
  const sign: f64 = isA ? 1.0 : -1.0;
  if (!isA) {
    turnToFrame(DOMED_NORMAL);
    turnToFrame(DOMED_POINT);
    for (let k: i32 = 0; k < 3; k++) F[DOMED_POINT + k] = F[DOMED_POINT + k] + F[RELATIVE_ORIGIN + k];
  }
  const own: i32 = isA ? CORE_POINT : CORE_POINT_B;
  const other: i32 = isA ? CORE_POINT_B : CORE_POINT;
  for (let k: i32 = 0; k < 3; k++) {
    F[CORE_NORMAL + k] = sign * F[DOMED_NORMAL + k];
    F[own + k] = F[DOMED_POINT + k];
    F[other + k] = F[DOMED_POINT + k] + value * F[DOMED_NORMAL + k];
  }
}
