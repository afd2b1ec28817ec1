// SPDX-License-Identifier: MIT
/**
 * Exports frames for ParaView: bodies as points and, up to a number of them, with their shapes, contacts, and meshes at
 * their poses.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from '../../io/trajectory/frame.ts';
import type { TrajectoryHeader } from '../../io/trajectory/trajectory-header.ts';
import { placeSurfaces } from '../../io/vtk/placed-surfaces.ts';
import { vtkCollection } from '../../io/vtk/vtk-collection.ts';
import { vtkField, vtkPolyData, vtkTime } from '../../io/vtk/vtk-poly-data.ts';
import { vtkSurfacesOf } from '../../io/vtk/vtk-surfaces.ts';
import type { SurfaceMesh } from '../../shapes/surface-mesh.ts';
import { writeWhole } from '../files/write-whole.ts';
import { VTK_FOLDER } from '../outputs/vtk-output.ts';
import { exportedContacts } from './exported-contacts.ts';
import type { ExportedRun } from './exported-run.ts';
import type { FrameRadii } from './frame-radii.ts';
import { headerShapes } from './header-shapes.ts';
import { worldPositions } from './world-positions.ts';

function bodiesVtk(frame: Frame, radii: FrameRadii): Uint8Array {
  return vtkPolyData({
    points: worldPositions(frame.positions, frame),
    asVertices: true,
    pointData: [
      vtkField('id', 1, frame.ids),
      vtkField('shape', 1, frame.shapes),
      vtkField('material', 1, frame.materials),
      vtkField('scale', 1, frame.scales),
      vtkField('radius', 1, radii(frame)),
      vtkField('orientation', 4, frame.orientations),
      vtkField('velocity', 3, frame.velocities),
      vtkField('angularVelocity', 3, frame.angularVelocities),
    ],
    fieldData: vtkTime(frame),
  });
}

function contactsVtk(frame: Frame, header: TrajectoryHeader): Uint8Array {
  const { idA, idB, kind, points, normals, forces } = exportedContacts(frame, header);
  return vtkPolyData({
    points,
    asVertices: true,
    pointData: [
      vtkField('idA', 1, idA),
      vtkField('idB', 1, idB),
      vtkField('kind', 1, kind),
      vtkField('normal', 3, normals),
      vtkField('force', 3, forces),
    ],
    fieldData: vtkTime(frame),
  });
}

function meshesVtk(frame: Frame, meshes: readonly SurfaceMesh[]): Uint8Array {
  const { points, polygons, bodyOfPolygon } = placeSurfaces(meshes, frame.meshPoses);
  return vtkPolyData({ points, polygons, cellData: [vtkField('mesh', 1, bodyOfPolygon)], fieldData: vtkTime(frame) });
}

function meshesOf({ boundaries }: TrajectoryHeader): SurfaceMesh[] {
  return boundaries.flatMap(({ mesh }) => {
    if (mesh === undefined) return [];
    const ends = mesh.facets.map((facet) => facet.length);
    const faceOffsets = Int32Array.from([0, ...ends]);
    for (let f = 1; f < faceOffsets.length; f++) faceOffsets[f] = faceOffsets[f] + faceOffsets[f - 1];
    return [
      { vertices: Float64Array.from(mesh.vertices), faceOffsets, faceVertices: Int32Array.from(mesh.facets.flat()) },
    ];
  });
}

interface VtkContent {
  readonly radii: FrameRadii;
  /** Bodies that `surfaces.pvd` has at most. */
  readonly surfaces: number;
}

/** Returns the names of the collections that a user opens. */
export function exportVtk(run: ExportedRun, folder: string, { radii, surfaces: limit }: VtkContent): string[] {
  const { header } = run.trajectory;
  const surfaces = headerShapes(header).map(({ surface }) => surface);
  const meshes = meshesOf(header);
  const series: Record<string, (frame: Frame) => Uint8Array> = {
    bodies: (frame) => bodiesVtk(frame, radii),
    ...(limit > 0 && {
      surfaces: (frame: Frame) =>
        vtkSurfacesOf({ ...frame, positions: worldPositions(frame.positions, frame) }, surfaces, limit, frame),
    }),
    contacts: (frame) => contactsVtk(frame, header),
    ...(meshes.length > 0 && { meshes: (frame: Frame) => meshesVtk(frame, meshes) }),
  };
  mkdirSync(join(folder, VTK_FOLDER), { recursive: true });
  const times: number[] = [];
  const nameOf = (name: string, number: number): string =>
    `${VTK_FOLDER}/${name}-${String(number).padStart(6, '0')}.vtp`;
  for (const { frame, number } of run.frames()) {
    times.push(frame.time);
    for (const [name, bytesOf] of Object.entries(series))
      writeWhole(join(folder, nameOf(name, number)), bytesOf(frame), { sync: false });
  }
  return Object.keys(series).map((name) => {
    const entries = times.map((time, number) => ({ time, file: nameOf(name, number) }));
    writeWhole(join(folder, `${name}.pvd`), new TextEncoder().encode(vtkCollection(entries)), { sync: false });
    return `${name}.pvd`;
  });
}
