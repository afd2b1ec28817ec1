// SPDX-License-Identifier: MIT
/**
 * The bodies that a simulation of spheres on the GPU starts with: spheres as they are, or clumps and spheres among
 * them.
 */
import { sizeRange } from '../bodies/insertion/size-distribution.ts';
import { massOfSphere } from '../simulation/set-up.ts';
import type { SimulationSpec } from '../simulation/simulation-spec.ts';
import type { CellGrid } from './cell-grid.ts';
import { ClumpResidents } from './clumps/clump-residents.ts';
import { clumpTable, type SpheresShape } from './clumps/clump-table.ts';
import { GpuClumps } from './clumps/gpu-clumps.ts';
import { type ConvexBed, convexBedOf, joinConvexBeds } from './convex/convex-bed.ts';
import { convexBedOfNewcomers } from './convex/convex-residents.ts';
import type { GpuEngine } from './gpu-engine.ts';
import type { GpuRoster } from './gpu-roster.ts';
import type { Newcomer, Present, Residents } from './residents.ts';
import { bedOf, hasClumps, radiiOf } from './scene-bed.ts';
import { joinBeds, type SphereBed, uploadBed } from './sphere-bed.ts';
import { bedOfNewcomers, presentSpheres, SphereResidents } from './sphere-residents.ts';

/** What writes them, once there is an engine. */
export type Upload = (
  device: GPUDevice,
  engine: GpuEngine,
  grid: CellGrid,
  roster: GpuRoster,
  isTurning: boolean,
) => Promise<Residents>;

export interface GivenBodies {
  /** Smallest and largest radius of spheres, those to come too. */
  readonly smallest: number;
  readonly largest: number;
  /** Largest radius of a ball about a body, and largest way from the centre of a clump to one of its spheres. */
  readonly reach: number;
  readonly farthest: number;
  /** kg of those that move. */
  readonly mass: number;
  readonly clumps?: GpuClumps;
  /** Number of bodies. */
  readonly count: number;
  present(): Present[];
  /** Their spheres, and those of what appears at the start. */
  withNewcomers(born: readonly Newcomer[]): { readonly bed: SphereBed; readonly upload: Upload };
}

/** Those of a spec. */
export function givenBodies(spec: SimulationSpec): GivenBodies {
  return hasClumps(spec) ? givenClumps(spec, convexBedOf(spec, clumpTable(spec))) : givenSpheres(spec, bedOf(spec));
}

export function givenSpheres(spec: SimulationSpec, given: SphereBed): GivenBodies {
  const { smallest, largest } = radiiOf(spec, given.radius);
  let mass = 0;
  for (let i = 0; i < given.count; i++) {
    const density = spec.materials[given.material[i] ?? 0]?.density ?? 0;
    if (given.isFixed[i] !== 1) mass += massOfSphere(given.radius[i] ?? 0, density);
  }
  return {
    smallest,
    largest,
    reach: largest,
    farthest: 0,
    mass,
    count: given.count,
    present: () => presentSpheres(given),
    withNewcomers: (born) => {
      const bed = born.length === 0 ? given : joinBeds(given, bedOfNewcomers(spec, born));
      return {
        bed,
        upload: async (device, engine, grid, roster, isTurning) => {
          await uploadBed(device, engine, grid, bed);
          const residents = new SphereResidents(spec, device, engine, grid, roster, isTurning);
          if (isTurning) residents.uploadTurned(0, bed.count);
          return residents;
        },
      };
    },
  };
}

/** Shapes are those of the spec, by number. */
export function givenClumps(spec: SimulationSpec, given: ConvexBed): GivenBodies {
  const shapes = clumpTable(spec);
  const { largestScale, ...largest } = largestOf(spec, given, shapes);
  const clumps = new GpuClumps(spec, shapes, largestScale);
  return {
    ...radiiOf(spec, radiiIn(given, shapes)),
    ...largest,
    mass: clumps.massOf(given),
    clumps,
    count: given.count,
    present: () => clumps.present(given),
    withNewcomers: (born) => {
      const bodies = born.length === 0 ? given : joinConvexBeds(given, convexBedOfNewcomers(born));
      const bed = clumps.elements(bodies, 0);
      return {
        bed,
        upload: async (device, engine, grid, roster, isTurning) => {
          const spheres = new SphereResidents(spec, device, engine, grid, roster, isTurning);
          const residents = new ClumpResidents(spec, device, engine, grid, roster, clumps, spheres, isTurning);
          await residents.upload(bodies, bed, { first: 0, name: 0 });
          return residents;
        },
      };
    },
  };
}

function* radiiIn(bed: ConvexBed, shapes: readonly SpheresShape[]): Iterable<number> {
  for (let i = 0; i < bed.count; i++) {
    for (const { radius } of shapes[bed.shape[i] ?? 0]?.spheres ?? []) yield (bed.scale[i] ?? 1) * radius;
  }
}

function largestOf(
  spec: SimulationSpec,
  bed: ConvexBed,
  shapes: readonly SpheresShape[],
): Pick<GivenBodies, 'reach' | 'farthest'> & { readonly largestScale: number } {
  let [reach, farthest, largestScale] = [0, 0, 1];
  const take = (shape: SpheresShape | undefined, scale: number): void => {
    reach = Math.max(reach, scale * (shape?.radius ?? 0));
    farthest = Math.max(farthest, scale * (shape?.farthest ?? 0));
    largestScale = Math.max(largestScale, scale);
  };
  for (let i = 0; i < bed.count; i++) take(shapes[bed.shape[i] ?? 0], bed.scale[i] ?? 1);
  const number = new Map(spec.shapes?.map(({ name }, k) => [name, k]));
  for (const insertion of spec.insertions ?? []) {
    for (const { shape, scale } of insertion.shapes) take(shapes[number.get(shape) ?? 0], sizeRange(scale).largest);
  }
  return { reach, farthest, largestScale };
}
