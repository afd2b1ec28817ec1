// SPDX-License-Identifier: MIT
/** `scree doctor`: what this machine has for Scree, how fast it is, and what to install. */
import { Command } from 'commander';
import type { Finding } from '../../doctor/finding.ts';
import { REFERENCE_MACHINES, type SpeedResult } from '../../doctor/speed-check.ts';
import { EXIT_INPUT, EXIT_OK } from '../terminal/exit-code.ts';
import { TextOutput } from '../terminal/text-output.ts';

interface DoctorOptions {
  readonly json?: true;
  readonly speed: boolean;
}

const DETAILS = `
Nothing that is missing keeps Scree from working, unless its line says "problem"; then the exit code is 1. Times are CPU
times of one thread, in microseconds for one query, or for one body in one step.

Example: scree doctor --no-speed`;

const MARKS: Readonly<Record<Finding['status'], string>> = { found: 'ok', missing: '-', problem: 'problem' };

export function doctorCommand(): Command {
  return new Command('doctor')
    .option('--json', 'one JSON object instead of text')
    .option('--no-speed', 'leave out the timing, which takes a few seconds')
    .addHelpText('after', DETAILS)
    .action(async (options: DoctorOptions) => {
      process.exitCode = await doctor(options);
    });
}

async function doctor({ json, speed }: DoctorOptions): Promise<number> {
  const output = new TextOutput(process.stdout);
  const { machineFindings } = await import('../../doctor/machine-findings.ts');
  const { programFindings } = await import('../../doctor/program-findings.ts');
  const findings = [...machineFindings(), ...(await programFindings())];
  if (!json) await output.write(findingsText(findings));
  const results = speed ? await timed(json === true) : [];
  if (json) await output.write(`${JSON.stringify({ findings, speed: results, references: REFERENCE_MACHINES })}\n`);
  else if (speed) await output.write(speedText(results));
  return findings.some(({ status }) => status === 'problem') ? EXIT_INPUT : EXIT_OK;
}

async function timed(isQuiet: boolean): Promise<SpeedResult[]> {
  const { checkSpeed } = await import('../../doctor/speed-check.ts');
  return checkSpeed((task) => {
    if (!isQuiet && process.stderr.isTTY) process.stderr.write(`timing ${task}\n`);
  });
}

function findingsText(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  const mark = Math.max(...Object.values(MARKS).map((text) => text.length));
  return findings
    .map(({ name, status, found, remedy }) => {
      const line = `${MARKS[status].padEnd(mark)}  ${name.padEnd(width)}  ${found}`;
      return remedy === undefined ? `${line}\n` : `${line}\n${' '.repeat(mark + width + 4)}${remedy}\n`;
    })
    .join('');
}

function speedText(results: readonly SpeedResult[]): string {
  const width = Math.max(...results.map(({ task }) => task.length));
  const columns = ['us here', ...REFERENCE_MACHINES.map(({ machine }) => machine)];
  const cell = (text: string, k: number): string => text.padStart(columns[k]?.length ?? 0);
  const rows = results.map(({ task, microseconds }, row) => {
    const values = [microseconds, ...REFERENCE_MACHINES.map((machine) => machine.microseconds[row] ?? Number.NaN)];
    return `${task.padEnd(width)}  ${values.map((value, k) => cell(value.toPrecision(3), k)).join('  ')}`;
  });
  return `\n${''.padEnd(width)}  ${columns.join('  ')}\n${rows.join('\n')}\n`;
}
