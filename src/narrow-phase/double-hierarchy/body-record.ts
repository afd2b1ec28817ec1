// SPDX-License-Identifier: MIT
/**
 * Record of a shape for queries with meshes, in the kernel's memory: its centre of mass, and the box around it with
 * edges and corners cut off where the shape does not reach them (src/kernel/mesh/body-box.ts).
 */
import { F } from '../../kernel/memory.ts';
import * as at from '../../kernel/mesh/boundary-layout.ts';
import { OwnedCells } from '../../shapes/kernel-memory/owned-cells.ts';
import { isDisc } from '../../shapes/profile.ts';
import { type ConvexShape, type ConvexShapeQueries, sweptCoreOf } from '../../shapes/shape.ts';

const records = new WeakMap<ConvexShape, { readonly address: number; readonly cells: OwnedCells }>();

/** Address of the record of a shape; made at the first call, and freed when the shape is collected. */
export function bodyRecord(shape: ConvexShape): number {
  const known = records.get(shape);
  if (known !== undefined) return known.address;
  const cells = new OwnedCells();
  const address = newBodyRecord(shape, cells);
  records.set(shape, { address, cells });
  return address;
}

/** Address of a record of a shape in these cells. */
export function newBodyRecord(shape: ConvexShape, cells: OwnedCells): number {
  const address = cells.allocate(at.BODY_STRIDE);
  writeRecord(address, shape);
  return address;
}

/** A shape that reaches this part of the distance to all edges and corners of its box has none of them cut off. */
const LEAST_CUT = 0.99;

function writeRecord(address: number, shape: ConvexShape): void {
  const { centroid } = shape.massProperties();
  const { min, max } = shape.boundingBox();
  const profile = (sweptCoreOf(shape).core as ConvexShapeQueries).profile?.();
  F.set([centroid.x, centroid.y, centroid.z], address + at.BODY_CENTRE);
  F.set([min.x, min.y, min.z], address + at.BODY_MIN);
  F.set([max.x, max.y, max.z], address + at.BODY_MAX);
  F[address + at.BODY_IS_ROUND] = profile?.some(isDisc) ? 1 : 0;
  const half = [(max.x - min.x) / 2, (max.y - min.y) / 2, (max.z - min.z) / 2] as const;
  const reaches = address + at.BODY_REACHES;
  F.fill(0, reaches, reaches + 27);
  let isCut = false;
  if (half.every((width) => width > 0)) {
    const [mx, my, mz] = [(min.x + max.x) / 2, (min.y + max.y) / 2, (min.z + max.z) / 2];
    for (let k = 0; k < 27; k++) {
      const [x, y, z] = [Math.floor(k / 9) - 1, (Math.floor(k / 3) % 3) - 1, (k % 3) - 1];
      const signs = Math.abs(x) + Math.abs(y) + Math.abs(z);
      if (signs === 0) continue;
      const far = shape.support({ x: x / half[0], y: y / half[1], z: z / half[2] });
      const reach = (x * (far.x - mx)) / half[0] + (y * (far.y - my)) / half[1] + (z * (far.z - mz)) / half[2];
      F[reaches + k] = signs === 1 ? 1 : reach;
      isCut ||= signs > 1 && reach < LEAST_CUT * signs;
    }
  }
  F[address + at.BODY_IS_CUT] = isCut ? 1 : 0;
}
