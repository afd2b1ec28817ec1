// SPDX-License-Identifier: MIT
/**
 * Contacts of a sphere with a wall that is a shape, in closed form (docs/theory/shape-walls.md). Round walls are
 * answered in the half-planes through their axis: in that of the centre, and in the opposite one, where a sphere that
 * reaches beyond the axis has its other contact.
 */
import { F, I } from '../memory.ts';
import {
  AT_DASHPOT,
  AT_NORMAL,
  AT_OVERLAP,
  AT_PART,
  AT_POINT,
  AT_SHARE,
  AT_STRIDE,
  FAR,
  MOST_AT,
  OPEN_HIGH,
  OPEN_LOW,
  PART_BOX,
  PART_HIGH,
  PART_LOW,
  PART_SIDE,
  SHEET,
  SOLID_SHAPE,
  WALL_BOX,
  WALL_ENDLESS,
  WALL_HALF,
  WALL_HIGH,
  WALL_KIND,
  WALL_LOW,
  WALL_NORMAL,
  WALL_OPEN,
  WALL_RADIUS,
  WALL_ROUND,
  WALL_SLANT,
  WALL_SOLID,
  WALL_SPHERE,
  WALL_UPPER_RADIUS,
} from './wall-layout.ts';

/** Squares of shorter lengths are no normal numbers: such a point is on the axis. */
const NO_LENGTH: f64 = 1.0e-150;

/** Writes contact number `count` and returns how many there are now. */
export function writeAt(
  out: i32,
  count: i32,
  x: f64,
  y: f64,
  z: f64,
  nx: f64,
  ny: f64,
  nz: f64,
  overlap: f64,
  part: i32,
): i32 {
  if (count === MOST_AT) return count;
  const at: i32 = out + AT_STRIDE * count;
  F[at + AT_POINT] = x;
  F[at + AT_POINT + 1] = y;
  F[at + AT_POINT + 2] = z;
  F[at + AT_NORMAL] = nx;
  F[at + AT_NORMAL + 1] = ny;
  F[at + AT_NORMAL + 2] = nz;
  F[at + AT_OVERLAP] = overlap;
  F[at + AT_SHARE] = 1.0;
  F[at + AT_DASHPOT] = 1.0;
  F[at + AT_PART] = part;
  return count + 1;
}

/**
 * Signed distance of the point (e, z) of a half-plane through the axis from the line of the side: positive outside.
 * A negative e is the point seen from the opposite half-plane.
 */
export function heightOverSide(wall: i32, e: f64, z: f64): f64 {
  const nr: f64 = F[wall + WALL_NORMAL];
  if (I[2 * wall + WALL_ENDLESS] !== 0) return e - F[wall + WALL_RADIUS];
  return (e - F[wall + WALL_RADIUS]) * nr + (z - F[wall + WALL_LOW]) * F[wall + WALL_NORMAL + 1];
}

/** How far along the side, from its lower end, the foot of that point is. */
export function placeAlongSide(wall: i32, e: f64, z: f64): f64 {
  if (I[2 * wall + WALL_ENDLESS] !== 0) return 0.0;
  return (z - F[wall + WALL_LOW]) * F[wall + WALL_NORMAL] - (e - F[wall + WALL_RADIUS]) * F[wall + WALL_NORMAL + 1];
}

/**
 * Contact with the point of the wall at (u, v) of the half-plane, of a sphere with its centre at (e, z) of it; w points
 * along the half-plane across the axis. Where the centre is that point itself, it is pushed along the side's normal.
 */
function touchPoint(
  out: i32,
  count: i32,
  wall: i32,
  wx: f64,
  wy: f64,
  e: f64,
  z: f64,
  u: f64,
  v: f64,
  r: f64,
  reach: f64,
  part: i32,
): i32 {
  const de: f64 = u - e;
  const dz: f64 = v - z;
  const d: f64 = Math.sqrt(de * de + dz * dz);
  if (!(r - d > -reach)) return count;
  const isOn: bool = !(d > NO_LENGTH);
  const ne: f64 = isOn ? -F[wall + WALL_NORMAL] : de / d;
  const nz: f64 = isOn ? -F[wall + WALL_NORMAL + 1] : dz / d;
  return writeAt(out, count, u * wx, u * wy, v, ne * wx, ne * wy, nz, r - d, part);
}

/** Contact with the side of a wall whose signed distance is s, pushed to the inside (sign 1) or outside (-1). */
function touchSide(
  out: i32,
  count: i32,
  wall: i32,
  wx: f64,
  wy: f64,
  e: f64,
  z: f64,
  s: f64,
  overlap: f64,
  sign: f64,
  part: i32,
): i32 {
  const nr: f64 = F[wall + WALL_NORMAL];
  const nz: f64 = F[wall + WALL_NORMAL + 1];
  const u: f64 = e - s * nr;
  return writeAt(out, count, u * wx, u * wy, z - s * nz, sign * nr * wx, sign * nr * wy, sign * nz, overlap, part);
}

/** Inside a closed wall: its sides and ends are the borders of half-planes. */
function insideRound(wall: i32, wx: f64, wy: f64, e: f64, z: f64, r: f64, reach: f64, out: i32): i32 {
  let count: i32 = 0;
  const near: f64 = heightOverSide(wall, e, z);
  if (r + near > -reach) count = touchSide(out, count, wall, wx, wy, e, z, near, r + near, 1.0, PART_SIDE);
  const far: f64 = heightOverSide(wall, -e, z);
  if (r + far > 0.0) count = touchSide(out, count, wall, -wx, -wy, -e, z, far, r + far, 1.0, PART_SIDE + FAR);
  if (I[2 * wall + WALL_ENDLESS] !== 0) return count;
  const low: f64 = F[wall + WALL_LOW];
  const high: f64 = F[wall + WALL_HIGH];
  // An end without an area is an apex, which the side has closed.
  if (F[wall + WALL_RADIUS] > 0.0 && r - (z - low) > -reach)
    count = writeAt(out, count, e * wx, e * wy, low, 0.0, 0.0, -1.0, r - (z - low), PART_LOW);
  if (F[wall + WALL_UPPER_RADIUS] > 0.0 && r - (high - z) > -reach)
    count = writeAt(out, count, e * wx, e * wy, high, 0.0, 0.0, 1.0, r - (high - z), PART_HIGH);
  return count;
}

/** Outside a solid cylinder or cone: its nearest point, or the shortest way out. */
function outsideRound(wall: i32, wx: f64, wy: f64, e: f64, z: f64, r: f64, reach: f64, out: i32): i32 {
  const s: f64 = heightOverSide(wall, e, z);
  if (I[2 * wall + WALL_ENDLESS] !== 0) {
    return r - s > -reach ? touchSide(out, 0, wall, wx, wy, e, z, s, r - s, -1.0, PART_SIDE) : 0;
  }
  const low: f64 = F[wall + WALL_LOW];
  const high: f64 = F[wall + WALL_HIGH];
  const over: f64 = z - high;
  const under: f64 = low - z;
  if (s <= 0.0 && over <= 0.0 && under <= 0.0) {
    const isLow: bool =
      F[wall + WALL_RADIUS] > 0.0 && under >= s && !(over > under && F[wall + WALL_UPPER_RADIUS] > 0.0);
    if (isLow) return writeAt(out, 0, e * wx, e * wy, low, 0.0, 0.0, 1.0, r - under, PART_LOW);
    if (F[wall + WALL_UPPER_RADIUS] > 0.0 && over >= s)
      return writeAt(out, 0, e * wx, e * wy, high, 0.0, 0.0, -1.0, r - over, PART_HIGH);
    return touchSide(out, 0, wall, wx, wy, e, z, s, r - s, -1.0, PART_SIDE);
  }
  const lowRadius: f64 = F[wall + WALL_RADIUS];
  const highRadius: f64 = F[wall + WALL_UPPER_RADIUS];
  if (under > 0.0 && e <= lowRadius)
    return r - under > -reach ? writeAt(out, 0, e * wx, e * wy, low, 0.0, 0.0, 1.0, r - under, PART_LOW) : 0;
  if (over > 0.0 && e <= highRadius)
    return r - over > -reach ? writeAt(out, 0, e * wx, e * wy, high, 0.0, 0.0, -1.0, r - over, PART_HIGH) : 0;
  const along: f64 = placeAlongSide(wall, e, z);
  if (along <= 0.0) return touchPoint(out, 0, wall, wx, wy, e, z, lowRadius, low, r, reach, PART_LOW);
  if (along >= F[wall + WALL_SLANT])
    return touchPoint(out, 0, wall, wx, wy, e, z, highRadius, high, r, reach, PART_HIGH);
  return r - s > -reach ? touchSide(out, 0, wall, wx, wy, e, z, s, r - s, -1.0, PART_SIDE) : 0;
}

/** One end of a sheet: its rim in both half-planes if nothing of the wall is nearer, and its face if it is closed. */
function touchEnd(
  out: i32,
  count: i32,
  wall: i32,
  wx: f64,
  wy: f64,
  e: f64,
  z: f64,
  r: f64,
  reach: f64,
  part: i32,
): i32 {
  const isLow: bool = part === PART_LOW;
  const radius: f64 = F[wall + (isLow ? WALL_RADIUS : WALL_UPPER_RADIUS)];
  const level: f64 = F[wall + (isLow ? WALL_LOW : WALL_HIGH)];
  const isOpen: bool = (I[2 * wall + WALL_OPEN] & (isLow ? OPEN_LOW : OPEN_HIGH)) !== 0;
  const near: f64 = placeAlongSide(wall, e, z);
  const far: f64 = placeAlongSide(wall, -e, z);
  const slant: f64 = F[wall + WALL_SLANT];
  const isNear: bool = isLow ? near < 0.0 : near > slant;
  const isFar: bool = isLow ? far < 0.0 : far > slant;
  let next: i32 = count;
  if (!isOpen && e <= radius) {
    const up: f64 = z - level;
    const d: f64 = Math.abs(up);
    if (radius > 0.0 && r - d > -reach) {
      // A centre in the face is pushed into the wall's inside.
      const isUp: bool = up > 0.0 || (up === 0.0 && isLow);
      next = writeAt(out, next, e * wx, e * wy, level, 0.0, 0.0, isUp ? -1.0 : 1.0, r - d, part);
    }
    return next;
  }
  if (isNear) next = touchPoint(out, next, wall, wx, wy, e, z, radius, level, r, reach, part);
  if (isFar && isOpen && radius > 0.0)
    next = touchPoint(out, next, wall, -wx, -wy, -e, z, radius, level, r, 0.0, part + FAR);
  return next;
}

/** A wall with an opening, from either side. */
function onSheet(wall: i32, wx: f64, wy: f64, e: f64, z: f64, r: f64, reach: f64, out: i32): i32 {
  let count: i32 = 0;
  const slant: f64 = F[wall + WALL_SLANT];
  const s: f64 = heightOverSide(wall, e, z);
  const along: f64 = placeAlongSide(wall, e, z);
  const isInside: bool = s <= 0.0;
  if (along >= 0.0 && along <= slant && r - Math.abs(s) > -reach)
    count = touchSide(out, count, wall, wx, wy, e, z, s, r - Math.abs(s), isInside ? 1.0 : -1.0, PART_SIDE);
  const far: f64 = heightOverSide(wall, -e, z);
  const farAlong: f64 = placeAlongSide(wall, -e, z);
  if (isInside && farAlong >= 0.0 && farAlong <= slant && r + far > 0.0)
    count = touchSide(out, count, wall, -wx, -wy, -e, z, far, r + far, 1.0, PART_SIDE + FAR);
  count = touchEnd(out, count, wall, wx, wy, e, z, r, reach, PART_LOW);
  return touchEnd(out, count, wall, wx, wy, e, z, r, reach, PART_HIGH);
}

/** A spherical wall. */
function onSphere(wall: i32, x: f64, y: f64, z: f64, r: f64, reach: f64, out: i32): i32 {
  const radius: f64 = F[wall + WALL_RADIUS];
  const d: f64 = Math.sqrt(x * x + y * y + z * z);
  const isCentre: bool = !(d > NO_LENGTH);
  const nx: f64 = isCentre ? 1.0 : x / d;
  const ny: f64 = isCentre ? 0.0 : y / d;
  const nz: f64 = isCentre ? 0.0 : z / d;
  if (I[2 * wall + WALL_SOLID] === SOLID_SHAPE) {
    const overlap: f64 = r + radius - d;
    if (!(overlap > -reach)) return 0;
    return writeAt(out, 0, radius * nx, radius * ny, radius * nz, -nx, -ny, -nz, overlap, PART_SIDE);
  }
  let count: i32 = 0;
  const near: f64 = r + d - radius;
  const far: f64 = r - d - radius;
  if (near > -reach) count = writeAt(out, count, radius * nx, radius * ny, radius * nz, nx, ny, nz, near, PART_SIDE);
  if (far > 0.0)
    count = writeAt(out, count, -radius * nx, -radius * ny, -radius * nz, -nx, -ny, -nz, far, PART_SIDE + FAR);
  return count;
}

/** The tube of a torus in one half-plane: outside it, or inside. */
function touchTube(
  out: i32,
  count: i32,
  wall: i32,
  wx: f64,
  wy: f64,
  e: f64,
  z: f64,
  r: f64,
  reach: f64,
  part: i32,
): i32 {
  const ring: f64 = F[wall + WALL_RADIUS];
  const tube: f64 = F[wall + WALL_UPPER_RADIUS];
  const de: f64 = e - ring;
  const d: f64 = Math.sqrt(de * de + z * z);
  // From the middle of the tube all ways out are equally long: along the axis.
  const isMiddle: bool = !(d > NO_LENGTH);
  const ne: f64 = isMiddle ? 0.0 : de / d;
  const nz: f64 = isMiddle ? 1.0 : z / d;
  const isOutside: bool = I[2 * wall + WALL_SOLID] === SOLID_SHAPE;
  const overlap: f64 = isOutside ? r + tube - d : r + d - tube;
  if (!(overlap > -reach)) return count;
  const sign: f64 = isOutside ? -1.0 : 1.0;
  const u: f64 = ring + tube * ne;
  return writeAt(out, count, u * wx, u * wy, tube * nz, sign * ne * wx, sign * ne * wy, sign * nz, overlap, part);
}

/** Writes the contact with one side of a box from inside it: `axis` of the three, on the side of `sign`. */
function touchBoxSide(
  out: i32,
  count: i32,
  wall: i32,
  x: f64,
  y: f64,
  z: f64,
  r: f64,
  reach: f64,
  axis: i32,
  sign: f64,
): i32 {
  const half: f64 = F[wall + WALL_HALF + axis];
  const along: f64 = axis === 0 ? x : axis === 1 ? y : z;
  const overlap: f64 = r + sign * along - half;
  if (!(overlap > -reach)) return count;
  const next: i32 = writeAt(out, count, x, y, z, 0.0, 0.0, 0.0, overlap, PART_BOX + 2 * axis + (sign > 0.0 ? 1 : 0));
  const at: i32 = out + AT_STRIDE * count;
  F[at + AT_POINT + axis] = sign * half;
  F[at + AT_NORMAL + axis] = sign;
  return next;
}

function insideBox(wall: i32, x: f64, y: f64, z: f64, r: f64, reach: f64, out: i32): i32 {
  let count: i32 = 0;
  for (let axis: i32 = 0; axis < 3; axis++) {
    count = touchBoxSide(out, count, wall, x, y, z, r, reach, axis, -1.0);
    count = touchBoxSide(out, count, wall, x, y, z, r, reach, axis, 1.0);
  }
  return count;
}

/** Coordinate of the nearest point of [-half, half]. */
function nearestIn(x: f64, half: f64): f64 {
  if (x > half) return half;
  return x < -half ? -half : x;
}

function outsideBox(wall: i32, x: f64, y: f64, z: f64, r: f64, reach: f64, out: i32): i32 {
  const hx: f64 = F[wall + WALL_HALF];
  const hy: f64 = F[wall + WALL_HALF + 1];
  const hz: f64 = F[wall + WALL_HALF + 2];
  const px: f64 = nearestIn(x, hx);
  const py: f64 = nearestIn(y, hy);
  const pz: f64 = nearestIn(z, hz);
  const d: f64 = Math.sqrt((px - x) * (px - x) + (py - y) * (py - y) + (pz - z) * (pz - z));
  if (d > NO_LENGTH) {
    if (!(r - d > -reach)) return 0;
    return writeAt(out, 0, px, py, pz, (px - x) / d, (py - y) / d, (pz - z) / d, r - d, PART_SIDE);
  }
  const dx: f64 = hx - Math.abs(x);
  const dy: f64 = hy - Math.abs(y);
  const dz: f64 = hz - Math.abs(z);
  let axis: i32 = 0;
  let depth: f64 = dx;
  if (dy < depth) {
    axis = 1;
    depth = dy;
  }
  if (dz < depth) {
    axis = 2;
    depth = dz;
  }
  const along: f64 = axis === 0 ? x : axis === 1 ? y : z;
  const sign: f64 = along < 0.0 ? -1.0 : 1.0;
  writeAt(out, 0, x, y, z, 0.0, 0.0, 0.0, r + depth, PART_SIDE);
  F[out + AT_POINT + axis] = sign * F[wall + WALL_HALF + axis];
  F[out + AT_NORMAL + axis] = -sign;
  return 1;
}

/**
 * Contacts of the sphere of radius r about (x, y, z), in the wall's frame, across gaps up to `reach`, to
 * F[out + AT_STRIDE k..]. Returns how many, at most eight.
 */
export function sphereOnWall(wall: i32, x: f64, y: f64, z: f64, r: f64, reach: f64, out: i32): i32 {
  const kind: i32 = I[2 * wall + WALL_KIND];
  const solid: i32 = I[2 * wall + WALL_SOLID];
  if (kind === WALL_SPHERE) return onSphere(wall, x, y, z, r, reach, out);
  if (kind === WALL_BOX) {
    return solid === SOLID_SHAPE ? outsideBox(wall, x, y, z, r, reach, out) : insideBox(wall, x, y, z, r, reach, out);
  }
  const e: f64 = Math.sqrt(x * x + y * y);
  const isOnAxis: bool = !(e > NO_LENGTH);
  const wx: f64 = isOnAxis ? 1.0 : x / e;
  const wy: f64 = isOnAxis ? 0.0 : y / e;
  if (kind === WALL_ROUND) {
    if (solid === SHEET) return onSheet(wall, wx, wy, e, z, r, reach, out);
    return solid === SOLID_SHAPE
      ? outsideRound(wall, wx, wy, e, z, r, reach, out)
      : insideRound(wall, wx, wy, e, z, r, reach, out);
  }
  const count: i32 = touchTube(out, 0, wall, wx, wy, e, z, r, reach, PART_SIDE);
  // From outside a sphere that is wider than the hole touches the ring on both sides of the axis.
  return solid === SOLID_SHAPE ? touchTube(out, count, wall, -wx, -wy, -e, z, r, 0.0, PART_SIDE + FAR) : count;
}
