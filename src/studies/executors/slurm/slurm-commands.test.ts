// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { endInStateFile, readAccounting, readJobNumber, readJobRecord, readQueue } from './slurm-commands.ts';

describe('what Slurm prints', () => {
  it('names the tasks that wait or run, and leaves out those that have ended', () => {
    const text = [
      'scree-1|12|3|PENDING|Resources',
      'scree-1|12|1|RUNNING|None',
      'scree-1|12|2|COMPLETING|None',
      'scree-1|12|4|FAILED|NonZeroExitCode',
      'scree-2|13|1|REQUEUE_HOLD|launch failed requeued held',
      '',
    ].join('\n');
    expect(readQueue(text)).toEqual([
      { name: 'scree-1', job: '12', task: 3, state: 'waiting', reason: 'Resources' },
      { name: 'scree-1', job: '12', task: 1, state: 'running', reason: '' },
      { name: 'scree-1', job: '12', task: 2, state: 'running', reason: '' },
      { name: 'scree-2', job: '13', task: 1, state: 'waiting', reason: 'launch failed requeued held' },
    ]);
  });

  it.each([
    ['12\n', '12'],
    ['12;cluster\n', '12'],
    ['sbatch: a word of the site\n12\n', '12'],
    ['', undefined],
  ])('has the number of a job: %j', (text, job) => {
    expect(readJobNumber(text)).toBe(job);
  });

  it.each([
    ['TIMEOUT|0:0\n', 'TIMEOUT', false],
    ['OUT_OF_MEMORY|0:125\n', 'OUT_OF_MEMORY, signal 125', false],
    ['CANCELLED by 1000|0:15\n', 'CANCELLED, signal 15', true],
    ['FAILED|3:0\n', 'FAILED, exit code 3', false],
  ])('tells by its accounting how a task ended: %j', (text, words, isCancelled) => {
    expect(readAccounting(text)).toEqual({ words, isCancelled });
  });

  it('tells by its record of a job how a task ended', () => {
    const text = 'JobId=3 ArrayJobId=1 ArrayTaskId=1 JobState=NODE_FAIL Reason=None Requeue=1 ExitCode=0:9 Batch=1\n';
    expect(readJobRecord(text)).toEqual({ words: 'NODE_FAIL, signal 9', isCancelled: false });
    expect(readJobRecord('')).toBeUndefined();
    expect(readAccounting('')).toBeUndefined();
  });
});

describe('the state file of a task', () => {
  const begun = '2026-11-18T06:45:41Z running n1\n';
  it.each([
    [`${begun}2026-11-18T06:45:59Z ended 1\n`, { isCancelled: false, words: 'exit code 1' }],
    [`${begun}2026-11-18T06:45:59Z stopped 143\n`, { isCancelled: true, words: 'CANCELLED' }],
    [begun, { isCancelled: false, words: 'a kill on n1' }],
    ['', undefined],
  ])('tells how it ended: %j', (text, end) => {
    expect(endInStateFile(text)).toEqual(end);
  });
});
