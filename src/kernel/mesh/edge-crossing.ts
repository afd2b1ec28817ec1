// SPDX-License-Identifier: MIT
/**
 * An edge of a polyhedron across a ridge of a mesh, in closed form, for steps of simulations. The wedge of the ridge
 * has its normals on an arc, from the normal of one facet to that of the other. While the normal turns through the
 * arc, the lowest vertex of the body goes from one end of an edge to the other: the overlap along that normal is a
 * candidate, as are those at the ends of the arc. Between them the body rests on one vertex, and the overlap is
 * largest at an end of that part, because the cosine is convex where it is negative. The least overlap of all is the
 * contact with the wedge. GJK and EPA find the same to rounding, in more time. What is close to a tie is left to
 * them.
 */
import {
  RESULT_DISTANCE,
  RESULT_LOWER,
  RESULT_NORMAL,
  RESULT_POINT_ON_A,
  RESULT_UPPER,
  SHAPE_CENTRE,
  SHAPE_FACE_COUNT,
  SHAPE_MARGIN,
  SHAPE_NEIGHBOUR_OFFSETS,
  SHAPE_NEIGHBOURS,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { forgetHints } from '../relative-pose.ts';
import { supportVertex } from '../support/support.ts';
import {
  QUERY_BODY,
  QUERY_NEAR,
  QUERY_REACH,
  QUERY_RESULT,
  QUERY_SIZE,
  QUERY_TURN,
  WEDGE_ALONG,
  WEDGE_SIDE_COUNT,
  WEDGE_SIDES,
} from './boundary-layout.ts';

// Answers.
export const CROSSING_OPEN: i32 = 0; // for GJK and EPA
export const CROSSING_NONE: i32 = 1; // the body does not touch the wedge on its ridge
export const CROSSING_FOUND: i32 = 2;

/** Overlaps that differ by less, relative to the body, may be a tie: far more than rounding. */
const TIE: f64 = 1.0e-9;
/** Sines and distances relative to the body below this are left to the query that knows parallel features. */
const PARALLEL: f64 = 1.0e-6;
/** Vertices that may be the lowest one after the other; more are left to GJK. */
const MOST_VERTICES: i32 = 32;

/**
 * The contact of the body with the wedge of a ridge through the point at F[from..]. If it is found, distance, normal
 * and the point on the ridge go to QUERY_RESULT.
 */
export function edgeCrossing(q: i32, wedge: i32, from: i32): i32 {
  const s: i32 = I[2 * q + QUERY_BODY];
  const h: i32 = 2 * s;
  if (I[2 * q + QUERY_NEAR] === 0 || I[h + SHAPE_FACE_COUNT] < 4 || F[s + SHAPE_MARGIN] !== 0.0) return CROSSING_OPEN;
  if (I[2 * wedge + WEDGE_SIDE_COUNT] !== 3) return CROSSING_OPEN;
  const a: i32 = wedge + WEDGE_ALONG;
  const u: i32 = wedge + WEDGE_SIDES;
  const v: i32 = u + 6;
  // The facet's normal at the start of the arc, which turns towards -u, and the direction v along the other facet.
  const startX: f64 = F[u + 1] * F[a + 2] - F[u + 2] * F[a + 1];
  const startY: f64 = F[u + 2] * F[a] - F[u] * F[a + 2];
  const startZ: f64 = F[u] * F[a + 1] - F[u + 1] * F[a];
  const across: f64 = F[u] * F[v] + F[u + 1] * F[v + 1] + F[u + 2] * F[v + 2];
  const rise: f64 = startX * F[v] + startY * F[v + 1] + startZ * F[v + 2];
  // Arcs of sharp wedges are longer than a quarter of a turn, those of flat ones have no inside.
  if (across >= 0.0 || !(rise < -PARALLEL)) return CROSSING_OPEN;
  // Vectors and the ridge's point in the body's frame.
  const m: i32 = q + QUERY_TURN;
  const ax: f64 = F[m] * F[a] + F[m + 1] * F[a + 1] + F[m + 2] * F[a + 2];
  const ay: f64 = F[m + 3] * F[a] + F[m + 4] * F[a + 1] + F[m + 5] * F[a + 2];
  const az: f64 = F[m + 6] * F[a] + F[m + 7] * F[a + 1] + F[m + 8] * F[a + 2];
  const nx: f64 = F[m] * startX + F[m + 1] * startY + F[m + 2] * startZ;
  const ny: f64 = F[m + 3] * startX + F[m + 4] * startY + F[m + 5] * startZ;
  const nz: f64 = F[m + 6] * startX + F[m + 7] * startY + F[m + 8] * startZ;
  const tx: f64 = -(F[m] * F[u] + F[m + 1] * F[u + 1] + F[m + 2] * F[u + 2]);
  const ty: f64 = -(F[m + 3] * F[u] + F[m + 4] * F[u + 1] + F[m + 5] * F[u + 2]);
  const tz: f64 = -(F[m + 6] * F[u] + F[m + 7] * F[u + 1] + F[m + 8] * F[u + 2]);
  const px: f64 = F[m] * F[from] + F[m + 1] * F[from + 1] + F[m + 2] * F[from + 2] - F[s + SHAPE_CENTRE];
  const py: f64 = F[m + 3] * F[from] + F[m + 4] * F[from + 1] + F[m + 5] * F[from + 2] - F[s + SHAPE_CENTRE + 1];
  const pz: f64 = F[m + 6] * F[from] + F[m + 7] * F[from + 1] + F[m + 8] * F[from + 2] - F[s + SHAPE_CENTRE + 2];
  const tie: f64 = TIE * F[q + QUERY_SIZE];
  const wide: f64 = PARALLEL * F[q + QUERY_SIZE];
  forgetHints();
  let vertex: i32 = supportVertex(s, -nx, -ny, -nz, 0);
  // Of the lowest vertex: coordinates along the first normal, along the direction that it turns to, along the ridge.
  let height: f64 = 0.0;
  let side: f64 = 0.0;
  let way: f64 = 0.0;
  // The largest candidate and the next one; that of an edge has the normal (cosine, sine) and a place on the ridge.
  let best: f64 = -Infinity;
  let second: f64 = -Infinity;
  let cosine: f64 = 0.0;
  let sine: f64 = 0.0;
  let part: f64 = 0.0;
  let place: f64 = 0.0;
  let tangent: f64 = -1.0;
  for (let count: i32 = 0; ; count++) {
    if (count === MOST_VERTICES) return CROSSING_OPEN;
    const x: f64 = F[I[h + SHAPE_X] + vertex];
    const y: f64 = F[I[h + SHAPE_Y] + vertex];
    const z: f64 = F[I[h + SHAPE_Z] + vertex];
    height = nx * (x - px) + ny * (y - py) + nz * (z - pz);
    side = tx * (x - px) + ty * (y - py) + tz * (z - pz);
    way = ax * (x - px) + ay * (y - py) + az * (z - pz);
    if (count === 0) {
      best = height;
      // The contact of an end of the arc is the facet's, unless it is on the ridge.
      if (Math.abs(side) <= wide) return CROSSING_OPEN;
    }
    // The edge that lies across the turning normal first.
    let next: i32 = -1;
    let least: f64 = Infinity;
    let other: f64 = Infinity;
    let up: f64 = 0.0;
    let back: f64 = 0.0;
    let forward: f64 = 0.0;
    for (
      let k: i32 = I[I[h + SHAPE_NEIGHBOUR_OFFSETS] + vertex];
      k < I[I[h + SHAPE_NEIGHBOUR_OFFSETS] + vertex + 1];
      k++
    ) {
      const w: i32 = I[I[h + SHAPE_NEIGHBOURS] + k];
      const ex: f64 = F[I[h + SHAPE_X] + w] - x;
      const ey: f64 = F[I[h + SHAPE_Y] + w] - y;
      const ez: f64 = F[I[h + SHAPE_Z] + w] - z;
      const rising: f64 = nx * ex + ny * ey + nz * ez;
      const falling: f64 = -(tx * ex + ty * ey + tz * ez);
      // A second lowest vertex at the start, or an edge along the ridge.
      if ((count === 0 && rising <= wide) || rising * rising + falling * falling <= wide * wide) return CROSSING_OPEN;
      if (!(falling > 0.0)) continue;
      const angle: f64 = rising / falling;
      if (angle < least) {
        other = least;
        least = angle;
        next = w;
        up = rising;
        back = falling;
        forward = ax * ex + ay * ey + az * ez;
      } else if (angle < other) other = angle;
    }
    if (next < 0) break;
    const above: f64 = back * rise - up * across;
    if (Math.abs(above) <= wide) return CROSSING_OPEN;
    // Beyond the arc normals are above the other facet.
    if (above > 0.0) break;
    if (!(least - tangent > PARALLEL && other - least > PARALLEL)) return CROSSING_OPEN;
    tangent = least;
    const long: f64 = Math.sqrt(up * up + back * back);
    const along: f64 = (back * height + up * side) / long;
    if (along > best) {
      second = best;
      best = along;
      cosine = back / long;
      sine = up / long;
      // Part of the edge up to where it is over the ridge.
      part = (cosine * side - sine * height) / long;
      place = way + part * forward;
    } else if (along > second) second = along;
    vertex = next;
  }
  const atEnd: f64 = -across * height - rise * side;
  if (atEnd > best) {
    second = best;
    best = atEnd;
    cosine = 0.0;
    if (Math.abs(rise * height - across * side) <= wide) return CROSSING_OPEN;
  } else if (atEnd > second) second = atEnd;
  if (best > F[q + QUERY_REACH] + tie) return CROSSING_NONE;
  if (best > -tie || best - second <= tie) return CROSSING_OPEN;
  if (cosine === 0.0) return CROSSING_NONE;
  // The largest candidate of all is over the edge itself.
  if (part < 0.0 || part > 1.0) return CROSSING_OPEN;
  const r: i32 = q + QUERY_RESULT;
  F[r + RESULT_DISTANCE] = best;
  F[r + RESULT_LOWER] = best;
  F[r + RESULT_UPPER] = best;
  F[r + RESULT_NORMAL] = cosine * startX - sine * F[u];
  F[r + RESULT_NORMAL + 1] = cosine * startY - sine * F[u + 1];
  F[r + RESULT_NORMAL + 2] = cosine * startZ - sine * F[u + 2];
  for (let c: i32 = 0; c < 3; c++) F[r + RESULT_POINT_ON_A + c] = F[from + c] + place * F[a + c];
  return CROSSING_FOUND;
}
