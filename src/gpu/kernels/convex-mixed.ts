// SPDX-License-Identifier: MIT
/**
 * WGSL: a polyhedron and a superquadric or ellipsoid: minimises F(n) = h_P(n) + h_S(-n) - n.d over all normals n; F has
 * kinks where faces and edges of the polyhedron are touched. The start is the best of the last normal, the face
 * normals, the axes of the round body and, for a new pair, a coarse set. Proximal Newton (Lee, Sun & Saunders 2014,
 * doi:10.1137/130921428) takes the round body to second order and the polyhedron exactly: each step minimises a
 * quadratic plus the maximum of a few planes, one for each active vertex, found as GJK finds its simplex. One active
 * vertex is a vertex contact, two an edge, three a face. On flat sides the normal is insensitive to the point, so a
 * step by the point is tried too, and the better one is taken.
 */
import { EXACT } from './convex-exact.ts';
import { TRAVEL } from './convex-keep.ts';
import { striding } from './convex-list.ts';
import { narrowBeginning, pointsText } from './convex-points.ts';
import { ACTIVE_COUNT, type ConvexForm, NARROW_MIXED, NARROW_MIXED_LONG } from './convex-prelude.ts';
import { ROUND_SUPPORT, type SearchLength } from './convex-smooth.ts';
import { BYTES, SMOOTH_SUPPORT } from './convex-support.ts';
import { PAIR } from './records.ts';

const MIXED = /* wgsl */ `
const MIXED_STEPS = 48u;
const MIXED_PLANES = 12u;
const STEEPEST = 0.5;
// Squared: below that the search ends.
const SHORTEST = 1.0e-13;
// All in the frame of the polyhedron, lengths in metres: its shape and size, the round body with its orientation there,
// the offset to it; balls inside the two, and the semi-axes of an ellipsoid inside the round one, none where an exponent
// is below 2.
struct Mixed {
  shape: u32, factor: f32, s: Body, d: vec3f, insideHull: f32, inside: f32, ellipsoid: vec3f, size: f32
}
// What the round body reaches at least along a unit vector.
fn leastReach(x: Mixed, n: vec3f) -> f32 {
  let e = x.ellipsoid * (n * x.s.turn);
  return max(x.inside, sqrt(dot(e, e)));
}
// Normal out of the polyhedron, overlap, the point of contact, those of the polyhedron and, in its own frame, of the
// round body that are farthest along the normal, the face that is touched or NO_FACE.
struct MixedFound { n: vec3f, overlap: f32, point: vec3f, own: vec3f, corner: vec3f, face: u32 }
const NO_FACE = 0xffffffffu;

fn overlapOf(x: Mixed, n: vec3f) -> f32 {
  let m = -(n * x.s.turn);
  return x.factor * vertexSupport(x.shape, n).value + x.s.factor * dot(m, smoothSupport(x.s.shape, m)) - dot(n, x.d);
}
// Length of (u, v) in the norm with exponent n, and its derivatives.
fn normPair(u: f32, v: f32, n: f32) -> vec3f {
  let larger = max(u, v);
  if (!(larger > 0.0)) { return vec3f(0.0); }
  let ratio = min(u, v) / larger;
  let raised = power(ratio, n - 1.0);
  let sum = 1.0 + ratio * raised;
  let long = power(sum, (1.0 - n) / n);
  let short = long * raised;
  let whole = larger * (sum * long);
  return select(vec3f(whole, short, long), vec3f(whole, long, short), u >= v);
}
// Outward normal of a superquadric where the ray through a point leaves it, in its own frame.
fn normalThrough(shape: u32, at: vec3f) -> vec3f {
  let four = bitcast<vec4f>(headOf(shape, 4u));
  let q = abs(at) / four.xyz;
  let across = normPair(q.x, q.y, bitcast<f32>(headOf(shape, 5u).x));
  let along = normPair(across.x, q.z, four.w);
  return unitOf(sign(at) * vec3f(along.y * across.yz, along.z) / four.xyz);
}
`;

/** The least of a quadratic function plus the maximum of a few planes, which are found one after the other. */
export const BEARING = /* wgsl */ `
// Planes that bear: vertices, their values at t = 0 below the first one's, their slopes in the metric of the step, and
// shares.
struct Bearing { count: u32, vertex: vec3u, base: vec3f, slopes: mat3x2f, share: vec3f }
// The share of each of up to three planes in the least of |y|^2 / 2 and the largest of them, and the value; below none
// where a share is negative.
fn sharesOf(count: u32, base: vec3f, slopes: mat3x2f) -> vec4f {
  var share = vec3f(1.0, 0.0, 0.0);
  if (count == 2u) {
    let e = slopes[1] - slopes[0];
    let squared = dot(e, e);
    if (!(squared > 0.0)) { return vec4f(share, -3.0e38); }
    let s = ((base.y - base.x) - dot(e, slopes[0])) / squared;
    if (!(s >= 0.0 && s <= 1.0)) { return vec4f(share, -3.0e38); }
    share = vec3f(1.0 - s, s, 0.0);
  } else if (count == 3u) {
    // y is where the three planes meet, and minus the mean of the slopes.
    let e = slopes[1] - slopes[0];
    let g = slopes[2] - slopes[0];
    let area = e.x * g.y - e.y * g.x;
    if (!(abs(area) > 1.0e-12 * (dot(e, e) + dot(g, g)))) { return vec4f(share, -3.0e38); }
    let r = base.xx - base.yz;
    let y = vec2f(r.x * g.y - r.y * e.y, e.x * r.y - g.x * r.x) / area;
    let z = -y - slopes[0];
    let s = (z.x * g.y - z.y * g.x) / area;
    let t = (e.x * z.y - e.y * z.x) / area;
    if (!(s >= 0.0 && t >= 0.0 && s + t <= 1.0)) { return vec4f(share, -3.0e38); }
    share = vec3f(1.0 - s - t, s, t);
  }
  let mean = slopes * share;
  return vec4f(share, dot(share, base) - 0.5 * dot(mean, mean));
}
// Component or column k: an index that is not a constant would put the whole into slow memory.
fn numberAt(v: vec3f, k: u32) -> f32 { return select(select(v.x, v.y, k == 1u), v.z, k == 2u); }
fn vertexAt(v: vec3u, k: u32) -> u32 { return select(select(v.x, v.y, k == 1u), v.z, k == 2u); }
fn slopeAt(m: mat3x2f, k: u32) -> vec2f { return select(select(m[0], m[1], k == 1u), m[2], k == 2u); }
fn axisAt(m: mat3x3f, k: u32) -> vec3f { return select(select(m[0], m[1], k == 1u), m[2], k == 2u); }
// Adds a plane, and keeps those that bear then: one of them is the new one.
fn bear(b: ptr<function, Bearing>, vertex: u32, base: f32, slope: vec2f) -> bool {
  let old = *b;
  var best = -3.0e38;
  for (var subset = 0u; subset < (1u << old.count); subset++) {
    let kept = countOneBits(subset);
    if (kept > 2u) { continue; }
    // One or both of the others; what is not kept is not looked at.
    let i = firstTrailingBit(subset);
    let j = firstLeadingBit(subset);
    let now = Bearing(1u + kept, vec3u(vertex, vertexAt(old.vertex, i), vertexAt(old.vertex, j)),
      vec3f(base, numberAt(old.base, i), numberAt(old.base, j)),
      mat3x2f(slope, select(vec2f(0.0), slopeAt(old.slopes, i), kept > 0u),
        select(vec2f(0.0), slopeAt(old.slopes, j), kept > 1u)), vec3f(0.0));
    let found = sharesOf(now.count, now.base, now.slopes);
    if (found.w > best) { best = found.w; *b = now; (*b).share = found.xyz; }
  }
  return best > -1.0e38;
}
`;

const MIXED_SEARCH = /* wgsl */ `
fn leastMixed(x: Mixed, start: vec3f) -> MixedFound {
  var answer = MixedFound(start, 3.0e38, vec3f(0.0), vec3f(0.0), vec3f(0.0), NO_FACE);
  var trial = start;
  var step = vec3f(0.0);
  var left = 3.0e38;
  var bearing = 0u;
  var farthest = 0u;
  // The normal of the face itself comes last.
  var face = NO_FACE;
  for (var k = 0u; k < MIXED_STEPS; k++) {
    let round = roundSupport(x.s, -trial);
    let far = vertexSupport(x.shape, trial).vertex;
    let v = x.factor * vertexOf(x.shape, far);
    let offset = v - (x.d + round.point);
    let f = dot(trial, offset);
    if (f <= 0.0) { return MixedFound(trial, f, v, round.own, v, NO_FACE); }
    if (face != NO_FACE) {
      if (f < answer.overlap + NOISE * x.size) {
        answer = MixedFound(trial, f, x.d + round.point + f * trial, round.own, v, face);
      }
      break;
    }
    var isBetter = f < answer.overlap + NOISE * x.size;
    if (isBetter) {
      let n = trial;
      var t1 = vec3f(0.0, n.z, -n.y);
      if (abs(n.x) > 0.7) { t1 = vec3f(-n.z, 0.0, n.x); }
      t1 = unitOf(t1);
      let t2 = cross(n, t1);
      let u1 = vec2f(dot(round.first, t1), dot(round.second, t1));
      let u2 = vec2f(dot(round.first, t2), dot(round.second, t2));
      var xx = dot(u1, u1) - f;
      let xy = dot(u1, u2);
      var yy = dot(u2, u2) - f;
      // Where it is not curved upwards in every direction it is bent until it is.
      let mean = 0.5 * (xx + yy);
      let least = mean - sqrt(max(0.0, (xx - mean) * (xx - mean) + xy * xy));
      let lift = max(0.0, 0.01 * x.size - least);
      xx += lift;
      yy += lift;
      // The metric of the step: its matrix is l times its transpose.
      let l11 = sqrt(xx);
      let l21 = xy / l11;
      let l22 = sqrt(max(yy - l21 * l21, 1.0e-6 * yy));
      var b = Bearing();
      var vertex = far;
      var own = v;
      var next = vec3f(0.0);
      for (var j = 0u; j < MIXED_PLANES; j++) {
        let e = own - (x.d + round.point);
        let slope = vec2f(dot(e, t1) / l11, (dot(e, t2) - l21 * dot(e, t1) / l11) / l22);
        if (!bear(&b, vertex, dot(n, own - v), slope)) { break; }
        let y = -(b.slopes * b.share);
        let down = y.y / l22;
        next = ((y.x - l21 * down) / l11) * t1 + down * t2;
        let there = vertexSupport(x.shape, n + next).vertex;
        if (there == b.vertex.x || (b.count > 1u && there == b.vertex.y) || (b.count > 2u && there == b.vertex.z)) {
          break;
        }
        let other = x.factor * vertexOf(x.shape, there);
        if (dot(n + next, other - x.factor * vertexOf(x.shape, b.vertex.x)) < 1.0e-7 * x.size) { break; }
        vertex = there;
        own = other;
      }
      let length2 = dot(next, next);
      if (lift == 0.0 && isLast(next, leastPart(x.s, n))) {
        let last = lastStep(x, n, next, round, b);
        if (last.overlap < answer.overlap + NOISE * x.size && isLast(last.n - n, leastPart(x.s, n))) {
          answer = last;
          break;
        }
      }
      // Where rounding hides what is gained, the one with less to go is better.
      isBetter = f < answer.overlap - NOISE * x.size || length2 < left;
      if (isBetter) {
        left = length2;
        bearing = b.count;
        var point = x.d + round.point + f * n;
        if (b.count == 1u) { point = x.factor * vertexOf(x.shape, b.vertex.x); }
        if (b.count == 2u) {
          point = x.factor * (b.share.x * vertexOf(x.shape, b.vertex.x) + b.share.y * vertexOf(x.shape, b.vertex.y));
        }
        answer = MixedFound(n, f, point, round.own, v, NO_FACE);
        farthest = far;
        step = next;
        if (length2 > STEEPEST * STEEPEST) { step *= STEEPEST * inverseSqrt(length2); }
        trial = unitOf(n + step);
        if (b.count < 3u && dot(step, step) >= SHORTEST) {
          // By the point: where the surface is flat that is the better way. Both are tried.
          let to = round.point - dot(round.first, next) * round.first - dot(round.second, next) * round.second;
          var second = -(x.s.turn * normalThrough(x.s.shape, to * x.s.turn));
          if (b.count == 2u) {
            let u = unitOf(vertexOf(x.shape, b.vertex.y) - vertexOf(x.shape, b.vertex.x));
            second = second - dot(second, u) * u;
          }
          if (dot(second, n) > 0.5) {
            let first = trial;
            var least = 3.0e38;
            for (var c = 0u; c < 2u; c++) {
              let m = select(unitOf(second), first, c == 0u);
              let s = overlapOf(x, m);
              if (s < least) { least = s; trial = m; }
            }
          }
        }
      }
    }
    if (!isBetter) { step *= 0.3; trial = unitOf(answer.n + step); }
    if (dot(step, step) < SHORTEST || k + 2u == MIXED_STEPS) {
      if (bearing == 3u) { face = faceAcross(x.shape, farthest, answer.n); }
      if (face == NO_FACE) { break; }
      trial = bitcast<vec3f>(shapes[headOf(x.shape, 1u).y + 2u * face].xyz);
    }
  }
  return answer;
}
// What a small step leads to, without another look at the round body: to first order its point moves along the curves,
// and its reach is that of the point half-way.
fn lastStep(x: Mixed, n: vec3f, step: vec3f, round: Round, b: Bearing) -> MixedFound {
  var to = unitOf(n + step);
  var face = NO_FACE;
  if (b.count == 3u) {
    face = faceAcross(x.shape, b.vertex.x, to);
    if (face != NO_FACE) { to = bitcast<vec3f>(shapes[headOf(x.shape, 1u).y + 2u * face].xyz); }
  }
  let moved = -alongCurves(round, to - n);
  var corner = x.factor * vertexOf(x.shape, b.vertex.x);
  // Along an edge the normal is as uncertain as either vertex' height; the height of the point between is not.
  if (b.count == 2u) { corner += b.share.y * (x.factor * vertexOf(x.shape, b.vertex.y) - corner); }
  let overlap = dot(to, corner - (x.d + round.point + 0.5 * moved));
  let point = select(corner, x.d + round.point + moved + overlap * to, b.count == 3u);
  return MixedFound(to, overlap, point, round.own + (0.5 / x.s.factor) * (moved * x.s.turn), corner, face);
}
// The face at a vertex that is all but square to a normal.
fn faceAcross(shape: u32, vertex: u32, n: vec3f) -> u32 {
  let head = headOf(shape, 1u);
  let list = shapes[head.x + vertex].w;
  var four = shapes[list];
  let around = four.x & 255u;
  var most = 0.9999;
  var face = NO_FACE;
  for (var k = 0u; k < around; k++) {
    let at = k + 2u;
    if ((at & 15u) == 0u) { four = shapes[list + (at >> 4u)]; }
    let f = byteOf(four, at);
    let along = dot(bitcast<vec3f>(shapes[head.y + 2u * f].xyz), n);
    if (along > most) { most = along; face = f; }
  }
  return face;
}
`;

const CLEAR = 0.05;

/** The search of pairs for which other starts are due. */
const OTHER_STARTS = /* wgsl */ `
// Over the size: along starts whose bounds are less above the least overlap the overlap itself is computed.
const CLEAR = ${CLEAR};
// A normal with its overlap; and what the overlap along all others that were tried is at least.
struct Start { n: vec3f, overlap: f32, others: f32 }
// The start of a kind with the least overlap, if that is below most: face normals (0), axes of the round body (1), a
// coarse set and the axis that is given (2), or all but these (3), without the face that is touched. deep is a point of
// the round body and corner one of the polyhedron: along a face normal or an axis the overlap is at least that of the
// point.
fn bestStart(x: Mixed, axis: vec3f, kind: u32, most: f32, deep: vec3f, corner: vec3f, touched: u32) -> Start {
  var best = Start(axis, most, 3.0e38);
  let head = headOf(x.shape, 1u);
  let faces = headOf(x.shape, 0u).z;
  let given = faces + 6u;
  let semiAxes = bitcast<vec4f>(headOf(x.s.shape, 4u));
  let begin = select(select(0u, faces, kind == 1u), given, kind == 2u);
  let end = select(select(given, faces, kind == 0u), given + 1u + COARSE, kind == 2u);
  for (var k = begin; k < end; k++) {
    if (k == touched) { continue; }
    var n = axis;
    var least = -3.0e38;
    if (k < faces) {
      let face = bitcast<vec4f>(shapes[head.y + 2u * k]);
      least = x.factor * face.w + max(leastReach(x, face.xyz) - dot(face.xyz, x.d), -dot(face.xyz, deep));
      n = face.xyz;
    } else if (k < given) {
      let c = (k - faces) >> 1u;
      let along = axisAt(x.s.turn, c);
      n = select(along, -along, ((k - faces) & 1u) == 1u);
      let reach = max(x.insideHull, dot(n, corner));
      least = reach + x.s.factor * numberAt(semiAxes.xyz, c) - dot(n, x.d);
    } else if (k > given) { n = x.s.turn * coarse(k - given - 1u); }
    if (least < best.overlap + CLEAR * x.size) { least = overlapOf(x, n); }
    if (least < best.overlap) {
      best.n = n;
      best.overlap = least;
      if (least <= 0.0) { break; }
    } else { best.others = min(best.others, least); }
  }
  return best;
}
// From the last normal, and again where another start is below what that gives; where nothing is known of the pair,
// from the best start of each kind. others is what the overlap along all other starts is at least, 0 if that is not
// known.
struct MixedSearch { found: MixedFound, others: f32 }
fn searchMixed(x: Mixed, axis: vec3f, isNew: bool) -> MixedSearch {
  var found = MixedFound(axis, 3.0e38, vec3f(0.0), vec3f(0.0), vec3f(0.0), NO_FACE);
  let searches = select(2u, 3u, isNew);
  for (var k = 0u; k < searches; k++) {
    var start = Start(axis, 3.0e37, 0.0);
    if (isNew || k > 0u) {
      let most = select(found.overlap - NOISE * x.size, 3.0e38, isNew);
      let deep = x.d + x.s.turn * (x.s.factor * found.own);
      start = bestStart(x, axis, select(3u, k, isNew), most, deep, found.corner, found.face);
      if (start.overlap >= most) { return MixedSearch(found, start.others); }
    }
    var now = MixedFound(start.n, start.overlap, vec3f(0.0), vec3f(0.0), vec3f(0.0), NO_FACE);
    if (start.overlap > 0.0) { now = leastMixed(x, start.n); }
    if (now.overlap < found.overlap) { found = now; }
    if (found.overlap <= 0.0) { break; }
  }
  return MixedSearch(found, 0.0);
}
`;

const LONG = /* wgsl */ `
  let search = searchMixed(x, axis, isNew);
  let found = search.found;
  let others = search.others;`;

/** What the overlap along other starts is at least, by what a pair keeps; `separation` is that of the bodies. */
export function othersLeft(separation: string): string {
  return /* wgsl */ `
  // What it was, in the frame of either body, has become less by the travel.
  var others = 0.0;
  if ((pair.info & 15u) > 0u) {
    others = last.w -
      max(travel(a.spin, b.spin - a.spin, b.velocity - a.velocity, ${separation}, b.radius),
        travel(b.spin, a.spin - b.spin, a.velocity - b.velocity, -${separation}, a.radius));
  }`;
}

const SHORT = /* wgsl */ `
  ${othersLeft('d')}
  var found = MixedFound();
  if (!isNew) { found = leastMixed(x, axis); }
  if (isNew || (found.overlap > 0.0 && found.overlap > others)) {
    watched[${NARROW_MIXED_LONG}u * p.pairCapacity + atomicAdd(&status[${ACTIVE_COUNT + NARROW_MIXED_LONG}], 1u)] =
      pair.t;
    return;
  }`;

function contact(isLong: boolean): string {
  return /* wgsl */ `
fn forPair(k: u32) {
  let pair = readPair(watched[${isLong ? NARROW_MIXED_LONG : NARROW_MIXED}u * p.pairCapacity + k]);
  let a = bodyAt(pair.first);
  let b = bodyAt(pair.second);
  let d = separation(a.position, b.position);
  let isFirst = headOf(a.shape, 0u).x == 1u;
  var s = a;
  var shape = b.shape;
  var factor = b.factor;
  var turn = b.turn;
  var toRound = -d * b.turn;
  var holder = pair.second;
  var other = pair.first;
  if (isFirst) {
    s = b;
    shape = a.shape;
    factor = a.factor;
    turn = a.turn;
    toRound = d * a.turn;
    holder = pair.first;
    other = pair.second;
  }
  let own = s.turn;
  s.turn = transpose(turn) * own;
  let four = bitcast<vec4f>(headOf(s.shape, 4u));
  let isBlocky = four.w >= 2.0 && bitcast<f32>(headOf(s.shape, 5u).x) >= 2.0;
  let x = Mixed(shape, factor, s, toRound, factor * insideOf(shape), s.factor * insideOf(s.shape),
    select(vec3f(0.0), s.factor * four.xyz, isBlocky), a.radius + b.radius);
  let last = bitcast<vec4f>(${PAIR.vector('pairs', 'normal', 'pair.t')});
  var axis = last.xyz;
  let isNew = !(dot(axis, axis) > 0.5);
  if (isNew) { axis = vec3f(1.0, 0.0, 0.0); if (dot(toRound, toRound) > 1.0e-30) { axis = unitOf(toRound); } }
  else if (!isFirst) { axis = -(s.turn * axis); }
  axis = unitOf(axis);
  ${isLong ? LONG : SHORT}
  if (isStep()) {
    let kept = select(0.0, others, found.overlap > 0.0);
    ${PAIR.vector('pairs', 'normal', 'pair.t')} =
      bitcast<vec4u>(vec4f(select(-(found.n * s.turn), found.n, isFirst), kept));
  }
  let both = partnersOf(a, b);
  var overlap = found.overlap;
  if (!(overlap > 0.0)) { endPair(pair, both.pair); return; }
  // The normal of a face and the overlap once more, with more digits.
  var n = turn * found.n;
  if (found.face != NO_FACE) { n = directionExactly(holder, found.n); }
  let exact = heightExactly(holder, other, found.corner, s.factor * found.own, n, x.size);
  if (abs(exact - overlap) < 1.0e-5 * x.size) { overlap = max(exact, 1.0e-9 * x.size); }
  var point = turn * found.point;
  if (!isFirst) { point = turn * (found.point - overlap * found.n - toRound); n = -n; }
  points[0] = vec4f(point, overlap);
  shares[0] = vec2f(1.0);
  finish(pair, both, n, 1u, a, min(a.ball, b.ball), b.equal, d, b.velocity, vec2f(-1.0));
}
`;
}

/** Pairs that are searched from the last normal, and those that are new or for which other starts are due. */
export function mixedKernel(given: ConvexForm, search: SearchLength): string {
  const form = { ...given, points: 1 };
  const isLong = search === 'long';
  return [
    ...narrowBeginning(form),
    BYTES,
    SMOOTH_SUPPORT,
    EXACT,
    pointsText(form),
    ROUND_SUPPORT,
    MIXED + BEARING + MIXED_SEARCH,
    isLong ? OTHER_STARTS : TRAVEL,
    contact(isLong),
    striding(`atomicLoad(&status[${ACTIVE_COUNT + (isLong ? NARROW_MIXED_LONG : NARROW_MIXED)}])`),
  ].join('\n');
}
