// SPDX-License-Identifier: MIT
/** Turns the status words that all kinds of bodies have into errors. */
import { SimulationError } from '../../errors.ts';
import { ESCAPED, NOT_FINITE } from '../kernels/prelude.ts';

/** Throws a SimulationError for bodies, by what they are called, outside the cells or without finite numbers. */
export function checkBodies(words: Uint32Array, called: string, step: number): void {
  const fail = (code: string, message: string): never => {
    throw new SimulationError(code, `${message} (after step ${step})`, { step });
  };
  if (words[ESCAPED] > 0)
    fail('escaped', `domain: ${words[ESCAPED]} ${called} have left it; enlarge the domain or close it by walls`);
  if (words[NOT_FINITE] > 0) fail('not-finite', 'a state is no longer finite; take a shorter time step');
}
