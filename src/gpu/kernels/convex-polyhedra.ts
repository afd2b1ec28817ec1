// SPDX-License-Identifier: MIT
/**
 * WGSL: contact of two polyhedra that overlap. Recomputes normal and overlap from the features with more digits; then
 * one contact point or, in a separate kernel because few pairs need it, the corners of the intersection of faces and
 * edges in flat contact.
 */
import { EXACT } from './convex-exact.ts';
import { FEATURES, FLAT } from './convex-flat.ts';
import { APART, FOUND } from './convex-found.ts';
import { striding } from './convex-list.ts';
import { narrowBeginning, pointsText } from './convex-points.ts';
import { type ConvexForm, FLAT_COUNT, FLAT_LIST, TOUCHING_COUNT, TOUCHING_LIST } from './convex-prelude.ts';
import { BYTES } from './convex-support.ts';
import { NOT_NOTED, noting } from './noting.ts';

/** Pairs with one contact point, and those that have come apart; pairs with flat contacts are noted. */
export function polyhedraKernel(form: ConvexForm): string {
  return [
    ...common(form),
    SINGLE,
    noting({
      count: `atomicLoad(&status[${TOUCHING_COUNT}])`,
      listOf: 'forPair(t)',
      value: `watched[${TOUCHING_LIST}u * p.pairCapacity + t]`,
      counters: [FLAT_COUNT],
      rows: [FLAT_LIST],
    }),
  ].join('\n');
}

export function flatPairsKernel(form: ConvexForm): string {
  return [...common(form), FLAT, FLAT_PAIRS, striding(`atomicLoad(&status[${FLAT_COUNT}])`)].join('\n');
}

function common(form: ConvexForm): string[] {
  return [...narrowBeginning(form), BYTES, FEATURES, NOT_NOTED, pointsText(form), EXACT, FOUND, POINT];
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

const SINGLE = /* wgsl */ `
fn forPair(k: u32) -> u32 {
  let pair = readPair(watched[${TOUCHING_LIST}u * p.pairCapacity + k]);
  let a = bodyAt(pair.first);
  let b = bodyAt(pair.second);
  let both = partnersOf(a, b);
  let four = slots[3u * pair.t];
  if (bitcast<u32>(four.w) == ${APART}u) { endPair(pair, both.pair); return NOT_NOTED; }
  var found = foundOf(four);
  let world = separation(a.position, b.position);
  let turn = transpose(a.turn) * b.turn;
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
  if (!isAlone(featureA) && !isAlone(featureB)) {
    slots[3u * pair.t + 1u] = bitcast<vec4f>(vec4i(featureA.face, featureA.other, featureB.face, featureB.other));
    slots[3u * pair.t + 2u] = vec4f(normal, found.overlap);
    return 0u;
  }
  points[0] = vec4f(a.turn * singlePoint(x, found), found.overlap);
  shares[0] = vec2f(1.0);
  finish(pair, both, normal, 1u, a, min(a.ball, b.ball), b.equal, world, b.velocity, vec2f(-1.0));
  return NOT_NOTED;
}
`;

const FLAT_PAIRS = /* wgsl */ `
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

fn forPair(k: u32) {
  let pair = readPair(watched[${FLAT_LIST}u * p.pairCapacity + k]);
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
  let countA = loadFeature(false, a.shape, a.factor, featureA, into, vec3f(0.0));
  let countB = loadFeature(true, b.shape, b.factor, featureB, into * turn, into * x.d);
  var count = 0u;
  if (countA > 1u && countB > 1u) {
    let given = commonPart(countA, countB);
    if (given > 1u) {
      let across = a.turn * axes;
      planeA.slope = slopeExactly(pair.first, a, featureA, normal, across, polygonA[1] - polygonA[0]);
      planeB.slope = slopeExactly(pair.second, b, featureB, normal, across, polygonB[1] - polygonB[0]);
      count = takeCorners(given, across,
        heightExactly(pair.first, pair.second, planeA.vertex, planeB.vertex, normal, a.radius + b.radius));
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
