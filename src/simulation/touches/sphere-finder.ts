// SPDX-License-Identifier: MIT
/**
 * Touches of spheres, with each other and with half-spaces, whose materials have a law of the user's own: the step
 * kernel leaves them out. The contact point lies on the plane in which two spheres cut each other, and on the
 * half-space, as it does for the laws that are built in.
 */
import * as layout from '../../step-kernel/step-layout.ts';
import { isNotSphere } from './convex-shapes.ts';
import { nearestImage } from './nearest-image.ts';
import type { TouchFinder } from './touch-finder.ts';
import { isUserLaw, materialOfElement, materialOfWall } from './touch-materials.ts';
import type { TouchWriter } from './touch-writer.ts';

/** Squared distances below this have no direction left. */
const NO_DISTANCE = 1e-290;

export class SphereFinder implements TouchFinder {
  #isOpen = false;

  find(_block: number, writer: TouchWriter): void {
    const { I, firstElement, endElement } = writer;
    for (let i = firstElement; i < endElement; i++) {
      if (isNotSphere(I, i)) continue;
      this.#isOpen = false;
      this.#findBodies(writer, i);
      this.#findWalls(writer, i);
      if (this.#isOpen) writer.inheritByKeys();
    }
  }

  #findBodies(writer: TouchWriter, i: number): void {
    const { F, I } = writer;
    const row = 2 * I[layout.ROW] + layout.ROW_INTEGERS * i;
    const cross = I[row + layout.ROW_CROSS];
    const end = I[row + layout.ROW_WALLS];
    const partners = 2 * I[layout.PARTNER];
    const positions = I[layout.POSITION];
    const position = positions + 4 * i;
    const radius = F[position + 3];
    const material = materialOfElement(I, i);
    for (let p = I[row + layout.ROW_FIRST]; p < end; p++) {
      const j = I[partners + p] & layout.PARTNER_MASK;
      const other = positions + 4 * j;
      const dx = nearestImage(F, I, F[other] - F[position], 0);
      const dy = nearestImage(F, I, F[other + 1] - F[position + 1], 1);
      const dz = nearestImage(F, I, F[other + 2] - F[position + 2], 2);
      const radiusJ = F[other + 3];
      const reach = radius + radiusJ;
      const squared = dx * dx + dy * dy + dz * dz;
      if (!(squared < reach * reach) || isNotSphere(I, j)) continue;
      if (!isUserLaw(I, material, materialOfElement(I, j))) continue;
      const distance = Math.sqrt(squared);
      const inverse = squared > NO_DISTANCE ? 1 / distance : 0;
      const lever = 0.5 * (distance + (radius - radiusJ) * reach * inverse);
      const slot = p < cross ? -1 : I[row + layout.ROW_SLOT] + p - cross;
      const touch = this.#append(writer, i, layout.TOUCH_BODY, j, slot);
      writeNormal(F, touch, inverse > 0 ? dx * inverse : 1, dy * inverse, dz * inverse);
      writePoint(F, touch, position, lever, reach - distance, (radius * radiusJ) / reach);
    }
  }

  #findWalls(writer: TouchWriter, i: number): void {
    const { F, I } = writer;
    const row = 2 * I[layout.ROW] + layout.ROW_INTEGERS * i;
    const end = I[row + layout.ROW_END];
    const partners = 2 * I[layout.PARTNER];
    const position = I[layout.POSITION] + 4 * i;
    const radius = F[position + 3];
    for (let p = I[row + layout.ROW_WALLS]; p < end; p++) {
      const k = I[partners + p] & layout.PARTNER_MASK;
      const wall = I[layout.HALF_SPACE] + layout.HALF_SPACE_STRIDE * k;
      const nx = -F[wall];
      const ny = -F[wall + 1];
      const nz = -F[wall + 2];
      const along = nx * F[position] + ny * F[position + 1] + nz * F[position + 2];
      const height = -along - F[wall + layout.HALF_SPACE_OFFSET];
      if (!(height < radius) || !isUserLaw(I, materialOfElement(I, i), materialOfWall(I, k))) continue;
      const touch = this.#append(writer, i, layout.TOUCH_HALF_SPACE, k, -1);
      writeNormal(F, touch, nx, ny, nz);
      writePoint(F, touch, position, height, radius - height, radius);
    }
  }

  #append(writer: TouchWriter, element: number, kind: number, partner: number, slot: number): number {
    if (!this.#isOpen) writer.open(element);
    this.#isOpen = true;
    return writer.append(kind, partner, slot, 0, 0);
  }
}

function writeNormal(F: Float64Array, touch: number, nx: number, ny: number, nz: number): void {
  F[touch + layout.TOUCH_NORMAL] = nx;
  F[touch + layout.TOUCH_NORMAL + 1] = ny;
  F[touch + layout.TOUCH_NORMAL + 2] = nz;
}

/** The point is `lever` away from the centre along the normal. */
function writePoint(
  F: Float64Array,
  touch: number,
  position: number,
  lever: number,
  overlap: number,
  effectiveRadius: number,
): void {
  for (let c = 0; c < 3; c++) {
    F[touch + layout.TOUCH_POINT + c] = F[position + c] + lever * F[touch + layout.TOUCH_NORMAL + c];
  }
  F[touch + layout.TOUCH_OVERLAP] = overlap;
  F[touch + layout.TOUCH_RADIUS] = effectiveRadius;
}
