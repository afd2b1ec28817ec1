// SPDX-License-Identifier: MIT
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongFilesFirst } from './tests/long-files-first.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts', 'studio/src/**/*.test.ts'],
    setupFiles: ['tests/random-seed.ts'],
    // Two files at once on two processors, where one would be left to the main process, which does little.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // One process for many files: to start one and to load the sources again for each takes longer than most of the
    // tests.
    isolate: false,
    sequence: { sequencer: LongFilesFirst },
    testTimeout: 180_000,
  },
});
