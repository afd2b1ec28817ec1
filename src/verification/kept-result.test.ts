// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { BEVERLOO_CASE } from './beverloo/beverloo-case.ts';
import { keptResult } from './kept-result.ts';
import { ROUND_ROBIN_CASE } from './round-robin/round-robin-case.ts';
import type { RunSetup } from './verification-case.ts';

it('keeps a result until what decides it is another', async () => {
  const kept = new Map<string, Uint8Array>();
  const store = {
    read: (name: string) => kept.get(name),
    write: (name: string, bytes: Uint8Array) => void kept.set(name, bytes),
  };
  let computed = 0;
  const ask = (key: string): Promise<number[]> =>
    keptResult({ store, progress: () => undefined }, 'rates', key, async () => [++computed, 7]);
  expect(await ask('8 diameters')).toEqual([1, 7]);
  expect(await ask('8 diameters')).toEqual([1, 7]);
  expect(await ask('9 diameters')).toEqual([2, 7]);
  expect(await ask('9 diameters')).toEqual([2, 7]);
});

it('says which parts of a case have no short form', async () => {
  const setup: RunSetup = {
    full: false,
    cpuSeconds: () => 0,
    wallSeconds: () => 0,
    cores: 1,
    progress: () => undefined,
  };
  const run = async (each: typeof BEVERLOO_CASE, part: string): Promise<unknown> => each.run({ ...setup, part });
  await expect(run(BEVERLOO_CASE, 'polyhedra')).rejects.toThrow('polyhedra run with --full only');
  await expect(run(ROUND_ROBIN_CASE, 'impact-50000')).rejects.toThrow('impact-50000 runs with --full only');
});
