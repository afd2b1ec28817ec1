// SPDX-License-Identifier: MIT
/**
 * Mass properties of a rounded solid of revolution about z whose profile is a convex chain of corners: arcs about the
 * corners, straight pieces between. The integrands are trigonometric polynomials of degree 5 on arcs and polynomials on
 * lines, so that the Gauss rule is exact to rounding; every term is positive.
 */
import { atan2, cos, sin } from '../../math/circular.ts';
import { integrate } from '../../math/quadrature.ts';
import { diagonalMatrix } from '../../math/symmetric-matrix.ts';
import type { MassProperties } from './mass-properties.ts';

/** Integrates exp(5 i x) over at most half a turn to rounding. */
const ORDER = 24;

/** Distance from the axis and height. */
type Corner = readonly [rho: number, z: number];

interface ProfilePiece {
  readonly from: number;
  readonly to: number;
  readonly rho: (s: number) => number;
  readonly z: (s: number) => number;
  /** dz/ds >= 0 */
  readonly slope: (s: number) => number;
}

/** `corners` run upwards from the rim of the flat bottom to the rim of the top; a corner on the axis is a tip. */
export function roundedProfileMassProperties(corners: readonly Corner[], radius: number): MassProperties {
  const pieces = roundedProfile(corners, radius);
  const total = (density: (rho: number, z: number) => number): number =>
    pieces.reduce(
      (sum, { from, to, rho, z, slope }) => sum + integrate((s) => density(rho(s), z(s)) * slope(s), from, to, ORDER),
      0,
    );
  const volume = total((rho) => Math.PI * rho * rho);
  const centre = total((rho, z) => Math.PI * rho * rho * z) / volume;
  // About the centroid from the start: a second pass loses nothing to cancellation.
  const along = total((rho, z) => Math.PI * rho * rho * (z - centre) * (z - centre));
  const across = total((rho) => (Math.PI / 4) * rho * rho * rho * rho);
  return {
    volume,
    centroid: { x: 0, y: 0, z: centre },
    inertia: diagonalMatrix(across + along, across + along, 2 * across),
  };
}

function roundedProfile(corners: readonly Corner[], radius: number): ProfilePiece[] {
  const pieces: ProfilePiece[] = [];
  let angle = -Math.PI / 2;
  corners.forEach(([rho, z], i) => {
    const next = corners[i + 1];
    // Elevation of the outward normal of the piece above: the piece turned back by a quarter.
    const nextAngle = next === undefined ? Math.PI / 2 : atan2(rho - next[0], next[1] - z);
    pieces.push({
      from: angle,
      to: nextAngle,
      rho: (s) => rho + radius * cos(s),
      z: (s) => z + radius * sin(s),
      slope: (s) => radius * cos(s),
    });
    angle = nextAngle;
    if (next === undefined) return;
    const [outRho, outZ] = [radius * cos(nextAngle), radius * sin(nextAngle)];
    pieces.push({
      from: 0,
      to: 1,
      rho: (s) => (1 - s) * rho + s * next[0] + outRho,
      z: (s) => (1 - s) * z + s * next[1] + outZ,
      slope: () => next[1] - z,
    });
  });
  return pieces;
}
