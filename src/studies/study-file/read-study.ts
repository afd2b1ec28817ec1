// SPDX-License-Identifier: MIT
/** Reads study files. Reports all problems at once, as the scene reader does: line, column, path, value, remedy. */
import type { CalibrationSpec } from '../../calibration/calibration-spec.ts';
import { didYouMean } from '../../errors/near-names.ts';
import { MOST_SOBOL_DIMENSIONS } from '../../math/sobol.ts';
import { isUnitName } from '../../scene/expressions/expression.ts';
import { sceneError } from '../../scene/read-scene.ts';
import { readSceneText } from '../../scene/scene-file.ts';
import { problemsOfIssues } from '../../scene/schema/issue-problems.ts';
import { readSource } from '../../scene/source/read-source.ts';
import type { ScenePath, SceneProblem } from '../../scene/source/source-tree.ts';
import { givenValue, type Parameter, rangeProblem } from '../points/parameter.ts';
import { type Design, type Point, pointCount, studyPoints, violated } from '../points/study-points.ts';
import { ONLY_SCENE, type ResultSpec, type Study } from './study.ts';
import { type StudyFields, studySchema } from './study-schema.ts';
import { targetValue } from './target-value.ts';

/** Columns of the table that no parameter or result may be called. */
const OWN_COLUMNS = ['run', 'point', 'seed', 'state'];

/** A plan with more of them would not fit in memory. */
const MOST_RUNS = 1_000_000;

class StudyReader {
  readonly problems: SceneProblem[] = [];
  readonly #fields: StudyFields;

  constructor(fields: StudyFields) {
    this.#fields = fields;
  }

  note(path: ScenePath, message: string, at: 'key' | 'value' = 'value'): void {
    this.problems.push({ path, message, at });
  }

  scenes(): ReadonlyMap<string, string> {
    const { scene, scenes } = this.#fields;
    if (scene !== undefined && scenes !== undefined) this.note(['scenes'], 'give scene or scenes, not both', 'key');
    if (scene === undefined && (scenes === undefined || Object.keys(scenes).length === 0)) {
      this.note([], 'expected a scene file, scene: NAME.yaml, or several, scenes: { NAME: NAME.yaml }');
    }
    return scene === undefined ? new Map(Object.entries(scenes ?? {})) : new Map([[ONLY_SCENE, scene]]);
  }

  parameters(scenes: readonly string[]): Parameter[] {
    const { parameters, points, calibration } = this.#fields;
    const isList = Array.isArray(points);
    if (Object.keys(parameters).length === 0) this.note(['parameters'], 'expected at least one parameter');
    return Object.entries(parameters).map(([name, { set = `variables.${name}`, values, range, scenes: own }]) => {
      const path = ['parameters', name];
      if (OWN_COLUMNS.includes(name)) this.note(path, `the table has a column ${name}; choose another name`, 'key');
      if (isUnitName(name) && this.#fields.constraints.length > 0) {
        this.note(path, `${name} is a unit, so that 2 ${name} would have two meanings; choose another name`, 'key');
      }
      if (values !== undefined && range !== undefined) this.note(path, 'give values or a range, not both');
      if (values === undefined && range === undefined && !isList) this.note(path, 'expected values or a range');
      if (isList && (values ?? range) !== undefined) {
        this.note(path, 'the points are a list, which has the values; leave out values and range');
      }
      for (const [k, scene] of (own ?? []).entries()) {
        if (!scenes.includes(scene)) this.note([...path, 'scenes', k], unknownScene(scene, scenes));
      }
      const wrong = range && rangeProblem(range.from, range.to, range.scale);
      if (wrong !== undefined) this.note([...path, 'range', wrong.key], wrong.message);
      const parameter: Parameter = {
        name,
        paths: typeof set === 'string' ? [set] : set,
        scenes: own,
        values: values?.map(givenValue),
        range: range && {
          from: range.from.value,
          to: range.to.value,
          dimension: range.from.dimension,
          steps: range.steps,
          scale: range.scale,
          whole: range.whole,
        },
      };
      if (points === 'grid' && calibration === undefined && range !== undefined && range.steps === undefined) {
        this.note([...path, 'range'], 'a grid needs the number of steps: range: { from, to, steps }');
      }
      if (calibration !== undefined && range === undefined) {
        this.note(path, 'a calibration needs the range of each parameter: range: { from, to }');
      }
      return parameter;
    });
  }

  design(parameters: readonly Parameter[]): Design {
    const { points } = this.#fields;
    if (points === 'grid') return { kind: 'grid' };
    if (Array.isArray(points)) return { kind: 'list', points: this.#list(points, parameters) };
    const { latinHypercube, sobol } = points;
    if (latinHypercube !== undefined) return { kind: 'latinHypercube', ...latinHypercube };
    if (parameters.length > MOST_SOBOL_DIMENSIONS) {
      this.note(
        ['points', 'sobol'],
        `Sobol's sequence is known here for at most ${MOST_SOBOL_DIMENSIONS} parameters, got ${parameters.length}; ` +
          'use latinHypercube',
      );
    }
    return { kind: 'sobol', count: sobol?.count ?? 0 };
  }

  #list(points: readonly Readonly<Record<string, unknown>>[], parameters: readonly Parameter[]): Point[] {
    const names = parameters.map(({ name }) => name);
    return points.map((row, k) => {
      for (const name of Object.keys(row)) {
        if (!names.includes(name)) {
          this.note(
            ['points', k, name],
            `unknown parameter${didYouMean(name, names)}; there are ${names.join(', ')}`,
            'key',
          );
        }
      }
      return names.map((name) => {
        if (!Object.hasOwn(row, name)) this.note(['points', k], `has no value of the parameter ${name}`);
        return givenValue(row[name] ?? null);
      });
    });
  }

  /** Problems of the seeds, and of the number of runs that they make with the points. */
  seeds(scenes: readonly string[], parameters: readonly Parameter[], design: Design): readonly number[] | undefined {
    const { calibration } = this.#fields;
    const seeds = seedsOf(this.#fields.seeds);
    const seen = new Set<number>();
    for (const [k, seed] of (seeds ?? []).entries()) {
      if (seen.has(seed)) this.note(['seeds', k], `the seed ${seed} stands here twice; leave one out`);
      seen.add(seed);
    }
    const points = calibration?.budget ?? pointCount(parameters, design) ?? 0;
    const runs = points * (seeds?.length ?? 1) * Math.max(1, scenes.length);
    if (runs > MOST_RUNS) {
      const product = `${points} points x ${seeds?.length ?? 1} seeds x ${scenes.length} scenes`;
      const remedy = 'take fewer values, or a sample: points: { sobol: { count: … } }';
      this.note(['parameters'], `at most ${MOST_RUNS} runs, got ${runs}: ${product}; ${remedy}`, 'key');
    }
    return seeds;
  }

  /** Checks the constraints at one point: their words do not depend on the point. */
  checkConstraints(parameters: readonly Parameter[], design: Design): void {
    const { constraints } = this.#fields;
    const { points } = studyPoints(parameters, design.kind === 'grid' ? { kind: 'sobol', count: 1 } : design, []);
    const [first] = points;
    if (first === undefined) return;
    for (const [k, text] of constraints.entries()) {
      const problem = violated(first, parameters, [text])?.problem;
      if (problem !== undefined) this.note(['constraints', k], problem);
    }
  }

  results(scenes: readonly string[], parameters: readonly Parameter[]): ResultSpec[] {
    const [first = ONLY_SCENE] = scenes;
    if (Object.keys(this.#fields.results).length === 0) this.note(['results'], 'expected at least one result');
    return Object.entries(this.#fields.results).map(([name, { scene, ...fields }]) => {
      const path = ['results', name];
      if (OWN_COLUMNS.includes(name) || parameters.some((parameter) => parameter.name === name)) {
        this.note(path, `the table has a column ${name}; choose another name`, 'key');
      }
      if (scene === undefined && scenes.length > 1)
        this.note(path, `of which scene? add scene: ${scenes.join(' or ')}`);
      if (scene !== undefined && !scenes.includes(scene)) this.note([...path, 'scene'], unknownScene(scene, scenes));
      const { column, quantity, table, at, from, until, take } = fields;
      if ((column === undefined) === (quantity === undefined)) {
        this.note(path, 'expected a column of a table, or a quantity that is measured from the trajectory');
      }
      if (table !== undefined && column === undefined)
        this.note([...path, 'table'], 'of which column? add column: NAME');
      if (at !== undefined && (from ?? until) !== undefined) this.note([...path, 'at'], 'give at, or from and until');
      if (at !== undefined && take !== 'last')
        this.note([...path, 'take'], `at one time there is no ${take}; leave out at`);
      if (from !== undefined && until !== undefined && !(from < until)) {
        this.note([...path, 'until'], `expected a time later than from, ${from} s, got ${until} s`);
      }
      return { name, scene: scene ?? first, ...fields };
    });
  }

  calibration(parameters: readonly Parameter[]): CalibrationSpec | undefined {
    const { calibration, results, points } = this.#fields;
    if (calibration === undefined) return undefined;
    const names = Object.keys(results);
    if (points !== 'grid') this.note(['points'], 'a calibration chooses its points; leave out points', 'key');
    if (Object.keys(calibration.targets).length === 0) this.note(['calibration', 'targets'], 'expected at least one');
    const targets = Object.entries(calibration.targets).map(([result, { value, tolerance }]) => {
      const path = ['calibration', 'targets', result];
      if (!names.includes(result)) {
        this.note(path, `unknown result${didYouMean(result, names)}; there are ${names.join(', ')}`, 'key');
      }
      if (!(tolerance.value > 0)) this.note([...path, 'tolerance'], `expected a number > 0, got ${tolerance.text}`);
      const inUnit = (key: 'value' | 'tolerance', given: typeof value): number => {
        const fields = Object.hasOwn(results, result) ? results[result] : undefined;
        if (fields === undefined) return given.value;
        const converted = targetValue(given, fields);
        if ('value' in converted) return converted.value;
        this.note([...path, key], converted.problem);
        return given.value;
      };
      return { result, value: inUnit('value', value), tolerance: inUnit('tolerance', tolerance) };
    });
    const { start = Math.max(6, 4 * parameters.length), budget, batch } = calibration;
    if (start > budget) {
      this.note(['calibration', 'budget'], `expected at least the ${start} points of the start, got ${budget}`);
    }
    return { targets, budget, batch, start };
  }
}

function unknownScene(name: string, scenes: readonly string[]): string {
  return `unknown scene "${name}"${didYouMean(name, scenes)}; scenes: ${scenes.join(', ')}`;
}

function seedsOf(seeds: StudyFields['seeds']): readonly number[] | undefined {
  return typeof seeds === 'number' ? Array.from({ length: seeds }, (_, k) => k + 1) : seeds;
}

/**
 * The study that a YAML or JSON text describes; `file` is its name in messages. Throws a SceneError with one line a
 * problem, `study.yaml:7:13 parameters.friction.range.to: expected …`. The scenes are not read.
 */
export function readStudy(text: string, file: string): Study {
  if (text.trim() === '') {
    throw sceneError(file, [{ path: [], message: 'the file is empty; a study has a scene, parameters and results' }]);
  }
  const source = readSource(text, file);
  if ('problems' in source) throw sceneError(file, source.problems);
  const { tree } = source;
  const parsed = studySchema.safeParse(tree.value);
  if (!parsed.success) throw sceneError(file, problemsOfIssues(parsed.error.issues, tree.value), tree);
  const fields = parsed.data;
  const reader = new StudyReader(fields);
  const scenes = reader.scenes();
  const names = [...scenes.keys()];
  const parameters = reader.parameters(names);
  const design = reader.design(parameters);
  const results = reader.results(names, parameters);
  const calibration = reader.calibration(parameters);
  const seeds = reader.seeds(names, parameters, design);
  if (reader.problems.length === 0) reader.checkConstraints(parameters, design);
  if (reader.problems.length > 0) throw sceneError(file, reader.problems, tree);
  return {
    file,
    text,
    title: fields.title ?? file.replace(/^.*[\\/]/, '').replace(/\.\w+$/, ''),
    scenes,
    settings: Object.entries(fields.set).map(([path, value]) => `${path}=${givenValue(value).text}`),
    parameters,
    design,
    constraints: fields.constraints,
    seeds,
    results,
    calibration,
    slurm: fields.slurm,
    tree,
  };
}

/** Reads a study file. Throws a SceneError. */
export function readStudyFile(path: string): Study {
  return readStudy(readSceneText(path), path);
}
