// SPDX-License-Identifier: MIT
/** Convex bodies on half-spaces: the depth of the farthest point, or of every corner of a face or edge that lies along the wall. */
import { FLAT } from './convex-flat.ts';
import { striding } from './convex-list.ts';
import { type NarrowMode, narrowBindings, pointsText } from './convex-points.ts';
import { ACTIVE_COUNT, BODIES, type ConvexForm, convexPrelude, NARROW_WALL } from './convex-prelude.ts';
import { SMOOTH_SUPPORT, SUPPORT } from './convex-support.ts';
import { MOMENT } from './prelude.ts';
import { heightAbove } from './wall-height.ts';

export function wallKernel(form: ConvexForm, mode: NarrowMode): string {
  return [
    convexPrelude(form),
    MOMENT,
    narrowBindings(mode),
    BODIES,
    SUPPORT,
    SMOOTH_SUPPORT,
    heightAbove(form),
    pointsText(form, mode),
    FLAT,
    /* wgsl */ `
fn flatOnWall(a: Body, n: vec3f, height: f32) -> u32 {
  let axes = axesAcross(n);
  let into = transpose(axes);
  var count = loadFeature(false, a.shape, a.factor, n, WALL_SINE, into, vec3f(0.0));
  if (count < 2u) { return 0u; }
  if (isUneven(count)) {
    count = loadFeature(false, a.shape, a.factor, n, FLAT_SINE, into, vec3f(0.0));
    if (count < 2u) { return 0u; }
  }
  for (var k = 0u; k < count; k++) { clip[k] = polygonA[k]; }
  planeB = Plane(vec3f(0.0, 0.0, height), vec2f(0.0), vec3f(0.0));
  return takeCorners(count, a.turn * axes, planeA.at.z - height);
}
fn forPair(k: u32) {
  let pair = readPair(watched[${NARROW_WALL}u * PAIR_CAPACITY + k]);
  let a = bodyAt(pair.first);
  let wall = pair.second & 15u;
  let cell = unpackCell(rest[4u * pair.first + 1u].w);
  let height = heightAbove(wall, a.place, cell);
  let normal = -tables.walls[wall].normal;
  let n = normal * a.turn;
  let material = (a.tag & 63u) * ${form.materials}u + tables.walls[wall].material;
  let kind = headOf(a.shape, 0u).x;
  var farthest = vec3f(0.0);
  if (kind == 1u) { farthest = a.factor * vertexOf(a.shape, vertexSupport(a.shape, n).vertex); }
  else if (kind == 0u) { farthest = a.radius * n; }
  else { farthest = a.factor * smoothSupport(a.shape, n); }
  let overlap = dot(farthest, n) - height;
  if (!(overlap > 0.0)) { endPair(pair, material); return; }
  var count = 0u;
  if (kind == 1u) { count = flatOnWall(a, n, height); }
  if (count == 0u) {
    points[0] = vec4f(a.turn * farthest, overlap);
    shares[0] = vec2f(1.0);
    count = 1u;
  }
  let both = Partners(material, a.equal, 1.0 / a.inverseMass, 2.5 * a.inverseMass / (a.ball * a.ball), a.spin, vec3f(0.0));
  finish(pair, both, normal, count, a, a.ball, a.equal, vec3f(0.0), moment.walls[wall].velocity.xyz, vec2f(-1.0));
}
`,
    striding(`atomicLoad(&status[${ACTIVE_COUNT + NARROW_WALL}])`),
  ].join('\n');
}
