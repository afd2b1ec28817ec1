// SPDX-License-Identifier: MIT
/** Reads scenes that the page has as text, with problems as locations in the text. Runs in a worker. */
import { estimates, type FoundScene, findScene, ScreeError, siteInMemory } from '../../../src/live.ts';
import type { SceneFacts, SceneText, TextProblem } from './protocol.ts';

/** Throws a ScreeError when the scene has problems, see `problemsOf`. */
export function foundScene({ file, text, files }: SceneText, settings: readonly string[] = []): FoundScene {
  return findScene(siteInMemory(file, text, files), settings);
}

interface PlacedProblem {
  readonly place: { readonly file?: string; readonly line: number; readonly column: number };
  readonly path: string;
  readonly message: string;
}

/** Problems of a scene with their locations; any other error is one problem of the whole scene. */
export function problemsOf(error: unknown): TextProblem[] {
  const listed = error instanceof ScreeError ? (error.details.problems as PlacedProblem[] | undefined) : undefined;
  if (listed === undefined) {
    return [{ line: 1, column: 1, path: '', message: error instanceof Error ? error.message : String(error) }];
  }
  return listed.map(({ place, path, message }) => ({ ...place, path, message }));
}

export function factsOf({ scene }: FoundScene): SceneFacts {
  const { simulation: spec, duration, events, title } = scene;
  const { bodiesAtStart, steps } = estimates(scene);
  const insertions = spec.insertions ?? [];
  return {
    title,
    duration,
    timeStep: spec.timeStep,
    // Stages may have time steps of their own.
    steps: events === undefined ? steps : undefined,
    bodies: bodiesAtStart,
    insertions: insertions.length,
  };
}
