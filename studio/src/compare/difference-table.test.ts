// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { sampleFrame } from '../../../tests/support/sample-run.ts';
import { comparisonText, frameMeans } from './difference-table.ts';

describe('differences of two runs', () => {
  it('have means of the bodies in the world', () => {
    const means = frameMeans(sampleFrame(10));
    expect(means).toMatchObject({ bodies: 3, contacts: 1, speed: 2, spin: 0 });
    // 1, 2 and 3 m beyond the origin at 1000 m, float32.
    expect(means.centre[0]).toBeCloseTo(1002, 5);
  });

  it('say where the runs part, or that they do not', () => {
    const common = { common: 5, compared: 3, alone: [0, 0] as const, problems: [] };
    const largest = { id: 0, quantity: 'position.x', values: [1, 2] as const };
    const differences = { first: largest, largest, differing: 1, bodies: 3 };
    const part = { steps: [30, 30] as const, time: 0.3, kind: 'frame' as const, differences };
    expect(comparisonText({ ...common, agree: { step: 20, time: 0.2 }, part }).replaceAll('\u2009', ' ')).toBe(
      'The runs part at 300 ms; they agree up to 200 ms (3 of 5 common moments compared).',
    );
    expect(comparisonText({ ...common, agree: { step: 40, time: 0.4 }, part: undefined })).toMatch(/agree at every/);
  });
});
