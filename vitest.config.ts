// SPDX-License-Identifier: MIT
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongFilesFirst } from './tests/setup/long-files-first.ts';
import { sources } from './tests/setup/sources-plugin.ts';
import { PROJECTS } from './tests/setup/test-categories.ts';

const PREPARE = 'tests/setup/prepare-sources.ts';
const USES_BUILD = ['whole', 'verify'];

export default defineConfig({
  test: {
    // Two files at once on two processors, where one would be left to the main process, which does little.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: LongFilesFirst },
    projects: PROJECTS.map(({ name, category, replacesModules, include, exclude }) => ({
      plugins: [sources({ replacesModules })],
      test: {
        name,
        include,
        exclude,
        setupFiles: ['tests/setup/random-seed.ts'],
        globalSetup: USES_BUILD.includes(category) ? [PREPARE, 'tests/setup/require-build.ts'] : [PREPARE],
        // One process for many files: to start one and to load the sources again for each takes longer than most tests.
        isolate: false,
        testTimeout: 180_000,
      },
    })),
  },
});
