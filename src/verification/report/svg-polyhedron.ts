// SPDX-License-Identifier: MIT
/** Convex polyhedra in parallel projection: faces towards the viewer are filled, edges behind the body are dashed. */
import type { Vector2 } from '../../math/planar-vector.ts';
import { cross, dot, normalise, type Vector3 } from '../../math/vector.ts';
import type { ConvexPolyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import type { Drawing } from './svg-drawing.ts';
import type { Tone } from './svg-plot.ts';

export interface View {
  /** Unit vectors: to the right of the page, up the page, and towards the viewer. */
  readonly right: Vector3;
  readonly up: Vector3;
  readonly towards: Vector3;
}

/** Seen from a direction, with another upwards on the page. */
export function viewFrom(towards: Vector3, upwards: Vector3): View {
  const back = normalise(towards);
  const right = normalise(cross(upwards, back));
  return { right, up: cross(back, right), towards: back };
}

/** From the corner of three axes, z up. */
export const ISOMETRIC: View = viewFrom({ x: 1, y: -1, z: 0.8 }, { x: 0, y: 0, z: 1 });

export function project({ right, up }: View, point: Vector3): Vector2 {
  return { x: dot(point, right), y: dot(point, up) };
}

export function drawPolyhedron(drawing: Drawing, { hull }: ConvexPolyhedron, view: View, tone: Tone): void {
  const { vertices, faceOffsets, faceVertices, facePlanes, edges } = hull;
  const corner = (v: number): Vector2 =>
    project(view, { x: vertices[3 * v], y: vertices[3 * v + 1], z: vertices[3 * v + 2] });
  const isSeen = (f: number): boolean => {
    const [x, y, z] = facePlanes.subarray(4 * f, 4 * f + 3) as unknown as [number, number, number];
    return dot({ x, y, z }, view.towards) > 1e-9;
  };
  for (let e = 0; e < edges.length; e += 4) {
    const [v0, v1, left, right] = edges.subarray(e, e + 4) as unknown as [number, number, number, number];
    if (!isSeen(left) && !isSeen(right)) drawing.line([corner(v0), corner(v1)], tone, 'dashed');
  }
  for (let f = 0; f + 1 < faceOffsets.length; f++) {
    if (!isSeen(f)) continue;
    const loop = faceVertices.subarray(faceOffsets[f], faceOffsets[f + 1]);
    drawing.polygon([...loop].map(corner), tone, 'faint');
  }
}
