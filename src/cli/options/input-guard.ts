// SPDX-License-Identifier: MIT
/**
 * Prevents a command from overwriting its input. Device and inode identify a file, so symbolic and hard links count as
 * the same file.
 */
import { statSync } from 'node:fs';
import { InvalidOptionError } from '../../errors.ts';

function isSameFile(a: string, b: string): boolean {
  const [p, q] = [a, b].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  return p !== undefined && q !== undefined && p.dev === q.dev && p.ino === q.ino;
}

/** Throws an InvalidOptionError when the file that `option` names is one of the inputs. */
export function refuseInput(option: string, out: string, inputs: readonly string[]): void {
  const input = inputs.find((each) => isSameFile(out, each));
  if (input === undefined) return;
  const message = `${option} ${out}: would overwrite the input ${input}; choose another name`;
  throw new InvalidOptionError('overwrites-input', message, { option, out, input });
}
