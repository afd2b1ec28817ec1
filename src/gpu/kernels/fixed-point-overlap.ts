// SPDX-License-Identifier: MIT
/**
 * WGSL: overlaps with all digits of the positions. Offsets are integers in quanta, radii in quarters of a quantum.
 * Differences that cancel in float32, R - d of two spheres and r - h above a plane, are computed with integers, which
 * no compiler contracts or reorders: R - d = (R^2 - d^2) / (R + d) with 64-bit squares. Quanta are those of the widest
 * axis, p.unit metres each; p.ratio is the quantum of each axis relative to it, times 2^32, and 0 for 1.
 */

/** Parts of a quantum in which radii are counted. */
export const RADIUS_PARTS = 4;

export const EXACT_DISTANCE = /* wgsl */ `
fn radiusOf(word: u32) -> f32 { return f32(word) * (p.unit * ${1 / RADIUS_PARTS}); }

// The high and the low word of a product.
fn wideProduct(a: u32, b: u32) -> vec2u {
  let low = (a & 0xffffu) * (b & 0xffffu);
  let first = (a >> 16u) * (b & 0xffffu) + (low >> 16u);
  let second = (a & 0xffffu) * (b >> 16u) + (first & 0xffffu);
  return vec2u((a >> 16u) * (b >> 16u) + (first >> 16u) + (second >> 16u), (second << 16u) | (low & 0xffffu));
}
// A whole number and a small rest.
struct Split { whole: i32, rest: f32 }
fn withSign(isNegative: bool, whole: u32, rest: f32) -> Split {
  return Split(select(i32(whole), -i32(whole), isNegative), select(rest, -rest, isNegative));
}
// a b / 2^30.
fn scaledProduct(a: i32, b: i32) -> Split {
  let x = wideProduct(u32(abs(a)), u32(abs(b)));
  return withSign((a < 0) != (b < 0), (x.x << 2u) | (x.y >> 30u), f32(x.y & 0x3fffffffu) * 9.313225746154785e-10);
}
// Quanta of an axis in those of the widest one.
fn widened(quanta: i32, axis: u32) -> Split {
  if (p.ratio[axis] == 0u) { return Split(quanta, 0.0); }
  let x = wideProduct(u32(abs(quanta)), p.ratio[axis]);
  return withSign(quanta < 0, x.x, f32(x.y) * 2.3283064365386963e-10);
}
// m that a ball reaches beyond a point which lies so many quanta away, about \`distance\` m in all; reach is in parts
// of a quantum, and at most a cell.
fn reachBeyond(reach: u32, quanta: vec3i, rest: vec3f, distance: f32) -> f32 {
  let x = vec4i(quanta, i32(reach >> 2u));
  let high = (x + 16384) >> vec4u(15u);
  let low = x - (high << vec4u(15u));
  let squares = high.w * high.w - dot(high.xyz, high.xyz);
  let mixed = high.w * low.w - dot(high.xyz, low.xyz);
  let small = ((mixed & 16383) << 16u) + (low.w * low.w - dot(low.xyz, low.xyz));
  let top = squares + (mixed >> 14u) + (small >> 30u);
  let fine = 2.0 * (f32(x.w) * (0.25 * f32(reach & 3u)) - dot(vec3f(quanta), rest));
  let squared = f32(top) * 1073741824.0 + f32(small & 0x3fffffff) + fine;
  return squared / (0.25 * f32(reach) + distance / p.unit) * p.unit;
}
// The same of a ball around position a and the position b.
fn reachBeyondPosition(reach: u32, a: vec3u, b: vec3u, distance: f32) -> f32 {
  let offset = bitcast<vec3i>(b - a);
  if (all(p.ratio == vec3u(0u))) { return reachBeyond(reach, offset, vec3f(0.0), distance); }
  let x = widened(offset.x, 0u);
  let y = widened(offset.y, 1u);
  let z = widened(offset.z, 2u);
  return reachBeyond(reach, vec3i(x.whole, y.whole, z.whole), vec3f(x.rest, y.rest, z.rest), distance);
}
// The same of a ball and a plane under its centre.
fn reachBelow(radius: u32, height: Split) -> f32 {
  return (f32(i32(radius >> 2u) - height.whole) + (0.25 * f32(radius & 3u) - height.rest)) * p.unit;
}
`;
