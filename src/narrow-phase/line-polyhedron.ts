// SPDX-License-Identifier: MIT
/**
 * The part of a straight line inside a convex polyhedron by its face planes (Cyrus and Beck 1978,
 * doi:10.1016/0097-8493(78)90021-3), read from the shape's block. A facet has its two faces and its sides. A line that
 * misses by no more than rounding counts as touching, so that none slips between two bodies that share a face or an
 * edge.
 */
import {
  SHAPE_FACE_COUNT,
  SHAPE_FACE_NORMALS,
  SHAPE_FACE_OFFSETS,
  SHAPE_FACE_VERTICES,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
} from '../kernel/layout.ts';
import { F, I } from '../kernel/memory.ts';
import { cross, dot, normalise, subtract, type Vector3 } from '../math/vector.ts';
import type { Line, LineInterval } from './line-interval.ts';

/** Narrows the line's span by half-spaces, once as they are and once moved out by the tolerance. */
class PlaneClipper {
  readonly #line: Line;
  readonly #tolerance: number;
  #enter = -Infinity;
  #exit = Infinity;
  #wideEnter = -Infinity;
  #wideExit = Infinity;
  #misses = false;
  #missesWidely = false;
  #normal: Vector3 | undefined;
  #wideNormal: Vector3 | undefined;

  constructor(line: Line, tolerance: number) {
    this.#line = line;
    this.#tolerance = tolerance;
  }

  /** Keeps the side normal.x <= offset. */
  keep(normal: Vector3, offset: number): void {
    const speed = dot(normal, this.#line.direction);
    const room = offset - dot(normal, this.#line.origin);
    if (speed === 0) {
      if (room < 0) this.#misses = true;
      if (room < -this.#tolerance) this.#missesWidely = true;
      return;
    }
    const t = room / speed;
    const wide = (room + this.#tolerance) / speed;
    if (speed < 0) {
      if (t > this.#enter) {
        this.#enter = t;
        this.#normal = normal;
      }
      if (wide > this.#wideEnter) {
        this.#wideEnter = wide;
        this.#wideNormal = normal;
      }
    } else {
      if (t < this.#exit) this.#exit = t;
      if (wide < this.#wideExit) this.#wideExit = wide;
    }
  }

  interval(): LineInterval | undefined {
    if (!this.#misses && this.#enter <= this.#exit && this.#normal) {
      return { enter: this.#enter, exit: this.#exit, normal: this.#normal };
    }
    if (!this.#missesWidely && this.#wideEnter <= this.#wideExit && this.#wideNormal) {
      return { enter: this.#wideEnter, exit: this.#wideExit, normal: this.#wideNormal };
    }
    return undefined;
  }
}

function cornerOf(s: number, index: number): Vector3 {
  const v = I[I[2 * s + SHAPE_FACE_VERTICES] + index];
  return {
    x: F[I[2 * s + SHAPE_X] + v],
    y: F[I[2 * s + SHAPE_Y] + v],
    z: F[I[2 * s + SHAPE_Z] + v],
  };
}

/** Sides of a facet: the planes through its edges along its normal. */
function keepSides(clipper: PlaneClipper, s: number, first: number, end: number, normal: Vector3): void {
  let from = cornerOf(s, end - 1);
  for (let k = first; k < end; k++) {
    const to = cornerOf(s, k);
    const outward = normalise(cross(subtract(to, from), normal));
    clipper.keep(outward, Math.max(dot(outward, from), dot(outward, to)));
    from = to;
  }
}

/** Block s of a box, polyhedron or facet; the line in its frame. */
export function lineInPolyhedron(line: Line, s: number, tolerance: number): LineInterval | undefined {
  const clipper = new PlaneClipper(line, tolerance);
  const faceCount = I[2 * s + SHAPE_FACE_COUNT];
  const offsets = I[2 * s + SHAPE_FACE_OFFSETS];
  for (let face = 0; face < faceCount; face++) {
    const at = I[2 * s + SHAPE_FACE_NORMALS] + 3 * face;
    const normal = { x: F[at], y: F[at + 1], z: F[at + 2] };
    const first = I[offsets + face];
    const end = I[offsets + face + 1];
    // The corners of a face are level to rounding; the highest keeps all of them inside.
    let offset = -Infinity;
    for (let k = first; k < end; k++) offset = Math.max(offset, dot(normal, cornerOf(s, k)));
    clipper.keep(normal, offset);
    if (faceCount === 2 && face === 0) keepSides(clipper, s, first, end, normal);
  }
  return clipper.interval();
}
