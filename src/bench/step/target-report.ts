// SPDX-License-Identifier: MIT
/**
 * The results of the step benchmark beside the times that are asked for, as Markdown: one row for each engine of each
 * scene, a map of offsets and tilts for each lattice, and profiles.
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
  'asked us',
  'x',
  'asked x',
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

function asked(value: number | undefined): string {
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
    isOurs && each.threads === 1 ? asked(target?.microseconds) : '',
    isOurs ? '' : ratio(each.cpuNanoseconds, ownOf(scene, each.threads)?.cpuNanoseconds),
    isOurs ? '' : asked(target?.times),
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

/** Offsets down, tilts across: median and largest of the first steps. */
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
      return result === undefined ? '-' : `${micro(result.cpuNanoseconds)} / ${micro(result.slowestFirstNanoseconds)}`;
    };
    const [first] = own;
    const target = targets.find(({ scene }) => scene === first?.scene.scene)?.microseconds;
    return [
      `### ${block}${target === undefined ? '' : `, asked: ${target} us`}`,
      '',
      markdownTable([
        ['offset', ...tilts.map((tilt) => `tilt ${tilt}`)],
        ...offsets.map((offset) => [offset, ...tilts.map((tilt) => text(offset, tilt))]),
      ]),
      '',
    ];
  });
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
    '`us`: wall clock of one body in one step, neighbour lists included. `x`: how many times as fast as this engine',
    'Scree is, by CPU time. `contacts`: of one body; two faces that lie on each other have several in Scree, one in',
    'YADE. `allocated`: bytes of JavaScript for one body and step. `bytes`: memory of one body. `agitation`: root mean',
    'square speed over sqrt(g r).',
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
          'Mean of a step / largest of the first 30 steps, us of CPU time of one body. All blocks are off their',
          'places by the offset (of half their width) and tilted (rad) in any direction.',
          '',
          ...maps,
        ]),
    ...scenes.flatMap(({ scene, profile }) => (profile === undefined ? [] : profileSection(scene, profile))),
  ].join('\n');
}
