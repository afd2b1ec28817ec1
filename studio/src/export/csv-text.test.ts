// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { sampleFrame } from '../../../tests/support/sample-run.ts';
import { curvesCsv, frameCsv, groupMeans, groupsCsv, historyCsv } from './csv-text.ts';

const HEADER = {
  title: 'Sample',
  materials: ['steel, polished'],
  boundaries: [],
  shapes: [{ name: 'ball', shape: { sphere: { radius: 0.5 } } }],
};

describe('tables to take away', () => {
  it('have a row for each body of a frame, at its place in the world, and quote names', () => {
    const [head, first] = frameCsv(sampleFrame(5), HEADER).split('\n');
    expect(head.split(',').slice(0, 7)).toEqual([
      'id',
      'shape',
      'material',
      'scale',
      'position.x',
      'position.y',
      'position.z',
    ]);
    expect(first).toBe('0,ball,"steel, polished",1,1000.5,0,0,1,0,0,0,1,0,0,0,0,0');
  });

  it('have the means of groups', () => {
    const [mean] = groupMeans(sampleFrame(10), HEADER);
    expect(mean).toMatchObject({ group: 'ball', count: 3, speed: 2, spin: 0 });
    // 1, 2 and 3 m beyond the origin, float32.
    expect(mean.position[0]).toBeCloseTo(1002, 5);
    expect(groupsCsv([mean]).split('\n')[0]).toBe(
      'time,shape,count,meanPosition.x,meanPosition.y,meanPosition.z,meanSpeed,meanSpin',
    );
  });

  it('leave cells without a number empty', () => {
    const series = [{ label: 'a', unit: 'm', values: [1, Number.NaN] }];
    expect(curvesCsv({ name: 't', time: [0, 1], series })).toBe('time,a\n0,1\n1,\n');
    expect(historyCsv({ time: [0], position: [[1], [2], [3]], speed: [4], spin: [5] })).toContain('0,1,2,3,4,5');
  });
});
