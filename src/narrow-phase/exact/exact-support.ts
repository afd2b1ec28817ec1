// SPDX-License-Identifier: MIT
/**
 * Exact support vertices: float64 dot products with a forward error bound select the candidates, long integers decide
 * among them. Large bodies with adjacency use hill climbing. Rotated and rounded vertices are not quite convex, so a
 * climb may stop at a local maximum; it therefore searches the plateau around its end, deep enough for that rounding
 * (see `roundingSlack`).
 */

import { dot, type ExactVector, floatDirection } from './exact-vector.ts';
import type { Grid } from './integer-grid.ts';
import { exponentOf, powerOfTwo } from './rounding.ts';

/**
 * Vertices of one body as float64, 3 per vertex; neighbours optional, as compressed rows, for climbing large bodies.
 */
export interface ExactBody {
  readonly vertices: Float64Array;
  readonly vertexOffsets?: Int32Array;
  readonly vertexNeighbours?: Int32Array;
}

/** Below this number of vertices a scan is as fast as a climb. */
const CLIMB_VERTEX_COUNT = 64;

/**
 * Error of a float64 dot product of a `floatDirection` with a vertex, relative to the largest coordinate: 3 products of
 * factors that are 2.01 u and 1 u off, 3 more roundings, so 18.3 u with u = 2^-53.
 */
const DOT_ERROR = 2 ** -48;

/** Displacement of a vertex by rotation and translation in float64, relative to its largest coordinate; generous. */
const POSE_ROUNDING = 2 ** -48;

export class ExactSupport {
  readonly count: number;
  private readonly vertices: Float64Array;
  private readonly grid: Grid;
  private readonly integers: (ExactVector | undefined)[];
  /** Coordinates relative to vertex 0, scaled by a power of two: each within 2^-53 of its own size. */
  private readonly relative: Float64Array;
  private readonly values: Float64Array;
  private readonly ambiguity: number;
  private readonly roundingSlack: number;
  private readonly offsets: Int32Array | undefined;
  private readonly neighbours: Int32Array | undefined;
  private readonly seen: Int32Array;
  private stamp = 0;
  private last = 0;

  constructor(body: ExactBody, grid: Grid) {
    const { vertices } = body;
    const n = Math.floor(vertices.length / 3);
    this.count = n;
    this.vertices = vertices;
    this.grid = grid;
    this.integers = new Array<ExactVector | undefined>(n);
    this.relative = new Float64Array(3 * n);
    this.values = new Float64Array(n);

    let largest = 0;
    for (let i = 0; i < 3 * n; i++) largest = Math.max(largest, Math.abs(vertices[i]));
    // Only to keep differences and products within the range of float64.
    const exponent = largest > 0 ? Math.max(-900, Math.min(900, -exponentOf(largest))) : 0;
    const before = exponent < 0 ? powerOfTwo(exponent) : 1;
    const after = exponent > 0 ? powerOfTwo(exponent) : 1;
    let radius = 0;
    for (let i = 0; i < 3 * n; i++) {
      const x = (vertices[i] * before - vertices[i % 3] * before) * after;
      this.relative[i] = x;
      radius = Math.max(radius, Math.abs(x));
    }
    this.ambiguity = 2 * DOT_ERROR * radius;
    // A vertex that is best after rounding is joined to the climb's end by vertices at most four displacements lower;
    // a direction of largest component 1 sees up to 3 coordinates of each displacement.
    this.roundingSlack = this.ambiguity + 4 * 3 * POSE_ROUNDING * largest * before * after;

    const climbs = n > CLIMB_VERTEX_COUNT && grid.exact && body.vertexOffsets && body.vertexNeighbours;
    this.offsets = climbs ? body.vertexOffsets : undefined;
    this.neighbours = climbs ? body.vertexNeighbours : undefined;
    this.seen = new Int32Array(climbs ? n : 0);
  }

  /** Vertex `index` in units of the grid. */
  vertex(index: number): ExactVector {
    const known = this.integers[index];
    if (known) return known;
    const { vertices, grid } = this;
    const made = {
      x: grid.toInteger(vertices[3 * index]),
      y: grid.toInteger(vertices[3 * index + 1]),
      z: grid.toInteger(vertices[3 * index + 2]),
    };
    this.integers[index] = made;
    return made;
  }

  /** A vertex with the largest float64 dot product, at least locally; only an initial guess. */
  nearMaximum(dx: number, dy: number, dz: number): number {
    if (this.offsets) return this.climb(dx, dy, dz);
    const { relative, count } = this;
    let best = 0;
    let bestValue = Number.NEGATIVE_INFINITY;
    for (let i = 0, k = 0; i < count; i++, k += 3) {
      const value = dx * relative[k] + dy * relative[k + 1] + dz * relative[k + 2];
      if (value > bestValue) {
        bestValue = value;
        best = i;
      }
    }
    return best;
  }

  /** The vertex of largest dot product with `direction`, the lowest index of those exactly equal. */
  maximum(direction: ExactVector): number {
    const candidates = this.candidates(direction);
    return candidates.length === 1 ? candidates[0] : this.best(candidates, direction)[0];
  }

  /** All vertices of largest dot product with `direction`, ascending. */
  maximisers(direction: ExactVector): Int32Array {
    return Int32Array.from(this.best(this.candidates(direction), direction)).sort();
  }

  private best(candidates: readonly number[], direction: ExactVector): number[] {
    let result: number[] = [];
    let largest = 0n;
    for (const index of candidates) {
      const value = dot(direction, this.vertex(index));
      if (result.length === 0 || value > largest) {
        largest = value;
        result = [index];
      } else if (value === largest) result.push(index);
    }
    if (result.length > 1) result.sort((i, j) => i - j);
    return result;
  }

  /** Every vertex that may be the maximum within float64 accuracy. */
  private candidates(direction: ExactVector): number[] {
    const [dx, dy, dz] = floatDirection(direction);
    if (this.offsets) return this.flood(dx, dy, dz);
    const { relative, values, count } = this;
    let largest = Number.NEGATIVE_INFINITY;
    for (let i = 0, k = 0; i < count; i++, k += 3) {
      const value = dx * relative[k] + dy * relative[k + 1] + dz * relative[k + 2];
      values[i] = value;
      if (value > largest) largest = value;
    }
    const least = largest - this.ambiguity;
    const result: number[] = [];
    for (let i = 0; i < count; i++) if (values[i] >= least) result.push(i);
    return result;
  }

  private value(index: number, dx: number, dy: number, dz: number): number {
    const { relative } = this;
    const k = 3 * index;
    return dx * relative[k] + dy * relative[k + 1] + dz * relative[k + 2];
  }

  private climb(dx: number, dy: number, dz: number): number {
    const offsets = this.offsets as Int32Array;
    const neighbours = this.neighbours as Int32Array;
    let best = this.last;
    let bestValue = this.value(best, dx, dy, dz);
    for (let from = -1; from !== best; ) {
      from = best;
      for (let k = offsets[from]; k < offsets[from + 1]; k++) {
        const next = neighbours[k];
        const value = this.value(next, dx, dy, dz);
        if (value > bestValue) {
          bestValue = value;
          best = next;
        }
      }
    }
    this.last = best;
    return best;
  }

  private flood(dx: number, dy: number, dz: number): number[] {
    const offsets = this.offsets as Int32Array;
    const neighbours = this.neighbours as Int32Array;
    const { seen, values } = this;
    for (;;) {
      const start = this.climb(dx, dy, dz);
      const startValue = this.value(start, dx, dy, dz);
      const least = startValue - this.roundingSlack;
      const stamp = ++this.stamp;
      const reached = [start];
      seen[start] = stamp;
      values[start] = startValue;
      let better = -1;
      for (let head = 0; head < reached.length && better < 0; head++) {
        const from = reached[head];
        for (let k = offsets[from]; k < offsets[from + 1]; k++) {
          const next = neighbours[k];
          if (seen[next] === stamp) continue;
          seen[next] = stamp;
          const value = this.value(next, dx, dy, dz);
          if (value > startValue) {
            better = next;
            break;
          }
          if (value < least) continue;
          values[next] = value;
          reached.push(next);
        }
      }
      if (better < 0) return reached.filter((index) => values[index] >= startValue - this.ambiguity);
      this.last = better;
    }
  }
}
