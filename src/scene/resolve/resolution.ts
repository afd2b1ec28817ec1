// SPDX-License-Identifier: MIT
/** Shared context for resolving fields to a specification: the source of files and the list of problems. */
import { SceneError, ScreeError } from '../../errors.ts';
import type { FlowGrid } from '../../fields/field-spec.ts';
import type { MeshData } from '../../io/mesh-data.ts';
import type { CarriedState } from '../../simulation/state/carried-state.ts';
import type { BodyTable } from '../initial-state/body-rows.ts';
import { formatPath, type ScenePath, type SceneProblem } from '../source/source-tree.ts';

/** How the files that a scene names are found. */
export interface SceneFiles {
  /** The mesh in a file named in the scene; throws a ScreeError when it cannot be read. */
  readonly readMesh: (name: string) => MeshData;
  /** The path under which a module named in the scene is imported; throws a ScreeError when it is not there. */
  readonly modulePath: (name: string) => string;
  /** The text of an included file, relative to the scene; throws a ScreeError when it cannot be read. */
  readonly readText?: (name: string) => string;
  /** Velocities on a grid in a file; throws a ScreeError when it cannot be read. */
  readonly readFlow?: (name: string) => FlowGrid;
  /**
   * The bodies in a file or run folder, at a frame counted from 0 or at the last; throws a ScreeError if it has none.
   */
  readonly readBodies?: (name: string, frame: number | undefined) => BodyTable;
  /** The text of a table named in the scene; throws a ScreeError when it cannot be read. */
  readonly readTable?: (name: string) => string;
}

/** An entry under `bodies`, and how many bodies it became. */
export interface BodyEntry {
  readonly path: ScenePath;
  readonly count: number;
}

export class Resolution {
  readonly files: SceneFiles;
  readonly problems: SceneProblem[] = [];
  readonly warnings: string[] = [];
  /** The state of the run that all bodies come from. */
  carried: CarriedState | undefined;
  /** In the order of the bodies. */
  readonly bodyEntries: BodyEntry[] = [];

  constructor(files: SceneFiles) {
    this.files = files;
  }

  /** The result, or undefined and a problem at `path` when it throws one of our errors. */
  attempt<Result>(path: ScenePath, make: (pathText: string) => Result): Result | undefined {
    const pathText = formatPath(path);
    try {
      return make(pathText);
    } catch (error) {
      if (!(error instanceof ScreeError)) throw error;
      this.problems.push(problemOfError(error, path, pathText));
      return undefined;
    }
  }

  /** The vertices and facets of a mesh file in metres. */
  readMesh(path: ScenePath, name: string, scale: number): MeshData | undefined {
    const mesh = this.attempt(path, () => this.files.readMesh(name));
    if (mesh === undefined) return undefined;
    this.warnings.push(...mesh.warnings);
    return scale === 1 ? mesh : { ...mesh, vertices: mesh.vertices.map((coordinate) => coordinate * scale) };
  }
}

/** Bodies of a scene without files. */
export function noBodyFiles(name: string): never {
  throw new SceneError('no-files', `${name}: this scene was not read from a file, so there are no files beside it`);
}

/**
 * Constructors begin their messages with the path of the parameter, which may be deeper than the one they were given.
 */
function problemOfError(error: ScreeError, path: ScenePath, pathText: string): SceneProblem {
  const { message } = error;
  if (!message.startsWith(pathText)) return { path, message };
  const end = message.indexOf(': ', pathText.length);
  if (end < 0) return { path, message };
  const steps = [...message.slice(pathText.length, end).matchAll(/\.([^.[\]]+)|\[(\d+)\]/g)];
  const deeper = steps.map(([, key, index]) => key ?? Number(index));
  return { path: [...path, ...deeper], message: message.slice(end + 2) };
}

type WithoutUndefined<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/** A copy without the keys whose value is undefined. */
export function withoutUndefined<T extends object>(value: T): WithoutUndefined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as WithoutUndefined<T>;
}
