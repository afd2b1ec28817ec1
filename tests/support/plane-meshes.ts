// SPDX-License-Identifier: MIT
/** A square of the plane 3 x = 4 z, cut up in many ways with vertices that lie on the plane to the last bit. */
import type { Random } from '../../src/math/random.ts';
import type { Vector3 } from '../../src/math/vector.ts';
import type { SampleMesh, Triple } from './sample-meshes.ts';

type Point = readonly [u: number, v: number];

/** Half the side of the square in the parameters u and v; the square is five times as large. */
export const PLANE_HALF = 4;
export const PLANE_NORMAL: Vector3 = { x: -0.6, y: 0, z: 0.8 };

export function pointOnPlane([u, v]: Point): Triple {
  return [4 * u, 5 * v, 3 * u];
}

/** With 30 binary digits: small multiples are exact. */
function rounded(x: number): number {
  return Math.round(x * 2 ** 24) / 2 ** 24;
}

function grid(n: number, shift: (onRim: boolean) => number): Point[] {
  const points: Point[] = [];
  for (let j = 0; j <= n; j++) {
    for (let i = 0; i <= n; i++) {
      const onRim = i === 0 || j === 0 || i === n || j === n;
      const at = (k: number): number => rounded(PLANE_HALF * ((2 * (k + shift(onRim))) / n - 1));
      points.push([at(i), at(j)]);
    }
  }
  return points;
}

function squares(n: number, cut: (loop: number[]) => number[][]): number[][] {
  const facets: number[][] = [];
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      const a = j * (n + 1) + i;
      facets.push(...cut([a, a + 1, a + n + 2, a + n + 1]));
    }
  }
  return facets;
}

const inTwo = ([a = 0, b = 0, c = 0, d = 0]: number[]): number[][] => [
  [a, b, c],
  [a, c, d],
];
const otherInTwo = ([a = 0, b = 0, c = 0, d = 0]: number[]): number[][] => inTwo([b, c, d, a]);

/** Points put at random into triangles, which become three: soon most are slivers. */
function splitting(random: Random, count: number): [Point[], number[][]] {
  const points: Point[] = [
    [-PLANE_HALF, -PLANE_HALF],
    [PLANE_HALF, -PLANE_HALF],
    [PLANE_HALF, PLANE_HALF],
    [-PLANE_HALF, PLANE_HALF],
  ];
  const facets = inTwo([0, 1, 2, 3]);
  while (facets.length < count) {
    const k = random.integer(facets.length);
    const [a = 0, b = 0, c = 0] = facets[k];
    const [p, q, r] = [points[a], points[b], points[c]] as [Point, Point, Point];
    const s = random.between(0.05, 0.9);
    const t = random.between(0.05, 0.95 - s);
    const mean = (i: 0 | 1): number => rounded((1 - s - t) * p[i] + s * q[i] + t * r[i]);
    const inner: Point = [mean(0), mean(1)];
    const turn = (from: Point, to: Point): number =>
      (to[0] - from[0]) * (inner[1] - from[1]) - (to[1] - from[1]) * (inner[0] - from[0]);
    // A point on a side, after rounding, would leave a triangle without area.
    if (Math.min(turn(p, q), turn(q, r), turn(r, p)) < 1e-6) continue;
    const number = points.push(inner) - 1;
    facets.splice(k, 1, [a, b, number], [b, c, number], [c, a, number]);
  }
  return [points, facets];
}

/** Meshes of the square by name; their normals are PLANE_NORMAL. */
export const PLANE_MESHES: Readonly<Record<string, (random: Random) => SampleMesh>> = {
  'one quadrilateral': () =>
    made(
      grid(1, () => 0),
      squares(1, (loop) => [loop]),
    ),
  quadrilaterals: () =>
    made(
      grid(9, () => 0),
      squares(9, (loop) => [loop]),
    ),
  triangles: () =>
    made(
      grid(16, () => 0),
      squares(16, inTwo),
    ),
  'random triangles': (random) =>
    made(
      grid(12, (onRim) => (onRim ? 0 : random.between(-0.3, 0.3))),
      squares(12, (loop) => (random.next() < 0.5 ? inTwo(loop) : otherInTwo(loop))),
    ),
  'triangles and quadrilaterals': (random) =>
    made(
      grid(11, () => 0),
      squares(11, (loop) => (random.next() < 0.5 ? inTwo(loop) : [loop])),
    ),
  slivers: (random) => made(...splitting(random, 400)),
};

function made(points: readonly Point[], facets: number[][]): SampleMesh {
  return { vertices: points.map(pointOnPlane), facets };
}
