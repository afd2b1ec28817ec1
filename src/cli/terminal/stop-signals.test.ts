// SPDX-License-Identifier: MIT
import { afterEach, describe, expect, it, vi } from 'vitest';
import { StopSignals } from './stop-signals.ts';

let time = 0;
let signals: StopSignals | undefined;

afterEach(() => {
  signals?.close();
  vi.restoreAllMocks();
});

/** Signals at these times, in milliseconds; what the process was sent because of them. */
function sentAfter(...sent: readonly [NodeJS.Signals, number][]): unknown[] {
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  signals = new StopSignals(() => time);
  for (const [name, at] of sent) {
    time = at;
    process.emit(name, name);
  }
  return kill.mock.calls.map(([, name]) => name);
}

describe('signals that stop a run', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('tell that %s came, and the exit code', (name, code) => {
    expect(sentAfter([name, 0])).toEqual([]);
    expect({ received: signals?.received, code: signals?.exitCode }).toEqual({ received: name, code });
  });

  it('count once when the process and its group both receive them', () => {
    expect(sentAfter(['SIGINT', 0], ['SIGINT', 900], ['SIGTERM', 950])).toEqual([]);
    expect(signals?.received).toBe('SIGINT');
  });

  it('end the program at once only after a second Ctrl-C, at least one second later', () => {
    expect(sentAfter(['SIGTERM', 0], ['SIGTERM', 5000], ['SIGHUP', 6000])).toEqual([]);
    signals?.close();
    vi.restoreAllMocks();
    expect(sentAfter(['SIGINT', 0], ['SIGINT', 1000])).toEqual(['SIGINT']);
  });
});
