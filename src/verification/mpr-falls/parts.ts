// SPDX-License-Identifier: MIT
/**
 * Machine parts similar to those of Figs. 8 and 9 of Neumayr & Otter 2017, which are not published: connecting rod,
 * crank shaft, gear shaft. Lengths in m.
 */
import { layeredSolid, type OutlinePoint } from '../../meshes/layered-solid.ts';
import { asHole, circleOutline, gearOutline } from '../../meshes/outlines.ts';

export interface PartMesh {
  readonly vertices: Float64Array;
  readonly facets: number[][];
}

/** Corners of the circles of rod and crank. */
const SIDES = 16;

/**
 * A crank of a crank shaft along z, with two journals, two webs and the pin, and a flange at one end: six convex parts.
 */
export function crankShaft(): PartMesh {
  const journal = circleOutline(0.02, SIDES);
  const web: OutlinePoint[] = [
    [-0.05, -0.035],
    [0.02, -0.03],
    [0.075, -0.026],
    [0.075, 0.026],
    [0.02, 0.03],
    [-0.05, 0.035],
  ];
  return layeredSolid(-0.095, [
    { loops: [circleOutline(0.035, SIDES)], to: -0.085 },
    { loops: [journal], to: -0.04 },
    { loops: [web], to: -0.02 },
    { loops: [circleOutline(0.018, SIDES, [0.05, 0])], to: 0.02 },
    { loops: [web], to: 0.04 },
    { loops: [journal], to: 0.085 },
  ]);
}

/** A connecting rod along x: two eyes with holes, joined by a flatter shank. */
export function connectingRod(): PartMesh {
  const big = circleOutline(0.04, SIDES);
  const small = circleOutline(0.025, SIDES, [0.16, 0]);
  const holes = [asHole(circleOutline(0.026, SIDES)), asHole(circleOutline(0.014, SIDES, [0.16, 0]))];
  const eyes = [big, small, ...holes];
  // The shank leaves the eyes at corners of them: the second on either side of the axis.
  const whole = [...big.slice(2, SIDES - 1), ...small.slice(SIDES / 2 + 2), ...small.slice(0, SIDES / 2 - 1)];
  return layeredSolid(-0.014, [
    { loops: eyes, to: -0.007 },
    { loops: [whole, ...holes], to: 0.007 },
    { loops: eyes, to: 0.014 },
  ]);
}

/** A shaft along z with two gears: 40 and 25 teeth, two discs and three lengths of shaft are 70 convex parts. */
export function gearShaft(): PartMesh {
  const shaft = circleOutline(0.014, SIDES);
  return layeredSolid(-0.08, [
    { loops: [shaft], to: -0.045 },
    { loops: [gearOutline({ teeth: 40, rootRadius: 0.062, tipRadius: 0.07 })], to: -0.02 },
    { loops: [shaft], to: 0.02 },
    { loops: [gearOutline({ teeth: 25, rootRadius: 0.038, tipRadius: 0.046 })], to: 0.045 },
    { loops: [shaft], to: 0.08 },
  ]);
}
