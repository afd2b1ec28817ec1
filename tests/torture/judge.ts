// SPDX-License-Identifier: MIT
/**
 * Judges one answer from outside: from the shapes, the poses and the answer alone, with none of the library's
 * arithmetic. A finding is a sentence; no finding means that every number is finite, the bounds hold as far as they can
 * be seen, and the status is allowed.
 */
import type { Pose } from '../../src/math/pose.ts';
import type { Vector3 } from '../../src/math/vector.ts';
import type { Contact } from '../../src/narrow-phase/contact.ts';
import { addDouble, dotDouble, LOW, multiplyDouble, twoProduct, twoSum } from './double-double.ts';
import { coreSupport, distanceOutside, type OutsideBody, ownDirection } from './outside-body.ts';

export interface Pair {
  readonly a: OutsideBody;
  readonly poseA: Pose;
  readonly b: OutsideBody;
  readonly poseB: Pose;
  /** The same two bodies in other words, if there is such a pair. */
  readonly twin?: Twin;
}

export interface Twin {
  readonly pair: Pair;
  /** Lengths of the pair are this many times those of its twin. */
  readonly unit: number;
  readonly isMirrored: boolean;
}

const EPSILON = 2 ** -52;
/** A unit vector rotated by a quaternion that is unit to a few roundings. */
const UNIT_ROUNDINGS = 16;
/** Rounding of points in the world and of the judge's own float64, in roundings of the largest coordinate. */
const POINT_ROUNDINGS = 32;
/**
 * What the library may add to the bounds for its own rounding, both sides together, in roundings of the pair's scale.
 */
const ALLOWANCE_ROUNDINGS = 160;
/** Bounds may be wider by this many times what a hull's facets are uneven. */
const UNEVEN_ALLOWANCE = 8;
const POLYHEDRON_TOLERANCE = 1e-12;
const CURVED_TOLERANCE = 1e-9;
/**
 * What the points of curved bodies may be off relative to the larger one: its curvature limits them, not the smaller
 * one's size.
 */
const LARGER_TOLERANCE = 1e-11;
/** The smallest size of a shape is 1e-50: what is below its rounding is nothing. */
export const NOTHING = 1e-66;

/**
 * What double-double costs the gap of points and polyhedra, as part of the scale. With u = 2^-53 a sum is good to 3
 * u^2, a product to 3 u^2 (7 u^2 of two long numbers), a quotient to 15 u^2 (Joldes et al. 2017). t = 2 q x n / |q|^2
 * has 3 + 9 + 15 of these; n - w t + q x t takes them over by 1 + sqrt(2) and adds 27: a direction is good to 92 u^2.
 * Its product with a vertex adds 9, the sums of both bodies and of the origins 9: 110 u^2, and the next power of two is
 * 2^-99. Points described far from their own origin and 1e-18 apart show it.
 */
const OWN_ROUNDING = 2 ** -99;

/** What a gap along a direction may be off by the judge's own rounding. */
export function gapError(pair: Pair): number {
  return OWN_ROUNDING * scaleOf(pair) + NOTHING;
}

/** Components of a direction that are less are none: their products underflow, and double-double with them. */
const LEAST_COMPONENT = 1e-100;

const UA = new Float64Array(6);
const UB = new Float64Array(6);
const DIFFERENCE = new Float64Array(6);

function isHalfSpace(body: OutsideBody): boolean {
  return body.core.kind === 'halfSpace';
}

export function isPolyhedral(body: OutsideBody): boolean {
  return body.vertices.length > 0;
}

function hasPointFormula(body: OutsideBody): boolean {
  return ['box', 'cylinder', 'tablet', 'cone'].includes(body.core.kind);
}

/** Pairs that have a closed formula: these and polyhedra must always end converged. */
export function isDirect({ a, b }: Pair): boolean {
  if (isHalfSpace(a) || isHalfSpace(b)) return true;
  const na = a.vertices.length / 3;
  const nb = b.vertices.length / 3;
  if (na > 0 && na <= 2 && nb > 0 && nb <= 2) return true;
  return (na === 1 && hasPointFormula(b)) || (nb === 1 && hasPointFormula(a));
}

/** B's position less A's, to DIFFERENCE. */
function setDifference({ poseA, poseB }: Pair): void {
  DIFFERENCE[0] = twoSum(poseB.position.x, -poseA.position.x);
  DIFFERENCE[3] = LOW[0];
  DIFFERENCE[1] = twoSum(poseB.position.y, -poseA.position.y);
  DIFFERENCE[4] = LOW[0];
  DIFFERENCE[2] = twoSum(poseB.position.z, -poseA.position.z);
  DIFFERENCE[5] = LOW[0];
}

/** The half-space's unit normal in the world to double-double: with it the distance of a body from it is known. */
function halfSpaceGap(pair: Pair): number {
  const isFirst = isHalfSpace(pair.a);
  const { core } = isFirst ? pair.a : pair.b;
  const other = isFirst ? pair.b : pair.a;
  if (core.kind !== 'halfSpace') throw new Error('no half-space');
  const plane = isFirst ? pair.poseA : pair.poseB;
  const body = isFirst ? pair.poseB : pair.poseA;
  const { normal, offset } = core;
  // The normal in the world: the inverse rotation of the conjugate.
  const { w, x, y, z } = plane.orientation;
  ownDirection({ w, x: -x, y: -y, z: -z }, normal.x, normal.y, normal.z, UA);
  const world = UA;
  // n . (difference of origins)
  let high = 0;
  let low = 0;
  const sign = isFirst ? 1 : -1;
  for (let k = 0; k < 3; k++) {
    const p = multiplyDouble(world[k], world[k + 3], sign * DIFFERENCE[k], sign * DIFFERENCE[k + 3]);
    high = addDouble(high, low, p, LOW[0]);
    low = LOW[0];
  }
  high = addDouble(high, low, -offset, 0);
  low = LOW[0];
  // The rotated normal has low parts: rotate both parts into the body's frame and add.
  ownDirection(body.orientation, -world[0], -world[1], -world[2], UB);
  const mx = world[3];
  const my = world[4];
  const mz = world[5];
  ownDirection(body.orientation, -mx, -my, -mz, UA);
  for (let k = 0; k < 3; k++) {
    UB[k] = addDouble(UB[k], UB[k + 3], UA[k], UA[k + 3]);
    UB[k + 3] = LOW[0];
  }
  const h = coreSupport(other, UB);
  high = addDouble(high, low, -h, -LOW[0]);
  low = LOW[0];
  return lessMargins(high, low, normal.x, normal.y, normal.z, other.margin);
}

/** (high + low)/|n| - margins for a nearly unit n. */
function lessMargins(high: number, low: number, nx: number, ny: number, nz: number, margins: number): number {
  let sh = -1;
  let sl = 0;
  for (let k = 0; k < 3; k++) {
    const c = k === 0 ? nx : k === 1 ? ny : nz;
    const p = twoProduct(c, c);
    sh = addDouble(sh, sl, p, LOW[0]);
    sl = LOW[0];
  }
  // 1/|n| = 1 - d/2 + 3 d^2/8 for |n|^2 = 1 + d.
  const scaled = multiplyDouble(high, low, sh * (-0.5 + 0.375 * sh), 0);
  const s = addDouble(high, low, scaled, LOW[0]);
  return addDouble(s, LOW[0], -margins, 0);
}

/**
 * Signed gap of the pair along n, which must be unit to a few roundings, in double-double: the high part, with the low
 * one in LOW[0]. No true distance is less. For a half-space the gap along its own normal, which is the distance.
 */
export function gapAlong(pair: Pair, x: number, y: number, z: number): number {
  const { a, b } = pair;
  const [nx, ny, nz] = [x, y, z].map((c) => (Math.abs(c) < LEAST_COMPONENT ? 0 : c)) as [number, number, number];
  setDifference(pair);
  if (isHalfSpace(a) || isHalfSpace(b)) return halfSpaceGap(pair);
  ownDirection(pair.poseA.orientation, nx, ny, nz, UA);
  const ha = coreSupport(a, UA);
  const hal = LOW[0];
  ownDirection(pair.poseB.orientation, -nx, -ny, -nz, UB);
  const hb = coreSupport(b, UB);
  const sum = addDouble(ha, hal, hb, LOW[0]);
  const suml = LOW[0];
  const t = dotDouble(DIFFERENCE, nx, ny, nz);
  const s = addDouble(t, LOW[0], -sum, -suml);
  const margins = twoSum(a.margin, b.margin);
  const marginsl = LOW[0];
  const g = lessMargins(s, LOW[0], nx, ny, nz, margins);
  return addDouble(g, LOW[0], -marginsl, 0);
}

/** Sum of the sizes and the distance of the origins: the largest number that enters the query. */
export function scaleOf(pair: Pair): number {
  const { poseA, poseB, a, b } = pair;
  const apart = Math.hypot(
    poseB.position.x - poseA.position.x,
    poseB.position.y - poseA.position.y,
    poseB.position.z - poseA.position.z,
  );
  const offsets =
    (a.core.kind === 'halfSpace' ? Math.abs(a.core.offset) : 0) +
    (b.core.kind === 'halfSpace' ? Math.abs(b.core.offset) : 0);
  return apart + a.radius + b.radius + a.margin + b.margin + offsets;
}

function largest(p: Vector3): number {
  return Math.max(Math.abs(p.x), Math.abs(p.y), Math.abs(p.z));
}

/** How far a world point is outside the body: the core point under it must lie in the core. */
function outsideBy(body: OutsideBody, pose: Pose, p: Vector3, nx: number, ny: number, nz: number): number {
  const { position, orientation: q } = pose;
  const x = p.x - position.x - body.margin * nx;
  const y = p.y - position.y - body.margin * ny;
  const z = p.z - position.z - body.margin * nz;
  const tx = 2 * (q.y * z - q.z * y);
  const ty = 2 * (q.z * x - q.x * z);
  const tz = 2 * (q.x * y - q.y * x);
  return distanceOutside(
    body,
    x - q.w * tx + (q.y * tz - q.z * ty),
    y - q.w * ty + (q.z * tx - q.x * tz),
    z - q.w * tz + (q.x * ty - q.y * tx),
  );
}

const STATUSES = new Set(['converged', 'bounded', 'unsupported']);
const TYPES = new Set(['v-v', 'v-e', 'e-e', 'v-f', 'e-f', 'f-f']);

/** Everything that is wrong with the answer and can be seen at once; the empty list for a good one. */
export function findings(pair: Pair, c: Contact): string[] {
  const { a, b } = pair;
  const n = c.normal;
  if (isHalfSpace(a) && isHalfSpace(b)) {
    return c.status === 'unsupported' ? [] : [`status: two half-spaces are ${c.status}`];
  }
  const sum =
    c.distance + c.lower + c.upper + n.x + n.y + n.z + c.pointOnA.x + c.pointOnA.y + c.pointOnA.z + c.pointOnB.x;
  if (!Number.isFinite(sum + c.pointOnB.y + c.pointOnB.z + c.point.x + c.point.y + c.point.z)) {
    return [`finite: ${JSON.stringify(c, (_, v) => (typeof v === 'number' ? String(v) : v))}`];
  }
  const found: string[] = [];
  if (!STATUSES.has(c.status) || !TYPES.has(c.type)) found.push(`status: ${c.status}, type ${c.type}`);
  const unit = Math.sqrt(n.x * n.x + n.y * n.y + n.z * n.z) - 1;
  if (!(Math.abs(unit) <= UNIT_ROUNDINGS * EPSILON)) return [`normal: its length is 1 + ${unit}`];
  if (!(c.lower <= c.distance && c.distance <= c.upper)) {
    found.push(`order: lower ${c.lower}, distance ${c.distance}, upper ${c.upper}`);
  }
  const scale = scaleOf(pair);
  const rounding = EPSILON * (scale + Math.max(largest(c.pointOnA), largest(c.pointOnB)));
  const off = Math.max(
    Math.abs(c.pointOnB.x - c.pointOnA.x - c.distance * n.x),
    Math.abs(c.pointOnB.y - c.pointOnA.y - c.distance * n.y),
    Math.abs(c.pointOnB.z - c.pointOnA.z - c.distance * n.z),
  );
  if (off > UNIT_ROUNDINGS * rounding + NOTHING)
    found.push(`points: pointOnB is ${off} off pointOnA + distance normal`);
  judgeStatus(pair, c, scale, found);
  const gap = gapAlong(pair, n.x, n.y, n.z);
  const excess = c.lower - gap - LOW[0];
  if (excess > gapError(pair)) found.push(`lower: ${c.lower} exceeds the gap ${gap} along the normal by ${excess}`);
  if (gap > c.upper + gapError(pair)) found.push(`upper: ${c.upper} is below the gap ${gap} along the normal`);
  const outside = judgePoint(pair, c, c.pointOnA, c.pointOnB);
  if (outside !== undefined) found.push(outside);
  return found;
}

/**
 * Whether the points of a pair apart prove its upper bound: they are no farther outside their bodies than it leaves
 * room for. Points that lie beside their bodies by more than rounding prove nothing, though the bound may well be true:
 * it must then be probed.
 */
export function isProven(pair: Pair, c: Contact): boolean {
  const { x, y, z } = c.normal;
  const outsideA = Math.max(0, outsideBy(pair.a, pair.poseA, c.pointOnA, x, y, z) - pair.a.unevenness);
  const outsideB = Math.max(0, outsideBy(pair.b, pair.poseB, c.pointOnB, -x, -y, -z) - pair.b.unevenness);
  const rounding = EPSILON * (scaleOf(pair) + Math.max(largest(c.pointOnA), largest(c.pointOnB)));
  return outsideA + outsideB <= c.upper - c.distance + POINT_ROUNDINGS * rounding + NOTHING;
}

/**
 * A finding when a point on A or a point on B does not lie on its body, the margins taken along the contact's normal.
 */
export function judgePoint(pair: Pair, c: Contact, pointOnA: Vector3, pointOnB: Vector3): string | undefined {
  const { x, y, z } = c.normal;
  const rounding = EPSILON * (scaleOf(pair) + Math.max(largest(pointOnA), largest(pointOnB)));
  const slack = POINT_ROUNDINGS * rounding + pointSlack(pair, c) + NOTHING;
  const outsideA = outsideBy(pair.a, pair.poseA, pointOnA, x, y, z);
  if (outsideA > slack) return `pointOnA: lies ${outsideA} outside A, allowed ${slack}`;
  const outsideB = outsideBy(pair.b, pair.poseB, pointOnB, -x, -y, -z);
  if (outsideB > slack) return `pointOnB: lies ${outsideB} outside B, allowed ${slack}`;
  return undefined;
}

/** Extent of the smaller body; a point has none and leaves it to the other. */
function smallerExtent(a: OutsideBody, b: OutsideBody): number {
  const smaller = Math.min(a.extent, b.extent);
  return smaller > 0 ? smaller : Math.max(a.extent, b.extent);
}

/** Points on their bodies, to what is promised of the distance: when apart they prove the upper bound. */
function pointSlack({ a, b }: Pair, c: Contact): number {
  const extent = smallerExtent(a, b);
  if (isPolyhedral(a) && isPolyhedral(b)) return POLYHEDRON_TOLERANCE * extent + a.unevenness + b.unevenness;
  const larger = LARGER_TOLERANCE * Math.max(a.extent, b.extent);
  return Math.max(c.upper - c.lower, CURVED_TOLERANCE * extent) + (Number.isFinite(larger) ? larger : 0);
}

/** By how much the support point of a superquadric amplifies rounding: its dual exponent n/(n - 1). */
function steepness({ a, b }: Pair): number {
  const of = ({ core }: OutsideBody): number => {
    if (core.kind !== 'superquadric') return 1;
    return Math.max(core.n1 / (core.n1 - 1), core.n2 / (core.n2 - 1));
  };
  return Math.max(of(a), of(b));
}

function judgeStatus(pair: Pair, c: Contact, scale: number, found: string[]): void {
  const polyhedral = isPolyhedral(pair.a) && isPolyhedral(pair.b);
  if (c.status === 'unsupported') found.push('status: unsupported');
  if (c.status === 'bounded') {
    if (polyhedral || isDirect(pair)) found.push(`status: bounded (${c.reason}), width ${c.upper - c.lower}`);
    if (c.reason === undefined) found.push('status: bounded without a reason');
    if (c.reason === 'contradiction') found.push(`contradiction: bounds ${c.lower}, ${c.upper}`);
    return;
  }
  const extent = smallerExtent(pair.a, pair.b);
  const tolerance =
    (polyhedral ? POLYHEDRON_TOLERANCE : CURVED_TOLERANCE) * extent +
    ALLOWANCE_ROUNDINGS * steepness(pair) * EPSILON * scale +
    UNEVEN_ALLOWANCE * (pair.a.unevenness + pair.b.unevenness);
  if (c.upper - c.lower > tolerance) found.push(`width: converged with bounds ${c.upper - c.lower} apart`);
}
