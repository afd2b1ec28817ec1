// SPDX-License-Identifier: MIT
/**
 * Writes a shape as a block of the kernel's memory, at the first query; it is freed with the shape. The numbers come
 * from the shape's `kernelCore()`.
 */
import {
  BOX,
  ELLIPSOID,
  POLYHEDRON_CENTROID,
  POLYHEDRON_COLUMN,
  SHAPE_CENTRE,
  SHAPE_DESCRIPTION,
  SHAPE_EXTENT,
  SHAPE_FACE_COUNT,
  SHAPE_FACE_NORMALS,
  SHAPE_FACE_OFFSETS,
  SHAPE_FACE_VERTICES,
  SHAPE_HEADER,
  SHAPE_INNER_HALVES,
  SHAPE_KEY_HIGH,
  SHAPE_KEY_LOW,
  SHAPE_KIND,
  SHAPE_MARGIN,
  SHAPE_NEIGHBOUR_OFFSETS,
  SHAPE_NEIGHBOURS,
  SHAPE_OUTER_HALVES,
  SHAPE_PARAMETERS,
  SHAPE_RADIUS,
  SHAPE_ROLLING,
  SHAPE_SUPPORT_ERROR,
  SHAPE_UNFLAT,
  SHAPE_VERTEX_COUNT,
  SHAPE_VERTEX_FACE_OFFSETS,
  SHAPE_VERTEX_FACES,
  SHAPE_VOLUME,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
  SUPERQUADRIC,
} from '../../kernel/layout.ts';
import { F, I } from '../../kernel/memory.ts';
import { FLAT_FACES } from '../../kernel/mesh/feature-blocks.ts';
import type { Vector3 } from '../../math/vector.ts';
import type { PolyhedralTopology } from '../polyhedral-topology.ts';
import type { Shape } from '../shape.ts';
import { type Block, BlockHolder, type Cells } from './block-holder.ts';
import { type KernelCore, lettersOf, planeDeviation } from './kernel-core.ts';
import { allocateBlock, blockGeneration, freeBlock } from './kernel-heap.ts';

/** Coordinates are read in blocks of four vertices. */
export function paddedCount(t: PolyhedralTopology): number {
  return Math.ceil(t.vertices.length / 3 / 4) * 4;
}

function topologyCells(t: PolyhedralTopology): number {
  const integers =
    t.vertexOffsets.length +
    t.vertexNeighbours.length +
    t.faceOffsets.length +
    t.faceVertices.length +
    t.vertexFaceOffsets.length +
    t.vertexFaces.length;
  return 3 * (t.faceOffsets.length - 1) + Math.ceil(integers / 2) + 2;
}

/**
 * Writes the polyhedron's coordinates after the header, faces and neighbours at the given address, and all addresses
 * into the header.
 */
export function writeTopology(s: number, centre: Vector3, t: PolyhedralTopology, topologyAt: number): void {
  const count = t.vertices.length / 3;
  const padded = paddedCount(t);
  const at = s + SHAPE_HEADER;
  const { x, y, z } = centre;
  for (let i = 0; i < padded; i++) {
    const v = 3 * (i < count ? i : 0);
    F[at + i] = t.vertices[v] - x;
    F[at + padded + i] = t.vertices[v + 1] - y;
    F[at + 2 * padded + i] = t.vertices[v + 2] - z;
  }
  I[2 * s + SHAPE_X] = at;
  I[2 * s + SHAPE_Y] = at + padded;
  I[2 * s + SHAPE_Z] = at + 2 * padded;
  const faces = t.faceOffsets.length - 1;
  I[2 * s + SHAPE_FACE_COUNT] = faces;
  I[2 * s + SHAPE_FACE_NORMALS] = topologyAt;
  for (let f = 0; f < faces; f++) for (let k = 0; k < 3; k++) F[topologyAt + 3 * f + k] = t.facePlanes[4 * f + k];
  let integer = 2 * (topologyAt + 3 * faces);
  const put = (slot: number, values: Int32Array): void => {
    I[2 * s + slot] = integer;
    I.set(values, integer);
    integer += values.length;
  };
  put(SHAPE_NEIGHBOUR_OFFSETS, t.vertexOffsets);
  put(SHAPE_NEIGHBOURS, t.vertexNeighbours);
  put(SHAPE_FACE_OFFSETS, t.faceOffsets);
  put(SHAPE_FACE_VERTICES, t.faceVertices);
  put(SHAPE_VERTEX_FACE_OFFSETS, t.vertexFaceOffsets);
  put(SHAPE_VERTEX_FACES, t.vertexFaces);
}

/**
 * Volume, surface and centroid by the divergence theorem, from triangles around the first corner of each face, relative
 * to a vertex.
 */
function extentOf({ vertices, faceOffsets, faceVertices }: PolyhedralTopology): {
  readonly volume: number;
  readonly surface: number;
  readonly centroid: readonly [number, number, number];
} {
  const at = (corner: number, axis: number): number => vertices[3 * faceVertices[corner] + axis] - vertices[axis];
  let sixfold = 0;
  let twofold = 0;
  const first4 = [0, 0, 0];
  for (let f = 0; f + 1 < faceOffsets.length; f++) {
    const first = faceOffsets[f];
    const [x, y, z] = [at(first, 0), at(first, 1), at(first, 2)];
    for (let k = first + 1; k + 1 < faceOffsets[f + 1]; k++) {
      const [ux, uy, uz] = [at(k, 0), at(k, 1), at(k, 2)];
      const [vx, vy, vz] = [at(k + 1, 0), at(k + 1, 1), at(k + 1, 2)];
      const part = x * (uy * vz - uz * vy) + y * (uz * vx - ux * vz) + z * (ux * vy - uy * vx);
      sixfold += part;
      const [px, py, pz] = [ux - x, uy - y, uz - z];
      const [qx, qy, qz] = [vx - x, vy - y, vz - z];
      const [cx, cy, cz] = [py * qz - pz * qy, pz * qx - px * qz, px * qy - py * qx];
      twofold += Math.sqrt(cx * cx + cy * cy + cz * cz);
      first4[0] += part * (x + ux + vx);
      first4[1] += part * (y + uy + vy);
      first4[2] += part * (z + uz + vz);
    }
  }
  const along = (axis: number): number => vertices[axis] + (sixfold > 0 ? (first4[axis] as number) / (4 * sixfold) : 0);
  return { volume: sixfold / 6, surface: twofold / 2, centroid: [along(0), along(1), along(2)] };
}

/** Writes the parameters of the pressure field; they are no part of the shape's hash, which orders pairs. */
function writeField(s: number, { kind, centre }: KernelCore, extent: ReturnType<typeof extentOf>): void {
  const { volume, surface, centroid } = extent;
  F[s + POLYHEDRON_COLUMN] = volume > 0 ? (3 * volume) / surface : 0;
  if (kind === BOX) return;
  F[s + POLYHEDRON_CENTROID] = centroid[0] - centre.x;
  F[s + POLYHEDRON_CENTROID + 1] = centroid[1] - centre.y;
  F[s + POLYHEDRON_CENTROID + 2] = centroid[2] - centre.z;
}

/** Edges shorter than this fraction of the body join vertices whose projections may be equal in float64. */
const SHORT_EDGE = 1e-7;

/**
 * True if a walk along the edges may stop beside the farthest vertex: faces are not flat, or vertices are nearly equal.
 */
function misleadsClimbing(t: PolyhedralTopology, extent: number): boolean {
  if (planeDeviation(t) > FLAT_FACES * extent) return true;
  const short = (SHORT_EDGE * extent) ** 2;
  for (let v = 0; v + 1 < t.vertexOffsets.length; v++) {
    for (let k = t.vertexOffsets[v]; k < t.vertexOffsets[v + 1]; k++) {
      const w = t.vertexNeighbours[k];
      const x = t.vertices[3 * w] - t.vertices[3 * v];
      const y = t.vertices[3 * w + 1] - t.vertices[3 * v + 1];
      const z = t.vertices[3 * w + 2] - t.vertices[3 * v + 2];
      if (x * x + y * y + z * z < short) return true;
    }
  }
  return false;
}

/** Says which powers of an ellipsoid or superquadric need no logarithm. */
function writeHalves(s: number, kind: number, parameters: readonly number[]): void {
  if (kind !== ELLIPSOID && kind !== SUPERQUADRIC) return;
  const [n1 = 0, n2 = 0] = kind === ELLIPSOID ? [2, 2] : parameters.slice(3);
  const halves = (n: number): number => {
    // Surfaces with an exponent below 2 are described by their normals, with the dual exponent.
    const power = n < 2 ? n / (n - 1) : n;
    return Number.isInteger(2 * power) ? 1 + 2 * (power - 2) : 0;
  };
  I[2 * s + SHAPE_OUTER_HALVES] = halves(n1);
  I[2 * s + SHAPE_INNER_HALVES] = halves(n2);
}

const scratch = new Float64Array(1);
const words = new Int32Array(scratch.buffer);

function mix(hash: number, word: number, multiplier: number): number {
  const h = Math.imul(hash ^ word, multiplier);
  return h ^ (h >>> 15);
}

/** 64-bit hash of a shape's numbers: the order of a pair must not depend on which shape was made or queried first. */
function contentHash(numbers: readonly number[], more?: Float64Array): { high: number; low: number } {
  let high = 0x2c1b3c6d;
  let low = 0x297a2d39;
  const add = (value: number): void => {
    scratch[0] = value + 0; // -0 and 0 are the same number
    const a = words[0];
    const b = words[1];
    high = mix(mix(high, a, 0x85ebca6b), b, 0xc2b2ae35);
    low = mix(mix(low, b, 0x27d4eb2f), a, 0x165667b1);
  };
  for (const value of numbers) add(value);
  if (more) for (let i = 0; i < more.length; i++) add(more[i]);
  return { high, low };
}

function writeBlock(shape: Shape): Block {
  const core = shape.kernelCore();
  const parts: Cells[] = [];
  const allocate = (cells: number): number => {
    const address = allocateBlock(cells);
    parts.push({ address, cells });
    return address;
  };
  const s = allocate(SHAPE_HEADER + (core.topology ? 3 * paddedCount(core.topology) : 0));
  F.fill(0, s, s + SHAPE_HEADER);
  F[s + SHAPE_MARGIN] = core.margin;
  F[s + SHAPE_EXTENT] = core.extent + 2 * core.margin;
  F[s + SHAPE_RADIUS] = core.radius;
  F[s + SHAPE_CENTRE] = core.centre.x;
  F[s + SHAPE_CENTRE + 1] = core.centre.y;
  F[s + SHAPE_CENTRE + 2] = core.centre.z;
  I[2 * s + SHAPE_KIND] = core.kind;
  F[s + SHAPE_SUPPORT_ERROR] = core.supportError;
  F[s + SHAPE_ROLLING] = core.rolling;
  I[2 * s + SHAPE_UNFLAT] = core.topology && misleadsClimbing(core.topology, core.extent) ? 1 : 0;
  core.parameters.forEach((value, k) => {
    F[s + SHAPE_PARAMETERS + k] = value;
  });
  writeHalves(s, core.kind, core.parameters);
  if (core.topology) {
    writeTopology(s, core.centre, core.topology, allocate(topologyCells(core.topology)));
    I[2 * s + SHAPE_VERTEX_COUNT] = core.topology.vertices.length / 3;
    const extent = extentOf(core.topology);
    F[s + SHAPE_VOLUME] = extent.volume;
    if (core.topology.faceOffsets.length > 1) writeField(s, core, extent);
  }
  const { x, y, z } = core.centre;
  const key = contentHash([core.kind, core.margin, x, y, z, ...core.parameters], core.topology?.vertices);
  I[2 * s + SHAPE_KEY_HIGH] = key.high;
  I[2 * s + SHAPE_KEY_LOW] = key.low;
  I[2 * s + SHAPE_DESCRIPTION] = contentHash([...lettersOf(shape.kind), ...core.description]).low;
  return { address: s, parts, generation: blockGeneration() };
}

const freed = new FinalizationRegistry<Block>(({ parts, generation }) => {
  for (const { address, cells } of parts) freeBlock(address, cells, generation);
});

/** Address of the shape's block in the kernel's memory, valid until the next query begins. Not for compounds. */
export function kernelBlock(shape: Shape): number {
  const known = BlockHolder.blockOf(shape);
  if (known !== undefined && known.generation === blockGeneration()) return known.address;
  const block = writeBlock(shape);
  BlockHolder.setBlock(shape, block);
  freed.register(shape, block);
  return block.address;
}
