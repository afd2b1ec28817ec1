// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { sampleFrame } from '../../../tests/support/sample-run.ts';
import { blendedFrame } from './blended-frame.ts';

describe('a moment between two frames', () => {
  it('has bodies on the way, also where the origins of the frames differ', () => {
    const first = sampleFrame(0);
    const second = { ...sampleFrame(2), origin: Float64Array.of(1000.1, 0, 0) };
    const blended = blendedFrame(first, second, 0.5);
    expect(blended.time).toBeCloseTo(0.1, 12);
    // Half of 0.2 m, 0.4 m and 0.6 m, and of the shift of the origin; float32.
    expect([0, 3, 6].map((k) => blended.positions[k])).toEqual([0.15, 0.25, 0.35].map((x) => expect.closeTo(x, 6)));
  });

  it('turns the shorter way, with unit quaternions', () => {
    const first = sampleFrame(0);
    const half = Math.SQRT1_2;
    const turned = [-half, 0, 0, -half];
    const second = { ...sampleFrame(1), orientations: Float32Array.from([...turned, ...turned, ...turned]) };
    const [w = 0, , , z = 0] = blendedFrame(first, second, 0.5).orientations;
    expect(Math.atan2(z, w)).toBeCloseTo(Math.PI / 8, 6);
    expect(Math.hypot(w, z)).toBeCloseTo(1, 6);
  });

  it('is the first where bodies came or went, and leaves a body that jumped', () => {
    const first = sampleFrame(0);
    expect(blendedFrame(first, { ...sampleFrame(1), ids: Int32Array.of(0, 2, 6) }, 0.5)).toBe(first);
    const far = sampleFrame(1);
    far.positions[0] = 50;
    expect(blendedFrame(first, far, 0.5).positions[0]).toBe(0);
  });
});
