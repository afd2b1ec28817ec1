// SPDX-License-Identifier: MIT
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { COMMANDS, commandsFor, listTerm } from './command-list.ts';

const isLoaded = ({ commands, registeredArguments, options }: Command): boolean =>
  commands.length + registeredArguments.length + options.length > 0;

describe('the list of commands', () => {
  it.each(Object.entries(COMMANDS))('shows %s with the arguments that it has', async (name, { usage, load }) => {
    const command = await load();
    expect(command.name()).toBe(name);
    const given = new Command().createHelp().subcommandTerm(command);
    expect(`${name} ${usage}`.trimEnd()).toBe(given);
    expect(listTerm(command)).toBe(given);
  });

  it.each([['run'], ['help', 'run'], ['--verbose', 'run', 'bench']])(
    'loads the command that %s %s calls',
    async (...words) => {
      const commands = await commandsFor(words);
      expect(commands.map((each) => each.name())).toEqual(Object.keys(COMMANDS));
      expect(commands.filter(isLoaded).map((each) => each.name())).toEqual(['run']);
    },
  );

  it.each([[], ['--help'], ['--version'], ['help'], ['nonsense'], ['help', 'nonsense'], ['constructor']])(
    'loads none for %s %s',
    async (...words) => {
      const commands = await commandsFor(words);
      expect(commands.map((each) => [each.name(), each.description()])).toEqual(
        Object.entries(COMMANDS).map(([name, { description }]) => [name, description]),
      );
      expect(commands.filter(isLoaded)).toEqual([]);
    },
  );
});
