// SPDX-License-Identifier: MIT
/** Turns issues of the schema into our messages: path, expected value, given value, remedy. */
import type { z } from 'zod';
import { didYouMean } from '../../errors/near-names.ts';
import { describeValue } from '../describe-value.ts';
import type { ScenePath, SceneProblem } from '../source/source-tree.ts';

type Issue = z.core.$ZodIssue;

/** Type names of zod in the words of YAML. */
const TYPE_WORDS: Readonly<Record<string, string>> = {
  object: 'a mapping',
  record: 'a mapping from names to definitions',
  array: 'a list',
  tuple: 'a list',
  string: 'a text',
  boolean: 'true or false',
  number: 'a number',
};

function valueAt(root: unknown, path: ScenePath): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Readonly<Record<string | number, unknown>>)[step];
  }
  return value;
}

/** Of several readings of a value, the one whose kind it is: a mapping's problems when a mapping was written. */
function matchingBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const isWrongKind = (issue: Issue): boolean =>
    issue.path.length === 0 &&
    (issue.code === 'invalid_type' || (issue.code === 'custom' && issue.params?.wrongKind === true));
  const matching = branches.filter((issues) => !issues.some(isWrongKind));
  return matching.length === 1 ? matching[0] : undefined;
}

function expectedByBranches(branches: readonly (readonly Issue[])[]): string {
  const words = branches.flatMap(([issue]) => {
    if (issue?.code === 'invalid_type') return [TYPE_WORDS[issue.expected] ?? issue.expected];
    const expected = /expected (.*?)(, (got|such as) .*)?$/.exec(issue?.message ?? '')?.[1];
    return expected === undefined ? [] : [expected];
  });
  return [...new Set(words)].join(', or ');
}

/** `path` is the location of the schema that raised the issue. */
function problemsOfIssue(issue: Issue, root: unknown, base: ScenePath): SceneProblem[] {
  const path = [...base, ...issue.path.filter((step) => typeof step !== 'symbol')];
  const value = valueAt(root, path);
  const expected = (words: string): SceneProblem[] => [
    {
      path,
      message: value === undefined ? `missing; expected ${words}` : `expected ${words}, got ${describeValue(value)}`,
    },
  ];
  switch (issue.code) {
    case 'custom':
      return [{ path, message: issue.message }];
    case 'unrecognized_keys': {
      const allowed = issue.message.split(', ');
      return issue.keys.map((key) => ({
        path: [...path, key],
        at: 'key',
        message:
          `unknown key${didYouMean(key, allowed)}${didYouMean(key, allowed) === '' ? '; ' : ' '}allowed: ` +
          `${allowed.join(', ')}`,
      }));
    }
    case 'invalid_type':
      return expected(TYPE_WORDS[issue.expected] ?? issue.expected);
    case 'invalid_value': {
      const words = issue.values.map(String);
      const hint = typeof value === 'string' ? didYouMean(value, words) : '';
      return expected(words.length === 1 ? `${words[0]}` : `one of ${words.join(', ')}`).map((problem) => ({
        ...problem,
        message: problem.message + hint,
      }));
    }
    case 'too_small':
      return expected(`at least ${issue.minimum} ${countedIn(issue.origin)}`);
    case 'too_big':
      return expected(`at most ${issue.maximum} ${countedIn(issue.origin)}`);
    case 'invalid_key':
      return [
        {
          path,
          at: 'key',
          message: NAME_EXPECTED,
        },
      ];
    case 'invalid_union': {
      const branch = matchingBranch(issue.errors);
      if (branch !== undefined) return problemsAt(branch, root, path);
      return expected(expectedByBranches(issue.errors));
    }
    default:
      return [{ path, message: issue.message }];
  }
}

const NAME_EXPECTED = 'expected a name: a letter, then at most 63 letters, digits, "-" and "_"';

/** The names `__proto__`, which mappings of names pass over: zod's records leave the key out without an issue. */
export function passedOverNames(value: unknown, path: ScenePath = []): readonly SceneProblem[] {
  if (typeof value !== 'object' || value === null) return NO_PROBLEMS;
  if (Array.isArray(value)) {
    return value.flatMap((each, k) => (typeof each === 'object' ? passedOverNames(each, [...path, k]) : NO_PROBLEMS));
  }
  return Object.entries(value).flatMap(([key, inside]) =>
    key === '__proto__'
      ? [{ path: [...path, key], at: 'key' as const, message: NAME_EXPECTED }]
      : passedOverNames(inside, [...path, key]),
  );
}

const NO_PROBLEMS: readonly SceneProblem[] = [];

const countedIn = (origin: string): string => (origin === 'string' ? 'characters' : 'entries');

/** Problems of one mapping and below; a misspelt kind is reported once, as an unknown key. */
function problemsAt(issues: readonly Issue[], root: unknown, base: ScenePath): SceneProblem[] {
  const unknown = issues.filter(({ code }) => code === 'unrecognized_keys').map(({ path }) => JSON.stringify(path));
  return issues
    .filter((issue) => {
      const isExplained = issue.code === 'custom' && issue.params?.notOneKind === true;
      return !isExplained || !unknown.includes(JSON.stringify(issue.path));
    })
    .flatMap((issue) => problemsOfIssue(issue, root, base));
}

/** The problems behind the schema's issues, for the value that was read. */
export function problemsOfIssues(issues: readonly Issue[], root: unknown): SceneProblem[] {
  return problemsAt(issues, root, []);
}
