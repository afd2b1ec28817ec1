// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { type AvailableThreads, ThreadPace } from './thread-pace.ts';

const always: AvailableThreads = { useful: () => 64, request: () => true };

/** Seconds of a step whose work is shared by the threads, which meet at barriers. */
const shared = (work: number, barrier: number) => (threads: number) =>
  work / threads + (threads > 1 ? barrier * threads : 0);

/** Runs for this many simulated seconds; returns the seconds spent on each number of threads. */
function run(pace: ThreadPace, secondsOf: (threads: number) => number, seconds: number): Map<number, number> {
  const spent = new Map<number, number>();
  for (let now = 0; now < seconds; ) {
    const slice = pace.next(1e6);
    const took = slice.steps * secondsOf(slice.threads);
    pace.note(slice, took);
    spent.set(slice.threads, (spent.get(slice.threads) ?? 0) + took);
    now += took;
  }
  return spent;
}

describe('the measured number of threads', () => {
  it('becomes the fastest, from any first number', () => {
    for (const first of [1, 4, 16]) {
      const many = new ThreadPace(first, 16, always);
      run(many, shared(0.02, 5e-6), 1.5);
      expect(many.threads, `work of 20 ms, from ${first}`).toBe(16);
      const few = new ThreadPace(first, 16, always);
      run(few, shared(200e-6, 30e-6), 0.5);
      expect(few.threads, `work of 200 us, from ${first}`).toBe(2);
      const one = new ThreadPace(first, 16, always);
      run(one, shared(100e-6, 100e-6), 0.5);
      expect(one.threads, `work of 100 us, from ${first}`).toBe(1);
    }
  });

  it('is found at the cost of a few per cent of the time', () => {
    for (const secondsOf of [shared(2e-3, 5e-6), shared(100e-6, 100e-6), shared(0.3, 5e-6)]) {
      const pace = new ThreadPace(1, 4, always);
      run(pace, secondsOf, 5);
      const spent = run(pace, secondsOf, 60);
      expect(spent.get(pace.threads)).toBeGreaterThan(0.95 * 60);
    }
  });

  it('never costs more than a few steps on too many threads beyond what one thread takes', () => {
    for (const work of [1e-6, 25e-6, 1e-4, 1e-3, 1e-2, 0.1]) {
      for (const barrier of [1e-6, 1e-4, 1e-3, 1e-2]) {
        const secondsOf = shared(work, barrier);
        for (const seconds of [0.01, 1, 20]) {
          const pace = new ThreadPace(1, 16, always);
          const steps = Math.ceil(seconds / work);
          let [left, took] = [steps, 0];
          while (left > 0) {
            const slice = pace.next(left);
            const own = slice.steps * secondsOf(slice.threads);
            pace.note(slice, own);
            took += own;
            left -= slice.steps;
          }
          const most = 1.05 * steps * work + 2 * secondsOf(2) + 0.02;
          expect(took, `${steps} steps of ${work} s, barriers of ${barrier} s`).toBeLessThan(most);
        }
      }
    }
  });

  it('changes when the cost of a step changes', () => {
    const pace = new ThreadPace(1, 8, always);
    run(pace, shared(30e-6, 20e-6), 20);
    expect(pace.threads).toBe(1);
    run(pace, shared(500e-6, 5e-6), 2);
    expect(pace.threads).toBe(8);
    run(pace, shared(30e-6, 20e-6), 1);
    expect(pace.threads).toBe(1);
  });

  it('needs no threads for steps shorter than a barrier, or with one block', () => {
    const asked: number[] = [];
    const request = (threads: number): boolean => asked.push(threads) > 0;
    run(new ThreadPace(1, 8, { useful: () => 64, request }), shared(10e-6, 5e-6), 1);
    run(new ThreadPace(1, 8, { useful: () => 1, request }), shared(1e-3, 5e-6), 1);
    expect(asked).toEqual([]);
  });

  it('is one until the other threads are ready', () => {
    let isReady = false;
    const pace = new ThreadPace(4, 4, { useful: () => 64, request: () => isReady });
    expect([...run(pace, shared(1e-3, 5e-6), 0.1).keys()]).toEqual([1]);
    // They can join after a few milliseconds.
    expect(pace.next(1e6).steps * 1e-3).toBeLessThan(0.01);
    isReady = true;
    run(pace, shared(1e-3, 5e-6), 0.5);
    expect(pace.threads).toBe(4);
  });

  it('never runs more steps than requested', () => {
    const pace = new ThreadPace(1, 8, always);
    run(pace, shared(1e-4, 1e-6), 0.1);
    expect(pace.next(3).steps).toBe(3);
    expect(pace.next(1).steps).toBe(1);
  });
});
