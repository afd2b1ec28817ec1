// SPDX-License-Identifier: MIT
/** The results of the step benchmark as Markdown that is also readable in a terminal. */
import { machineLine } from '../machine.ts';
import { count, markdownTable } from '../markdown-table.ts';
import { SCREE, type SceneResult, type StepBenchmarkResult, type StepVariantResult } from './step-benchmark.ts';
import type { StepProfile } from './step-profile.ts';

function resultOf({ variants }: SceneResult, name: string, threads: number): StepVariantResult | undefined {
  return variants.find((each) => each.variant === name && each.threads === threads);
}

/** How many times as fast `fast` is as `slow`, wall clock. */
export function speedUp(slow: StepVariantResult | undefined, fast: StepVariantResult | undefined): string {
  if (slow?.nanoseconds === undefined || fast?.nanoseconds === undefined) return '-';
  return (slow.nanoseconds / fast.nanoseconds).toFixed(2);
}

export function fixed(value: number | undefined, digits: number): string {
  return value === undefined ? '-' : value.toFixed(digits);
}

function variantRow(scene: SceneResult, each: StepVariantResult): string[] {
  const millions = each.particleStepsPerSecond === undefined ? undefined : each.particleStepsPerSecond / 1e6;
  const isOurs = each.variant === SCREE;
  return [
    each.variant,
    String(each.threads),
    fixed(each.nanoseconds, 0),
    each.fastest === undefined ? '-' : `${fixed(each.fastest, 0)} to ${fixed(each.slowest, 0)}`,
    fixed(millions, millions !== undefined && millions < 0.1 ? 4 : 2),
    fixed(each.cpuNanoseconds, 0),
    fixed(each.rebuilds, 0),
    isOurs ? '' : speedUp(each, resultOf(scene, SCREE, each.threads)),
    each.threads === 1 ? '' : speedUp(resultOf(scene, each.variant, 1), each),
  ];
}

function sceneSection(scene: SceneResult): string[] {
  const measured = scene.variants.filter(({ missing }) => missing === undefined);
  const own = resultOf(scene, SCREE, 1) ?? scene.variants.find(({ variant }) => variant === SCREE);
  const notes = scene.variants.flatMap(({ variant, threads, missing, engine }) => {
    if (missing !== undefined) return `${variant}, ${threads} threads: ${missing}`;
    return engine === undefined ? [] : `${variant}: ${engine}`;
  });
  return [
    `## ${scene.scene}: ${count(scene.count)} ${scene.title}`,
    '',
    `${machineLine(scene.machine)}. Median of ${scene.repetitions} repetitions of ${scene.steps} steps.`,
    own?.pairsPerBody === undefined
      ? ''
      : `${fixed(own.pairsPerBody, 2)} listed pairs and ${fixed(own.contactsPerBody, 2)} contacts a body, ` +
        `${fixed(own.bytesPerBody, 0)} bytes a body, ${fixed(own.allocatedPerBody, 0)} allocated a body and step; ` +
        `root mean square of the speed ${own.agitation?.toPrecision(2)} of sqrt(g r).`,
    own?.slowestFirstNanoseconds === undefined
      ? ''
      : `Largest of the first steps: ${fixed(own.slowestFirstNanoseconds, 0)} ns of CPU time; start, with the contacts ` +
        `of the first state: ${fixed(own.startNanoseconds, 0)} ns.`,
    '',
    ...[...new Set(notes)].map((line) => `- ${line}`),
    ...(notes.length > 0 ? [''] : []),
    markdownTable([
      ['engine', 'threads', 'ns', 'range', 'million/s', 'CPU ns', 'lists', 'x', 'x one'],
      ...measured.map((each) => variantRow(scene, each)),
    ]),
    '',
    ...(scene.profile === undefined ? [] : profileSection('###', scene.scene, scene.profile)),
  ];
}

/**
 * Shares of the stages and of the functions that take most in the time of Scree on one thread. `heading` has the marks
 * of its level.
 */
export function profileSection(heading: '##' | '###', scene: string, { stages, functions }: StepProfile): string[] {
  const percent = (share: number): string => (100 * share).toFixed(1);
  return [
    `${heading} Profile of ${scene}`,
    '',
    'One thread, samples of the profiler. A function that several stages use belongs to the stage that called it.',
    '',
    markdownTable([['stage', '%'], ...stages.map(({ stage, share }) => [stage, percent(share)])]),
    '',
    markdownTable([['function', '%'], ...functions.map(({ name, share }) => [name, percent(share)])]),
    '',
  ];
}

export function stepReport({ scenes }: StepBenchmarkResult): string {
  return [
    '# Simulation steps',
    '',
    '`ns`: wall clock of one body in one step, neighbour lists included; `million/s`: million particle-steps a ' +
      'second; `CPU ns`: CPU time of all',
    'threads; `lists`: how often the neighbour list was made while the clock ran; `x`: how many times as fast ' +
      'Scree is with as many threads; `x one`:',
    'how many times as fast as on one thread.',
    '',
    ...scenes.flatMap(sceneSection),
  ].join('\n');
}
