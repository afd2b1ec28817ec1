// SPDX-License-Identifier: MIT
/** What the lines of an input script say, collected before the scene is written. */

import type { MeshData } from '../../io/mesh-data.ts';
import type { Vector3 } from '../../math/vector.ts';
import type { ImportRemark, RemarkKind } from './import-remark.ts';
import { type ScriptCommand, ScriptProblem } from './input-script.ts';

export type Axis = 'x' | 'y' | 'z';
export const AXES: readonly Axis[] = ['x', 'y', 'z'];

export type InputRegion =
  | { readonly kind: 'block'; readonly min: Vector3; readonly max: Vector3 }
  | { readonly kind: 'cylinder'; readonly from: Vector3; readonly to: Vector3; readonly radius: number }
  | { readonly kind: 'sphere'; readonly centre: Vector3; readonly radius: number };

/** Where an entry of the scene comes from. */
export interface Sourced {
  readonly line: number;
}

export interface InputTemplate extends Sourced {
  readonly type: number;
  readonly density: number;
  readonly shape:
    | { readonly kind: 'sphere'; readonly radius: Sizes }
    | { readonly kind: 'clump'; readonly spheres: readonly { readonly centre: Vector3; readonly radius: number }[] }
    | { readonly kind: 'superquadric'; readonly semiAxes: Vector3; readonly n1: number; readonly n2: number };
}

/** Radii, m. */
export type Sizes =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'uniform'; readonly least: number; readonly largest: number }
  | { readonly kind: 'normal'; readonly mean: number; readonly deviation: number };

export interface InputDistribution extends Sourced {
  /** Templates and their shares, by mass or by number. */
  readonly parts: readonly { readonly template: string; readonly weight: number }[];
  readonly isByMass: boolean;
}

export interface InputWall extends Sourced {
  readonly id: string;
  readonly type: number;
  readonly axis: Axis;
  readonly at: number;
}

export interface InputMesh extends Sourced {
  readonly id: string;
  readonly type: number;
  readonly file: string;
  readonly scale: number;
  readonly position: Vector3;
  readonly orientation: readonly number[] | undefined;
  readonly surface: Vector3 | undefined;
  motion: InputMotion | undefined;
  /** Line of the `wall/gran` that makes it a wall; one without it is no wall. */
  wallLine: number | undefined;
}

/** Vertices and facets of a wall that has no file. */
export interface InputCylinder extends Sourced {
  readonly id: string;
  readonly type: number;
  readonly axis: Axis;
  readonly radius: number;
  /** A point of its axis. */
  readonly centre: Vector3;
}

export interface InputMotion extends Sourced {
  readonly id: string;
  readonly velocity?: Vector3;
  readonly rotation?: { readonly axis: Vector3; readonly through: Vector3; readonly rate: number };
  readonly oscillation?: { readonly amplitude: Vector3; readonly frequency: number };
  readonly from: number;
  until?: number;
}

export interface InputInsertion extends Sourced {
  readonly id: string;
  readonly distribution: string;
  readonly region: InputRegion;
  /** All of a body lies in the region, not just its centre. */
  readonly isAllIn: boolean;
  readonly count: number | undefined;
  readonly mass: number | undefined;
  readonly fraction: number | undefined;
  readonly rate: number | undefined;
  readonly massRate: number | undefined;
  readonly velocity: Vector3 | undefined;
  readonly isTurned: boolean;
  readonly from: number;
  until?: number;
}

export interface InputBody extends Sourced {
  readonly type: number;
  diameter: number;
  density: number;
  readonly position: Vector3;
  velocity: Vector3 | undefined;
  /** A lattice along the axes. */
  readonly lattice: { readonly count: readonly number[]; readonly spacing: number } | undefined;
}

/** Parts of the contact law; the numbers of materials are in `properties`. */
export interface InputLaw extends Sourced {
  readonly normal: 'hertz' | 'hooke' | 'hooke/stiffness';
  readonly tangential: boolean;
  /** Of the scene; undefined: none. */
  readonly rolling: 'model-a' | 'epsd' | 'epsd2' | undefined;
  readonly cohesion: boolean;
  readonly isCut: boolean;
  /** Damping coefficients are not multiplied by the effective mass. */
  readonly isAbsolute: boolean;
}

export interface InputProperty extends Sourced {
  readonly values: readonly number[];
}

/** Files beside the input. */
export interface InputFiles {
  readMesh(path: string): MeshData;
  readText(path: string): string;
  /** The path of a file of the input as the scene has to name it. */
  named(path: string): string;
}

/** A part of the script that one scene can hold: from its start, or from what could not change within a scene. */
export class InputDraft {
  readonly files: InputFiles;
  readonly remarks: ImportRemark[] = [];
  types = 1;
  box: { readonly line: number; readonly min: Vector3; readonly max: Vector3 } | undefined;
  boundary: { readonly line: number; readonly styles: readonly string[] } = { line: 0, styles: ['p', 'p', 'p'] };
  isLossIgnored = false;
  readonly properties = new Map<string, InputProperty>();
  law: InputLaw | undefined;
  gravity: (Sourced & { readonly id: string; readonly vector: Vector3 }) | undefined;
  timeStep: (Sourced & { readonly value: number }) | undefined;
  readonly regions = new Map<string, InputRegion>();
  readonly templates = new Map<string, InputTemplate>();
  readonly distributions = new Map<string, InputDistribution>();
  walls: InputWall[] = [];
  cylinders: InputCylinder[] = [];
  readonly meshes = new Map<string, InputMesh>();
  insertions: InputInsertion[] = [];
  bodies: InputBody[] = [];
  /** Bodies and distributions of the scenes before, of which there may be bodies in this one. */
  earlierBodies: InputBody[] = [];
  earlierDistributions: string[] = [];
  bodyFiles: (Sourced & { readonly file: string; readonly isRun: boolean })[] = [];
  /** Atom types of groups. */
  readonly groups = new Map<string, readonly number[]>();
  readonly frozenTypes = new Set<number>();
  readonly computes = new Map<string, string>();
  latticeSpacing: number | undefined;
  outputs: { vtk?: number; contacts?: boolean; thermo?: number; columns: readonly string[]; lines: number[] } = {
    columns: ['atoms', 'ke'],
    lines: [],
  };
  /** Simulated time of this scene, s, and the lines of its runs. */
  duration = 0;
  steps = 0;
  runLines: number[] = [];
  /** Time at which this scene begins, in that of the script. */
  begin = 0;

  constructor(files: InputFiles) {
    this.files = files;
  }

  get usedDistributions(): string[] {
    return [...new Set([...this.earlierDistributions, ...this.insertions.map(({ distribution }) => distribution)])];
  }

  remark(kind: RemarkKind, { line, text }: ScriptCommand, problem: string, remedy = ''): void {
    // Each scene of an input is written from the same lines.
    const isKnown = this.remarks.some((each) => each.line === line && each.problem === problem);
    if (!isKnown) this.remarks.push({ kind, line, command: text, problem, remedy });
  }

  /** Of which there are none in the input: units, or a law. */
  complain(problem: string, remedy: string): void {
    this.remarks.push({ kind: 'left-out', line: 1, command: '', problem, remedy });
  }
}

/** A finite number. Throws a ScriptProblem that names it. */
export function numberOf(word: string | undefined, what: string): number {
  const value = word === undefined || word === '' ? Number.NaN : Number(word);
  if (Number.isFinite(value)) return value;
  throw new ScriptProblem(
    `${what}: expected a number, got ${word === undefined ? 'the end of the line' : `"${word}"`}`,
  );
}

/** Three numbers from a place of the words on. */
export function vectorOf(words: readonly string[], at: number, what: string): Vector3 {
  const [x = 0, y = 0, z = 0] = [0, 1, 2].map((k) => numberOf(words[at + k], what));
  return { x, y, z };
}
