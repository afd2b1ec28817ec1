// SPDX-License-Identifier: MIT
/**
 * WGSL: convex bodies against half-spaces: the depth of the deepest point, or of every corner of a face or edge
 * parallel to the wall.
 */
import { cores } from './convex-cores.ts';
import { EXACT } from './convex-exact.ts';
import { EXACT_ROUND, EXACT_SPHERE } from './convex-exact-round.ts';
import { cornersWith, FEATURES, FLAT } from './convex-flat.ts';
import { striding } from './convex-list.ts';
import { narrowBeginning, pointsText } from './convex-points.ts';
import { ACTIVE_COUNT, type ConvexForm, NARROW_WALL } from './convex-prelude.ts';
import { BYTES, SMOOTH_SUPPORT } from './convex-support.ts';
import { SWEPT_FEATURES, SWEPT_ON_WALL } from './convex-swept-flat.ts';
import { CONVEX_REST } from './records.ts';
import { heightAbove } from './wall-height.ts';
import { WALL_MOTION } from './wall-motion.ts';

/** A height in units of 1 / (2048 s). */
export const HEIGHT_IN_PARTS = /* wgsl */ `
fn heightInParts(height: WallHeight, s: f32) -> vec2f {
  let x = quantaExactly(vec3i(height.quanta.whole, 0, 0), vec3f(p.unit), s);
  return vec2f(x.whole.x, x.rest.x + height.quanta.rest * (p.unit * s * PARTS));
}
`;

/** Corners of faces and edges that lie along a plane; with a `WallHeight` of the centre above it. */
export const ON_PLANE = /* wgsl */ `
${HEIGHT_IN_PARTS}
// How deep a point of the body, in its frame, is under the wall with this normal into it.
fn depthExactly(body: u32, v: vec3f, normal: vec3f, height: WallHeight, size: f32) -> f32 {
  let s = partsOf(size);
  return lengthOfParts(alongUnitExactly(normal, turnedExactly(orientationAt(body), v, s)) - heightInParts(height, s),
    s);
}
// The corners in clip are vertices, whose depths are known better than those of points of a plane.
fn cornersOnWall(body: u32, a: Body, feature: Feature, count: u32, normal: vec3f, above: WallHeight) -> u32 {
  var corners = vec4u(0u);
  if (feature.face >= 0) { corners = cornersOf(ringOf(headOf(a.shape, 1u).y + 2u * u32(feature.face))); }
  ${cornersWith(`
    var vertex = select(max(feature.v, u32(feature.other)), min(feature.v, u32(feature.other)), k == 0u);
    if (feature.face >= 0) { vertex = byteOf(corners, k); }
    let own = a.factor * vertexOf(a.shape, vertex);
    let at = a.turn * own;
    let overlap = depthExactly(body, own, normal, above, a.radius);`)}
}
// The face or edge of the body along n, in its frame, with its corners in polygonA; on planes at any tilt where all
// shares are 1.
struct Level { feature: Feature, count: u32 }
fn levelFeature(a: Body, n: vec3f, v: u32, into: mat3x3f, given: f32) -> Level {
  var sine = given;
  loop {
    let feature = featureOf(a.shape, n, v, sine);
    let count = loadFeature(false, a.shape, a.factor, feature, into, vec3f(0.0));
    if (count < 2u) { return Level(feature, 0u); }
    if (sine == FLAT_SINE) { return Level(feature, count); }
    if (!isUneven(count)) { return Level(feature, count); }
    sine = FLAT_SINE;
  }
}
// All corners of such a feature.
fn cornersOfLevel(body: u32, a: Body, level: Level, axes: mat3x3f, normal: vec3f, above: WallHeight) -> u32 {
  let count = level.count;
  for (var k = 0u; k < count; k++) { clip[k] = polygonA[k]; }
  if (count <= POINTS) { return cornersOnWall(body, a, level.feature, count, normal, above); }
  planeB = Plane(vec3f(0.0, 0.0, above.metres), vec2f(0.0), vec3f(0.0));
  return takeCorners(count, a.turn * axes, depthExactly(body, planeA.vertex, normal, above, a.radius));
}
fn flatOnWall(body: u32, a: Body, n: vec3f, v: u32, normal: vec3f, above: WallHeight) -> u32 {
  let axes = axesAcross(n);
  let level = levelFeature(a, n, v, transpose(axes), WALL_SINE);
  if (level.count < 2u) { return 0u; }
  return cornersOfLevel(body, a, level, axes, normal, above);
}
`;

const SWEPT_OVERLAP = /* wgsl */ `
  let core = coreOf(a.shape, a.factor, a.radius);
  if (kind == 3u) {
    let onWall = sweptOnWall(pair.first, a, core, n, normal, above);
    overlap = onWall.overlap;
    farthest = onWall.farthest;
  }`;

export function wallKernel(form: ConvexForm): string {
  return [
    ...narrowBeginning(form),
    SMOOTH_SUPPORT,
    heightAbove(form),
    form.hasTurningWalls ? WALL_MOTION : '',
    pointsText(form, form.hasTurningWalls),
    BYTES,
    FEATURES,
    FLAT,
    EXACT,
    form.hasSuperquadrics ? EXACT_ROUND : EXACT_SPHERE,
    ON_PLANE,
    form.hasSwept ? cores(form, false) + SWEPT_FEATURES + SWEPT_ON_WALL : '',
    /* wgsl */ `
fn forPair(k: u32) {
  let pair = readPair(watched[${NARROW_WALL}u * p.pairCapacity + k]);
  let a = bodyAt(pair.first);
  let wall = pair.second & 15u;
  let cell = unpackCell(${CONVEX_REST.word('rest', 'cell', 'pair.first')});
  let above = wallHeight(wall, a.position, cell);
  let height = above.metres;
  let normal = -${form.hasTurningWalls ? 'inputs.walls[wall].frame.normal' : 'tables.walls[wall].normal'};
  let n = directionBack(pair.first, normal);
  let material = (a.tag & 63u) * ${form.materials}u + tables.walls[wall].material;
  let kind = headOf(a.shape, 0u).x;
  var farthest = vec3f(0.0);
  var v = 0u;
  if (kind == 1u) { v = vertexSupport(a.shape, n).vertex; farthest = a.factor * vertexOf(a.shape, v); }
  else if (kind == 0u) { farthest = a.radius * n; }
  else${form.hasSwept ? ' if (kind == 2u)' : ''} { farthest = a.factor * smoothSupport(a.shape, n); }
  var overlap = dot(farthest, n) - height;
  ${form.hasSwept ? SWEPT_OVERLAP : ''}
  if (!above.isFar${form.hasSwept ? ' && kind != 3u' : ''}) {
    let s = partsOf(a.radius);
    if (kind != 1u) { overlap = lengthOfParts(reachExactly(pair.first, a, normal, s) - heightInParts(above, s), s); }
    else { overlap = depthExactly(pair.first, farthest, normal, above, a.radius); }
  }
  if (!(overlap > 0.0)) { endPair(pair, material); return; }
  var count = 0u;
  if (kind == 1u) { count = flatOnWall(pair.first, a, n, v, normal, above); }
  ${form.hasSwept ? 'if (kind == 3u) { count = flatSweptOnWall(pair.first, a, core, n, normal, above); }' : ''}
  if (count == 0u) {
    points[0] = vec4f(a.turn * farthest, overlap);
    shares[0] = vec2f(1.0);
    count = 1u;
  }
  let both = Partners(material, a.equal, 1.0 / a.inverseMass, inverseInertiaOf(a), a.spin, vec3f(0.0));
  finish(pair, both, normal, count, a, a.ball, a.equal, vec3f(0.0), ${form.hasTurningWalls ? 'separation(cell << vec3u(CELL_BITS), a.position) + vec3f(cell) * p.quantum * 1073741824.0' : 'inputs.walls[wall].velocity.xyz'}, vec2f(-1.0));
}
`,
    striding(`atomicLoad(&status[${ACTIVE_COUNT + NARROW_WALL}])`),
  ].join('\n');
}
