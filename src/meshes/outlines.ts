// SPDX-License-Identifier: MIT
/** Outlines for layered solids, counter-clockwise: regular polygons for circles, and gears. */
import { cos, sin } from '../math/circular.ts';
import type { OutlinePoint } from './layered-solid.ts';

/** A polygon of `sides` corners on the circle, the first on the x axis from its centre. */
export function circleOutline(radius: number, sides: number, centre: OutlinePoint = [0, 0]): OutlinePoint[] {
  return Array.from({ length: sides }, (_, i) => {
    const angle = (2 * Math.PI * i) / sides;
    return [centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)];
  });
}

interface GearParameters {
  readonly teeth: number;
  /** To the foot of the teeth. */
  readonly rootRadius: number;
  readonly tipRadius: number;
}

/** Straight-sided teeth, at the foot a little narrower than the gaps, and half as wide at the tip. */
export function gearOutline({ teeth, rootRadius, tipRadius }: GearParameters): OutlinePoint[] {
  const pitch = (2 * Math.PI) / teeth;
  return Array.from({ length: teeth }, (_, i) => i * pitch).flatMap((angle) =>
    [
      [-0.22, rootRadius],
      [-0.11, tipRadius],
      [0.11, tipRadius],
      [0.22, rootRadius],
    ].map(([share, radius]): OutlinePoint => {
      const turn = angle + share * pitch;
      return [radius * cos(turn), radius * sin(turn)];
    }),
  );
}

/** The same loop the other way round: as a hole. */
export function asHole(outline: readonly OutlinePoint[]): OutlinePoint[] {
  return outline.toReversed();
}
