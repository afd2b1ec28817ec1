// SPDX-License-Identifier: MIT
/**
 * Decomposes the region to the left of directed edges, with holes, islands and pinch points, into convex polygons that
 * keep all its corners. The winding number selects triangles of the region, which are joined while they stay convex
 * (Hertel & Mehlhorn 1983, doi:10.1007/3-540-12689-9_105).
 */
import { ConstrainedTriangulation, leftTurn } from './constrained-triangulation.ts';

export interface PlanarRegion {
  /** Corners of the polygons, counter-clockwise; some may be collinear. */
  readonly polygons: readonly (readonly number[])[];
  /** Per polygon: its connected component of the region. */
  readonly parts: readonly number[];
  readonly partCount: number;
}

/**
 * `edges` are pairs, from and to. Undefined if they cross or touch, or a winding number is above 1 or below `least`.
 */
export function planarRegion(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  edges: ArrayLike<number>,
  least = 0,
): PlanarRegion | undefined {
  const mesh = ConstrainedTriangulation.of(x, y, edges);
  if (mesh === undefined) return undefined;
  const windings = windingNumbers(mesh, x.length, edges);
  if (windings.some((winding) => winding < least || winding > 1)) return undefined;
  return joinedPolygons(mesh, windings, x, y, edges);
}

/** Per triangle: winding number of the edges. */
function windingNumbers(mesh: ConstrainedTriangulation, count: number, edges: ArrayLike<number>): Int32Array {
  const steps = new Map<number, number>();
  for (let e = 0; e < edges.length; e += 2) {
    const [a, b] = [edges[e], edges[e + 1]];
    steps.set(a * count + b, (steps.get(a * count + b) ?? 0) + 1);
    steps.set(b * count + a, (steps.get(b * count + a) ?? 0) - 1);
  }
  const { corners } = mesh;
  const windings = new Int32Array(corners.length / 3);
  const isKnown = new Uint8Array(windings.length);
  const queue: number[] = [];
  const visit = (triangle: number, winding: number): void => {
    if (isKnown[triangle] === 1) return;
    isKnown[triangle] = 1;
    windings[triangle] = winding;
    queue.push(triangle);
  };
  const forEachSide = (visitSide: (side: number, a: number, b: number, other: number | undefined) => void): void => {
    for (let i = 0; i < corners.length; i++) {
      const b = corners[i % 3 === 2 ? i - 2 : i + 1];
      visitSide(i, corners[i], b, mesh.sideFrom(b, corners[i]));
    }
  };
  forEachSide((side, a, b, other) => {
    if (other === undefined) visit(Math.floor(side / 3), steps.get(a * count + b) ?? 0);
  });
  for (let i = 0; i < queue.length; i++) {
    const t = 3 * queue[i];
    for (let k = 0; k < 3; k++) {
      const [a, b] = [corners[t + k], corners[t + ((k + 1) % 3)]];
      const other = mesh.sideFrom(b, a);
      if (other !== undefined) visit(Math.floor(other / 3), windings[queue[i]] + (steps.get(b * count + a) ?? 0));
    }
  }
  return windings;
}

function joinedPolygons(
  mesh: ConstrainedTriangulation,
  windings: Int32Array,
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  edges: ArrayLike<number>,
): PlanarRegion {
  const count = x.length;
  const given = new Set<number>();
  for (let e = 0; e < edges.length; e += 2)
    given.add(Math.min(edges[e], edges[e + 1]) * count + Math.max(edges[e], edges[e + 1]));
  const loops: (number[] | undefined)[] = [];
  const owner = new Map<number, number>();
  for (let t = 0; t < windings.length; t++) {
    if (windings[t] !== 1) continue;
    const loop = mesh.corners.slice(3 * t, 3 * t + 3);
    for (let k = 0; k < 3; k++) owner.set(loop[k] * count + loop[(k + 1) % 3], loops.length);
    loops.push(loop);
  }
  const partOf = loops.map((_, i) => i);
  const rootOf = (i: number): number => {
    let root = i;
    while (partOf[root] !== root) root = partOf[root];
    return root;
  };
  const diagonals = Array.from(owner.keys()).filter((key) => {
    const [a, b] = [Math.floor(key / count), key % count];
    return a < b && owner.has(b * count + a) && !given.has(key);
  });
  for (const key of diagonals) {
    const [a, b] = [Math.floor(key / count), key % count];
    const [p, q] = [owner.get(key) as number, owner.get(b * count + a) as number];
    partOf[Math.max(rootOf(p), rootOf(q))] = Math.min(rootOf(p), rootOf(q));
    if (p === q) continue;
    const joined = joinedConvex(loops[p] as number[], loops[q] as number[], a, b, x, y);
    if (joined === undefined) continue;
    loops[p] = joined;
    loops[q] = undefined;
    for (let k = 0; k < joined.length; k++) owner.set(joined[k] * count + joined[(k + 1) % joined.length], p);
  }
  const numbers = new Map<number, number>();
  const polygons: number[][] = [];
  const parts: number[] = [];
  loops.forEach((loop, i) => {
    if (loop === undefined) return;
    const root = rootOf(i);
    if (!numbers.has(root)) numbers.set(root, numbers.size);
    polygons.push(loop);
    parts.push(numbers.get(root) as number);
  });
  return { polygons, parts, partCount: numbers.size };
}

/**
 * Joins two loops that share the side from a to b of the first; undefined if the result would not be convex or would
 * touch itself.
 */
function joinedConvex(
  first: readonly number[],
  second: readonly number[],
  a: number,
  b: number,
  x: ArrayLike<number>,
  y: ArrayLike<number>,
): number[] | undefined {
  const rest = (loop: readonly number[], from: number): number[] => {
    const begin = loop.indexOf(from);
    return loop.map((_, i) => loop[(begin + i) % loop.length]);
  };
  // From b around the first to a, then around the second back to b.
  const one = rest(first, b);
  const two = rest(second, a);
  if (one[one.length - 1] !== a || two[two.length - 1] !== b) return undefined;
  const joined = [...one, ...two.slice(1, -1)];
  if (new Set(joined).size !== joined.length) return undefined;
  const turnAt = (i: number): number => {
    const n = joined.length;
    return leftTurn(x, y, joined[(i + n - 1) % n], joined[i % n], joined[(i + 1) % n]);
  };
  return turnAt(0) >= 0 && turnAt(one.length - 1) >= 0 ? joined : undefined;
}
