// SPDX-License-Identifier: MIT
/** Finds the program of an engine, its version, and how to start it on several ranks. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
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

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** A word of the launcher for a process in another folder: files are named by their full paths. */
function fullWord(word: string, index: number, folder: string): string {
  const [, option = '', path = word] = /^(--?[\w-]+=)(.+)$/.exec(word) ?? [];
  // The first word is a program, which may be in the path; a number is not meant to be a file.
  const isPath = index === 0 ? word.includes('/') : !/^\d+$/.test(path) && isFile(resolve(folder, path));
  return isPath ? `${option}${resolve(folder, path)}` : word;
}

/**
 * Words before the program: those given, with files relative to `folder`, `srun` inside an allocation of Slurm,
 * otherwise `mpirun`; nothing for one rank outside of Slurm. The number of ranks is added.
 */
export function launcherOf(
  { ranks, launcher }: Pick<EngineChoice, 'ranks' | 'launcher'>,
  environment: Environment,
  folder = process.cwd(),
): string[] {
  if (launcher !== undefined) {
    const words = launcher.trim().split(/\s+/);
    if (words[0] === '') throw new InvalidOptionError('no-launcher', '--launcher: expected a command, got nothing');
    return [...words.map((word, k) => fullWord(word, k, folder)), '-n', String(ranks)];
  }
  if (environment.SLURM_JOB_ID !== undefined && isInPath('srun', environment)) {
    return ['srun', '--mpi=pmix', '-n', String(ranks)];
  }
  return ranks === 1 ? [] : ['mpirun', '-n', String(ranks)];
}

export function engineLaunch(choice: EngineChoice, environment: Environment): EngineLaunch {
  const { name, ranks, hasSuperquadrics } = choice;
  const { LAMMPS, LIGGGHTS, LIGGGHTS_SUPERQUADRICS } = environment;
  const named = name === 'lammps' ? LAMMPS : (hasSuperquadrics && LIGGGHTS_SUPERQUADRICS) || LIGGGHTS;
  const own = named?.includes('/') ? resolve(named) : named;
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
