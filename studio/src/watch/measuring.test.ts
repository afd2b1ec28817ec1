// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { Frame } from '../../../src/io.ts';
import { measure } from './measuring.ts';

const FRAME = { ids: Int32Array.of(2, 4, 7), positions: Float32Array.of(3, 0, 0, 0, 0, 0, 0, 4, 0) } as Frame;

describe('measuring', () => {
  it('finds distances and the angle at the second body', () => {
    expect(measure(FRAME, [2, 4, 7])).toEqual({ distance: 3, nextDistance: 4, angle: 90 });
    expect(measure(FRAME, [2, 7])).toEqual({ distance: 5, nextDistance: undefined, angle: undefined });
  });

  it('finds nothing for one body, or for one that is not there', () => {
    const nothing = { distance: undefined, nextDistance: undefined, angle: undefined };
    expect(measure(FRAME, [2])).toEqual(nothing);
    expect(measure(FRAME, [2, 3])).toEqual(nothing);
  });
});
