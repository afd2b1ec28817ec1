// SPDX-License-Identifier: MIT
/**
 * The box around a body along its own axes with its edges and corners cut off where the body does not reach them, and
 * whether facets, edges and vertices of a mesh meet it. It excludes nearly all features that the body does not touch,
 * without a query.
 */
import type { Quaternion } from '../../math/quaternion.ts';
import type { Vector3 } from '../../math/vector.ts';
import type { FacetMesh } from '../../meshes/facet-mesh.ts';
import type { BoundingBox, ConvexShape } from '../../shapes/shape.ts';

/** Room for the corners of one facet, three numbers each. */
const FIRST_ROOM = 64;

/** Signs of the directions across the edges and corners of a box; the opposite ones go without saying. */
const CUTS = [
  [1, 1, 0],
  [1, -1, 0],
  [1, 0, 1],
  [1, 0, -1],
  [0, 1, 1],
  [0, 1, -1],
  [1, 1, 1],
  [1, 1, -1],
  [1, -1, 1],
  [1, -1, -1],
] as const;

/** Number of a direction with these signs. */
function numberOf(x: number, y: number, z: number): number {
  return 13 + 9 * x + 3 * y + z;
}

const DIRECTIONS = 27;
const CUT_NUMBERS = Int32Array.from(CUTS, ([x, y, z]) => numberOf(x, y, z));
const OPPOSITE_NUMBERS = Int32Array.from(CUTS, ([x, y, z]) => numberOf(-x, -y, -z));
const CUT_SIGNS = Float64Array.from(CUTS.flat());

/** The box around a shape, and how far the shape reaches across its sides, edges and corners. */
export interface CutBox extends BoundingBox {
  /** By `numberOf` of the direction, in half widths of the box from its middle; empty if the box has no width. */
  readonly reaches: Float64Array;
  /** True if an edge or a corner of the box is cut off. */
  readonly isCut: boolean;
}

export function cutBoxOf(shape: ConvexShape): CutBox {
  const { min, max } = shape.boundingBox();
  const half = [(max.x - min.x) / 2, (max.y - min.y) / 2, (max.z - min.z) / 2] as const;
  const reaches = new Float64Array(DIRECTIONS);
  if (!half.every((width) => width > 0)) return { min, max, reaches, isCut: false };
  const [mx, my, mz] = [(min.x + max.x) / 2, (min.y + max.y) / 2, (min.z + max.z) / 2];
  const reach = (x: number, y: number, z: number): number => {
    const far = shape.support({ x: x / half[0], y: y / half[1], z: z / half[2] });
    return (x * (far.x - mx)) / half[0] + (y * (far.y - my)) / half[1] + (z * (far.z - mz)) / half[2];
  };
  const axes = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ] as const;
  for (const [x, y, z] of axes) {
    reaches[numberOf(x, y, z)] = 1;
    reaches[numberOf(-x, -y, -z)] = 1;
  }
  let isCut = false;
  for (const [x, y, z] of CUTS) {
    const corner = Math.abs(x) + Math.abs(y) + Math.abs(z);
    const [most, least] = [reach(x, y, z), reach(-x, -y, -z)];
    reaches[numberOf(x, y, z)] = most;
    reaches[numberOf(-x, -y, -z)] = least;
    isCut ||= Math.min(most, least) < LEAST_CUT * corner;
  }
  return { min, max, reaches, isCut };
}

/** A shape that reaches this part of the way to all edges and corners of its box has none of them cut off. */
const LEAST_CUT = 0.99;

export class OrientedBox {
  /** From the frame of the mesh to that of the body, by rows. */
  readonly #rotation = new Float64Array(9);
  /** Origin of the body in the mesh's frame; middle and half widths of the box in that of the body. */
  readonly #origin = new Float64Array(3);
  readonly #middle = new Float64Array(3);
  readonly #half = new Float64Array(3);
  /** One over the half widths without what is added, and what is added in these units; see CutBox. */
  readonly #scale = new Float64Array(3);
  readonly #cut = new Float64Array(DIRECTIONS);
  #isCut = false;
  #corners = new Float64Array(3 * FIRST_ROOM);

  /** Places the box of a shape, scaled by `factor` and made larger by `more`, with a body turned by `turn`. */
  place(
    { min, max, reaches, isCut }: CutBox,
    factor: number,
    more: number,
    origin: Vector3,
    { w, x, y, z }: Quaternion,
  ): void {
    const m = this.#rotation;
    m[0] = 1 - 2 * (y * y + z * z);
    m[1] = 2 * (x * y + w * z);
    m[2] = 2 * (x * z - w * y);
    m[3] = 2 * (x * y - w * z);
    m[4] = 1 - 2 * (x * x + z * z);
    m[5] = 2 * (y * z + w * x);
    m[6] = 2 * (x * z + w * y);
    m[7] = 2 * (y * z - w * x);
    m[8] = 1 - 2 * (x * x + y * y);
    this.#origin[0] = origin.x;
    this.#origin[1] = origin.y;
    this.#origin[2] = origin.z;
    this.#middle[0] = (factor * (min.x + max.x)) / 2;
    this.#middle[1] = (factor * (min.y + max.y)) / 2;
    this.#middle[2] = (factor * (min.z + max.z)) / 2;
    this.#half[0] = (factor * (max.x - min.x)) / 2 + more;
    this.#half[1] = (factor * (max.y - min.y)) / 2 + more;
    this.#half[2] = (factor * (max.z - min.z)) / 2 + more;
    this.#isCut = isCut;
    if (!isCut) return;
    const scale = this.#scale;
    for (let c = 0; c < 3; c++) scale[c] = 1 / (this.#half[c] - more);
    const [addX, addY, addZ] = [more * scale[0], more * scale[1], more * scale[2]];
    for (let k = 0; k < DIRECTIONS; k++) {
      const x = k < 9 || k >= 18 ? addX : 0;
      const y = k % 9 < 3 || k % 9 >= 6 ? addY : 0;
      const z = k % 3 !== 1 ? addZ : 0;
      this.#cut[k] = reaches[k] + (x + y + z);
    }
  }

  /** Lowest and highest corner of the box around this one along the axes of the mesh, from the body's origin. */
  lowest(): Vector3 {
    return { x: this.leastAlong(1, 0, 0), y: this.leastAlong(0, 1, 0), z: this.leastAlong(0, 0, 1) };
  }

  highest(): Vector3 {
    return { x: -this.leastAlong(-1, 0, 0), y: -this.leastAlong(0, -1, 0), z: -this.leastAlong(0, 0, -1) };
  }

  /** The least value of w . y over the points y of the box, from the body's origin. */
  leastAlong(wx: number, wy: number, wz: number): number {
    const m = this.#rotation;
    const x = m[0] * wx + m[1] * wy + m[2] * wz;
    const y = m[3] * wx + m[4] * wy + m[5] * wz;
    const z = m[6] * wx + m[7] * wy + m[8] * wz;
    const middle = x * this.#middle[0] + y * this.#middle[1] + z * this.#middle[2];
    return middle - this.#mostAlong(-x, -y, -z);
  }

  /** The most of w . y, w in the frame of the box, from its middle. */
  #mostAlong(wx: number, wy: number, wz: number): number {
    const half = this.#half;
    const ax = Math.abs(wx) * half[0];
    const ay = Math.abs(wy) * half[1];
    const az = Math.abs(wz) * half[2];
    const whole = ax + ay + az;
    if (!this.#isCut) return whole;
    // A sum of a corner's, an edge's and a side's direction: the body reaches no farther than these added up.
    const scale = this.#scale;
    const x = Math.abs(wx) / scale[0];
    const y = Math.abs(wy) / scale[1];
    const z = Math.abs(wz) / scale[2];
    const sx = wx < 0 ? -9 : 9;
    const sy = wy < 0 ? -3 : 3;
    const sz = wz < 0 ? -1 : 1;
    const least = x < y ? (x < z ? x : z) : y < z ? y : z;
    const most = x > y ? (x > z ? x : z) : y > z ? y : z;
    const middle = x + y + z - least - most;
    // The side's direction has the largest component, the edge's lacks the least.
    const side = x >= y && x >= z ? sx : y >= z ? sy : sz;
    const without = z <= x && z <= y && side !== sz ? sz : y <= x && side !== sy ? sy : side === sx ? sy : sx;
    const cut = this.#cut;
    const corner = 13 + sx + sy + sz;
    const along = least * cut[corner] + (middle - least) * cut[corner - without] + (most - middle) * cut[13 + side];
    return along < whole ? along : whole;
  }

  /** True if the first corners of `#corners`, off their places by up to `warp`, are not all beyond one of the cuts. */
  #meetsCuts(count: number, warp: number): boolean {
    if (!this.#isCut) return true;
    const p = this.#corners;
    const scale = this.#scale;
    const cut = this.#cut;
    const slack = warp * (scale[0] + scale[1] + scale[2]);
    for (let i = 0; i < 3 * count; i += 3) {
      p[i] = p[i] * scale[0];
      p[i + 1] = p[i + 1] * scale[1];
      p[i + 2] = p[i + 2] * scale[2];
    }
    for (let k = 0; k < CUT_NUMBERS.length; k++) {
      const x = CUT_SIGNS[3 * k];
      const y = CUT_SIGNS[3 * k + 1];
      const z = CUT_SIGNS[3 * k + 2];
      let low = Infinity;
      let high = -Infinity;
      for (let i = 0; i < 3 * count; i += 3) {
        const at = x * p[i] + y * p[i + 1] + z * p[i + 2];
        if (at < low) low = at;
        if (at > high) high = at;
      }
      if (low > cut[CUT_NUMBERS[k]] + slack || high < -cut[OPPOSITE_NUMBERS[k]] - slack) return false;
    }
    return true;
  }

  /** Writes a vertex of the mesh in the frame of the box to `#corners`. */
  #read(vertices: Float64Array, v: number, to: number): void {
    const m = this.#rotation;
    const dx = vertices[3 * v] - this.#origin[0];
    const dy = vertices[3 * v + 1] - this.#origin[1];
    const dz = vertices[3 * v + 2] - this.#origin[2];
    const corners = this.#corners;
    corners[to] = m[0] * dx + m[1] * dy + m[2] * dz - this.#middle[0];
    corners[to + 1] = m[3] * dx + m[4] * dy + m[5] * dz - this.#middle[1];
    corners[to + 2] = m[6] * dx + m[7] * dy + m[8] * dz - this.#middle[2];
  }

  meetsVertex({ vertices }: FacetMesh, v: number): boolean {
    this.#read(vertices, v, 0);
    const p = this.#corners;
    const half = this.#half;
    return Math.abs(p[0]) <= half[0] && Math.abs(p[1]) <= half[1] && Math.abs(p[2]) <= half[2] && this.#meetsCuts(1, 0);
  }

  /** By separating axes: those of the box, and those across the edge and one of them. */
  meetsEdge({ vertices, edgeVertices }: FacetMesh, edge: number): boolean {
    this.#read(vertices, edgeVertices[2 * edge], 0);
    this.#read(vertices, edgeVertices[2 * edge + 1], 3);
    const p = this.#corners;
    const half = this.#half;
    // Middle and half of the edge.
    const mx = (p[0] + p[3]) / 2;
    const my = (p[1] + p[4]) / 2;
    const mz = (p[2] + p[5]) / 2;
    const ex = (p[3] - p[0]) / 2;
    const ey = (p[4] - p[1]) / 2;
    const ez = (p[5] - p[2]) / 2;
    const ax = Math.abs(ex);
    const ay = Math.abs(ey);
    const az = Math.abs(ez);
    return (
      Math.abs(mx) <= half[0] + ax &&
      Math.abs(my) <= half[1] + ay &&
      Math.abs(mz) <= half[2] + az &&
      Math.abs(my * ez - mz * ey) <= half[1] * az + half[2] * ay &&
      Math.abs(mz * ex - mx * ez) <= half[2] * ax + half[0] * az &&
      Math.abs(mx * ey - my * ex) <= half[0] * ay + half[1] * ax &&
      this.#meetsCuts(2, 0)
    );
  }

  /**
   * By the axes of the box and the normal of the facet: a facet beside an edge of the box may count as met. The facet
   * may be off its place by `warp`.
   */
  meetsFacet({ vertices, facetOffsets, facetVertices, facetNormals }: FacetMesh, facet: number, warp: number): boolean {
    const begin = facetOffsets[facet];
    const count = facetOffsets[facet + 1] - begin;
    if (3 * count > this.#corners.length) this.#corners = new Float64Array(6 * count);
    for (let i = 0; i < count; i++) this.#read(vertices, facetVertices[begin + i], 3 * i);
    const p = this.#corners;
    const half = this.#half;
    for (let axis = 0; axis < 3; axis++) {
      let low = p[axis];
      let high = low;
      for (let i = 1; i < count; i++) {
        const at = p[3 * i + axis];
        if (at < low) low = at;
        if (at > high) high = at;
      }
      if (low > half[axis] + warp || high < -half[axis] - warp) return false;
    }
    const m = this.#rotation;
    const nx = facetNormals[3 * facet];
    const ny = facetNormals[3 * facet + 1];
    const nz = facetNormals[3 * facet + 2];
    const x = m[0] * nx + m[1] * ny + m[2] * nz;
    const y = m[3] * nx + m[4] * ny + m[5] * nz;
    const z = m[6] * nx + m[7] * ny + m[8] * nz;
    const height = x * p[0] + y * p[1] + z * p[2];
    return (
      height <= this.#mostAlong(x, y, z) + warp &&
      -height <= this.#mostAlong(-x, -y, -z) + warp &&
      this.#meetsCuts(count, warp)
    );
  }
}
