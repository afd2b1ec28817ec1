// SPDX-License-Identifier: MIT
/**
 * Blocks of the kernel's memory for features of a mesh and their tangent cones: points, segments, polygons, wedges and
 * pointed cones. Each block is rewritten for every query; nothing is allocated after the first of a kind.
 */
import { addScaled, cross, dot, normalise, scale, subtract, type Vector3 } from '../../math/vector.ts';
import { ReusableBlock, ReusableHalfSpace, topologyOfLoops } from '../../shapes/kernel-memory/reusable-block.ts';
import { facetTopology, pointTopology, segmentTopology } from '../../shapes/polyhedral-topology.ts';

const ORIGIN: Vector3 = { x: 0, y: 0, z: 0 };
const NONE: readonly number[] = [];

let pointBlock: ReusableBlock | undefined;
let segmentBlock: ReusableBlock | undefined;
let prismBlock: ReusableBlock | undefined;
let planeBlock: ReusableHalfSpace | undefined;
const polygonBlocks: (ReusableBlock | undefined)[] = [];
const pyramidBlocks: (ReusableBlock | undefined)[] = [];
const skirtBlocks: (ReusableBlock | undefined)[] = [];

const coordinates: number[] = [];
const normals: number[] = [];

function putPoint(into: number[], i: number, { x, y, z }: Vector3): void {
  into[3 * i] = x;
  into[3 * i + 1] = y;
  into[3 * i + 2] = z;
}

export function pointAt(p: Vector3): number {
  pointBlock ??= new ReusableBlock(pointTopology(ORIGIN));
  putPoint(coordinates, 0, p);
  return pointBlock.set(coordinates, NONE);
}

export function segmentAt(from: Vector3, to: Vector3): number {
  segmentBlock ??= new ReusableBlock(segmentTopology(ORIGIN, ORIGIN));
  putPoint(coordinates, 0, from);
  putPoint(coordinates, 1, to);
  return segmentBlock.set(coordinates, NONE);
}

/** The half-space behind the plane through a point; the normal is a unit vector. */
export function planeAt(normal: Vector3, through: Vector3): number {
  planeBlock ??= new ReusableHalfSpace();
  return planeBlock.set(normal, through);
}

/** A flat convex polygon; its corners run counter-clockwise about the unit normal. */
export function polygonAt(corners: readonly Vector3[], normal: Vector3): number {
  const count = corners.length;
  let block = polygonBlocks[count];
  if (block === undefined) {
    block = new ReusableBlock(facetTopology(new Array<Vector3>(count).fill(ORIGIN), ORIGIN));
    polygonBlocks[count] = block;
  }
  for (let k = 0; k < count; k++) putPoint(coordinates, k, corners[k]);
  putPoint(normals, 0, normal);
  putPoint(normals, 1, scale(normal, -1));
  return block.set(coordinates, normals);
}

/**
 * Vertices 2 k and 2 k + 1 are corner k of the cross-section at either end; the corners run counter-clockwise about the
 * axis.
 */
const PRISM_LOOPS = [
  [0, 2, 3, 1],
  [2, 4, 5, 3],
  [4, 6, 7, 5],
  [6, 0, 1, 7],
  [0, 6, 4, 2],
  [1, 3, 5, 7],
];

/** The prism of a convex quadrilateral, as offsets from the axis counter-clockwise about the unit vector `along`. */
export function prismAt(ends: readonly [Vector3, Vector3], along: Vector3, section: readonly Vector3[]): number {
  prismBlock ??= new ReusableBlock(topologyOfLoops(8, PRISM_LOOPS));
  for (let k = 0; k < 4; k++) {
    const off = section[k];
    const side = normalise(cross(subtract(section[(k + 1) % 4], off), along));
    putPoint(normals, k, side);
    for (let end = 0; end < 2; end++) {
      const { x, y, z } = ends[end];
      putPoint(coordinates, 2 * k + end, { x: x + off.x, y: y + off.y, z: z + off.z });
    }
  }
  putPoint(normals, 4, scale(along, -1));
  putPoint(normals, 5, along);
  return prismBlock.set(coordinates, normals);
}

function pyramidLoops(count: number): number[][] {
  const ring = Array.from({ length: count }, (_, k) => k + 1);
  const sides = ring.map((v, k) => [0, v, ring[(k + 1) % count]]);
  return [...sides, ring.toReversed()];
}

function skirtLoops(count: number): number[][] {
  const ring = Array.from({ length: count }, (_, k) => k + 1);
  const next = (k: number): number => ring[(k + 1) % count];
  const sides = ring.map((v, k) => [0, v, next(k)]);
  const walls = ring.map((v, k) => [v, v + count, next(k) + count, next(k)]);
  return [...sides, ...walls, ring.map((v) => v + count).toReversed()];
}

/** Rays this far down their axis end in a plane without being much longer than they need be. */
const STEEPEST_RIM = 0.2;
/** Rays of a cone with walls are not steeper than this: their rim would be out of reach. */
const FLATTEST_AXIS = 0.98;
/** How deep the walls go, in reaches: deeper than the steepest ray at the rim. */
const WALL_DEPTH = 6;

/** True if the cone is so wide that a round rim with walls is better than a plane end. */
function hasWalls(rays: readonly Vector3[], axis: Vector3): boolean {
  if (rays.every((ray) => dot(ray, axis) <= -STEEPEST_RIM)) return false;
  return rays.every((ray, k) => {
    const next = rays[(k + 1) % rays.length];
    return dot(ray, axis) >= -FLATTEST_AXIS && dot(cross(ray, next), axis) > 0;
  });
}

/**
 * The cone over unit rays from a tip, counter-clockwise about the unit vector `axis`, which makes an obtuse angle with
 * all of them; at least `reach` long along each ray.
 */
export function coneAt(tip: Vector3, rays: readonly Vector3[], axis: Vector3, reach: number): number {
  const count = rays.length;
  const hasPlaneEnd = !hasWalls(rays, axis);
  const blocks = hasPlaneEnd ? pyramidBlocks : skirtBlocks;
  let block = blocks[count];
  if (block === undefined) {
    block = new ReusableBlock(
      hasPlaneEnd ? topologyOfLoops(count + 1, pyramidLoops(count)) : topologyOfLoops(2 * count + 1, skirtLoops(count)),
    );
    blocks[count] = block;
  }
  putPoint(coordinates, 0, tip);
  for (let k = 0; k < count; k++) {
    const ray = rays[k];
    const next = rays[(k + 1) % count];
    const height = dot(ray, axis);
    const long = hasPlaneEnd ? -reach / height : reach / Math.sqrt(1 - height * height);
    const rim = addScaled(tip, ray, long);
    putPoint(coordinates, 1 + k, rim);
    putPoint(normals, k, normalise(cross(ray, next)));
    if (hasPlaneEnd) continue;
    putPoint(coordinates, 1 + count + k, addScaled(rim, axis, -(WALL_DEPTH * reach + long * height)));
    const heightOfNext = dot(next, axis);
    const wall = subtract(scale(next, 1 / Math.sqrt(1 - heightOfNext * heightOfNext)), scale(ray, long / reach));
    putPoint(normals, count + k, normalise(cross(wall, axis)));
  }
  putPoint(normals, hasPlaneEnd ? count : 2 * count, scale(axis, -1));
  return block.set(coordinates, normals);
}
