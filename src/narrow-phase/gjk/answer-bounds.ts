// SPDX-License-Identifier: MIT
/** Status of an answer from its bounds, and exact arithmetic for polyhedra whose bounds stay open. */
import { addScaled, type Vector3 } from '../../math/vector.ts';
import { exactContact } from '../exact/exact-contact.ts';
import type { Answer, Search } from '../family/algorithm.ts';
import type { PlacedBody } from '../family/placed-body.ts';
import { areBothPolyhedral, roundingOf, smallerExtent } from './difference-point.ts';

/** Bounds this close, relative to the smaller body, are closed: the same as for the default algorithm. */
const POLYHEDRON_TOLERANCE = 1e-12;
const CURVED_TOLERANCE = 1e-9;
/** Placing the vertices, a support value and a face's distance each cost a few roundings of the coordinates. */
const OPEN_IN_ROUNDINGS = 32;

/** Largest difference of the bounds of a converged answer. */
function closedWithin(a: PlacedBody, b: PlacedBody): number {
  const relative = areBothPolyhedral(a, b) ? POLYHEDRON_TOLERANCE : CURVED_TOLERANCE;
  return relative * smallerExtent(a, b) + OPEN_IN_ROUNDINGS * roundingOf(a, b);
}

/**
 * The answer with the status that follows from its bounds. Bounds that cross by more than rounding contradict each
 * other and are never `converged`.
 */
export function judged(answer: Answer, a: PlacedBody, b: PlacedBody, reason: Answer['reason'] & string): Answer {
  const { reason: _, ...rest } = answer;
  const { lower, upper } = answer;
  const closed = closedWithin(a, b);
  if (!(lower - upper <= closed)) return { ...rest, status: 'bounded', reason: 'contradiction' };
  const ordered = { ...rest, upper: Math.max(lower, upper) };
  if (upper - lower <= closed) return { ...ordered, status: 'converged' };
  return { ...ordered, status: 'bounded', reason };
}

function flat(vertices: readonly Vector3[]): Float64Array {
  const numbers = new Float64Array(3 * vertices.length);
  vertices.forEach(({ x, y, z }, i) => {
    numbers.set([x, y, z], 3 * i);
  });
  return numbers;
}

/**
 * The answer itself, or for polyhedra whose bounds are open the one of the horizon form in integer arithmetic; not
 * where the caller wanted the search to end early.
 */
export function closedExactly(answer: Answer, a: PlacedBody, b: PlacedBody, search: Search, algorithm: string): Answer {
  if (answer.reason === 'iteration-limit' && search.iterationLimit !== undefined) return answer;
  if (answer.status !== 'bounded' || a.vertices === undefined || b.vertices === undefined) return answer;
  const { x, y, z } = answer.normal;
  const exact = exactContact({ vertices: flat(a.vertices) }, { vertices: flat(b.vertices) }, [x, y, z]);
  const [nx, ny, nz] = exact.normal;
  const [px, py, pz] = exact.pointOnA;
  const normal = { x: nx, y: ny, z: nz };
  const pointOnA = { x: px, y: py, z: pz };
  const { distance, lower, upper } = exact;
  search.trace?.({
    algorithm,
    step: answer.gjkIterations + answer.epaIterations + 1,
    kind: 'exact',
    distance,
    lower,
    upper,
    normal,
    points: [pointOnA, addScaled(pointOnA, normal, distance)],
  });
  return {
    distance: exact.distance,
    normal,
    pointOnA,
    lower: exact.lower,
    upper: exact.upper,
    ...(exact.isClosed ? { status: 'converged' } : { status: 'bounded', reason: 'iteration-limit' }),
    gjkIterations: answer.gjkIterations,
    epaIterations: answer.epaIterations,
  };
}
