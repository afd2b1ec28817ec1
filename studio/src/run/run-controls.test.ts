// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { changedSettings } from './run-controls.ts';

describe('changedSettings', () => {
  const run = { threads: 'auto', device: 'cpu', isRecorded: true } as const;

  it('names the controls that apply to the next run only', () => {
    expect(changedSettings(run, run)).toEqual([]);
    expect(changedSettings(run, { threads: 2, device: 'cpu', isRecorded: false })).toEqual(['Threads', 'Record']);
    expect(changedSettings(run, { ...run, device: 'gpu' })).toEqual(['Compute on']);
  });

  it('says nothing of threads where the graphics card computes', () => {
    expect(changedSettings({ ...run, device: 'gpu' }, { ...run, device: 'gpu', threads: 4 })).toEqual([]);
  });
});
