// SPDX-License-Identifier: MIT
/**
 * Fabric tensor F = 1/N sum of n (x) n over the contacts between free bodies (Satake 1982), and the anisotropy of
 * contact normals: D = 15/2 (F - I/3) (Kanatani 1984, third kind), a = sqrt(3/2 D:D). Contacts whose point is in the
 * region count.
 */
import { type GranularState, vectorAt } from './granular-state.ts';
import { type AnalysisRegion, isCentreIn } from './region.ts';
import { SortedSums } from './sorted-sum.ts';

/** Directions of the contact normals in a region, as a tensor and one number. */
export interface Fabric {
  readonly contacts: number;
  /** xx, yy, zz, xy, xz, yz; the trace is 1. */
  readonly tensor: readonly number[];
  /** 0 when all directions are alike; 7.5 when all normals are parallel. */
  readonly anisotropy: number;
}

/** Undefined when no contact of free bodies is in the region, or when the normals are not known. */
export function fabric({ contacts, periodic }: GranularState, region: AnalysisRegion): Fabric | undefined {
  const sums = new SortedSums(6);
  for (let c = 0; c < contacts.count; c++) {
    if (contacts.bodyB[c] < 0) continue;
    if (!isCentreIn(vectorAt(contacts.point, c), region, periodic.lengths)) continue;
    const { x, y, z } = vectorAt(contacts.normal, c);
    sums.add(x * x, y * y, z * z, x * y, x * z, y * z);
  }
  if (sums.count === 0) return undefined;
  const tensor = sums.sums().map((value) => value / sums.count);
  if (!tensor.every(Number.isFinite)) return undefined;
  const [xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0] = tensor;
  const third = (xx + yy + zz) / 3;
  const squared = (xx - third) ** 2 + (yy - third) ** 2 + (zz - third) ** 2 + 2 * (xy * xy + xz * xz + yz * yz);
  return { contacts: sums.count, tensor, anisotropy: 7.5 * Math.sqrt(1.5 * squared) };
}
