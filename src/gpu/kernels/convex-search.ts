// SPDX-License-Identifier: MIT
/**
 * WGSL: the least overlap of two polyhedra, over all face normals and all edge pairs that are facets of the Minkowski
 * difference (Gottschalk, Lin & Manocha 1996, doi:10.1145/237170.237244; arcs on the sphere of normals after Gregorius,
 * The separating axis test between convex polyhedra, 2013). Exact at any depth, without iteration. The overlap along
 * the last normal is an upper bound. Points of one body deep below faces of the other give lower bounds for these faces
 * and their edges, so few are tested. The result goes to the slot of the pair.
 */
import { BIN_WORDS } from '../convex/direction-bins.ts';
import { APART, FOUND } from './convex-found.ts';
import { KEEP } from './convex-keep.ts';
import { polyhedronParts, polyhedronSupport } from './convex-polyhedron.ts';
import {
  ACTIVE_COUNT,
  BODIES,
  type ConvexForm,
  convexPrelude,
  NARROW_FOUND,
  NARROW_POLYHEDRA,
} from './convex-prelude.ts';
import { SEARCH_BOXES } from './convex-search-boxes.ts';
import { NOT_NOTED, noting } from './noting.ts';
import { STEP_INPUTS } from './prelude.ts';
import { PAIR } from './records.ts';

/** Only a step changes the pairs. */
export function searchKernel(form: ConvexForm): string {
  return [
    convexPrelude(form),
    STEP_INPUTS,
    /* wgsl */ `
@group(0) @binding(2) var<uniform> tables: Tables;
@group(0) @binding(3) var<storage, read> position: array<vec4u>;
@group(0) @binding(4) var<storage, read> rest: array<vec4u>;
@group(0) @binding(5) var<storage, read> shapes: array<vec4u>;
@group(0) @binding(6) var<storage, read_write> pairs: array<vec4u>;
@group(0) @binding(7) var<storage, read_write> watched: array<u32>;
@group(0) @binding(8) var<storage, read_write> slots: array<vec4u>;
@group(0) @binding(9) var<storage, read_write> status: array<atomic<u32>>;
${NOT_NOTED}`,
    BODIES,
    polyhedronSupport(form),
    polyhedronParts(form),
    FOUND,
    KEEP,
    TWO,
    form.areBoxes ? SEARCH_BOXES : SEARCH,
    /* wgsl */ `
fn search(k: u32) -> u32 {
  let t = watched[${NARROW_POLYHEDRA}u * p.pairCapacity + k];
  let pair = ${PAIR.vector('pairs', 'first')};
  let a = bodyAt(pair.x);
  let b = bodyAt(pair.y);
  let turn = transpose(a.turn) * b.turn;
  let size = a.radius + b.radius;
  let x = Two(a.shape, b.shape, a.factor, b.factor, insideOf(a.shape) * a.factor, insideOf(b.shape) * b.factor,
    MARGIN * size, separation(a.position, b.position) * a.turn, turn);
  var axis = bitcast<vec3f>(${PAIR.vector('pairs', 'normal')}.xyz);
  if (!(dot(axis, axis) > 0.5)) { axis = x.d * inverseSqrt(max(dot(x.d, x.d), 1.0e-30)); }
  if (!(dot(axis, axis) > 0.5)) { axis = vec3f(1.0, 0.0, 0.0); }
  second = 3.0e38;
  var found = searchFrom(x, axis, size);
  let isApart = !(found.overlap > 0.0);
  var room = -1.0;
  if (!isApart && found.kind == 1u) {
    found.v = firstCorner(a.shape, found.a);
    room = roomInFace(a.shape, found.a, x.fa,
      turn * (x.fb * vertexOf(b.shape, found.w)) + x.d + found.overlap * found.n);
  } else if (!isApart && found.kind == 2u) {
    found.w = firstCorner(b.shape, found.b);
    room = roomInFace(b.shape, found.b, x.fb,
      (x.fa * vertexOf(a.shape, found.v) - x.d - found.overlap * found.n) * turn);
  } else if (!isApart && found.kind == 3u) {
    let edgeA = edgeAt(a.shape, found.a);
    let edgeB = edgeAt(b.shape, found.b);
    let p0 = x.fa * vertexOf(a.shape, edgeA.begin);
    let q0 = x.fb * vertexOf(b.shape, edgeB.begin);
    room = roomInEdges(p0, x.fa * vertexOf(a.shape, edgeA.to) - p0, turn * q0 + x.d,
      turn * (x.fb * vertexOf(b.shape, edgeB.to) - q0));
  }
  var kept = 0u;
  if (room > 0.5 * found.overlap) {
    let gap = min(min(second - found.overlap, x.margin),
      sqrt(found.overlap * found.overlap + 0.5 * room * room) - found.overlap);
    if (gap > 0.0) { kept = keptWord(0.49 * gap, size, featuresOf(found.kind, found.a, found.b)); }
  }
  if (isStep()) { ${PAIR.vector('pairs', 'normal')} = vec4u(bitcast<vec3u>(found.n), kept); }
  if (isApart && (pair.z & 15u) == 0u) { return NOT_NOTED; }
  slots[3u * t] = vec4u(bitcast<vec3u>(found.n),
    select(codeOf(found.kind, found.a, found.b, found.v, found.w), ${APART}u, isApart));
  return 0u;
}`,
    noting({
      count: `atomicLoad(&status[${ACTIVE_COUNT + NARROW_POLYHEDRA}])`,
      listOf: 'search(t)',
      value: `watched[${NARROW_POLYHEDRA}u * p.pairCapacity + t]`,
      lists: [NARROW_FOUND],
    }),
  ].join('\n');
}

/** Edges of the first body that are held at once. */
const HELD = 12;

const TWO = /* wgsl */ `
// Shapes, sizes, balls inside; d is the offset from A to B, and turn takes B's frame to A's.
struct Two { a: u32, b: u32, fa: f32, fb: f32, ia: f32, ib: f32, margin: f32, d: vec3f, turn: mat3x3f }
const PARALLEL_SINE_SQUARED = 1.0e-8;
// The least overlap but one.
var<private> second: f32;
// Faces and edges that are as good as the last normal are better: they are exact.
fn moreThan(overlap: f32, size: f32) -> f32 { return overlap * 1.00001 + 2.0e-6 * size; }
`;

const SEARCH = /* wgsl */ `
// The least overlap. Along \`axis\` it is an upper bound, or all that is known if the bodies are apart.
fn searchFrom(x: Two, axis: vec3f, size: f32) -> Found {
  let farA = threeFarthest(x.a, axis);
  let farB = threeFarthest(x.b, -(axis * x.turn));
  var found = Found(axis, x.fa * farA.value + x.fb * farB.value - dot(axis, x.d), 0u, 0u, 0u, farA.vertex, farB.vertex);
  if (!(found.overlap > 0.0)) { return found; }
  found.overlap = moreThan(found.overlap, size);
  let pointsA = x.fa * mat3x3f(farA.a, farA.b, farA.c);
  let pointsB = x.fb * (x.turn * mat3x3f(farB.a, farB.b, farB.c)) + mat3x3f(x.d, x.d, x.d);
  let near = nearIn(pointsA, nearIn(pointsB, nearIn(pointsA, pointsB[0])));
  let faces = searchFaces(x, near, nearIn(pointsB, near), &found);
  if (found.overlap > 0.0) { searchEdges(x, faces, &found); }
  return found;
}
fn take(next: Found, found: ptr<function, Found>) {
  if (next.overlap < (*found).overlap) {
    if ((*found).kind != 0u) { second = min(second, (*found).overlap); }
    *found = next;
  } else { second = min(second, next.overlap); }
}

// The farthest vertex along a direction and the two next: points of the body, which tell what its support is at least
// along others.
struct Three { value: f32, vertex: u32, a: vec3f, b: vec3f, c: vec3f }
fn threeFarthest(shape: u32, direction: vec3f) -> Three {
  let head = headOf(shape, 1u);
  let bits = shapes[head.w + ${BIN_WORDS / 4}u * binOf(direction)];
  var best = Three(-3.0e38, 0u, vec3f(0.0), vec3f(0.0), vec3f(0.0));
  var values = vec2f(-3.0e38);
  for (var word = 0u; word < 2u; word++) {
    for (var left = select(bits.y, bits.x, word == 0u); left != 0u; left &= left - 1u) {
      let k = 32u * word + firstTrailingBit(left);
      let x = bitcast<vec3f>(shapes[head.x + k].xyz);
      let along = dot(x, direction);
      if (along > best.value) {
        best.c = best.b;
        best.b = best.a;
        best.a = x;
        values = vec2f(best.value, values.x);
        best.value = along;
        best.vertex = k;
      }
      else if (along > values.x) { best.c = best.b; best.b = x; values = vec2f(along, values.x); }
      else if (along > values.y) { best.c = x; values.y = along; }
    }
  }
  // A bin may have fewer than three.
  if (!(values.x > -1.0e38)) { best.b = best.a; }
  if (!(values.y > -1.0e38)) { best.c = best.a; }
  return best;
}
// A point of the triangle of the three, near q. Weights are at least 0 and add up to 1, so that it is a point of the
// body.
fn nearIn(x: mat3x3f, q: vec3f) -> vec3f {
  let e = x[1] - x[0];
  let f = x[2] - x[0];
  let r = q - x[0];
  let ee = dot(e, e); let ef = dot(e, f); let ff = dot(f, f);
  let re = dot(r, e); let rf = dot(r, f);
  let det = ee * ff - ef * ef;
  var s = 0.0;
  var t = 0.0;
  if (det > 1.0e-6 * ee * ff) { s = max(0.0, (ff * re - ef * rf) / det); t = max(0.0, (ee * rf - ef * re) / det); }
  else if (ee > 0.0) { s = max(0.0, re / ee); }
  let sum = max(1.0, s + t);
  return x[0] + (s / sum) * e + (t / sum) * f;
}

// Faces along which the overlap may be less than the one that is known, since a point of the other body is hardly below
// them; with the point of the other body that is deepest below each, in the frame of the face's body.
var<private> nearA: array<vec4f, FACES>;
var<private> nearB: array<vec4f, FACES>;
fn bitsOfAll(count: u32, word: u32) -> u32 {
  if (count >= 32u * word + 32u) { return 0xffffffffu; }
  if (count <= 32u * word) { return 0u; }
  return (1u << (count - 32u * word)) - 1u;
}
fn facesAround(shape: u32, direction: vec3f, isNarrow: bool) -> vec4u {
  let count = headOf(shape, 0u).z;
  if (isNarrow) { return shapes[headOf(shape, 1u).w + ${BIN_WORDS / 4}u * binOf(direction) + 1u]; }
  return vec4u(bitsOfAll(count, 0u), bitsOfAll(count, 1u), bitsOfAll(count, 2u), bitsOfAll(count, 3u));
}
// p and q are points of A and of B.
fn searchFaces(x: Two, p: vec3f, q: vec3f, found: ptr<function, Found>) -> vec2u {
  let headA = headOf(x.a, 1u);
  let headB = headOf(x.b, 1u);
  // A normal with less overlap is at most so far from the line between the centres: along all others the balls inside
  // overlap by more.
  let isNarrow = x.ia + x.ib - (*found).overlap - x.margin >= CONE_COSINE * sqrt(dot(x.d, x.d));
  let dB = x.d * x.turn;
  let bitsA = facesAround(x.a, x.d, isNarrow);
  let bitsB = facesAround(x.b, -dB, isNarrow);
  let pB = (p - x.d) * x.turn;
  var counts = vec2u(0u);
  for (var word = 0u; word < FACE_WORDS; word++) {
    for (var left = bitsA[word]; left != 0u; left &= left - 1u) {
      let f = 32u * word + firstTrailingBit(left);
      let face = bitcast<vec4f>(shapes[headA.y + 2u * f]);
      let part = x.fa * face.w;
      if (part - dot(face.xyz, q) >= (*found).overlap + x.margin) { continue; }
      let support = vertexSupport(x.b, -(face.xyz * x.turn));
      nearA[counts.x] = vec4f(x.turn * (x.fb * bitcast<vec3f>(shapes[headB.x + support.vertex].xyz)) + x.d,
        bitcast<f32>(f));
      counts.x++;
      let s = part - dot(face.xyz, x.d) + x.fb * support.value;
      take(Found(face.xyz, s, 1u, f, 0u, 0u, support.vertex), found);
      if (s <= 0.0) { return counts; }
    }
  }
  for (var word = 0u; word < FACE_WORDS; word++) {
    for (var left = bitsB[word]; left != 0u; left &= left - 1u) {
      let f = 32u * word + firstTrailingBit(left);
      let face = bitcast<vec4f>(shapes[headB.y + 2u * f]);
      let part = x.fb * face.w;
      if (part - dot(face.xyz, pB) >= (*found).overlap + x.margin) { continue; }
      let m = x.turn * face.xyz;
      let support = vertexSupport(x.a, -m);
      nearB[counts.y] = vec4f((x.fa * bitcast<vec3f>(shapes[headA.x + support.vertex].xyz) - x.d) * x.turn,
        bitcast<f32>(f));
      counts.y++;
      let s = part + dot(m, x.d) + x.fa * support.value;
      take(Found(-m, s, 2u, 0u, f, support.vertex, 0u), found);
      if (s <= 0.0) { return counts; }
    }
  }
  return counts;
}

fn nearAt(isB: bool, k: u32) -> vec4f { if (isB) { return nearB[k]; } return nearA[k]; }
// Below the planes through an edge a point is at least as deep as below the edge's two faces, where it is below both.
// So edges of near faces are left, and of these only those where the deepest point below one face is not deep below the
// other.
var<private> edgesA: array<u32, EDGES>;
var<private> edgesB: array<u32, EDGES>;
fn edgesAround(isB: bool, shape: u32, factor: f32, faces: u32, deep: f32) -> u32 {
  let head = headOf(shape, 1u);
  var count = 0u;
  for (var k = 0u; k < faces; k++) {
    let near = nearAt(isB, k);
    let f = head.y + 2u * bitcast<u32>(near.w);
    let own = bitcast<vec4f>(shapes[f]);
    let ring = ringOf(f);
    let behind = facesBehind(ring);
    for (var c = 0u; c < ring.count; c++) {
      let other = planeBehind(ring, c);
      if (factor * other.w - dot(other.xyz, near.xyz) >= deep) { continue; }
      let g = byteOf(behind, c);
      var isOut = false;
      for (var o = 0u; o < faces; o++) {
        let second = nearAt(isB, o);
        if (bitcast<u32>(second.w) == g) { isOut = o < k || factor * own.w - dot(own.xyz, second.xyz) >= deep; break; }
      }
      if (isOut) { continue; }
      let e = byteOf(edgesOf(ring), c);
      if (isB) { edgesB[count] = e; } else { edgesA[count] = e; }
      count++;
    }
  }
  return count;
}

var<private> held: array<array<vec4f, 4>, ${HELD}>;
fn searchEdges(x: Two, faces: vec2u, found: ptr<function, Found>) {
  if (faces.x == 0u || faces.y == 0u) { return; }
  let headA = headOf(x.a, 1u);
  let headB = headOf(x.b, 1u);
  let deep = (*found).overlap + x.margin;
  // First those of the body with fewer near faces: where a vertex of one meets a face of the other there are none.
  let isB = faces.y < faces.x;
  var counts = vec2u(0u);
  for (var k = 0u; k < 2u; k++) {
    let ofB = isB == (k == 0u);
    let count = edgesAround(ofB, select(x.a, x.b, ofB), select(x.fa, x.fb, ofB), select(faces.x, faces.y, ofB), deep);
    if (count == 0u) { return; }
    if (ofB) { counts.y = count; } else { counts.x = count; }
  }
  let countA = counts.x;
  let countB = counts.y;
  for (var base = 0u; base < countA; base += ${HELD}u) {
    let count = min(countA - base, ${HELD}u);
    for (var k = 0u; k < count; k++) {
      let at = headA.z + 3u * edgesA[base + k];
      let first = shapes[at];
      held[k][0] = bitcast<vec4f>(first);
      held[k][1] = bitcast<vec4f>(shapes[at + 1u]);
      held[k][2] = bitcast<vec4f>(shapes[at + 2u]);
      held[k][3] = x.fa * bitcast<vec4f>(shapes[headA.x + (first.w & 255u)]);
    }
    for (var other = 0u; other < countB; other++) {
      let at = headB.z + 3u * edgesB[other];
      let first = shapes[at];
      let v = x.turn * bitcast<vec3f>(first.xyz);
      let c = x.turn * bitcast<vec3f>(shapes[at + 1u].xyz);
      let d = x.turn * bitcast<vec3f>(shapes[at + 2u].xyz);
      let q = x.turn * (x.fb * bitcast<vec3f>(shapes[headB.x + (first.w & 255u)].xyz)) + x.d;
      for (var k = 0u; k < count; k++) {
        let u = held[k][0].xyz;
        let cu = dot(c, u);
        if (cu * dot(d, u) >= 0.0) { continue; }
        let a = held[k][1].xyz;
        let b = held[k][2].xyz;
        let bv = dot(b, v);
        if (dot(a, v) * bv >= 0.0 || cu * bv >= 0.0) { continue; }
        var n = cross(u, v);
        let squared = dot(n, n);
        if (squared < PARALLEL_SINE_SQUARED) { continue; }
        n *= inverseSqrt(squared);
        if (dot(n, a + b) < 0.0) { n = -n; }
        if (dot(n, held[k][3].xyz - q) >= (*found).overlap + x.margin) { continue; }
        // Where rounding has the arcs cross although they do not, the overlap along the normal is larger.
        let one = vertexSupport(x.a, n);
        let two = vertexSupport(x.b, -(n * x.turn));
        let s = x.fa * one.value + x.fb * two.value - dot(n, x.d);
        take(Found(n, s, 3u, edgesA[base + k], edgesB[other], one.vertex, two.vertex), found);
        if (s <= 0.0) { return; }
      }
    }
  }
}
`;
