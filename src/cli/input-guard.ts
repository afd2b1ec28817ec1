// SPDX-License-Identifier: MIT
/** No command overwrites what it reads: files are the same when their real paths are, or their places on the disk, as those of hard links. */
import { statSync } from 'node:fs';
import { InvalidOptionError } from '../errors.ts';

function isSameFile(a: string, b: string): boolean {
  const [p, q] = [a, b].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  return p !== undefined && q !== undefined && p.dev === q.dev && p.ino === q.ino;
}

/** Throws an InvalidOptionError when the file that `option` names is one of the inputs. */
export function refuseInput(option: string, out: string, inputs: readonly string[]): void {
  const input = inputs.find((each) => isSameFile(out, each));
  if (input === undefined) return;
  const message = `${option} ${out}: is ${input}, which is read, and would be overwritten; choose another name`;
  throw new InvalidOptionError('overwrites-input', message, { option, out, input });
}
