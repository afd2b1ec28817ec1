// SPDX-License-Identifier: MIT
/** The benchmark result as Markdown that is also readable in a terminal. */
import type { BenchmarkResult, SetResult, VariantResult } from './contact-benchmark.ts';
import { machineLine } from './machine.ts';
import { markdownTable, ratio } from './markdown-table.ts';
import { meshSection } from './mesh-benchmark-report.ts';
import { ENGINES, FAMILY_NAMES, VARIANT_NAMES } from './variants.ts';

function resultOf({ variants }: SetResult, name: string): VariantResult | undefined {
  return variants.find(({ variant }) => variant === name);
}

/** Nanoseconds per query of the fastest other engine. */
function fastestEngine(result: SetResult): number | undefined {
  const times = Object.keys(ENGINES).flatMap((name) => resultOf(result, name)?.nanoseconds ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}

function timeCell(result: VariantResult | undefined): string {
  return result?.nanoseconds === undefined ? '-' : result.nanoseconds.toFixed(0);
}

function wrongCell(result: VariantResult | undefined): string {
  if (result?.wrong === undefined) return '-';
  return result.rough ? `${result.wrong} (+${result.rough})` : String(result.wrong);
}

function timeRow(result: SetResult): string[] {
  const cold = resultOf(result, 'moving, cold')?.nanoseconds;
  const warm = resultOf(result, 'moving, warm')?.nanoseconds;
  return [
    result.set,
    ...VARIANT_NAMES.map((name) => timeCell(resultOf(result, name))),
    ratio(fastestEngine(result), resultOf(result, 'wasm')?.nanoseconds),
    ratio(cold, warm),
    ratio(resultOf(result, 'moving, gjk-epa')?.nanoseconds, warm),
    ratio(fastestEngine(result), warm),
  ];
}

function wrongRow(result: SetResult): string[] {
  return [result.set, String(result.pairs), ...VARIANT_NAMES.map((name) => wrongCell(resultOf(result, name)))];
}

/** Time and wrong results of each requested algorithm of the family. */
function familySection(sets: readonly SetResult[]): string[] {
  const measured = sets.filter((result) => FAMILY_NAMES.some((name) => resultOf(result, name) !== undefined));
  if (measured.length === 0) return [];
  const cell = (result: VariantResult | undefined): string => {
    if (result?.nanoseconds === undefined) return '-';
    return `${(result.nanoseconds / 1000).toFixed(1)} / ${wrongCell(result)}`;
  };
  return [
    '## The family: microseconds per query / wrong answers',
    '',
    'Each algorithm of `options.algorithm`, one call a pair, on the first 100 pairs, once. They are written for ' +
      'reading and comparison;',
    'the classical ones are wrong where the literature says so, and the local searches (nezami, cundall, mpr) ' +
      'overestimate depths.',
    '',
    markdownTable([
      ['set', 'contact()', ...FAMILY_NAMES],
      ...measured.map((result) => [
        result.set,
        cell(resultOf(result, 'contact()')),
        ...FAMILY_NAMES.map((name) => cell(resultOf(result, name))),
      ]),
    ]),
    '',
  ];
}

/** Missing engines, and versions of the others; each line once. */
function notes(sets: readonly SetResult[]): string[] {
  const lines = sets.flatMap(({ set, variants }) =>
    variants.flatMap(({ variant, missing, engine }) => {
      if (missing?.startsWith('not installed')) return `${variant}: ${missing}`;
      if (missing) return `${variant} on ${set}: ${missing}`;
      return engine ? `${variant}: ${engine}` : [];
    }),
  );
  return [...new Set(lines)];
}

function pairSections(sets: readonly SetResult[]): string[] {
  if (sets.length === 0) return [];
  return [
    '## Time: ns per query',
    '',
    'Each pair on its own, cold, unless it says warm. `wasm` and `typescript` are contactBatch, `contact()` is ' +
      'one object per query;',
    '`moving` pairs move by 1e-3 of their size and 1e-3 rad from query to query. `x engine`: how many times as ' +
      'fast as the faster of',
    'rapier and jolt `wasm` is; `x warm`: how many times as fast as cold a warm start is; `x gjk-epa, warm`: ' +
      'how many times as fast as',
    "superquadrics cold by GJK and EPA without Newton's method; `x engine, warm`: the same as `x engine` for " +
      'pairs that move, where the engines have no warm start to give to a query. Moving pairs are the first 100 ' +
      'of a set: few shapes,',
    'many queries, as in a simulation.',
    '',
    markdownTable([
      ['set', ...VARIANT_NAMES, 'x engine', 'x warm', 'x gjk-epa, warm', 'x engine, warm'],
      ...sets.map(timeRow),
    ]),
    '',
    '## Wrong answers',
    '',
    'No answer, wrong side, or an error of distance or normal over 1e-3 of the size; in brackets further ' +
      'answers over 1e-6.',
    '',
    markdownTable([['set', 'pairs', ...VARIANT_NAMES], ...sets.map(wrongRow)]),
    '',
    ...familySection(sets),
  ];
}

export function reportText({ machine, repetitions, budgetSeconds, sets, meshes }: BenchmarkResult): string {
  return [
    '# Contact',
    '',
    `${machineLine(machine)}.`,
    `Median of ${repetitions} repetitions, each in a process of its own, ${budgetSeconds} s of CPU time at least.`,
    ...notes(sets).map((line) => `- ${line}`),
    '',
    ...pairSections(sets),
    ...meshSection(meshes),
  ].join('\n');
}
