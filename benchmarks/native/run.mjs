// SPDX-License-Identifier: MIT
/**
 * Scree beside native drivers on the same files, interleaved: each repetition runs every driver once per set, Scree's
 * variants each in a process of their own. Writes OUT.csv and OUT.md. See README.md for the arguments.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median } from '../../dist/bench/cpu-time.js';
import { describeMachine, machineLine } from '../../dist/bench/machine.js';
import { markdownTable } from '../../dist/bench/markdown-table.js';

const COLUMNS = [
  'lib',
  'variant',
  'set',
  'pairs',
  'ns',
  'fail',
  'sign',
  'bad1e-3',
  'bad1e-6',
  'classonly',
  'nonormal',
  'ed_p50',
  'ed_p99',
  'ed_max',
  'en_p99',
  'en_max',
];
const SCREE = fileURLToPath(new URL('./drive.mjs', import.meta.url));
const LONGEST_RUN_MS = 120_000;

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    driver: { type: 'string', multiple: true, default: [] },
    sets: { type: 'string' },
    reps: { type: 'string', default: '3' },
    budget: { type: 'string', default: '0.1' },
    out: { type: 'string', default: 'native' },
  },
});
if (options.data === undefined) {
  console.error('usage: node run.mjs --data FOLDER [--driver PATH[=VARIANT]]... [--sets a,b] [--reps 3] [--out NAME]');
  process.exit(2);
}

/** h8 before h16 before h256; shallow and deep before near and far. */
function bySize(a, b) {
  const order = ['shallow', 'deep', 'near', 'far'];
  const [familyA, situationA] = a.split('_');
  const [familyB, situationB] = b.split('_');
  return (
    familyA.localeCompare(familyB, 'en', { numeric: true }) || order.indexOf(situationA) - order.indexOf(situationB)
  );
}

const sets =
  options.sets?.split(',') ??
  readdirSync(options.data)
    .filter((name) => name.endsWith('.pairs'))
    .map((name) => name.slice(0, -'.pairs'.length))
    .sort(bySize);

const drivers = [
  ...['wasm', 'typescript'].map((variant) => ({ command: process.execPath, before: [SCREE], variant })),
  ...options.driver.map((text) => {
    const [command, variant = ''] = text.split('=');
    return { command, before: [], variant };
  }),
];

/** Rows by library, variant and set: the last line printed, and all times. */
const rows = new Map();

function runDriver({ command, before, variant }, set) {
  const args = [...before, options.data, set, options.budget, ...(variant === '' ? [] : [variant])];
  const { status, stdout, error } = spawnSync(command, args, { encoding: 'utf8', timeout: LONGEST_RUN_MS });
  if (status !== 0) console.error(`${command} ${set}: ended with ${error?.message ?? status}`);
  for (const line of (stdout ?? '').split('\n')) {
    const cells = line.split(',');
    if (cells.length !== COLUMNS.length) continue;
    const row = Object.fromEntries(COLUMNS.map((column, i) => [column, cells[i]]));
    const key = cells.slice(0, 3).join();
    const times = [...(rows.get(key)?.times ?? []), Number(row.ns)];
    rows.set(key, { ...row, times });
  }
}

const machine = describeMachine();
for (let repetition = 1; repetition <= Number(options.reps); repetition++) {
  for (const set of sets) {
    for (const driver of drivers) runDriver(driver, set);
    console.error(`${repetition}/${options.reps} ${set}`);
  }
}

const all = [...rows.values()].map((row) => ({ ...row, ns: median(row.times) }));
const csv = all.map((row) =>
  [
    ...COLUMNS.map((column) => (column === 'ns' ? row.ns.toFixed(1) : row[column])),
    Math.min(...row.times).toFixed(1),
    Math.max(...row.times).toFixed(1),
    row.times.length,
  ].join(','),
);
writeFileSync(`${options.out}.csv`, `${[[...COLUMNS, 'ns_min', 'ns_max', 'reps'].join(','), ...csv].join('\n')}\n`);

const labels = [...new Set(all.map(({ lib, variant }) => `${lib} ${variant}`))];
const cellOf = (label, set) => all.find((row) => `${row.lib} ${row.variant}` === label && row.set === set);
/** The driver says overlapping or not for most pairs of the set, and no distance. */
const isPartial = (row) => Number(row.classonly) > Number(row.pairs) / 2;
const wrongOf = (row) => Number(row.fail) + Number(row.sign) + Number(row['bad1e-3']);
const timeText = (row) => (row === undefined ? '-' : `${row.ns.toFixed(0)}${isPartial(row) ? '°' : ''}`);
function wrongText(row) {
  if (row === undefined) return '-';
  const rough = Number(row['bad1e-6']) - Number(row['bad1e-3']);
  return `${wrongOf(row)}${rough > 0 ? ` (+${rough})` : ''}${Number(row.classonly) > 0 ? ` [${row.classonly}]` : ''}`;
}
function ratioText(set) {
  const own = cellOf('scree wasm', set);
  const full = all.filter((row) => row.set === set && row.lib !== 'scree' && !isPartial(row));
  if (own === undefined || full.length === 0) return ['-', '-'];
  const best = full.reduce((a, b) => (b.ns < a.ns ? b : a));
  return [(best.ns / own.ns).toFixed(2), `${best.lib} ${best.variant}`];
}

const text = [
  '# Contact of convex pairs beside native libraries',
  '',
  `${machineLine(machine)}.`,
  `Median of ${options.reps} interleaved repetitions, ${options.budget} s of CPU time at least, cold start for ` +
    'every query.',
  '',
  '## Time: ns per query',
  '',
  '° says overlapping or not, but no distance. `x native`: how many times as fast as the fastest full answer ' +
    '`scree wasm` is.',
  '',
  markdownTable([
    ['set', ...labels, 'x native', 'fastest native'],
    ...sets.map((set) => [set, ...labels.map((label) => timeText(cellOf(label, set))), ...ratioText(set)]),
  ]),
  '',
  '## Wrong answers',
  '',
  'No answer, wrong side, or an error of distance or normal over 1e-3 of the size; in round brackets further ' +
    'answers over 1e-6, in',
  'square brackets answers without a distance.',
  '',
  markdownTable([
    ['set', 'pairs', ...labels],
    ...sets.map((set) => [
      set,
      cellOf('scree wasm', set)?.pairs ?? '-',
      ...labels.map((label) => wrongText(cellOf(label, set))),
    ]),
  ]),
  '',
].join('\n');
writeFileSync(`${options.out}.md`, text);
console.log(text);
