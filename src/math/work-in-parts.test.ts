// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { atOnce, inParts, ranges, type Work } from './work-in-parts.ts';

/** Longer than a part may be, ms. */
const LONG = 10;
const PARTS = 4;

function* longWork(): Work<string> {
  for (let k = 0; k < PARTS; k++) {
    const from = performance.now();
    while (performance.now() - from < LONG);
    yield;
  }
  return 'done';
}

/** Turns of the loop that others have while the work is done. */
async function turnsDuring(isWaitedFor: boolean): Promise<number> {
  let turns = 0;
  let isDone = false;
  const others = (): void => {
    turns++;
    if (!isDone) setImmediate(others);
  };
  setImmediate(others);
  expect(await inParts(longWork(), () => isWaitedFor)).toBe('done');
  isDone = true;
  return turns;
}

describe('work in parts', () => {
  it('lets others have many turns between its parts, and fewer when it is waited for', async () => {
    const [free, waited] = [await turnsDuring(false), await turnsDuring(true)];
    expect(waited).toBeGreaterThanOrEqual(PARTS);
    expect(free).toBeGreaterThan(2 * PARTS);
    expect(free).toBeGreaterThan(waited);
  });

  it('has the same result at once', () => {
    expect(atOnce(longWork())).toBe('done');
  });

  it('goes through all numbers once, in order', () => {
    const seen: number[] = [];
    atOnce(
      ranges(10, 4, (from, to) => {
        for (let k = from; k < to; k++) seen.push(k);
      }),
    );
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});
