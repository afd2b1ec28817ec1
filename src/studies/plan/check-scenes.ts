// SPDX-License-Identifier: MIT
/**
 * Reads the scenes of a study at its points before anything runs: wrong paths and values are problems at their lines of
 * the study file. A point is read if it has a value that no point before it has, or an end of a range.
 */
import { dirname, resolve } from 'node:path';
import { SceneError } from '../../errors.ts';
import { sha256 } from '../../runs/files/sha256.ts';
import type { ModuleTrust } from '../../runs/scenes/module-trust.ts';
import { readAnyBodies } from '../../runs/scenes/run-bodies.ts';
import { findScene } from '../../runs/scenes/scene-copy.ts';
import { siteBeside } from '../../runs/scenes/scene-on-disk.ts';
import { type Estimates, estimates } from '../../scene/check/estimates.ts';
import { measuredQuantity } from '../../scene/measured-quantity.ts';
import { sceneError } from '../../scene/read-scene.ts';
import type { Scene } from '../../scene/scene.ts';
import { SETTING_MARK } from '../../scene/settings.ts';
import type { ScenePath, SceneProblem, SourceLocation } from '../../scene/source/source-tree.ts';
import { columnsOfScene } from '../cases/measured-tables.ts';
import type { Point } from '../points/study-points.ts';
import type { ResultSpec, Study } from '../study-file/study.ts';
import { settingsAt } from './study-case.ts';

/** A problem in the details of `sceneError`. */
interface LocatedProblem {
  readonly place: SourceLocation;
  readonly path: string;
  readonly message: string;
}

/** Hashes of a scene and of the files that it names, by kind and name. */
export type InputHashes = Readonly<Record<string, string>>;

export interface CheckedScenes {
  /** By the name of the scene. */
  readonly inputs: ReadonlyMap<string, InputHashes>;
  /** Each scene at the first point. */
  readonly scenes: ReadonlyMap<string, Scene>;
  /** What `scree check` expects of each scene, at every point that was read. */
  readonly sizes: ReadonlyMap<string, readonly Estimates[]>;
}

/** Path of a scene of the study. */
export function scenePath({ file, scenes }: Pick<Study, 'file' | 'scenes'>, name: string): string {
  return resolve(dirname(file), scenes.get(name) ?? '');
}

/** Points that between them have every value of a list, and of each range the lowest and the highest value. */
export function telltalePoints({ parameters }: Pick<Study, 'parameters'>, points: readonly Point[]): Point[] {
  const seen = new Set<string>();
  const extremes = parameters.map(({ range }, k) => {
    if (range === undefined) return undefined;
    const values = points.map((point) => Number(point[k]?.value));
    return [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
  });
  return points.filter((point, index) => {
    const news = point.filter(({ value, text }, k) => {
      const ends = extremes[k];
      const key = `${k} ${text}`;
      if (seen.has(key) || (ends !== undefined && !ends.includes(Number(value)))) return false;
      seen.add(key);
      return true;
    });
    return index === 0 || news.length > 0;
  });
}

/** A problem of the study, and what tells it from others: a path that does not exist is wrong for each value alike. */
interface FoundProblem {
  readonly problem: SceneProblem;
  readonly key: string;
}

function foundProblem(problem: SceneProblem, key: unknown = problem): FoundProblem {
  return { problem, key: JSON.stringify(key) };
}

/** Path of a parameter in the study file. */
function placeOf(study: Study, parameter: number): ScenePath {
  return ['parameters', study.parameters[parameter]?.name ?? ''];
}

type Settings = ReturnType<typeof settingsAt>;

/**
 * What in the study makes a problem at a line of the scene, such as a variable with a value that does not suit an
 * expression there; undefined for a problem that the scene has by itself.
 */
function causeOf(
  study: Study,
  settings: Settings,
  hasProblem: (settings: Settings) => boolean,
): { readonly at: ScenePath; readonly settings: Settings } | undefined {
  if (hasProblem([])) return undefined;
  const common = settings.filter(({ parameter }) => parameter === undefined);
  if (hasProblem(common)) return { at: ['set'], settings: common };
  for (const k of study.parameters.keys()) {
    const own = settings.filter(({ parameter }) => parameter === k);
    if (hasProblem([...common, ...own])) return { at: placeOf(study, k), settings: own };
  }
  return { at: ['parameters'], settings: settings.filter(({ parameter }) => parameter !== undefined) };
}

/** The problems of a scene as those of the study: what a parameter set is wrong where the parameter stands. */
function problemsOf(
  error: SceneError,
  study: Study,
  scene: string,
  settings: Settings,
  trust: ModuleTrust,
): FoundProblem[] {
  const { problems } = error.details;
  const where = study.scenes.size > 1 ? ['scenes', scene] : ['scene'];
  if (!Array.isArray(problems)) return [foundProblem({ path: where, message: error.message })];
  return (problems as LocatedProblem[]).map(({ place, path, message }): FoundProblem => {
    if (place.file?.startsWith(SETTING_MARK)) {
      const text = place.file.slice(SETTING_MARK.length);
      const parameter = settings.find((setting) => setting.text === text)?.parameter;
      const target = text.slice(0, text.indexOf('='));
      const at: ScenePath = parameter === undefined ? ['set', target] : placeOf(study, parameter);
      return foundProblem({ path: at, message: `${text}: ${message}` }, { at, target, message });
    }
    const location = { ...place, file: place.file ?? scenePath(study, scene) };
    const told = path === '' ? message : `${path}: ${message}`;
    const cause = causeOf(study, settings, (some) => hasProblem(scenePath(study, scene), path, some, trust));
    if (cause === undefined) return foundProblem({ path: [], message: told, location });
    const given = cause.settings.map(({ text }) => text).join(', ');
    const { file, line, column } = location;
    const { at } = cause;
    return foundProblem({ path: at, message: `${given}: ${file}:${line}:${column} ${told}` }, { at, location });
  });
}

/** Whether a scene has a problem at a path with some settings. */
function hasProblem(file: string, path: string, settings: Settings, trust: ModuleTrust): boolean {
  const texts = settings.map(({ text }) => text);
  try {
    sceneWithHashes(file, texts, trust);
    return false;
  } catch (error) {
    if (!(error instanceof SceneError)) throw error;
    const { problems } = error.details;
    return Array.isArray(problems) && (problems as LocatedProblem[]).some((each) => each.path === path);
  }
}

/** A scene at one point, and the hashes of its file and of those that it names there. */
export function sceneWithHashes(
  path: string,
  settings: readonly string[],
  trust: ModuleTrust,
): { readonly scene: Scene; readonly hashes: InputHashes } {
  const site = siteBeside(path, readAnyBodies, trust);
  const { scene, includes, meshes, modules, bodies } = findScene(site, settings);
  const ofText = (text: string): string => sha256(new TextEncoder().encode(text));
  const hashes = {
    scene: sha256(site.bytes),
    ...Object.fromEntries([...includes].map(([name, text]) => [`include ${name}`, ofText(text)])),
    ...Object.fromEntries([...meshes].map(([name, bytes]) => [`mesh ${name}`, sha256(bytes)])),
    ...Object.fromEntries([...modules].map(([name, { bytes }]) => [`module ${name}`, sha256(bytes)])),
    ...Object.fromEntries([...bodies].map(([name, text]) => [`bodies ${name}`, ofText(text)])),
  };
  return { scene, hashes };
}

function resultProblem(result: ResultSpec, { outputs, duration }: Scene): string | undefined {
  const { column, table, quantity, at, from } = result;
  const late = at ?? from ?? 0;
  if (late > duration) return `the run ends at ${duration} s, before ${late} s`;
  if (quantity !== undefined) {
    const measured = measuredQuantity(quantity);
    if (measured === undefined) return `unknown quantity "${quantity}"; expected region.NAME.… or plane.NAME.…`;
    if (measured.columns.length !== 1) {
      return `${quantity} has ${measured.columns.length} components; take one: ${measured.columns.join(', ')}`;
    }
    const places = measured.kind === 'plane' ? outputs.analysis.planes : outputs.analysis.regions;
    if (!places.has(measured.name)) {
      return `the scene has no ${measured.kind} "${measured.name}"; there are ${[...places.keys()].join(', ') || 'none'}`;
    }
    return outputs.trajectory === undefined
      ? 'is measured from the trajectory; add trajectory: { every: … } to the outputs of the scene'
      : undefined;
  }
  const tables = columnsOfScene(outputs);
  if (table !== undefined && !tables.has(table)) {
    return `the scene has no table "${table}"; there are ${[...tables.keys()].join(', ') || 'none'}`;
  }
  const holders = [...tables].filter(([name, columns]) => (table ?? name) === name && columns.includes(column ?? ''));
  if (holders.length === 0) {
    const known = [...tables].flatMap(([name, columns]) => (table === undefined || table === name ? columns : []));
    return `no table of the scene has the column "${column}"; there are ${known.join(', ') || 'none: add csv to its outputs'}`;
  }
  return holders.length === 1
    ? undefined
    : `the tables ${holders.map(([name]) => name).join(' and ')} have this column; add table: NAME`;
}

/**
 * Throws a SceneError of the study file if a scene cannot be read at one of the points, or if a result cannot be
 * measured from it.
 */
export function checkScenes(study: Study, points: readonly Point[], trust: ModuleTrust): CheckedScenes {
  const problems: SceneProblem[] = [];
  const inputs = new Map<string, InputHashes>();
  const scenes = new Map<string, Scene>();
  const sizes = new Map<string, Estimates[]>();
  const told = new Set<string>();
  for (const name of study.scenes.keys()) {
    const all: Record<string, string> = {};
    for (const point of telltalePoints(study, points)) {
      const settings = settingsAt(study, point, name);
      try {
        const texts = settings.map(({ text }) => text);
        const { scene, hashes } = sceneWithHashes(scenePath(study, name), texts, trust);
        Object.assign(all, hashes);
        if (!scenes.has(name)) scenes.set(name, scene);
        sizes.set(name, [...(sizes.get(name) ?? []), estimates(scene)]);
      } catch (error) {
        if (!(error instanceof SceneError)) throw error;
        for (const { problem, key } of problemsOf(error, study, name, settings, trust)) {
          if (!told.has(key)) problems.push(problem);
          told.add(key);
        }
      }
    }
    inputs.set(name, all);
    const scene = scenes.get(name);
    if (scene === undefined) continue;
    for (const result of study.results) {
      const problem = result.scene === name ? resultProblem(result, scene) : undefined;
      if (problem !== undefined) problems.push({ path: ['results', result.name], message: problem });
    }
  }
  if (problems.length > 0) throw sceneError(study.file, problems, study.tree);
  return { inputs, scenes, sizes };
}
