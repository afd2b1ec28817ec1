// SPDX-License-Identifier: MIT
/** `scree verify`: recomputes published results and checks them; on request as one HTML file. */
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { describeMachine } from '../../bench/machine.ts';
import { DeviceError } from '../../errors.ts';
import { makeFolder } from '../../io/make-folder.ts';
import { writeWhole } from '../../runs/files/write-whole.ts';
import { CASES } from '../../verification/cases.ts';
import { reportHtml } from '../../verification/report/report-html.ts';
import { caseText } from '../../verification/report/report-text.ts';
import {
  type CaseResult,
  checksOf,
  runCase,
  type StateStore,
  type VerificationCase,
} from '../../verification/verification-case.ts';
import { gpuFor, type VerificationDevice } from '../../verification/verification-device.ts';
import { readCount } from '../options/engine-option.ts';
import { EXIT_NUMERICAL, EXIT_OK } from '../terminal/exit-code.ts';

interface VerifyOptions {
  readonly full?: true;
  readonly report?: string;
  readonly runs: string;
  readonly device: VerificationDevice;
  readonly part?: string;
  readonly threads?: number;
  readonly json?: true;
}

const NAME_WIDTH = Math.max(...CASES.map(({ name }) => name.length));

const ON_GPU = CASES.filter(({ onGpu }) => onGpu)
  .map(({ name }) => name)
  .join(', ');

const DETAILS = `
Cases:
${CASES.map(({ name, title }) => `  ${name.padEnd(NAME_WIDTH)} ${title}`).join('\n')}
Without a case, all of them. On the GPU: ${ON_GPU}; the case gpu needs one with any device. Parts of cases:
${CASES.flatMap(({ name, parts = [] }) => (parts.length > 0 ? [`  ${name.padEnd(NAME_WIDTH)} ${parts.join(', ')}`] : [])).join('\n')}
Exit code 3 when something that must hold does not, 1 when a case that was named needs a device
that this machine does not have.

Example: scree verify td --report td.html`;

/** A check that fails is a numerical failure. */
export function exitCodeFor(results: readonly CaseResult[]): number {
  const checks = results.flatMap(({ sections }) => checksOf(sections));
  return checks.every(({ passed }) => passed) ? EXIT_OK : EXIT_NUMERICAL;
}

/** A case as one line of JSON: its checks, without tables and pictures. */
export function caseJson({ name, title, source, sections }: CaseResult): string {
  const checks = checksOf(sections).map(({ kind: _, ...check }) => check);
  return JSON.stringify({ case: name, title, source, passed: checks.every(({ passed }) => passed), checks });
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** One file a name in a folder that is made when the first is written. */
export function storeIn(folder: string): StateStore {
  const pathOf = (name: string): string => join(folder, `${name}.state`);
  return {
    read: (name) => (existsSync(pathOf(name)) ? readFileSync(pathOf(name)) : undefined),
    write(name, bytes) {
      makeFolder(folder);
      writeWhole(pathOf(name), bytes);
    },
  };
}

function casesNamed(names: readonly string[], command: Command): readonly VerificationCase[] {
  if (names.length === 0) return CASES;
  return [...new Set(names)].map((name) => {
    const found = CASES.find((each) => each.name === name);
    if (found !== undefined) return found;
    const known = CASES.map((each) => each.name).join(', ');
    return command.error(`error: no case "${name}"; there are ${known}`, { exitCode: 2, code: 'scree.unknownCase' });
  });
}

/** A wrong use of --device or --part is known before any work. */
function checkUse(
  names: readonly string[],
  { device, part }: Pick<VerifyOptions, 'device' | 'part'>,
  chosen: readonly VerificationCase[],
  command: Command,
): void {
  const fail = (message: string): never => command.error(`error: ${message}`, { exitCode: 2, code: 'scree.usage' });
  if (device === 'gpu' && !chosen.some(({ onGpu }) => onGpu))
    fail(`${names.join(', ')}: not on the GPU, which is for ${ON_GPU}; leave --device out`);
  const without = part === undefined ? undefined : chosen.find(({ parts }) => !parts?.includes(part));
  if (without !== undefined) fail(`${without.name} has no part "${part}"; --help lists those of all cases`);
}

async function verify(names: readonly string[], options: VerifyOptions, command: Command): Promise<void> {
  const { full = false, report, runs, device, part, threads = cpus().length, json } = options;
  const chosen = casesNamed(names, command);
  checkUse(names, options, chosen, command);
  const gpu = chosen.some(({ onGpu }) => onGpu) ? await gpuFor(device, console.error) : undefined;
  const results: CaseResult[] = [];
  // A report that cannot be written is known before the work, and an old one stays until the new one is there.
  if (report !== undefined) closeSync(openSync(report, 'a'));
  for (const each of chosen) {
    const setup = {
      full,
      cpuSeconds,
      wallSeconds: () => performance.now() / 1000,
      cores: threads,
      ...(full && { store: storeIn(runs) }),
      ...(gpu !== undefined && { gpu }),
      ...(part !== undefined && { part }),
      progress: (line: string) => console.error(`${each.name}: ${line}`),
    };
    const result = await runCase(each, setup).catch((error: unknown) => {
      // An error if the case was requested by name; among all cases it counts as one that this machine cannot run,
      // which is reported and is not a success.
      if (!(error instanceof DeviceError) || names.length > 0) throw error;
      const { message } = error;
      console.log(json ? JSON.stringify({ case: each.name, notRun: message }) : `${each.name}: NOT RUN: ${message}\n`);
    });
    if (result === undefined) continue;
    results.push(result);
    console.log(json ? caseJson(result) : `${caseText(result)}\n`);
  }
  if (report !== undefined) {
    const { processor, cores, platform, node, date } = describeMachine();
    const facts = {
      version: command.parent?.version() ?? '',
      machine: `${processor}, ${cores} cores, ${platform}, Node ${node}`,
      date,
      extent: full ? 'full runs' : 'short runs (scree verify --full has all pairs and repetitions)',
    };
    writeFileSync(report, reportHtml(results, facts));
    console.error(`report written to ${report}`);
  }
  process.exitCode = exitCodeFor(results);
}

export function verifyCommand(): Command {
  return new Command('verify')
    .argument('[cases...]', `which: ${CASES.map(({ name }) => name).join(', ')}`)
    .option('--full', 'all pairs and repetitions that the claims are about; takes minutes, two cases hours')
    .option(
      '--runs <folder>',
      'where full runs of hours keep their states; the next call goes on from there',
      'verify-runs',
    )
    .addOption(
      new Option('--device <name>', 'where cases that can do so compute: cpu, gpu, or auto: the GPU where there is one')
        .choices(['cpu', 'gpu', 'auto'])
        .default('cpu'),
    )
    .option('--part <name>', 'only this part of the case')
    .option('--threads <n>', 'threads of the full runs that use several; all processors without it', readCount)
    .option('--json', 'one JSON object a case and line: its checks with published value, ours, tolerance and passed')
    .option('--report <file>', 'write tables, plots and pictures as one HTML file')
    .addHelpText('after', DETAILS)
    .action((names: readonly string[], options: VerifyOptions, command: Command) => verify(names, options, command));
}
