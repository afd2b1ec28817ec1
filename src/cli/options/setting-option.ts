// SPDX-License-Identifier: MIT
/** The option `--set PATH=VALUE` of the commands that read scenes. */
import { type Command, InvalidArgumentError } from 'commander';

export interface SettingOptions {
  readonly set: readonly string[];
}

function addSetting(text: string, before: readonly string[]): readonly string[] {
  if (/^\s*[^=\s][^=]*=\s*\S/.test(text)) return [...before, text];
  throw new InvalidArgumentError('Expected PATH=VALUE, such as materials.glass.friction=0.4.');
}

export function withSettings(command: Command): Command {
  return command.option(
    '--set <path=value>',
    'use this value instead of the one in the scene: materials.glass.friction=0.4, or null for none; may be repeated',
    addSetting,
    [],
  );
}
