// SPDX-License-Identifier: MIT
/**
 * GJK-TD (TD section 3.2, Algorithm 3), repaired. Only the nearest face of the tetrahedron is pushed out, three faces
 * for one, so the surface does not stay convex. It needs not: a face keeps its turn (away from the corner that it
 * leaves out, not from the origin), and a visited face and its reverse are two. Then a ray from the origin to the
 * boundary, entering what a visited face was pushed out by, leaves it by one of the three, farther out, until it leaves
 * by a face not visited: so the nearest of these that is turned away from the origin is never farther than the
 * boundary, and when it lies on the boundary it is the answer. A simplex that is no tetrahedron is completed first,
 * points come from areas in the plane of the whole facet, and at the claimed step bound, or after 500 steps, the
 * horizon form takes over.
 */
import { dot, negate, type Vector3 } from '../../math/vector.ts';
import { completeTetrahedron } from '../epa/complete-simplex.ts';
import { answerOfDepth, depthByExpansion, expansionTolerance, flatAnswer } from '../epa/depth-answer.ts';
import {
  type DepthResult,
  faceStep,
  facesOfTetrahedron,
  leastHeight,
  type PolytopeFace,
  planeOf,
} from '../epa/expanding-polytope.ts';
import type { Answer, ContactAlgorithm, Search } from '../family/algorithm.ts';
import type { PlacedBody } from '../family/placed-body.ts';
import { closedExactly } from '../gjk/answer-bounds.ts';
import { gjkOfPair } from '../gjk/classical-gjk.ts';
import { type DifferencePoint, roundingOf, supportOfPair } from '../gjk/difference-point.ts';
import { separatedAnswer } from '../gjk/separated-answer.ts';
import { signedVolumes } from '../gjk/signed-volumes.ts';
import { type Corners, claimedStepBound, turnedKey } from './visited-faces.ts';

const NAME = 'gjk-td';

/** A face is on the boundary when no point of the difference is this many roundings of the coordinates beyond it. */
const MET_IN_ROUNDINGS = 4;
/** A face that misses the origin by less is not turned to it. */
const TURNED_IN_ROUNDINGS = 16;
/**
 * Every step looks at all faces so far: bodies of thousands of vertices would take minutes to the claimed bound of
 * steps.
 */
const POLYHEDRAL_STEP_LIMIT = 500;
/** Splitting only the nearest face converges slowly on curved bodies, for which no bound is claimed. */
const CURVED_STEP_LIMIT = 32;

/** The faces not yet visited, and the names of those that were. */
class DistortedTetrahedron {
  readonly vertices: DifferencePoint[];
  readonly #faces = new Map<number, PolytopeFace>();
  readonly #visited = new Set<number>();
  readonly #rounding: number;

  constructor(tetrahedron: readonly DifferencePoint[], rounding: number) {
    this.vertices = [...tetrahedron];
    this.#rounding = rounding;
    for (const corners of facesOfTetrahedron(tetrahedron)) this.#add(corners);
  }

  #add(corners: Corners): void {
    const key = turnedKey(corners);
    if (this.#faces.has(key) || this.#visited.has(key)) return;
    const [p, q, r] = corners.map((i) => this.vertices[i].w) as [Vector3, Vector3, Vector3];
    this.#faces.set(key, { corners, ...planeOf(p, q, r, this.#rounding) });
  }

  /** Of the faces that are turned away from the origin, the nearest. */
  nearestFace(): PolytopeFace | undefined {
    let best: PolytopeFace | undefined;
    const turned = -TURNED_IN_ROUNDINGS * this.#rounding;
    for (const face of this.#faces.values()) {
      if (face.distance >= turned && face.distance < (best?.distance ?? Infinity)) best = face;
    }
    return best;
  }

  /** Those not yet visited. */
  faces(): Iterable<PolytopeFace> {
    return this.#faces.values();
  }

  cornersOf(face: PolytopeFace): DifferencePoint[] {
    return face.corners.map((i) => this.vertices[i]);
  }

  /** Radius of a ball around the origin inside the faces turned away from it, slivers allowed for. */
  room(): number {
    let least = Infinity;
    const turned = -TURNED_IN_ROUNDINGS * this.#rounding;
    for (const face of this.#faces.values()) {
      if (!(face.distance >= turned && face.distance < Infinity)) continue;
      least = Math.min(least, leastHeight(this.cornersOf(face), face.normal));
    }
    return least;
  }

  /**
   * Three faces with the new point for the one; false where the point is a corner of the face, beyond it by rounding
   * only.
   */
  pushOut(face: PolytopeFace, added: DifferencePoint): boolean {
    const [i, j, k] = face.corners;
    const at = this.vertices.findIndex(({ w }) => w.x === added.w.x && w.y === added.w.y && w.z === added.w.z);
    if (face.corners.includes(at)) return false;
    const beyond = at >= 0 ? at : this.vertices.push(added) - 1;
    const key = turnedKey(face.corners);
    this.#faces.delete(key);
    this.#visited.add(key);
    this.#add([i, j, beyond]);
    this.#add([j, k, beyond]);
    this.#add([k, i, beyond]);
    return true;
  }
}

/** Algorithm 3 on a solid tetrahedron; undefined where it gives up. */
function distort(
  tetrahedron: readonly DifferencePoint[],
  a: PlacedBody,
  b: PlacedBody,
  firstStep: number,
  search: Search,
): { found?: DepthResult; steps: number } {
  const support = supportOfPair(a, b);
  const rounding = roundingOf(a, b);
  const met = Math.max(MET_IN_ROUNDINGS * rounding, expansionTolerance(a, b));
  const ownLimit = Math.min(POLYHEDRAL_STEP_LIMIT, claimedStepBound(a, b) ?? CURVED_STEP_LIMIT);
  const limit = Math.min(search.iterationLimit ?? Infinity, ownLimit);
  const surface = new DistortedTetrahedron(tetrahedron, rounding);
  for (let steps = 1; steps <= limit; steps++) {
    const face = surface.nearestFace();
    if (face === undefined) return { steps };
    const added = support(face.normal);
    const reach = dot(face.normal, added.w);
    const normal = negate(face.normal);
    const triangle = surface.cornersOf(face);
    if (search.trace !== undefined) {
      const bounds = { normal, distance: -reach, lower: -reach, upper: -surface.room() };
      search.trace(faceStep(NAME, firstStep + steps - 1, surface.vertices, surface.faces(), face, added, bounds));
    }
    if (reach - face.distance <= met) {
      return { found: { triangle, normal, lower: -reach, upper: -surface.room(), steps, isLimited: false }, steps };
    }
    if (!surface.pushOut(face, added)) return { steps };
  }
  return { steps: limit };
}

function depthByDistortion(
  simplex: readonly DifferencePoint[],
  a: PlacedBody,
  b: PlacedBody,
  search: Search,
  gjkSteps: number,
): Answer {
  const support = supportOfPair(a, b);
  const tetrahedron = completeTetrahedron(simplex, support, roundingOf(a, b));
  if (tetrahedron.length < 4) return closedExactly(flatAnswer(tetrahedron, a, b, gjkSteps), a, b, search, NAME);
  const { found, steps } = distort(tetrahedron, a, b, gjkSteps + 1, search);
  if (found !== undefined) return answerOfDepth(found, a, b, search, NAME, gjkSteps);
  const answer = depthByExpansion(tetrahedron, a, b, search, NAME, gjkSteps + steps);
  return { ...answer, gjkIterations: gjkSteps, epaIterations: steps + answer.epaIterations };
}

export const gjkTd: ContactAlgorithm = {
  name: NAME,
  onCores: true,
  bodies: 'convex',
  solve(a, b, search) {
    const found = gjkOfPair(a, b, signedVolumes, NAME, search);
    if (found.state === 'contact') return depthByDistortion(found.simplex, a, b, search, found.steps);
    return closedExactly(separatedAnswer(found, a, b), a, b, search, NAME);
  },
};
