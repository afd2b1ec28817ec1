// SPDX-License-Identifier: MIT
/**
 * Convex polyhedron against superquadric by the cases of Peng & Hanley 2019 (PHSQ section 2.3, Fig. 7). The frame is
 * that of the polyhedron, body A of the placed pair; `printed` runs the flowchart without the changes below.
 *
 * Differs from the paper (docs/theory/peng-hanley.md): case 4 tests all faces, no face is searched twice, and an edge
 * outside the superquadric does not prove a gap. A separating plane does; without one the default query decides.
 */
import { isContradiction } from '../certificate/bounds.ts';
import { contactPair, writeResult } from '../contact-pair.ts';
import {
  cornerCount,
  edgeTowards,
  faceAcross,
  faceMostAlong,
  heightOverFace,
  highestFace,
} from '../features/polyhedron-face.ts';
import {
  BOX,
  ELLIPSOID,
  EPA_ITERATIONS,
  GJK_ITERATIONS,
  PAIR_A,
  PAIR_B,
  PAIR_SWAPPED,
  PENG_HANLEY_CASE,
  PENG_HANLEY_FACE,
  PENG_HANLEY_HANDED_OVER,
  PENG_HANLEY_HIGHEST,
  PENG_HANLEY_LIMIT,
  PENG_HANLEY_LOWER,
  PENG_HANLEY_POINT,
  PENG_HANLEY_STEP_COUNT,
  PENG_HANLEY_STEPS,
  PENG_HANLEY_STRIDE,
  POLYHEDRON,
  POSE_STRIDE,
  RELATIVE_ORIGIN,
  RESULT_GJK_ITERATIONS,
  SHAPE_FACE_COUNT,
  SHAPE_FACE_NORMALS,
  SHAPE_KIND,
  SHAPE_MARGIN,
  SHAPE_PARAMETERS,
  SHAPE_VERTEX_COUNT,
  STATUS_UNSUPPORTED,
  STEP_HEIGHT,
  STEP_NORMAL,
  STEP_POINT,
  STEP_STRIDE,
  SUPERQUADRIC,
  SUPERQUADRIC_PARAMETERS,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { placePair } from '../relative-pose.ts';
import {
  atEdge,
  evaluateEdge,
  evaluateFace,
  evaluateLimit,
  planeAtEdge,
  statusAtEdge,
  supportTowards,
} from './peng-hanley-evaluation.ts';

/** How a search ends that no case does: the default query must decide, or it was cut short. */
const UNDECIDED: i32 = 7;
const CUT_SHORT: i32 = 0;

/** A facet has two faces, a polyhedron at least four. */
function isPolyhedron(s: i32): bool {
  const kind: i32 = I[2 * s + SHAPE_KIND];
  return (kind === POLYHEDRON || kind === BOX) && I[2 * s + SHAPE_FACE_COUNT] > 3 && !(F[s + SHAPE_MARGIN] > 0.0);
}

/** Superquadrics, ellipsoids, and spheres, which are a point and a margin. */
function isSuperquadric(s: i32): bool {
  const kind: i32 = I[2 * s + SHAPE_KIND];
  if (kind === SUPERQUADRIC || kind === ELLIPSOID) return !(F[s + SHAPE_MARGIN] > 0.0);
  return kind === POLYHEDRON && I[2 * s + SHAPE_VERTEX_COUNT] === 1 && F[s + SHAPE_MARGIN] > 0.0;
}

/** a, b, c, n1, n2 of body B to SUPERQUADRIC_PARAMETERS, where spheres and ellipsoids have exponents too. */
function readSuperquadric(s: i32): void {
  const kind: i32 = I[2 * s + SHAPE_KIND];
  const p: i32 = SUPERQUADRIC_PARAMETERS;
  for (let k: i32 = 0; k < 3; k++) F[p + k] = kind === POLYHEDRON ? F[s + SHAPE_MARGIN] : F[s + SHAPE_PARAMETERS + k];
  for (let k: i32 = 3; k < 5; k++) F[p + k] = kind === SUPERQUADRIC ? F[s + SHAPE_PARAMETERS + k] : 2.0;
}

/**
 * Searches a face: the superquadric's point deepest under it to PENG_HANLEY_POINT, a step to the list. Returns the
 * point's height.
 */
function searchFace(face: i32): f64 {
  const s: i32 = I[PAIR_A];
  const n: i32 = I[2 * s + SHAPE_FACE_NORMALS] + 3 * face;
  const margin: f64 = F[I[PAIR_B] + SHAPE_MARGIN];
  const step: i32 = PENG_HANLEY_STEPS + STEP_STRIDE * I[PENG_HANLEY_STEP_COUNT];
  supportTowards(F[n], F[n + 1], F[n + 2], PENG_HANLEY_POINT);
  const p: i32 = PENG_HANLEY_POINT;
  const height: f64 = heightOverFace(s, face, F[p], F[p + 1], F[p + 2]) - margin;
  I[2 * step] = face;
  F[step + STEP_HEIGHT] = height;
  for (let k: i32 = 0; k < 3; k++) {
    F[p + k] = F[p + k] - margin * F[n + k];
    F[step + STEP_POINT + k] = F[p + k];
    F[step + STEP_NORMAL + k] = F[n + k];
  }
  I[PENG_HANLEY_FACE] = face;
  I[PENG_HANLEY_STEP_COUNT] = I[PENG_HANLEY_STEP_COUNT] + 1;
  // The whole polyhedron is below the plane: the height is a gap, or a depth, along the normal.
  if (height > F[PENG_HANLEY_LOWER]) F[PENG_HANLEY_LOWER] = height;
  return height;
}

function wasSearched(face: i32): bool {
  for (let k: i32 = 0; k < I[PENG_HANLEY_STEP_COUNT]; k++)
    if (I[2 * (PENG_HANLEY_STEPS + STEP_STRIDE * k)] === face) return true;
  return false;
}

/** Height of the point over the face that it is highest over, which is returned. */
function overAllFaces(): i32 {
  const s: i32 = I[PAIR_A];
  const p: i32 = PENG_HANLEY_POINT;
  const face: i32 = highestFace(s, F[p], F[p + 1], F[p + 2]);
  F[PENG_HANLEY_HIGHEST] = heightOverFace(s, face, F[p], F[p + 1], F[p + 2]);
  return face;
}

/** The neighbour of a face that the point is highest above; -1 where it is above none. */
function maximalPositiveNeighbour(face: i32): i32 {
  const s: i32 = I[PAIR_A];
  const p: i32 = PENG_HANLEY_POINT;
  const count: i32 = cornerCount(s, face);
  let best: i32 = -1;
  let top: f64 = 0.0;
  for (let k: i32 = 0; k < count; k++) {
    const other: i32 = faceAcross(s, face, k);
    if (other < 0) continue;
    const height: f64 = heightOverFace(s, other, F[p], F[p + 1], F[p + 2]);
    if (height > top) {
      top = height;
      best = other;
    }
  }
  return best;
}

/** Has the search returned: is the point above a face that shares an edge with this one? */
function isAbove(face: i32, other: i32): bool {
  const p: i32 = PENG_HANLEY_POINT;
  return heightOverFace(I[PAIR_A], other, F[p], F[p + 1], F[p + 2]) > 0.0 && edgeTowards(I[PAIR_A], face, other) >= 0;
}

/** Cases 5 and 6: the edge between two faces against the superquadric. */
function edgeCase(face: i32, other: i32): i32 {
  const k: i32 = edgeTowards(I[PAIR_A], face, other);
  if (k < 0) return UNDECIDED;
  return atEdge(face, other, k) ? 6 : 5;
}

/** The flowchart. Returns the number of the case, UNDECIDED or CUT_SHORT. */
function decide(centre: i32, limit: i32, printed: bool): i32 {
  const s: i32 = I[PAIR_A];
  const cx: f64 = F[RELATIVE_ORIGIN];
  const cy: f64 = F[RELATIVE_ORIGIN + 1];
  const cz: f64 = F[RELATIVE_ORIGIN + 2];
  const initial: i32 = faceMostAlong(s, cx - F[centre], cy - F[centre + 1], cz - F[centre + 2]);
  if (searchFace(initial) > 0.0) return 1;
  if (heightOverFace(s, initial, cx, cy, cz) < 0.0) {
    F[PENG_HANLEY_HIGHEST] = heightOverFace(s, highestFace(s, cx, cy, cz), cx, cy, cz);
    if (F[PENG_HANLEY_HIGHEST] < 0.0) return 8;
  }
  let next: i32 = overAllFaces();
  if (!(F[PENG_HANLEY_HIGHEST] > 0.0)) return 2;
  let previous: i32 = initial;
  while (I[PENG_HANLEY_STEP_COUNT] < limit) {
    const face: i32 = next;
    if (searchFace(face) > 0.0) return 3;
    if (isAbove(face, previous)) return edgeCase(face, previous);
    next = maximalPositiveNeighbour(face);
    if (next < 0) {
      if (printed) return 4;
      next = overAllFaces();
      if (!(F[PENG_HANLEY_HIGHEST] > 0.0)) return 4;
    }
    if (!printed && wasSearched(next)) return edgeCase(face, next);
    previous = face;
  }
  return CUT_SHORT;
}

/** Writes the answer of the default query in place of one that the cases do not give. */
function handOver(a: i32, p: i32, b: i32, q: i32, ended: i32, r: i32): void {
  contactPair(a, p, b, q, 0, Infinity, r);
  F[r + RESULT_GJK_ITERATIONS] = F[r + RESULT_GJK_ITERATIONS] + I[PENG_HANLEY_STEP_COUNT];
  F[r + PENG_HANLEY_CASE] = ended === 8 ? 8 : F[r] > 0.0 ? 5 : 6;
  F[r + PENG_HANLEY_HANDED_OVER] = 1.0;
}

/**
 * How do a polyhedron and a superquadric, in either order, at poses p and q touch? The answer goes to F[r..] as that of
 * contactPair, and after it the number of the case (0 where the search was cut short) and whether the default query
 * gave it. `centre` is the address of the polyhedron's centroid in its block's frame; `limit` the most faces to search,
 * 0 for as many as there is room for. Other bodies are unsupported.
 */
export function pengHanley(a: i32, p: i32, b: i32, q: i32, centre: i32, limit: i32, printed: bool, r: i32): void {
  const swapped: bool = !isPolyhedron(a);
  const first: i32 = swapped ? b : a;
  const second: i32 = swapped ? a : b;
  I[PAIR_SWAPPED] = swapped ? 1 : 0;
  if (swapped) placePair(b, q, a, p);
  else placePair(a, p, b, q);
  I[PENG_HANLEY_STEP_COUNT] = 0;
  I[GJK_ITERATIONS] = 0;
  I[EPA_ITERATIONS] = 0;
  F[PENG_HANLEY_LOWER] = -1.0e300;
  F[r + PENG_HANLEY_CASE] = 0.0;
  F[r + PENG_HANLEY_HANDED_OVER] = 0.0;
  if (!(isPolyhedron(first) && isSuperquadric(second))) {
    writeResult(STATUS_UNSUPPORTED, r);
    return;
  }
  readSuperquadric(second);
  let ended: i32 = decide(centre, limit > 0 && limit < PENG_HANLEY_LIMIT ? limit : PENG_HANLEY_LIMIT, printed);
  if (ended === CUT_SHORT && !printed && limit === 0) ended = UNDECIDED;
  if (ended === 5 && !(planeAtEdge(printed) > 0.0) && !printed) ended = UNDECIDED;
  if (ended === UNDECIDED || (ended === 8 && !printed)) {
    handOver(a, p, b, q, ended, r);
    return;
  }
  let status: i32 = STATUS_UNSUPPORTED;
  if (ended === 6) status = evaluateEdge(printed);
  else if (ended === 5) status = statusAtEdge();
  else if (ended === CUT_SHORT) status = evaluateLimit(centre);
  else status = evaluateFace(ended, centre, printed);
  if (isContradiction()) {
    handOver(a, p, b, q, ended, r);
    return;
  }
  I[GJK_ITERATIONS] = I[PENG_HANLEY_STEP_COUNT];
  writeResult(status, r);
  F[r + PENG_HANLEY_CASE] = ended;
}

/**
 * Answers `count` pairs as contactPairs of batch.ts does, each into PENG_HANLEY_STRIDE cells; body k's centroid, where
 * it is a polyhedron, at centres + 3 k.
 */
export function pengHanleyPairs(
  count: i32,
  pairs: i32,
  shapes: i32,
  poses: i32,
  centres: i32,
  printed: bool,
  results: i32,
): void {
  for (let i: i32 = 0; i < count; i++) {
    const a: i32 = I[pairs + 2 * i];
    const b: i32 = I[pairs + 2 * i + 1];
    const sa: i32 = I[shapes + a];
    const sb: i32 = I[shapes + b];
    const pa: i32 = poses + POSE_STRIDE * a;
    const pb: i32 = poses + POSE_STRIDE * b;
    const centre: i32 = centres + 3 * (isPolyhedron(sa) ? a : b);
    pengHanley(sa, pa, sb, pb, centre, 0, printed, results + PENG_HANLEY_STRIDE * i);
  }
}
