// SPDX-License-Identifier: MIT
/**
 * Regions to fill, as walls that hold bodies of any shape: planes, and facets where the wall is curved. Facets of a
 * curved wall are chords, or tangents of a hole, so that what they hold is inside the region.
 */
import { cos, sin } from '../../math/circular.ts';
import {
  addScaled,
  cross,
  dot,
  length,
  negate,
  normalise,
  perpendicular,
  scale,
  subtract,
  toTriple,
  type Vector3,
  vector3,
} from '../../math/vector.ts';
import { convexHull } from '../../meshes/convex-hull.ts';
import type { FacetMeshParameters } from '../../meshes/facet-list.ts';
import { regionOf } from '../insertion/insertion-region.ts';
import type { InsertionRegionSpec } from '../insertion/insertion-spec.ts';
import { containment } from '../outlet.ts';

/** A wall; the bodies are where normal.x >= offset. */
export interface FillPlane {
  readonly normal: Vector3;
  readonly offset: number;
}

export interface FillRegion {
  /** m3 */
  readonly volume: number;
  readonly min: Vector3;
  readonly max: Vector3;
  readonly planes: readonly FillPlane[];
  readonly surfaces: readonly FacetMeshParameters[];
  contains(x: number, y: number, z: number): boolean;
}

/** Chords of a circle: the prism has 99.9 % of the cylinder's volume. */
const CHORDS = 96;
/** Points of a polyhedron in a ball: it has 99.5 % of the ball's volume. */
const POINTS = 1500;

const AXES = ['x', 'y', 'z'] as const;

/** `open` says of each axis whether bodies may cross a side of a box, or an end of a cylinder along that axis. */
export function fillRegion(spec: InsertionRegionSpec, open: readonly [boolean, boolean, boolean]): FillRegion {
  const { volume, min, max } = regionOf(spec);
  const common = { volume, min, max, contains: containment(spec) };
  if ('box' in spec) return { ...common, planes: boxPlanes(min, max, open), surfaces: [] };
  if ('sphere' in spec) {
    return { ...common, planes: [], surfaces: [ballSurface(vector3(spec.sphere.centre), spec.sphere.radius)] };
  }
  const { from, to, radius, innerRadius } = 'tube' in spec ? spec.tube : { ...spec.cylinder, innerRadius: 0 };
  const [start, end] = [vector3(from), vector3(to)];
  const along = normalise(subtract(end, start));
  const isOpen = AXES.some((axis, k) => open[k] && Math.abs(along[axis]) === 1);
  // The inner wall is of tangents, whose corners are farther out than the hole.
  const hole = innerRadius / cos(Math.PI / CHORDS);
  return {
    ...common,
    planes: isOpen
      ? []
      : [
          { normal: along, offset: dot(along, start) },
          { normal: negate(along), offset: -dot(along, end) },
        ],
    surfaces: [
      tubeSurface(start, end, radius, isOpen ? 0 : radius),
      ...(innerRadius > 0 ? [tubeSurface(start, end, hole, isOpen ? 0 : radius)] : []),
    ],
  };
}

function boxPlanes(min: Vector3, max: Vector3, open: readonly boolean[]): FillPlane[] {
  return AXES.flatMap((axis, k) => {
    if (open[k]) return [];
    const normal = { x: k === 0 ? 1 : 0, y: k === 1 ? 1 : 0, z: k === 2 ? 1 : 0 };
    return [
      { normal, offset: min[axis] },
      { normal: negate(normal), offset: -max[axis] },
    ];
  });
}

/** The curved wall of a cylinder, longer by `beyond` at either end so that its rim is behind the planes there. */
function tubeSurface(from: Vector3, to: Vector3, radius: number, beyond: number): FacetMeshParameters {
  const axis = subtract(to, from);
  const along = scale(axis, 1 / length(axis));
  const u = perpendicular(along);
  const v = cross(along, u);
  const ends = [addScaled(from, along, -beyond), addScaled(to, along, beyond)];
  const vertices = Array.from({ length: 2 * CHORDS }, (_, k) => {
    const angle = (2 * Math.PI * (k >> 1)) / CHORDS;
    return addScaled(addScaled(ends[k & 1], u, radius * cos(angle)), v, radius * sin(angle));
  });
  const facets = Array.from({ length: CHORDS }, (_, k) => {
    const next = (k + 1) % CHORDS;
    return [2 * k, 2 * next, 2 * next + 1, 2 * k + 1];
  });
  return { vertices, facets };
}

/** Hull of points on the sphere, spread by the golden angle. */
function ballSurface(centre: Vector3, radius: number): FacetMeshParameters {
  const turn = Math.PI * (3 - Math.sqrt(5));
  const points = new Float64Array(3 * POINTS);
  for (let k = 0; k < POINTS; k++) {
    const z = 1 - (2 * k + 1) / POINTS;
    const r = Math.sqrt(1 - z * z);
    points.set([r * cos(k * turn), r * sin(k * turn), z], 3 * k);
  }
  const { vertices, faceOffsets, faceVertices } = convexHull(points);
  const placed = Float64Array.from(vertices, (value, k) => toTriple(centre)[k % 3] + radius * value);
  return { vertices: placed, facets: { offsets: faceOffsets, vertices: faceVertices } };
}
