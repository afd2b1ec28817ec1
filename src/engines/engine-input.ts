// SPDX-License-Identifier: MIT
/** What an engine is given, and what it will write: the same form for both engines. */
import type { SimulationSpec } from '../simulation/simulation-spec.ts';
import type { Engine } from './engine-name.ts';
import type { ClumpShapes, StartBodies } from './start-bodies.ts';

/** Where a run of an engine begins. */
export interface EngineStart {
  /** Name of a restart file in the folder of the engine; without one the data file of the bodies is read. */
  readonly restart?: string;
  /** Leaves out what states are read from, which costs time: for benchmarks. */
  readonly isTimed?: boolean;
}

export interface EngineScene {
  readonly spec: SimulationSpec;
  readonly bodies: StartBodies;
  readonly clumps: ClumpShapes;
  readonly engine: Engine;
}

export interface EngineInput {
  /** Files that the commands read, by name in the folder of the engine. */
  readonly files: ReadonlyMap<string, string>;
  /** Commands up to the first step. */
  readonly lines: readonly string[];
  readonly readings: Readings;
}

/** Which parts of the scene the files of a state hold. */
export interface Readings {
  /** Columns of the file of atoms, in order. */
  readonly atomColumns: readonly string[];
  /** Half-spaces whose forces on atoms are three columns each, after the first ones. */
  readonly halfSpaces: readonly number[];
  /** Number of meshes; their numbers in the engine are those of the scene. */
  readonly meshes: number;
  /** Half-spaces that the engine has as triangles; their numbers in the engine follow those of the meshes. */
  readonly triangleHalfSpaces: readonly number[];
  /** Indices of the bodies that are clumps, in the order of their numbers in LIGGGHTS. */
  readonly clumps: readonly number[];
}

/** Columns of every state. */
export const ATOM_COLUMNS = [
  ...['id', 'x', 'y', 'z', 'vx', 'vy', 'vz'],
  ...['omegax', 'omegay', 'omegaz', 'fx', 'fy', 'fz', 'tqx', 'tqy', 'tqz'],
] as const;
/** After them in states of superquadrics: quaternions, w first. */
export const ORIENTATION_COLUMNS = ['quat1', 'quat2', 'quat3', 'quat4'] as const;
