// SPDX-License-Identifier: MIT
/** Makes the touch finders of a simulation in a fixed order, from a description that can be sent to threads. */
import type { KernelName } from '../../narrow-phase/kernel-query.ts';
import type { OwnedCells } from '../../shapes/kernel-memory/owned-cells.ts';
import type { WallShapeSpec } from '../../shapes/walls/wall-shape.ts';
import type { StepKernel } from '../../step-kernel/step-kernel.ts';
import { type SolidPairFinders, solidPairFinders } from '../checks/solid-pair-laws.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import { hasOtherShapes, hasTouches, hasUserLaw } from '../time-loop/simulation-room.ts';
import { type UserLawSpec, userLawSpec } from '../user-laws/law-modules.ts';
import { UserLaws } from '../user-laws/user-laws.ts';
import { BodyMeshFinder } from './body-mesh-finder.ts';
import { BodyWallFinder } from './body-wall-finder.ts';
import { ConvexFinder } from './convex-finder.ts';
import { type ConvexSpec, convexSpec } from './convex-shapes.ts';
import { FieldMeshFinder } from './field-mesh-finder.ts';
import { type FinderMesh, MeshFinder } from './mesh-finder.ts';
import { imageShifts, ownShifts } from './mesh-images.ts';
import type { FinderWall } from './near-wall.ts';
import { OVERLAP_VOLUMES } from './overlap-finder.ts';
import { PRESSURE_FIELDS } from './pressure-finder.ts';
import { SolidPairFinder } from './solid-pair-finder.ts';
import { SphereFinder } from './sphere-finder.ts';
import { type TouchFinder, TouchFinders } from './touch-finder.ts';
import { WallFinder } from './wall-finder.ts';
import { wallImages } from './wall-images.ts';

/** Plain data: threads get copies of it. */
export interface FinderSpec {
  readonly meshes: readonly FinderMesh[];
  /** Where there are bodies that are not made of spheres. */
  readonly convex?: ConvexSpec;
  readonly solidPairs: SolidPairFinders;
  /** Where some pairs of materials have laws of the user's own. */
  readonly laws?: UserLawSpec;
  /** Build of the contact kernel; all give the same bits. */
  readonly kernel?: KernelName;
}

/** Undefined when the step kernel finds all contacts itself. */
export function finderSpec(spec: SimulationSpec, kernel?: KernelName): FinderSpec | undefined {
  if (!hasTouches(spec)) return undefined;
  const meshes = (spec.meshes ?? []).map((each) => {
    const { mesh, shape, oneSided = false } = each;
    const images = shape && wallImages({ ...each, shape }, spec.domain);
    const shifts = images?.shifts ?? imageShifts(spec.domain);
    return { mesh, ...(images && { shape: images.shape }), oneSided, shifts, ownShifts: ownShifts(each, shifts) };
  });
  const convex = hasOtherShapes(spec) ? { convex: convexSpec(spec) } : {};
  const solidPairs = solidPairFinders(spec);
  const laws = hasUserLaw(spec) ? { laws: userLawSpec(spec) } : {};
  return { meshes, ...convex, ...laws, solidPairs, ...(kernel === undefined ? {} : { kernel }) };
}

/** The finders of one thread with the laws, whose modules must have been imported, on its step kernel. */
export function touchFinders(spec: FinderSpec, kernel: StepKernel, thread: number): TouchFinders {
  const make = (cells: OwnedCells): TouchFinder[] => makeFinders(spec, cells);
  return new TouchFinders(make, kernel, thread, spec.laws && new UserLaws(spec.laws));
}

/**
 * One finder a mesh; for convex bodies one, one each for polyhedra with the overlap-volume law and with the
 * pressure-field law, and one a mesh for polyhedra by their pressure fields and for others; one for spheres that have
 * a law of the user's own.
 */
function makeFinders({ meshes, convex, solidPairs, laws, kernel }: FinderSpec, cells: OwnedCells): TouchFinder[] {
  const finders: TouchFinder[] = meshes.map((mesh, k) =>
    mesh.shape === undefined ? new MeshFinder(k, mesh, kernel) : new WallFinder(k, wallOf(mesh, mesh.shape), cells),
  );
  if (convex !== undefined) {
    const { byVolume, byField, areAll } = solidPairs;
    if (!areAll) finders.push(new ConvexFinder(convex, cells, byVolume || byField, kernel));
    if (byVolume) finders.push(new SolidPairFinder(convex, OVERLAP_VOLUMES, cells, kernel));
    if (byField) finders.push(new SolidPairFinder(convex, PRESSURE_FIELDS, cells, kernel));
    meshes.forEach((mesh, k) => {
      if (mesh.shape !== undefined) {
        finders.push(new BodyWallFinder(k, wallOf(mesh, mesh.shape), convex, cells, kernel));
        return;
      }
      if (byField) finders.push(new FieldMeshFinder(k, mesh, convex, cells, kernel));
      if (!(byField && areAll)) finders.push(new BodyMeshFinder(k, mesh, convex, cells, kernel));
    });
  }
  if (laws !== undefined) finders.push(new SphereFinder());
  return finders;
}

function wallOf({ shifts, ownShifts }: FinderMesh, shape: WallShapeSpec): FinderWall {
  return { shape, shifts, ownShifts };
}
