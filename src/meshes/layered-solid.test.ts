// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { layeredSolid, type OutlinePoint } from './layered-solid.ts';
import { examineMesh } from './mesh-doctor.ts';
import { asHole, circleOutline, gearOutline } from './outlines.ts';

const square = (half: number, x = 0): OutlinePoint[] => [
  [x - half, -half],
  [x + half, -half],
  [x + half, half],
  [x - half, half],
];

describe('layered solids', () => {
  it('are closed, look outward and have the volume of their layers', () => {
    const mesh = layeredSolid(-1, [
      { loops: [square(1)], to: 0 },
      { loops: [square(3), asHole(circleOutline(0.5, 6))], to: 1 },
      { loops: [square(1, 1.7)], to: 3 },
    ]);
    const { isClosed, orientation, volume, findings } = examineMesh(mesh);
    expect({ isClosed, orientation, findings }).toEqual({ isClosed: true, orientation: 'outward', findings: [] });
    // A regular hexagon on a circle of radius r has the area 3 r^2 sin 60.
    expect(volume).toBeCloseTo(4 + 36 - 0.75 * Math.sin(Math.PI / 3) + 8, 12);
  });

  it('take outlines that have corners and sides in common', () => {
    const gear = gearOutline({ teeth: 8, rootRadius: 1, tipRadius: 1.2 });
    const mesh = layeredSolid(0, [
      { loops: [gear], to: 1 },
      { loops: [gear, asHole(circleOutline(0.4, 5))], to: 2 },
    ]);
    expect(examineMesh(mesh)).toMatchObject({ isClosed: true, orientation: 'outward', findings: [] });
  });

  it('are refused when outlines cross or layers do not rise', () => {
    const crossing = [
      { loops: [square(1)], to: 1 },
      { loops: [square(1, 0.5)], to: 2 },
    ];
    expect(() => layeredSolid(0, crossing)).toThrow(/beginning of layer 1 cross or touch/);
    expect(() => layeredSolid(0, [{ loops: [square(1)], to: 0 }])).toThrow(
      /layers\[0\]\.to: expected more than 0, got 0/,
    );
  });
});
