// SPDX-License-Identifier: MIT
/**
 * Fast common plane (Nezami, Hashash, Zhao & Ghaboussi 2004): tries only planes spanned by the features at the two
 * closest vertices, until none has a larger gap. `nezami` is Algorithm 2 of Descantes, Tricoire & Richard 2019, which
 * uses the most deeply buried vertices instead of a translation. Here the best normal is stored separately and both
 * signs of every plane are tried; the printed one returns a normal that does not match its gap. `nezami-classical`
 * first separates overlapping bodies, so it may find the wrong vertices (their Fig. 4).
 */
import { rotate } from '../../math/quaternion.ts';
import { addScaled, cross, dot, subtract, type Vector3 } from '../../math/vector.ts';
import type { Answer, ContactAlgorithm, Search } from '../family/algorithm.ts';
import type { PlacedBody } from '../family/placed-body.ts';
import { planeAnswer } from './plane-contact.ts';
import {
  type ContactPlane,
  directionOf,
  type PlanePair,
  planeAcross,
  planePair,
  tracePlane,
  vertexOf,
} from './plane-gap.ts';

/** Step limit; each step finds a plane with a larger gap, and about ten are usual. */
const STEP_LIMIT = 1000;

/** A smaller gain relative to the size is rounding of the gap, and could continue for ever. */
const LEAST_GAIN = 8 * 2 ** -53;

/** Below this sine two edges count as parallel: their cross product is rounding. */
const PARALLEL_TOLERANCE = 1e-14;

/** Vertices within this angle below a face belong to it: the rounding of its normal. */
const ANGLE_TOLERANCE = 1e-12;

/** Initial gap of the classical algorithm relative to the size: "positive and small". */
const OPENED_GAP = 1e-3;

function edgesAt(body: PlacedBody, vertices: Float64Array, vertex: number): Vector3[] {
  const topology = body.topology;
  if (topology === undefined) return [];
  const from = vertexOf(vertices, vertex);
  const edges: Vector3[] = [];
  for (let k = topology.vertexOffsets[vertex]; k < topology.vertexOffsets[vertex + 1]; k++) {
    const edge = directionOf(subtract(vertexOf(vertices, topology.vertexNeighbours[k]), from), 0);
    if (edge !== undefined) edges.push(edge);
  }
  return edges;
}

function faceNormalsAt(body: PlacedBody, vertex: number): Vector3[] {
  const topology = body.topology;
  if (topology === undefined) return [];
  const normals: Vector3[] = [];
  for (let k = topology.vertexFaceOffsets[vertex]; k < topology.vertexFaceOffsets[vertex + 1]; k++) {
    const plane = 4 * topology.vertexFaces[k];
    const [x, y, z] = topology.facePlanes.subarray(plane, plane + 3) as unknown as [number, number, number];
    const normal = directionOf(rotate(body.pose.orientation, { x, y, z }), 0);
    if (normal !== undefined) normals.push(normal);
  }
  return normals;
}

/**
 * The part of a unit direction across an edge: normal of the plane along the edge and as square to the direction as can
 * be.
 */
function acrossEdge(direction: Vector3, edge: Vector3): Vector3 | undefined {
  return directionOf(addScaled(direction, edge, -dot(direction, edge)), PARALLEL_TOLERANCE);
}

/** Unit normals of the planes that the two vertices and their features span; of either sign. */
function candidateNormals(pair: PlanePair, { vertexA, vertexB }: ContactPlane): Vector3[] {
  const edgesA = edgesAt(pair.bodyA, pair.verticesA, vertexA);
  const edgesB = edgesAt(pair.bodyB, pair.verticesB, vertexB);
  const normals = [...faceNormalsAt(pair.bodyA, vertexA), ...faceNormalsAt(pair.bodyB, vertexB)];
  for (const edgeA of edgesA) {
    for (const edgeB of edgesB) {
      const normal = directionOf(cross(edgeA, edgeB), PARALLEL_TOLERANCE);
      if (normal !== undefined) normals.push(normal);
    }
  }
  const between = directionOf(subtract(vertexOf(pair.verticesB, vertexB), vertexOf(pair.verticesA, vertexA)), 0);
  if (between === undefined) return normals;
  normals.push(between);
  for (const edge of [...edgesA, ...edgesB]) {
    const normal = acrossEdge(between, edge);
    if (normal !== undefined) normals.push(normal);
  }
  return normals;
}

interface Climb {
  readonly plane: ContactPlane;
  readonly planesTried: number;
  readonly limited: boolean;
}

/**
 * Moves from a plane to the best of its candidates until none is better. Traced planes are those of the original pair.
 */
function climb(pair: PlanePair, start: ContactPlane, search: Search, name: string, inPlace = pair): Climb {
  const leastGain = LEAST_GAIN * pair.size;
  const limit = search.iterationLimit ?? STEP_LIMIT;
  let plane = start;
  let planesTried = 1;
  const show = (step: number): void =>
    tracePlane(search, name, step, inPlace, pair === inPlace ? plane : planeAcross(inPlace, plane.normal));
  show(0);
  for (let step = 1; step <= limit; step++) {
    let best = plane;
    for (const normal of candidateNormals(pair, plane)) {
      const opposite = { x: -normal.x, y: -normal.y, z: -normal.z };
      for (const candidate of [planeAcross(pair, normal), planeAcross(pair, opposite)]) {
        planesTried++;
        if (candidate.gap > best.gap) best = candidate;
      }
    }
    if (!(best.gap > plane.gap + leastGain)) return { plane: best, planesTried, limited: false };
    plane = best;
    show(step);
  }
  return { plane, planesTried, limited: true };
}

function answer(pair: PlanePair, { plane, planesTried, limited }: Climb): Answer {
  return planeAnswer(pair, {
    plane,
    planesTried,
    angleTolerance: ANGLE_TOLERANCE,
    ...(limited && { reason: 'iteration-limit' as const }),
  });
}

function solve(a: PlacedBody, b: PlacedBody, search: Search): Answer {
  const pair = planePair(a, b);
  return answer(pair, climb(pair, planeAcross(pair, pair.bisector), search, 'nezami'));
}

/** The pair with B translated, for one search. */
function movedApart(pair: PlanePair, direction: Vector3, by: number): PlanePair {
  const step = [direction.x * by, direction.y * by, direction.z * by];
  return { ...pair, verticesB: pair.verticesB.map((x, i) => x + step[i % 3]) };
}

function solveClassical(a: PlacedBody, b: PlacedBody, search: Search): Answer {
  const pair = planePair(a, b);
  const start = planeAcross(pair, pair.bisector);
  if (start.gap > 0) return answer(pair, climb(pair, start, search, 'nezami-classical'));
  const apart = movedApart(pair, start.normal, OPENED_GAP * pair.size - start.gap);
  const found = climb(apart, planeAcross(apart, start.normal), search, 'nezami-classical', pair);
  return answer(pair, { ...found, plane: planeAcross(pair, found.plane.normal) });
}

/** Algorithm 2, corrected: no translation, most deeply buried vertices. A local search: the depth may be too large. */
export const nezami: ContactAlgorithm = Object.freeze({ name: 'nezami', onCores: true, bodies: 'polyhedral', solve });

/** With the translation that the authors prescribe for bodies in contact. */
export const nezamiClassical: ContactAlgorithm = Object.freeze({
  name: 'nezami-classical',
  onCores: true,
  bodies: 'polyhedral',
  solve: solveClassical,
});
