// SPDX-License-Identifier: MIT
/**
 * Copies of shapes in other sizes. Faces and neighbours are those of the shape itself; header and coordinates are
 * written anew, with every length times the factor.
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
} from './layout.ts';
import { F, I } from './memory.ts';

/** Climbing may end this many face heights below the farthest vertex; dropped points lie within one. */
export const UNFLAT_FACES: f64 = 4.0;
/** 2^-51: rounding of a scaled vertex takes it off the plane of its face by less than this part of the extent. */
const COORDINATE_ROUNDING: f64 = 4.440892098500626e-16;

/** Vertices with their padding: coordinates are read in blocks of four. */
function paddedVertices(block: i32): i32 {
  return (I[2 * block + SHAPE_VERTEX_COUNT] + 3) & -4;
}

/** Cells that a copy of the shape at address `block` takes. */
export function scaledBlockCells(block: i32): i32 {
  return SHAPE_HEADER + 3 * paddedVertices(block);
}

/** Writes one coordinate of all vertices and returns the address behind them. */
function writeCoordinates(block: i32, factor: f64, to: i32, axis: i32, at: i32): i32 {
  const from: i32 = I[2 * block + axis];
  const count: i32 = paddedVertices(block);
  for (let i: i32 = 0; i < count; i++) F[at + i] = factor * F[from + i];
  I[2 * to + axis] = at;
  return at + count;
}

/** Writes a copy of the shape at address `block`, `factor` times as large, to the address `to`. */
export function writeScaledBlock(block: i32, factor: f64, to: i32): void {
  for (let k: i32 = 0; k < SHAPE_HEADER; k++) F[to + k] = F[block + k];
  F[to + SHAPE_MARGIN] = factor * F[block + SHAPE_MARGIN];
  F[to + SHAPE_EXTENT] = factor * F[block + SHAPE_EXTENT];
  F[to + SHAPE_RADIUS] = factor * F[block + SHAPE_RADIUS];
  F[to + SHAPE_SUPPORT_ERROR] = factor * F[block + SHAPE_SUPPORT_ERROR];
  F[to + SHAPE_ROLLING] = factor * F[block + SHAPE_ROLLING];
  for (let k: i32 = 0; k < 3; k++) F[to + SHAPE_CENTRE + k] = factor * F[block + SHAPE_CENTRE + k];
  // The parameters that are lengths come first: all of them, but for the exponents of a superquadric.
  const lengths: i32 = I[2 * block + SHAPE_KIND] === SUPERQUADRIC ? 3 : 5;
  for (let k: i32 = 0; k < lengths; k++) F[to + SHAPE_PARAMETERS + k] = factor * F[block + SHAPE_PARAMETERS + k];
  F[to + SHAPE_VOLUME] = factor * factor * factor * F[block + SHAPE_VOLUME];
  if (paddedVertices(block) === 0) return;
  const off: f64 = UNFLAT_FACES * COORDINATE_ROUNDING * F[to + SHAPE_EXTENT];
  F[to + SHAPE_SUPPORT_ERROR] = F[to + SHAPE_SUPPORT_ERROR] + off;
  const y: i32 = writeCoordinates(block, factor, to, SHAPE_X, to + SHAPE_HEADER);
  const z: i32 = writeCoordinates(block, factor, to, SHAPE_Y, y);
  writeCoordinates(block, factor, to, SHAPE_Z, z);
}
