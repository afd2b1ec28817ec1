// SPDX-License-Identifier: MIT
/**
 * WGSL: support function of superquadrics and ellipsoids with more digits than float32: h(d) = |(|(a x, b y)|_q2, c
 * z)|_q1 with the dual exponents q = n / (n - 1) (src/shapes/kinds/superquadric.ts). A number is the sum of a 12-bit
 * part and a remainder, so products of the former are exact (Dekker 1971, doi:10.1007/BF01397083; split by bits, which
 * compilers cannot undo). Only the overlap along the final normal needs this: at the minimum an error of the normal has
 * no first-order effect.
 */

/** Where spheres are the only round bodies. */
export const EXACT_SPHERE =
  'fn reachExactly(index: u32, body: Body, n: vec3f, s: f32) -> vec2f { return lengthInParts(body.radius, s); }';

export const EXACT_ROUND = /* wgsl */ `
struct Cut { high: f32, low: f32 }
// Of high + low, where low is smaller by far.
fn cut(high: f32, low: f32) -> Cut {
  let h = bitcast<f32>(bitcast<u32>(high + low) & 0xfffff000u);
  return Cut(h, (high - h) + low);
}
fn cutOf(x: f32) -> Cut { return cut(x, 0.0); }
fn valueOf(a: Cut) -> f32 { return a.high + a.low; }
fn times(a: Cut, b: Cut) -> Cut { return cut(a.high * b.high, a.high * b.low + (a.low * b.high + a.low * b.low)); }
fn over(a: Cut, b: Cut) -> Cut {
  let first = bitcast<f32>(bitcast<u32>(valueOf(a) / valueOf(b)) & 0xfffff000u);
  return cut(first, ((a.high - first * b.high) + (a.low - first * b.low)) / valueOf(b));
}
// 1 + a, where a is at most 1: exact unless a is so small that it may as well be a rest.
fn onePlus(a: Cut) -> Cut {
  if (abs(a.high) < 0.001) { return cut(1.0, a.high + a.low); }
  return cut(1.0 + a.high, a.low);
}
// x^y for 0 < x <= 2 and y > 0, good to 1e-8.
fn powerExactly(x: Cut, y: Cut) -> Cut {
  if (!(x.high > 1.0e-12)) { return Cut(0.0, 0.0); }
  let bits = bitcast<u32>(x.high);
  var e = i32(bits >> 23u) - 127;
  if ((bits & 0x7fffffu) > 0x3504f3u) { e++; }
  let down = bitcast<f32>(u32(127 - e) << 23u);
  let m = Cut(x.high * down, x.low * down);
  // log2 m = 2 / ln 2 atanh z.
  let z = over(cut(m.high - 1.0, m.low), cut(m.high + 1.0, m.low));
  let v = valueOf(z);
  let vv = v * v;
  let tail = v * vv * (0.33333333 + vv * (0.2 + vv * (0.14285714 + vv * (0.11111111 + vv * 0.0909))));
  let log2m = times(Cut(2.884765625, 0.000624456777926774), Cut(z.high, z.low + tail));
  // The exponent of two: a whole number, and a part between a half below and above 0.
  let first = f32(e) * y.high;
  let part = times(log2m, y);
  let whole = round(first + valueOf(part));
  let rest = f32(e) * y.low + part.low;
  let r = times(Cut(0.693115234375, 0.00003194618494528623), cut((first - whole) + part.high, rest));
  let u = valueOf(r);
  let curve = u * u * (0.5 +
    u * (0.16666667 +
      u * (0.041666668 + u * (0.0083333338 + u * (0.0013888889 + u * (0.00019841270 + u * 0.0000248016))))));
  let up = bitcast<f32>(u32(i32(clamp(whole, -126.0, 126.0)) + 127) << 23u);
  let sum = onePlus(Cut(r.high, r.low + curve));
  return Cut(sum.high * up, sum.low * up);
}
// The length of (s, t) in the norm with the exponent q.
fn normExactly(s: Cut, t: Cut, q: Cut) -> Cut {
  let isFirst = valueOf(s) >= valueOf(t);
  let larger = Cut(select(t.high, s.high, isFirst), select(t.low, s.low, isFirst));
  let smaller = Cut(select(s.high, t.high, isFirst), select(s.low, t.low, isFirst));
  if (!(larger.high > 0.0)) { return Cut(0.0, 0.0); }
  let sum = onePlus(powerExactly(over(smaller, larger), q));
  return times(larger, powerExactly(sum, over(cutOf(1.0), q)));
}
// The size of a sum whose second part may be the larger one.
fn sizeOf(x: f32, low: f32) -> Cut {
  let sign = select(1.0, -1.0, x + low < 0.0);
  return cut(sign * x, sign * low);
}
// 2, which compilers do not know, so that they do not unroll loops.
fn twice() -> u32 { return select(2u, 1u, p.count == 0u); }
// How far a body that is no polyhedron reaches along a vector, over its length, from the centre; both in world axes. In
// units of 1 / (2048 s).
fn reachExactly(index: u32, body: Body, n: vec3f, s: f32) -> vec2f {
  if (headOf(body.shape, 0u).x == 0u) { return lengthInParts(body.radius, s); }
  let q = orientationAt(index);
  let d = turnedExactly(vec4i(q.x, -q.yzw), n, PARTS);
  let four = bitcast<vec4f>(headOf(body.shape, 4u));
  let n2 = bitcast<f32>(headOf(body.shape, 5u).x);
  let q1 = over(cutOf(four.w), cutOf(four.w - 1.0));
  let q2 = over(cutOf(n2), cutOf(n2 - 1.0));
  let x = times(cutOf(four.x), sizeOf(d.whole.x, d.rest.x));
  let y = times(cutOf(four.y), sizeOf(d.whole.y, d.rest.y));
  let z = times(cutOf(four.z), sizeOf(d.whole.z, d.rest.z));
  // One text of each norm: a kernel that holds copies of it is slower.
  var norm = x;
  var across = y;
  var exponent = q2;
  for (var k = 0u; k < twice(); k++) {
    norm = normExactly(norm, across, exponent);
    across = z;
    exponent = q1;
  }
  let reach = times(norm, over(cutOf(body.radius), cutOf(sizesOf(body.shape).x)));
  // The units of d and of lengths.
  let up = s / PARTS;
  let whole = round(valueOf(reach) * up);
  return vec2f(whole, (reach.high * up - whole) + reach.low * up - 0.5 * excessOf(n) * whole);
}
// The overlap of two such bodies along a unit vector from the first to the second.
fn roundExactly(first: u32, a: Body, second: u32, b: Body, n: vec3f) -> f32 {
  let s = partsOf(a.radius + b.radius);
  let d = alongUnitExactly(n, separationExactly(a.position, b.position, s));
  var reach = vec2f(0.0);
  for (var k = 0u; k < twice(); k++) {
    var body = a;
    if (k == 1u) { body = b; }
    reach += reachExactly(select(first, second, k == 1u), body, select(n, -n, k == 1u), s);
  }
  return lengthOfParts(reach - d, s);
}
`;
