// SPDX-License-Identifier: MIT
/**
 * A shape as the kernel sees it: a block of numbers in its memory, written at the first query and freed with the shape.
 * A body is a core and a margin: a sphere is a point, a capsule a segment, a rounded shape its inner shape, each swept
 * by a ball. Vertices are re-centred, so a body described far from its origin keeps its digits.
 */
import { UnsupportedPairError } from '../../errors.ts';
import {
  BOX,
  CONE,
  CYLINDER,
  ELLIPSOID,
  HALF_SPACE,
  POLYHEDRON,
  SHAPE_CENTRE,
  SHAPE_DESCRIPTION,
  SHAPE_EXTENT,
  SHAPE_FACE_COUNT,
  SHAPE_FACE_NORMALS,
  SHAPE_FACE_OFFSETS,
  SHAPE_FACE_VERTICES,
  SHAPE_HEADER,
  SHAPE_KEY_HIGH,
  SHAPE_KEY_LOW,
  SHAPE_KIND,
  SHAPE_MARGIN,
  SHAPE_NEIGHBOUR_OFFSETS,
  SHAPE_NEIGHBOURS,
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
import type { Vector3 } from '../../math/vector.ts';
import {
  boxTopology,
  facetTopology,
  type PolyhedralTopology,
  pointTopology,
  segmentTopology,
} from '../polyhedral-topology.ts';
import { rollingRadiusOfEllipsoid, rollingRadiusOfSuperquadric } from '../rolling-radius.ts';
import type { Shape } from '../shape.ts';
import { contentHash } from './content-hash.ts';
import { allocateBlock, blockGeneration, freeBlock } from './kernel-heap.ts';

/** What the kernel needs to know of a core. Curved cores have parameters, polyhedral ones a topology. */
interface Core {
  readonly kind: number;
  readonly centre: Vector3;
  readonly extent: number;
  readonly radius: number;
  readonly margin: number;
  readonly parameters: readonly number[];
  readonly topology?: PolyhedralTopology;
}

const ORIGIN: Vector3 = { x: 0, y: 0, z: 0 };
/**
 * A body whose points are within this many extents of its own origin keeps that origin: re-centring would only round.
 */
const RECENTRE_EXTENTS = 2;

function polyhedralCore(kind: number, topology: PolyhedralTopology, parameters: readonly number[]): Core {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const v = topology.vertices;
  for (let i = 0; i < v.length; i++) {
    const value = v[i];
    const axis = i % 3;
    if (value < low[axis]) low[axis] = value;
    if (value > high[axis]) high[axis] = value;
  }
  const [lx, ly, lz] = low as [number, number, number];
  const [hx, hy, hz] = high as [number, number, number];
  const extent = Math.max(hx - lx, hy - ly, hz - lz);
  const farthest = Math.max(Math.abs(lx), Math.abs(ly), Math.abs(lz), Math.abs(hx), Math.abs(hy), Math.abs(hz));
  const centre =
    farthest <= RECENTRE_EXTENTS * extent
      ? ORIGIN
      : { x: lx + (hx - lx) / 2, y: ly + (hy - ly) / 2, z: lz + (hz - lz) / 2 };
  let radius = 0;
  for (let i = 0; i < v.length; i += 3) {
    const x = v[i] - centre.x;
    const y = v[i + 1] - centre.y;
    const z = v[i + 2] - centre.z;
    radius = Math.max(radius, Math.sqrt(x * x + y * y + z * z));
  }
  return { kind, centre, extent, radius, margin: 0, parameters, topology };
}

function coreOf(shape: Shape): Core {
  switch (shape.kind) {
    case 'sphere':
      return { ...polyhedralCore(POLYHEDRON, pointTopology(ORIGIN), []), margin: shape.radius };
    case 'point':
      return polyhedralCore(POLYHEDRON, pointTopology(shape.position), []);
    case 'capsule': {
      const end = { x: 0, y: 0, z: shape.halfLength };
      return {
        ...polyhedralCore(POLYHEDRON, segmentTopology({ x: 0, y: 0, z: -shape.halfLength }, end), []),
        margin: shape.radius,
      };
    }
    case 'segment':
      return polyhedralCore(POLYHEDRON, segmentTopology(shape.from, shape.to), []);
    case 'facet':
      return polyhedralCore(POLYHEDRON, facetTopology(shape.vertices, shape.normal), []);
    case 'box': {
      const h = shape.halfExtents;
      return polyhedralCore(BOX, boxTopology(h), [h.x, h.y, h.z]);
    }
    case 'polyhedron':
      return polyhedralCore(POLYHEDRON, shape.hull, []);
    case 'cylinder':
      return curvedCore(
        CYLINDER,
        ORIGIN,
        2 * Math.max(shape.radius, shape.halfLength),
        diagonal(shape.radius, shape.halfLength, 0),
        [shape.radius, shape.halfLength],
      );
    case 'cone':
      return curvedCore(
        CONE,
        { x: 0, y: 0, z: shape.height / 2 },
        Math.max(2 * shape.radius, shape.height),
        diagonal(shape.radius, shape.height / 2, 0),
        [shape.radius, shape.height],
      );
    case 'ellipsoid': {
      const s = shape.semiAxes;
      const longest = Math.max(s.x, s.y, s.z);
      return curvedCore(ELLIPSOID, ORIGIN, 2 * longest, longest, [s.x, s.y, s.z]);
    }
    case 'superquadric': {
      const s = shape.semiAxes;
      return curvedCore(SUPERQUADRIC, ORIGIN, 2 * Math.max(s.x, s.y, s.z), diagonal(s.x, s.y, s.z), [
        s.x,
        s.y,
        s.z,
        shape.n1,
        shape.n2,
      ]);
    }
    case 'halfSpace': {
      const n = shape.normal;
      const centre = { x: n.x * shape.offset, y: n.y * shape.offset, z: n.z * shape.offset };
      return curvedCore(HALF_SPACE, centre, Number.MAX_VALUE, 0, [n.x, n.y, n.z]);
    }
    case 'rounded': {
      const core = coreOf(shape.shape);
      return { ...core, margin: core.margin + shape.radius };
    }
    case 'compound':
      throw new UnsupportedPairError('compound-block', 'a compound has no block of its own: query its pieces');
  }
}

/** Not Math.hypot, whose last bit is up to the engine. */
function diagonal(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}

function curvedCore(
  kind: number,
  centre: Vector3,
  extent: number,
  radius: number,
  parameters: readonly number[],
): Core {
  return { kind, centre, extent, radius, margin: 0, parameters };
}

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
 * Writes the polyhedron's coordinates behind the header, faces and neighbours where they are told, and all addresses
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

/** By the divergence theorem, from triangles around the first corner of each face; seen from a vertex. */
function volumeOf({ vertices, faceOffsets, faceVertices }: PolyhedralTopology): number {
  const at = (corner: number, axis: number): number => vertices[3 * faceVertices[corner] + axis] - vertices[axis];
  let sixfold = 0;
  for (let f = 0; f + 1 < faceOffsets.length; f++) {
    const first = faceOffsets[f];
    const [x, y, z] = [at(first, 0), at(first, 1), at(first, 2)];
    for (let k = first + 1; k + 1 < faceOffsets[f + 1]; k++) {
      const [ux, uy, uz] = [at(k, 0), at(k, 1), at(k, 2)];
      const [vx, vy, vz] = [at(k + 1, 0), at(k + 1, 1), at(k + 1, 2)];
      sixfold += x * (uy * vz - uz * vy) + y * (uz * vx - ux * vz) + z * (ux * vy - uy * vx);
    }
  }
  return sixfold / 6;
}

/** Vertices off the plane of their face by less than this fraction of the body are so by rounding. */
export const FLAT_FACES = 2e-15;
/** Climbing may end this many face heights below the farthest vertex; dropped points lie within one. */
export const UNFLAT_FACES = 4;

/** Edges shorter than this fraction of the body join vertices whose projections may be equal in float64. */
const SHORT_EDGE = 1e-7;

/**
 * True where a walk along the edges may end beside the farthest vertex: faces that are not flat, or vertices nearly
 * equal.
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

/** How far a support point may lie inside the body because of how the core is computed or stored. */
function supportError(core: Core): number {
  if (core.kind === SUPERQUADRIC) return superquadricSupportError(core);
  return core.topology ? UNFLAT_FACES * planeDeviation(core.topology) : 0;
}

/**
 * Faces merged from nearly coplanar facets: their vertices, and points dropped between them, are this far off the
 * plane.
 */
function planeDeviation(t: PolyhedralTopology): number {
  let worst = 0;
  for (let f = 0; f + 1 < t.faceOffsets.length; f++) {
    const [nx, ny, nz] = t.facePlanes.subarray(4 * f, 4 * f + 3) as unknown as [number, number, number];
    const first = t.faceOffsets[f];
    const [x, y, z] = t.vertices.subarray(3 * t.faceVertices[first]) as unknown as [number, number, number];
    let low = 0;
    let high = 0;
    for (let k = first + 1; k < t.faceOffsets[f + 1]; k++) {
      const v = 3 * t.faceVertices[k];
      const dx = t.vertices[v] - x;
      const dy = t.vertices[v + 1] - y;
      const dz = t.vertices[v + 2] - z;
      const height = nx * dx + ny * dy + nz * dz;
      low = Math.min(low, height);
      high = Math.max(high, height);
    }
    worst = Math.max(worst, high - low);
  }
  return worst;
}

/**
 * Powers with the dual exponents n/(n-1) magnify the rounding of their base; each of the two nested ones by its
 * exponent.
 */
function superquadricSupportError(core: Core): number {
  const [, , , n1, n2] = core.parameters as readonly [number, number, number, number, number];
  return 16 * Number.EPSILON * (n1 / (n1 - 1) + n2 / (n2 - 1)) * core.radius;
}

/** Radius of a ball that rolls freely inside the core; 0 where it has edges, or none is known. */
function rollingRadius({ kind, parameters }: Core): number {
  const [a, b, c, n1, n2] = parameters as readonly [number, number, number, number, number];
  if (kind === ELLIPSOID) return rollingRadiusOfEllipsoid(a, b, c);
  return kind === SUPERQUADRIC ? rollingRadiusOfSuperquadric(a, b, c, n1, n2) : 0;
}

/** Cells of the kernel's memory. */
interface Cells {
  readonly address: number;
  readonly cells: number;
}

/**
 * What a shape occupies: header and coordinates, which every query reads; and apart from it, so that the first lie
 * close together, faces and neighbours, which most queries do not.
 */
interface Block {
  readonly address: number;
  readonly parts: readonly Cells[];
  readonly generation: number;
}

/** What tells a sphere from a rounded point that is the same body: kinds and radii, from the outside in. */
function descriptionOf(shape: Shape): number[] {
  const kind = Array.from(shape.kind, (letter) => letter.charCodeAt(0));
  if (shape.kind === 'rounded') return [...kind, shape.radius, ...descriptionOf(shape.shape)];
  return shape.kind === 'sphere' || shape.kind === 'capsule' ? [...kind, shape.radius] : kind;
}

function writeBlock(shape: Shape): Block {
  const core = coreOf(shape);
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
  F[s + SHAPE_SUPPORT_ERROR] = supportError(core);
  F[s + SHAPE_ROLLING] = rollingRadius(core);
  I[2 * s + SHAPE_UNFLAT] = core.topology && misleadsClimbing(core.topology, core.extent) ? 1 : 0;
  core.parameters.forEach((value, k) => {
    F[s + SHAPE_PARAMETERS + k] = value;
  });
  if (core.topology) {
    writeTopology(s, core.centre, core.topology, allocate(topologyCells(core.topology)));
    I[2 * s + SHAPE_VERTEX_COUNT] = core.topology.vertices.length / 3;
    F[s + SHAPE_VOLUME] = volumeOf(core.topology);
  }
  const { x, y, z } = core.centre;
  const key = contentHash([core.kind, core.margin, x, y, z, ...core.parameters], core.topology?.vertices);
  I[2 * s + SHAPE_KEY_HIGH] = key.high;
  I[2 * s + SHAPE_KEY_LOW] = key.low;
  I[2 * s + SHAPE_DESCRIPTION] = contentHash(descriptionOf(shape)).low;
  return { address: s, parts, generation: blockGeneration() };
}

const blocks = new WeakMap<Shape, Block>();
const freed = new FinalizationRegistry<Block>(({ parts, generation }) => {
  for (const { address, cells } of parts) freeBlock(address, cells, generation);
});

/** Address of the shape's block in the kernel's memory, good until the next query begins. Not for compounds. */
export function kernelBlock(shape: Shape): number {
  const known = blocks.get(shape);
  if (known !== undefined && known.generation === blockGeneration()) return known.address;
  const block = writeBlock(shape);
  blocks.set(shape, block);
  freed.register(shape, block);
  return block.address;
}
