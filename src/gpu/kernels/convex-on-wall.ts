// SPDX-License-Identifier: MIT
/**
 * WGSL: convex bodies inside closed walls that are shapes, as src/kernel/walls/body-on-wall.ts and body-in-wall.ts have
 * them. Ends and the sides of a box are planes. Beyond a sphere, cylinder or cone, every vertex of a polyhedron is a
 * contact, and of a smooth body every point that is farthest nearby. The depth of a point is that under the tangent
 * plane of the wall there, with the digits that positions and orientations have.
 */
import { PART_BOX, PART_HIGH, PART_LOW, PART_SIDE, WALL_BOX, WALL_SPHERE } from '../../kernel/walls/wall-layout.ts';
import { MESH_SHIFT, MOST_SPOTS, SOLID_BIT } from './convex-mesh-forces.ts';
import { FEATURE_FACET } from './mesh-geometry.ts';
import { lengthOf } from './sphere-on-wall.ts';

/** Contacts with full stiffness; more contacts share the stiffness of this many (src/kernel/walls/body-in-wall.ts). */
const WHOLE_SPRINGS = 4;
/** Most steps of a search on a smooth body; a body much smaller than the wall takes a few. */
const MOST_STEPS = 100;
/** Change of direction at which a search ends: above float32 rounding. The overlap has the square of this error. */
const CLOSE = 1e-6;
/** Distance over the radius of a body within which two points found are the same one. */
const SAME_POINT = 2e-3;

/** `find` is POLYHEDRON_ON_WALL or `roundOnWall`. */
export function bodyOnWall(find: string): string {
  return /* wgsl */ `
fn addWallSpot(w: ptr<function, Around>, s: ptr<function, Spots>, at: vec3f, overlap: f32, n: vec3f, share: vec2f,
  part: u32, image: u32) {
  if (!(overlap > 0.0)) { return; }
  let k = (*s).count;
  (*s).count++;
  if (k >= ${MOST_SPOTS}u) { return; }
  let m = (*w).m;
  let to = (*s).base + 1u + 4u * k;
  let own = vec3f(dot(inputs.meshes[m].axes[0].normal, at), dot(inputs.meshes[m].axes[1].normal, at),
    dot(inputs.meshes[m].axes[2].normal, at));
  list[to] = vec4u(bitcast<vec3u>(at), bitcast<u32>(overlap));
  list[to + 1u] = vec4u(bitcast<vec2u>(share), part | (m << ${MESH_SHIFT}u),
    image | (geometry[2u * m + 1u].y << ${MESH_SHIFT}u) | ${SOLID_BIT}u);
  list[to + 2u] = vec4u(bitcast<vec3u>(n), 3u * part + ${FEATURE_FACET}u);
  list[to + 3u] = vec4u(bitcast<vec3u>(((*w).x.cell << vec3u(CELL_BITS)) + (*w).x.local + vec3i(round(own / p.unit))),
    0u);
}
// The contacts from number first on share springs: 1 for up to four, by their effective number, which does not jump.
fn shareOut(s: ptr<function, Spots>, first: u32) {
  var sum = 0.0;
  var squares = 0.0;
  let end = min((*s).count, ${MOST_SPOTS}u);
  for (var k = first; k < end; k++) {
    let overlap = bitcast<f32>(list[(*s).base + 1u + 4u * k].w);
    sum += overlap;
    squares += overlap * overlap;
  }
  if (end <= first + 1u) { return; }
  let number = sum * sum / squares;
  let share = min(1.0, ${WHOLE_SPRINGS}.0 / number);
  let both = bitcast<vec2u>(vec2f(share, share / sqrt(number * share)));
  for (var k = first; k < end; k++) {
    let to = (*s).base + 2u + 4u * k;
    list[to] = vec4u(both, list[to].zw);
  }
}

fn offsetOf(wall: ShapeWall) -> vec2i { return ${lengthOf('offset')}; }
// Normal of the curved part of a wall at a point, in cells from its origin, away from the inside.
fn outwardAt(wall: ShapeWall, at: vec3f) -> vec3f {
  if (wall.kind == ${WALL_SPHERE}u) {
    let d = length(at);
    return select(vec3f(1.0, 0.0, 0.0), at / d, d > 0.0);
  }
  let e = length(at.xy);
  return vec3f(wall.nr * select(vec2f(1.0, 0.0), at.xy / e, e > 0.0), wall.nz);
}
// How far a point is beyond the curved part, in cells.
fn beyondCurved(wall: ShapeWall, at: vec3f) -> f32 { return dot(outwardAt(wall, at), at) - cellsOf(offsetOf(wall)); }
// Height of a centre above the plane that touches the curved part with this normal.
fn heightWithin(wall: ShapeWall, x: At, n: vec3f) -> WallHeight {
  let distance = dot(n, centreInCells(x));
  let offset = offsetOf(wall);
  let metres = (cellsOf(offset) - distance) * lattice();
  let quanta = (offset.x << 30u) + offset.y - quantaAlong(x, n, distance);
  return WallHeight(metres, Split(quanta, 0.0), abs(metres) > lattice());
}
${find}
fn writeShapeWall(w: ptr<function, Around>, a: Body, s: ptr<function, Spots>) {
  let m = (*w).m;
  let wall = wallAt(m);
  let images = imagesAt(wall, (*w).x);
  for (var k = images.x; k < images.y; k++) {
    let x = fromImage(wall, (*w).x, k);
    onShapeWall(w, a, s, wall, x, k);
  }
}
`;
}

/** Planes of a wall, by a function `onPlane`, and its curved part by `onCurved`. */
function partsOfWall(name: string): string {
  return /* wgsl */ `
fn ${name}(w: ptr<function, Around>, a: Body, s: ptr<function, Spots>, wall: ShapeWall, x: At, image: u32) {
  let isBox = wall.kind == ${WALL_BOX}u;
  if (!isBox && beyondCurved(wall, centreInCells(x)) * lattice() > -1.001 * a.radius) {
    let first = (*s).count;
    onCurved(w, a, s, wall, x, image);
    shareOut(s, first);
  }
  if (wall.kind == ${WALL_SPHERE}u || wall.isEndless) { return; }
  // Sides of a box, or both ends.
  for (var k = select(4u, 0u, isBox); k < 6u; k++) {
    let axis = k >> 1u;
    let isHigh = (k & 1u) == 1u;
    let along = vec2i(x.cell[axis], x.local[axis]);
    let half = halfOf(wall, axis);
    var height = between(along, opposite(half));
    if (isBox && isHigh) { height = between(half, along); }
    var part = ${PART_BOX}u + k;
    if (!isBox) {
      let rim = select(${lengthOf('radius')}, ${lengthOf('upperRadius')}, isHigh);
      // An end without an area is an apex.
      if (all(rim == vec2i(0))) { continue; }
      height = between(along, ${lengthOf('low')});
      if (isHigh) { height = between(${lengthOf('high')}, along); }
      part = select(${PART_LOW}u, ${PART_HIGH}u, isHigh);
    }
    if (height.metres > 1.001 * a.radius) { continue; }
    var n = vec3f(0.0);
    n[axis] = select(-1.0, 1.0, isHigh);
    onPlane(w, a, s, meshDirection((*w).m, n),
      WallHeight(height.metres, Split(height.quanta, 0.0), abs(height.metres) > lattice()), part, image);
  }
}
`;
}

export const POLYHEDRON_ON_WALL = /* wgsl */ `
fn onPlane(w: ptr<function, Around>, a: Body, s: ptr<function, Spots>, into: vec3f, height: WallHeight, part: u32,
  image: u32) {
  let i = (*w).i;
  let n = directionBack(i, into);
  let v = vertexSupport(a.shape, n).vertex;
  let farthest = a.factor * vertexOf(a.shape, v);
  var overlap = dot(farthest, n) - height.metres;
  if (!height.isFar) { overlap = depthExactly(i, farthest, into, height, a.radius); }
  if (!(overlap > 0.0)) { return; }
  var count = flatOnWall(i, a, n, v, into, height);
  if (count == 0u) {
    points[0] = vec4f(a.turn * farthest, overlap);
    shares[0] = vec2f(1.0);
    count = 1u;
  }
  for (var k = 0u; k < count; k++) {
    addWallSpot(w, s, points[k].xyz - points[k].w * into, points[k].w, into, shares[k], part, image);
  }
}
fn onCurved(w: ptr<function, Around>, a: Body, s: ptr<function, Spots>, wall: ShapeWall, x: At, image: u32) {
  let centre = centreInCells(x);
  // Margin for float32 rounding in the choice of the vertices that are tested.
  let slack = 1.0e-5 * (a.radius / lattice() + abs(cellsOf(offsetOf(wall))));
  for (var v = 0u; v < headOf(a.shape, 0u).y; v++) {
    let own = a.factor * vertexOf(a.shape, v);
    let at = centre + inMesh(w, own) / lattice();
    let rough = beyondCurved(wall, at);
    if (rough < -slack) { continue; }
    let n = outwardAt(wall, at);
    let into = meshDirection((*w).m, n);
    let height = heightWithin(wall, x, n);
    var overlap = rough * lattice();
    if (!height.isFar) { overlap = depthExactly((*w).i, own, into, height, a.radius); }
    addWallSpot(w, s, a.turn * own - overlap * into, overlap, into, vec2f(1.0), ${PART_SIDE}u, image);
  }
}
${partsOfWall('onShapeWall')}`;

/** Spheres have closed forms; other bodies are searched. */
export function roundOnWall(hasSuperquadrics: boolean): string {
  return /* wgsl */ `
fn onShapeWall(w: ptr<function, Around>, a: Body, s: ptr<function, Spots>, wall: ShapeWall, x: At, image: u32) {
  if (headOf(a.shape, 0u).x != 0u) {
    ${hasSuperquadrics ? 'smoothOnWall(w, a, s, wall, x, image);' : ''}
    return;
  }
  sphereOnWall(wall, x, u32(round(a.radius / p.unit * 4.0)), 0.0);
  for (var k = 0u; k < touchedCount; k++) {
    let n = meshDirection((*w).m, touched[k].normal);
    addWallSpot(w, s, (a.radius - touched[k].overlap) * n, touched[k].overlap, n, vec2f(1.0), touched[k].part, image);
  }
}
${hasSuperquadrics ? SMOOTH_ON_WALL : ''}`;
}

const SMOOTH_ON_WALL = /* wgsl */ `
fn depthOfRound(w: ptr<function, Around>, a: Body, into: vec3f, height: WallHeight, rough: f32) -> f32 {
  if (height.isFar) { return rough; }
  let s = partsOf(a.radius);
  return lengthOfParts(reachExactly((*w).i, a, into, s) - heightInParts(height, s), s);
}
fn farthestOf(w: ptr<function, Around>, a: Body, direction: vec3f) -> vec3f {
  return inMesh(w, a.factor * smoothSupport(a.shape, inBody(w, direction)));
}
fn onPlane(w: ptr<function, Around>, a: Body, s: ptr<function, Spots>, into: vec3f, height: WallHeight, part: u32,
  image: u32) {
  let n = directionBack((*w).i, into);
  let farthest = a.factor * smoothSupport(a.shape, n);
  let overlap = depthOfRound(w, a, into, height, dot(farthest, n) - height.metres);
  addWallSpot(w, s, a.turn * farthest - overlap * into, overlap, into, vec2f(1.0), part, image);
}
// Iterates: the farthest point along a direction, then the normal of the wall there as the next direction. The steps
// form a geometric sequence; every third step its limit is tried.
fn climb(w: ptr<function, Around>, a: Body, wall: ShapeWall, centre: vec3f, start: vec3f) -> vec3f {
  let noise = 1.0e-6 * (1.0 + abs(cellsOf(offsetOf(wall))));
  var d = start;
  var before = 0.0;
  var known = 0u;
  for (var step = 0u; step < ${MOST_STEPS}u; step++) {
    let at = centre + farthestOf(w, a, d) / lattice();
    let next = outwardAt(wall, at);
    let change = length(next - d);
    let ratio = select(1.0, change / before, known > 0u);
    known++;
    before = change;
    var ahead = next;
    if (known >= 3u && ratio < 0.99) {
      known = 0u;
      ahead = unitOf(next + ratio / (1.0 - ratio) * (next - d));
      let there = centre + farthestOf(w, a, ahead) / lattice();
      if (beyondCurved(wall, there) < beyondCurved(wall, at) - noise) { ahead = next; }
      // On the wall's own directions again.
      else { ahead = outwardAt(wall, there); }
    }
    d = ahead;
    if (change <= ${CLOSE}) { break; }
  }
  return d;
}
fn onCurved(w: ptr<function, Around>, a: Body, s: ptr<function, Spots>, wall: ShapeWall, x: At, image: u32) {
  let centre = centreInCells(x);
  var known: array<vec3f, 7>;
  var count = 0u;
  for (var k = 0u; k < 7u; k++) {
    var start = outwardAt(wall, centre);
    if (k > 0u) {
      let axis = (k - 1u) >> 1u;
      let side = select(-1.0, 1.0, (k & 1u) == 1u) * (*w).turn[axis];
      start = outwardAt(wall, centre + farthestOf(w, a, side) / lattice());
    }
    let n = climb(w, a, wall, centre, start);
    let point = farthestOf(w, a, n);
    var isKnown = false;
    for (var q = 0u; q < count; q++) {
      let apart = known[q] - point;
      isKnown = isKnown || dot(apart, apart) <= ${SAME_POINT * SAME_POINT} * a.radius * a.radius;
    }
    if (isKnown) { continue; }
    known[count] = point;
    count++;
    let into = meshDirection((*w).m, n);
    let overlap = depthOfRound(w, a, into, heightWithin(wall, x, n),
      beyondCurved(wall, centre + point / lattice()) * lattice());
    addWallSpot(w, s, toWorld((*w).m, point) - overlap * into, overlap, into, vec2f(1.0), ${PART_SIDE}u, image);
  }
}
${partsOfWall('smoothOnWall')}`;
