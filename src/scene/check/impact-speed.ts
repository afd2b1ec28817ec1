// SPDX-License-Identifier: MIT
/**
 * Rough estimate of the fastest impact of a scene: initial or insertion velocity, free fall to the first wall below,
 * and the speed of moving walls. Sliding on slopes and bodies thrown by machines are not covered.
 */

import { regionOf } from '../../bodies/insertion/insertion-region.ts';
import { type MotionTable, motionParts } from '../../bodies/prescribed-motion.ts';
import { pose, transformPoint } from '../../math/pose.ts';
import { cross, dot, length, normalise, subtract, type Vector3, type Vector3Like, vector3 } from '../../math/vector.ts';
import { eachBody, isFree } from '../../simulation/bodies/body-groups.ts';
import type { InsertionRegionSpec, MeshSpec, MotionSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { formatNumber } from '../format-quantity.ts';
import { bodySizeOf } from './body-size.ts';

const lengthOf = (v: Vector3Like | undefined): number => (v === undefined ? 0 : length(vector3(v)));

/** Of the box around a region. */
function cornersOf(region: InsertionRegionSpec): Vector3[] {
  const { min, max } = regionOf(region);
  return [min.x, max.x].flatMap((x) => [min.y, max.y].flatMap((y) => [min.z, max.z].map((z) => ({ x, y, z }))));
}

/** Largest of a measure over the vertices of a mesh, in world coordinates. */
function largestOverVertices(
  { mesh: { vertices }, position, orientation }: MeshSpec,
  measure: (vertex: Vector3) => number,
): number {
  const placed = pose({ ...(position && { position }), ...(orientation && { orientation }) });
  let largest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < vertices.length; i += 3) {
    const vertex = { x: vertices[i] ?? 0, y: vertices[i + 1] ?? 0, z: vertices[i + 2] ?? 0 };
    largest = Math.max(largest, measure(transformPoint(placed, vertex)));
  }
  return largest;
}

/** Initial positions of falling bodies, with the radius that keeps the centre off a wall. */
function* startsOf({
  bodies = [],
  insertions = [],
  shapes = [],
}: SimulationSpec): Generator<{ position: Vector3; radius: number }, void> {
  const radii = new Map(shapes.map((spec) => [spec.name, bodySizeOf(spec).smallestRadius]));
  for (const { position, shape, scale = 1 } of eachBody(bodies.filter(isFree))) {
    yield { position: vector3(position), radius: scale * (radii.get(shape) ?? 0) };
  }
  for (const { region } of insertions) for (const position of cornersOf(region)) yield { position, radius: 0 };
}

/** Longest free fall: to the first half-space below, else to the lowest vertex, else to the side of the domain. */
function fallHeight(spec: SimulationSpec): number {
  const { gravity, halfSpaces = [], meshes = [], domain } = spec;
  const g = vector3(gravity);
  if (length(g) === 0) return 0;
  const down = normalise(g);
  const sides = domain === undefined ? [] : [dot(down, vector3(domain.min)), dot(down, vector3(domain.max))];
  const lowestVertex = meshes.map((mesh) => largestOverVertices(mesh, (vertex) => dot(down, vertex)));
  const ends = lowestVertex.length > 0 ? lowestVertex : sides;
  const bottom = ends.reduce((most, each) => Math.max(most, each), Number.NEGATIVE_INFINITY);
  const walls = halfSpaces.map(({ normal, offset }) => ({ normal: normalise(vector3(normal)), offset }));
  let most = 0;
  for (const { position, radius } of startsOf(spec)) {
    let toFirst = Number.POSITIVE_INFINITY;
    for (const { normal, offset } of walls) {
      const facing = -dot(down, normal);
      if (facing > 0) toFirst = Math.min(toFirst, Math.max(0, (dot(normal, position) - offset - radius) / facing));
    }
    most = Math.max(most, Number.isFinite(toFirst) ? toFirst : bottom - dot(down, position) - radius);
  }
  return most;
}

/** Fastest point of a wall that reaches `reach` from the axis of its rotation. */
function motionSpeed(motion: MotionSpec, reach: number): number {
  return motionParts(motion).reduce((sum, { velocity, rotation, oscillation, table }) => {
    const turning = rotation === undefined ? 0 : Math.abs(rotation.rate) * reach;
    const shaking = oscillation === undefined ? 0 : 2 * Math.PI * oscillation.frequency * oscillation.amplitude;
    return sum + lengthOf(velocity) + turning + shaking + tableSpeed(table);
  }, 0);
}

function tableSpeed(table: MotionTable | undefined): number {
  const { of, rows } = table ?? { of: 'velocity', rows: [] };
  return rows.reduce((most, [time, x, y, z], k) => {
    if (of === 'velocity') return Math.max(most, lengthOf([x, y, z]));
    const [before, u, v, w] = rows[k - 1] ?? [time, x, y, z];
    return time > before ? Math.max(most, lengthOf([x - u, y - v, z - w]) / (time - before)) : most;
  }, 0);
}

function meshSpeed(spec: MeshSpec): number {
  if (spec.motion === undefined) return 0;
  const reaches = motionParts(spec.motion).map(({ rotation }) => {
    if (rotation === undefined) return 0;
    const axis = normalise(vector3(rotation.axis));
    const through = vector3(rotation.through);
    return largestOverVertices(spec, (vertex) => length(cross(axis, subtract(vertex, through))));
  });
  return motionSpeed(spec.motion, Math.max(...reaches));
}

/** In m/s, with its contributions. */
export function impactSpeed(spec: SimulationSpec): { speed: number; reason: string } {
  const { bodies = [], insertions = [], meshes = [], halfSpaces = [], gravity } = spec;
  const starting = [...bodies, ...insertions].reduce((most, { velocity }) => Math.max(most, lengthOf(velocity)), 0);
  const flat = halfSpaces.map(({ motion }) => (motion === undefined ? 0 : motionSpeed(motion, 0)));
  const walls = [...meshes.map(meshSpeed), ...flat].reduce((most, each) => Math.max(most, each), 0);
  const height = fallHeight(spec);
  const falling = Math.sqrt(starting ** 2 + 2 * lengthOf(gravity) * height);
  const parts = [
    ...(starting > 0 ? [`${formatNumber(starting)} m/s at the start`] : []),
    ...(height > 0 ? [`a fall of ${formatNumber(height)} m`] : []),
    ...(walls > 0 ? [`a wall at ${formatNumber(walls)} m/s`] : []),
  ];
  return { speed: falling + walls, reason: parts.join(', ') };
}
