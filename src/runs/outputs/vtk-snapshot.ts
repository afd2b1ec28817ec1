// SPDX-License-Identifier: MIT
/** A snapshot as VTK files: bodies as points, bodies with their shapes, contacts as points, meshes at their poses. */
import { placeSurfaces } from '../../io/vtk/placed-surfaces.ts';
import { type VtkField, vtkField, vtkPolyData, vtkTime } from '../../io/vtk/vtk-poly-data.ts';
import { vtkSurfacesOf } from '../../io/vtk/vtk-surfaces.ts';
import { inverseTransformPoint } from '../../math/pose.ts';
import { distance, type Vector3 } from '../../math/vector.ts';
import type { FacetMesh } from '../../meshes/facet-mesh.ts';
import type { SurfaceMesh } from '../../shapes/surface-mesh.ts';
import type { MeshSpec } from '../../simulation/simulation-spec.ts';
import { CONTACT_MESH } from '../../simulation/views/simulation-views.ts';
import { ownPositions } from './own-frames.ts';
import { meshPoses, type Snapshot } from './snapshot.ts';

/** One point a body, at its centre of mass; where there are bonds, with the fragment that it belongs to. */
export function vtkBodies(snapshot: Snapshot, isBonded = false): Uint8Array {
  const { bodies } = snapshot;
  return vtkPolyData({
    points: bodies.position,
    asVertices: true,
    pointData: [
      vtkField('id', 1, bodies.ids),
      vtkField('shape', 1, bodies.shape),
      vtkField('material', 1, bodies.material),
      vtkField('radius', 1, bodies.radius),
      vtkField('velocity', 3, bodies.velocity),
      vtkField('angularVelocity', 3, bodies.angularVelocity),
      vtkField('orientation', 4, bodies.orientation),
      vtkField('force', 3, bodies.force),
      vtkField('torque', 3, bodies.torque),
      ...(isBonded ? [vtkField('fragment', 1, snapshot.fragments)] : []),
    ],
    fieldData: vtkTime(snapshot),
  });
}

/** Surfaces of the shapes of a spec, one for each shape. */
interface ShapeLooks {
  readonly surfaces: readonly SurfaceMesh[];
  readonly centroids: readonly Vector3[];
}

/** The bodies with the lowest ids, at most `limit`, with their true shapes. */
export function vtkSurfaces(snapshot: Snapshot, { surfaces, centroids }: ShapeLooks, limit: number): Uint8Array {
  const { bodies } = snapshot;
  const { ids, shape: shapes, material: materials, scale: scales, velocity: velocities, orientation } = bodies;
  const positions = ownPositions(bodies, centroids);
  const placed = { ids, shapes, materials, scales, positions, orientations: orientation, velocities };
  return vtkSurfacesOf(placed, surfaces, limit, snapshot);
}

/** One point a contact; `force` is that on body `idA`, `normal` points from A to B. */
export function vtkContacts(snapshot: Snapshot): Uint8Array {
  const { contacts } = snapshot;
  return vtkPolyData({
    points: contacts.point,
    asVertices: true,
    pointData: [
      vtkField('idA', 1, contacts.idA),
      vtkField('idB', 1, contacts.idB),
      vtkField('kind', 1, contacts.kind),
      vtkField('facet', 1, contacts.facet),
      vtkField('feature', 1, contacts.feature),
      vtkField('featureId', 1, contacts.featureId),
      vtkField('normal', 3, contacts.normal),
      vtkField('force', 3, contacts.force),
      vtkField('overlap', 1, contacts.overlap),
    ],
    fieldData: vtkTime(snapshot),
  });
}

/** Contact force on each facet of the meshes in sequence, and the number of contacts. */
export function facetLoads(snapshot: Snapshot, meshes: readonly MeshSpec[]): VtkField[] {
  const { contacts } = snapshot;
  const poses = meshPoses(meshes, snapshot.time, snapshot.simulation);
  // Contacts with a wall that is a shape are drawn on the facet of its picture whose middle is nearest.
  const centres = meshes.map(({ mesh, shape }) => (shape === undefined ? undefined : facetCentres(mesh)));
  const nearestFacet = (k: number): number => {
    const mesh = contacts.idB[k];
    const [x = 0, y = 0, z = 0] = contacts.point.subarray(3 * k, 3 * k + 3);
    const [px = 0, py = 0, pz = 0, w = 1, qx = 0, qy = 0, qz = 0] = poses.subarray(7 * mesh, 7 * mesh + 7);
    const placed = { position: { x: px, y: py, z: pz }, orientation: { w, x: qx, y: qy, z: qz } };
    const own = inverseTransformPoint(placed, { x, y, z });
    return nearestPoint(centres[mesh] ?? [], own);
  };
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
    const number = contacts.facet[k] >= 0 ? contacts.facet[k] : nearestFacet(k);
    const facet = first[contacts.idB[k]] + number;
    count[facet] = count[facet] + 1;
    for (let c = 0; c < 3; c++) {
      force[3 * facet + c] = force[3 * facet + c] - contacts.force[3 * k + c];
    }
  }
  return [vtkField('force', 3, force), vtkField('contacts', 1, count)];
}

function facetCentres({ vertices, facetOffsets, facetVertices }: FacetMesh): Vector3[] {
  return Array.from({ length: facetOffsets.length - 1 }, (_, f) => {
    const corners = facetVertices.subarray(facetOffsets[f], facetOffsets[f + 1]);
    const mean = (axis: number): number => corners.reduce((sum, v) => sum + vertices[3 * v + axis], 0) / corners.length;
    return { x: mean(0), y: mean(1), z: mean(2) };
  });
}

function nearestPoint(points: readonly Vector3[], to: Vector3): number {
  let nearest = 0;
  let least = Infinity;
  points.forEach((point, k) => {
    const away = distance(point, to);
    if (away >= least) return;
    least = away;
    nearest = k;
  });
  return nearest;
}

/** All meshes, `mesh` being the number of each in the scene; on request with the loads of their facets. */
export function vtkMeshes(snapshot: Snapshot, meshes: readonly MeshSpec[], isLoaded = false): Uint8Array {
  const surfaces = meshes.map(({ mesh: { vertices, facetOffsets, facetVertices } }) => {
    return { vertices, faceOffsets: facetOffsets, faceVertices: facetVertices };
  });
  const { points, polygons, bodyOfPolygon } = placeSurfaces(
    surfaces,
    meshPoses(meshes, snapshot.time, snapshot.simulation),
  );
  return vtkPolyData({
    points,
    polygons,
    cellData: [vtkField('mesh', 1, bodyOfPolygon), ...(isLoaded ? facetLoads(snapshot, meshes) : [])],
    fieldData: vtkTime(snapshot),
  });
}
