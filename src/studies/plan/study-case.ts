// SPDX-License-Identifier: MIT
/** A case of a study: one run of one scene, at one point, with one seed. */
import { sha256 } from '../../runs/files/sha256.ts';
import { quantityText } from '../../scene/units/parse-quantity.ts';
import type { Parameter } from '../points/parameter.ts';
import type { Point } from '../points/study-points.ts';
import type { Study } from '../study-file/study.ts';

/** One run of a study: a scene with its settings and seed. */
export interface StudyCase {
  /**
   * Hash of the scene with its files, of the settings and of the program's version: equal cases are run once. Numbers
   * count by their values in SI units, so 1 m and 100 cm are equal.
   */
  readonly id: string;
  /** Name of the scene. */
  readonly scene: string;
  /** Number of the point in the study, from 0. */
  readonly point: number;
  /** Undefined: that of the scene. */
  readonly seed: number | undefined;
  /** `PATH=VALUE` */
  readonly settings: readonly string[];
}

/** Enough digits that a billion cases have different ids. */
const ID_DIGITS = 16;

const SEED_PATH = 'seed';
/** Seeds of scenes are integers below this. */
const SEEDS = 2 ** 53;

/**
 * Seeds of a point. A calibration gives each point seeds of its own, the given ones shifted by their span: with the
 * same for all points their common chance, such as one initial packing, would be a bias of the answer. Other studies
 * compare points, which equal seeds make easier.
 */
export function seedsAt({ seeds, calibration }: Pick<Study, 'seeds' | 'calibration'>, index: number) {
  if (calibration === undefined) return seeds ?? [undefined];
  const given = seeds ?? [1];
  const span = Math.max(...given) - Math.min(...given) + 1;
  return given.map((seed) => (seed + span * index) % SEEDS);
}

function isSetIn({ scenes }: Parameter, scene: string): boolean {
  return scenes === undefined || scenes.includes(scene);
}

interface CaseSetting {
  /** `PATH=VALUE` */
  readonly text: string;
  /** What it counts as in the id of a case. */
  readonly key: string;
  /** Number of the parameter that it comes from. */
  readonly parameter?: number;
}

/** Settings of a point in a scene. */
export function settingsAt(study: Study, point: Point, scene: string): readonly CaseSetting[] {
  return [
    ...study.settings.map((text) => ({ text, key: text })),
    ...study.parameters.flatMap((each, parameter) => {
      const given = point[parameter];
      if (given === undefined || !isSetIn(each, scene)) return [];
      const { value, dimension, text } = given;
      const counted = typeof value === 'number' && dimension !== undefined ? quantityText({ value, dimension }) : text;
      return each.paths.map((path) => ({ text: `${path}=${text}`, key: `${path}=${counted}`, parameter }));
    }),
  ];
}

/** The cases of a point, seed by seed; `inputs` are the hashes of the scenes with all files that they name. */
export function casesAt(
  study: Study,
  point: Point,
  index: number,
  inputs: ReadonlyMap<string, Readonly<Record<string, string>>>,
  program: string,
): StudyCase[] {
  const seeds: readonly (number | undefined)[] = seedsAt(study, index);
  return seeds.flatMap((seed) =>
    [...study.scenes.keys()].map((scene) => {
      const own = settingsAt(study, point, scene);
      const seeded = seed === undefined ? [] : [`${SEED_PATH}=${seed}`];
      const settings = [...own.map(({ text }) => text), ...seeded];
      const hashes = Object.entries(inputs.get(scene) ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
      const key = JSON.stringify({ program, hashes, settings: [...own.map((each) => each.key), ...seeded] });
      const id = sha256(new TextEncoder().encode(key)).slice(0, ID_DIGITS);
      return { id, scene, point: index, seed, settings };
    }),
  );
}
