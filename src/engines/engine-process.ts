// SPDX-License-Identifier: MIT
/**
 * An engine as a process that is driven through its input: commands go in, and after each block a line in a file tells
 * that it has been carried out. The file is opened and closed for each line, so no launcher of MPI can buffer it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DeviceError, SimulationError } from '../errors.ts';
import { type EngineName, engineTitle } from './engine-name.ts';

/** How an engine is started. */
export interface EngineLaunch {
  readonly name: EngineName;
  /** Name or path of the program. */
  readonly program: string;
  readonly ranks: number;
  /** Words before the program and its ranks, such as `mpirun --hostfile hosts`; empty for one rank without MPI. */
  readonly launcher: readonly string[];
}

const MARKS_FILE = 'marks.txt';
const LOG_FILE = 'log.engine';
const SCREEN_FILE = 'screen.engine';
/** Between two looks at the file of marks, ms: short slices of small scenes take a millisecond. */
const FIRST_LOOK = 1;
const LAST_LOOK = 20;
/** Time that an engine has to end after its input has been closed, and after a signal; ms. */
const TIME_TO_END = 20_000;

/** Ranks may outnumber the cores, and one that waits gives way. */
const MPI_ENVIRONMENT = {
  OMPI_ALLOW_RUN_AS_ROOT: '1',
  OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: '1',
  OMPI_MCA_rmaps_base_oversubscribe: '1',
  OMPI_MCA_hwloc_base_binding_policy: 'none',
  OMPI_MCA_mpi_yield_when_idle: '1',
};

function argumentsOf(name: EngineName): string[] {
  // With `-screen none` LIGGGHTS fails as soon as it reads a mesh.
  const quiet = ['-log', LOG_FILE, '-screen', SCREEN_FILE];
  return name === 'lammps' ? [...quiet, '-nocite'] : quiet;
}

export class EngineProcess {
  readonly #launch: EngineLaunch;
  readonly #folder: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<number>;
  #marks = 0;
  #hasEnded = false;
  #exitCode = 0;
  #startError: Error | undefined;
  #errors = '';

  constructor(launch: EngineLaunch, folder: string) {
    this.#launch = launch;
    this.#folder = folder;
    rmSync(join(folder, MARKS_FILE), { force: true });
    const words = [...launch.launcher, launch.program, ...argumentsOf(launch.name)];
    // Its own group: Ctrl-C must reach this program alone, which then lets the engine write a restart file.
    this.#child = spawn(words[0] ?? '', words.slice(1), {
      cwd: folder,
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
      env: { ...process.env, ...MPI_ENVIRONMENT },
    });
    this.#child.stdin?.on('error', () => {});
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#errors = `${this.#errors}${text}`.slice(-4000);
    });
    this.#ended = new Promise((resolve) => {
      const end = (code: number): void => {
        this.#hasEnded = true;
        this.#exitCode = code;
        resolve(code);
      };
      this.#child.on('error', (error) => {
        this.#startError = error;
        end(-1);
      });
      this.#child.on('close', (code) => end(code ?? -1));
    });
  }

  /** Carries commands out. Throws a SimulationError with the engine's own message if it ends instead. */
  async ask(lines: readonly string[]): Promise<void> {
    const mark = `@${++this.#marks}@`;
    this.#child.stdin?.write(`${[...lines, `print "${mark}" append ${MARKS_FILE} screen no`].join('\n')}\n`);
    const path = join(this.#folder, MARKS_FILE);
    for (let pause = FIRST_LOOK; ; pause = Math.min(2 * pause, LAST_LOOK)) {
      if (existsSync(path) && readFileSync(path, 'utf8').includes(mark)) return;
      if (this.#hasEnded) throw this.#failure();
      await wait(pause);
    }
  }

  /** Closes the input and waits for the end. */
  async end(): Promise<void> {
    this.#child.stdin?.end();
    await Promise.race([this.#ended, wait(TIME_TO_END, undefined, { ref: false })]);
    this.stop();
  }

  /** Ends it at once. A launcher hands the signal on to all ranks; killed, it would leave them running. */
  stop(): void {
    if (!this.#hasEnded) this.#child.kill('SIGTERM');
  }

  #failure(): Error {
    const { name, program, launcher } = this.#launch;
    const title = engineTitle(name);
    if (this.#startError !== undefined) return notStarted(this.#launch);
    const texts = [LOG_FILE, SCREEN_FILE].flatMap((file) => {
      const path = join(this.#folder, file);
      return existsSync(path) ? [readFileSync(path, 'utf8')] : [];
    });
    const line = texts.flatMap((text) => text.split('\n')).findLast((each) => /^ERROR/.test(each));
    const last = line ?? launcherError(this.#errors);
    const isWithoutPmix = basename(launcher[0] ?? '') === 'srun' && /PMIx library/.test(this.#errors);
    const message =
      `${title} ended with code ${this.#exitCode}: ${last || 'it said nothing'}` +
      (isWithoutPmix ? '; install PMIx on the nodes (Debian: libpmix-dev), or add --launcher mpirun' : '');
    return new SimulationError('engine-failed', message, { engine: name, program, exitCode: this.#exitCode });
  }
}

/** The line that matters: a launcher says first what is wrong, and last where its help is. */
function launcherError(text: string): string {
  const printed = text.split('\n').flatMap((each) => each.trim() || []);
  const at = printed.findIndex((each) => /error|unable|cannot|not found/i.test(each));
  const first = printed.at(at) ?? '';
  // `Open RTE was unable to open the hostfile:`, and its name in the next line.
  return first.endsWith(':') ? `${first} ${printed.slice(at)[1] ?? ''}` : first;
}

/** Names of the packages of Debian, and the variables with the paths of programs that are elsewhere. */
const PACKAGES: Readonly<Record<EngineName, { readonly package: string; readonly variable: string }>> = {
  lammps: { package: 'lammps', variable: 'LAMMPS' },
  liggghts: { package: 'liggghts', variable: 'LIGGGHTS' },
};

export function notInstalled({ name, program }: EngineLaunch): DeviceError {
  const { package: debian, variable } = PACKAGES[name];
  return new DeviceError(
    'no-engine',
    `engine ${name}: ${program} cannot be started; install it (Debian: apt-get install ${debian}), or set ` +
      `${variable} to the path of the program`,
    { engine: name, program },
  );
}

/** The program of the engine was asked for its version before, so that the launcher is what is missing, if any. */
function notStarted(launch: EngineLaunch): DeviceError {
  const { name, launcher } = launch;
  const [first] = launcher;
  if (first === undefined) return notInstalled(launch);
  return new DeviceError(
    'no-launcher',
    `engine ${name}: ${first} cannot be started; install MPI (Debian: apt-get install openmpi-bin), or name another ` +
      'launcher with --launcher',
    { engine: name, launcher: first },
  );
}
