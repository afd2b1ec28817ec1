// SPDX-License-Identifier: MIT
/**
 * Minkowski sum and difference of convex polyhedra, built explicitly (Feng and Tan 2019, eqs. 1 and 2), and the
 * entrance block of Shi's contact theory (eq. 7): the hull of sums of vertices. Not of all: a corner of the sum lies on
 * a face that comes from a face of one body and the vertices of the other farthest along its normal, or from two edges
 * whose arcs on the Gaussian sphere cross. They throw an InvalidShapeError ('flat') where the offset leaves float64 no
 * room for the corners.
 */
import { type Pose, type PoseLike, poseArgument, transformPoint } from '../../math/pose.ts';
import { rotate } from '../../math/quaternion.ts';
import { add, cross, dot, length, scale, subtract, type Vector3, type Vector3Like } from '../../math/vector.ts';
import { type ConvexPolyhedron, polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { boxTopology, type PolyhedralTopology } from '../../shapes/polyhedral-topology.ts';
import { requirePoint, requireSolid, type SolidPolyhedron } from './block-arguments.ts';

export type { SolidPolyhedron } from './block-arguments.ts';

/**
 * Tolerance of directions and heights, relative to unit vectors and to the body: an extra sum does no harm inside the
 * hull.
 */
const NEAR_TOLERANCE = 1e-9;

/** Unit vectors turned by less than this are parallel to rounding. */
const PARALLEL_TOLERANCE = 2 ** -50;

interface Edge {
  readonly from: number;
  readonly to: number;
  /** Unit vector along it, and the normals of the faces on both sides. */
  readonly along: Vector3;
  readonly left: Vector3;
  readonly right: Vector3;
}

interface Solid {
  readonly vertices: readonly Vector3[];
  readonly faces: readonly { readonly normal: Vector3; readonly corners: readonly number[] }[];
  readonly edges: readonly Edge[];
  readonly extent: number;
}

function topologyOf(shape: SolidPolyhedron): PolyhedralTopology {
  return shape.kind === 'box' ? boxTopology(shape.halfExtents) : shape.hull;
}

/** The body at a pose, reflected in the origin for a sign of -1. */
function placed(shape: SolidPolyhedron, path: 'a' | 'b', at: Pose, sign: 1 | -1): Solid {
  requireSolid(shape, path);
  const { vertices: flat, faceOffsets, faceVertices, facePlanes } = topologyOf(shape);
  const vertices: Vector3[] = [];
  for (let i = 0; i < flat.length; i += 3) {
    const own = { x: flat[i], y: flat[i + 1], z: flat[i + 2] };
    vertices.push(scale(rotate(at.orientation, own), sign));
  }
  const faces = Array.from({ length: faceOffsets.length - 1 }, (_, f) => {
    const own = {
      x: facePlanes[4 * f],
      y: facePlanes[4 * f + 1],
      z: facePlanes[4 * f + 2],
    };
    const corners = [...faceVertices.subarray(faceOffsets[f], faceOffsets[f + 1])];
    return { normal: scale(rotate(at.orientation, own), sign), corners };
  });
  const { min, max } = shape.boundingBox();
  return { vertices, faces, edges: edgesOf(vertices, faces), extent: length(subtract(max, min)) };
}

function edgesOf(vertices: readonly Vector3[], faces: Solid['faces']): Edge[] {
  const normals = new Map<string, Vector3>();
  for (const { normal, corners } of faces) {
    corners.forEach((v, k) => {
      normals.set(`${v} ${corners[(k + 1) % corners.length]}`, normal);
    });
  }
  const edges: Edge[] = [];
  for (const { normal, corners } of faces) {
    corners.forEach((from, k) => {
      const to = corners[(k + 1) % corners.length];
      const right = normals.get(`${to} ${from}`);
      if (from > to || right === undefined) return;
      const along = subtract(vertices[to], vertices[from]);
      edges.push({ from, to, along: scale(along, 1 / length(along)), left: normal, right });
    });
  }
  return edges;
}

/** All vertices within the tolerance of the farthest along n. */
function farthest(solid: Solid, n: Vector3): number[] {
  const heights = solid.vertices.map((v) => dot(n, v));
  const top = heights.reduce((best, height) => Math.max(best, height), -Infinity);
  return heights.flatMap((height, i) => (top - height <= NEAR_TOLERANCE * solid.extent ? [i] : []));
}

/** Whether the arcs of both edges' normals cross on the sphere, or nearly do. */
function mayMakeFace(e: Edge, f: Edge): boolean {
  if (dot(e.along, f.left) * dot(e.along, f.right) > NEAR_TOLERANCE) return false;
  if (dot(f.along, e.left) * dot(f.along, e.right) > NEAR_TOLERANCE) return false;
  const n = cross(e.along, f.along);
  // Parallel edges span no face of their own: their sums are corners of faces that a face of one body makes.
  if (dot(n, n) <= PARALLEL_TOLERANCE * PARALLEL_TOLERANCE) return false;
  return dot(n, add(e.left, e.right)) * dot(n, add(f.left, f.right)) >= -NEAR_TOLERANCE;
}

function sumOf(name: string, p: Solid, q: Solid, offset: Vector3): ConvexPolyhedron {
  const pairs = new Set<number>();
  const take = (i: number, j: number): void => {
    pairs.add(i * q.vertices.length + j);
  };
  for (const { normal, corners } of p.faces) for (const j of farthest(q, normal)) for (const i of corners) take(i, j);
  for (const { normal, corners } of q.faces) for (const i of farthest(p, normal)) for (const j of corners) take(i, j);
  for (const e of p.edges) {
    for (const f of q.edges) {
      if (!mayMakeFace(e, f)) continue;
      for (const i of [e.from, e.to]) for (const j of [f.from, f.to]) take(i, j);
    }
  }
  const points = new Float64Array(3 * pairs.size);
  let at = 0;
  for (const pair of pairs) {
    const i = Math.floor(pair / q.vertices.length);
    const { x, y, z } = add(add(p.vertices[i], q.vertices[pair % q.vertices.length]), offset);
    points.set([x, y, z], at);
    at += 3;
  }
  return polyhedron({ vertices: points }, name);
}

/**
 * The Minkowski sum A + B = {a + b} of two polyhedra, in world coordinates.
 *
 * @throws InvalidShapeError unless both are polyhedra or boxes, InvalidPoseError for a pose that is none.
 *
 * @example
 * ```ts
 * import { box, minkowskiSum } from 'scree/contact';
 *
 * const cube = box({ halfExtents: [1, 1, 1] });
 * console.log(minkowskiSum(cube, {}, cube, {}).boundingBox().max.x); // 2
 * ```
 */
export function minkowskiSum(
  a: SolidPolyhedron,
  poseA: PoseLike,
  b: SolidPolyhedron,
  poseB: PoseLike,
): ConvexPolyhedron {
  const first = poseArgument(poseA, 'poseA');
  const second = poseArgument(poseB, 'poseB');
  return sumOf(
    'minkowskiSum',
    placed(a, 'a', first, 1),
    placed(b, 'b', second, 1),
    add(first.position, second.position),
  );
}

/**
 * The Minkowski difference A - B = {a - b} of two polyhedra in the world. It contains the origin if A and B overlap.
 *
 * @throws InvalidShapeError unless both are polyhedra or boxes, InvalidPoseError for a pose that is none.
 *
 * @example
 * ```ts
 * import { box, minkowskiDifference } from 'scree/contact';
 *
 * const cube = box({ halfExtents: [1, 1, 1] });
 * const block = minkowskiDifference(cube, {}, cube, { position: [5, 0, 0] });
 * console.log(block.boundingBox().max.x); // -3
 * ```
 */
export function minkowskiDifference(
  a: SolidPolyhedron,
  poseA: PoseLike,
  b: SolidPolyhedron,
  poseB: PoseLike,
): ConvexPolyhedron {
  const first = poseArgument(poseA, 'poseA');
  const second = poseArgument(poseB, 'poseB');
  return sumOf(
    'minkowskiDifference',
    placed(a, 'a', first, 1),
    placed(b, 'b', second, -1),
    subtract(first.position, second.position),
  );
}

/**
 * Shi's entrance block E(A, B) = {b - a + v} of two polyhedra: where the reference point v of A may not go while A only
 * slides. Any world point may be v; the centroid of A when left out. A and B overlap where v is inside the block.
 *
 * @throws InvalidShapeError unless both are polyhedra or boxes, InvalidPoseError for a pose that is none.
 *
 * @example
 * ```ts
 * import { box, entranceBlock } from 'scree/contact';
 *
 * const cube = box({ halfExtents: [1, 1, 1] });
 * const block = entranceBlock(cube, {}, cube, { position: [5, 0, 0] }, [0, 0, 0]);
 * console.log(block.boundingBox().min.x); // 3
 * ```
 */
export function entranceBlock(
  a: SolidPolyhedron,
  poseA: PoseLike,
  b: SolidPolyhedron,
  poseB: PoseLike,
  reference?: Vector3Like,
): ConvexPolyhedron {
  const first = poseArgument(poseA, 'poseA');
  const second = poseArgument(poseB, 'poseB');
  requireSolid(a, 'a');
  const v =
    reference === undefined ? transformPoint(first, a.massProperties().centroid) : requirePoint(reference, 'reference');
  // B relative to A first: what both have in common cancels without loss.
  const offset = add(subtract(second.position, first.position), v);
  return sumOf('entranceBlock', placed(a, 'a', first, -1), placed(b, 'b', second, 1), offset);
}
