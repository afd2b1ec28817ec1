// SPDX-License-Identifier: MIT
/** The options that choose an outside engine and its ranks. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { EngineChoice } from '../../engines/engine-launch.ts';
import { ENGINE_NAMES, type EngineName } from '../../engines/engine-name.ts';
import { InvalidOptionError } from '../../errors.ts';

export interface EngineOptions {
  readonly engine?: EngineName;
  readonly ranks?: number;
  readonly launcher?: string;
}

export function readCount(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('Expected an integer >= 1.');
  return value;
}

function withName(command: Command): Command {
  return command
    .addOption(
      new Option('--engine <name>', 'an outside engine that computes: lammps, or liggghts').choices([...ENGINE_NAMES]),
    )
    .option('--ranks <n>', 'number of processes of the engine', readCount);
}

/** Options of `scree check`: the engine need not be there, and the number of bodies may be another. */
export function withCheckedEngine(command: Command): Command {
  return withName(command).option('--bodies <n>', 'with --engine: estimates for that many bodies', readCount);
}

export function withEngine(command: Command): Command {
  return withName(command).option(
    '--launcher <command>',
    'what starts them, such as "mpirun --hostfile hosts"; default: srun in a Slurm job, otherwise mpirun',
  );
}

/** Undefined without an engine. Throws an InvalidOptionError if options of an engine stand alone. */
export function engineChoice({ engine, ranks, launcher }: EngineOptions): EngineChoice | undefined {
  if (engine !== undefined) return { name: engine, ranks: ranks ?? 1, ...(launcher !== undefined && { launcher }) };
  const alone = ranks !== undefined ? '--ranks' : launcher !== undefined ? '--launcher' : undefined;
  if (alone === undefined) return undefined;
  throw new InvalidOptionError('no-engine', `${alone}: expected an engine with it; add --engine lammps or liggghts`);
}
