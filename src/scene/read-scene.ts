// SPDX-License-Identifier: MIT
/** Reads scenes. Reports all problems at once, with file, line, column, path, value and remedy. Uses no Node module. */
import { MeshError, SceneError } from '../errors.ts';
import { compareLocations, describeProblem, locatedProblem } from './located-text.ts';
import { referenceProblems } from './references.ts';
import { Resolution, type SceneFiles } from './resolve/resolution.ts';
import { resolveScene } from './resolve/resolve-scene.ts';
import type { Scene } from './scene.ts';
import type { SceneOrigin } from './scene-origin.ts';
import { type SceneSource, sceneSource } from './scene-source.ts';
import { passedOverNames, problemsOfIssues } from './schema/issue-problems.ts';
import { sceneSchema } from './schema/scene-schema.ts';
import type { SceneProblem, SourceTree } from './source/source-tree.ts';

/** Problems shown of a scene that has more; the first in the order of the text. */
export const MOST_PROBLEMS_SHOWN = 20;

/** Name, files and changed values of a scene that is read. */
export interface ReadSceneOptions {
  /** Name of the scene in messages; it selects the format: JSON if it ends in .json, otherwise YAML. */
  readonly file?: string;
  /** Source of the meshes and modules that the scene names; without it, naming one is an error. */
  readonly files?: SceneFiles;
  /** Values that replace those of the scene, such as `materials.glass.friction=0.4`. */
  readonly settings?: readonly string[];
}

const NO_FILES: SceneFiles = {
  readMesh: (name) => {
    throw new MeshError('no-files', `${name}: this scene was not read from a file, so there are no files beside it`);
  },
  modulePath: (name) => name,
};

/** The error that lists problems: `details.problems` has all of them as plain data. */
export function sceneError(file: string, problems: readonly SceneProblem[], tree?: SourceTree): SceneError {
  const placed = problems.map((problem) => locatedProblem(problem, tree)).sort(compareLocations);
  const lines = placed.slice(0, MOST_PROBLEMS_SHOWN).map((problem) => describeProblem(file, problem));
  const more = placed.length - lines.length;
  if (more > 0) lines.push(`${file}: and ${more} more ${more === 1 ? 'problem' : 'problems'}`);
  return new SceneError('scene', lines.join('\n'), { file, problems: placed });
}

/**
 * The scene that a YAML or JSON text describes, in SI units.
 *
 * @throws SceneError whose message has one line a problem, `scene.yaml:14:11 bodies.ball.shape.sphere.radius: expected
 * a length > 0, got -0.1`.
 *
 * @example
 * ```ts
 * import { readScene } from 'scree';
 *
 * const { duration } = readScene(`
 * time: { duration: 20 ms, timeStep: 10 us }
 * gravity: [0, 0, -9.81]
 * materials: { glass: { density: 2500, stiffness: 5000 } }
 * law: { normal: linear }
 * bodies: { ball: { shape: { sphere: { radius: 1 cm } }, material: glass, position: [0, 0, 0] } }
 * `);
 * console.log(duration); // 0.02
 * ```
 */
export function readScene(text: string, options: ReadSceneOptions = {}): Scene {
  return readComposedScene(text, options).scene;
}

/** The scene with the values it was made from. */
export function readComposedScene(
  text: string,
  options: ReadSceneOptions,
): { scene: Scene; source: Omit<SceneSource, 'problems'>; origin: SceneOrigin } {
  const { file = 'scene', files = NO_FILES, settings = [] } = options;
  const source = sceneSource(text, file, files, settings);
  if (!('tree' in source)) throw sceneError(file, source.problems);
  const { tree } = source;
  if (source.problems.length > 0) throw sceneError(file, source.problems, tree);
  const parsed = sceneSchema.safeParse(tree.value);
  const problems = [
    ...(parsed.success ? passedOverNames(tree.value) : problemsOfIssues(parsed.error.issues, tree.value)),
    ...referenceProblems(tree.value),
  ];
  if (!parsed.success || problems.length > 0) throw sceneError(file, problems, tree);
  const resolution = new Resolution(files);
  const scene = resolveScene(parsed.data, file, resolution);
  if (resolution.problems.length > 0) throw sceneError(file, resolution.problems, tree);
  return { scene, source, origin: { tree, bodyEntries: resolution.bodyEntries } };
}
