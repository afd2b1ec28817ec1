// SPDX-License-Identifier: MIT
/**
 * Vectors of three float64 components, as plain readonly values. For the API, scenes and tests; the kernels keep their
 * vectors in local scalars.
 */
import { type ErrorClass, isList, refuseComponents } from '../errors/refused-argument.ts';

/** A point or direction in space. */
export interface Vector3 {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** What the API accepts for a vector: `{x, y, z}` or `[x, y, z]`. */
export type Vector3Like = Vector3 | readonly [number, number, number];

export const ZERO_VECTOR: Vector3 = Object.freeze({ x: 0, y: 0, z: 0 });

/** A frozen copy as `{x, y, z}`. Does not check that the components are finite. */
export function vector3(like: Vector3Like): Vector3 {
  return 'x' in like
    ? Object.freeze({ x: like.x, y: like.y, z: like.z })
    : Object.freeze({ x: like[0], y: like[1], z: like[2] });
}

const NAMES = ['x', 'y', 'z'];
/** Written after a vector's own getters have run, and read at once. */
const READ = new Float64Array(3);

/**
 * Writes a vector given by the caller to values[at ... at + 2], each component read once; false unless all are numbers
 * of at most `largest`.
 */
export function readVector(like: unknown, largest: number, values: Float64Array, at: number): boolean {
  if (typeof like !== 'object' || like === null) return false;
  let x: unknown;
  let y: unknown;
  let z: unknown;
  if (!isList(like)) {
    ({ x, y, z } = like as { x?: unknown; y?: unknown; z?: unknown });
  } else if (like.length === 3) {
    x = like[0];
    y = like[1];
    z = like[2];
  }
  if (typeof x !== 'number' || typeof y !== 'number' || typeof z !== 'number') return false;
  values[at] = x;
  values[at + 1] = y;
  values[at + 2] = z;
  return Math.abs(x) <= largest && Math.abs(y) <= largest && Math.abs(z) <= largest;
}

/** The same as an object; throws `Refused`, with a message that begins with `path`, instead of returning false. */
export function vectorArgument(
  like: unknown,
  path: string,
  Refused: ErrorClass,
  largest: number = Number.MAX_VALUE,
): Vector3 {
  if (!readVector(like, largest, READ, 0)) return refuseComponents(like, path, NAMES, largest, Refused);
  return { x: READ[0], y: READ[1], z: READ[2] };
}

export function toTriple(v: Vector3): [number, number, number] {
  return [v.x, v.y, v.z];
}

export function add(a: Vector3, b: Vector3): Vector3 {
  return { x: a.x + b.x, y: a.y + b.y, z: a.z + b.z };
}

export function subtract(a: Vector3, b: Vector3): Vector3 {
  return { x: a.x - b.x, y: a.y - b.y, z: a.z - b.z };
}

export function negate(a: Vector3): Vector3 {
  return { x: -a.x, y: -a.y, z: -a.z };
}

export function scale(a: Vector3, factor: number): Vector3 {
  return { x: a.x * factor, y: a.y * factor, z: a.z * factor };
}

/** a + factor * b */
export function addScaled(a: Vector3, b: Vector3, factor: number): Vector3 {
  return { x: a.x + factor * b.x, y: a.y + factor * b.y, z: a.z + factor * b.z };
}

/** a at t = 0, b at t = 1; exact at both ends. */
export function interpolate(a: Vector3, b: Vector3, t: number): Vector3 {
  const s = 1 - t;
  return { x: s * a.x + t * b.x, y: s * a.y + t * b.y, z: s * a.z + t * b.z };
}

export function dot(a: Vector3, b: Vector3): number {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

export function cross(a: Vector3, b: Vector3): Vector3 {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x };
}

export function lengthSquared(a: Vector3): number {
  return a.x * a.x + a.y * a.y + a.z * a.z;
}

/** Largest absolute component; the scale that keeps squares in range. */
export function largestComponent(a: Vector3): number {
  return Math.max(Math.abs(a.x), Math.abs(a.y), Math.abs(a.z));
}

/** Euclidean length, without overflow or underflow for any finite components. */
export function length(a: Vector3): number {
  const squared = lengthSquared(a);
  if (squared > 1e-280 && squared < 1e300) return Math.sqrt(squared);
  const largest = largestComponent(a);
  if (!(largest > 0) || largest === Infinity) return largest;
  const x = a.x / largest;
  const y = a.y / largest;
  const z = a.z / largest;
  return largest * Math.sqrt(x * x + y * y + z * z);
}

export function distance(a: Vector3, b: Vector3): number {
  return length(subtract(a, b));
}

/**
 * The unit vector along `a`, for any finite non-zero vector (1e-300 and 1e300 alike).
 * Throws a RangeError for a zero or non-finite vector.
 */
export function normalise(a: Vector3): Vector3 {
  const largest = largestComponent(a);
  if (!(largest > 0 && largest < Infinity)) {
    throw new RangeError(`cannot normalise (${a.x}, ${a.y}, ${a.z}): expected a finite vector other than zero`);
  }
  const x = a.x / largest;
  const y = a.y / largest;
  const z = a.z / largest;
  const unitLength = Math.sqrt(x * x + y * y + z * z);
  return { x: x / unitLength, y: y / unitLength, z: z / unitLength };
}

/** A unit vector perpendicular to `a` (finite, non-zero). */
export function perpendicular(a: Vector3): Vector3 {
  const unit = normalise(a);
  const x = Math.abs(unit.x);
  const y = Math.abs(unit.y);
  const z = Math.abs(unit.z);
  // Crossing with the axis of the smallest component keeps the result at least sqrt(2/3) long.
  if (x <= y && x <= z) return normalise({ x: 0, y: -unit.z, z: unit.y });
  if (y <= z) return normalise({ x: unit.z, y: 0, z: -unit.x });
  return normalise({ x: -unit.y, y: unit.x, z: 0 });
}

export function isFiniteVector(a: Vector3): boolean {
  return Number.isFinite(a.x) && Number.isFinite(a.y) && Number.isFinite(a.z);
}
