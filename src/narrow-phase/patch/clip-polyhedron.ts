// SPDX-License-Identifier: MIT
/**
 * A polyhedron cut by a half-space, as corners and loops of faces. Whether a corner stays is decided once, for all faces
 * around it, and every cut edge gets one new corner: the surface stays closed whatever rounding does, so its volume is right
 * to rounding also where faces of both bodies almost coincide.
 */
import { dot, interpolate, subtract, type Vector3 } from '../../math/vector.ts';

export interface LabelledFace {
  /** Indices of the corners, counter-clockwise from outside. */
  readonly loop: readonly number[];
  /** Whose boundary it is part of. */
  readonly isB: boolean;
}

export interface ClippedPolyhedron {
  readonly corners: readonly Vector3[];
  readonly faces: readonly LabelledFace[];
}

/** The half-space normal . (x - through) <= 0. */
export interface CuttingPlane {
  readonly normal: Vector3;
  readonly through: Vector3;
}

const EMPTY: ClippedPolyhedron = { corners: [], faces: [] };

/** What lies in the half-space; new faces are B's. Corners within the tolerance of the plane count as on it, and stay. */
export function clipPolyhedron(body: ClippedPolyhedron, plane: CuttingPlane, tolerance: number): ClippedPolyhedron {
  const heights = body.corners.map((p) => {
    const height = dot(plane.normal, subtract(p, plane.through));
    return Math.abs(height) <= tolerance ? 0 : height;
  });
  const isOut = (v: number): boolean => (heights[v] as number) > 0;
  if (!heights.some((height) => height > 0)) return body;
  if (!heights.some((height) => height <= 0)) return EMPTY;

  const corners = [...body.corners];
  const cuts = new Map<string, number>();
  const cutBetween = (inside: number, outside: number): number => {
    const key = `${inside} ${outside}`;
    const known = cuts.get(key);
    if (known !== undefined) return known;
    const here = heights[inside] as number;
    const there = heights[outside] as number;
    const at = interpolate(body.corners[inside] as Vector3, body.corners[outside] as Vector3, here / (here - there));
    corners.push(at);
    cuts.set(key, corners.length - 1);
    return corners.length - 1;
  };

  const faces: LabelledFace[] = [];
  /** From where a face comes back inside to where it left: an edge of the new face. */
  const rim = new Map<number, number>();
  for (const { loop, isB } of body.faces) {
    const kept: number[] = [];
    const exits: number[] = [];
    const entries: number[] = [];
    loop.forEach((from, k) => {
      const to = loop[(k + 1) % loop.length] as number;
      if (!isOut(from)) kept.push(from);
      if (isOut(from) === isOut(to)) return;
      const cut = isOut(to) ? cutBetween(from, to) : cutBetween(to, from);
      kept.push(cut);
      (isOut(to) ? exits : entries).push(cut);
    });
    if (kept.length > 0) faces.push({ loop: kept, isB });
    // The first entry of a loop that starts outside belongs to its last exit.
    const shift = entries.length > 0 && isOut(loop[0] as number) ? 1 : 0;
    exits.forEach((exit, k) => {
      rim.set(entries[(k + shift) % entries.length] as number, exit);
    });
  }
  for (const start of [...rim.keys()]) {
    const loop: number[] = [];
    for (let at: number | undefined = start; at !== undefined; ) {
      const next: number | undefined = rim.get(at);
      rim.delete(at);
      if (next !== undefined) loop.push(at);
      at = next;
    }
    if (loop.length > 0) faces.push({ loop, isB: true });
  }
  return { corners, faces };
}
