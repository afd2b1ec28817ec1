// SPDX-License-Identifier: MIT
/** All queries about the shown pair: its answer, the steps of one algorithm, and the answers of all. No drawing. */
import {
  ALGORITHMS,
  type Algorithm,
  blockDistance,
  contact,
  type MeshContact,
  meshContacts,
  minkowskiDifference,
  type PlanarTracedPoint,
  type PlanarTraceStep,
  planarBlockDistance,
  planarContact,
  planarMinkowskiDifference,
  type Shape,
  type SolidPolyhedron,
  type TracedPoint,
  type TraceStep,
  type Vector2,
  type Vector3,
} from '../../../src/contact.ts';
import type { PairOfBodies } from '../../../src/pairs.ts';

/** The explicit Minkowski difference is no algorithm of `contact`: it has no contact points and no steps. */
export const EXPLICIT = 'explicit';
export type AlgorithmName = Algorithm | typeof EXPLICIT;
export const ALGORITHM_NAMES: readonly AlgorithmName[] = [...ALGORITHMS, EXPLICIT];

/** EPA in the plane: an edge is pushed out. */
interface EdgeStep {
  readonly kind: 'edge';
  readonly step: number;
  readonly corners: readonly TracedPoint[];
  readonly polygon: readonly Vector3[];
  readonly added: TracedPoint;
  readonly normal: Vector3;
  readonly distance: number;
  readonly lower: number;
  readonly upper: number;
}

/** The block B - A itself, with the point of its boundary nearest the origin. */
interface BlockStep {
  readonly kind: 'block';
  readonly step: number;
  readonly closest: Vector3;
  readonly normal: Vector3;
  readonly distance: number;
  readonly lower: number;
  readonly upper: number;
}

export type DrawnStep = TraceStep | EdgeStep | BlockStep;

/** Vectors of planar answers have two components; for the drawing they are in the plane y = 0, with z up. */
export interface Answer {
  readonly distance: number;
  readonly lower: number;
  readonly upper: number;
  readonly normal: readonly number[];
  readonly pointOnA: readonly number[];
  readonly pointOnB: readonly number[];
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly gjkIterations: number;
  readonly epaIterations: number;
}

export interface Explained {
  /** Undefined if the algorithm does not support the bodies; `problem` then says so. */
  readonly answer?: Answer;
  readonly problem?: string;
  readonly steps: readonly DrawnStep[];
  /** Of a mesh: all contacts of the body. */
  readonly meshContacts?: readonly MeshContact[];
}

/** A point of the plane as the drawing has it. */
export function inDrawing({ x, y }: Vector2): Vector3 {
  return { x, y: 0, z: y };
}

const triple = ({ x, y, z }: Vector3): number[] => [x, y, z];
const couple = ({ x, y }: Vector2): number[] => [x, y];

/**
 * Steps and result of one algorithm; without a trace, the result is the only step. Never throws for a pair that was
 * read.
 */
export function explain(bodies: PairOfBodies, algorithm: AlgorithmName, isTraced = true): Explained {
  if (bodies.kind === 'mesh') return explainMesh(bodies);
  if (algorithm === EXPLICIT) return explainBlock(bodies);
  return bodies.kind === 'planar' ? explainPlanar(bodies, algorithm) : explainSpace(bodies, algorithm, isTraced);
}

function explainSpace({ a, b }: PairOfBodies & { kind: 'space' }, algorithm: Algorithm, isTraced: boolean): Explained {
  const steps: TraceStep[] = [];
  const options = { algorithm, ...(isTraced && { trace: (step: TraceStep) => steps.push(step) }) };
  const found = contact(a.shape, a.pose, b.shape, b.pose, options);
  if (found.status === 'unsupported') {
    return { steps: [], problem: `${algorithm} has no answer for a ${a.shape.kind} against a ${b.shape.kind}` };
  }
  const { distance, lower, upper, type, status, reason, gjkIterations, epaIterations } = found;
  const answer = {
    distance,
    lower,
    upper,
    type,
    status,
    gjkIterations,
    epaIterations,
    ...(reason && { reason }),
    normal: triple(found.normal),
    pointOnA: triple(found.pointOnA),
    pointOnB: triple(found.pointOnB),
  };
  if (isTraced) return { answer, steps };
  const points = [found.pointOnA, found.pointOnB];
  const { normal } = found;
  const last = { algorithm, step: 1, kind: 'answer', points, normal, distance, lower, upper, status } as const;
  return { answer, steps: [{ ...last, ...(reason && { reason }) }] };
}

function explainPlanar({ a, b }: PairOfBodies & { kind: 'planar' }, algorithm: Algorithm): Explained {
  if (algorithm !== 'gjk-epa') return { steps: [], problem: 'Planar shapes have gjk-epa only' };
  const traced: PlanarTraceStep[] = [];
  const found = planarContact(a.shape, a.pose, b.shape, b.pose, { trace: (step) => traced.push(step) });
  const { distance, lower, upper, type, status, reason, gjkIterations, epaIterations } = found;
  const steps = traced.map((step, i) => planarStep(step, i + 1));
  const last: TraceStep = {
    algorithm,
    step: steps.length + 1,
    kind: 'answer',
    distance,
    lower,
    upper,
    status,
    ...(reason && { reason }),
    normal: inDrawing(found.normal),
    points: [inDrawing(found.pointOnA), inDrawing(found.pointOnB)],
  };
  const answer = {
    distance,
    lower,
    upper,
    type,
    status,
    gjkIterations,
    epaIterations,
    ...(reason && { reason }),
    normal: couple(found.normal),
    pointOnA: couple(found.pointOnA),
    pointOnB: couple(found.pointOnB),
  };
  return { answer, steps: [...steps, last] };
}

function planarStep(step: PlanarTraceStep, number: number): DrawnStep {
  const traced = ({ difference, onA, onB }: PlanarTracedPoint): TracedPoint => ({
    difference: inDrawing(difference),
    onA: inDrawing(onA),
    onB: inDrawing(onB),
  });
  const corners = step.corners.map(traced);
  const points = step.points.map(inDrawing);
  const { lower, upper } = step;
  const seen = { step: number, corners, added: traced(step.added), normal: inDrawing(step.normal), lower, upper };
  if (step.kind === 'edge') return { kind: 'edge', ...seen, distance: lower, polygon: step.polygon.map(inDrawing) };
  const nearest = nearestOf(points);
  return { kind: 'simplex', algorithm: 'gjk', ...seen, points, nearest, holdsOrigin: false, distance: lower };
}

/** The point of a point or segment nearest the origin. */
function nearestOf([p, q]: readonly Vector3[]): Vector3 {
  if (p === undefined) return { x: 0, y: 0, z: 0 };
  if (q === undefined) return p;
  const [ex, ez] = [q.x - p.x, q.z - p.z];
  const along = Math.min(1, Math.max(0, -(p.x * ex + p.z * ez) / (ex * ex + ez * ez)));
  return { x: p.x + along * ex, y: 0, z: p.z + along * ez };
}

function isSolid(shape: Shape): shape is SolidPolyhedron {
  return shape.kind === 'box' || shape.kind === 'polyhedron';
}

const NO_BLOCK = 'The explicit difference is built for two polyhedra or two polygons';

function explainBlock(bodies: PairOfBodies & { kind: 'space' | 'planar' }): Explained {
  const origin = { x: 0, y: 0, z: 0 };
  try {
    if (bodies.kind === 'planar') {
      const { a, b } = bodies;
      if (a.shape.kind !== 'polygon' || b.shape.kind !== 'polygon') return { steps: [], problem: NO_BLOCK };
      const block = planarMinkowskiDifference(b.shape, b.pose, a.shape, a.pose);
      const { distance, normal, closest } = planarBlockDistance(block, { x: 0, y: 0 });
      return blockSteps(distance, inDrawing(normal), inDrawing(closest));
    }
    const { a, b } = bodies;
    if (!isSolid(a.shape) || !isSolid(b.shape)) return { steps: [], problem: NO_BLOCK };
    const { distance, normal, closest } = blockDistance(minkowskiDifference(b.shape, b.pose, a.shape, a.pose), origin);
    return blockSteps(distance, normal, closest);
  } catch (error) {
    return { steps: [], problem: error instanceof Error ? error.message : String(error) };
  }
}

function blockSteps(distance: number, normal: Vector3, closest: Vector3): Explained {
  return { steps: [{ kind: 'block', step: 1, closest, normal, distance, lower: distance, upper: distance }] };
}

function explainMesh({ mesh, body }: PairOfBodies & { kind: 'mesh' }): Explained {
  const found = meshContacts(mesh.mesh, mesh.pose, body.shape, body.pose);
  return { steps: [], meshContacts: found, problem: 'Contacts with a mesh are listed; they have no steps' };
}

/** One row of the table of all algorithms. */
export interface Compared {
  readonly name: AlgorithmName;
  readonly distance?: number;
  readonly status: string;
  readonly iterations?: number;
  /** Farther from the default's answer than both could excuse. */
  readonly differs: boolean;
  /** Microseconds, the median of several runs. */
  readonly time?: number;
}

/**
 * Answers farther apart than this part of the pair's size differ; the plane searches of Cundall end within 1e-7
 * degrees.
 */
const SAME_TOLERANCE = 1e-6;

/** The result of one algorithm compared with the default. */
export function compare(bodies: PairOfBodies, name: AlgorithmName, expected: number, size: number): Compared {
  const { answer, steps } = explain(bodies, name, false);
  const distance = answer?.distance ?? steps[0]?.distance;
  if (distance === undefined) return { name, status: 'no answer for this pair', differs: false };
  return {
    name,
    distance,
    status: answer === undefined ? 'explicit' : [answer.status, answer.reason ?? ''].join(' ').trim(),
    ...(answer && { iterations: answer.gjkIterations + answer.epaIterations }),
    differs: Math.abs(distance - expected) > SAME_TOLERANCE * size,
  };
}

/** Runs that the median is taken of, and how long each should last at least, in milliseconds. */
const TIMED_RUNS = 5;
const LEAST_RUN_MS = 1;

/** Median time of one query without a trace, in microseconds. */
export function timeOf(bodies: PairOfBodies, name: AlgorithmName): number {
  const once = query(bodies, name);
  let repeats = 1;
  const run = (): number => {
    const start = performance.now();
    for (let i = 0; i < repeats; i++) once();
    return performance.now() - start;
  };
  // Also gives the browser time to compile frequently called code.
  while (run() < LEAST_RUN_MS && repeats < 10_000) repeats *= 2;
  const times = Array.from({ length: TIMED_RUNS }, run).sort((p, q) => p - q);
  return (1000 * times[(TIMED_RUNS - 1) / 2]) / repeats;
}

function query(bodies: PairOfBodies, name: AlgorithmName): () => void {
  if (bodies.kind === 'mesh') return () => explainMesh(bodies);
  if (name === EXPLICIT) return () => explainBlock(bodies);
  if (bodies.kind === 'planar') {
    const { a, b } = bodies;
    return () => planarContact(a.shape, a.pose, b.shape, b.pose);
  }
  const { a, b } = bodies;
  return () => contact(a.shape, a.pose, b.shape, b.pose, { algorithm: name });
}
