// SPDX-License-Identifier: MIT
/** Bodies with their true shapes as VTK polygons, with the numbers that they are coloured by. */
import type { SurfaceMesh } from '../../shapes/surface-mesh.ts';
import { placeSurfaces } from './placed-surfaces.ts';
import { posesOf, vtkField, vtkPolyData, vtkTime } from './vtk-poly-data.ts';

/** Flat arrays, body after body in the order of ids. */
export interface PlacedBodies {
  readonly ids: Int32Array;
  readonly shapes: Int32Array;
  readonly materials: Int32Array;
  readonly scales: ArrayLike<number>;
  /** Of the frames of the shapes, m. */
  readonly positions: Float64Array;
  readonly orientations: Float64Array | Float32Array;
  /** m/s */
  readonly velocities: ArrayLike<number>;
}

/** The bodies with the lowest ids, at most `limit`; `surfaces` has one for each shape. */
export function vtkSurfacesOf(
  bodies: PlacedBodies,
  surfaces: readonly SurfaceMesh[],
  limit: number,
  moment: Parameters<typeof vtkTime>[0],
): Uint8Array {
  const { ids, shapes, materials, velocities } = bodies;
  const count = Math.min(limit, ids.length);
  const poses = posesOf(bodies.positions, bodies.orientations, count);
  const surfaceOf = Array.from(shapes.subarray(0, count), (shape) => surfaces[shape]);
  const { points, polygons, bodyOfPolygon } = placeSurfaces(surfaceOf, poses, bodies.scales);
  const speedOf = (k: number): number => {
    const [x, y, z] = [velocities[3 * k], velocities[3 * k + 1], velocities[3 * k + 2]];
    return Math.sqrt(x * x + y * y + z * z);
  };
  const speeds = Float32Array.from({ length: count }, (_, k) => speedOf(k));
  const onPolygons = (values: Int32Array): Int32Array => bodyOfPolygon.map((k) => values[k]);
  return vtkPolyData({
    points,
    polygons,
    cellData: [
      vtkField('id', 1, onPolygons(ids)),
      vtkField('shape', 1, onPolygons(shapes)),
      vtkField('material', 1, onPolygons(materials)),
      vtkField(
        'speed',
        1,
        Float32Array.from(bodyOfPolygon, (k) => speeds[k]),
      ),
    ],
    fieldData: vtkTime(moment),
  });
}
