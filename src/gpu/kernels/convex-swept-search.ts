// SPDX-License-Identifier: MIT
/**
 * WGSL: the least overlap of two cores along all normals: F(n) = h_A(n) + h_B(-n) - n.d. Both support functions are
 * maxima of smooth pieces (convex-cores.ts). The proximal Newton method of convex-mixed.ts, with pieces of both bodies:
 * each step minimises a quadratic function plus the maximum of a few planes, one for each pair of pieces that bears.
 * The second derivatives are those of the pieces, with the shares that they had in the step before. A step that gains
 * nothing is repeated with a stronger quadratic part (Levenberg 1944, doi:10.1090/qam/10666). Where F is negative the
 * cores are apart, and the least of F is the distance between them, as in the method of Gilbert, Johnson and Keerthi.
 * The direction of a cap, which is the tip of a cone, is tried by itself.
 *
 * Every piece is computed at one place of the text: compilers copy functions to where they are called.
 */
import type { ConvexForm } from './convex-prelude.ts';

/**
 * On flat sides of blocky superquadrics slopes go with a root of the normal, and Newton's steps lead to the other side,
 * where it is as high. There a step must gain some of what it promises by its slope, and must not go up again steeply
 * at its end; otherwise it is shortened to where the slope would be 0, were it a straight line (convex-smooth.ts).
 */
const HOLDING = /* wgsl */ `
  let isRound = x.a.kind == CORE_SUPERQUADRIC || x.b.kind == CORE_SUPERQUADRIC;
  var promised = 0.0;
  var slant = 3.0e38;`;

const HELD = /* wgsl */ `
        isHeld = isRound && bearing.count == 1u && !isRepeated;
        if (isHeld) {
          let g = w - f * n;
          let end = dot(g, step);
          let isHidden = abs(f - answer.overlap) <= SWEPT_NOISE * x.size &&
            (dot(g, g) < slant || abs(end) < STEEPEST_END * promised);
          isBetter = isHidden ||
            (f < answer.overlap - SWEPT_NOISE * x.size - LEAST_GAIN * promised && end <= STEEPEST_END * promised);
          if (!isBetter) {
            let by = select(0.3, clamp(promised / (promised + end), 0.1, 0.5), end > 0.0);
            step *= by;
            promised *= by;
            isShortened = true;
          }
        }`;

const SHORTENED = /* wgsl */ `
    if (isShortened) {
      if (dot(step, step) < LAST_SQUARE) { answer.hasEnded = true; break; }
      trial = unitOf(answer.n + step);
      continue;
    }`;

const PROMISED = /* wgsl */ `
        promised = -dot(first, step);
        let g = first - f * n;
        slant = dot(g, g);
        if (isRound && b.count == 1u && slant < 1.0e-15 * x.size * x.size) { answer.hasEnded = true; break; }`;

export function sweptSearch({ hasSuperquadricCores }: ConvexForm): string {
  return /* wgsl */ `
// All in the frame of A: turn takes vectors of B there, d is the offset to B.
struct Swept { a: Core, b: Core, turn: mat3x3f, d: vec3f, size: f32 }
// Normal out of A and overlap of the cores along it; the points of both that touch, in the frames of the bodies, and
// whether that of B is known better; whose cap is touched.
struct SweptFound { n: vec3f, overlap: f32, a: vec3f, b: vec3f, isOnB: bool, cap: u32, hasEnded: bool }
const NO_CAP = 0u;
const CAP_OF_A = 1u;
const CAP_OF_B = 2u;
// Of values of F, over the size.
const SWEPT_NOISE = 1.0e-6;
// Of F along two normals, computed in the same way.
const SAME_OVERLAP = 2.0e-7;
const SWEPT_PLANES = 12u;
// A step this long is not believed; one whose square is below the second is the last.
const LONGEST_STEP = 0.5;
const LAST_SQUARE = 1.0e-13;
// Least second derivative over the size, of bodies whose cores overlap and of others; how much is added to it after a
// step that gains nothing, and how that changes.
const LEAST_BEND = 0.01;
const LEAST_BEND_APART = 0.001;
const DAMPING = 0.1;
// The direction of a cap is tried from this far across it; if it is not the least, that is this far away.
const NEAR_CAP = 0.6;
const AT_CAP = 0.003;
const BESIDE_CAP = 0.03;
const CAP_ROOM = 1.00001;
// Of what a step promises by its slope: what it has to gain, and how steeply it may go up again at its end.
const LEAST_GAIN = 0.1;
const STEEPEST_END = 0.5;

// 2, which compilers do not know, so that they do not unroll loops.
fn twice() -> u32 { return select(2u, 1u, p.count == 0u); }
// How much each bends, too.
struct Sides { a: vec3f, b: vec3f, bend: vec3f, bendA: f32, bendB: f32, ids: u32 }
// The pieces of both that are given, or that reach farthest along a vector: their points farthest along n, in the frames
// of the bodies, and second derivatives along t1 and t2 (xx, xy, yy).
const NOT_GIVEN = 0xffffffffu;
fn sidesAlong(x: Swept, given: u32, farthest: vec3f, n: vec3f, t1: vec3f, t2: vec3f) -> Sides {
  var sides = Sides();
  for (var which = 0u; which < twice(); which++) {
    var c = x.a;
    var to = farthest;
    var m = n;
    var u1 = t1;
    var u2 = t2;
    if (which == 1u) {
      c = x.b;
      to = -(farthest * x.turn);
      m = -(n * x.turn);
      u1 = t1 * x.turn;
      u2 = t2 * x.turn;
    }
    var id = select(given & 0xffffu, given >> 16u, which == 1u);
    if (given == NOT_GIVEN) { id = pieceOf(c, to); }
    let piece = pieceAt(c, id, m);
    let first = vec2f(dot(piece.first, u1), dot(piece.first, u2));
    let second = vec2f(dot(piece.second, u1), dot(piece.second, u2));
    sides.bend += vec3f(first.x * first.x + second.x * second.x + piece.round, first.x * first.y + second.x * second.y,
      first.y * first.y + second.y * second.y + piece.round);
    let all = dot(first, first) + dot(second, second) + 2.0 * piece.round;
    if (which == 1u) { sides.b = piece.p; sides.bendB = all; sides.ids |= id << 16u; }
    else { sides.a = piece.p; sides.bendA = all; sides.ids = id; }
  }
  return sides;
}
// From the point of B to that of A.
fn between(x: Swept, a: vec3f, b: vec3f) -> vec3f { return a - (x.d + x.turn * b); }

// A cap near a normal that has not been tried, and its direction.
struct CapDue { cap: u32, n: vec3f, across: f32, disc: vec2f }
fn capDue(x: Swept, n: vec3f, tried: ptr<function, u32>) -> CapDue {
  for (var which = 0u; which < twice(); which++) {
    var own = n;
    var c = x.a;
    if (which == 1u) { own = -(n * x.turn); c = x.b; }
    let disc = capAlong(c, own.z);
    let bit = 1u << (2u * which + select(0u, 1u, own.z > 0.0));
    let across = length(own.xy);
    if (!(disc.x > 0.0) || across > NEAR_CAP || (*tried & bit) != 0u) { continue; }
    *tried |= bit;
    let axis = vec3f(0.0, 0.0, select(-1.0, 1.0, own.z > 0.0));
    if (which == 1u) { return CapDue(CAP_OF_B, -(x.turn * axis), across, disc); }
    return CapDue(CAP_OF_A, axis, across, disc);
  }
  return CapDue();
}
// The least overlap is along the direction of a cap if the point of the other body that is deepest below it lies under
// it. If not, and the normal was close, n is where to go from there.
struct CapTrial { isLeast: bool, hasLeft: bool, found: SweptFound }
fn capTrial(x: Swept, due: CapDue, sides: Sides) -> CapTrial {
  let isB = due.cap == CAP_OF_B;
  var deep = sides.b;
  var here = x.d + x.turn * sides.b;
  if (isB) { deep = sides.a; here = (sides.a - x.d) * x.turn; }
  let up = select(-1.0, 1.0, due.disc.y > 0.0);
  let away = length(here.xy);
  let isLeast = away <= CAP_ROOM * due.disc.x;
  let hasLeft = !isLeast && due.across < AT_CAP;
  var to = vec3f(0.0, 0.0, up);
  if (hasLeft) { to = unitOf(vec3f((BESIDE_CAP / away) * here.xy, up)); }
  if (isB) { to = -(x.turn * to); }
  let foot = vec3f(here.xy, due.disc.y);
  return CapTrial(isLeast, hasLeft, SweptFound(to, up * (due.disc.y - here.z), select(foot, deep, isB),
    select(deep, foot, isB), false, due.cap, true));
}
// Of the columns for these planes, that of the one with these ids.
fn columnOf(m: mat3x3f, ids: vec3u, id: u32) -> vec3f { return axisAt(m, select(select(2u, 1u, ids.y == id), 0u, ids.x == id)); }

// From a start; a search of few steps may not have ended.
fn leastSwept(x: Swept, start: vec3f, steps: u32) -> SweptFound {
  let margin = x.a.margin + x.b.margin;
  var answer = SweptFound(start, 3.0e38, vec3f(0.0), vec3f(0.0), false, NO_CAP, false);
  var cap = answer;
  // A cap that is near, whether or not it is the least.
  var near = answer;
  var trial = start;
  var left = 3.0e38;
  var damping = 0.0;
  var isRepeated = false;
  var tried = 0u;
  // Planes that bore in the step before, and second derivatives with their shares.
  var bearing = Bearing();
  var bearingBend = vec3f(0.0);
  var step = vec3f(0.0);
  ${hasSuperquadricCores ? HOLDING : ''}
  for (var k = 0u; k < steps; k++) {
    var due = CapDue();
    if (!isRepeated) { due = capDue(x, trial, &tried); }
    var n = trial;
    if (due.cap != NO_CAP) { n = due.n; }
    var t1 = vec3f(0.0, n.z, -n.y);
    if (abs(n.x) > 0.7) { t1 = vec3f(-n.z, 0.0, n.x); }
    t1 = unitOf(t1);
    let t2 = cross(n, t1);
    var isBetter = false;
    var f = 0.0;
    var first = vec3f(0.0);
    var l11 = 1.0;
    var l21 = 0.0;
    var l22 = 1.0;
    var b = Bearing();
    var pointsA = mat3x3f();
    var pointsB = mat3x3f();
    var bends = mat3x3f();
    var next = vec3f(0.0);
    var leaves = false;
    var isOnB = false;
    ${hasSuperquadricCores ? 'var isHeld = false; var isShortened = false;' : ''}
    // Of an edge the second derivatives are those here; for a face those of the step before will do.
    let before = select(0u, 2u, bearing.count == 2u && due.cap == NO_CAP);
    if (before > 0u) { bearingBend = vec3f(0.0); }
    for (var i = 0u; i < SWEPT_PLANES + before; i++) {
      let given = select(NOT_GIVEN, vertexAt(bearing.vertex, i), i < before);
      let sides = sidesAlong(x, given, n + next, n, t1, t2);
      if (i < before) { bearingBend += numberAt(bearing.share, i) * sides.bend; continue; }
      let j = i - before;
      if (j > 0u && (sides.ids == b.vertex.x || (b.count > 1u && sides.ids == b.vertex.y) ||
        (b.count > 2u && sides.ids == b.vertex.z))) { break; }
      let w = between(x, sides.a, sides.b);
      if (j == 0u) {
        if (due.cap != NO_CAP) {
          let there = capTrial(x, due, sides);
          if (there.isLeast && there.found.overlap < cap.overlap) { cap = there.found; }
          if (there.found.overlap < near.overlap) { near = there.found; near.n = due.n; }
          if (there.hasLeft) { trial = there.found.n; }
          leaves = true;
          break;
        }
        f = dot(n, w);
        if (f + margin <= 0.0) { return SweptFound(n, f, vec3f(0.0), vec3f(0.0), false, NO_CAP, true); }
        if (cap.overlap < min(f, answer.overlap) + SAME_OVERLAP * x.size) { return cap; }
        isBetter = isRepeated || f < answer.overlap + SWEPT_NOISE * x.size;
        ${hasSuperquadricCores ? HELD : ''}
        if (!isBetter) { break; }
        isOnB = sides.bendB < sides.bendA;
        first = w;
        var bend = bearingBend;
        if (bearing.count < 2u) { bend = sides.bend; }
        var xx = bend.x - f;
        let xy = bend.y;
        var yy = bend.z - f;
        // Where it is not curved upwards in every direction it is bent until it is.
        let mean = 0.5 * (xx + yy);
        let least = mean - sqrt(max(0.0, (xx - mean) * (xx - mean) + xy * xy));
        let lift = max(0.0, select(LEAST_BEND_APART, LEAST_BEND, f > 0.0) * x.size - least) + damping;
        xx += lift;
        yy += lift;
        // The metric of the step: its matrix is l times its transpose.
        l11 = sqrt(xx);
        l21 = xy / l11;
        l22 = sqrt(max(yy - l21 * l21, 1.0e-6 * yy));
      } else if (dot(n + next, w - between(x, pointsA[0], pointsB[0])) < 1.0e-7 * x.size) { break; }
      let slope1 = dot(w, t1) / l11;
      let old = b.vertex;
      if (!bear(&b, sides.ids, dot(n, w - first), vec2f(slope1, (dot(w, t2) - l21 * slope1) / l22))) { break; }
      // The new one is the first.
      pointsA = mat3x3f(sides.a, columnOf(pointsA, old, b.vertex.y), columnOf(pointsA, old, b.vertex.z));
      pointsB = mat3x3f(sides.b, columnOf(pointsB, old, b.vertex.y), columnOf(pointsB, old, b.vertex.z));
      bends = mat3x3f(sides.bend, columnOf(bends, old, b.vertex.y), columnOf(bends, old, b.vertex.z));
      let y = -(b.slopes * b.share);
      let down = y.y / l22;
      next = ((y.x - l21 * down) / l11) * t1 + down * t2;
    }
    if (leaves) { continue; }
    ${hasSuperquadricCores ? SHORTENED : ''}
    if (isBetter && b.count == 0u) { answer.hasEnded = true; break; }
    step = vec3f(0.0);
    if (isBetter) {
      let length2 = dot(next, next);
      // Where rounding hides what is gained, the one with less to go is better.
      isBetter = ${hasSuperquadricCores ? 'isHeld || ' : ''}isRepeated || f < answer.overlap - SWEPT_NOISE * x.size || length2 < left;
      if (isBetter) {
        if (!isRepeated) { damping = select(0.0, 0.1 * damping, damping > 0.01 * x.size); }
        left = length2;
        bearing = b;
        bearingBend = bends * b.share;
        answer = SweptFound(n, f, pointsA * b.share, pointsB * b.share, isOnB && b.count == 1u, NO_CAP, false);
        step = next;
        if (length2 > LONGEST_STEP * LONGEST_STEP) { step *= LONGEST_STEP * inverseSqrt(length2); }
        trial = unitOf(n + step);
        ${hasSuperquadricCores ? PROMISED : ''}
      }
    }
    isRepeated = !isBetter;
    if (isRepeated) {
      damping = max(4.0 * damping, DAMPING * x.size);
      trial = answer.n;
    } else if (dot(step, step) < LAST_SQUARE) { answer.hasEnded = true; break; }
  }
  // Where it gains nothing, a cap whose rim the point is on or beyond.
  if (near.overlap < answer.overlap + SAME_OVERLAP * x.size) { answer.n = near.n; answer.cap = near.cap; }
  return answer;
}
`;
}
