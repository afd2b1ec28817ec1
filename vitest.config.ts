// SPDX-License-Identifier: MIT
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts', 'studio/src/**/*.test.ts'],
    setupFiles: ['tests/random-seed.ts'],
    testTimeout: 60_000,
  },
});
