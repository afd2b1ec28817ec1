// SPDX-License-Identifier: MIT
/** Errors about a specification, with the lines of the scene file that they come from. */
import { SceneError } from '../../errors.ts';
import { sceneError } from '../../scene/read-scene.ts';
import type { Scene } from '../../scene/scene.ts';
import { problemsOfSpec, type SceneOrigin, type SpecProblem } from '../../scene/scene-origin.ts';

/** A path of the specification at the beginning of a message. */
const PATH_FIRST = /^([a-z]\w*(?:\[\d+\]|\.\w+)*): ([\s\S]+)$/;
/** Of an error that names none. */
const DEVICE_REMEDY = 'run with --device cpu';

function problemsOf({ details, message }: SceneError): readonly SpecProblem[] {
  if (Array.isArray(details.refusals)) return details.refusals as readonly SpecProblem[];
  const [, path, problem] = PATH_FIRST.exec(message) ?? [];
  return path === undefined || problem === undefined ? [] : [{ path, problem }];
}

/** The same error with `scene.yaml:LINE:COLUMN` before each problem; other errors as they are. */
export function locatedError(error: unknown, { scene, origin }: { scene: Scene; origin: SceneOrigin }): unknown {
  if (!(error instanceof SceneError)) return error;
  const problems = problemsOfSpec(problemsOf(error), scene.simulation, origin);
  if (problems.length === 0) return error;
  const { message, details } = sceneError(scene.file, problems, origin.tree);
  const remedy = typeof error.details.remedy === 'string' ? error.details.remedy : DEVICE_REMEDY;
  return new SceneError(error.code, message.includes(remedy) ? message : `${message}\n${remedy}`, details);
}
