// SPDX-License-Identifier: MIT
/** Estimates the number of bodies, steps and bytes of a run before it starts. */

import { bodyCount, countOf, isFree } from '../../simulation/bodies/body-groups.ts';
import { expectedRoom } from '../../simulation/time-loop/expected-memory.ts';
import { type BodyCounts, countsAtStart } from '../../simulation/time-loop/simulation-room.ts';
import { memoryBytes } from '../../simulation/time-loop/step-memory.ts';
import type { Scene } from '../scene.ts';
import { mostSteps } from '../stages/stage-spec.ts';
import { bodySizeOf } from './body-size.ts';
import { insertedBodies } from './inserted-bodies.ts';
import { insertionMix } from './insertion-mix.ts';

export interface Estimates {
  readonly bodiesAtStart: number;
  /** By insertions until the end, if all find space. */
  readonly bodiesInserted: number;
  /** Spheres of clumps and pieces of compounds counted one by one, at the end. */
  readonly elements: number;
  readonly steps: number;
  /** Mean number of free bodies over the run. */
  readonly meanBodies: number;
  /** The same for each shape and material. */
  readonly meanKinds: readonly MeanKind[];
  /** Elements that are there, summed over the steps. */
  readonly elementSteps: number;
  /** Bytes of the simulation on the CPU with all bodies, densely packed, and of its meshes. */
  readonly memory: number;
  /** Bytes that the outputs will have written. */
  readonly outputs: number;
}

/** A kind of free body, and its mean number over the run. */
export interface MeanKind {
  readonly shape: string;
  readonly material: string;
  readonly count: number;
}

/** Adjacency, normals and vertices of a facet mesh. */
const BYTES_PER_FACET = 200;

/** Position, orientation, velocities, force, id, shape and material in binary VTK. */
const VTK_BYTES_PER_BODY = 8 * 18;
/** A sphere: 62 points, 72 polygons with their data. */
const VTK_BYTES_PER_SURFACE = 4200;
const VTK_BYTES_PER_CONTACT = 8 * 13;
const CONTACTS_PER_ELEMENT = 3;
const TRAJECTORY_BYTES_PER_BODY = 8 * 14;
const CSV_BYTES_PER_COLUMN = 20;
const CSV_BYTES_PER_CONTACT = 250;

/** Bodies and their elements, at the end of a run and on average over it. */
interface Population {
  readonly bodies: number;
  readonly elements: number;
  readonly counts: BodyCounts;
  readonly meanBodies: number;
  readonly meanElements: number;
  readonly meanKinds: readonly MeanKind[];
}

/** Merges equal kinds. */
function united(kinds: readonly MeanKind[]): MeanKind[] {
  const found = new Map<string, MeanKind>();
  for (const kind of kinds) {
    const key = JSON.stringify([kind.shape, kind.material]);
    found.set(key, { ...kind, count: kind.count + (found.get(key)?.count ?? 0) });
  }
  return [...found.values()].filter(({ count }) => count > 0);
}

function populationOf({ simulation, duration }: Scene): Population {
  const { bodies = [], insertions = [], shapes = [], timeStep } = simulation;
  const elementsOf = new Map(shapes.map((spec) => [spec.name, bodySizeOf(spec).elementCount]));
  const atStart = bodies.reduce((sum, entry) => sum + countOf(entry) * (elementsOf.get(entry.shape) ?? 1), 0);
  const isSphere = new Set(shapes.flatMap((spec) => ('sphere' in spec ? [spec.name] : [])));
  const inserted = insertions.map((insertion) => {
    const mix = insertionMix(insertion, simulation);
    const { count, mean } = insertedBodies(insertion, duration, timeStep, mix);
    const shareOf = (value: (shape: string) => number): number =>
      insertion.shapes.reduce((sum, { shape }, k) => sum + mix.shares[k] * value(shape), 0);
    const elements = shareOf((shape) => elementsOf.get(shape) ?? 1);
    const clumps = count * shareOf((shape) => (isSphere.has(shape) ? 0 : 1));
    const kinds = insertion.shapes.map(({ shape, material }, k) => ({ shape, material, count: mean * mix.shares[k] }));
    return { count, mean, elements, clumps, kinds };
  });
  const free = bodies.filter(isFree);
  const total = (value: (each: { count: number; mean: number; elements: number }) => number): number =>
    inserted.reduce((sum, each) => sum + value(each), 0);
  const all = atStart + Math.round(total(({ count, elements }) => count * elements));
  const own = countsAtStart(simulation);
  const clumps = own.clumps + Math.round(inserted.reduce((sum, each) => sum + each.clumps, 0));
  return {
    bodies: bodyCount(bodies) + total(({ count }) => count),
    elements: all,
    // Members of clumps that are inserted are at most all of their elements.
    counts: { elements: all, clumps, members: clumps === 0 ? 0 : own.members + all - atStart },
    meanBodies: bodyCount(bodies) + total(({ mean }) => mean),
    meanElements: atStart + total(({ mean, elements }) => mean * elements),
    meanKinds: united([
      ...free.map((entry) => ({ shape: entry.shape, material: entry.material, count: countOf(entry) })),
      ...inserted.flatMap(({ kinds }) => kinds),
    ]),
  };
}

/**
 * Memory, output and cost that a run of a scene will need, estimated without running it.
 *
 * @example
 * ```ts
 * import { readScene } from 'scree';
 * import { estimates } from 'scree/live';
 *
 * const { bodiesAtStart, steps } = estimates(
 *   readScene(`
 * time: { duration: 20 ms, timeStep: 10 us }
 * gravity: [0, 0, -9.81]
 * materials: { glass: { density: 2500, stiffness: 5000 } }
 * law: { normal: linear }
 * bodies: { ball: { shape: { sphere: { radius: 1 cm } }, material: glass, position: [0, 0, 0] } }
 * `),
 * );
 * console.log(bodiesAtStart, steps); // 1 2000
 * ```
 */
export function estimates(scene: Scene): Estimates {
  const { simulation, duration, outputs } = scene;
  const { meshes = [] } = simulation;
  const atStart = bodyCount(simulation.bodies);
  const { bodies, elements, counts, meanBodies, meanElements, meanKinds } = populationOf(scene);
  const facets = meshes.reduce((sum, { mesh }) => sum + mesh.facetOffsets.length - 1, 0);
  // Variable steps are as many as they will be.
  const ofStages = scene.stages && mostSteps(scene.stages);
  const steps = scene.events === undefined ? (ofStages ?? Math.ceil(duration / simulation.timeStep)) : 0;
  // With fixed steps, an output is written at most once a step.
  const most = scene.events === undefined ? steps : Infinity;
  const frames = (every: number | undefined): number =>
    every === undefined ? 0 : Math.min(Math.floor(duration / every), most) + 1;
  const { vtk, trajectory, contacts, csv } = outputs;
  const contactBytes = vtk?.contacts ? VTK_BYTES_PER_CONTACT * CONTACTS_PER_ELEMENT * meanElements : 0;
  const surfaceBytes = VTK_BYTES_PER_SURFACE * Math.min(meanBodies, vtk?.surfaces ?? 0);
  const csvBytes = csv.reduce((sum, { every, quantities }) => {
    const columns = quantities.reduce((total, quantity) => total + quantity.columns.length, 1);
    return sum + frames(every) * columns * CSV_BYTES_PER_COLUMN;
  }, 0);
  const profileBytes = outputs.analysis.profiles.reduce((sum, { every, slices, quantities }) => {
    const columns = quantities.reduce((total, quantity) => total + quantity.columns.length, 3);
    return sum + frames(every) * slices * columns * CSV_BYTES_PER_COLUMN;
  }, 0);
  return {
    bodiesAtStart: atStart,
    bodiesInserted: bodies - atStart,
    elements,
    steps,
    meanKinds,
    meanBodies: meanKinds.reduce((sum, { count }) => sum + count, 0),
    elementSteps: steps * meanElements,
    memory: memoryBytes(expectedRoom(simulation, counts)) + facets * BYTES_PER_FACET,
    outputs:
      frames(vtk?.every) * (VTK_BYTES_PER_BODY * meanBodies + contactBytes + surfaceBytes) +
      frames(contacts?.every) * CSV_BYTES_PER_CONTACT * CONTACTS_PER_ELEMENT * meanElements +
      frames(trajectory?.every) * TRAJECTORY_BYTES_PER_BODY * meanBodies +
      csvBytes +
      profileBytes,
  };
}
