// SPDX-License-Identifier: MIT
/**
 * The commands of `scree`, as its help lists them. The code of a command is loaded when the command is called:
 * `--help`, `--version` and wrong usage need none of it.
 */
import { Command } from 'commander';

interface ListedCommand {
  /** Options and arguments in the list; the same as those of the command itself. */
  readonly usage: string;
  readonly description: string;
  load(): Promise<Command>;
}

export const COMMANDS: Readonly<Record<string, ListedCommand>> = {
  run: {
    usage: '[options] <scene>',
    description: 'simulates a scene file and writes what it asks for into a folder',
    load: async () => (await import('./commands/run.ts')).runCommand(),
  },
  resume: {
    usage: '[options] <folder>',
    description: 'goes on with a run from its newest checkpoint',
    load: async () => (await import('./commands/resume.ts')).resumeCommand(),
  },
  study: {
    usage: '[options] <study>',
    description: 'runs a scene with many values of its parameters: one table, plots and a report',
    load: async () => (await import('./commands/study.ts')).studyCommand(),
  },
  view: {
    usage: '[options] [run]',
    description: 'shows a run in the browser: bodies, time bar, plots; or the studio without a run',
    load: async () => (await import('./commands/view.ts')).viewCommand(),
  },
  check: {
    usage: '[options] <scene>',
    description: 'checks a scene file and tells what it has and what it will cost',
    load: async () => (await import('./commands/check.ts')).checkCommand(),
  },
  import: {
    usage: '[options] <input>',
    description: 'makes a scene file of an input script of LIGGGHTS or LAMMPS',
    load: async () => (await import('./commands/import.ts')).importCommand(),
  },
  init: {
    usage: '[options] [example]',
    description: 'writes an example to start from, with the files that it needs; lists the examples',
    load: async () => (await import('./commands/init.ts')).initCommand(),
  },
  doctor: {
    usage: '[options]',
    description: 'what this machine has for Scree, how fast it is, and what to install',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand(),
  },
  schema: {
    usage: '',
    description: 'prints the JSON Schema of scene files, for editors',
    load: async () => (await import('./commands/schema.ts')).schemaCommand(),
  },
  contact: {
    usage: '[options] <pairs.jsonl>',
    description: 'signed distance, normal, contact points, type and proven bounds of pairs of shapes',
    load: async () => (await import('./commands/contact.ts')).contactCommand(),
  },
  info: {
    usage: '[options] <mesh>',
    description: 'what a mesh file holds, what is wrong with it and where; mends what can be mended',
    load: async () => (await import('./commands/info.ts')).infoCommand(),
  },
  decompose: {
    usage: '[options] <mesh>',
    description: 'cuts a closed mesh that is not convex into convex pieces, and says how exact they are',
    load: async () => (await import('./commands/decompose.ts')).decomposeCommand(),
  },
  export: {
    usage: '[options] <folder>',
    description: 'writes the frames of a run as HDF5, VTK or CSV',
    load: async () => (await import('./commands/export.ts')).exportCommand(),
  },
  compare: {
    usage: '[options] <a> <b>',
    description: 'tells where two runs part: step, body and number',
    load: async () => (await import('./commands/compare.ts')).compareCommand(),
  },
  analyse: {
    usage: '[options] <folder>',
    description: 'stress, coordination, packing, flow, mixing and force chains of a run, as tables and plots',
    load: async () => (await import('./commands/analyse.ts')).analyseCommand(),
  },
  gallery: {
    usage: '',
    description: 'a table of telling contacts',
    load: async () => (await import('./commands/gallery.ts')).galleryCommand(),
  },
  bench: {
    usage: '',
    description: 'how fast and how right, beside other engines',
    load: async () => (await import('./commands/bench.ts')).benchCommand(),
  },
  verify: {
    usage: '[options] [cases...]',
    description: 'published results computed again, side by side, and checked',
    load: async () => (await import('./commands/verify.ts')).verifyCommand(),
  },
};

/** The command that the words of a command line call, `help run` included. */
function calledName(words: readonly string[]): string | undefined {
  const [first, second] = words.filter((word) => !word.startsWith('-'));
  return first === 'help' ? second : first;
}

/** All commands; the one that the command line calls can act, the others can be listed. */
export async function commandsFor(words: readonly string[]): Promise<Command[]> {
  const called = calledName(words);
  return Promise.all(
    Object.entries(COMMANDS).map(async ([name, { usage, description, load }]) =>
      name === called
        ? (await load()).description(description)
        : new Command(name).usage(usage).description(description),
    ),
  );
}

/** A command in the list of all, with its arguments. */
export function listTerm(command: Command): string {
  const usage = COMMANDS[command.name()]?.usage ?? command.usage();
  return `${command.name()} ${usage}`.trimEnd();
}
