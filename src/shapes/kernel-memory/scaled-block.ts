// SPDX-License-Identifier: MIT
/**
 * Blocks of the kernel's memory for scaled copies of a shape. Faces and neighbours are shared with the shape; header
 * and coordinates are written with every length scaled. Existing blocks are reused without allocation.
 */
import {
  SHAPE_CENTRE,
  SHAPE_EXTENT,
  SHAPE_HEADER,
  SHAPE_KIND,
  SHAPE_MARGIN,
  SHAPE_PARAMETERS,
  SHAPE_RADIUS,
  SHAPE_ROLLING,
  SHAPE_SUPPORT_ERROR,
  SHAPE_VERTEX_COUNT,
  SHAPE_VOLUME,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
  SUPERQUADRIC,
} from '../../kernel/layout.ts';
import { F, I } from '../../kernel/memory.ts';
import { UNFLAT_FACES } from './kernel-core.ts';

/** Coordinates are read in blocks of four vertices. */
const PADDING = 4;
/** Largest deviation of a rounded scaled vertex from its face, relative to the extent. */
const COORDINATE_ROUNDING = 2 ** -51;

function paddedVertices(block: number): number {
  return PADDING * Math.ceil(I[2 * block + SHAPE_VERTEX_COUNT] / PADDING);
}

/** Size in cells of a copy of the shape at address `block`. */
export function scaledBlockCells(block: number): number {
  return SHAPE_HEADER + 3 * paddedVertices(block);
}

/** Number of parameters that are lengths, which come first: all but the exponents of a superquadric. */
function lengthsAmongParameters(kind: number): number {
  return kind === SUPERQUADRIC ? 3 : 5;
}

/** Writes a copy of the shape at address `block`, `factor` times as large, to the address `to`. */
export function writeScaledBlock(block: number, factor: number, to: number): void {
  F.copyWithin(to, block, block + SHAPE_HEADER);
  for (const field of [SHAPE_MARGIN, SHAPE_EXTENT, SHAPE_RADIUS, SHAPE_SUPPORT_ERROR, SHAPE_ROLLING]) {
    F[to + field] = factor * F[block + field];
  }
  for (let k = 0; k < 3; k++) F[to + SHAPE_CENTRE + k] = factor * F[block + SHAPE_CENTRE + k];
  const lengths = lengthsAmongParameters(I[2 * block + SHAPE_KIND]);
  for (let k = 0; k < lengths; k++) F[to + SHAPE_PARAMETERS + k] = factor * F[block + SHAPE_PARAMETERS + k];
  F[to + SHAPE_VOLUME] = factor * factor * factor * F[block + SHAPE_VOLUME];
  const padded = paddedVertices(block);
  if (padded === 0) return;
  const off = UNFLAT_FACES * COORDINATE_ROUNDING * F[to + SHAPE_EXTENT];
  F[to + SHAPE_SUPPORT_ERROR] = F[to + SHAPE_SUPPORT_ERROR] + off;
  let at = to + SHAPE_HEADER;
  for (const axis of [SHAPE_X, SHAPE_Y, SHAPE_Z]) {
    const from = I[2 * block + axis];
    for (let i = 0; i < padded; i++) F[at + i] = factor * F[from + i];
    I[2 * to + axis] = at;
    at += padded;
  }
}
