// SPDX-License-Identifier: MIT
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongFilesFirst } from './tests/setup/long-files-first.ts';
import { sources } from './tests/setup/sources-plugin.ts';
import { PROJECTS } from './tests/setup/test-categories.ts';

export default defineConfig({
  test: {
    // Two files at once on two processors, where one would be left to the main process, which does little.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: LongFilesFirst },
    tags: [
      { name: 'long', description: 'takes more than 0.3 s: belongs to test:verify, not to test:unit' },
      { name: 'thorough', description: 'takes many seconds, beside a shorter test: not part of npm test' },
    ],
    projects: PROJECTS.map(({ name, replacesModules, include, exclude }) => ({
      plugins: [sources({ replacesModules })],
      test: {
        name,
        include,
        exclude,
        setupFiles: ['tests/setup/random-seed.ts'],
        globalSetup: ['tests/setup/prepare-sources.ts'],
        // One process for many files: to start one and to load the sources again for each takes longer than most tests.
        isolate: false,
        testTimeout: 180_000,
      },
    })),
  },
});
