// SPDX-License-Identifier: MIT
/**
 * Settings of a GPU engine for all kinds of bodies: constants, tables of laws and walls, the inputs of each step, and
 * the regions in which bodies are searched.
 */
import { vector3 } from '../../math/vector.ts';
import { materialNumber, overlapLimit } from '../../simulation/set-up.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { STEP_HEAD, stepInputs, tables as tablesOf, WALL, wallNow } from '../kernels/records.ts';
import type { GpuMeshes } from '../meshes/gpu-meshes.ts';
import type { CellGrid } from './cell-grid.ts';
import { gpuLawTable } from './gpu-law-table.ts';
import type { GpuPopulation } from './gpu-population.ts';
import { outsideBit, regionWords } from './gpu-regions.ts';
import { hasTurningWalls, wallPlane, writeWall, writeWallNow } from './gpu-walls.ts';

/** Offsets of uniform bindings are multiples of it. */
const STEP_INPUT_UNIT = 256;

/** A body in regions, a bit each. */
export interface Found {
  readonly index: number;
  readonly regions: number;
}

export interface EngineSettings {
  readonly grid: CellGrid;
  readonly timeStep: number;
  readonly skin: number;
  /** Largest overlap over the smaller radius; more is an error. */
  readonly overlapLimit: number;
  readonly gravity: readonly [number, number, number];
  readonly localDamping: number;
  readonly viscousKept: number;
  /** Masses of clumps are floats of it, kg. */
  readonly massUnit: number;
  /** Constants of laws, materials and walls, as the kernels' `Tables`. */
  readonly tables: Uint32Array<ArrayBuffer>;
  /** Bits of the law if all pairs have the same. */
  readonly law: number | undefined;
  /** Bytes of the inputs of one step, and their content besides the head. */
  readonly stepInputBytes: number;
  readonly writeWalls: (step: number, words: Uint32Array, at: number) => void;
  readonly meshes: GpuMeshes | undefined;
  /** Regions in which bodies are searched, as the kernels' `Region`. */
  readonly regions: Uint32Array<ArrayBuffer>;
  /** Regions, a bit each, in which bodies that are there after this many steps have to be taken out. */
  readonly outletsAt: (step: number) => number;
  /** The same for whenever a list is made. */
  readonly atLists: number;
  /** These are removed on the GPU, where the kind of bodies allows it, instead of stopping the GPU. */
  readonly takesAtLists: boolean;
  /** Removes the bodies found (index and regions of each, sorted by index). No submission is pending. */
  readonly onFound: (found: readonly Found[]) => Promise<void>;
  /** Notes bodies that were removed on the GPU when a list was made. */
  readonly onTaken: (words: Uint32Array) => void;
}

/** What differs between kinds of bodies. */
interface Differences {
  readonly grid: CellGrid;
  readonly skin: number;
  readonly meshes: GpuMeshes | undefined;
  readonly population: GpuPopulation;
  /** Numbers of the materials that bodies have, those to come too. */
  readonly materials: ReadonlySet<number>;
  /** What kernels multiply by the cube of a size to get a mass. */
  readonly massFactor: (density: number) => number;
  readonly massUnit?: number | undefined;
}

export function engineSettings(spec: SimulationSpec, own: Differences): EngineSettings {
  const { grid, skin, meshes, population } = own;
  const { halfSpaces: walls = [], damping, timeStep } = spec;
  const wallMaterials = walls.map(({ material }, k) => materialNumber(spec, material, `halfSpaces[${k}].material`));
  const law = gpuLawTable(spec, own.materials, new Set([...wallMaterials, ...(meshes?.materials ?? [])]));
  const record = tablesOf(spec.materials.length, walls.length);
  const tables = new Uint32Array(record.words);
  tables.set(law.words);
  const floats = new Float32Array(tables.buffer);
  spec.materials.forEach(({ density }, k) => {
    floats[record.at.densities + 4 * k] = own.massFactor(density);
  });
  walls.forEach((wall, k) => {
    const at = record.at.walls + WALL.words * k;
    writeWall(wallPlane(wall, 0).normal, wallMaterials[k], grid, tables, at);
    WALL.write(tables, at, { moves: wall.motion === undefined ? 0 : 1 });
  });
  const isTurning = hasTurningWalls(spec);
  const inputs = stepInputs(walls.length, isTurning, meshes?.count ?? 0);
  const perWall = wallNow(isTurning).words;
  const { global = 0, viscous = 0 } = damping ?? {};
  const { x, y, z } = vector3(spec.gravity);
  return {
    grid,
    timeStep,
    skin,
    overlapLimit: overlapLimit(spec),
    gravity: [x, y, z],
    localDamping: global,
    viscousKept: 1 - viscous * timeStep,
    massUnit: own.massUnit ?? 0,
    tables,
    law: law.law,
    stepInputBytes: Math.ceil(inputs.bytes / STEP_INPUT_UNIT) * STEP_INPUT_UNIT,
    writeWalls: (step, words, at) => {
      walls.forEach((wall, k) => {
        const material = isTurning ? wallMaterials[k] : undefined;
        writeWallNow(wall, grid, step * timeStep, timeStep, words, at + perWall * k, material);
      });
      meshes?.motions.write(step, words, at + inputs.at.meshes - STEP_HEAD.words);
    },
    meshes,
    regions: regionWords(spec, grid),
    outletsAt: (step) => population.outletsAt(step),
    atLists: spec.domain?.onEscape === 'delete' ? outsideBit(spec) : 0,
    takesAtLists: (spec.outlets?.length ?? 0) === 0,
    onFound: (found) => population.takeOut(found),
    onTaken: (words) => population.noteTaken(words),
  };
}
