// SPDX-License-Identifier: MIT
/**
 * WGSL: contacts of a sphere with a wall that is a shape, in closed form: the functions of
 * src/kernel/walls/sphere-on-wall.ts by the same names, in integers (docs/theory/shape-walls.md). The distance from
 * an axis or a point is the height above the tangent plane there, a sum of products of integers like heights above
 * facets, so a large wall is as accurate as a small one.
 */
import {
  FAR,
  OPEN_HIGH,
  OPEN_LOW,
  PART_BOX,
  PART_HIGH,
  PART_LOW,
  PART_SIDE,
  SHEET,
  SOLID_SHAPE,
  WALL_BOX,
  WALL_ROUND,
  WALL_SPHERE,
} from '../../kernel/walls/wall-layout.ts';
import { GpuRecord } from './gpu-record.ts';
import { MESH_VECTORS } from './mesh-geometry.ts';

/**
 * A wall in the buffer of meshes: lengths as cells and quanta of the lattice; planes in the half-planes through the
 * axis as of the side of a facet (mesh-geometry.ts). Its images are behind it.
 */
export const LATTICE_WALL = new GpuRecord('LatticeWall', {
  kind: 'u32',
  solid: 'u32',
  open: 'u32',
  isEndless: 'u32',
  /** Outward normal of the side, across the axis and along it. */
  normal: 'vec2f',
  imageCount: 'u32',
  /** 1 where everything outside the wall is solid: a body touches the image that is around it alone. */
  isNearestOnly: 'u32',
  radius: 'vec2i',
  upperRadius: 'vec2i',
  low: 'vec2i',
  high: 'vec2i',
  halfX: 'vec2i',
  halfY: 'vec2i',
  halfZ: 'vec2i',
  /** Of the curved part: distance from the origin of the plane that touches it, along its normal. */
  offset: 'vec2i',
  /** Height over the side; place along the side from its lower end; and what that place has at the upper end. */
  side: ['vec4i', 3],
  along: ['vec4i', 3],
  end: 'vec4i',
});
/** The way to an image, in the frame of the wall: vectors of cells and of quanta. */
export const IMAGE_VECTORS = 2;
/** Most contacts of a sphere with one image of a wall: the sides of a box. */
const MOST_TOUCHES = 6;

/** Expressions for the two words of a length of the wall at this address. */
export function lengthOf(
  field: 'radius' | 'upperRadius' | 'low' | 'high' | 'halfX' | 'halfY' | 'halfZ' | 'offset',
): string {
  const at = LATTICE_WALL.at[field];
  return `bitcast<vec2i>(geometry[wall.at + ${at >> 2}u].${(at & 3) === 0 ? 'xy' : 'zw'})`;
}

export const SPHERE_ON_WALL = /* wgsl */ `
struct ShapeWall { at: u32, kind: u32, solid: u32, open: u32, isEndless: bool, nr: f32, nz: f32, images: u32,
  isNearestOnly: bool }
fn wallAt(m: u32) -> ShapeWall {
  let at = geometry[${MESH_VECTORS}u * m].x;
  let codes = geometry[at];
  let more = geometry[at + 1u];
  let n = bitcast<vec2f>(more.xy);
  return ShapeWall(at, codes.x, codes.y, codes.z, codes.w != 0u, n.x, n.y, more.z, more.w != 0u);
}

// A length along a line: cells, and quanta of [0, 2^30).
fn carried(x: vec2i) -> vec2i { return vec2i(x.x + (x.y >> 30u), x.y & 0x3fffffff); }
fn opposite(x: vec2i) -> vec2i { return carried(-x); }
fn cellsOf(x: vec2i) -> f32 {
  let isUpper = x.y > 0x20000000;
  return f32(x.x + select(0, 1, isUpper)) + f32(x.y - select(0, 0x40000000, isUpper)) * 9.313225746154785e-10;
}
// Length a - b as a height: its quanta are good within two cells.
fn between(a: vec2i, b: vec2i) -> Height {
  let d = carried(a - b);
  return Height(cellsOf(d) * lattice(), (d.x << 30u) + d.y);
}
fn opposed(h: Height) -> Height { return Height(-h.metres, -h.quanta); }
// What a ball reaches below a height.
fn reachUnder(radius: u32, h: Height) -> f32 {
  if (abs(h.metres) > lattice()) { return radiusOf(radius) - h.metres; }
  return reachBelow(radius, Split(h.quanta, 0.0));
}

fn centreInCells(x: At) -> vec3f {
  return vec3f(cellsOf(vec2i(x.cell.x, x.local.x)), cellsOf(vec2i(x.cell.y, x.local.y)),
    cellsOf(vec2i(x.cell.z, x.local.z)));
}
// Quanta along a direction, modulo four cells, where \`distance\` is about that many cells. The direction has 24 binary
// digits: what its length is beside 1 is known from integers that wrap.
fn quantaAlong(x: At, direction: vec3f, distance: f32) -> i32 {
  let whole = vec3i(round(direction * 16777216.0));
  // The squares add up to about 2^48, which is 0 modulo 2^32.
  let surplus = f32(dot(whole, whole));
  let fine = whole << vec3u(6u);
  let a = scaledProduct(fine.x, x.local.x);
  let b = scaledProduct(fine.y, x.local.y);
  let c = scaledProduct(fine.z, x.local.z);
  // Over 2^49, times 2^30 quanta a cell.
  let correction = distance * surplus * 1.9073486328125e-6;
  return dot(fine, x.cell) + (a.whole + b.whole + c.whole) + i32(round(a.rest + b.rest + c.rest - correction));
}
// Distance from the origin, and the direction: what that is beside the true one counts squared.
struct Away { distance: vec2i, direction: vec3f, isZero: bool }
fn awayFromOrigin(x: At) -> Away {
  let v = centreInCells(x);
  let squared = dot(v, v);
  // Quanta are far above the smallest squares of float32.
  if (!(squared > 1.0e-36)) { return Away(vec2i(0), vec3f(1.0, 0.0, 0.0), true); }
  let distance = sqrt(squared);
  let direction = v / distance;
  let quanta = quantaAlong(x, direction, distance);
  let turns = i32(round(0.25 * (distance - f32(quanta) * 9.313225746154785e-10)));
  return Away(vec2i((quanta >> 30u) + 4 * turns, quanta & 0x3fffffff), direction, false);
}

// Contacts: normal in the frame of the wall, from the body into the wall.
struct Touched { normal: vec3f, overlap: f32, part: u32 }
var<private> touched: array<Touched, ${MOST_TOUCHES}>;
var<private> touchedCount: u32;
fn writeAt(normal: vec3f, overlap: f32, part: u32) {
  if (touchedCount == ${MOST_TOUCHES}u) { return; }
  touched[touchedCount] = Touched(normal, overlap, part);
  touchedCount++;
}

// The centre in a half-plane through the axis, at distance e and height z; w points along it across the axis.
struct Profile { w: vec2f, e: vec2i, z: vec2i }
fn otherSide(c: Profile) -> Profile { return Profile(-c.w, opposite(c.e), c.z); }
fn inProfile(c: Profile) -> At { return At(vec3i(c.e.x, c.z.x, 0), vec3i(c.e.y, c.z.y, 0)); }
fn heightOverSide(wall: ShapeWall, c: Profile) -> Height { return above(wall.at + ${LATTICE_WALL.at.side / 4}u, inProfile(c)); }
fn fromLowEnd(wall: ShapeWall, c: Profile) -> f32 {
  if (wall.isEndless) { return 0.0; }
  return above(wall.at + ${LATTICE_WALL.at.along / 4}u, inProfile(c)).metres;
}
fn beyondHighEnd(wall: ShapeWall, c: Profile) -> f32 {
  if (wall.isEndless) { return 0.0; }
  return beyondEnd(wall.at + ${LATTICE_WALL.at.side / 4}u, inProfile(c)).metres;
}

fn touchPoint(wall: ShapeWall, c: Profile, u: vec2i, v: vec2i, radius: u32, reach: f32, part: u32) {
  let de = between(u, c.e);
  let dz = between(v, c.z);
  let d = length(vec2f(de.metres, dz.metres));
  if (d > lattice()) { return; }
  let overlap = reachBeyond(radius, vec3i(de.quanta, dz.quanta, 0), vec3f(0.0), d);
  if (!(overlap > -reach)) { return; }
  var n = vec2f(-wall.nr, -wall.nz);
  if (d > 0.0) { n = vec2f(de.metres, dz.metres) / d; }
  writeAt(vec3f(n.x * c.w, n.y), overlap, part);
}
fn touchSide(wall: ShapeWall, c: Profile, overlap: f32, facing: f32, part: u32) {
  writeAt(facing * vec3f(wall.nr * c.w, wall.nz), overlap, part);
}

fn insideRound(wall: ShapeWall, c: Profile, radius: u32, reach: f32) {
  let near = reachUnder(radius, opposed(heightOverSide(wall, c)));
  if (near > -reach) { touchSide(wall, c, near, 1.0, ${PART_SIDE}u); }
  let across = otherSide(c);
  let far = reachUnder(radius, opposed(heightOverSide(wall, across)));
  if (far > 0.0) { touchSide(wall, across, far, 1.0, ${PART_SIDE + FAR}u); }
  if (wall.isEndless) { return; }
  let low = reachUnder(radius, between(c.z, ${lengthOf('low')}));
  let high = reachUnder(radius, between(${lengthOf('high')}, c.z));
  // An end without an area is an apex, which the side has closed.
  if (any(${lengthOf('radius')} != vec2i(0)) && low > -reach) { writeAt(vec3f(0.0, 0.0, -1.0), low, ${PART_LOW}u); }
  if (any(${lengthOf('upperRadius')} != vec2i(0)) && high > -reach) {
    writeAt(vec3f(0.0, 0.0, 1.0), high, ${PART_HIGH}u);
  }
}

fn outsideRound(wall: ShapeWall, c: Profile, radius: u32, reach: f32) {
  let s = heightOverSide(wall, c);
  let bySide = reachUnder(radius, s);
  if (wall.isEndless) {
    if (bySide > -reach) { touchSide(wall, c, bySide, -1.0, ${PART_SIDE}u); }
    return;
  }
  let lowRadius = ${lengthOf('radius')};
  let highRadius = ${lengthOf('upperRadius')};
  let under = between(${lengthOf('low')}, c.z);
  let over = between(c.z, ${lengthOf('high')});
  let byLow = reachUnder(radius, under);
  let byHigh = reachUnder(radius, over);
  let hasLow = any(lowRadius != vec2i(0));
  let hasHigh = any(highRadius != vec2i(0));
  if (s.metres <= 0.0 && over.metres <= 0.0 && under.metres <= 0.0) {
    if (hasLow && under.metres >= s.metres && !(over.metres > under.metres && hasHigh)) {
      writeAt(vec3f(0.0, 0.0, 1.0), byLow, ${PART_LOW}u);
    } else if (hasHigh && over.metres >= s.metres) { writeAt(vec3f(0.0, 0.0, -1.0), byHigh, ${PART_HIGH}u); }
    else { touchSide(wall, c, bySide, -1.0, ${PART_SIDE}u); }
    return;
  }
  if (under.metres > 0.0 && between(c.e, lowRadius).metres <= 0.0) {
    if (byLow > -reach) { writeAt(vec3f(0.0, 0.0, 1.0), byLow, ${PART_LOW}u); }
    return;
  }
  if (over.metres > 0.0 && between(c.e, highRadius).metres <= 0.0) {
    if (byHigh > -reach) { writeAt(vec3f(0.0, 0.0, -1.0), byHigh, ${PART_HIGH}u); }
    return;
  }
  if (fromLowEnd(wall, c) <= 0.0) {
    touchPoint(wall, c, lowRadius, ${lengthOf('low')}, radius, reach, ${PART_LOW}u);
  } else if (beyondHighEnd(wall, c) >= 0.0) {
    touchPoint(wall, c, highRadius, ${lengthOf('high')}, radius, reach, ${PART_HIGH}u);
  } else if (bySide > -reach) { touchSide(wall, c, bySide, -1.0, ${PART_SIDE}u); }
}

fn touchEnd(wall: ShapeWall, c: Profile, radius: u32, reach: f32, part: u32) {
  let isLow = part == ${PART_LOW}u;
  let rim = select(${lengthOf('upperRadius')}, ${lengthOf('radius')}, isLow);
  let level = select(${lengthOf('high')}, ${lengthOf('low')}, isLow);
  let isOpen = (wall.open & select(${OPEN_HIGH}u, ${OPEN_LOW}u, isLow)) != 0u;
  if (!isOpen && between(c.e, rim).metres <= 0.0) {
    var up = between(c.z, level);
    // A centre in the face is pushed into the wall's inside.
    let isUp = up.metres > 0.0 || (up.metres == 0.0 && isLow);
    if (up.metres < 0.0) { up = opposed(up); }
    let overlap = reachUnder(radius, up);
    if (any(rim != vec2i(0)) && overlap > -reach) { writeAt(vec3f(0.0, 0.0, select(1.0, -1.0, isUp)), overlap, part); }
    return;
  }
  let across = otherSide(c);
  if (select(beyondHighEnd(wall, c) > 0.0, fromLowEnd(wall, c) < 0.0, isLow)) {
    touchPoint(wall, c, rim, level, radius, reach, part);
  }
  if (isOpen && any(rim != vec2i(0)) && select(beyondHighEnd(wall, across) > 0.0, fromLowEnd(wall, across) < 0.0, isLow)) {
    touchPoint(wall, across, rim, level, radius, 0.0, part + ${FAR}u);
  }
}

fn onSheet(wall: ShapeWall, c: Profile, radius: u32, reach: f32) {
  var s = heightOverSide(wall, c);
  let isInside = s.metres <= 0.0;
  if (isInside) { s = opposed(s); }
  let near = reachUnder(radius, s);
  if (fromLowEnd(wall, c) >= 0.0 && beyondHighEnd(wall, c) <= 0.0 && near > -reach) {
    touchSide(wall, c, near, select(-1.0, 1.0, isInside), ${PART_SIDE}u);
  }
  let across = otherSide(c);
  let far = reachUnder(radius, opposed(heightOverSide(wall, across)));
  if (isInside && far > 0.0 && fromLowEnd(wall, across) >= 0.0 && beyondHighEnd(wall, across) <= 0.0) {
    touchSide(wall, across, far, 1.0, ${PART_SIDE + FAR}u);
  }
  touchEnd(wall, c, radius, reach, ${PART_LOW}u);
  touchEnd(wall, c, radius, reach, ${PART_HIGH}u);
}

fn onSphere(wall: ShapeWall, x: At, radius: u32, reach: f32) {
  let away = awayFromOrigin(x);
  let beyond = between(away.distance, ${lengthOf('radius')});
  if (wall.solid == ${SOLID_SHAPE}u) {
    let overlap = reachUnder(radius, beyond);
    if (overlap > -reach) { writeAt(-away.direction, overlap, ${PART_SIDE}u); }
    return;
  }
  let near = reachUnder(radius, opposed(beyond));
  let far = reachUnder(radius, between(away.distance, opposite(${lengthOf('radius')})));
  if (near > -reach) { writeAt(away.direction, near, ${PART_SIDE}u); }
  if (far > 0.0) { writeAt(-away.direction, far, ${PART_SIDE + FAR}u); }
}

fn touchTube(wall: ShapeWall, c: Profile, radius: u32, reach: f32, part: u32) {
  let de = carried(c.e - ${lengthOf('radius')});
  let away = awayFromOrigin(At(vec3i(de.x, c.z.x, 0), vec3i(de.y, c.z.y, 0)));
  // From the middle of the tube all ways out are equally long: along the axis.
  let n = select(away.direction.xy, vec2f(0.0, 1.0), away.isZero);
  let beyond = between(away.distance, ${lengthOf('upperRadius')});
  let isOutside = wall.solid == ${SOLID_SHAPE}u;
  var h = beyond;
  if (!isOutside) { h = opposed(beyond); }
  let overlap = reachUnder(radius, h);
  if (overlap > -reach) { writeAt(select(1.0, -1.0, isOutside) * vec3f(n.x * c.w, n.y), overlap, part); }
}

fn halfOf(wall: ShapeWall, axis: u32) -> vec2i {
  if (axis == 0u) { return ${lengthOf('halfX')}; }
  if (axis == 1u) { return ${lengthOf('halfY')}; }
  return ${lengthOf('halfZ')};
}
fn insideBox(wall: ShapeWall, x: At, radius: u32, reach: f32) {
  for (var axis = 0u; axis < 3u; axis++) {
    let along = vec2i(x.cell[axis], x.local[axis]);
    let half = halfOf(wall, axis);
    let low = reachUnder(radius, between(along, opposite(half)));
    let high = reachUnder(radius, between(half, along));
    var n = vec3f(0.0);
    n[axis] = 1.0;
    if (low > -reach) { writeAt(-n, low, ${PART_BOX}u + 2u * axis); }
    if (high > -reach) { writeAt(n, high, ${PART_BOX + 1}u + 2u * axis); }
  }
}
fn outsideBox(wall: ShapeWall, x: At, radius: u32, reach: f32) {
  var offset = vec3f(0.0);
  var quanta = vec3i(0);
  var depth = Height(0.0, 0);
  var shallow = 0u;
  var facing = 1.0;
  for (var axis = 0u; axis < 3u; axis++) {
    let along = vec2i(x.cell[axis], x.local[axis]);
    let half = halfOf(wall, axis);
    let isBelow = along.x < 0;
    var out = between(along, half);
    if (isBelow) { out = between(opposite(half), along); }
    if (out.metres > 0.0) {
      offset[axis] = select(-out.metres, out.metres, isBelow);
      quanta[axis] = select(-out.quanta, out.quanta, isBelow);
    }
    if (axis == 0u || -out.metres < depth.metres) {
      depth = opposed(out);
      shallow = axis;
      facing = select(-1.0, 1.0, isBelow);
    }
  }
  if (all(quanta == vec3i(0)) && all(offset == vec3f(0.0))) {
    var n = vec3f(0.0);
    n[shallow] = facing;
    writeAt(n, reachUnder(radius, opposed(depth)), ${PART_SIDE}u);
    return;
  }
  let d = length(offset);
  if (d > lattice()) { return; }
  let overlap = reachBeyond(radius, quanta, vec3f(0.0), d);
  if (overlap > -reach) { writeAt(offset / d, overlap, ${PART_SIDE}u); }
}

// Contacts of a ball across gaps up to \`reach\` to \`touched\`.
fn sphereOnWall(wall: ShapeWall, x: At, radius: u32, reach: f32) {
  touchedCount = 0u;
  if (wall.kind == ${WALL_SPHERE}u) { onSphere(wall, x, radius, reach); return; }
  if (wall.kind == ${WALL_BOX}u) {
    if (wall.solid == ${SOLID_SHAPE}u) { outsideBox(wall, x, radius, reach); }
    else { insideBox(wall, x, radius, reach); }
    return;
  }
  let away = awayFromOrigin(At(vec3i(x.cell.xy, 0), vec3i(x.local.xy, 0)));
  let c = Profile(away.direction.xy, away.distance, vec2i(x.cell.z, x.local.z));
  if (wall.kind == ${WALL_ROUND}u) {
    if (wall.solid == ${SHEET}u) { onSheet(wall, c, radius, reach); }
    else if (wall.solid == ${SOLID_SHAPE}u) { outsideRound(wall, c, radius, reach); }
    else { insideRound(wall, c, radius, reach); }
    return;
  }
  touchTube(wall, c, radius, reach, ${PART_SIDE}u);
  // From outside a sphere that is wider than the hole touches the ring on both sides of the axis.
  if (wall.solid == ${SOLID_SHAPE}u) { touchTube(wall, otherSide(c), radius, 0.0, ${PART_SIDE + FAR}u); }
}

// Where the centre is as seen from image k of the wall.
fn fromImage(wall: ShapeWall, x: At, k: u32) -> At {
  let at = wall.at + ${LATTICE_WALL.words / 4}u + ${IMAGE_VECTORS}u * k;
  let local = x.local - bitcast<vec3i>(geometry[at + 1u].xyz);
  return At(x.cell - bitcast<vec3i>(geometry[at].xyz) + (local >> vec3u(30u)), local & vec3i(0x3fffffff));
}
// First and last number, past the end, of the images that a body at x may touch.
fn imagesAt(wall: ShapeWall, x: At) -> vec2u {
  if (!wall.isNearestOnly || wall.images == 1u) { return vec2u(0u, wall.images); }
  var nearest = 0u;
  var least = 3.0e38;
  for (var k = 0u; k < wall.images; k++) {
    let seen = fromImage(wall, x, k);
    let offset = vec3f(seen.cell) + vec3f(seen.local) * 9.313225746154785e-10;
    let squared = dot(offset, offset);
    if (squared < least) { least = squared; nearest = k; }
  }
  return vec2u(nearest, nearest + 1u);
}
`;
