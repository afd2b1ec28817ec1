// SPDX-License-Identifier: MIT
/**
 * A convex body placed in the frame of a pair, for the readable algorithms: support points, an inner point, and for
 * polyhedra the vertices and faces.
 */
import { type Pose, transformPoint } from '../../math/pose.ts';
import { inverseRotate } from '../../math/quaternion.ts';
import { add, dot, scale, type Vector3 } from '../../math/vector.ts';
import type { PolyhedralTopology } from '../../shapes/polyhedral-topology.ts';
import type { ConvexShape, ConvexShapeQueries } from '../../shapes/shape.ts';

/** A support point; `vertex` is its number on a polyhedral body, -1 on a curved one. */
interface SupportPoint {
  readonly point: Vector3;
  readonly vertex: number;
}

export interface PlacedBody {
  readonly shape: ConvexShape;
  /** Of the shape's own frame in the frame of the pair. */
  readonly pose: Pose;
  /** A point of the body, strictly inside unless it is flat: the mean of the vertices, or the centre of mass. */
  readonly centre: Vector3;
  /** Largest side of the bounding box along the own axes. */
  readonly extent: number;
  /** Radius of the ball that sweeps this core: part of the body's size, not of its support points. */
  readonly margin: number;
  /** Of polyhedral bodies (polyhedron, box, facet, segment, point): vertices in the frame of the pair. */
  readonly vertices?: readonly Vector3[];
  /** Of the same: faces, edges and neighbours by vertex number; planes are in the shape's own frame. */
  readonly topology?: PolyhedralTopology;
  /** A farthest point of the body along a direction of any length but zero. */
  support(direction: Vector3): SupportPoint;
}

function polyhedralBody(
  { shape, pose, extent, margin }: Pick<PlacedBody, 'shape' | 'pose' | 'extent' | 'margin'>,
  topology: PolyhedralTopology,
): PlacedBody {
  const vertices: Vector3[] = [];
  const v = topology.vertices;
  for (let i = 0; i < v.length; i += 3) {
    vertices.push(transformPoint(pose, { x: v[i], y: v[i + 1], z: v[i + 2] }));
  }
  const centre = scale(vertices.reduce(add), 1 / vertices.length);
  const support = (direction: Vector3): SupportPoint => {
    let best = 0;
    let top = -Infinity;
    for (let i = 0; i < vertices.length; i++) {
      const along = dot(vertices[i], direction);
      if (along > top) {
        top = along;
        best = i;
      }
    }
    return { point: vertices[best], vertex: best };
  };
  return { shape, pose, centre, extent, margin, vertices, topology, support };
}

/** The shape at a pose in the frame of the pair; with a margin where it is the core of a body. */
export function placeBody(shape: ConvexShape, pose: Pose, margin = 0): PlacedBody {
  const { min, max } = shape.boundingBox();
  const extent = Math.max(max.x - min.x, max.y - min.y, max.z - min.z);
  const topology = (shape as ConvexShapeQueries).topology?.();
  if (topology !== undefined) return polyhedralBody({ shape, pose, extent, margin }, topology);
  const support = (direction: Vector3): SupportPoint => ({
    point: transformPoint(pose, shape.support(inverseRotate(pose.orientation, direction))),
    vertex: -1,
  });
  return { shape, pose, centre: transformPoint(pose, shape.massProperties().centroid), extent, margin, support };
}
