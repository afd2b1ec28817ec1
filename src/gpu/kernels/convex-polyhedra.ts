// SPDX-License-Identifier: MIT
/**
 * WGSL: contact of two polyhedra that overlap. Recomputes normal and overlap from the features with more digits; then
 * one contact point or, in a separate kernel because few pairs need it, the corners of the intersection of faces and
 * edges in flat contact.
 */
import { EXACT } from './convex-exact.ts';
import { FEW_CORNERS, FEW_CORNERS_IN_COMMON } from './convex-few-corners.ts';
import { FLAT, PLANES } from './convex-flat.ts';
import { APART, FOUND } from './convex-found.ts';
import { KEEP, KEEPS, TRAVEL } from './convex-keep.ts';
import { striding } from './convex-list.ts';
import { narrowBeginning, pointsText } from './convex-points.ts';
import { polyhedronFeatures, polyhedronParts, polyhedronSupport } from './convex-polyhedron.ts';
import {
  ACTIVE_COUNT,
  type ConvexForm,
  FLAT_EDGES,
  FLAT_FACES,
  KEPT_EDGES,
  KEPT_FACES,
  NARROW_FOUND,
  NARROW_POLYHEDRA,
  SINGLE_EDGES,
  SINGLE_FACES,
  twoLists,
} from './convex-prelude.ts';
import { NOT_NOTED, noting } from './noting.ts';
import { PAIR } from './records.ts';

const FLAT_PAIRS = twoLists(FLAT_FACES, FLAT_EDGES);

/**
 * What a search has found, or that a pair touches as in the step before: with features beside which others may come to
 * lie flat, or in a single point until a search is due.
 */
export type Finding = 'searched' | 'kept' | 'single';

/** Pairs in two lists, so that threads of a subgroup do the same. */
const PAIRS = {
  searched: {
    count: `atomicLoad(&status[${ACTIVE_COUNT + NARROW_FOUND}])`,
    row: (k: string): string => `${NARROW_FOUND}u * p.pairCapacity + ${k}`,
  },
  kept: twoLists(KEPT_FACES, KEPT_EDGES),
  single: twoLists(SINGLE_FACES, SINGLE_EDGES),
} as const;

/**
 * Pairs with one contact point, and those that have come apart; pairs with flat contacts are noted, and those that are
 * not kept after all.
 */
export function polyhedraKernel(form: ConvexForm, finding: Finding): string {
  const { count, row } = PAIRS[finding];
  const hasFlat = finding !== 'single';
  return [
    ...common(form, true),
    ...(hasFlat ? [ARE_CROSSED] : []),
    ...(finding === 'searched' ? [] : [KEEP, TRAVEL, KEEPS]),
    single(row('k'), finding),
    noting({
      count,
      listOf: 'forPair(t)',
      value: `watched[${row('t')}]`,
      lists: {
        searched: [FLAT_FACES, FLAT_EDGES],
        kept: [NARROW_POLYHEDRA, FLAT_FACES, FLAT_EDGES],
        single: [NARROW_POLYHEDRA],
      }[finding],
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
  return [
    ...narrowBeginning(form, polyhedronSupport(form)),
    polyhedronParts(form),
    polyhedronFeatures(form),
    NOT_NOTED,
    pointsText(form, false, isSingle),
    EXACT,
    FOUND,
    POINT,
  ];
}

const POINT = /* wgsl */ `
// Sizes; d is the offset from A to B, and turn takes B's frame to A's.
struct Two { a: u32, b: u32, fa: f32, fb: f32, d: vec3f, turn: mat3x3f }
// The point of A's surface where one point is the contact, in A's frame.
fn singlePoint(x: Two, found: Found) -> vec3f {
  if (found.kind == 3u) {
    let a = edgeAt(x.a, found.a);
    let b = edgeAt(x.b, found.b);
    let p0 = x.fa * vertexOf(x.a, a.begin);
    let p1 = x.fa * vertexOf(x.a, a.to);
    let q0 = x.turn * (x.fb * vertexOf(x.b, b.begin)) + x.d;
    let u = p1 - p0;
    let v = x.turn * b.along;
    let c = cross(u, v);
    let cc = dot(c, c);
    var s = 0.5;
    if (cc > 0.0) { s = clamp(dot(cross(q0 - p0, v), c) / cc, 0.0, 1.0); }
    return p0 + s * u;
  }
  if (found.kind == 1u) { return x.turn * (x.fb * vertexOf(x.b, found.w)) + x.d + found.overlap * found.n; }
  return x.fa * vertexOf(x.a, found.v);
}
// The normal in world axes with more digits, of faces and edges.
fn normalExactly(pair: Pair, a: Body, b: Body, found: Found) -> vec3f {
  if (found.kind == 1u) { return directionExactly(pair.first, faceOf(a.shape, found.a).xyz); }
  if (found.kind == 2u) { return -directionExactly(pair.second, faceOf(b.shape, found.b).xyz); }
  let normal = a.turn * found.n;
  if (found.kind == 0u) { return normal; }
  let crossed = cross(directionExactly(pair.first, edgeAt(a.shape, found.a).along),
    directionExactly(pair.second, edgeAt(b.shape, found.b).along));
  return unitOf(select(crossed, -crossed, dot(crossed, normal) < 0.0));
}
fn overlapExactly(pair: Pair, a: Body, b: Body, x: Two, found: Found, normal: vec3f) -> f32 {
  let size = a.radius + b.radius;
  let v = a.factor * vertexOf(a.shape, found.v);
  let w = b.factor * vertexOf(b.shape, found.w);
  var exact = 0.0;
  if (found.kind == 3u) {
    let edgeA = edgeAt(a.shape, found.a);
    let edgeB = edgeAt(b.shape, found.b);
    exact = edgesExactly(pair.first, pair.second, a.factor * vertexOf(a.shape, edgeA.begin),
      a.factor * vertexOf(a.shape, edgeA.to), b.factor * vertexOf(b.shape, edgeB.begin),
      b.factor * vertexOf(b.shape, edgeB.to), normal, size);
  } else { exact = heightExactly(pair.first, pair.second, v, w, normal, size); }
  let overlap = dot(found.n, v - x.turn * w - x.d);
  return max(select(overlap, exact, abs(exact - overlap) < 1.0e-5 * size), 1.0e-9 * size);
}
`;

/** How a pair with a single point begins: names what is found, as \`four\` and \`found\`. */
function begin(finding: Finding): string {
  if (finding === 'searched') {
    return /* wgsl */ `
  let four = slots[3u * pair.t];
  if (bitcast<u32>(four.w) == ${APART}u) { endPair(pair, both.pair); return NOT_NOTED; }
  var found = foundOf(four);`;
  }
  return /* wgsl */ `
  let kept = keptContact(pair, a, b, world, turn);
  if (kept.code == 0u) { return 0u; }
  let four = vec4f(kept.n, bitcast<f32>(kept.code));
  var found = foundOf(four);`;
}

const ARE_CROSSED = /* wgsl */ `
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
`;

const MARKED = `if (room > kept.turning && isStep()) {
    ${PAIR.word('pairs', 'normal', 'pair.t', 3)} |= STAYS_SINGLE;
  }`;

/** Notes pairs that lie flat; a pair that is kept, and whose features stay alone until a search is due, is marked. */
function flatFirst(finding: Finding): string {
  const isKept = finding === 'kept';
  return /* wgsl */ `
  var featureA = Feature(found.v, i32(found.a), -1);
  var featureB = Feature(found.w, i32(found.b), -1);
  ${isKept ? 'var room = 3.0e38;' : ''}
  if (found.kind != 1u) {
    featureA = featureOf(a.shape, found.n, found.v, FLAT_SINE);
    ${isKept ? 'room = select(min(clearance.x, clearance.y), clearance.x, found.kind == 3u);' : ''}
  }
  if (found.kind != 2u && !isAlone(featureA)) {
    featureB = featureOf(b.shape, -(found.n * turn), found.w, FLAT_SINE);
    ${isKept ? 'room = min(room, select(min(clearance.x, clearance.y), clearance.x, found.kind == 3u));' : ''}
  }
  if (!isAlone(featureA) && !isAlone(featureB) && !areCrossed(x, found.n, featureA, featureB)) {
    slots[3u * pair.t] = four;
    slots[3u * pair.t + 1u] = bitcast<vec4f>(vec4i(featureA.face, featureA.other, featureB.face, featureB.other));
    return ${isKept ? 1 : 0}u + select(1u, 0u, featureA.face >= 0 && featureB.face >= 0);
  }
  ${isKept ? MARKED : ''}`;
}

function single(row: string, finding: Finding): string {
  return /* wgsl */ `
fn forPair(k: u32) -> u32 {
  let pair = readPair(watched[${row}]);
  let a = bodyAt(pair.first);
  let b = bodyAt(pair.second);
  let both = partnersOf(a, b);
  let world = separation(a.position, b.position);
  let turn = transpose(a.turn) * b.turn;
  ${begin(finding)}
  let x = Two(a.shape, b.shape, a.factor, b.factor, world * a.turn, turn);
  ${finding === 'single' ? '' : flatFirst(finding)}
  let normal = normalExactly(pair, a, b, found);
  found.overlap = overlapExactly(pair, a, b, x, found, normal);
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
    let m = directionExactly(index, faceOf(body.shape, u32(feature.face)).xyz);
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
fn cornersOfFeature(shape: u32, feature: Feature) -> u32 {
  if (feature.face < 0) { return 2u; }
  return cornerCount(shape, u32(feature.face));
}
fn forPair(k: u32) {
  let pair = readPair(watched[${FLAT_PAIRS.row('k')}]);
  let a = bodyAt(pair.first);
  let b = bodyAt(pair.second);
  var found = foundOf(slots[3u * pair.t]);
  let features = bitcast<vec4i>(slots[3u * pair.t + 1u]);
  let normal = normalExactly(pair, a, b, found);
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
  if (max(cornersOfFeature(a.shape, featureA), cornersOfFeature(b.shape, featureB)) > ${FEW_CORNERS}u) {
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
    found.overlap = overlapExactly(pair, a, b, x, found, normal);
    points[0] = vec4f(a.turn * singlePoint(x, found), found.overlap);
    shares[0] = vec2f(1.0);
    count = 1u;
  }
  finish(pair, partnersOf(a, b), normal, count, a, min(a.ball, b.ball), b.equal, world, b.velocity, vec2f(-1.0));
}
`;
}
