// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { box } from '../../shapes/kinds/box.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import { fastestThreads, threadsFor } from './auto-threads.ts';

const SHAPES = [
  { name: 'ball', sphere: { radius: 1 } },
  { name: 'cube', convex: box({ halfExtents: [1, 1, 1] }) },
] as const;
const CORES = 8;
const threads = (shape: string, count: number): number => fastestThreads({ shapes: SHAPES }, [{ shape, count }], CORES);

describe('the fastest number of threads', () => {
  it('is one if a step takes less time than the barriers', () => {
    expect([0, 3, 100, 300].map((count) => threads('ball', count))).toEqual([1, 1, 1, 1]);
  });

  it('is one if all or almost all bodies are in one block, whatever their cost', () => {
    expect([16, 64, 65].map((count) => threads('cube', count))).toEqual([1, 1, 1]);
    expect(threads('cube', 128)).toBe(2);
  });

  it('grows with the work, up to the cores', () => {
    const counts = [1000, 2000, 10_000, 1e5, 1e7].map((count) => threads('ball', count));
    expect(counts[0]).toBeGreaterThan(1);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts.at(-1)).toBe(CORES);
    // Of the 16 that there may be at most: the last is less than 10 % faster.
    expect(fastestThreads({ shapes: SHAPES }, [{ shape: 'ball', count: 1e7 }], 1000)).toBe(15);
  });

  it('leaves a given number alone', () => {
    const spec: SimulationSpec = {
      timeStep: 1,
      gravity: [0, 0, 0],
      materials: [],
      law: { normal: 'linear' },
      shapes: SHAPES,
      bodies: [{ shape: 'ball', material: 'm', position: [0, 0, 0] }],
    };
    expect(threadsFor(spec)).toBe(1);
    expect(threadsFor({ ...spec, threads: 3 })).toBe(3);
    expect(threadsFor({ ...spec, threads: 3 }, 'auto')).toBe(1);
  });
});
