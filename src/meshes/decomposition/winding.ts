// SPDX-License-Identifier: MIT
/**
 * Tests whether a point is inside a closed part, by the solid angle of its surface (van Oosterom & Strackee 1983,
 * doi:10.1109/TBME.1983.325207).
 */
import { atan2 } from '../../math/circular.ts';
import type { Part, Solid } from './solid.ts';

/** Winding number: 1 inside, 0 outside, in between on the surface. */
export function windingAround(solid: Solid, part: Part, point: readonly [number, number, number]): number {
  const { coordinates } = solid;
  let angle = 0;
  for (const { loop } of part) {
    for (let i = 1; i + 1 < loop.length; i++) angle += solidAngle(coordinates, loop[0], loop[i], loop[i + 1], point);
  }
  return angle / (4 * Math.PI);
}

function solidAngle(
  coordinates: readonly number[],
  p: number,
  q: number,
  r: number,
  [x, y, z]: readonly [number, number, number],
): number {
  const ax = coordinates[3 * p] - x;
  const ay = coordinates[3 * p + 1] - y;
  const az = coordinates[3 * p + 2] - z;
  const bx = coordinates[3 * q] - x;
  const by = coordinates[3 * q + 1] - y;
  const bz = coordinates[3 * q + 2] - z;
  const cx = coordinates[3 * r] - x;
  const cy = coordinates[3 * r + 1] - y;
  const cz = coordinates[3 * r + 2] - z;
  const a = Math.sqrt(ax * ax + ay * ay + az * az);
  const b = Math.sqrt(bx * bx + by * by + bz * bz);
  const c = Math.sqrt(cx * cx + cy * cy + cz * cz);
  const volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  const base =
    a * b * c +
    (ax * bx + ay * by + az * bz) * c +
    (bx * cx + by * cy + bz * cz) * a +
    (cx * ax + cy * ay + cz * az) * b;
  return volume === 0 && base === 0 ? 0 : 2 * atan2(volume, base);
}
