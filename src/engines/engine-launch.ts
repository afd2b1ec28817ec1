// SPDX-License-Identifier: MIT
/** Finds the program of an engine, its version, and how to start it on several ranks. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { InvalidOptionError } from '../errors.ts';
import { type Engine, type EngineName, engineOfText } from './engine-name.ts';
import { type EngineLaunch, notInstalled } from './engine-process.ts';

/** What the user chose. */
export interface EngineChoice {
  readonly name: EngineName;
  readonly ranks: number;
  /** Words that start processes of MPI, such as `mpirun --hostfile hosts`; default by the surroundings. */
  readonly launcher?: string;
  /** Whether the scene has superquadrics, for which another program may be named. */
  readonly hasSuperquadrics?: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Programs that are tried in turn. */
const PROGRAMS: Readonly<Record<EngineName, readonly string[]>> = {
  lammps: ['lmp', 'lmp_mpi', 'lammps'],
  liggghts: ['liggghts', 'lmp_auto'],
};

function isInPath(program: string, { PATH = '' }: Environment): boolean {
  const places = program.includes('/') ? [program] : PATH.split(delimiter).map((folder) => join(folder, program));
  return places.some((place) => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * Words before the program: those given, `srun` inside an allocation of Slurm, otherwise `mpirun`; nothing for one rank
 * outside of Slurm. The number of ranks is added.
 */
export function launcherOf({ ranks, launcher }: EngineChoice, environment: Environment): string[] {
  if (launcher !== undefined) {
    const words = launcher.trim().split(/\s+/);
    if (words[0] === '') throw new InvalidOptionError('no-launcher', '--launcher: expected a command, got nothing');
    return [...words, '-n', String(ranks)];
  }
  if (environment.SLURM_JOB_ID !== undefined && isInPath('srun', environment)) {
    return ['srun', '--mpi=pmix', '-n', String(ranks)];
  }
  return ranks === 1 ? [] : ['mpirun', '-n', String(ranks)];
}

export function engineLaunch(choice: EngineChoice, environment: Environment): EngineLaunch {
  const { name, ranks, hasSuperquadrics } = choice;
  const { LAMMPS, LIGGGHTS, LIGGGHTS_SUPERQUADRICS } = environment;
  const own = name === 'lammps' ? LAMMPS : (hasSuperquadrics && LIGGGHTS_SUPERQUADRICS) || LIGGGHTS;
  const program = own ?? PROGRAMS[name].find((each) => isInPath(each, environment)) ?? PROGRAMS[name][0];
  return { name, ranks, program: program ?? name, launcher: launcherOf(choice, environment) };
}

/** Asks the program for its version. Throws a DeviceError if it is not installed. */
export function findEngine(launch: EngineLaunch): Engine {
  const { stdout, stderr, error } = spawnSync(launch.program, ['-h', '-log', 'none'], {
    // LIGGGHTS writes a log even for this.
    cwd: tmpdir(),
    encoding: 'utf8',
    maxBuffer: 2 ** 24,
  });
  const engine = error === undefined ? engineOfText(launch.name, `${stdout}${stderr}`) : undefined;
  if (engine === undefined) throw notInstalled(launch);
  return engine;
}
