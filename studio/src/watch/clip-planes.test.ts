// SPDX-License-Identifier: MIT
import { Box3, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { type Clip, clipPlanes, clipPosition, NO_CLIP } from './clip-planes.ts';

const BOUNDS = new Box3(new Vector3(-1, -2, 0), new Vector3(3, 2, 4));

const isHidden = (clip: Clip, point: Vector3): boolean =>
  clipPlanes(clip, BOUNDS).some((plane) => plane.distanceToPoint(point) > 0);

describe('clip planes', () => {
  it('are none where nothing is cut', () => expect(clipPlanes(NO_CLIP, BOUNDS)).toEqual([]));

  it('hide one side of an axis, or the other', () => {
    const cut: Clip = { ...NO_CLIP, kind: 'x', part: 0.25 };
    expect(clipPosition(cut, BOUNDS)).toBe(0);
    expect(isHidden(cut, new Vector3(0.1, 0, 0))).toBe(true);
    expect(isHidden({ ...cut, isBelow: true }, new Vector3(0.1, 0, 0))).toBe(false);
    expect(isHidden({ ...cut, isBelow: true }, new Vector3(-0.1, 0, 0))).toBe(true);
  });

  it('of a free plane sweep all of the scene from one end of the slider to the other', () => {
    const cut: Clip = { ...NO_CLIP, kind: 'plane', azimuth: 30, elevation: 50 };
    for (let corner = 0; corner < 8; corner++) {
      const point = new Vector3(corner & 1 ? -1 : 3, corner & 2 ? -2 : 2, corner & 4 ? 0 : 4);
      // A little beyond the ends, against rounding.
      expect(isHidden({ ...cut, part: 1 + 1e-9 }, point)).toBe(false);
      expect(isHidden({ ...cut, part: -1e-9 }, point)).toBe(true);
    }
  });

  it('of a box hide everything outside it', () => {
    const box: Clip = { ...NO_CLIP, kind: 'box', low: [0.25, 0, 0], high: [1, 1, 0.5] };
    expect(isHidden(box, new Vector3(1, 0, 1))).toBe(false);
    expect(isHidden(box, new Vector3(-0.5, 0, 1))).toBe(true);
    expect(isHidden(box, new Vector3(1, 0, 2.5))).toBe(true);
  });
});
