// SPDX-License-Identifier: MIT
/**
 * Bins over the lattice of a mesh: the facets within reach of each cell. Boxes are halved as long as the facet may
 * reach into them, so the cost of a large oblique facet grows with its area.
 */
import type { FacetMesh } from '../../meshes/facet-mesh.ts';

/** Bins have as many words at most; beyond it they are made of more cells. */
const MOST_BINS = 2 ** 23;

interface Bins {
  /** Bins along the axes. */
  readonly size: readonly [number, number, number];
  /** A bin has two to this power cells along each axis. */
  readonly shift: number;
  /** Facets of bin b from `starts[b]` to `starts[b + 1]`, rising. */
  readonly starts: Uint32Array;
  readonly facets: Uint32Array;
}

export function binsOf(
  mesh: FacetMesh,
  low: readonly number[],
  box: { readonly max: readonly number[] },
  cell: number,
  reach: number,
): Bins {
  let shift = 0;
  const sizeAt = (s: number): [number, number, number] => {
    const along = (axis: number): number =>
      Math.max(1, Math.ceil((box.max[axis] + reach - low[axis]) / (cell * 2 ** s)));
    return [along(0), along(1), along(2)];
  };
  const product = ([x, y, z]: readonly [number, number, number]): number => x * y * z;
  while (product(sizeAt(shift)) > MOST_BINS) shift++;
  const size = sizeAt(shift);
  const width = cell * 2 ** shift;
  let pairs = new Uint32Array(1024);
  let count = 0;
  const facetCount = mesh.facetOffsets.length - 1;
  const corners: number[] = [];
  for (let f = 0; f < facetCount; f++) {
    corners.length = 0;
    for (let i = mesh.facetOffsets[f]; i < mesh.facetOffsets[f + 1]; i++) {
      const v = mesh.facetVertices[i];
      for (let axis = 0; axis < 3; axis++) corners.push(mesh.vertices[3 * v + axis] - low[axis]);
    }
    const from = [0, 0, 0];
    const to = [0, 0, 0];
    for (let axis = 0; axis < 3; axis++) {
      let least = Infinity;
      let most = -Infinity;
      for (let i = axis; i < corners.length; i += 3) {
        least = Math.min(least, corners[i]);
        most = Math.max(most, corners[i]);
      }
      const last = size[axis] - 1;
      from[axis] = Math.min(last, Math.max(0, Math.floor((least - reach) / width)));
      to[axis] = Math.min(last, Math.max(0, Math.floor((most + reach) / width))) + 1;
    }
    const n = mesh.facetNormals.subarray(3 * f, 3 * f + 3);
    const visit = (x0: number, y0: number, z0: number, x1: number, y1: number, z1: number): void => {
      const [hx, hy, hz] = [0.5 * (x1 - x0) * width, 0.5 * (y1 - y0) * width, 0.5 * (z1 - z0) * width];
      const centre = [x0 * width + hx, y0 * width + hy, z0 * width + hz];
      if (distanceTo(corners, n, centre) > reach + Math.sqrt(hx * hx + hy * hy + hz * hz)) return;
      const [dx, dy, dz] = [x1 - x0, y1 - y0, z1 - z0];
      if (dx <= 1 && dy <= 1 && dz <= 1) {
        if (2 * count + 2 > pairs.length) {
          const larger = new Uint32Array(2 * pairs.length);
          larger.set(pairs);
          pairs = larger;
        }
        pairs[2 * count] = (z0 * size[1] + y0) * size[0] + x0;
        pairs[2 * count + 1] = f;
        count++;
      } else if (dx >= dy && dx >= dz) {
        const middle = (x0 + x1) >> 1;
        visit(x0, y0, z0, middle, y1, z1);
        visit(middle, y0, z0, x1, y1, z1);
      } else if (dy >= dz) {
        const middle = (y0 + y1) >> 1;
        visit(x0, y0, z0, x1, middle, z1);
        visit(x0, middle, z0, x1, y1, z1);
      } else {
        const middle = (z0 + z1) >> 1;
        visit(x0, y0, z0, x1, y1, middle);
        visit(x0, y0, middle, x1, y1, z1);
      }
    };
    visit(from[0], from[1], from[2], to[0], to[1], to[2]);
  }
  return { size, shift, ...sorted(pairs, count, product(size)) };
}

/** Facets by bins, each bin's in their order. */
function sorted(pairs: Uint32Array, count: number, bins: number): Pick<Bins, 'starts' | 'facets'> {
  const starts = new Uint32Array(bins + 1);
  for (let k = 0; k < count; k++) starts[pairs[2 * k] + 1]++;
  for (let b = 0; b < bins; b++) starts[b + 1] = starts[b + 1] + starts[b];
  const next = starts.slice();
  const facets = new Uint32Array(count);
  for (let k = 0; k < count; k++) {
    const bin = pairs[2 * k];
    facets[next[bin]] = pairs[2 * k + 1];
    next[bin] = next[bin] + 1;
  }
  return { starts, facets };
}

/** Distance of a point from a planar convex facet, given by its corners and normal. */
function distanceTo(corners: readonly number[], n: ArrayLike<number>, [x, y, z]: readonly number[]): number {
  const [px, py, pz] = [x, y, z];
  const [nx, ny, nz] = [n[0], n[1], n[2]];
  let isInside = true;
  let best = Infinity;
  for (let i = 0; i < corners.length; i += 3) {
    const j = i + 3 < corners.length ? i + 3 : 0;
    const [ax, ay, az] = [px - corners[i], py - corners[i + 1], pz - corners[i + 2]];
    const ex = corners[j] - corners[i];
    const ey = corners[j + 1] - corners[i + 1];
    const ez = corners[j + 2] - corners[i + 2];
    // Inside is to the left of the side, seen from the front.
    if (nx * (ey * az - ez * ay) + ny * (ez * ax - ex * az) + nz * (ex * ay - ey * ax) < 0) isInside = false;
    const t = Math.max(0, Math.min(1, (ax * ex + ay * ey + az * ez) / (ex * ex + ey * ey + ez * ez)));
    const [dx, dy, dz] = [ax - t * ex, ay - t * ey, az - t * ez];
    best = Math.min(best, dx * dx + dy * dy + dz * dz);
  }
  if (!isInside) return Math.sqrt(best);
  return Math.abs(nx * (px - corners[0]) + ny * (py - corners[1]) + nz * (pz - corners[2]));
}
