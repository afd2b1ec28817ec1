// SPDX-License-Identifier: MIT
/** The surface of a body for pictures; a clump or compound has the surfaces of its parts. */
import { placeSurfaces } from '../../io/vtk/placed-surfaces.ts';
import { vector3 } from '../../math/vector.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { type SurfaceMesh, surfaceMesh } from '../../shapes/surface-mesh.ts';
import type { BodyShapeSpec } from '../../simulation/simulation-spec.ts';

/** Corners around a curved body: enough to be seen as round among many, 62 points for a sphere. */
const SEGMENTS = 12;

/** In the shape's own frame. */
export function bodySurface(shape: BodyShapeSpec): SurfaceMesh {
  if ('sphere' in shape) return surfaceMesh(sphere(shape.sphere), SEGMENTS);
  if ('convex' in shape) return surfaceMesh(shape.convex, SEGMENTS);
  if ('compound' in shape) {
    const { pieces } = shape.compound;
    const poses = pieces.flatMap(({ pose: { position: p, orientation: q } }) => [p.x, p.y, p.z, q.w, q.x, q.y, q.z]);
    return united(
      pieces.map((piece) => surfaceMesh(piece.shape, SEGMENTS)),
      poses,
    );
  }
  const { spheres } = shape.clump;
  const poses = spheres.flatMap(({ centre }) => {
    const { x, y, z } = vector3(centre);
    return [x, y, z, 1, 0, 0, 0];
  });
  return united(
    spheres.map(({ radius }) => surfaceMesh(sphere({ radius }), SEGMENTS)),
    poses,
  );
}

function united(parts: readonly SurfaceMesh[], poses: readonly number[]): SurfaceMesh {
  const { points, polygons } = placeSurfaces(parts, Float64Array.from(poses));
  return { vertices: points, faceOffsets: polygons.offsets, faceVertices: polygons.connectivity };
}
