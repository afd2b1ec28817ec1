// SPDX-License-Identifier: MIT
/** Derives the kernels, the cell grid and the buffer sizes for convex bodies from a spec. */
import { sizeRange } from '../../bodies/insertion/size-distribution.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { defaultSkin } from '../../simulation/time-loop/simulation-room.ts';
import { CellGrid } from '../engine/cell-grid.ts';
import { regionCount } from '../engine/gpu-regions.ts';
import { EQUAL_BODIES_LIMIT } from '../engine/gpu-travel.ts';
import { hasTurningWalls } from '../engine/gpu-walls.ts';
import type { GpuOptions } from '../engine/opened-bodies.ts';
import type { ConvexForm } from '../kernels/convex-prelude.ts';
import { shapeWalls } from '../meshes/lattice-walls.ts';
import { boxOf, type RadiusRange } from '../spheres/scene-spheres.ts';
import type { ConvexArrays } from './convex-arrays.ts';
import type { ConvexRoom } from './convex-memory.ts';
import { POLYHEDRON, type ShapeTable, SUPERQUADRIC, SWEPT, type TableShape } from './shape-table.ts';

/** Room for points of one pair. */
const MOST_POINTS = 8;
/** Pairs of equal bodies in a dense packing, with a margin; and of bodies in flat contact. */
const PAIRS_PER_BODY = 16;
const FLAT_SHARE = 0.25;
const LEAST_PAIRS = 1024;

function numberOfShape({ shapes = [] }: SimulationSpec, of: string): number {
  return shapes.findIndex(({ name }) => name === of);
}

/** Smallest and largest radius of all bodies, those to come too. */
export function convexReach(spec: SimulationSpec, arrays: ConvexArrays, shapes: readonly TableShape[]): RadiusRange {
  let [smallest, largest] = [Infinity, 0];
  const take = (shape: number, factor: number): void => {
    const radius = (shapes[shape]?.radius ?? 0) * factor;
    if (radius < smallest) smallest = radius;
    if (radius > largest) largest = radius;
  };
  for (let i = 0; i < arrays.count; i++) take(arrays.shape[i], arrays.scale[i]);
  for (const { shapes: some } of spec.insertions ?? []) {
    for (const { shape, scale } of some) {
      const range = sizeRange(scale);
      take(numberOfShape(spec, shape), range.smallest);
      take(numberOfShape(spec, shape), range.largest);
    }
  }
  return largest > 0 ? { smallest, largest } : { smallest: 1, largest: 1 };
}

/** Compile-time options of the kernels. */
export function convexForm(
  spec: SimulationSpec,
  arrays: ConvexArrays,
  { words, shapes }: ShapeTable,
  law: number | undefined,
  options: GpuOptions,
): ConvexForm {
  const walls = spec.halfSpaces ?? [];
  const inserted = (spec.insertions ?? []).flatMap(({ shapes: some }) => some.map(({ shape }) => shape));
  const used = new Set([...new Set(arrays.shape), ...inserted.map((name) => numberOfShape(spec, name))]);
  const kinds = new Set([...used].map((k) => shapes[k]?.kind));
  const corners = Math.max(1, ...[...used].map((k) => shapes[k]?.corners ?? 1));
  const most = (word: number): number =>
    Math.max(1, ...shapes.map((_, k) => (shapes[k]?.kind === POLYHEDRON ? words[24 * k + word] : 1)));
  const { global = 0, viscous = 0 } = spec.damping ?? {};
  return {
    hasTurningWalls: hasTurningWalls(spec),
    meshes: spec.meshes?.length ?? 0,
    shapeWalls: shapeWalls(spec),
    isTurning: false,
    regions: regionCount(spec),
    maskWords: 1,
    partners: 1,
    contacts: 1,
    levels: 0,
    halfSpaces: walls.length,
    materials: spec.materials.length,
    law,
    travelLimit: EQUAL_BODIES_LIMIT,
    isDamped: global > 0 || viscous > 0,
    hasAccounts: options.accounts ?? true,
    points: Math.min(MOST_POINTS, corners > 1 ? 2 * corners : 1),
    corners,
    faces: most(2),
    edges: most(3),
    hasPolyhedra: kinds.has(POLYHEDRON),
    arePolyhedra: [...kinds].every((kind) => kind === POLYHEDRON),
    areBoxes: [...used].every((k) => isBoxOrRound(shapes[k])),
    hasSmooth: [...kinds].some((kind) => kind !== POLYHEDRON && kind !== SWEPT),
    hasSuperquadrics: kinds.has(SUPERQUADRIC),
    hasSwept: kinds.has(SWEPT),
    hasSuperquadricCores: [...used].some((k) => shapes[k]?.core === SUPERQUADRIC),
  };
}

/** A box, or a shape whose core has no vertices. */
function isBoxOrRound({ core, isBox }: TableShape): boolean {
  return isBox || core !== POLYHEDRON;
}

/** Capacities for this many bodies. */
export function convexRoom(
  { halfSpaces: walls = [], capacity }: SimulationSpec,
  bodies: number,
  ratio: number,
): ConvexRoom {
  const moving = walls.filter(({ motion }) => motion !== undefined).length;
  const all = (bodies * (bodies - 1)) / 2 + walls.length * bodies;
  const perBody = capacity?.pairsPerBody ?? Math.ceil(PAIRS_PER_BODY * Math.max(1, ratio / 1.3) ** 2);
  const pairs = Math.max(1, Math.min(all, (perBody + moving) * bodies + LEAST_PAIRS));
  return { bodies, pairs, pool: poolFor(pairs) };
}

/** Room for pairs in flat contact, where there is room for this many pairs. */
export function poolFor(pairs: number): number {
  return Math.max(1, Math.min(pairs, Math.ceil(FLAT_SHARE * pairs) + LEAST_PAIRS));
}

/** Cells for bodies of these radii. */
export function convexGrid(
  spec: SimulationSpec,
  arrays: ConvexArrays,
  { smallest, largest }: RadiusRange,
): { grid: CellGrid; skin: number } {
  const skin = spec.neighbours?.skin ?? defaultSkin([smallest, largest]);
  return { grid: new CellGrid(boxOf(spec, arrays, largest), singlePrecision(2 * largest + skin)), skin };
}

/** The next larger float32 number: quanta of such cells are exact on the GPU. */
function singlePrecision(x: number): number {
  const rounded = Math.fround(x);
  return rounded >= x ? rounded : Math.fround(rounded * (1 + 2 ** -23));
}
