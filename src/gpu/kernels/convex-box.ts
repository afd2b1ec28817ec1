// SPDX-License-Identifier: MIT
/**
 * WGSL: vertices, edges and faces of boxes from half extents alone, since loads from the tables of shapes, where each
 * thread of a subgroup reads another place, take longer than arithmetic. A vertex has a bit for each axis, set on the
 * positive side: 4 for x, 2 for y, 1 for z. Faces come in the order -x, x, -y, y, -z, z. The number of an edge is eight
 * times its axis and the vertex where it begins, on the negative side. So the numbers of vertices and faces are those
 * of the tables.
 */
import { FEATURE } from './convex-flat.ts';

/** In the place of \`SUPPORT\`. */
export const BOX_SUPPORT = /* wgsl */ `
struct Support { value: f32, vertex: u32 }
fn halfOf(shape: u32) -> vec3f { return bitcast<vec3f>(headOf(shape, 4u).xyz); }
// The vertex along a direction; on the negative side where the direction is across.
fn vertexAlong(d: vec3f) -> u32 {
  return select(0u, 4u, d.x > 0.0) | select(0u, 2u, d.y > 0.0) | select(0u, 1u, d.z > 0.0);
}
fn vertexSupport(shape: u32, direction: vec3f) -> Support {
  return Support(dot(abs(direction), halfOf(shape)), vertexAlong(direction));
}
fn signsOf(k: u32) -> vec3f {
  return vec3f(select(-1.0, 1.0, (k & 4u) != 0u), select(-1.0, 1.0, (k & 2u) != 0u), select(-1.0, 1.0, (k & 1u) != 0u));
}
fn vertexOf(shape: u32, k: u32) -> vec3f { return signsOf(k) * halfOf(shape); }
`;

export const BOX_PARTS = /* wgsl */ `
fn axisOf(k: u32) -> vec3f { return select(vec3f(0.0), vec3f(1.0), vec3u(0u, 1u, 2u) == vec3u(k)); }
fn faceOf(shape: u32, f: u32) -> vec4f {
  let axis = axisOf(f >> 1u);
  return vec4f(select(-axis, axis, (f & 1u) != 0u), dot(axis, halfOf(shape)));
}
fn cornerCount(shape: u32, f: u32) -> u32 { return 4u; }
// A byte each, counter-clockwise as seen from outside.
fn firstCorners(shape: u32, f: u32) -> u32 {
  let negative = select(select(0x04060200u, 0x01050400u, (f >> 1u) == 1u), 0x02030100u, (f >> 1u) == 0u);
  let positive = select(select(0x03070501u, 0x06070302u, (f >> 1u) == 1u), 0x05070604u, (f >> 1u) == 0u);
  return select(negative, positive, (f & 1u) != 0u);
}
// How far a point in the plane of a face is from its rim, at least.
fn roomInFace(shape: u32, f: u32, factor: f32, x: vec3f) -> f32 {
  let room = factor * halfOf(shape) - abs(x) + 3.0e38 * axisOf(f >> 1u);
  return min(room.x, min(room.y, room.z));
}
fn edgeAt(shape: u32, e: u32) -> Edge { return Edge(axisOf(e >> 3u), e & 7u, (e & 7u) | (4u >> (e >> 3u))); }
`;

export const BOX_FEATURES = /* wgsl */ `
${FEATURE}
fn featureOf(shape: u32, direction: vec3f, v: u32, sine: f32) -> Feature {
  let along = direction * signsOf(v);
  let most = max(along.x, max(along.y, along.z));
  let least = min(abs(along.x), min(abs(along.y), abs(along.z)));
  clearance = clearanceOf(most, least * least, sine);
  if (most >= sqrt(1.0 - sine * sine)) {
    let axis = select(select(2u, 1u, most == along.y), 0u, most == along.x);
    return Feature(v, i32(2u * axis + ((v >> (2u - axis)) & 1u)), -1);
  }
  if (least > sine) { return Feature(v, -1, -1); }
  let bit = select(select(1u, 2u, least == abs(along.y)), 4u, least == abs(along.x));
  return Feature(v, -1, i32(v ^ bit));
}
`;
