// SPDX-License-Identifier: MIT
/**
 * WGSL: vertices, edges and faces of polyhedra for the kernels of their pairs: from the tables of their shapes or,
 * where all polyhedra of a scene are boxes, from half extents (convex-box.ts).
 */
import { BOX_FEATURES, BOX_PARTS, BOX_SUPPORT } from './convex-box.ts';
import { FEATURES } from './convex-flat.ts';
import type { ConvexForm } from './convex-prelude.ts';
import { BYTES, SUPPORT } from './convex-support.ts';

const TABLE_PARTS = /* wgsl */ `
${BYTES}
fn ringOfFace(shape: u32, f: u32) -> Ring { return ringOf(headOf(shape, 1u).y + 2u * f); }
// Outward normal and height over the centre.
fn faceOf(shape: u32, f: u32) -> vec4f { return bitcast<vec4f>(shapes[headOf(shape, 1u).y + 2u * f]); }
fn cornerCount(shape: u32, f: u32) -> u32 { return ringOfFace(shape, f).count; }
// The first four, a byte each, counter-clockwise as seen from outside.
fn firstCorners(shape: u32, f: u32) -> u32 { return shapes[headOf(shape, 1u).y + 2u * f + 1u].z; }
// How far a point in the plane of a face is from its rim, at least.
fn roomInFace(shape: u32, f: u32, factor: f32, x: vec3f) -> f32 {
  let ring = ringOfFace(shape, f);
  var room = 3.0e38;
  for (var c = 0u; c < ring.count; c++) {
    let other = planeBehind(ring, c);
    room = min(room, factor * other.w - dot(other.xyz, x));
  }
  return room;
}
fn edgeAt(shape: u32, e: u32) -> Edge {
  let words = shapes[headOf(shape, 1u).z + 3u * e];
  return Edge(bitcast<vec3f>(words.xyz), words.w & 255u, (words.w >> 8u) & 255u);
}
`;

const EDGE = /* wgsl */ `
// Direction, and the numbers of its ends.
struct Edge { along: vec3f, begin: u32, to: u32 }
`;

/** Farthest vertices along a direction, with \`Support\`. */
export function polyhedronSupport({ areBoxes }: ConvexForm): string {
  return areBoxes ? BOX_SUPPORT : SUPPORT;
}

/** What else there is of a polyhedron. */
export function polyhedronParts({ areBoxes }: ConvexForm): string {
  return EDGE + (areBoxes ? BOX_PARTS : TABLE_PARTS);
}

/** \`featureOf\`, with \`Feature\`. */
export function polyhedronFeatures({ areBoxes }: ConvexForm): string {
  return areBoxes ? BOX_FEATURES : FEATURES;
}
