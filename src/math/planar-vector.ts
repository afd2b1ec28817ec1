// SPDX-License-Identifier: MIT
/** Vectors of two float64 components, as plain readonly values: for the API of planar shapes. */
import { type ErrorClass, isList, refuseComponents } from '../errors/refused-argument.ts';

/** A point or direction in the plane. */
export interface Vector2 {
  readonly x: number;
  readonly y: number;
}

/** What the API accepts for a planar vector: `{x, y}` or `[x, y]`. */
export type Vector2Like = Vector2 | readonly [number, number];

/** A frozen copy as `{x, y}`. Does not check that the components are finite. */
export function vector2(like: Vector2Like): Vector2 {
  return 'x' in like ? Object.freeze({ x: like.x, y: like.y }) : Object.freeze({ x: like[0], y: like[1] });
}

const NAMES = ['x', 'y'];

/**
 * Reads a vector given by the caller, each component once. Throws unless all are finite numbers of at most `largest`.
 */
export function planarVectorArgument(
  like: unknown,
  path: string,
  Refused: ErrorClass,
  largest: number = Number.MAX_VALUE,
): Vector2 {
  if (typeof like === 'object' && like !== null) {
    let x: unknown;
    let y: unknown;
    if (!isList(like)) ({ x, y } = like as { x?: unknown; y?: unknown });
    else if (like.length === 2) [x, y] = [like[0], like[1]];
    if (typeof x === 'number' && typeof y === 'number') {
      if (Math.abs(x) <= largest && Math.abs(y) <= largest) return { x, y };
    }
  }
  return refuseComponents(like, path, NAMES, largest, Refused);
}

export function toPair(v: Vector2): [number, number] {
  return [v.x, v.y];
}

export function isFiniteVector2(v: Vector2): boolean {
  return Number.isFinite(v.x) && Number.isFinite(v.y);
}

/** Length of (x, y), without overflow or underflow for any finite components. */
export function length2(x: number, y: number): number {
  const squared = x * x + y * y;
  if (squared > 1e-280 && squared < 1e300) return Math.sqrt(squared);
  const largest = Math.max(Math.abs(x), Math.abs(y));
  if (!(largest > 0) || largest === Infinity) return largest;
  const u = x / largest;
  const v = y / largest;
  return largest * Math.sqrt(u * u + v * v);
}
