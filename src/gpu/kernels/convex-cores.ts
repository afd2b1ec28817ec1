// SPDX-License-Identifier: MIT
/**
 * WGSL: cores of convex bodies, each swept by a ball: a point (of spheres), a polyhedron, a superquadric, a frustum
 * (the hull of two discs across the z axis: cylinders, cones, segments of capsules) or a tablet. The surface of a core
 * along a direction consists of pieces: vertices, both rims, both caps of a tablet. Each moves smoothly with the
 * direction; where two of them reach equally far are edges and faces.
 */
import { FRUSTUM, SWEPT, TABLET } from '../convex/shape-table.ts';
import type { ConvexForm } from './convex-prelude.ts';

const SUPERQUADRIC_POINT = /* wgsl */ `
  if (c.kind == CORE_SUPERQUADRIC) {
    return Piece(c.factor * smoothSupport(c.shape, m), vec3f(0.0), vec3f(0.0), 0.0);
  }`;

const BENDING_SUPERQUADRIC = /* wgsl */ `
  if (c.kind == CORE_SUPERQUADRIC) {
    var body = Body();
    body.shape = c.shape;
    body.factor = c.factor;
    body.turn = mat3x3f(vec3f(1.0, 0.0, 0.0), vec3f(0.0, 1.0, 0.0), vec3f(0.0, 0.0, 1.0));
    let round = roundSupport(body, m);
    return Piece(round.point, round.first, round.second, 0.0);
  }`;

/** `hasBends`: pieces of superquadrics have their second derivatives, from ROUND_SUPPORT; else SMOOTH_SUPPORT does. */
export function cores({ hasSuperquadricCores }: ConvexForm, hasBends: boolean): string {
  return /* wgsl */ `
const CORE_POINT = 0u;
const CORE_POLYHEDRON = 1u;
const CORE_SUPERQUADRIC = 2u;
const CORE_FRUSTUM = ${FRUSTUM}u;
const CORE_TABLET = ${TABLET}u;
// Lengths in metres. Of a frustum: radius of the lower and upper disc, their heights; of a tablet: radius and half
// height of the band, radius of the caps, how far their centres are below the planes of the rims.
struct Core { kind: u32, shape: u32, factor: f32, margin: f32, four: vec4f }
fn coreOf(shape: u32, factor: f32, radius: f32) -> Core {
  let kind = headOf(shape, 0u).x;
  if (kind == 0u) { return Core(CORE_POINT, shape, factor, radius, vec4f(0.0)); }
  if (kind != ${SWEPT}u) { return Core(kind, shape, factor, 0.0, vec4f(0.0)); }
  let more = headOf(shape, 5u);
  return Core(more.z, shape, factor, factor * bitcast<f32>(more.y), factor * bitcast<vec4f>(headOf(shape, 4u)));
}

// A point of a core, farthest along a unit vector of those of its piece, in the frame of the body; and two vectors whose
// squares, with round times the identity, add up to the second derivatives of how far it reaches.
struct Piece { p: vec3f, first: vec3f, second: vec3f, round: f32 }
// Rims bend no more than that, over their radius: the way across a cap is known by other means.
const LEAST_ACROSS = 1.0e-3;
const NO_AZIMUTH = 1.0e-9;
// The direction around the axis, and the part of a vector across it.
fn azimuthOf(m: vec3f) -> vec3f {
  let across = length(m.xy);
  if (!(across > NO_AZIMUTH)) { return vec3f(1.0, 0.0, 0.0); }
  return vec3f(m.xy / across, across);
}
fn isOnUpper(c: Core, across: f32, up: f32) -> bool { return c.four.y * across + c.four.w * up > c.four.x * across + c.four.z * up; }
// Which piece reaches farthest along a vector.
fn pieceOf(c: Core, m: vec3f) -> u32 {
  if (c.kind == CORE_POLYHEDRON) { return vertexSupport(c.shape, m).vertex; }
  if (c.kind == CORE_FRUSTUM) { return select(0u, 1u, isOnUpper(c, length(m.xy), m.z)); }
  if (c.kind == CORE_TABLET) { return select(0u, 1u, m.z >= 0.0); }
  return 0u;
}
fn rimPiece(radius: f32, height: f32, azimuth: vec3f) -> Piece {
  let bend = sqrt(radius / max(azimuth.z, LEAST_ACROSS));
  return Piece(vec3f(radius * azimuth.xy, height), bend * vec3f(-azimuth.y, azimuth.x, 0.0), vec3f(0.0), 0.0);
}
fn tabletPiece(four: vec4f, piece: u32, m: vec3f) -> Piece {
  let azimuth = azimuthOf(m);
  var side = select(-1.0, 1.0, piece == 1u);
  // A lens has no edge around it: its caps meet in a rim that is a point.
  if (!(four.y > 0.0)) { side = select(-1.0, 1.0, m.z >= 0.0); }
  let up = side * m.z;
  if (up > 0.0 && four.w * azimuth.z < four.x * up) {
    let x = four.z * azimuth.z;
    let height = four.y + (four.x - x) * (four.x + x) / (four.z * up + four.w);
    return Piece(vec3f(x * azimuth.xy, side * height), vec3f(0.0), vec3f(0.0), four.z);
  }
  return rimPiece(four.x, side * four.y, azimuth);
}
fn pieceAt(c: Core, piece: u32, m: vec3f) -> Piece {
  if (c.kind == CORE_POLYHEDRON) { return Piece(c.factor * vertexOf(c.shape, piece), vec3f(0.0), vec3f(0.0), 0.0); }
  if (c.kind == CORE_FRUSTUM) {
    let isUpper = piece == 1u;
    return rimPiece(select(c.four.x, c.four.y, isUpper), select(c.four.z, c.four.w, isUpper), azimuthOf(m));
  }
  if (c.kind == CORE_TABLET) { return tabletPiece(c.four, piece, m); }
  ${hasSuperquadricCores ? (hasBends ? BENDING_SUPERQUADRIC : SUPERQUADRIC_POINT) : ''}
  return Piece(vec3f(0.0), vec3f(0.0), vec3f(0.0), 0.0);
}
// The farthest point of the core.
fn coreSupport(c: Core, m: vec3f) -> vec3f { return pieceAt(c, pieceOf(c, m), m).p; }
// The disc of a frustum that a vector along or against its axis points out of: radius and height; the former is 0 where
// there is none.
fn capAlong(c: Core, up: f32) -> vec2f {
  if (c.kind != CORE_FRUSTUM) { return vec2f(0.0); }
  return select(c.four.xz, c.four.yw, up > 0.0);
}
`;
}
