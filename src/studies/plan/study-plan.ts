// SPDX-License-Identifier: MIT
/** The plan of a study: its points and cases, and which of them have ended in a folder. */

import { resolve } from 'node:path';
import { sha256 } from '../../runs/files/sha256.ts';
import type { ModuleTrust } from '../../runs/scenes/module-trust.ts';
import { sceneError } from '../../scene/read-scene.ts';
import { type Point, studyPoints } from '../points/study-points.ts';
import { unitsOf } from '../report/study-units.ts';
import type { Study } from '../study-file/study.ts';
import { type CheckedScenes, checkScenes, scenePath } from './check-scenes.ts';
import { casesAt, type StudyCase } from './study-case.ts';
import { type CaseRecord, measuredKey, STUDY_FORMAT, type StudyFolder, type StudyManifest } from './study-folder.ts';

export interface StudyPlan {
  readonly study: Study;
  readonly points: readonly Point[];
  /** Points that violate a constraint. */
  readonly left: number;
  readonly cases: readonly StudyCase[];
  readonly checked: CheckedScenes;
}

/** Corners of the ranges: the points of a calibration are not known yet, but lie between them. */
function cornersOf(study: Study): readonly Point[] {
  return studyPoints(
    study.parameters.map((parameter) => ({
      ...parameter,
      range: parameter.range && { ...parameter.range, steps: 2 },
    })),
    { kind: 'grid' },
    [],
  ).points;
}

/** Reads the scenes at the points. Throws a SceneError if a point is wrong, or if there is none. */
export function planStudy(study: Study, program: string, trust: ModuleTrust): StudyPlan {
  if (study.calibration !== undefined) {
    return { study, points: [], left: 0, cases: [], checked: checkScenes(study, cornersOf(study), trust) };
  }
  const { points, left } = studyPoints(study.parameters, study.design, study.constraints);
  if (points.length === 0) {
    const message = `no point satisfies all of them; ${left} were tried`;
    throw sceneError(study.file, [{ path: ['constraints'], message, at: 'key' }], study.tree);
  }
  const checked = checkScenes(study, points, trust);
  return { study, points, left, checked, cases: allCases(study, points, checked, program) };
}

export function allCases(
  study: Study,
  points: readonly Point[],
  { inputs }: CheckedScenes,
  program: string,
): StudyCase[] {
  return points.flatMap((point, index) => casesAt(study, point, index, inputs, program));
}

/** Of a study file. */
export function textHash(text: string): string {
  return sha256(new TextEncoder().encode(text));
}

export function manifestOf(
  { study, checked }: StudyPlan,
  points: readonly Point[],
  cases: readonly StudyCase[],
  { program, executor }: { readonly program: string; readonly executor: string },
): StudyManifest {
  const scenes = [...study.scenes.keys()].map((name) => {
    return [name, { path: scenePath(study, name), hashes: checked.inputs.get(name) ?? {} }] as const;
  });
  return {
    ...STUDY_FORMAT,
    program,
    title: study.title,
    file: resolve(study.file),
    sha256: textHash(study.text),
    executor,
    parameters: study.parameters.map(({ name }) => name),
    units: unitsOf(study),
    scenes: Object.fromEntries(scenes),
    results: study.results,
    points: points.map((point) => point.map(({ value }) => value)),
    cases,
  };
}

/** Whether nothing remains to be done for a case. With `retry`, cases that failed are to be run again. */
export function isOver(
  record: CaseRecord | undefined,
  { results }: Pick<StudyManifest, 'results'>,
  scene: string,
  retry = false,
): boolean {
  if (record === undefined || record.state === 'lost') return false;
  return record.state === 'failed' ? !retry : record.measured === measuredKey(results, scene);
}

/** Cases that remain to be run, each once. */
export function openCases(
  cases: readonly StudyCase[],
  folder: StudyFolder,
  manifest: Pick<StudyManifest, 'results'>,
  retry = false,
): StudyCase[] {
  const seen = new Set<string>();
  return cases.filter(({ id, scene }) => {
    if (seen.has(id)) return false;
    seen.add(id);
    return !isOver(folder.record(id), manifest, scene, retry);
  });
}
