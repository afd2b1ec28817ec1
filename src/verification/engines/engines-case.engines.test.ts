// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { Check } from '../verification-case.ts';
import { ENGINES_CASE } from './engines-case.ts';

describe('the case engines', () => {
  // Some fifty runs of a second each; on a busy machine many times that.
  it('holds in its short form with the engines that are installed', { timeout: 1_800_000 }, async () => {
    const setup = { full: false, progress: () => {}, cpuSeconds: () => 0, wallSeconds: () => 0, cores: 1 };
    const sections = await ENGINES_CASE.run(setup);
    const checks = sections.flatMap(({ blocks }) => blocks.filter((block): block is Check => block.kind === 'check'));
    expect(checks.length).toBeGreaterThan(10);
    expect(checks.filter(({ passed }) => !passed)).toEqual([]);
  });
});
