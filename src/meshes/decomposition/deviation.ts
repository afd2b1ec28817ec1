// SPDX-License-Identifier: MIT
/**
 * Bounds of the largest distance of a point of a piece from the parts inside it. Branch and bound over cubes: the
 * distance changes by no more than the point moves, so its value at the centre bounds it in the whole cube.
 */
import { cubeRoot } from '../../math/elementary.ts';
import { notchesOf } from './notches.ts';
import { type HulledPart, surplusOf } from './part-hull.ts';
import type { Solid } from './solid.ts';
import { squaredDistanceToTriangle } from './triangle-distance.ts';
import { windingAround } from './winding.ts';

export interface Deviation {
  /** Lower bound. */
  readonly lower: number;
  /** Upper bound. */
  readonly upper: number;
}

/** Target difference of the bounds, relative to the upper one; the evaluation limit may end the search earlier. */
const CLOSENESS = 0.1;
/** Limit of triangle distances in total. */
const MOST_TRIANGLES = 1_000_000;
/** Relative error of a volume. */
const VOLUME_ROUNDING = 1e-15;

type Triple = readonly [number, number, number];

interface Cube {
  readonly piece: PieceDistance;
  readonly middle: Triple;
  readonly half: number;
  readonly upper: number;
}

/** Over all pieces, in the unit of the solid. */
export function largestDeviation(solid: Solid, pieces: readonly HulledPart[]): Deviation {
  const coordinates = Float64Array.from(solid.coordinates);
  let lower = 0;
  let work = 0;
  const heap: Cube[] = [];
  const visit = (piece: PieceDistance, middle: Triple, half: number): void => {
    const reach = half * Math.sqrt(3);
    const outside = piece.heightAboveHull(middle);
    if (outside > reach) return;
    work += piece.triangleCount;
    const distance = piece.distance(middle);
    if (outside <= 0) lower = Math.max(lower, distance);
    const upper = Math.min(distance + reach, piece.bound);
    if (upper > lower) push(heap, { piece, middle, half, upper });
  };
  for (const each of pieces) {
    const piece = new PieceDistance(solid, coordinates, each);
    visit(piece, piece.middle, piece.half);
  }
  while (heap.length > 0 && work < MOST_TRIANGLES) {
    const { upper, piece, middle, half } = heap[0];
    if (upper - lower <= CLOSENESS * upper || upper <= solid.band) break;
    pop(heap);
    for (let i = 0; i < 8; i++) {
      const at = middle.map((x, k) => x + ((i >> k) & 1 ? half / 2 : -half / 2)) as unknown as Triple;
      visit(piece, at, half / 2);
    }
  }
  return { lower, upper: Math.max(lower, heap[0]?.upper ?? 0) };
}

/** Distances to the parts of one piece. */
class PieceDistance {
  readonly middle: Triple;
  readonly half: number;
  /** Upper bound of the distance of the hull's points from the parts, by their volumes or planes. */
  readonly bound: number;
  readonly triangleCount: number;
  readonly #solid: Solid;
  readonly #piece: HulledPart;
  readonly #points: Float64Array;
  readonly #triangles: Int32Array;

  constructor(solid: Solid, coordinates: Float64Array, piece: HulledPart) {
    this.#solid = solid;
    this.#piece = piece;
    this.#triangles = Int32Array.from(
      piece.parts.flat().flatMap(({ loop }) => loop.slice(2).flatMap((p, i) => [3 * loop[0], 3 * loop[i + 1], 3 * p])),
    );
    this.triangleCount = this.#triangles.length / 3;
    this.#points = coordinates;
    const { vertices } = piece.hull;
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let i = 0; i < vertices.length; i++) {
      low[i % 3] = Math.min(low[i % 3], vertices[i]);
      high[i % 3] = Math.max(high[i % 3], vertices[i]);
    }
    this.middle = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
    this.half = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / 2;
    this.bound = Math.min(this.#boundByVolume(), this.#boundByPlanes());
  }

  heightAboveHull(point: Triple): number {
    const { facePlanes } = this.#piece.hull;
    let most = -Infinity;
    for (let f = 0; f < facePlanes.length; f += 4) {
      const height =
        facePlanes[f] * point[0] + facePlanes[f + 1] * point[1] + facePlanes[f + 2] * point[2] - facePlanes[f + 3];
      if (height > most) most = height;
    }
    return most;
  }

  /** Distance to the parts; negative inside: minus the distance to the surface. */
  distance(point: Triple): number {
    const [x, y, z] = point;
    let least = Infinity;
    const triangles = this.#triangles;
    for (let t = 0; t < triangles.length; t += 3) {
      const squared = squaredDistanceToTriangle(
        this.#points,
        triangles[t],
        triangles[t + 1],
        triangles[t + 2],
        x,
        y,
        z,
      );
      if (squared < least) least = squared;
    }
    const distance = Math.sqrt(least);
    const isInside = this.#piece.parts.some((part) => windingAround(this.#solid, part, point) > 0.5);
    return isInside ? -distance : distance;
  }

  /** Distance of a point in the hull from the nearest face, and from the farthest corner. */
  #room(): { readonly inner: number; readonly outer: number } {
    const { vertices } = this.#piece.hull;
    const count = vertices.length / 3;
    const centre = [0, 0, 0];
    for (let i = 0; i < vertices.length; i++) centre[i % 3] += vertices[i] / count;
    const point = [centre[0], centre[1], centre[2]] as const;
    let outer = 0;
    for (let v = 0; v < count; v++) {
      const u = [0, 1, 2].map((k) => vertices[3 * v + k] - centre[k]);
      outer = Math.max(outer, Math.sqrt(u[0] ** 2 + u[1] ** 2 + u[2] ** 2));
    }
    return { inner: -this.heightAboveHull(point), outer };
  }

  /**
   * A point of the hull at distance d from the parts has a ball of radius d around it that holds nothing of them; the
   * hull's share of it is at least that of the cone from the point to the ball within the hull, shrunk to the reach d.
   * The surplus holds it all.
   */
  #boundByVolume(): number {
    const { inner, outer } = this.#room();
    if (!(inner > 0)) return Infinity;
    const surplus = surplusOf(this.#piece) + VOLUME_ROUNDING * this.#piece.hullVolume;
    return ((2 * outer) / inner) * cubeRoot((3 * surplus) / (4 * Math.PI));
  }

  /**
   * A part without notches is convex: its planes, shifted outward until they contain the hull's corners, bound the
   * hull.
   */
  #boundByPlanes(): number {
    const { parts, hull } = this.#piece;
    if (parts.length > 1 || notchesOf(this.#solid, parts[0]).length > 0) return Infinity;
    const { inner, outer } = this.#room();
    if (!(inner > 0)) return Infinity;
    let highest = 0;
    for (const { plane } of parts[0]) {
      const { normal, through } = this.#solid.planes[plane];
      for (let i = 0; i < hull.vertices.length; i += 3) {
        const height =
          normal[0] * (hull.vertices[i] - through[0]) +
          normal[1] * (hull.vertices[i + 1] - through[1]) +
          normal[2] * (hull.vertices[i + 2] - through[2]);
        if (height > highest) highest = height;
      }
    }
    return (highest / inner) * outer;
  }
}

/** Heap with the largest upper bound first. */
function push(heap: Cube[], cube: Cube): void {
  let i = heap.push(cube) - 1;
  for (let up = (i - 1) >> 1; i > 0 && heap[up].upper < cube.upper; up = (i - 1) >> 1) {
    heap[i] = heap[up];
    i = up;
  }
  heap[i] = cube;
}

function pop(heap: Cube[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let i = 0;
  for (;;) {
    let child = 2 * i + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && heap[child + 1].upper > heap[child].upper) child++;
    if (heap[child].upper <= last.upper) break;
    heap[i] = heap[child];
    i = child;
  }
  heap[i] = last;
}
