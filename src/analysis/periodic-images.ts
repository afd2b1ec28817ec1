// SPDX-License-Identifier: MIT
/** Images of bodies in periodic domains. */
import { add, type Vector3 } from '../math/vector.ts';

function nearest(difference: number, period: number): number {
  return period > 0 ? difference - period * Math.round(difference / period) : difference;
}

/** From `from` to the nearest image of `to`. Correct for distances below half a period. */
export function nearestOffset(from: Vector3, to: Vector3, lengths: Vector3): Vector3 {
  return {
    x: nearest(to.x - from.x, lengths.x),
    y: nearest(to.y - from.y, lengths.y),
    z: nearest(to.z - from.z, lengths.z),
  };
}

/** Whole multiples of the period that bring a point within `reach` of an interval. */
function shiftsAlong(at: number, reach: number, low: number, high: number, period: number): number[] {
  if (!(period > 0)) return at + reach < low || at - reach > high ? [] : [0];
  // Regions without bounds hold each body once.
  if (!(high - low < Infinity)) return [0];
  const first = Math.ceil((low - reach - at) / period);
  const last = Math.floor((high + reach - at) / period);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, k) => (first + k) * period);
}

/** The images of a ball whose box meets the box from `min` to `max`: where their centres are. */
export function imagesNear(centre: Vector3, reach: number, min: Vector3, max: Vector3, lengths: Vector3): Vector3[] {
  if (lengths.x === 0 && lengths.y === 0 && lengths.z === 0) {
    const isNear =
      centre.x + reach >= min.x &&
      centre.x - reach <= max.x &&
      centre.y + reach >= min.y &&
      centre.y - reach <= max.y &&
      centre.z + reach >= min.z &&
      centre.z - reach <= max.z;
    return isNear ? [centre] : [];
  }
  const images: Vector3[] = [];
  for (const x of shiftsAlong(centre.x, reach, min.x, max.x, lengths.x))
    for (const y of shiftsAlong(centre.y, reach, min.y, max.y, lengths.y))
      for (const z of shiftsAlong(centre.z, reach, min.z, max.z, lengths.z)) images.push(add(centre, { x, y, z }));
  return images;
}
