// SPDX-License-Identifier: MIT
/** `scree import`: scene files from an input script of LIGGGHTS or LAMMPS. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { Command } from 'commander';
import { InvalidOptionError, SceneError } from '../../errors.ts';
import { refuseInput } from '../options/input-guard.ts';
import { errorJson } from '../terminal/error-json.ts';
import { EXIT_INPUT } from '../terminal/exit-code.ts';
import { TextOutput } from '../terminal/text-output.ts';

const DETAILS = `
Reads the plain inputs of LIGGGHTS, and those of LAMMPS as far as their lines are the same: materials, contact law,
planes, meshes and their motion, templates and distributions, insertion, gravity, time step, runs, dumps, boundaries,
variables and regions, in SI units. The scene has the line of the input above each entry. Every other line is reported:
  left out  it changes results, and the scene does not have it; with the remedy, and the exit code is 1
  differs   the scene has it in another form
  needless  the scene needs nothing for it (shown with --all)
A wall or gravity that changes during the run begins a second scene, SCENE-2.yaml, with the bodies of the first run.

Example: scree import examples/import/in.hopper -o hopper.yaml`;

interface ImportCommandOptions {
  readonly out?: string;
  readonly force?: true;
  readonly all?: true;
  readonly json?: true;
}

/** `in.hopper` becomes hopper.yaml beside it. */
function defaultName(input: string): string {
  const name = basename(input).replace(/^in\./, '');
  const stem = /\.(in|liggghts|lammps|lmp|txt)$/.test(name) ? name.slice(0, -extname(name).length) : name;
  return join(dirname(input), `${stem || 'scene'}.yaml`);
}

/** What is wrong with a scene; undefined if it can be read. */
function problemOf(read: () => unknown): SceneError | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof SceneError) return error;
    throw error;
  }
}

async function importScript(input: string, { out, force, all, json }: ImportCommandOptions): Promise<void> {
  const { importInput } = await import('../../scene/import/import-input.ts');
  const { filesBeside, readSceneText } = await import('../../scene/scene-file.ts');
  const { readComposedScene } = await import('../../scene/read-scene.ts');
  const { readMeshFile } = await import('../../io/mesh-file.ts');
  const target = out ?? defaultName(input);
  refuseInput('--out', target, [input]);
  const stem = target.slice(0, target.length - extname(target).length);
  const nameOf = (number: number): string => (number === 1 ? target : `${stem}-${number}.yaml`);
  const folder = dirname(input);
  const { scenes, remarks, commands } = importInput(readSceneText(input), {
    input,
    title: basename(stem),
    files: {
      readMesh: (path) => readMeshFile(resolve(folder, path)),
      readText: (path) => readFileSync(resolve(folder, path), 'utf8'),
      named: (path) => relative(dirname(resolve(target)), resolve(folder, path)).replaceAll('\\', '/'),
    },
    runFolder: (number) => `runs/${basename(stem)}${number === 1 ? '' : `-${number}`}`,
  });
  const files = scenes.map((_, k) => nameOf(k + 1));
  const there = force ? undefined : files.find((file) => existsSync(file));
  if (there !== undefined) {
    throw new InvalidOptionError('exists', `${there}: is there already; choose another name with -o, or add --force`, {
      out: there,
    });
  }
  mkdirSync(dirname(resolve(target)), { recursive: true });
  scenes.forEach((text, k) => {
    writeFileSync(nameOf(k + 1), text);
  });
  // The later ones begin with runs that are not there yet.
  const wrong = problemOf(() => readComposedScene(scenes[0] ?? '', { file: target, files: filesBeside(target) }));
  const isWhole = remarks.every(({ kind }) => kind !== 'left-out');
  const output = new TextOutput(process.stdout);
  if (json) {
    const report = { ...(wrong && errorJson(wrong)), input, commands, files, remarks };
    await output.write(`${JSON.stringify(report)}\n`);
  } else {
    const shown = remarks.filter(({ kind }) => all || kind !== 'needless');
    const lines = shown.map(({ kind, line, command, problem, remedy }) => {
      const told = remedy === '' ? problem : `${problem}; ${remedy}`;
      return `${input}:${line} ${kind.replace('-', ' ')}: ${command}\n  ${told}\n`;
    });
    const needless = remarks.length - shown.length;
    const rest = needless > 0 ? `, ${needless} needless (--all lists them)` : '';
    await output.write(`${lines.join('')}${commands} commands: ${shown.length} remarks${rest}\n`);
    await output.write(files.map((file) => `wrote ${file}\n`).join(''));
  }
  // Lines that were left out tell why.
  if (wrong !== undefined) console.error(`the scene cannot be read before it is completed:\n${wrong.message}`);
  if (!isWhole || wrong !== undefined) process.exitCode = EXIT_INPUT;
}

export function importCommand(): Command {
  return new Command('import')
    .argument('<input>', 'input script of LIGGGHTS or LAMMPS')
    .option('-o, --out <scene>', 'scene file to write; default: beside the input')
    .option('--force', 'replace files that are there')
    .option('--all', 'list needless lines, too')
    .option('--json', 'one JSON object instead of lines: files and remarks')
    .addHelpText('after', DETAILS)
    .action(importScript);
}
