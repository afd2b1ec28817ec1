// SPDX-License-Identifier: MIT
/** Meshes of known shape, sound by construction, for tests to examine and to spoil. */
import type { Quaternion } from '../../src/math/quaternion.ts';
import { rotate } from '../../src/math/quaternion.ts';

export type Triple = [number, number, number];

export interface SampleMesh {
  readonly vertices: Triple[];
  readonly facets: number[][];
}

/** Joins vertices with equal coordinates, which the builders below make on purpose. */
function joined(corners: readonly Triple[][]): SampleMesh {
  const numbers = new Map<string, number>();
  const vertices: Triple[] = [];
  const facets = corners.map((facet) =>
    facet.map((point) => {
      const key = point.map((x) => x + 0).join();
      const found = numbers.get(key);
      if (found !== undefined) return found;
      numbers.set(key, vertices.length);
      vertices.push(point);
      return vertices.length - 1;
    }),
  );
  return { vertices, facets };
}

/** A box around the origin, each side cut into n x n squares or twice as many triangles. */
export function boxMesh(n: number, [a, b, c]: Triple = [1, 1, 1], isCut = false): SampleMesh {
  const corners: Triple[][] = [];
  const sizes = [a, b, c];
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [0, n]) {
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          const at = (u: number, v: number): Triple => {
            const point: Triple = [0, 0, 0];
            point[axis] = (side / n - 0.5) * sizes[axis];
            point[(axis + 1) % 3] = (u / n - 0.5) * sizes[(axis + 1) % 3];
            point[(axis + 2) % 3] = (v / n - 0.5) * sizes[(axis + 2) % 3];
            return point;
          };
          const loop = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
          if (side === 0) loop.reverse();
          const [p, q, r, s] = loop as [Triple, Triple, Triple, Triple];
          if (isCut) corners.push([p, q, r], [p, r, s]);
          else corners.push(loop);
        }
      }
    }
  }
  return joined(corners);
}

/** A ball of unit radius: an octahedron whose sides are cut into n x n triangles and blown up. */
export function ballMesh(n: number): SampleMesh {
  const corners: Triple[][] = [];
  for (let octant = 0; octant < 8; octant++) {
    const sign = [octant & 1 ? -1 : 1, octant & 2 ? -1 : 1, octant & 4 ? -1 : 1] as const;
    const isMirrored = sign[0] * sign[1] * sign[2] < 0;
    const at = (i: number, j: number): Triple => {
      const point: Triple = [i, j, n - i - j];
      const length = Math.hypot(...point);
      return point.map((x, k) => ((sign[k] as number) * x) / length) as Triple;
    };
    for (let i = 0; i < n; i++) {
      for (let j = 0; i + j < n; j++) {
        const triangles = [[at(i, j), at(i + 1, j), at(i, j + 1)]];
        if (i + j + 1 < n) triangles.push([at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
        for (const triangle of triangles) corners.push(isMirrored ? triangle.reverse() : triangle);
      }
    }
  }
  return joined(corners);
}

/** A cylinder about z of radius 1 and height 2: n squares around, m high, two caps of n corners. */
export function cylinderMesh(n: number, m = 1): SampleMesh {
  const vertices: Triple[] = [];
  for (let j = 0; j <= m; j++) {
    for (let i = 0; i < n; i++) {
      vertices.push([Math.cos((2 * Math.PI * i) / n), Math.sin((2 * Math.PI * i) / n), (2 * j) / m - 1]);
    }
  }
  const facets: number[][] = [];
  for (let j = 0; j < m; j++) {
    for (let i = 0; i < n; i++) {
      const next = (i + 1) % n;
      facets.push([j * n + i, j * n + next, (j + 1) * n + next, (j + 1) * n + i]);
    }
  }
  const ring = Array.from({ length: n }, (_, i) => i);
  facets.push(
    ring.toReversed(),
    ring.map((i) => m * n + i),
  );
  return { vertices, facets };
}

/** Turned, then scaled, then moved. */
export function placed(mesh: SampleMesh, turn: Quaternion, scale: number, offset: Triple): SampleMesh {
  const vertices = mesh.vertices.map(([x, y, z]): Triple => {
    const p = rotate(turn, { x, y, z });
    return [p.x * scale + offset[0], p.y * scale + offset[1], p.z * scale + offset[2]];
  });
  return { vertices, facets: mesh.facets.map((facet) => [...facet]) };
}
