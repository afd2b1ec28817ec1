// SPDX-License-Identifier: MIT
/**
 * A shape for the kernel: a core and a margin. A sphere is a point, a capsule a segment, a rounded shape its inner
 * shape, each swept by a ball. Vertices are re-centred, so a body far from its own origin keeps its digits.
 */
import { UNFLAT_FACES } from '../../kernel/scaled-block.ts';
import type { Vector3 } from '../../math/vector.ts';
import type { PolyhedralTopology } from '../polyhedral-topology.ts';

/** Curved cores have parameters, polyhedral ones a topology. */
export interface KernelCore {
  /** One of the kinds of the kernel's layout. */
  readonly kind: number;
  /** Origin of the core's block in the shape's own frame. */
  readonly centre: Vector3;
  readonly extent: number;
  readonly radius: number;
  /** Radius of the ball swept around the core. */
  readonly margin: number;
  readonly parameters: readonly number[];
  readonly topology?: PolyhedralTopology;
  /** Error of support points: how far they may lie inside the body because of computation or storage. */
  readonly supportError: number;
  /** Radius of a ball that rolls freely inside the core; 0 for edges, or if none is known. */
  readonly rolling: number;
  /** Distinguishes two descriptions of one body, such as a sphere and a rounded point. Radii, from the outside in. */
  readonly description: readonly number[];
}

const ORIGIN: Vector3 = { x: 0, y: 0, z: 0 };
/** A body within this many extents of its own origin keeps that origin: re-centring would only add rounding. */
const RECENTRE_EXTENTS = 2;

export function polyhedralCore(
  kind: number,
  topology: PolyhedralTopology,
  parameters: readonly number[] = [],
): KernelCore {
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
  const supportError = UNFLAT_FACES * planeDeviation(topology);
  return { kind, centre, extent, radius, margin: 0, parameters, topology, supportError, rolling: 0, description: [] };
}

export function curvedCore(
  kind: number,
  extent: number,
  radius: number,
  parameters: readonly number[],
  centre: Vector3 = ORIGIN,
): KernelCore {
  return { kind, centre, extent, radius, margin: 0, parameters, supportError: 0, rolling: 0, description: [] };
}

/** The core swept by a ball of this radius; `within` is the kind of an inner shape that a rounded shape has. */
export function sweptKernelCore(core: KernelCore, radius: number, within?: string): KernelCore {
  const inner = within === undefined ? [] : [...lettersOf(within), ...core.description];
  return { ...core, margin: core.margin + radius, description: [radius, ...inner] };
}

export function lettersOf(kind: string): number[] {
  return Array.from(kind, (letter) => letter.charCodeAt(0));
}

/** Largest deviation of vertices, and of dropped points between them, from faces merged from nearly coplanar facets. */
export function planeDeviation(t: PolyhedralTopology): number {
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
