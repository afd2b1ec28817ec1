// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { CameraPath, type CameraView, type Triple } from './camera-path.ts';

function onCircle(time: number, degrees: number, distance = 5): CameraView {
  const angle = (degrees * Math.PI) / 180;
  return { time, target: [0, 0, 1], position: [distance * Math.cos(angle), distance * Math.sin(angle), 1] };
}

const distanceOf = ({ position, target }: CameraView): number =>
  Math.hypot(...(position.map((value, k) => value - target[k]) as unknown as Triple));

describe('a path of the camera', () => {
  it('passes through its views, and holds the first and last outside of them', () => {
    const path = new CameraPath();
    for (const view of [onCircle(2, 90), onCircle(0, 0), onCircle(5, 200)]) path.add(view);
    for (const [time, degrees] of [
      [0, 0],
      [2, 90],
      [5, 200],
      [-1, 0],
      [9, 200],
    ]) {
      const wanted = onCircle(time, degrees).position.map((value) => expect.closeTo(value, 9));
      expect(path.at(time)?.position).toEqual(wanted);
    }
  });

  it('turns about what it looks at, the shorter way, at its distance', () => {
    const path = new CameraPath();
    path.add(onCircle(0, 170));
    path.add(onCircle(1, -170));
    const middle = path.at(0.5) as CameraView;
    expect(distanceOf(middle)).toBeCloseTo(5, 9);
    expect(middle.position[0]).toBeCloseTo(-5, 9);
  });

  it('has no jumps of direction or speed at a view', () => {
    const path = new CameraPath();
    for (const view of [onCircle(0, 0), onCircle(1, 40, 9), onCircle(3, 60, 4), onCircle(4, 150)]) path.add(view);
    const step = 1e-5;
    const speeds = [1 - step, 1, 3 - step, 3].map((time) => {
      const [a, b] = [path.at(time) as CameraView, path.at(time + step) as CameraView];
      return b.position.map((value, k) => (value - a.position[k]) / step);
    });
    for (const k of [0, 2]) {
      // The curvature times the step is the difference that remains.
      expect(speeds[k]).toEqual(speeds[k + 1].map((value) => expect.closeTo(value, 2)));
    }
  });

  it('has one view for a time, and none without views', () => {
    const path = new CameraPath();
    expect(path.at(1)).toBeUndefined();
    path.add(onCircle(1, 0));
    path.add(onCircle(1, 90));
    expect(path.views).toEqual([onCircle(1, 90)]);
    path.remove(1);
    expect(path.views).toEqual([]);
  });
});
