// SPDX-License-Identifier: MIT
/**
 * GJK-TD as printed (TD section 3.2, Algorithm 3), for comparison: faces are turned away from the origin, a visited
 * face is never built again even if that leaves a hole, the search ends if the support point is a corner of the face,
 * and weights are the determinants of eq. (8) to (10). Compare `epaIterations` with the claimed bound of 3(vA + vB) - 8
 * steps. The answer is `converged` only if no face was turned or skipped. Two changes: separate counters for vertices
 * and faces, and a smaller simplex is completed first.
 */
import { cross, dot, negate, scale, type Vector3 } from '../../math/vector.ts';
import { completeTetrahedron } from '../epa/complete-simplex.ts';
import { flatAnswer } from '../epa/depth-answer.ts';
import { faceStep, facesOfTetrahedron, leastHeight, type PolytopeFace, planeOf } from '../epa/expanding-polytope.ts';
import { areaWeights } from '../epa/facet-witness.ts';
import type { Answer, ContactAlgorithm, Search } from '../family/algorithm.ts';
import type { PlacedBody } from '../family/placed-body.ts';
import { gjkOfPair } from '../gjk/classical-gjk.ts';
import { type DifferencePoint, roundingOf, supportOfPair } from '../gjk/difference-point.ts';
import { weightedSum } from '../gjk/johnson.ts';
import { separatedAnswer } from '../gjk/separated-answer.ts';
import { signedVolumes } from '../gjk/signed-volumes.ts';
import { type Corners, faceKey, turnedKey } from './visited-faces.ts';

const NAME = 'gjk-td-as-printed';

/** Steps after which the search is given up; some pairs do not end in 500. */
const STEP_LIMIT = 2000;

function determinant(p: Vector3, q: Vector3, r: Vector3): number {
  return dot(p, cross(q, r));
}

/** Eq. (8) to (10); if the plane contains the origin they are 0/0, and areas replace them. */
function printedWeights(corners: readonly Vector3[], normal: Vector3): readonly number[] {
  const [p, q, r] = corners as [Vector3, Vector3, Vector3];
  const v = scale(normal, dot(p, normal));
  const whole = determinant(p, q, r);
  const weights = [determinant(v, q, r), determinant(p, v, r), determinant(p, q, v)].map((part) => part / whole);
  if (weights.every(Number.isFinite)) return weights;
  return areaWeights(corners, normal, v) ?? [1 / 3, 1 / 3, 1 / 3];
}

interface PrintedRun {
  readonly face: PolytopeFace;
  readonly vertices: readonly DifferencePoint[];
  readonly steps: number;
  /** Radius of a ball inside the faces, slivers allowed for; it is around the origin if they are closed. */
  readonly room: number;
  /** The face is on the boundary of the difference. */
  readonly hasEnded: boolean;
  /** No face was turned or left out for its reverse: every ray from the origin still meets one. */
  readonly isClosed: boolean;
}

/** Lines 1 to 30 of the algorithm; undefined when no face is left. */
function runPrinted(
  tetrahedron: readonly DifferencePoint[],
  a: PlacedBody,
  b: PlacedBody,
  firstStep: number,
  search: Search,
): PrintedRun | undefined {
  const support = supportOfPair(a, b);
  const rounding = roundingOf(a, b);
  const vertices = [...tetrahedron];
  const faces = new Map<number, PolytopeFace>();
  const visited = new Map<number, PolytopeFace>();
  let isClosed = true;
  const add = (corners: Corners): void => {
    const key = faceKey(corners);
    const known = faces.get(key) ?? visited.get(key);
    if (known !== undefined) {
      // A face kept out because its reverse is known leaves a hole.
      if (turnedKey(known.corners) !== turnedKey(corners)) isClosed = false;
      return;
    }
    const [p, q, r] = corners.map((i) => vertices[i].w) as [Vector3, Vector3, Vector3];
    const plane = planeOf(p, q, r, rounding);
    // Turned about, or without area and never visited, it no longer closes the surface either.
    if (!(plane.distance >= 0 && plane.distance < Infinity)) isClosed = false;
    const [i, j, k] = corners;
    if (plane.distance >= 0) faces.set(key, { corners, ...plane });
    else faces.set(key, { corners: [i, k, j], normal: negate(plane.normal), distance: -plane.distance });
  };
  for (const corners of facesOfTetrahedron(tetrahedron)) add(corners);
  const room = (): number => {
    const heights = [...faces.values()].map(({ corners, normal }) =>
      leastHeight(
        corners.map((i) => vertices[i]),
        normal,
      ),
    );
    return Math.min(...heights);
  };
  const limit = search.iterationLimit ?? STEP_LIMIT;
  for (let steps = 1; ; steps++) {
    let face: PolytopeFace | undefined;
    for (const each of faces.values()) if (each.distance < (face?.distance ?? Infinity)) face = each;
    if (face === undefined) return undefined;
    const added = support(face.normal);
    if (search.trace !== undefined) {
      const distance = -dot(face.normal, added.w);
      const upper = isClosed ? -room() : 0;
      const bounds = { normal: negate(face.normal), distance, lower: distance, upper };
      search.trace(faceStep(NAME, firstStep + steps - 1, vertices, faces.values(), face, added, bounds));
    }
    const at = vertices.findIndex(({ w }) => w.x === added.w.x && w.y === added.w.y && w.z === added.w.z);
    const hasEnded = face.corners.includes(at);
    if (hasEnded || steps >= limit) {
      return { face, vertices, steps, room: room(), hasEnded, isClosed };
    }
    const number = at >= 0 ? at : vertices.push(added) - 1;
    const [i, j, k] = face.corners;
    for (const corners of [
      [i, j, number],
      [j, k, number],
      [k, i, number],
    ] as const)
      add(corners);
    visited.set(faceKey(face.corners), face);
    faces.delete(faceKey(face.corners));
  }
}

function depthAsPrinted(
  simplex: readonly DifferencePoint[],
  a: PlacedBody,
  b: PlacedBody,
  search: Search,
  gjkIterations: number,
): Answer {
  const support = supportOfPair(a, b);
  const tetrahedron = completeTetrahedron(simplex, support, roundingOf(a, b));
  if (tetrahedron.length < 4) return flatAnswer(tetrahedron, a, b, gjkIterations);
  const run = runPrinted(tetrahedron, a, b, gjkIterations + 1, search);
  if (run === undefined)
    return { ...flatAnswer(tetrahedron.slice(1), a, b, gjkIterations), status: 'bounded', reason: 'thin' };
  const { face, vertices, steps, room, hasEnded, isClosed } = run;
  const corners = face.corners.map((i) => vertices[i]);
  const normal = negate(face.normal);
  const weights = printedWeights(
    corners.map(({ w }) => w),
    face.normal,
  );
  const isProven = hasEnded && isClosed;
  return {
    distance: -face.distance,
    normal,
    pointOnA: weightedSum(
      corners.map(({ onA }) => onA),
      weights,
    ),
    lower: Math.min(-face.distance, dot(normal, support(face.normal).w)),
    // A face in a surface with holes proves no more than the overlap.
    upper: isClosed ? Math.max(-face.distance, -room) : 0,
    status: isProven ? 'converged' : 'bounded',
    ...(!isProven && { reason: hasEnded ? 'deep' : 'iteration-limit' }),
    gjkIterations,
    epaIterations: steps,
  };
}

export const gjkTdAsPrinted: ContactAlgorithm = {
  name: NAME,
  onCores: true,
  bodies: 'polyhedral',
  solve(a, b, search) {
    const found = gjkOfPair(a, b, signedVolumes, NAME, search);
    if (found.state === 'contact') return depthAsPrinted(found.simplex, a, b, search, found.steps);
    return separatedAnswer(found, a, b);
  },
};
