// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import type { CaseCost } from '../../plan/study-cost.ts';
import { chunksOf, taskResources } from './task-resources.ts';

function cost(seconds: number | undefined, { memory = 0, threads = 4 } = {}): CaseCost {
  const time = seconds === undefined ? undefined : { least: seconds / 3, most: seconds };
  return { seconds: time, longest: time, threads, memory, disk: 0 };
}

it.each([
  [5, 100, 12],
  [5, 7, 7],
  [59, 100, 1],
  [600, 100, 1],
  [undefined, 100, 1],
])('puts of runs of %d s, %d in number, %d into a task', (seconds, runs, chunk) => {
  expect(taskResources(cost(seconds), {}, runs).chunk).toBe(chunk);
});

it('asks for twice the longest estimate, and for ten minutes at least', () => {
  expect(taskResources(cost(1800), {}, 10).minutes).toBe(60);
  expect(taskResources(cost(1), {}, 10).minutes).toBe(10);
  expect(taskResources(cost(undefined), {}, 10).minutes).toBeUndefined();
});

it('gives one core to runs of up to an hour, and to longer ones as many as make them faster', () => {
  expect(taskResources(cost(3000), {}, 10).cpus).toBe(1);
  expect(taskResources(cost(4000), {}, 10).cpus).toBe(4);
  expect(taskResources(cost(4000, { threads: 16 }), {}, 10).cpus).toBe(8);
});

it('asks for the memory of the program, of its threads and of the largest run, and a quarter more', () => {
  expect(taskResources(cost(1, { memory: 2 ** 30 }), {}, 1).megabytes).toBe(Math.ceil(1.25 * (1024 + 150 + 40)));
});

it('takes what the study file says', () => {
  const options = { time: 1800, memory: 2 ** 31, cpus: 3, chunk: 5 };
  expect(taskResources(cost(1), options, 100)).toEqual({
    chunk: 5,
    cpus: 3,
    megabytes: 2048,
    minutes: 30,
    warning: 120,
  });
});

it('has the signal two minutes before the limit, and at half of a short limit', () => {
  expect(taskResources(cost(1), { time: 120 }, 1).warning).toBe(60);
  expect(taskResources(cost(undefined), {}, 1).warning).toBe(120);
});

it('divides a list into parts of equal length but for the last', () => {
  expect(chunksOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(chunksOf([], 2)).toEqual([]);
});
