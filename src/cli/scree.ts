#!/usr/bin/env node
// SPDX-License-Identifier: MIT
/** The `scree` program. One file a command; a new command is one line in `COMMANDS`. */
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { analyseCommand } from './analyse.ts';
import { benchCommand } from './bench.ts';
import { checkCommand } from './check.ts';
import { compareCommand } from './compare.ts';
import { contactCommand } from './contact.ts';
import { EXIT_OK, EXIT_USAGE, exitCodeOf, failureMessage } from './exit-code.ts';
import { exportCommand } from './export.ts';
import { galleryCommand } from './gallery.ts';
import { infoCommand } from './info.ts';
import { resumeCommand } from './resume.ts';
import { runCommand } from './run.ts';
import { schemaCommand } from './schema.ts';
import { verifyCommand } from './verify.ts';
import { viewCommand } from './view.ts';

const COMMANDS = [
  ...[runCommand, resumeCommand, viewCommand, checkCommand, schemaCommand, contactCommand, infoCommand],
  ...[exportCommand, compareCommand, analyseCommand, galleryCommand, benchCommand, verifyCommand],
];

const DETAILS = `
Exit codes: 1 input that cannot be read or answered, 2 wrong usage, 3 numerical failure, 130 or 143 stopped by a signal.

Example: how does a ball of radius 1 touch the floor 0.9 below its centre?
  $ echo '{"a":{"shape":{"halfSpace":{"normal":[0,0,1],"offset":0}}},"b":{"shape":{"sphere":{"radius":1}},"pose":{"position":[0,0,0.9]}}}' | scree contact -

See also: scree gallery, scree help run, scree help contact`;

function createProgram(): Command {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const program = new Command('scree')
    .description('Exact contact detection and discrete-element simulation.')
    .version(version)
    .option('--verbose', 'show where an error came from')
    .addHelpText('after', DETAILS);
  for (const create of COMMANDS) program.addCommand(create());
  throwInsteadOfExit(program);
  return program;
}

/** Commander exits with 1 on wrong usage, which here means bad input; a thrown error lets us choose. */
function throwInsteadOfExit(command: Command): void {
  command.exitOverride().showHelpAfterError('(--help shows how it is used)');
  for (const child of command.commands) throwInsteadOfExit(child);
}

const program = createProgram();
try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? EXIT_OK : EXIT_USAGE;
  } else {
    console.error(failureMessage(error, program.opts().verbose === true));
    process.exitCode = exitCodeOf(error);
  }
}
