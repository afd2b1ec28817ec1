// SPDX-License-Identifier: MIT
/**
 * WGSL: contact of two polyhedra that overlap. Recomputes normal and overlap from the features with more digits; then
 * one contact point or, in a separate kernel because few pairs need it, the corners of the intersection of faces and
 * edges in flat contact.
 */
import { EXACT } from './convex-exact.ts';
import { FEW_CORNERS, FEW_CORNERS_IN_COMMON } from './convex-few-corners.ts';
import { FEATURES, FLAT, PLANES } from './convex-flat.ts';
import { APART, FOUND } from './convex-found.ts';
import { KEEP, KEEPS, TRAVEL } from './convex-keep.ts';
import { striding } from './convex-list.ts';
import { narrowBeginning, pointsText } from './convex-points.ts';
import {
  ACTIVE_COUNT,
  type ConvexForm,
  FLAT_EDGES,
  FLAT_FACES,
  KEPT_EDGES,
  KEPT_FACES,
  NARROW_FOUND,
  NARROW_POLYHEDRA,
  twoLists,
} from './convex-prelude.ts';
import { BYTES } from './convex-support.ts';
import { NOT_NOTED, noting } from './noting.ts';

/** Pairs in two lists, so that threads of a subgroup do the same. */
const KEPT_PAIRS = twoLists(KEPT_FACES, KEPT_EDGES);
const FLAT_PAIRS = twoLists(FLAT_FACES, FLAT_EDGES);
const FOUND_PAIRS = {
  count: `atomicLoad(&status[${ACTIVE_COUNT + NARROW_FOUND}])`,
  row: (k: string): string => `${NARROW_FOUND}u * p.pairCapacity + ${k}`,
};

/** What a search has found, or that a pair touches as in the step before. */
export type Finding = 'searched' | 'kept';

/**
 * Pairs with one contact point, and those that have come apart; pairs with flat contacts are noted, and those that are
 * not kept after all.
 */
export function polyhedraKernel(form: ConvexForm, finding: Finding): string {
  const isKept = finding === 'kept';
  const { count, row } = isKept ? KEPT_PAIRS : FOUND_PAIRS;
  return [
    ...common(form, true),
    ...(isKept ? [KEEP, TRAVEL, KEEPS] : []),
    single(row('k'), isKept ? KEPT : SEARCHED),
    noting({
      count,
      listOf: 'forPair(t)',
      value: `watched[${row('t')}]`,
      lists: [FLAT_FACES, FLAT_EDGES, ...(isKept ? [NARROW_POLYHEDRA] : [])],
    }),
  ].join('\n');
}

export function flatPairsKernel(form: ConvexForm): string {
  const hasMany = form.corners > FEW_CORNERS;
  return [
    ...common(form, false),
    hasMany ? FLAT : PLANES,
    FEW_CORNERS_IN_COMMON,
    flatPairs(hasMany),
    striding(FLAT_PAIRS.count),
  ].join('\n');
}

function common(form: ConvexForm, isSingle: boolean): string[] {
  const text = pointsText(form, false, isSingle);
  return [...narrowBeginning(form), BYTES, FEATURES, NOT_NOTED, text, EXACT, FOUND, POINT];
}

const POINT = /* wgsl */ `
// Sizes; d is the offset from A to B, and turn takes B's frame to A's.
struct Two { a: u32, b: u32, fa: f32, fb: f32, d: vec3f, turn: mat3x3f }
// The point of A's surface where one point is the contact, in A's frame.
fn singlePoint(x: Two, found: Found) -> vec3f {
  if (found.kind == 3u) {
    let a = shapes[headOf(x.a, 1u).z + 3u * found.a];
    let b = shapes[headOf(x.b, 1u).z + 3u * found.b];
    let p0 = x.fa * vertexOf(x.a, a.w & 255u);
    let p1 = x.fa * vertexOf(x.a, (a.w >> 8u) & 255u);
    let q0 = x.turn * (x.fb * vertexOf(x.b, b.w & 255u)) + x.d;
    let u = p1 - p0;
    let v = x.turn * bitcast<vec3f>(b.xyz);
    let c = cross(u, v);
    let cc = dot(c, c);
    var s = 0.5;
    if (cc > 0.0) { s = clamp(dot(cross(q0 - p0, v), c) / cc, 0.0, 1.0); }
    return p0 + s * u;
  }
  if (found.kind == 1u) { return x.turn * (x.fb * vertexOf(x.b, found.w)) + x.d + found.overlap * found.n; }
  return x.fa * vertexOf(x.a, found.v);
}
`;

const SEARCHED = /* wgsl */ `
  let four = slots[3u * pair.t];
  if (bitcast<u32>(four.w) == ${APART}u) { endPair(pair, both.pair); return NOT_NOTED; }
  var found = foundOf(four);`;

const KEPT = /* wgsl */ `
  let kept = keptContact(pair, a, b, world, turn);
  if (kept.code == 0u) { return 2u; }
  let four = vec4f(kept.n, bitcast<f32>(kept.code));
  var found = foundOf(four);`;

/** `find` names what is found, as \`four\` and \`found\`. */
function single(row: string, find: string): string {
  return /* wgsl */ `
// Whether the features are edges that cross each other, as seen along the normal.
fn areCrossed(x: Two, n: vec3f, a: Feature, b: Feature) -> bool {
  if (a.face >= 0 || b.face >= 0) { return false; }
  var u = vertexOf(x.a, u32(a.other)) - vertexOf(x.a, a.v);
  var v = x.turn * (vertexOf(x.b, u32(b.other)) - vertexOf(x.b, b.v));
  u -= dot(u, n) * n;
  v -= dot(v, n) * n;
  let across = dot(cross(u, v), n);
  return across * across > FLAT_SINE * FLAT_SINE * dot(u, u) * dot(v, v);
}
fn forPair(k: u32) -> u32 {
  let pair = readPair(watched[${row}]);
  let a = bodyAt(pair.first);
  let b = bodyAt(pair.second);
  let both = partnersOf(a, b);
  let world = separation(a.position, b.position);
  let turn = transpose(a.turn) * b.turn;
  ${find}
  let x = Two(a.shape, b.shape, a.factor, b.factor, world * a.turn, turn);
  let size = a.radius + b.radius;
  var normal = a.turn * found.n;
  var exact = 0.0;
  let v = a.factor * vertexOf(a.shape, found.v);
  let w = b.factor * vertexOf(b.shape, found.w);
  if (found.kind == 1u) {
    normal = directionExactly(pair.first, bitcast<vec3f>(shapes[headOf(a.shape, 1u).y + 2u * found.a].xyz));
  } else if (found.kind == 2u) {
    normal = -directionExactly(pair.second, bitcast<vec3f>(shapes[headOf(b.shape, 1u).y + 2u * found.b].xyz));
  } else if (found.kind == 3u) {
    let edgeA = shapes[headOf(a.shape, 1u).z + 3u * found.a];
    let edgeB = shapes[headOf(b.shape, 1u).z + 3u * found.b];
    let crossed = cross(directionExactly(pair.first, bitcast<vec3f>(edgeA.xyz)),
      directionExactly(pair.second, bitcast<vec3f>(edgeB.xyz)));
    normal = unitOf(select(crossed, -crossed, dot(crossed, normal) < 0.0));
    exact = edgesExactly(pair.first, pair.second, a.factor * vertexOf(a.shape, edgeA.w & 255u),
      a.factor * vertexOf(a.shape, (edgeA.w >> 8u) & 255u),
      b.factor * vertexOf(b.shape, edgeB.w & 255u), b.factor * vertexOf(b.shape, (edgeB.w >> 8u) & 255u), normal, size);
  }
  found.overlap = dot(found.n, v - turn * w - x.d);
  if (found.kind != 3u) { exact = heightExactly(pair.first, pair.second, v, w, normal, size); }
  if (abs(exact - found.overlap) < 1.0e-5 * size) { found.overlap = exact; }
  found.overlap = max(found.overlap, 1.0e-9 * size);
  var featureA = Feature(found.v, i32(found.a), -1);
  var featureB = Feature(found.w, i32(found.b), -1);
  if (found.kind != 1u) { featureA = featureOf(a.shape, found.n, found.v, FLAT_SINE); }
  if (found.kind != 2u && !isAlone(featureA)) { featureB = featureOf(b.shape, -(found.n * turn), found.w, FLAT_SINE); }
  if (!isAlone(featureA) && !isAlone(featureB) && !areCrossed(x, found.n, featureA, featureB)) {
    slots[3u * pair.t] = four;
    slots[3u * pair.t + 1u] = bitcast<vec4f>(vec4i(featureA.face, featureA.other, featureB.face, featureB.other));
    slots[3u * pair.t + 2u] = vec4f(normal, found.overlap);
    return select(1u, 0u, featureA.face >= 0 && featureB.face >= 0);
  }
  points[0] = vec4f(a.turn * singlePoint(x, found), found.overlap);
  shares[0] = vec2f(1.0);
  finish(pair, both, normal, 1u, a, min(a.ball, b.ball), b.equal, world, b.velocity, vec2f(-1.0));
  return NOT_NOTED;
}
`;
}

/** `hasMany`: some faces have more corners than FEW_CORNERS_IN_COMMON takes. */
function flatPairs(hasMany: boolean): string {
  return /* wgsl */ `
// The slope of a feature to the plane across the contact's normal, whose directions are the first two of across; that
// of an edge, which is given in the plane, is along it.
fn slopeExactly(index: u32, body: Body, feature: Feature, n: vec3f, across: mat3x3f, edge: vec2f) -> vec2f {
  if (feature.face >= 0) {
    let m = directionExactly(index, bitcast<vec3f>(shapes[headOf(body.shape, 1u).y + 2u * u32(feature.face)].xyz));
    let along = dot(m, n);
    // The difference is small and exact.
    let tilt = select(m + n, m - n, along > 0.0);
    return -vec2f(dot(tilt, across[0]), dot(tilt, across[1])) / along;
  }
  let s = partsOf(body.radius);
  let e = body.factor * (vertexOf(body.shape, max(feature.v, u32(feature.other))) -
    vertexOf(body.shape, min(feature.v, u32(feature.other))));
  return lengthOfParts(alongExactly(n, turnedExactly(orientationAt(index), e, s)), s) / dot(edge, edge) * edge;
}

// Slopes of both planes, and the overlap of their vertices.
fn planesExactly(pair: Pair, a: Body, b: Body, featureA: Feature, featureB: Feature, n: vec3f, across: mat3x3f,
  edgeA: vec2f, edgeB: vec2f) -> f32 {
  planeA.slope = slopeExactly(pair.first, a, featureA, n, across, edgeA);
  planeB.slope = slopeExactly(pair.second, b, featureB, n, across, edgeB);
  return heightExactly(pair.first, pair.second, planeA.vertex, planeB.vertex, n, a.radius + b.radius);
}
${
  hasMany
    ? /* wgsl */ `
fn cornerCount(shape: u32, feature: Feature) -> u32 {
  if (feature.face < 0) { return 2u; }
  return ringOf(headOf(shape, 1u).y + 2u * u32(feature.face)).count;
}`
    : ''
}
fn forPair(k: u32) {
  let pair = readPair(watched[${FLAT_PAIRS.row('k')}]);
  let a = bodyAt(pair.first);
  let b = bodyAt(pair.second);
  var found = foundOf(slots[3u * pair.t]);
  let features = bitcast<vec4i>(slots[3u * pair.t + 1u]);
  let last = slots[3u * pair.t + 2u];
  found.overlap = last.w;
  let normal = last.xyz;
  let world = separation(a.position, b.position);
  let turn = transpose(a.turn) * b.turn;
  let x = Two(a.shape, b.shape, a.factor, b.factor, world * a.turn, turn);
  let axes = axesAcross(found.n);
  let into = transpose(axes);
  let featureA = Feature(found.v, features.x, features.y);
  let featureB = Feature(found.w, features.z, features.w);
  let across = a.turn * axes;
  var count = 0u;
  ${
    hasMany
      ? /* wgsl */ `
  if (max(cornerCount(a.shape, featureA), cornerCount(b.shape, featureB)) > ${FEW_CORNERS}u) {
    let countA = loadFeature(false, a.shape, a.factor, featureA, into, vec3f(0.0));
    let countB = loadFeature(true, b.shape, b.factor, featureB, into * turn, into * x.d);
    let given = commonPart(countA, countB);
    if (given > 1u) {
      let base = planesExactly(pair, a, b, featureA, featureB, normal, across, polygonA[1] - polygonA[0],
        polygonB[1] - polygonB[0]);
      count = takeCorners(given, across, base);
    }
  } else`
      : ''
  } {
    let outlineA = outlineOf(a.shape, a.factor, featureA, into, vec3f(0.0), false);
    let outlineB = outlineOf(b.shape, b.factor, featureB, into * turn, into * x.d, true);
    let both = commonOf(outlineA, outlineB);
    if (both.isAny) {
      planeA = outlineA.plane;
      planeB = outlineB.plane;
      let base = planesExactly(pair, a, b, featureA, featureB, normal, across, outlineA.x[1] - outlineA.x[0],
        outlineB.x[1] - outlineB.x[0]);
      count = takeCommon(both, across, base);
    }
  }
  if (count == 0u) {
    points[0] = vec4f(a.turn * singlePoint(x, found), found.overlap);
    shares[0] = vec2f(1.0);
    count = 1u;
  }
  finish(pair, partnersOf(a, b), normal, count, a, min(a.ball, b.ball), b.equal, world, b.velocity, vec2f(-1.0));
}
`;
}
