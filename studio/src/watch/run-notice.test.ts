// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { progressText } from './run-notice.ts';

describe('progressText', () => {
  const text = (times: readonly number[], isRunning = false): string =>
    progressText({ isRunning, until: 2, times }).replaceAll('\u2009', ' ');

  it('says how far a run came that ended early, and not its full time', () => {
    expect(text([0, 0.1, 0.2, 0.3])).toBe('stopped: 300 ms of 2 s simulated');
    expect(text([0])).toBe('stopped: 0 s of 2 s simulated');
    expect(text([])).toBe('nothing written of 2 s');
  });

  it('calls a run whole whose last output is less than an interval before the end', () => {
    expect(text([0, 1, 2])).toBe('2 s simulated');
    expect(text([0, 0.7, 1.4])).toBe('2 s simulated');
    expect(text([0, 1 - 1e-12, 2 - 2e-12])).toBe('2 s simulated');
  });

  it('says of a run that is being written where it is', () => {
    expect(text([0, 0.5], true)).toBe('being written, 500 ms of 2 s');
  });
});
