// SPDX-License-Identifier: MIT
/** WGSL: support points of shapes along a direction in their own frame, at size 1. */
import { BIN_WORDS, BINS_ALONG } from '../convex/direction-bins.ts';

export const SUPPORT = /* wgsl */ `
struct Support { value: f32, vertex: u32 }
// The bin of a direction, as direction-bins.ts has them.
fn binOf(direction: vec3f) -> u32 {
  let a = abs(direction);
  var own = direction;
  var axis = 0u;
  if (a.y > a.x && a.y >= a.z) { own = direction.yzx; axis = 2u; }
  else if (a.z > a.x) { own = direction.zxy; axis = 4u; }
  let at = own.yz * (${BINS_ALONG / 2} / abs(own.x)) + ${BINS_ALONG / 2};
  let cell = min(vec2u(max(at, vec2f(0.0))), vec2u(${BINS_ALONG - 1}u));
  return ((axis + select(0u, 1u, own.x < 0.0)) * ${BINS_ALONG}u + cell.x) * ${BINS_ALONG}u + cell.y;
}
// The farthest of the vertices whose bits are given, from the vertex number first on.
fn farthestOf(bits: u32, first: u32, direction: vec3f, given: Support, number: u32) -> Support {
  var best = given;
  for (var left = bits; left != 0u; left &= left - 1u) {
    let k = firstTrailingBit(left);
    let along = dot(bitcast<vec3f>(shapes[first + k].xyz), direction);
    if (along > best.value) { best = Support(along, number + k); }
  }
  return best;
}
fn vertexSupport(shape: u32, direction: vec3f) -> Support {
  let head = headOf(shape, 1u);
  let bits = shapes[head.w + ${BIN_WORDS / 4}u * binOf(direction)];
  let best = farthestOf(bits.x, head.x, direction, Support(-3.0e38, 0u), 0u);
  if (bits.y == 0u) { return best; }
  return farthestOf(bits.y, head.x + 32u, direction, best, 32u);
}
fn vertexOf(shape: u32, k: u32) -> vec3f { return bitcast<vec3f>(shapes[headOf(shape, 1u).x + k].xyz); }
`;

/**
 * Numbers in bytes. Of a face: how many corners it has, and where its edges, the faces behind them and its corners are,
 * 16 bytes each, before the planes of those faces.
 */
export const BYTES = /* wgsl */ `
fn byteOf(four: vec4u, k: u32) -> u32 { return (four[(k >> 2u) & 3u] >> (8u * (k & 3u))) & 255u; }
struct Ring { count: u32, at: u32 }
fn ringOf(face: u32) -> Ring { let words = shapes[face + 1u]; return Ring(words.x, words.y); }
fn edgesOf(ring: Ring) -> vec4u { return shapes[ring.at]; }
fn facesBehind(ring: Ring) -> vec4u { return shapes[ring.at + 1u]; }
fn cornersOf(ring: Ring) -> vec4u { return shapes[ring.at + 2u]; }
fn planeBehind(ring: Ring, k: u32) -> vec4f { return bitcast<vec4f>(shapes[ring.at + 3u + k]); }
`;

/** Of superquadrics, through the dual exponents, as src/shapes/kinds/superquadric.ts. */
export const SMOOTH_SUPPORT = /* wgsl */ `
// The point (u, v) of |u|^n + |v|^n = 1 farthest along (s, t), and s u + t v.
fn dualPair(s: f32, t: f32, n: f32) -> vec3f {
  let larger = max(abs(s), abs(t));
  if (!(larger > 0.0)) { return vec3f(0.0); }
  let ratio = min(abs(s), abs(t)) / larger;
  // Two powers give all that is needed: ratio^q = ratio ratio^(q - 1) with q = n / (n - 1).
  let root = power(ratio, 1.0 / (n - 1.0));
  let sum = 1.0 + ratio * root;
  let long = power(sum, -1.0 / n);
  let short = long * root;
  let isFirst = abs(s) >= abs(t);
  let u = select(short, long, isFirst);
  let v = select(long, short, isFirst);
  return vec3f(select(u, -u, s < 0.0), select(v, -v, t < 0.0), larger * (sum * long));
}
fn smoothSupport(shape: u32, d: vec3f) -> vec3f {
  let four = bitcast<vec4f>(headOf(shape, 4u));
  let n2 = bitcast<f32>(headOf(shape, 5u).x);
  let across = dualPair(four.x * d.x, four.y * d.y, n2);
  let along = dualPair(across.z, four.z * d.z, four.w);
  return vec3f(four.x * along.x * across.x, four.y * along.x * across.y, four.z * along.y);
}
// x^y for 0 <= x <= 2: the built-in function is good to 1e-6 only on some devices.
fn power(x: f32, y: f32) -> f32 {
  if (!(x > 1.0e-37)) { return select(0.0, 1.0, y == 0.0); }
  let bits = bitcast<u32>(x);
  var e = i32(bits >> 23u) - 127;
  var m = bitcast<f32>((bits & 0x7fffffu) | 0x3f800000u);
  if (m > 1.41421356) { m *= 0.5; e++; }
  // log2 m = 2 / ln 2 atanh z.
  let z = (m - 1.0) / (m + 1.0);
  let zz = z * z;
  let tail = z * zz * (0.96179669 + zz * (0.57707802 + zz * (0.41219859 + zz * (0.32059889 + zz * 0.262))));
  let head = 2.88539008 * z;
  // The product in whole part and rest.
  let large = y * f32(e);
  let whole = round(large + y * head);
  let part = (large - whole) + y * head + y * tail;
  // 2^part.
  let r = part * 0.69314718;
  let exponential = 1.0 +
    r * (1.0 + r * (0.5 +
      r * (0.16666667 + r * (0.041666668 + r * (0.0083333338 + r * (0.0013888889 + r * 0.00019841270))))));
  let scale = i32(clamp(whole, -126.0, 126.0));
  return exponential * bitcast<f32>(u32(scale + 127) << 23u);
}
`;
