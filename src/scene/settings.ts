// SPDX-License-Identifier: MIT
/**
 * Values set from outside, `materials.glass.friction=0.4`, as on the command line. The path is checked against the
 * schema: a misspelt step is an error with similar names, and no new key is created. The value `null` removes a part.
 */

import { didYouMean } from '../errors/near-names.ts';
import { describeValue } from './describe-value.ts';
import type { JsonSchema } from './schema/json-schema.ts';
import { itemForms, keyForms, namedForms, propertiesOf, rootForms } from './schema/schema-walk.ts';
import { defineValue, isMapping } from './source/merge-trees.ts';
import type { SceneTexts } from './source/scene-texts.ts';
import type { SceneProblem } from './source/source-tree.ts';
import { readYamlTree } from './source/yaml-tree.ts';

const MOST_NAMES_LISTED = 20;
const STEP = /([^.[\]]+)|\[(\d+)\]/y;

/** How messages name a setting, instead of a file with line and column. */
export const SETTING_MARK = '--set ';

interface Setting {
  readonly text: string;
  readonly steps: readonly string[];
  readonly value: string;
}

/** A setting in its parts, or an error in its form. */
function parseSetting(text: string): Setting | { readonly problem: string } {
  const equals = text.indexOf('=');
  const path = equals < 0 ? '' : text.slice(0, equals).trim();
  const value = text.slice(equals + 1).trim();
  const problem = `expected PATH=VALUE, such as materials.glass.friction=0.4, got "${text}"`;
  if (path === '' || value === '') return { problem };
  const steps: string[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < path.length) {
    if (steps.length > 0 && path[STEP.lastIndex] === '.') STEP.lastIndex++;
    const [, name, index] = STEP.exec(path) ?? [];
    const step = name ?? index;
    if (step === undefined) return { problem };
    steps.push(step);
  }
  return { text, steps, value };
}

/** Follows one path through the schema; `holder` is the mapping or list in which the next step is looked up. */
export class SettingWalk {
  readonly #steps: readonly string[];
  #forms: readonly JsonSchema[] = rootForms();

  constructor(steps: readonly string[]) {
    this.#steps = steps;
  }

  /** The forms that a value may have at the present end of the path. */
  get forms(): readonly JsonSchema[] {
    return this.#forms;
  }

  /** The problem of step number `i`, given the value in which it is looked up; continues with its schema. */
  step(i: number, holder: unknown): string | undefined {
    const step = this.#steps[i];
    const above = this.#steps.slice(0, i).join('.');
    const here = this.#forms;
    if (Array.isArray(holder)) {
      if (!/^\d+$/.test(step) || Number(step) >= holder.length) {
        return `${above} is a list of ${holder.length}, there is no ${above}[${step}]; entries count from 0`;
      }
      this.#forms = itemForms(here, Number(step));
      return undefined;
    }
    if (!isMapping(holder)) return `${above} is ${describeValue(holder)}, which has no ${step}`;
    const known = keyForms(here, step);
    if (known.length > 0) {
      this.#forms = known;
      return undefined;
    }
    const named = namedForms(here);
    if (named.length === 0)
      return unknownKey(
        step,
        above,
        here.flatMap((schema) => Object.keys(propertiesOf(schema))),
      );
    this.#forms = named;
    return Object.hasOwn(holder, step) ? undefined : unknownName(step, above, Object.keys(holder));
  }
}

function unknownKey(step: string, above: string, allowed: readonly string[]): string {
  const where = above === '' ? 'a scene' : above;
  if (allowed.length === 0) return `${where} has no parts`;
  const near = didYouMean(step, allowed);
  return `${where} has no key ${step}${near === '' ? ';' : near} allowed: ${allowed.join(', ')}`;
}

function unknownName(step: string, above: string, names: readonly string[]): string {
  if (names.length === 0) return `there is no ${above}.${step}; the scene has no ${above}`;
  const more = names.length > MOST_NAMES_LISTED ? ', …' : '';
  return (
    `there is no ${above}.${step}${didYouMean(step, names)}; ${above}: ` +
    `${names.slice(0, MOST_NAMES_LISTED).join(', ')}${more}`
  );
}

/** A copy of a mapping or list with one part replaced, with the location in the text of the setting. */
function replaced(holder: object, step: string, value: unknown, offset: number, texts: SceneTexts): object {
  const copy: object = Array.isArray(holder) ? [...holder] : { ...holder };
  defineValue(copy, step, value);
  const marks = texts.marks.get(holder);
  const keys = marks?.keys;
  const index = keys === undefined ? (Array.isArray(holder) ? Number(step) : 0) : keys.indexOf(step);
  const offsets = [...(marks?.offsets ?? [])];
  const at = index < 0 ? offsets.length : 2 * index;
  offsets[at] = offset;
  offsets[at + 1] = offset;
  const newKeys = Array.isArray(holder) ? undefined : index < 0 ? [...(keys ?? []), step] : (keys ?? [step]);
  texts.marks.set(copy, { start: marks?.start ?? offset, keys: newKeys, offsets });
  return copy;
}

function applyOne(root: unknown, setting: Setting, texts: SceneTexts): { value: unknown } | { problem: string } {
  const { text, steps, value: valueText } = setting;
  if (steps[0] === 'include') return { problem: 'included files cannot be set, only what stands in them' };
  const source = readYamlTree(valueText);
  if ('problems' in source) return { problem: source.problems[0]?.message ?? 'not a value' };
  const offset = texts.add(`${SETTING_MARK}${text}`, valueText, source.tree);
  const walk = new SettingWalk(steps);
  const apply = (holder: unknown, i: number): object => {
    const problem = walk.step(i, holder);
    if (problem !== undefined) throw new WrongStep(problem);
    const step = steps[i];
    const part = (holder as Readonly<Record<string, unknown>>)[step];
    const isLast = i === steps.length - 1;
    if (isLast && source.tree.value === null) {
      if (Array.isArray(holder)) throw new WrongStep('an entry of a list cannot be removed; set the whole list');
      return texts.without(holder as Readonly<Record<string, unknown>>, step);
    }
    // A missing section may be set; keys that the schema does not have were refused above.
    const value = isLast ? source.tree.value : apply(part === undefined ? {} : part, i + 1);
    return replaced(holder as object, step, value, offset, texts);
  };
  try {
    return { value: apply(root, 0) };
  } catch (error) {
    if (error instanceof WrongStep) return { problem: error.message };
    throw error;
  }
}

/** Raised inside this file only. */
class WrongStep extends Error {}

/** The scene's values with the settings applied, in their order; every setting that cannot be applied is a problem. */
export function applySettings(
  value: unknown,
  settings: readonly string[],
  texts: SceneTexts,
): { value: unknown; problems: SceneProblem[] } {
  const problems: SceneProblem[] = [];
  let result = value;
  for (const text of settings) {
    const setting = parseSetting(text);
    const applied = 'problem' in setting ? setting : applyOne(result, setting, texts);
    if ('value' in applied) result = applied.value;
    else
      problems.push({
        path: [],
        message: applied.problem,
        location: { file: `${SETTING_MARK}${text}`, line: 1, column: 1 },
      });
  }
  return { value: result, problems };
}
