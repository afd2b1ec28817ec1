// SPDX-License-Identifier: MIT
/**
 * Exports frames as a dump file of LAMMPS, which OVITO, VMD and ASE also read: one atom for each body, with the columns
 * that OVITO recognises by name. Shapes other than spheres are also written as OBJ files of unit size, because OVITO
 * multiplies the mesh of a particle type by the radius of the particle.
 */
import { join } from 'node:path';
import { objPieces } from '../../io/obj-writer.ts';
import type { Frame } from '../../io/trajectory/frame.ts';
import type { TrajectoryHeader } from '../../io/trajectory/trajectory-header.ts';
import { cubeRoot } from '../../math/elementary.ts';
import type { Shape } from '../../shapes/shape.ts';
import type { SurfaceMesh } from '../../shapes/surface-mesh.ts';
import type { ExportedRun } from './exported-run.ts';
import { headerShapes } from './header-shapes.ts';
import { worldPositions } from './world-positions.ts';
import { writeTexts } from './write-texts.ts';

const FILE_NAME = 'bodies.dump';
const COLUMNS = 'id type x y z vx vy vz omegax omegay omegaz quatw quati quatj quatk radius material';

/** Limits of the domain of the scene and its periodic directions. */
export interface DumpBox {
  readonly periodic: readonly boolean[];
  /** x, y, z; undefined without a domain: the box of a frame then encloses its bodies. */
  readonly limits: readonly (readonly [min: number, max: number])[] | undefined;
}

/** Radius of a sphere with the volume of the shape; pieces of a compound that overlap count twice. */
function radiusOf(shape: Shape): number {
  if (shape.kind === 'sphere') return shape.radius;
  return cubeRoot((3 * shape.massProperties().volume) / (4 * Math.PI));
}

function boundsText(positions: Float64Array, radii: Float64Array, { periodic, limits }: DumpBox): string {
  const axes = [0, 1, 2].map((axis): readonly [number, number] => {
    const limit = limits?.[axis];
    if (limit !== undefined) return limit;
    let [min, max] = [Infinity, -Infinity];
    for (const [k, radius] of radii.entries()) {
      min = Math.min(min, positions[3 * k + axis] - radius);
      max = Math.max(max, positions[3 * k + axis] + radius);
    }
    return radii.length === 0 ? [0, 1] : [min, max];
  });
  // Shrink-wrapped (s) where the bodies set the limits, fixed (f) at those of a domain.
  const kinds = periodic.map((isPeriodic) => (isPeriodic ? 'pp' : limits === undefined ? 'ss' : 'ff'));
  return `ITEM: BOX BOUNDS ${kinds.join(' ')}\n${axes.map((axis) => `${axis.join(' ')}\n`).join('')}`;
}

function frameText(frame: Frame, shapeRadii: readonly number[], box: DumpBox): string {
  const { ids, shapes, materials, scales, orientations, velocities, angularVelocities, step, time } = frame;
  const positions = worldPositions(frame.positions, frame);
  const radii = Float64Array.from(shapes, (shape, k) => shapeRadii[shape] * scales[k]);
  const three = (values: Float32Array | Float64Array, k: number): string => values.subarray(3 * k, 3 * k + 3).join(' ');
  const rows = Array.from(ids, (id, k) => {
    const motion = `${three(velocities, k)} ${three(angularVelocities, k)}`;
    const turn = orientations.subarray(4 * k, 4 * k + 4).join(' ');
    // Identifiers and types of LAMMPS begin at one.
    return `${id + 1} ${shapes[k] + 1} ${three(positions, k)} ${motion} ${turn} ${radii[k]} ${materials[k] + 1}\n`;
  });
  const head = `ITEM: TIME\n${time}\nITEM: TIMESTEP\n${step}\nITEM: NUMBER OF ATOMS\n${ids.length}\n`;
  return `${head}${boundsText(positions, radii, box)}ITEM: ATOMS ${COLUMNS}\n${rows.join('')}`;
}

function* dumpTexts(run: ExportedRun, radii: readonly number[], box: DumpBox): Generator<string> {
  yield 'ITEM: UNITS\nsi\n';
  for (const { frame } of run.frames()) yield frameText(frame, radii, box);
}

function objTexts({ vertices, faceOffsets, faceVertices }: SurfaceMesh, factor: number): Iterable<string> {
  const scaled = vertices.map((value) => value * factor);
  return objPieces({ vertices: scaled, facetOffsets: faceOffsets, facetVertices: faceVertices });
}

/** `shape-2-wedge.obj`: number and name of the particle type. */
function meshName({ shapes }: TrajectoryHeader, index: number): string {
  return `shape-${index + 1}-${(shapes[index]?.name ?? '').replace(/[^\w-]+/g, '_')}.obj`;
}

/** Returns the names of the files. */
export function exportLammpsDump(run: ExportedRun, folder: string, box: DumpBox): string[] {
  const { header } = run.trajectory;
  const shapes = headerShapes(header);
  const radii = shapes.map(({ shape }) => radiusOf(shape));
  writeTexts(join(folder, FILE_NAME), dumpTexts(run, radii, box));
  const meshes = shapes.flatMap(({ shape, surface }, index) => {
    if (shape.kind === 'sphere') return [];
    const name = meshName(header, index);
    writeTexts(join(folder, name), objTexts(surface, 1 / radii[index]));
    return [name];
  });
  return [FILE_NAME, ...meshes];
}
