// SPDX-License-Identifier: MIT
/** A moment of a run as VTK files: bodies as points, bodies with their shapes, contacts as points, meshes where they are. */
import { placeSurfaces } from '../../io/vtk/placed-surfaces.ts';
import { type VtkField, vtkPolyData } from '../../io/vtk/vtk-poly-data.ts';
import type { Vector3 } from '../../math/vector.ts';
import type { SurfaceMesh } from '../../shapes/surface-mesh.ts';
import type { MeshSpec } from '../../simulation/simulation-spec.ts';
import { type BodyView, CONTACT_MESH } from '../../simulation/simulation-views.ts';
import { meshPoses } from './mesh-poses.ts';
import { ownPositions } from './own-frames.ts';
import type { Snapshot } from './snapshot.ts';

function field(name: string, components: number, values: VtkField['values']): VtkField {
  return { name, components, values };
}

/** What ParaView shows as the time of a file opened alone. */
function timeField({ time, step }: Snapshot): VtkField[] {
  return [field('TimeValue', 1, Float64Array.of(time)), field('step', 1, Float64Array.of(step))];
}

/** One point a body, at its centre of mass. */
export function vtkBodies(moment: Snapshot): Uint8Array {
  const { bodies } = moment;
  return vtkPolyData({
    points: bodies.position,
    asVertices: true,
    pointData: [
      field('id', 1, bodies.ids),
      field('shape', 1, bodies.shape),
      field('material', 1, bodies.material),
      field('radius', 1, bodies.radius),
      field('velocity', 3, bodies.velocity),
      field('angularVelocity', 3, bodies.angularVelocity),
      field('orientation', 4, bodies.orientation),
      field('force', 3, bodies.force),
      field('torque', 3, bodies.torque),
    ],
    fieldData: timeField(moment),
  });
}

function posesOf(position: Float64Array, orientation: Float64Array, count: number): Float64Array {
  const poses = new Float64Array(7 * count);
  for (let k = 0; k < count; k++) {
    poses.set(position.subarray(3 * k, 3 * k + 3), 7 * k);
    poses.set(orientation.subarray(4 * k, 4 * k + 4), 7 * k + 3);
  }
  return poses;
}

function speedOf({ velocity }: BodyView, k: number): number {
  const [x = 0, y = 0, z = 0] = velocity.subarray(3 * k, 3 * k + 3);
  return Math.sqrt(x * x + y * y + z * z);
}

/** What the shapes of a spec look like, one of each for each shape. */
export interface ShapeLooks {
  readonly surfaces: readonly SurfaceMesh[];
  readonly centroids: readonly Vector3[];
}

/** The bodies with the lowest ids, at most `limit`, with their true shapes. */
export function vtkSurfaces(moment: Snapshot, { surfaces, centroids }: ShapeLooks, limit: number): Uint8Array {
  const { bodies } = moment;
  const count = Math.min(limit, bodies.count);
  const surfaceOf = Array.from(bodies.shape.subarray(0, count), (shape) => surfaces[shape] as SurfaceMesh);
  const poses = posesOf(ownPositions(bodies, centroids), bodies.orientation, count);
  const { points, polygons, bodyOfPolygon } = placeSurfaces(surfaceOf, poses, bodies.scale);
  const speeds = Float64Array.from({ length: count }, (_, k) => speedOf(bodies, k));
  const onPolygons = (values: Int32Array): Int32Array => bodyOfPolygon.map((k) => values[k] as number);
  return vtkPolyData({
    points,
    polygons,
    cellData: [
      field('id', 1, onPolygons(bodies.ids)),
      field('shape', 1, onPolygons(bodies.shape)),
      field('material', 1, onPolygons(bodies.material)),
      field(
        'speed',
        1,
        Float32Array.from(bodyOfPolygon, (k) => speeds[k] as number),
      ),
    ],
    fieldData: timeField(moment),
  });
}

/** One point a contact; `force` is that on body `idA`, `normal` points from A to B. */
export function vtkContacts(moment: Snapshot): Uint8Array {
  const { contacts } = moment;
  return vtkPolyData({
    points: contacts.point,
    asVertices: true,
    pointData: [
      field('idA', 1, contacts.idA),
      field('idB', 1, contacts.idB),
      field('kind', 1, contacts.kind),
      field('facet', 1, contacts.facet),
      field('feature', 1, contacts.feature),
      field('featureId', 1, contacts.featureId),
      field('normal', 3, contacts.normal),
      field('force', 3, contacts.force),
      field('overlap', 1, contacts.overlap),
    ],
    fieldData: timeField(moment),
  });
}

/** Force of the contacts on each facet of the meshes, one after the other, and how many they are. */
export function facetLoads({ contacts }: Snapshot, meshes: readonly MeshSpec[]): VtkField[] {
  const first: number[] = [];
  let total = 0;
  for (const { mesh } of meshes) {
    first.push(total);
    total += mesh.facetOffsets.length - 1;
  }
  const force = new Float64Array(3 * total);
  const count = new Int32Array(total);
  for (let k = 0; k < contacts.count; k++) {
    if (contacts.kind[k] !== CONTACT_MESH) continue;
    const facet = (first[contacts.idB[k] as number] as number) + (contacts.facet[k] as number);
    count[facet] = (count[facet] as number) + 1;
    for (let c = 0; c < 3; c++) {
      force[3 * facet + c] = (force[3 * facet + c] as number) - (contacts.force[3 * k + c] as number);
    }
  }
  return [field('force', 3, force), field('contacts', 1, count)];
}

/** All meshes, `mesh` being the number of each in the scene; on request with the loads of their facets. */
export function vtkMeshes(moment: Snapshot, meshes: readonly MeshSpec[], isLoaded = false): Uint8Array {
  const surfaces = meshes.map(({ mesh: { vertices, facetOffsets, facetVertices } }) => {
    return { vertices, faceOffsets: facetOffsets, faceVertices: facetVertices };
  });
  const { points, polygons, bodyOfPolygon } = placeSurfaces(
    surfaces,
    meshPoses(meshes, moment.time, moment.simulation),
  );
  return vtkPolyData({
    points,
    polygons,
    cellData: [field('mesh', 1, bodyOfPolygon), ...(isLoaded ? facetLoads(moment, meshes) : [])],
    fieldData: timeField(moment),
  });
}
