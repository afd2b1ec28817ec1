// SPDX-License-Identifier: MIT
/** Keys of faces, and the paper's step bound, for both forms of Algorithm 3 (TD section 3.2). */
import type { PlacedBody } from '../family/placed-body.ts';

export type Corners = readonly [number, number, number];

/** Vertices are numbered below this, so that a face is one number: three of 17 bits. */
const BASE = 131072;

function keyOf(i: number, j: number, k: number): number {
  return (i * BASE + j) * BASE + k;
}

/** The same for one turn of three vertices, wherever it begins. */
export function turnedKey([i, j, k]: Corners): number {
  if (i < j && i < k) return keyOf(i, j, k);
  return j < k ? keyOf(j, k, i) : keyOf(k, i, j);
}

/** The same for three vertices in any order. */
export function faceKey([i, j, k]: Corners): number {
  return Math.min(turnedKey([i, j, k]), turnedKey([i, k, j]));
}

/** 3(vA + vB) - 8 steps, which some pairs exceed; undefined for curved bodies. */
export function claimedStepBound(a: PlacedBody, b: PlacedBody): number | undefined {
  if (a.vertices === undefined || b.vertices === undefined) return undefined;
  return 3 * (a.vertices.length + b.vertices.length) - 8;
}
