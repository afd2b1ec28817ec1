// SPDX-License-Identifier: MIT
/** How many bodies, steps and bytes a run will have, before it is run. */
import type { Scene } from '../scene.ts';
import { bodySizeOf } from './body-size.ts';

export interface Estimates {
  readonly bodiesAtStart: number;
  /** Most that insertions add; infinite for a rate without an end, which the duration then bounds. */
  readonly bodiesInserted: number;
  /** Spheres of clumps and pieces of compounds counted one by one. */
  readonly elements: number;
  readonly steps: number;
  /** Bytes of the simulation's state, its neighbours and its contacts. */
  readonly memory: number;
  /** Bytes that the outputs will have written. */
  readonly outputs: number;
}

/** float64 numbers of a body's state: pose, velocities, mass, inertia, force and torque, with a copy for reordering. */
const BYTES_PER_BODY = 8 * 2 * 28;
const BYTES_PER_ELEMENT = 8 * 2 * 12;
/** Listed neighbours of an element, each pair once: twelve spheres touch one, and the skin lets in half as many again. */
const PAIRS_PER_ELEMENT = 9;
/** Force and torque of the second partner, history, indices. */
const BYTES_PER_PAIR = 8 * (6 + 7 + 4);
/** Adjacency, normals and vertices of a facet mesh. */
const BYTES_PER_FACET = 200;

/** Position, orientation, velocities, force, id, shape and material in binary VTK. */
const VTK_BYTES_PER_BODY = 8 * 18;
/** A sphere: 62 points, 72 polygons with their data. */
const VTK_BYTES_PER_SURFACE = 4200;
const VTK_BYTES_PER_CONTACT = 8 * 12;
const CONTACTS_PER_ELEMENT = 3;
const TRAJECTORY_BYTES_PER_BODY = 8 * 14;
const CSV_BYTES_PER_COLUMN = 20;

export function estimates(scene: Scene): Estimates {
  const { simulation, duration, outputs } = scene;
  const { bodies = [], insertions = [], shapes = [], meshes = [] } = simulation;
  const elementsOf = new Map(shapes.map((spec) => [spec.name, bodySizeOf(spec).elementCount]));
  const bodiesInserted = insertions.reduce(
    (sum, { count = Number.POSITIVE_INFINITY, rate, from = 0, until = duration }) => {
      const byRate =
        rate === undefined ? Number.POSITIVE_INFINITY : Math.ceil(rate * Math.max(0, Math.min(until, duration) - from));
      return sum + Math.min(count, byRate);
    },
    0,
  );
  const elementsInserted = insertions.reduce((sum, { shapes: kinds }) => {
    const weights = kinds.reduce((total, { weight }) => total + weight, 0);
    const mean = kinds.reduce(
      (total, { shape, weight }) => total + (weight * (elementsOf.get(shape) ?? 1)) / weights,
      0,
    );
    return Math.max(sum, mean);
  }, 0);
  const atStart = bodies.reduce((sum, { shape }) => sum + (elementsOf.get(shape) ?? 1), 0);
  const bodyCount = bodies.length + bodiesInserted;
  const elements = atStart + Math.ceil(bodiesInserted * elementsInserted);
  const facets = meshes.reduce((sum, { mesh }) => sum + mesh.facetOffsets.length - 1, 0);
  const frames = (every: number | undefined): number => (every === undefined ? 0 : Math.floor(duration / every) + 1);
  const { vtk, trajectory, csv } = outputs;
  const contactBytes = vtk?.contacts ? VTK_BYTES_PER_CONTACT * CONTACTS_PER_ELEMENT * elements : 0;
  const surfaceBytes = VTK_BYTES_PER_SURFACE * Math.min(bodyCount, vtk?.surfaces ?? 0);
  const csvBytes = csv.reduce((sum, { every, quantities }) => {
    const columns = quantities.reduce((total, quantity) => total + quantity.columns.length, 1);
    return sum + frames(every) * columns * CSV_BYTES_PER_COLUMN;
  }, 0);
  return {
    bodiesAtStart: bodies.length,
    bodiesInserted,
    elements,
    steps: Math.ceil(duration / simulation.timeStep),
    memory:
      bodyCount * BYTES_PER_BODY +
      elements * (BYTES_PER_ELEMENT + PAIRS_PER_ELEMENT * BYTES_PER_PAIR) +
      facets * BYTES_PER_FACET,
    outputs:
      frames(vtk?.every) * (VTK_BYTES_PER_BODY * bodyCount + contactBytes + surfaceBytes) +
      frames(trajectory?.every) * TRAJECTORY_BYTES_PER_BODY * bodyCount +
      csvBytes,
  };
}
