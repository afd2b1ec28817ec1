// SPDX-License-Identifier: MIT
/**
 * The results of the step benchmark beside their targets, as Markdown: one row for each engine of each scene, a map of
 * offsets and tilts for each lattice, and profiles.
 */
import { type Machine, machineLine } from '../machine.ts';
import { count, markdownTable, ratio } from '../markdown-table.ts';
import { SCREE, type SceneResult, type StepBenchmarkResult, type StepVariantResult } from './step-benchmark.ts';
import { fixed, profileSection } from './step-report.ts';
import type { SceneTarget, StepTargets } from './step-targets.ts';

const HEAD = [
  'scene',
  'engine',
  'bodies',
  'us',
  'CPU us',
  'target us',
  'x',
  'target x',
  'contacts',
  'allocated',
  'bytes',
  'agitation',
];

function micro(nanoseconds: number | undefined): string {
  if (nanoseconds === undefined) return '-';
  const value = nanoseconds / 1000;
  return value.toFixed(value < 10 ? 2 : 1);
}

function ownOf({ variants }: SceneResult, threads: number): StepVariantResult | undefined {
  return variants.find((each) => each.variant === SCREE && each.threads === threads);
}

function targetText(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}

function row(scene: SceneResult, each: StepVariantResult, target: SceneTarget | undefined): string[] {
  const isOurs = each.variant === SCREE;
  return [
    scene.scene,
    each.threads === 1 ? each.variant : `${each.variant}, ${each.threads} threads`,
    count(scene.count),
    micro(each.nanoseconds),
    micro(each.cpuNanoseconds),
    isOurs && each.threads === 1 ? targetText(target?.microseconds) : '',
    isOurs ? '' : ratio(each.cpuNanoseconds, ownOf(scene, each.threads)?.cpuNanoseconds),
    isOurs ? '' : targetText(target?.times),
    fixed(each.contactsPerBody, 2),
    fixed(each.allocatedPerBody, 0),
    fixed(each.bytesPerBody, 0),
    each.agitation === undefined ? '-' : each.agitation.toPrecision(2),
  ];
}

/** The parts of the name of a scene of the lattice map. */
function mapCell(scene: string): { block: string; offset: string; tilt: string } | undefined {
  const [, block, offset, tilt] = /^(lattice-\w+)-offset-(.+)-tilt-(.+)$/.exec(scene) ?? [];
  return block === undefined || offset === undefined || tilt === undefined ? undefined : { block, offset, tilt };
}

/**
 * One table a lattice, a row for each offset and a column for each tilt: a step, the largest of the first steps, and
 * what comes before them.
 */
function latticeMaps(scenes: readonly SceneResult[], targets: readonly SceneTarget[]): string[] {
  const cells = scenes.flatMap((scene) => {
    const cell = mapCell(scene.scene);
    return cell === undefined ? [] : [{ ...cell, scene }];
  });
  const blocks = [...new Set(cells.map(({ block }) => block))];
  return blocks.flatMap((block) => {
    const own = cells.filter((cell) => cell.block === block);
    const offsets = [...new Set(own.map(({ offset }) => offset))];
    const tilts = [...new Set(own.map(({ tilt }) => tilt))];
    const text = (offset: string, tilt: string): string => {
      const cell = own.find((each) => each.offset === offset && each.tilt === tilt);
      const result = cell && ownOf(cell.scene, 1);
      const times = [result?.cpuNanoseconds, result?.slowestFirstNanoseconds, result?.startNanoseconds];
      return result === undefined ? '-' : times.map(micro).join(' / ');
    };
    const [first] = own;
    const target = targets.find(({ scene }) => scene === first?.scene.scene)?.microseconds;
    const results = own.flatMap(({ scene }) => ownOf(scene, 1) ?? []);
    const before = results.flatMap(({ startContactsPerBody }) => startContactsPerBody ?? []);
    const after = results.flatMap(({ contactsPerBody }) => contactsPerBody ?? []);
    return [
      `## ${block}${target === undefined ? '' : `, target ${target} us`}`,
      '',
      ...(before.length === 0
        ? []
        : [`Contacts a body: ${rangeOf(before)} before the first step, ${rangeOf(after)} after the timed steps.`, '']),
      markdownTable([
        ['offset', ...tilts.map((tilt) => `tilt ${tilt}`)],
        ...offsets.map((offset) => [offset, ...tilts.map((tilt) => text(offset, tilt))]),
      ]),
      '',
    ];
  });
}

function rangeOf(values: readonly number[]): string {
  return `${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)}`;
}

function notesOf(scenes: readonly SceneResult[]): string[] {
  const notes = scenes.flatMap(({ variants, scene }) =>
    variants.flatMap(({ variant, missing, engine }) => {
      if (missing !== undefined) return `- ${scene}, ${variant}: ${missing}`;
      return engine === undefined ? [] : `- ${variant}: ${engine}`;
    }),
  );
  return [...new Set(notes)];
}

export function targetReport(targets: StepTargets, { scenes }: StepBenchmarkResult, machine: Machine): string {
  const rows = scenes
    .filter(({ scene }) => mapCell(scene) === undefined)
    .flatMap((scene) =>
      scene.variants
        .filter(({ missing }) => missing === undefined)
        .map((each) =>
          row(
            scene,
            each,
            targets.scenes.find((target) => target.scene === scene.scene),
          ),
        ),
    );
  const maps = latticeMaps(scenes, targets.scenes);
  return [
    `# ${targets.title}`,
    '',
    `${machineLine(machine)}. Median of ${scenes[0]?.repetitions ?? 0} repetitions, engines in turns.`,
    '',
    '`us`: wall-clock time of one body in one step, neighbour lists included. `CPU us`: CPU time of all threads. `x`:',
    'CPU time of this engine over that of Scree. `contacts`: per body; two faces that lie on each other have several',
    'in Scree, one in YADE. `allocated`: bytes that JavaScript allocates for one body in one more step of a call; a call',
    'allocates 4 kB. `bytes`: memory of one body. `agitation`: root mean square speed over sqrt(g r).',
    '',
    ...notesOf(scenes),
    '',
    markdownTable([HEAD, ...rows]),
    '',
    ...(maps.length === 0
      ? []
      : [
          '## Lattices',
          '',
          'Mean of a step / largest of the first 30 steps / start, in us of CPU time of one body. The start makes the',
          'simulation and finds contacts and energies of its first state. Every block is moved from its place by the',
          'offset (of half its width) and tilted by the angle (rad), in random directions.',
          '',
          ...maps,
        ]),
    ...scenes.flatMap(({ scene, profile }) => (profile === undefined ? [] : profileSection('##', scene, profile))),
  ].join('\n');
}
