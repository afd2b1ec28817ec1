// SPDX-License-Identifier: MIT
/** One simulation of injected bodies: its stages, and its counts compared with the published ones. */
import {
  check,
  count,
  never,
  plain,
  type RunSetup,
  type Section,
  type Table,
  table,
  text,
} from '../verification-case.ts';
import { runInjected, type Stage } from './injected-run.ts';
import type { InjectedLaw, InjectedScene, Kind } from './injected-scenes.ts';
import { type GroupCounts, groupsOf } from './pair-counts.ts';

/** Published means by group: rows of GJK(0), GJK(1) and EPA, stage by stage; undefined where the paper gives none. */
export type Published = Readonly<Record<string, readonly (readonly [number, number, number | undefined])[]>>;

/** Bounds of the means over all polyhedra: the magnitude of the published numbers. */
const BOUNDS = { separated: [0, 4.14], touching: [4, 6.86], epa: [1, 2.98] } as const;
/** Fewer pairs give no mean that can be compared. */
const ENOUGH = 50;

const mean = (sum: number, pairs: number): number => (pairs === 0 ? Number.NaN : sum / pairs);
const shown = (value: number): string => (Number.isNaN(value) ? '–' : value.toFixed(2));

function countsTable(stages: readonly Stage[], groups: readonly string[], published: Published): Table {
  const rows = stages.flatMap((stage, s) => {
    const row = (
      name: string,
      publishedOf: (group: string) => number | undefined,
      ours: (counts: GroupCounts) => number,
    ): string[] => [
      String(s + 1),
      name,
      ...groups.flatMap((group) => [shown(publishedOf(group) ?? Number.NaN), shown(ours(stage.groups[group]))]),
    ];
    const of = (k: 0 | 1 | 2) => (group: string) => published[group]?.[s]?.[k];
    return [
      row('GJK(0)', of(0), (c) => mean(c.separatedUpdates, c.separated)),
      row('GJK(1)', of(1), (c) => mean(c.touchingUpdates, c.touching)),
      row('EPA', of(2), (c) => mean(c.epa, c.touching)),
    ];
  });
  const columns = ['stage', '', ...groups.flatMap((group) => [`${group}, published`, 'ours'])];
  return table('Updates of GJK without and with contact, iterations of EPA, from scratch', columns, rows);
}

function warmTable(stages: readonly Stage[], groups: readonly string[]): Table {
  const rows = stages.map((stage, s) => [
    String(s + 1),
    ...groups.flatMap((group) => {
      const c = stage.groups[group];
      return [
        shown(mean(c.warmSeparated, c.separated)),
        `${shown(mean(c.warmTouching, c.touching))} + ${shown(mean(c.warmEpa, c.touching))}`,
      ];
    }),
  ]);
  return table(
    'The same pairs by our own query, from the warm start of the last step: GJK, and GJK + EPA of those in contact',
    ['stage', ...groups.flatMap((group) => [`${group}, apart`, 'in contact'])],
    rows,
  );
}

/** Sum over stages and groups. */
function total(stages: readonly Stage[], groups: readonly string[], key: keyof GroupCounts): number {
  return stages.reduce((sum, stage) => sum + groups.reduce((s, group) => s + (stage.groups[group]?.[key] ?? 0), 0), 0);
}

export function simulationSection(
  scene: InjectedScene,
  law: InjectedLaw,
  published: Published,
  remarks: readonly string[],
  setup: RunSetup,
): Section {
  const { simulation, seen: stages, cpuSeconds } = runInjected(scene, law, setup);
  simulation.dispose();
  const groups = groupsOf(scene.kinds).filter((name) => name !== 'S-S');
  const isCurved = (name: string): boolean =>
    name.split('-').some((kind) => (['S', 'SQ'] as Kind[]).includes(kind as Kind));
  const plainGroups = groups.filter((name) => !isCurved(name));
  const last = stages[stages.length - 1];
  const all = (key: keyof GroupCounts): number => total(stages, plainGroups, key);
  const bounded = (
    what: string,
    ours: number,
    pairs: number,
    [low, high]: readonly [number, number],
    range: string,
    reason: string,
  ) =>
    check({
      what,
      published: range,
      ours: `${shown(ours)} over ${count(pairs)} pairs`,
      tolerance: `${low} – ${high}`,
      reason,
      passed: pairs < ENOUGH ? !setup.full : ours >= low && ours <= high,
    });
  const disagreeing = total(stages, groups, 'disagreeing');
  const pairs = total(stages, groups, 'separated') + total(stages, groups, 'touching');
  return {
    title: `${scene.title}: ${scene.kinds.join(', ')}; ${law.name}`,
    blocks: [
      text(...remarks, `${count(Math.round(cpuSeconds))} s of CPU time.`),
      table(
        'Stages',
        [
          'stage',
          'time (s)',
          'bodies',
          'contacts',
          'largest overlap / radius',
          'kinetic (J)',
          'lost (J)',
          'balance (J)',
        ],
        stages.map(({ time, bodies, contacts, overlap, kinetic, lost, balance }, s) => [
          String(s + 1),
          plain(time),
          count(bodies),
          count(contacts),
          plain(overlap, 2),
          plain(kinetic),
          plain(lost, 4),
          plain(balance, 2),
        ]),
      ),
      countsTable(stages, groups, published),
      warmTable(stages, groups),
      bounded(
        'GJK(0) of polyhedra',
        mean(all('separatedUpdates'), all('separated')),
        all('separated'),
        BOUNDS.separated,
        '3.65 – 4.14',
        'no more than published: the search starts between the centres',
      ),
      bounded(
        'GJK(1) of polyhedra',
        mean(all('touchingUpdates'), all('touching')),
        all('touching'),
        BOUNDS.touching,
        '5.22 – 6.86',
        'at least the four points of a tetrahedron, no more than published',
      ),
      bounded(
        'EPA of polyhedra',
        mean(all('epa'), all('touching')),
        all('touching'),
        BOUNDS.epa,
        '1.20 – 2.48',
        'the published range, and half an iteration above for bodies of other proportions',
      ),
      never(
        'GJK from scratch and our query disagree about contact',
        disagreeing,
        pairs,
        '-',
        'gaps below 1e-9 of the size left out',
      ),
      never('a body leaves the box', last.escaped, last.bodies, '-', 'walls hold'),
      check({
        what: 'The energies add up',
        published: '-',
        ours: `${plain(Math.abs(last.balance) / last.lost)} of what was lost`,
        tolerance: plain(law.balance.most),
        reason: law.balance.reason,
        passed: Math.abs(last.balance) <= law.balance.most * last.lost,
      }),
    ],
  };
}
