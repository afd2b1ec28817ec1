// SPDX-License-Identifier: MIT
/**
 * Coarse-grained fields on a slab across an axis, cell by cell: velocity, stress and packing of the bodies in each
 * cell, by the same means over regions as the outputs of a run. A frame of a trajectory has neither densities nor walls
 * among its bodies: velocities are weighted by volume, stresses are those of the contacts.
 */
import type { Frame } from '../io/trajectory/frame.ts';
import type { TrajectoryHeader, TrajectoryShape } from '../io/trajectory/trajectory-header.ts';
import { ZERO_VECTOR } from '../math/vector.ts';
import { shapeFromJson } from '../shapes/shape-from-json.ts';
import type { BodyShapeSpec } from '../simulation/simulation-spec.ts';
import type { BodyKinds } from './body-kinds.ts';
import { solidOf } from './body-solid.ts';
import { bulk } from './bulk.ts';
import type { GranularState } from './granular-state.ts';
import { packing } from './packing.ts';
import { boxRegion } from './region.ts';
import type { SliceAxis } from './slices.ts';
import { deviator, pressure, stress } from './stress.ts';
import { trajectoryState } from './trajectory-state.ts';

/**
 * Names of the quantities that a section can show.
 *
 * @example
 * ```ts
 * import { SECTION_QUANTITIES } from 'scree/analysis';
 *
 * console.log(SECTION_QUANTITIES.includes('pressure')); // true
 * ```
 */
export const SECTION_QUANTITIES = [
  'speed',
  'velocity.x',
  'velocity.y',
  'velocity.z',
  'pressure',
  'deviatorStress',
  'packingFraction',
] as const;
/**
 * Name of a quantity that a section can show, such as `speed`.
 *
 * @example
 * ```ts no-run
 * import type { SectionQuantity } from 'scree/analysis';
 *
 * const shown: SectionQuantity = 'packingFraction';
 * ```
 */
export type SectionQuantity = (typeof SECTION_QUANTITIES)[number];

/** A slab across an axis, divided into square cells; lengths in m. */
export interface Section {
  readonly axis: SliceAxis;
  /** Middle of the slab along the axis, m. */
  readonly at: number;
  readonly thickness: number;
  /** Ends of the cells; those along the axis are of no meaning. */
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
  /** Cells along the longer side. */
  readonly cells: number;
}

/** Values of one quantity in the cells of a section. */
export interface SectionGrid {
  readonly columns: number;
  readonly rows: number;
  /** Row by row from the lower ends; NaN where there is nothing to measure. */
  readonly values: Float32Array;
}

const AXES = ['x', 'y', 'z'] as const;

/**
 * The two axes along a slab, as numbers of their coordinates: 0 for x, 1 for y, 2 for z.
 *
 * @example
 * ```ts
 * import { sectionAxes } from 'scree/analysis';
 *
 * console.log(sectionAxes('z').join(' ')); // 0 1
 * ```
 */
export function sectionAxes(axis: SliceAxis): readonly [number, number] {
  return axis === 'x' ? [1, 2] : axis === 'y' ? [0, 2] : [0, 1];
}

function bodyShape({ name, shape: json }: TrajectoryShape): BodyShapeSpec {
  const shape = shapeFromJson(json);
  if (shape.kind === 'sphere') return { name, sphere: { radius: shape.radius } };
  if (shape.kind !== 'compound') return { name, convex: shape } as BodyShapeSpec;
  const spheres = shape.pieces.flatMap(({ shape: piece, pose }) =>
    piece.kind === 'sphere' ? [{ centre: pose.position, radius: piece.radius }] : [],
  );
  // Trajectories have clumps as compounds of spheres, which may overlap.
  return spheres.length === shape.pieces.length ? { name, clump: { spheres } } : { name, compound: shape };
}

/**
 * Volume, mass and other constants of the shapes and materials in a trajectory, for `sectionState`.
 *
 * @throws InvalidShapeError for a shape in the header that is none.
 *
 * @example
 * ```ts no-run
 * import { readFileSync } from 'node:fs';
 * import { trajectoryKinds } from 'scree/analysis';
 * import { Trajectory } from 'scree/io';
 *
 * const { header } = new Trajectory(readFileSync('runs/heap/trajectory.scree'));
 * console.log(trajectoryKinds(header));
 * ```
 */
export function trajectoryKinds({ shapes, materials }: TrajectoryHeader): BodyKinds {
  return {
    solids: shapes.map((shape) => solidOf(bodyShape(shape))),
    densities: materials.map(() => 1),
    walls: new Set(),
    gravity: ZERO_VECTOR,
    periodic: { min: ZERO_VECTOR, lengths: ZERO_VECTOR },
  };
}

/**
 * A frame as `sectionGrid` takes it.
 *
 * @example
 * ```ts no-run
 * import { readFileSync } from 'node:fs';
 * import { sectionGrid, sectionState, trajectoryKinds } from 'scree/analysis';
 * import { decodeFrame, Trajectory } from 'scree/io';
 *
 * const bytes = readFileSync('runs/heap/trajectory.scree');
 * const { header, frames } = new Trajectory(bytes);
 * const frame = decodeFrame(bytes, frames[0]?.at ?? 0);
 * if (frame !== undefined) {
 *   const state = sectionState(frame, header, trajectoryKinds(header));
 *   const section = { axis: 'y', at: 0, thickness: 0.02, min: [-1, -1, 0], max: [1, 1, 1], cells: 20 } as const;
 *   console.log(sectionGrid(state, section, 'speed').values);
 * }
 * ```
 */
export function sectionState(frame: Frame, header: TrajectoryHeader, kinds: BodyKinds): GranularState {
  return trajectoryState(frame, kinds, header.boundaries.filter(({ halfSpace }) => halfSpace !== undefined).length);
}

function measure(state: GranularState, region: ReturnType<typeof boxRegion>, quantity: SectionQuantity): number {
  if (quantity === 'packingFraction') {
    const fraction = packing(state, region)?.fraction ?? 0;
    return fraction > 0 ? fraction : Number.NaN;
  }
  if (quantity === 'pressure' || quantity === 'deviatorStress') {
    const found = stress(state, region);
    if (found === undefined || found.contact.every((part) => part === 0)) return Number.NaN;
    return quantity === 'pressure' ? pressure(found.contact) : deviator(found.contact);
  }
  const velocity = bulk(state, region)?.velocity;
  if (velocity === undefined) return Number.NaN;
  const { x, y, z } = velocity;
  return quantity === 'speed' ? Math.sqrt(x * x + y * y + z * z) : { x, y, z }[quantity.slice(9) as SliceAxis];
}

/**
 * Measures one quantity in every cell of a section, in SI units.
 *
 * @example
 * ```ts
 * import { Simulation } from 'scree/dem';
 * import { present, sectionGrid } from 'scree/analysis';
 *
 * const simulation = new Simulation({
 *   timeStep: 1e-5,
 *   gravity: [0, 0, -9.81],
 *   law: { normal: 'linear' },
 *   materials: [{ name: 'glass', density: 2500, stiffness: 5000 }],
 *   shapes: [{ name: 'marble', sphere: { radius: 0.01 } }],
 *   bodies: [{ shape: 'marble', material: 'glass', positions: Float64Array.of(0, 0, 0.0099, 0, 0, 0.0297) }],
 *   halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'glass' }],
 * });
 * const grid = sectionGrid(
 *   present(simulation),
 *   { axis: 'y', at: 0, thickness: 0.02, min: [-0.02, -1, 0], max: [0.02, 1, 0.04], cells: 4 },
 *   'packingFraction',
 * );
 * console.log(grid.values.length); // 16
 * ```
 */
export function sectionGrid(state: GranularState, section: Section, quantity: SectionQuantity): SectionGrid {
  const { axis, at, thickness, min, max, cells } = section;
  const [u, v] = sectionAxes(axis);
  const [width, height] = [max[u] - min[u], max[v] - min[v]];
  const size = Math.max(width, height) / cells;
  const columns = Math.max(1, Math.round(width / size));
  const rows = Math.max(1, Math.round(height / size));
  const values = new Float32Array(columns * rows);
  const low = { x: 0, y: 0, z: 0 };
  const high = { x: 0, y: 0, z: 0 };
  low[axis] = at - 0.5 * thickness;
  high[axis] = at + 0.5 * thickness;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      low[AXES[u]] = min[u] + (column * width) / columns;
      high[AXES[u]] = min[u] + ((column + 1) * width) / columns;
      low[AXES[v]] = min[v] + (row * height) / rows;
      high[AXES[v]] = min[v] + ((row + 1) * height) / rows;
      values[row * columns + column] = measure(state, boxRegion({ ...low }, { ...high }), quantity);
    }
  }
  return { columns, rows, values };
}
