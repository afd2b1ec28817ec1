// SPDX-License-Identifier: MIT
/**
 * Rough estimate of the fastest impact of a scene: initial or insertion velocity, free fall to the first wall below,
 * and the speed of moving walls. Sliding on slopes and bodies thrown by machines are not covered.
 */

import { regionOf } from '../../bodies/insertion/insertion-region.ts';
import { motionParts, partSpeed, reachFromAxis, turns } from '../../bodies/prescribed-motion.ts';
import { pose, transformPoint } from '../../math/pose.ts';
import { dot, length, normalise, type Vector3, type Vector3Like, vector3 } from '../../math/vector.ts';
import { eachPosition, isFree } from '../../simulation/bodies/body-groups.ts';
import type { InsertionRegionSpec, MeshSpec, MotionSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { formatNumber } from '../format-quantity.ts';
import { bodySizeOf } from './body-size.ts';

const lengthOf = (v: Vector3Like | undefined): number => (v === undefined ? 0 : length(vector3(v)));

/** Of the box around a region. */
function cornersOf(region: InsertionRegionSpec): Vector3[] {
  const { min, max } = regionOf(region);
  return [min.x, max.x].flatMap((x) => [min.y, max.y].flatMap((y) => [min.z, max.z].map((z) => ({ x, y, z }))));
}

/** In world coordinates. */
function verticesOf({ mesh: { vertices }, position, orientation }: MeshSpec): Vector3[] {
  const placed = pose({ ...(position && { position }), ...(orientation && { orientation }) });
  return Array.from({ length: vertices.length / 3 }, (_, k) =>
    transformPoint(placed, { x: vertices[3 * k] ?? 0, y: vertices[3 * k + 1] ?? 0, z: vertices[3 * k + 2] ?? 0 }),
  );
}

/** Visits initial positions of falling bodies, with the radius that keeps the centre off a wall. */
function eachStart(
  { bodies = [], insertions = [], shapes = [] }: SimulationSpec,
  visit: (x: number, y: number, z: number, radius: number) => void,
): void {
  const radii = new Map(shapes.map((spec) => [spec.name, bodySizeOf(spec).smallestRadius]));
  for (const entry of bodies.filter(isFree)) {
    const radius = (entry.scale ?? 1) * (radii.get(entry.shape) ?? 0);
    eachPosition([entry], (x, y, z) => visit(x, y, z, radius));
  }
  for (const { region } of insertions) for (const { x, y, z } of cornersOf(region)) visit(x, y, z, 0);
}

/** Longest free fall: to the first half-space below, else to the lowest vertex, else to the side of the domain. */
function fallHeight(spec: SimulationSpec): number {
  const { gravity, halfSpaces = [], meshes = [], domain } = spec;
  const g = vector3(gravity);
  if (length(g) === 0) return 0;
  const down = normalise(g);
  const sides = domain === undefined ? [] : [dot(down, vector3(domain.min)), dot(down, vector3(domain.max))];
  const lowestVertex = meshes.map((mesh) =>
    verticesOf(mesh).reduce((most, vertex) => Math.max(most, dot(down, vertex)), Number.NEGATIVE_INFINITY),
  );
  const ends = lowestVertex.length > 0 ? lowestVertex : sides;
  const bottom = ends.reduce((most, each) => Math.max(most, each), Number.NEGATIVE_INFINITY);
  const below = halfSpaces
    .map(({ normal, offset }) => ({ normal: normalise(vector3(normal)), offset }))
    .map(({ normal, offset }) => ({ ...normal, offset, facing: -dot(down, normal) }))
    .filter(({ facing }) => facing > 0);
  let most = 0;
  eachStart(spec, (x, y, z, radius) => {
    let toFirst = Number.POSITIVE_INFINITY;
    for (const wall of below) {
      const distance = wall.x * x + wall.y * y + wall.z * z - wall.offset - radius;
      toFirst = Math.min(toFirst, Math.max(0, distance / wall.facing));
    }
    const height = Number.isFinite(toFirst) ? toFirst : bottom - (down.x * x + down.y * y + down.z * z) - radius;
    if (height > most) most = height;
  });
  return most;
}

/** Fastest point of a wall with these vertices at the start. */
function motionSpeed(motion: MotionSpec | undefined, vertices: readonly Vector3[]): number {
  if (motion === undefined) return 0;
  return motionParts(motion).reduce((sum, part) => sum + partSpeed(part, reachFromAxis(part, vertices)), 0);
}

/** In m/s, with its contributions. */
export function impactSpeed(spec: SimulationSpec): { speed: number; reason: string } {
  const { bodies = [], insertions = [], meshes = [], halfSpaces = [], gravity } = spec;
  const starting = [...bodies, ...insertions].reduce((most, { velocity }) => Math.max(most, lengthOf(velocity)), 0);
  const flat = halfSpaces.map(({ motion }) => motionSpeed(motion, []));
  const solid = meshes.map((mesh) => motionSpeed(mesh.motion, turns(mesh.motion) ? verticesOf(mesh) : []));
  const walls = [...solid, ...flat].reduce((most, each) => Math.max(most, each), 0);
  const height = fallHeight(spec);
  const falling = Math.sqrt(starting ** 2 + 2 * lengthOf(gravity) * height);
  const parts = [
    ...(starting > 0 ? [`${formatNumber(starting)} m/s at the start`] : []),
    ...(height > 0 ? [`a fall of ${formatNumber(height)} m`] : []),
    ...(walls > 0 ? [`a wall at ${formatNumber(walls)} m/s`] : []),
  ];
  return { speed: falling + walls, reason: parts.join(', ') };
}
