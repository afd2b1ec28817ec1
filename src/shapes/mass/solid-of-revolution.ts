// SPDX-License-Identifier: MIT
/**
 * Mass properties of a rounded solid of revolution about z: arcs about the corners of its convex profile, and the
 * pieces between, straight or arcs about the axis. The integrands are trigonometric polynomials of degree 5 on arcs and
 * polynomials on lines, so that the Gauss rule is exact to rounding; every term is positive.
 */
import { atan2, cos, sin } from '../../math/circular.ts';
import { integrate } from '../../math/quadrature.ts';
import { diagonalMatrix } from '../../math/symmetric-matrix.ts';
import { isDisc, type Profile, type ProfilePiece, type ProfilePoint } from '../profile.ts';
import type { MassProperties } from './mass-properties.ts';

/** Integrates exp(5 i x) over at most half a turn to rounding. */
const ORDER = 24;

interface OffsetPiece {
  readonly from: number;
  readonly to: number;
  readonly rho: (s: number) => number;
  readonly z: (s: number) => number;
  /** dz/ds >= 0 */
  readonly slope: (s: number) => number;
}

/** Of all points within `radius` of the body of revolution. */
export function roundedProfileMassProperties(profile: Profile, radius: number): MassProperties {
  const pieces = roundedProfile(profile, radius);
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

/** Arcs about the corners, and the pieces themselves moved outward. Discs across the axis have no height. */
function roundedProfile(profile: Profile, radius: number): OffsetPiece[] {
  const pieces: OffsetPiece[] = [];
  let angle = -Math.PI / 2;
  const turnTo = (nextAngle: number, [rho, z]: ProfilePoint): void => {
    pieces.push(arcPiece(rho, z, radius, angle, nextAngle));
    angle = nextAngle;
  };
  for (const piece of profile) {
    if (isDisc(piece)) continue;
    const { from, to, arc } = piece;
    if (arc !== undefined) {
      const [first, last] = [from, to].map(([rho, z]) => atan2(z - arc.centre, rho)) as [number, number];
      if (from[0] > 0) turnTo(first, from);
      pieces.push(arcPiece(0, arc.centre, arc.radius + radius, first, last));
      angle = last;
      continue;
    }
    // Elevation of the outward normal: the piece turned back by a quarter.
    turnTo(atan2(from[0] - to[0], to[1] - from[1]), from);
    const [outRho, outZ] = [radius * cos(angle), radius * sin(angle)];
    pieces.push({
      from: 0,
      to: 1,
      rho: (s) => (1 - s) * from[0] + s * to[0] + outRho,
      z: (s) => (1 - s) * from[1] + s * to[1] + outZ,
      slope: () => to[1] - from[1],
    });
  }
  const end = profile.findLast((piece) => !isDisc(piece)) as ProfilePiece;
  if (end.arc === undefined || end.to[0] > 0) turnTo(Math.PI / 2, end.to);
  return pieces;
}

function arcPiece(rho: number, z: number, radius: number, from: number, to: number): OffsetPiece {
  return {
    from,
    to,
    rho: (s) => rho + radius * cos(s),
    z: (s) => z + radius * sin(s),
    slope: (s) => radius * cos(s),
  };
}
