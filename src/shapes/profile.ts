// SPDX-License-Identifier: MIT
/** Profiles of bodies of revolution, for drawings, event-driven contacts and mass properties. */

/** A point of a profile: distance from the axis, and height along it. */
export type ProfilePoint = readonly [radius: number, height: number];

/** A piece of a profile: straight, or an arc around a point of the axis. */
export interface ProfilePiece {
  readonly from: ProfilePoint;
  readonly to: ProfilePoint;
  readonly arc?: { readonly centre: number; readonly radius: number };
}

/** Half of the section through the z axis, from the lower pole to the upper; a flat end begins or ends on the axis. */
export type Profile = readonly ProfilePiece[];

/** Straight pieces between these points. */
export function straightProfile(points: readonly ProfilePoint[]): Profile {
  return points.slice(1).map((to, i) => ({ from: points[i], to }));
}

/** Outward unit normal of a piece at one of its points, by distance from the axis and height. */
export function profileNormal({ from, to, arc }: ProfilePiece, [radius, height]: ProfilePoint): ProfilePoint {
  if (arc !== undefined) return [radius / arc.radius, (height - arc.centre) / arc.radius];
  const [across, up] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.sqrt(across * across + up * up);
  return [up / length, -across / length];
}

/** True for the flat end of a body: a disc across the axis. */
export function isDisc({ from, to, arc }: ProfilePiece): boolean {
  return arc === undefined && from[1] === to[1];
}
