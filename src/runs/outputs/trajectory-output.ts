// SPDX-License-Identifier: MIT
/** Writes the trajectory of a run: a header with the shapes of the bodies, then one frame for each output time. */
import { encodeFrameInParts, FRAME_VERSION, type Frame } from '../../io/trajectory/frame.ts';
import {
  encodeHeader,
  type TrajectoryBoundary,
  type TrajectoryHeader,
  trajectoryVersion,
} from '../../io/trajectory/trajectory-header.ts';
import { normalise, toTriple, type Vector3, vector3 } from '../../math/vector.ts';
import { atOnce, ranges, type Work } from '../../math/work-in-parts.ts';
import type { Scene } from '../../scene/scene.ts';
import type { ShapeJson } from '../../shapes/shape.ts';
import type { BodyShapeSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { CONTACT_BODY, CONTACT_MESH } from '../../simulation/views/simulation-views.ts';
import type { GrowingFile, RunStore } from '../files/run-store.ts';
import type { Run } from '../run.ts';
import type { Schedule } from '../time/schedule.ts';
import { hasBonds } from './bond-outputs.ts';
import { type Output, type OutputTarget, outputSchedule } from './output.ts';
import { centroidsOf, ownPositions } from './own-frames.ts';
import { meshPoses, Snapshot } from './snapshot.ts';

export const TRAJECTORY_NAME = 'trajectory.scree';
/** Number of bytes that determine the version of a trajectory. */
const VERSION_END = 16;
/** Of trajectories without bonds. */
const PLAIN_VERSION = 3;

/** Numbers of a frame that are converted without a rest; a multiple of three. */
const NUMBERS_AT_ONCE = 3 << 17;

interface TrajectoryState {
  readonly version: number;
}

export class TrajectoryOutput implements Output {
  readonly schedule: Schedule;
  readonly needs = ['bodies', 'contacts'] as const;
  readonly #file: GrowingFile;
  readonly #spec: SimulationSpec;
  readonly #centroids: readonly Vector3[];
  #frameCount: number;
  /** Of the file, which an older program may have begun. */
  readonly #version: number;

  constructor(every: number, scene: Scene, target: OutputTarget) {
    const { store, donePosition, lengths, states = {} } = target;
    const { simulation: spec, title } = scene;
    this.schedule = outputSchedule(scene, target, 'trajectory', every);
    this.#spec = spec;
    this.#centroids = centroidsOf(spec.shapes);
    this.#file = store.grow(TRAJECTORY_NAME, lengths[TRAJECTORY_NAME] ?? 0);
    const version = hasBonds(scene) ? FRAME_VERSION : PLAIN_VERSION;
    if (donePosition === undefined) this.#file.append(encodeHeader(trajectoryHeader(spec, title), version));
    const saved = states[TRAJECTORY_NAME] as TrajectoryState | undefined;
    this.#version = donePosition === undefined ? version : (saved?.version ?? versionOf(store));
    this.#frameCount = donePosition === undefined ? 0 : this.schedule.countThrough(donePosition);
  }

  /** Frames written so far. */
  get frameCount(): number {
    return this.#frameCount;
  }

  write(snapshot: Snapshot): void {
    atOnce(this.writeInParts(snapshot));
  }

  *writeInParts(snapshot: Snapshot): Work<void> {
    const frame = yield* frameInParts(snapshot, this.#spec, this.#centroids);
    const bytes = yield* encodeFrameInParts(frame, { number: this.#frameCount, version: this.#version });
    yield* this.#file.appendInParts(bytes);
    this.#frameCount++;
  }

  /** Version of the file, stored outside it: a damaged header must not lead to frames of another version. */
  states(): Record<string, TrajectoryState> {
    return { [TRAJECTORY_NAME]: { version: this.#version } };
  }

  lengths(): Record<string, number> {
    return { [TRAJECTORY_NAME]: this.#file.length };
  }

  sync(): void {
    this.#file.sync();
  }

  close(): void {
    this.#file.close();
  }
}

/** Checkpoints of older programs do not have it. */
function versionOf(store: RunStore): number {
  return trajectoryVersion(store.read(TRAJECTORY_NAME, VERSION_END)) ?? PLAIN_VERSION;
}

function shapeJson(shape: BodyShapeSpec): ShapeJson {
  if ('sphere' in shape) return { sphere: { radius: shape.sphere.radius } };
  if ('convex' in shape) return shape.convex.toJson();
  if ('compound' in shape) return shape.compound.toJson();
  const { spheres } = shape.clump;
  return {
    compound: spheres.map(({ centre, radius }) => ({
      shape: { sphere: { radius } },
      pose: { position: toTriple(vector3(centre)) },
    })),
  };
}

/**
 * The header of the trajectory of a simulation.
 *
 * @example
 * ```ts
 * import { readScene } from 'scree';
 * import { trajectoryHeader } from 'scree/live';
 *
 * const { simulation, title } = readScene(`
 * time: { duration: 20 ms, timeStep: 10 us }
 * gravity: [0, 0, -9.81]
 * materials: { glass: { density: 2500, stiffness: 5000 } }
 * law: { normal: linear }
 * bodies: { ball: { shape: { sphere: { radius: 1 cm } }, material: glass, position: [0, 0, 0] } }
 * `);
 * const { shapes, materials } = trajectoryHeader(simulation, title);
 * console.log(shapes.length, materials[0]); // 1 glass
 * ```
 */
export function trajectoryHeader(spec: SimulationSpec, title: string): TrajectoryHeader {
  const { shapes = [], materials, halfSpaces = [], meshes = [] } = spec;
  const boundaries: TrajectoryBoundary[] = [
    ...halfSpaces.map(({ name, normal, offset }) => ({
      name,
      halfSpace: { normal: toTriple(normalise(vector3(normal))), offset },
    })),
    ...meshes.map(({ name, mesh: { vertices, facetOffsets, facetVertices } }) => ({
      name,
      mesh: {
        vertices: [...vertices],
        facets: Array.from(facetOffsets.subarray(1), (end, f) => [...facetVertices.subarray(facetOffsets[f], end)]),
      },
    })),
  ];
  return {
    title,
    shapes: shapes.map((shape) => ({ name: shape.name, shape: shapeJson(shape) })),
    materials: materials.map(({ name }) => name),
    boundaries,
  };
}

/** Middle of the bounding box of the bodies, so that float32 is as sharp as it can be. */
function originOf(position: Float64Array): Float64Array {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < position.length; at += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const value = position[at + axis];
      if (value < low[axis]) low[axis] = value;
      if (value > high[axis]) high[axis] = value;
    }
  }
  if (position.length === 0) return new Float64Array(3);
  return Float64Array.from(low, (value, axis) => 0.5 * (value + high[axis]));
}

function* turnedRound(vectors: Float64Array): Work<Float32Array> {
  const opposite = new Float32Array(vectors.length);
  yield* ranges(vectors.length, NUMBERS_AT_ONCE, (from, end) => {
    for (let at = from; at < end; at++) opposite[at] = -vectors[at];
  });
  return opposite;
}

export function frameOf(snapshot: Snapshot, spec: SimulationSpec, centroids: readonly Vector3[]): Frame {
  return atOnce(frameInParts(snapshot, spec, centroids));
}

function* frameInParts(
  { time, step, bodies, contacts, bonds, simulation }: Snapshot,
  spec: SimulationSpec,
  centroids: readonly Vector3[],
): Work<Frame> {
  const origin = originOf(bodies.position);
  const [x, y, z] = origin;
  const fromOrigin = function* (points: Float64Array): Work<Float32Array> {
    const near = new Float32Array(points.length);
    yield* ranges(points.length, NUMBERS_AT_ONCE, (from, end) => {
      for (let at = from; at < end; at += 3) {
        near[at] = points[at] - x;
        near[at + 1] = points[at + 1] - y;
        near[at + 2] = points[at + 2] - z;
      }
    });
    return near;
  };
  const rounded = function* (values: Float64Array): Work<Float32Array> {
    const singles = new Float32Array(values.length);
    yield* ranges(values.length, NUMBERS_AT_ONCE, (from, end) => singles.set(values.subarray(from, end), from));
    return singles;
  };
  const contactBodies = new Int32Array(2 * contacts.count);
  yield* ranges(contacts.count, NUMBERS_AT_ONCE, (from, end) => {
    for (let k = from; k < end; k++) {
      const partner = contacts.idB[k];
      contactBodies[2 * k] = contacts.idA[k];
      // Boundaries are the half-spaces, then the meshes.
      const first = contacts.kind[k] === CONTACT_MESH ? (spec.halfSpaces?.length ?? 0) : 0;
      contactBodies[2 * k + 1] = contacts.kind[k] === CONTACT_BODY ? partner : -1 - (first + partner);
    }
  });
  return {
    time,
    step,
    origin,
    ids: bodies.ids,
    shapes: bodies.shape,
    materials: bodies.material,
    scales: yield* rounded(bodies.scale),
    positions: yield* fromOrigin(ownPositions(bodies, centroids)),
    orientations: yield* rounded(bodies.orientation),
    velocities: yield* rounded(bodies.velocity),
    angularVelocities: yield* rounded(bodies.angularVelocity),
    contactBodies,
    contactPoints: yield* fromOrigin(contacts.point),
    contactForces: yield* turnedRound(contacts.force),
    meshPoses: meshPoses(spec.meshes ?? [], time, simulation),
    contactNormals: yield* rounded(contacts.normal),
    bondBodies: bonds.bodies,
    bondPlaces: yield* fromOrigin(bonds.place),
    bondForces: Float32Array.from(bonds.force),
    bondUsed: bonds.used,
  };
}

/**
 * The present state of a run as a frame of a trajectory, whether or not an output is due. Its arrays are copies, which
 * may be transferred to another thread.
 *
 * @example
 * ```ts
 * import { findScene, MemoryStore, momentFrame, Run, siteInMemory } from 'scree/live';
 *
 * const text = `
 * time: { duration: 20 ms, timeStep: 10 us }
 * gravity: [0, 0, -9.81]
 * materials: { glass: { density: 2500, stiffness: 5000 } }
 * law: { normal: linear }
 * bodies: { ball: { shape: { sphere: { radius: 1 cm } }, material: glass, position: [0, 0, 0] } }
 * `;
 * const store = new MemoryStore('ball');
 * const run = await Run.start(findScene(siteInMemory('ball.yaml', text, new Map())), () => store, {
 *   program: 'my page',
 *   date: () => new Date().toISOString(),
 *   machine: { processor: 'unknown', cores: 1, platform: 'browser', node: 'none' },
 *   threads: 1,
 * });
 * const { step, ids } = momentFrame(run);
 * run.close();
 * console.log(step, ids.length); // 0 1
 * ```
 */
export function momentFrame({ loop, scene }: Run): Frame {
  const { simulation: spec } = scene;
  const frame = frameOf(new Snapshot(loop.view, loop.position), spec, centroidsOf(spec.shapes));
  // Some are those of the snapshot, which other outputs use too. Who sends a frame to a page gives its arrays away.
  return {
    ...frame,
    ids: frame.ids.slice(),
    shapes: frame.shapes.slice(),
    materials: frame.materials.slice(),
    bondBodies: Int32Array.from(frame.bondBodies ?? []),
    bondUsed: Float64Array.from(frame.bondUsed ?? []),
  };
}
