// SPDX-License-Identifier: MIT
/**
 * WGSL: pairs with a capsule, cylinder, cone, tablet or rounded body: cores swept by balls, on each other and on all
 * other bodies. The overlap is that of the cores along the normal along which it is least, and the radii of both balls.
 * Its value comes from the two points that touch, with more digits: an error of the normal changes it to second order
 * only. Faces and edges that lie flat on each other touch in the corners of their common part.
 */

import { cores } from './convex-cores.ts';
import { EXACT } from './convex-exact.ts';
import { FEATURES, FLAT } from './convex-flat.ts';
import { TRAVEL } from './convex-keep.ts';
import { striding } from './convex-list.ts';
import { BEARING, othersLeft } from './convex-mixed.ts';
import { narrowBeginning, pointsText } from './convex-points.ts';
import { ACTIVE_COUNT, type ConvexForm, NARROW_SWEPT, NARROW_SWEPT_LONG } from './convex-prelude.ts';
import { ROUND_SUPPORT, type SearchLength } from './convex-smooth.ts';
import { BYTES, SMOOTH_SUPPORT } from './convex-support.ts';
import { SWEPT_FEATURES, SWEPT_FLAT } from './convex-swept-flat.ts';
import { sweptSearch } from './convex-swept-search.ts';
import { PAIR } from './records.ts';

/** Iterations of a short search, which suffices for nearly all pairs with a normal from before, and of a long one. */
const FEW = 8;
const MANY = 48;

/** The search of pairs that are new, or for which other starts are due. */
const OTHER_STARTS = /* wgsl */ `
const MANY = ${MANY}u;
// Cosines of the angles within which a start leads to the normal that is known already: of faces, which are exact, and
// of others.
const SAME_FACE = 0.9995;
const SAME_SIDE = 0.8;
// Over the size: along starts whose bounds are less above the least overlap the overlap itself is computed.
const CLEAR = 0.05;
const NO_OTHERS = 1.0e30;
fn startCount(c: Core) -> u32 {
  if (c.kind == CORE_POLYHEDRON) { return headOf(c.shape, 0u).z; }
  if (c.kind == CORE_SUPERQUADRIC) { return 6u; }
  return select(3u, 0u, c.kind == CORE_POINT);
}
// Out of a core, in its frame: faces, axes, caps, and the side towards a point of the other body.
fn startAt(c: Core, k: u32, deep: vec3f) -> vec3f {
  if (c.kind == CORE_POLYHEDRON) { return bitcast<vec3f>(shapes[headOf(c.shape, 1u).y + 2u * k].xyz); }
  let sign = select(1.0, -1.0, (k & 1u) == 1u);
  if (c.kind == CORE_SUPERQUADRIC) { return sign * vec3f(f32(k < 2u), f32((k >> 1u) == 1u), f32(k >= 4u)); }
  if (k < 2u) { return vec3f(0.0, 0.0, sign); }
  var up = 0.0;
  if (c.kind == CORE_FRUSTUM && c.four.w > c.four.z) { up = (c.four.x - c.four.y) / (c.four.w - c.four.z); }
  return unitOf(vec3f(azimuthOf(deep).xy, up));
}
// The direction k out of the core of A or B, in the frame of A; 0 where it leads to the normal that is known already.
fn specialStart(x: Swept, found: SweptFound, k: u32, countA: u32) -> vec4f {
  let isB = k >= countA;
  var c = x.a;
  var deep = x.d + x.turn * found.b;
  if (isB) { c = x.b; deep = (found.a - x.d) * x.turn; }
  let j = select(k, k - countA, isB);
  let own = startAt(c, j, deep);
  var n = own;
  if (isB) { n = -(x.turn * own); }
  let isPolyhedron = c.kind == CORE_POLYHEDRON;
  if (dot(n, found.n) > select(SAME_SIDE, SAME_FACE, isPolyhedron)) { return vec4f(0.0); }
  // What the overlap along it is at least.
  if (!isPolyhedron) { return vec4f(n, -3.0e38); }
  return vec4f(n, c.factor * bitcast<f32>(shapes[headOf(c.shape, 1u).y + 2u * j].w) - dot(own, deep));
}
// The start with the least overlap, if that is below most; and what the overlap along all others is at least. Starts are
// the axis and a coarse set, or those of both cores.
struct Start { n: vec3f, overlap: f32, others: f32 }
fn bestStart(x: Swept, found: SweptFound, isCoarse: bool, most: f32) -> Start {
  var best = Start(found.n, most, NO_OTHERS);
  let countA = startCount(x.a);
  let count = select(countA + startCount(x.b), 1u + COARSE, isCoarse);
  for (var k = 0u; k < count; k++) {
    var start = vec4f(found.n, -3.0e38);
    if (!isCoarse) { start = specialStart(x, found, k, countA); } else if (k > 0u) { start = vec4f(coarse(k - 1u), -3.0e38); }
    let n = start.xyz;
    if (dot(n, n) == 0.0) { continue; }
    var least = start.w;
    if (least < best.overlap + CLEAR * x.size) {
      let sides = sidesAlong(x, NOT_GIVEN, n, n, vec3f(0.0), vec3f(0.0));
      least = dot(n, between(x, sides.a, sides.b));
    }
    if (least < best.overlap) { best.n = n; best.overlap = least; } else { best.others = min(best.others, least); }
  }
  return best;
}
// From the last normal, or from the best of a coarse set, and again where another start is below what that gives.
struct SweptAnswer { found: SweptFound, others: f32 }
fn searchSwept(x: Swept, axis: vec3f, isNew: bool) -> SweptAnswer {
  var found = SweptFound(axis, 3.0e38, vec3f(0.0), vec3f(0.0), false, NO_CAP, false);
  for (var k = 0u; k < 4u; k++) {
    var n = axis;
    if (k > 0u || isNew) {
      // The second start of a new pair is the best one whatever its overlap.
      let most = select(found.overlap - SWEPT_NOISE * x.size, 3.0e38, isNew && k < 2u);
      let start = bestStart(x, found, k == 0u, most);
      if (start.overlap >= most) { return SweptAnswer(found, start.others); }
      n = start.n;
    }
    let now = leastSwept(x, n, MANY);
    if (now.overlap < found.overlap) { found = now; }
    // Cores that are apart have one distance.
    if (found.overlap <= 0.0) { return SweptAnswer(found, NO_OTHERS); }
  }
  return SweptAnswer(found, 0.0);
}
`;

const LONG = /* wgsl */ `
  let search = searchSwept(x, axis, isNew);
  let found = search.found;
  let others = search.others;`;

const SHORT = /* wgsl */ `
  ${othersLeft('world')}
  var found = SweptFound();
  if (!isNew) { found = leastSwept(x, axis, ${FEW}u); }
  if (!found.hasEnded || (found.overlap > 0.0 && found.overlap > others)) {
    watched[${NARROW_SWEPT_LONG}u * p.pairCapacity + atomicAdd(&status[${ACTIVE_COUNT + NARROW_SWEPT_LONG}], 1u)] =
      pair.t;
    return;
  }`;

function contact(isLong: boolean): string {
  return /* wgsl */ `
fn forPair(k: u32) {
  let pair = readPair(watched[${isLong ? NARROW_SWEPT_LONG : NARROW_SWEPT}u * p.pairCapacity + k]);
  let a = bodyAt(pair.first);
  let b = bodyAt(pair.second);
  let world = separation(a.position, b.position);
  let x = Swept(coreOf(a.shape, a.factor, a.radius), coreOf(b.shape, b.factor, b.radius), transpose(a.turn) * b.turn,
    world * a.turn, a.radius + b.radius);
  let last = bitcast<vec4f>(${PAIR.vector('pairs', 'normal', 'pair.t')});
  var axis = last.xyz;
  let isNew = !(dot(axis, axis) > 0.5);
  if (isNew) { axis = vec3f(1.0, 0.0, 0.0); if (dot(x.d, x.d) > 1.0e-30) { axis = x.d; } }
  axis = unitOf(axis);
  ${isLong ? LONG : SHORT}
  let margin = x.a.margin + x.b.margin;
  var overlap = found.overlap + margin;
  if (isStep()) {
    ${PAIR.vector('pairs', 'normal', 'pair.t')} =
      bitcast<vec4u>(vec4f(found.n, select(0.0, others, overlap > 0.0 && found.overlap > 0.0)));
  }
  let both = partnersOf(a, b);
  if (!(overlap > 0.0)) { endPair(pair, both.pair); return; }
  // The normal of a cap, and the overlap once more with more digits.
  var n = unitOf(a.turn * found.n);
  if (found.cap == CAP_OF_A) { n = directionExactly(pair.first, vec3f(0.0, 0.0, select(-1.0, 1.0, found.n.z > 0.0))); }
  if (found.cap == CAP_OF_B) {
    n = directionExactly(pair.second, vec3f(0.0, 0.0, select(1.0, -1.0, dot(found.n, x.turn[2]) < 0.0)));
  }
  let exact = heightExactly(pair.first, pair.second, found.a, found.b, n, x.size) + margin;
  if (abs(exact - overlap) < 1.0e-5 * x.size) { overlap = max(exact, 1.0e-9 * x.size); }
  var count = flatSwept(pair, a, b, x, found.n, n);
  if (count == 0u) {
    var core = found.a;
    if (found.isOnB) { core = x.d + x.turn * found.b + found.overlap * found.n; }
    points[0] = vec4f(a.turn * core + x.a.margin * n, overlap);
    shares[0] = vec2f(1.0);
    count = 1u;
  }
  finish(pair, both, n, count, a, min(a.ball, b.ball), b.equal, world, b.velocity, vec2f(-1.0));
}
`;
}

/** Pairs that are searched from the last normal, and those that are new or for which other starts are due. */
export function sweptKernel(form: ConvexForm, search: SearchLength): string {
  const isLong = search === 'long';
  return [
    ...narrowBeginning(form),
    BYTES,
    FEATURES,
    FLAT,
    SMOOTH_SUPPORT,
    ROUND_SUPPORT,
    EXACT,
    pointsText(form),
    cores(form, true),
    BEARING,
    sweptSearch(form),
    SWEPT_FEATURES,
    SWEPT_FLAT,
    isLong ? OTHER_STARTS : TRAVEL,
    contact(isLong),
    striding(`atomicLoad(&status[${ACTIVE_COUNT + (isLong ? NARROW_SWEPT_LONG : NARROW_SWEPT)}])`),
  ].join('\n');
}
