// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { RunTimings, timingLines } from './run-timings.ts';

describe('the timings of a run', () => {
  it('add up to the whole time, each part under its name', () => {
    const start = performance.now();
    const timings = new RunTimings(start);
    for (const part of ['steps', 'table.csv', 'steps']) timings.lap(part);
    const passed = performance.now() - start;
    expect(timings.parts.map(({ part, count }) => [part, count])).toEqual([
      ['steps', 2],
      ['table.csv', 1],
    ]);
    const seconds = timings.parts.reduce((sum, part) => sum + part.seconds, 0);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(passed / 1000);
  });

  it('are lines of aligned text', () => {
    const parts = [
      { part: 'set-up', seconds: 2, count: 1 },
      { part: 'steps', seconds: 3, count: 6 },
    ];
    expect(timingLines({ parts })).toEqual(['  set-up  2 s', '  steps   3 s, 6 times 500 ms']);
  });
});
