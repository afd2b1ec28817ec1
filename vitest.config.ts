// SPDX-License-Identifier: MIT
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts', 'studio/src/**/*.test.ts'],
    setupFiles: ['tests/random-seed.ts'],
    // Two files at once on two processors, where one would be left to the main process, which does little.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 180_000,
  },
});
