// SPDX-License-Identifier: MIT
/** Numbers among the arguments of `scree bench`. */
import { InvalidArgumentError } from 'commander';

export function readPositive(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value < Infinity)) throw new InvalidArgumentError('Expected a number > 0.');
  return value;
}

export function readCount(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('Expected an integer >= 1.');
  return value;
}
