// SPDX-License-Identifier: MIT
/**
 * Estimates the run time as a range. The lower end is the cost of the steps of the trial, scaled to the mean number of
 * bodies. The upper end is the measured cost of the scene's shapes in contact with each other, with as many partners as
 * in a dense bed, and with its meshes. A tiny time step keeps these bodies in place during the measurement. Outputs are
 * not counted.
 */
import { ScreeError } from '../../errors.ts';
import { type Pose, pose, transformPoint } from '../../math/pose.ts';
import { rotate } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { addScaled, cross, distance, dot, length, subtract, toTriple, type Vector3 } from '../../math/vector.ts';
import type { FacetMesh } from '../../meshes/facet-mesh.ts';
import { contact } from '../../narrow-phase/contact.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { BodySpec, MeshSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { threadsFor } from '../../simulation/threads/auto-threads.ts';
import type { Scene } from '../scene.ts';
import { type BodySize, bodySizeOf } from './body-size.ts';
import { type Estimates, estimates, type MeanKind } from './estimates.ts';
import type { Measured } from './scene-summary.ts';
import type { Trial } from './trial-run.ts';

/** Wall-clock time, s. */
export interface RunTime {
  readonly least: number;
  readonly most: number;
  /** Of the filling before the first step, where no trial was made because of it. */
  readonly filling?: number;
}

/** Cost of a step on one thread, s. */
export interface StepCost {
  /** Cost of one element with its contacts in a dense packing of the scene's shapes. */
  readonly perElement: number;
  /** Additional cost of a body in contact with a mesh. */
  readonly perBodyAtMesh: number;
  /** Most bodies that can touch the meshes at once. */
  readonly roomAtMeshes: number;
}

/** Number of bodies in the test row. */
const ROW = 64;
/** Contacts per body in a packing with friction, each counted once, as measured; a row has one. */
const PAIRS_PER_BODY = 3;
/** Overlap of the test bodies, relative to the smaller radius. */
const DEPTH = 1e-3;
/** Number of approaches by the gap until two bodies touch; the rest of the gap is then small. */
const MOST_APPROACHES = 20;
const MOST_AT_MESHES = 40;
/** Time of one measurement, ms. Its first steps build lists and compile code. */
const MEASUREMENT_MS = 120;
const WARM_UP_STEPS = 3;
/** Fraction of the time step in which bodies do not move noticeably. */
const FROZEN = 1e-9;
/** Largest additional cost of list rebuilds and sliding contacts in flowing packings, as a fraction. */
const MOTION = 1.5;
/** A heap of n bodies has at most about this times n^(2/3) bodies at walls. */
const WALL_SHARE = 2;
/** Fraction of the area of meshes that bodies cover: part of one side. */
const COVERED_AREA = 0.5;
/** The trial represents the mean state if it has at least this fraction of the mean number of bodies. */
const ENOUGH_BODIES = 0.25;
/** Otherwise the lower end is this fraction of the upper one, because bodies in flight cost less than a packing. */
const FLIGHT_SHARE = 0.3;
/** Widens the range for the noise of clocks and caches. */
const SPREAD = 1.25;
/** n threads usually give speed-ups of n^0.6 to n. */
const THREAD_POWER = 0.6;

/** Seconds per step: the fastest steps are those without disturbance by other programs. */
function secondsPerStep(spec: SimulationSpec, now: () => number): number {
  const simulation = new Simulation(spec);
  try {
    simulation.step(WARM_UP_STEPS);
    const start = now();
    let fastest = Number.POSITIVE_INFINITY;
    let count = 1;
    for (let last = start; last - start < MEASUREMENT_MS; ) {
      simulation.step(count);
      const present = now();
      fastest = Math.min(fastest, (present - last) / 1000 / count);
      if (present - last < MEASUREMENT_MS / 20) count *= 2;
      last = present;
    }
    return fastest;
  } finally {
    simulation.dispose();
  }
}

function frozen(spec: SimulationSpec, bodies: readonly BodySpec[], meshes: readonly MeshSpec[]): SimulationSpec {
  const { materials, pairs = [], law, shapes = [], timeStep } = spec;
  const limits = { overlapRatio: Number.MAX_VALUE };
  const common = { materials, pairs, law, shapes, limits, gravity: [0, 0, 0] as const, threads: 1 };
  return { ...common, timeStep: FROZEN * timeStep, bodies, meshes };
}

/** Kinds of this number of bodies, in proportion to their counts. */
function* inProportion(kinds: readonly MeanKind[], count: number): Iterable<MeanKind> {
  const total = kinds.reduce((sum, kind) => sum + kind.count, 0);
  const given = kinds.map(() => 0);
  for (let k = 0; k < count; k++) {
    const lacks = kinds.map((kind, i) => (kind.count / total) * (k + 1) - given[i]);
    const next = lacks.indexOf(Math.max(...lacks));
    given[next] = given[next] + 1;
    yield kinds[next];
  }
}

/** Distance at which two shapes barely overlap along a direction; at `reach` they are apart. */
function touchingDistance(gapAt: (distance: number) => number, reach: number, depth: number): number {
  let at = reach;
  for (let k = 0; k < MOST_APPROACHES; k++) {
    const gap = gapAt(at);
    if (gap < depth) break;
    at -= gap;
  }
  return at - depth;
}

/** A row of randomly oriented bodies of these kinds, each in contact with the next. */
function touchingRow(spec: SimulationSpec, kinds: readonly MeanKind[]): BodySpec[] {
  const random = new Random(1);
  const sizes = new Map((spec.shapes ?? []).map((shape) => [shape.name, bodySizeOf(shape)]));
  let last: { readonly size: BodySize; readonly pose: Pose } | undefined;
  return [...inProportion(kinds, ROW)].map(({ shape, material }) => {
    const size = sizes.get(shape) as BodySize;
    const orientation = random.rotation();
    const at = (x: number): Pose => pose({ position: [x, 0, 0], orientation });
    let x = 0;
    if (last !== undefined) {
      const { size: other, pose: before } = last;
      const gapAt = (distance: number): number =>
        contact(other.shape, before, size.shape, at(before.position.x + distance)).distance;
      const reach = extentOf(other) + extentOf(size);
      const depth = DEPTH * Math.min(other.smallestRadius, size.smallestRadius);
      x = before.position.x + touchingDistance(gapAt, reach, depth);
    }
    last = { size, pose: at(x) };
    return { shape, material, orientation, position: [x, 0, 0] as const };
  });
}

/** Upper bound of the distance of a body's points from the origin of its frame. */
function extentOf({ ballCentre, ballRadius }: BodySize): number {
  return length(ballCentre) + ballRadius;
}

/** Centres and normals of facets in world coordinates, spread over the mesh. */
function* facetPoints({ mesh, position, orientation }: MeshSpec): Iterable<{ middle: Vector3; normal: Vector3 }> {
  const placed = pose({ ...(position && { position }), ...(orientation && { orientation }) });
  const { vertices, facetOffsets, facetVertices, facetNormals } = mesh;
  const count = facetOffsets.length - 1;
  const stride = Math.max(1, Math.floor(count / (4 * MOST_AT_MESHES)));
  const at = (values: ArrayLike<number>, k: number): Vector3 => ({
    x: values[3 * k],
    y: values[3 * k + 1],
    z: values[3 * k + 2],
  });
  for (let f = 0; f < count; f += stride) {
    const from = facetOffsets[f];
    const to = facetOffsets[f + 1];
    let middle = { x: 0, y: 0, z: 0 };
    for (let k = from; k < to; k++) middle = addScaled(middle, at(vertices, facetVertices[k]), 1 / (to - from));
    yield { middle: transformPoint(placed, middle), normal: rotate(placed.orientation, at(facetNormals, f)) };
  }
}

/** Bodies that touch the meshes but not each other. */
function bodiesAtMeshes(spec: SimulationSpec, kinds: readonly MeanKind[]): BodySpec[] {
  const [kind] = [...kinds].sort((a, b) => b.count - a.count);
  const shape = (spec.shapes ?? []).find(({ name }) => name === kind?.shape);
  if (kind === undefined || shape === undefined) return [];
  const size = bodySizeOf(shape);
  const reach = extentOf(size);
  const positions: Vector3[] = [];
  for (const mesh of spec.meshes ?? []) {
    for (const { middle, normal } of facetPoints(mesh)) {
      if (positions.length === MOST_AT_MESHES) break;
      const wall = halfSpace({ normal, offset: dot(normal, middle) });
      const gapAt = (distance: number): number =>
        contact(wall, {}, size.shape, { position: addScaled(middle, normal, distance) }).distance;
      const position = addScaled(middle, normal, touchingDistance(gapAt, reach, DEPTH * size.smallestRadius));
      if (positions.every((other) => distance(position, other) > 2.5 * reach)) positions.push(position);
    }
  }
  return positions.map((position) => ({ shape: kind.shape, material: kind.material, position: toTriple(position) }));
}

/** Number of such bodies that can touch the meshes at once. */
function roomAtMeshes({ meshes = [], shapes = [] }: SimulationSpec, [body]: readonly BodySpec[]): number {
  const shape = shapes.find(({ name }) => name === body?.shape);
  if (shape === undefined) return 0;
  const { ballRadius, smallestRadius } = bodySizeOf(shape);
  const area = meshes.reduce((sum, { mesh }) => sum + areaOf(mesh), 0);
  return (COVERED_AREA * area) / (ballRadius + smallestRadius) ** 2;
}

/** Area of all facets, m2. */
function areaOf({ vertices, facetOffsets, facetVertices }: FacetMesh): number {
  const at = (k: number): Vector3 => {
    const v = 3 * facetVertices[k];
    return { x: vertices[v], y: vertices[v + 1], z: vertices[v + 2] };
  };
  let area = 0;
  for (let f = 0; f + 1 < facetOffsets.length; f++) {
    const first = facetOffsets[f];
    for (let k = first + 1; k + 1 < facetOffsets[f + 1]; k++) {
      area += length(cross(subtract(at(k), at(first)), subtract(at(k + 1), at(first)))) / 2;
    }
  }
  return area;
}

/**
 * Takes about a quarter of a second. Undefined if nothing moves or a user-defined law fails on overlaps. `now` is a
 * clock in milliseconds.
 */
export function measureStepCost(
  spec: SimulationSpec,
  kinds: readonly MeanKind[],
  now: () => number,
): StepCost | undefined {
  if (kinds.length === 0) return undefined;
  const elementsOf = new Map((spec.shapes ?? []).map((shape) => [shape.name, bodySizeOf(shape).elementCount]));
  try {
    const row = touchingRow(spec, kinds);
    const elements = row.reduce((sum, { shape }) => sum + (elementsOf.get(shape) ?? 1), 0);
    const perElement = (PAIRS_PER_BODY * secondsPerStep(frozen(spec, row, []), now)) / elements;
    const atMeshes = bodiesAtMeshes(spec, kinds);
    if (atMeshes.length === 0) return { perElement, perBodyAtMesh: 0, roomAtMeshes: 0 };
    const perBodyAtMesh = secondsPerStep(frozen(spec, atMeshes, spec.meshes ?? []), now) / atMeshes.length;
    return { perElement, perBodyAtMesh, roomAtMeshes: roomAtMeshes(spec, atMeshes) };
  } catch (error) {
    if (!(error instanceof ScreeError)) throw error;
    return undefined;
  }
}

/**
 * Seconds per step and number of bodies in the second half of the trial. The first half builds lists and compiles code.
 */
function trialCost({ parts }: Trial): { readonly seconds: number; readonly bodies: number } | undefined {
  const late = parts.slice(parts.length >> 1);
  const steps = late.reduce((sum, part) => sum + part.steps, 0);
  if (!(steps > 0)) return undefined;
  return {
    seconds: late.reduce((sum, { elapsed }) => sum + elapsed, 0) / steps,
    bodies: late.reduce((sum, part) => sum + part.steps * part.bodies, 0) / steps,
  };
}

/** Run time on this number of threads; undefined if unknown. */
export function runTime(
  expected: Pick<Estimates, 'steps' | 'elementSteps' | 'meanBodies'>,
  trial: Trial,
  cost: StepCost | undefined,
  threads: number,
): RunTime | undefined {
  const { steps, elementSteps, meanBodies } = expected;
  const done = trial.parts.reduce((sum, part) => sum + part.steps, 0);
  const elapsed = trial.parts.reduce((sum, part) => sum + part.elapsed, 0);
  if (done >= steps && done > 0) return { least: elapsed / SPREAD, most: SPREAD * elapsed };
  if (cost === undefined) return undefined;
  const atMeshes = Math.min(meanBodies, WALL_SHARE * Math.cbrt(meanBodies) ** 2, cost.roomAtMeshes);
  const dense = elementSteps * cost.perElement + steps * atMeshes * cost.perBodyAtMesh;
  const tried = trialCost(trial);
  const early =
    tried !== undefined && tried.bodies >= ENOUGH_BODIES * meanBodies
      ? (steps * tried.seconds * meanBodies) / tried.bodies
      : FLIGHT_SHARE * dense;
  const least = Math.min(early, dense) / SPREAD;
  const most = SPREAD * Math.max(early, MOTION * dense);
  return { least: least / threads, most: most / threads ** THREAD_POWER };
}

/** `now` is a clock in milliseconds. */
export function measureRun(scene: Scene, trial: Trial, now: () => number): Measured {
  if (scene.events !== undefined) return { trial, runTime: undefined, threads: 1 };
  const expected = estimates(scene);
  const threads = threadsFor(scene.simulation, scene.simulation.threads, expected.meanKinds);
  // A run that cannot start, or whose law was not imported, has no steps to time.
  const canStart = trial.problem === undefined && (trial.notTried === undefined || trial.filling !== undefined);
  const cost = canStart ? measureStepCost(scene.simulation, expected.meanKinds, now) : undefined;
  const time = runTime(expected, trial, cost, threads);
  return { trial, runTime: time && { ...time, ...(trial.filling && { filling: trial.filling }) }, threads };
}
