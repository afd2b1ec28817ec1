#!/usr/bin/env node
// SPDX-License-Identifier: MIT
/** The `scree` program. Each command has its own file; command-list.ts lists them all. */
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { commandsFor, listTerm } from './command-list.ts';
import { errorJson, failedEvent, isPrinted } from './terminal/error-json.ts';
import { EXIT_OK, EXIT_USAGE, exitCodeOf, failureMessage } from './terminal/exit-code.ts';

const DETAILS = `
Exit codes: 1 input that cannot be read or answered, 2 wrong usage, 3 numerical failure, 129, 130 or 143 stopped by a
signal.

Example: how does a ball of radius 1 touch the floor 0.9 below its centre?
  $ echo '{"a":{"shape":{"halfSpace":{"normal":[0,0,1],"offset":0}}},"b":{"shape":{"sphere":{"radius":1}},"pose":{"position":[0,0,0.9]}}}' | scree contact -

See also: scree gallery, scree help run, scree help contact`;

async function createProgram(): Promise<Command> {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const program = new Command('scree')
    .description('Exact contact detection and discrete-element simulation.')
    .version(version)
    .option('--verbose', 'show where an error came from')
    .addHelpText('after', DETAILS)
    .configureHelp({ subcommandTerm: listTerm });
  for (const command of await commandsFor(process.argv.slice(2))) program.addCommand(command);
  throwInsteadOfExit(program);
  return program;
}

/** Commander exits with 1 on wrong usage, which here means bad input; a thrown error lets us choose. */
function throwInsteadOfExit(command: Command): void {
  command.exitOverride().showHelpAfterError('(--help shows how it is used)');
  for (const child of command.commands) throwInsteadOfExit(child);
}

// A reader that has seen enough, as `head` has, is no failure; others are for whoever listens besides, and else end the
// program as they would without this.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE' && process.stdout.listenerCount('error') === 1) throw error;
});

/** Commands that print events with `--json`. */
const EVENT_COMMANDS = ['run', 'resume', 'study'];

/** With `--json`, prints an error as one object on the standard output. `--json` of `bench` is a file name instead. */
function printError(error: unknown, command: Command | undefined): void {
  if (command?.optsWithGlobals().json !== true || isPrinted(error)) return;
  const isOfEvents = EVENT_COMMANDS.includes(command.name());
  process.stdout.write(isOfEvents ? failedEvent(error) : `${JSON.stringify(errorJson(error))}\n`);
}

const program = await createProgram();
let called: Command | undefined;
program.hook('preAction', (_, command) => {
  called = command;
});
try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? EXIT_OK : EXIT_USAGE;
  } else {
    printError(error, called);
    console.error(failureMessage(error, program.opts().verbose === true));
    process.exitCode = exitCodeOf(error);
  }
}
