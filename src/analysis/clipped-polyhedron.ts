// SPDX-License-Identifier: MIT
/**
 * Volume of a convex polyhedron clipped by half-spaces: each clips the faces and closes the cut with a new face
 * (Sutherland & Hodgman, 1974).
 */
import { add, cross, dot, perpendicular, scale, subtract, type Vector3, ZERO_VECTOR } from '../math/vector.ts';

/** Faces as loops of points, counter-clockwise from outside. */
export type Loops = readonly (readonly Vector3[])[];

/** Keeps the side normal.x <= offset; the normal has unit length. */
export interface CuttingPlane {
  readonly normal: Vector3;
  readonly offset: number;
}

function clipLoops(loops: Loops, { normal, offset }: CuttingPlane): Loops {
  // A face in the plane would be closed a second time.
  if (loops.every((loop) => loop.every((point) => dot(normal, point) <= offset))) return loops;
  const kept: Vector3[][] = [];
  const rim: Vector3[] = [];
  for (const loop of loops) {
    const part: Vector3[] = [];
    loop.forEach((point, k) => {
      const next = loop[(k + 1) % loop.length];
      const here = dot(normal, point) - offset;
      const there = dot(normal, next) - offset;
      if (here <= 0) part.push(point);
      if (here === 0) rim.push(point);
      if ((here < 0 && there > 0) || (here > 0 && there < 0)) {
        // From the inner end, so that both faces at an edge find the same point.
        const [inner, outer, from, to] = here < 0 ? [point, next, here, there] : [next, point, there, here];
        const cut = add(inner, scale(subtract(outer, inner), from / (from - to)));
        part.push(cut);
        rim.push(cut);
      }
    });
    if (part.length >= 3) kept.push(part);
  }
  if (kept.length > 0 && rim.length >= 3) kept.push(aroundMiddle(rim, normal));
  return kept;
}

/** The corners of a convex face in their order around it. */
function aroundMiddle(points: readonly Vector3[], normal: Vector3): Vector3[] {
  const middle = scale(points.reduce(add, ZERO_VECTOR), 1 / points.length);
  const u = perpendicular(normal);
  const v = cross(normal, u);
  const angle = (point: Vector3): number => {
    const offset = subtract(point, middle);
    return Math.atan2(dot(offset, v), dot(offset, u));
  };
  return points
    .map((point) => ({ point, at: angle(point) }))
    .sort((a, b) => a.at - b.at)
    .map(({ point }) => point);
}

/** Of a closed surface, as a sum of tetrahedra from the first of its points. */
export function loopsVolume(loops: Loops): number {
  const origin = loops[0]?.[0];
  if (origin === undefined) return 0;
  let six = 0;
  for (const loop of loops) {
    const a = subtract(loop[0], origin);
    for (let k = 1; k + 1 < loop.length; k++) {
      six += dot(a, cross(subtract(loop[k], origin), subtract(loop[k + 1], origin)));
    }
  }
  return Math.max(0, six / 6);
}

/** m3; planes that the ball around the body does not reach cost nothing. */
export function clippedVolume(
  loops: Loops,
  planes: readonly CuttingPlane[],
  ball: { readonly centre: Vector3; readonly radius: number },
): number {
  let left = loops;
  for (const plane of planes) {
    const depth = plane.offset - dot(plane.normal, ball.centre);
    if (depth >= ball.radius) continue;
    if (depth <= -ball.radius) return 0;
    left = clipLoops(left, plane);
  }
  return loopsVolume(left);
}
