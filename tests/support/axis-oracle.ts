// SPDX-License-Identifier: MIT
/**
 * The signed distance as the largest gap over all directions that can attain
 * it, in exact arithmetic. For overlap these are the facet normals of B - A, which are face normals or edge-edge axes;
 * for a gap also vertex-vertex and vertex-edge directions. Every direction gives a lower bound, so edges and faces
 * need not be true ones: all pairs and triples of vertices are tried, with no hull. Shares no code with `exact-
 * contact.ts`. Work grows as n^5: for up to about 10 vertices.
 */

type Triple = readonly [bigint, bigint, bigint];

interface AxisAnswer {
  /** Signed distance, correctly rounded. */
  readonly distance: number;
  /** Every direction tried, from A to B and to unit length, whose gap is exactly the largest. */
  readonly normals: readonly (readonly [number, number, number])[];
}

const dot = (p: Triple, q: Triple): bigint => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
const minus = (p: Triple, q: Triple): Triple => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
const cross = (p: Triple, q: Triple): Triple => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];

/**
 * Bits of a root before it is rounded; the exact value is irrational or short, so cutting here cannot mislead the
 * rounding.
 */
const ROOT_BITS = 300n;

function squareRootOfQuotient(numerator: bigint, denominator: bigint): number {
  const square = (numerator << (2n * ROOT_BITS)) / denominator;
  if (square === 0n) return 0;
  // Newton from above: it falls until it stands at the rounded-down root.
  let root = 1n << BigInt((square.toString(2).length + 1) >> 1);
  for (let next = (root + square / root) >> 1n; next < root; next = (root + square / root) >> 1n) root = next;
  return Number(root) / 2 ** Number(ROOT_BITS);
}

/** Least k >= 0 such that every coordinate times 2^k is an integer. */
function gridBits(coordinates: readonly number[]): number {
  let bits = 0;
  while (coordinates.some((x) => !Number.isInteger(x * 2 ** bits))) bits++;
  return bits;
}

function triples(vertices: Float64Array, bits: number): Triple[] {
  const at = (i: number): bigint => BigInt(vertices[i] * 2 ** bits);
  return Array.from({ length: vertices.length / 3 }, (_, i): Triple => [at(3 * i), at(3 * i + 1), at(3 * i + 2)]);
}

function edgesOf(vertices: readonly Triple[]): [Triple, Triple][] {
  return vertices.flatMap((p, i) => vertices.slice(i + 1).map((q): [Triple, Triple] => [p, minus(q, p)]));
}

function range(vertices: readonly Triple[], direction: Triple): [bigint, bigint] {
  const values = vertices.map((vertex) => dot(direction, vertex)).sort((p, q) => (p < q ? -1 : 1));
  return [values[0], values[values.length - 1]];
}

/**
 * Faces, vertex-edge, edge-edge and vertex-vertex; and perpendiculars of each edge, for when all edges are parallel.
 */
function candidateDirections(a: readonly Triple[], b: readonly Triple[]): Triple[] {
  const directions: Triple[] = [];
  const edges = [edgesOf(a), edgesOf(b)] as const;
  for (const [vertices, own, others] of [[a, edges[0], b] as const, [b, edges[1], a] as const]) {
    for (const [p, e] of own) {
      directions.push(cross(e, [1n, 0n, 0n]), cross(e, [0n, 1n, 0n]));
      for (const q of vertices) directions.push(cross(e, minus(q, p)));
      for (const q of others) directions.push(cross(e, cross(minus(q, p), e)));
    }
  }
  for (const [, e] of edges[0]) for (const [, f] of edges[1]) directions.push(cross(e, f));
  for (const p of a) for (const q of b) directions.push(minus(q, p));
  return directions;
}

/** Signed distance of the convex hulls of two short vertex lists, by trying every direction. */
export function axisOracle(verticesOfA: Float64Array, verticesOfB: Float64Array): AxisAnswer {
  const bits = gridBits([...verticesOfA, ...verticesOfB]);
  const a = triples(verticesOfA, bits);
  const b = triples(verticesOfB, bits);
  // Gap as sign(gap) gap^2 over the squared length of the direction.
  let best: { signedSquare: bigint; length: bigint } | undefined;
  let attaining: Triple[] = [];
  for (const direction of candidateDirections(a, b)) {
    const length = dot(direction, direction);
    if (length === 0n) continue;
    const [leastOnA, largestOnA] = range(a, direction);
    const [leastOnB, largestOnB] = range(b, direction);
    for (const sign of [1n, -1n]) {
      const gap = sign > 0n ? leastOnB - largestOnA : leastOnA - largestOnB;
      const signedSquare = gap < 0n ? -gap * gap : gap * gap;
      const order = best ? signedSquare * best.length - best.signedSquare * length : 1n;
      if (order < 0n) continue;
      if (order > 0n) {
        best = { signedSquare, length };
        attaining = [];
      }
      attaining.push([sign * direction[0], sign * direction[1], sign * direction[2]]);
    }
  }
  // Two single points at the same place leave no direction.
  if (!best) return { distance: 0, normals: [] };
  const { signedSquare, length } = best;
  const magnitude = squareRootOfQuotient(signedSquare < 0n ? -signedSquare : signedSquare, length) / 2 ** bits;
  const unit = (n: Triple): readonly [number, number, number] => {
    const component = (x: bigint): number => squareRootOfQuotient(x * x, dot(n, n)) * (x < 0n ? -1 : 1);
    return [component(n[0]), component(n[1]), component(n[2])];
  };
  const distinct = new Map(attaining.map(unit).map((normal) => [normal.join(), normal]));
  return { distance: signedSquare < 0n ? -magnitude : magnitude, normals: [...distinct.values()] };
}
