// SPDX-License-Identifier: MIT
/**
 * WGSL: heights of points of one body above planes of another with more digits than float32. A number is an integer of
 * up to 2^11 plus a remainder. Products and sums of the integers are exact in any order, whatever the compiler does,
 * and the remainders are small. What remains is the rounding of shapes, radii and normals; positions and orientations
 * are integers in units of 2^-30.
 */
import { CONVEX_REST } from './records.ts';

export const EXACT = /* wgsl */ `
struct Parts { whole: vec3f, rest: vec3f }
const PARTS = 2048.0;
// A power of two such that lengths up to size are below 2^11 times its inverse.
fn partsOf(size: f32) -> f32 { return bitcast<f32>((264u - (bitcast<u32>(size) >> 23u)) << 23u); }
fn crossTerms(a: f32, b: f32, ar: f32, br: f32) -> f32 { return a * br + ar * b + ar * br; }
// The vector s v turned by an orientation, in units of 1 / 2048.
fn turnedExactly(q: vec4i, v: vec3f, s: f32) -> Parts {
  let whole = (q + 262144) >> vec4u(19u);
  let a = vec4f(whole);
  let r = vec4f(q - (whole << vec4u(19u))) * 1.9073486328125e-6;
  let ww = a.x * a.x; let xx = a.y * a.y; let yy = a.z * a.z; let zz = a.w * a.w;
  let xy = a.y * a.z;
  let xz = a.y * a.w;
  let yz = a.z * a.w;
  let wx = a.x * a.y;
  let wy = a.x * a.z;
  let wz = a.x * a.w;
  let ww1 = crossTerms(a.x, a.x, r.x, r.x);
  let xx1 = crossTerms(a.y, a.y, r.y, r.y);
  let yy1 = crossTerms(a.z, a.z, r.z, r.z);
  let zz1 = crossTerms(a.w, a.w, r.w, r.w);
  let xy1 = crossTerms(a.y, a.z, r.y, r.z);
  let xz1 = crossTerms(a.y, a.w, r.y, r.w);
  let yz1 = crossTerms(a.z, a.w, r.z, r.w);
  let wx1 = crossTerms(a.x, a.y, r.x, r.y);
  let wy1 = crossTerms(a.x, a.z, r.x, r.z);
  let wz1 = crossTerms(a.x, a.w, r.x, r.w);
  // How much the square of the quaternion's length is above 1.
  let excess = ((ww + xx + yy + zz - PARTS * PARTS) + (ww1 + xx1 + yy1 + zz1)) / (PARTS * PARTS);
  let rows = mat3x3f(
    vec3f(ww + xx - yy - zz, 2.0 * (xy - wz), 2.0 * (xz + wy)),
    vec3f(2.0 * (xy + wz), ww - xx + yy - zz, 2.0 * (yz - wx)),
    vec3f(2.0 * (xz - wy), 2.0 * (yz + wx), ww - xx - yy + zz));
  let rests = mat3x3f(
    vec3f(ww1 + xx1 - yy1 - zz1, 2.0 * (xy1 - wz1), 2.0 * (xz1 + wy1)),
    vec3f(2.0 * (xy1 + wz1), ww1 - xx1 + yy1 - zz1, 2.0 * (yz1 - wx1)),
    vec3f(2.0 * (xz1 - wy1), 2.0 * (yz1 + wx1), ww1 - xx1 - yy1 + zz1));
  let u = round(v * s);
  let w = v * s - u;
  var answer = Parts(vec3f(0.0), vec3f(0.0));
  for (var k = 0; k < 3; k++) {
    let m = round(rows[k] / PARTS);
    let l = (rows[k] - m * PARTS + (rests[k] - rows[k] * excess)) / PARTS;
    answer.whole[k] = m.x * u.x + m.y * u.y + m.z * u.z;
    answer.rest[k] = dot(m, w) + dot(l, u + w);
  }
  return answer;
}
// So many quanta of a length, in units of 1 / (2048 s).
fn quantaExactly(i: vec3i, quantum: vec3f, s: f32) -> Parts {
  let c = quantum * (s * PARTS);
  let ch = bitcast<vec3f>(bitcast<vec3u>(c) & vec3u(0xfffff000u));
  let cl = c - ch;
  let high = vec3f(i >> vec3u(20u)) * 1048576.0;
  let middle = vec3f((i >> vec3u(8u)) & vec3i(4095)) * 256.0;
  let first = ch * high;
  let second = ch * middle;
  let low = cl * high + (cl * middle + c * vec3f(i & vec3i(255)));
  let whole1 = round(first);
  let whole2 = round(second);
  return Parts(whole1 + whole2, (first - whole1) + (second - whole2) + low);
}
fn separationExactly(start: vec3u, end: vec3u, s: f32) -> Parts {
  return quantaExactly(bitcast<vec3i>(end - start), p.quantum, s);
}
// n.x, a whole number and a rest.
fn alongExactly(n: vec3f, x: Parts) -> vec2f {
  let high = round(n * PARTS);
  let far = round(x.whole / PARTS);
  let near = x.whole - far * PARTS;
  return vec2f(high.x * far.x + high.y * far.y + high.z * far.z,
    dot(n - high / PARTS, x.whole) + dot(high, near) / PARTS + dot(n, x.rest));
}
// How much the square of a unit vector is above 1.
fn excessOf(n: vec3f) -> f32 {
  let high = round(n * PARTS);
  let low = n * PARTS - high;
  return ((dot(high, high) - PARTS * PARTS) + 2.0 * dot(high, low) + dot(low, low)) / (PARTS * PARTS);
}
// The same of a unit vector that is one to rounding only.
fn alongUnitExactly(n: vec3f, x: Parts) -> vec2f {
  let y = alongExactly(n, x);
  return vec2f(y.x, y.y - 0.5 * excessOf(n) * (y.x + y.y));
}
// A length in units of 1 / (2048 s), a whole number and a rest.
fn lengthInParts(x: f32, s: f32) -> vec2f {
  let y = x * (s * PARTS);
  return vec2f(round(y), y - round(y));
}
fn lengthOfParts(x: vec2f, s: f32) -> f32 { return (x.x + x.y) / (s * PARTS); }
fn orientationAt(body: u32) -> vec4i { return bitcast<vec4i>(${CONVEX_REST.vector('rest', 'turn', 'body')}); }
// How far the vertex v of the first body is above the vertex w of the second along n, all but n in the frames of the
// bodies.
fn heightExactly(first: u32, second: u32, v: vec3f, w: vec3f, n: vec3f, size: f32) -> f32 {
  let s = partsOf(size);
  let a = turnedExactly(orientationAt(first), v, s);
  let b = turnedExactly(orientationAt(second), w, s);
  let d = separationExactly(position[first].xyz, position[second].xyz, s);
  return lengthOfParts(alongExactly(n, Parts(a.whole - b.whole - d.whole, a.rest - b.rest - d.rest)), s);
}
// k / 2048 of an offset.
fn partOf(x: Parts, k: f32) -> Parts {
  let far = round(x.whole / PARTS);
  return Parts(k * far, (k / PARTS) * (x.whole - far * PARTS + x.rest));
}
// How far an edge of the first body is above one of the second along n, where they cross: at their ends a normal that
// is a little off would count.
fn edgesExactly(first: u32, second: u32, v0: vec3f, v1: vec3f, w0: vec3f, w1: vec3f, n: vec3f, size: f32) -> f32 {
  let s = partsOf(size);
  let qa = orientationAt(first);
  let qb = orientationAt(second);
  let a = turnedExactly(qa, v0, s);
  let a1 = turnedExactly(qa, v1, s);
  let b = turnedExactly(qb, w0, s);
  let b1 = turnedExactly(qb, w1, s);
  let d = separationExactly(position[first].xyz, position[second].xyz, s);
  let e = Parts(a1.whole - a.whole, a1.rest - a.rest);
  let f = Parts(b1.whole - b.whole, b1.rest - b.rest);
  let r = Parts(a.whole - b.whole - d.whole, a.rest - b.rest - d.rest);
  let ee = e.whole + e.rest;
  let ff = f.whole + f.rest;
  let c = cross(ee, ff);
  let inverse = PARTS / max(dot(c, c), 1.0e-30);
  let ke = clamp(round(dot(cross(ff, r.whole + r.rest), c) * inverse), 0.0, PARTS);
  let kf = clamp(round(dot(cross(ee, r.whole + r.rest), c) * inverse), 0.0, PARTS);
  let x = partOf(e, ke);
  let y = partOf(f, kf);
  return lengthOfParts(alongExactly(n, Parts(r.whole + x.whole - y.whole, r.rest + x.rest - y.rest)), s);
}
// How far two balls, or a ball and a point, overlap along a unit vector, at this offset from each other.
fn ballsExactly(a: f32, b: f32, n: vec3f, offset: Parts, s: f32) -> f32 {
  return lengthOfParts(lengthInParts(a, s) + lengthInParts(b, s) - alongUnitExactly(n, offset), s);
}
// A direction of the world in the frame of a body.
fn directionBack(body: u32, v: vec3f) -> vec3f {
  let q = orientationAt(body);
  let x = turnedExactly(vec4i(q.x, -q.yzw), v, PARTS);
  return (x.whole + x.rest) / (PARTS * PARTS);
}
fn directionExactly(body: u32, v: vec3f) -> vec3f {
  let x = turnedExactly(orientationAt(body), v, PARTS);
  return (x.whole + x.rest) / (PARTS * PARTS);
}
`;
