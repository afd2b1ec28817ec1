// SPDX-License-Identifier: MIT
/** A study after reading: scenes, parameters, points, seeds and results. */
import type { CalibrationSpec } from '../../calibration/calibration-spec.ts';
import type { SourceTree } from '../../scene/source/source-tree.ts';
import type { Parameter } from '../points/parameter.ts';
import type { Design } from '../points/study-points.ts';
import type { SlurmOptions } from './slurm-fields.ts';
import type { ResultFields } from './study-schema.ts';

/** A number that is measured from each run. */
export interface ResultSpec extends Omit<ResultFields, 'scene'> {
  readonly name: string;
  /** Name of the scene. */
  readonly scene: string;
}

export interface Study {
  /** As messages call it; scene files are relative to its folder. */
  readonly file: string;
  readonly text: string;
  readonly title: string;
  /** Files by name; the only scene of a study has the name `scene`. */
  readonly scenes: ReadonlyMap<string, string>;
  /** Settings of all runs, `PATH=VALUE`. */
  readonly settings: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly design: Design;
  readonly constraints: readonly string[];
  /** Undefined: each run has the seed of its scene. Points of a calibration have seeds of their own. */
  readonly seeds: readonly number[] | undefined;
  readonly results: readonly ResultSpec[];
  readonly calibration: CalibrationSpec | undefined;
  /** For the executor of this name. */
  readonly slurm: SlurmOptions | undefined;
  /** Locations in the text, for messages. */
  readonly tree: SourceTree;
}

/** Name of the scene of a study that has one only. */
export const ONLY_SCENE = 'scene';
