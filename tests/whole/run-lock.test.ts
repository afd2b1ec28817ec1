// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { stressLock } from '../../scripts/lock-stress.mjs';
import '../support/built-program.ts';

/**
 * Without a lock that appears together with its content, one try in 40 had two holders; with one of an ended process,
 * one in 13.
 */
const TRIES = 60;
const TIMEOUT_MS = 120_000;

describe('processes that take the lock of a run folder at the same moment', () => {
  it.each([
    ['a free folder', false],
    ['a folder with the lock of a process that has ended', true],
  ])(
    'are one holder and others that are told so, for %s',
    async (_, isStale) => {
      expect(await stressLock({ tries: TRIES, isStale })).toEqual({ none: 0, several: 0, problems: [] });
    },
    TIMEOUT_MS,
  );
});
