// SPDX-License-Identifier: MIT
/** The initial bodies of a simulation of spheres on the GPU: spheres, or clumps and spheres. */
import { sizeRange } from '../../bodies/insertion/size-distribution.ts';
import { massOfSphere } from '../../simulation/set-up.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { type ConvexArrays, convexBodiesOf, joinConvexBodies } from '../convex/convex-arrays.ts';
import { convexBodiesOfNewcomers } from '../convex/gpu-convex-bodies.ts';
import type { BodyIds } from '../engine/body-ids.ts';
import type { CellGrid } from '../engine/cell-grid.ts';
import type { GpuBodies, Newcomer, Present } from '../engine/gpu-bodies.ts';
import type { GpuEngine } from '../engine/gpu-engine.ts';
import { clumpTable, type SpheresShape } from './clump-table.ts';
import { GpuClumpBodies } from './gpu-clump-bodies.ts';
import { GpuClumps } from './gpu-clumps.ts';
import { GpuSpheres, presentSpheres, spheresOfNewcomers } from './gpu-spheres.ts';
import { hasClumps, radiiOf, spheresOf } from './scene-spheres.ts';
import { joinSpheres, type SphereArrays, uploadSpheres } from './sphere-arrays.ts';

/** What writes them, once there is an engine. */
type Upload = (
  device: GPUDevice,
  engine: GpuEngine,
  grid: CellGrid,
  bodyIds: BodyIds,
  isTurning: boolean,
) => Promise<GpuBodies>;

export interface GivenBodies {
  /** Smallest and largest radius of spheres, those to come too. */
  readonly smallest: number;
  readonly largest: number;
  /** Largest radius of a ball about a body, and largest distance from the centre of a clump to one of its spheres. */
  readonly reach: number;
  readonly farthest: number;
  /** Mass of the free bodies, kg. */
  readonly mass: number;
  readonly clumps?: GpuClumps;
  /** Number of bodies. */
  readonly count: number;
  present(): Present[];
  /** Their spheres, and those of bodies inserted at the start. */
  withNewcomers(born: readonly Newcomer[]): { readonly arrays: SphereArrays; readonly upload: Upload };
}

/** Those of a spec. */
export function givenBodies(spec: SimulationSpec): GivenBodies {
  return hasClumps(spec)
    ? givenClumps(spec, convexBodiesOf(spec, clumpTable(spec)))
    : givenSpheres(spec, spheresOf(spec));
}

export function givenSpheres(spec: SimulationSpec, given: SphereArrays): GivenBodies {
  const { smallest, largest } = radiiOf(spec, given.radius);
  let mass = 0;
  for (let i = 0; i < given.count; i++) {
    const density = spec.materials[given.material[i]]?.density ?? 0;
    if (given.isFixed[i] !== 1) mass += massOfSphere(given.radius[i], density);
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
      const arrays = born.length === 0 ? given : joinSpheres(given, spheresOfNewcomers(spec, born));
      return {
        arrays,
        upload: async (device, engine, grid, bodyIds, isTurning) => {
          await uploadSpheres(device, engine, grid, arrays);
          const bodiesOnGpu = new GpuSpheres(spec, device, engine, grid, bodyIds, isTurning);
          if (isTurning) bodiesOnGpu.uploadTurned(0, arrays.count);
          return bodiesOnGpu;
        },
      };
    },
  };
}

/** Shapes are those of the spec, by number. */
export function givenClumps(spec: SimulationSpec, given: ConvexArrays): GivenBodies {
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
      const bodies = born.length === 0 ? given : joinConvexBodies(given, convexBodiesOfNewcomers(born));
      const arrays = clumps.elements(bodies, 0);
      return {
        arrays,
        upload: async (device, engine, grid, bodyIds, isTurning) => {
          const spheres = new GpuSpheres(spec, device, engine, grid, bodyIds, isTurning);
          const bodiesOnGpu = new GpuClumpBodies(spec, device, engine, grid, bodyIds, clumps, spheres, isTurning);
          await bodiesOnGpu.upload(bodies, arrays, { first: 0, name: 0 });
          return bodiesOnGpu;
        },
      };
    },
  };
}

function* radiiIn(arrays: ConvexArrays, shapes: readonly SpheresShape[]): Iterable<number> {
  for (let i = 0; i < arrays.count; i++) {
    for (const { radius } of shapes[arrays.shape[i]]?.spheres ?? []) yield arrays.scale[i] * radius;
  }
}

function largestOf(
  spec: SimulationSpec,
  arrays: ConvexArrays,
  shapes: readonly SpheresShape[],
): Pick<GivenBodies, 'reach' | 'farthest'> & { readonly largestScale: number } {
  let [reach, farthest, largestScale] = [0, 0, 1];
  const take = (shape: SpheresShape | undefined, scale: number): void => {
    reach = Math.max(reach, scale * (shape?.radius ?? 0));
    farthest = Math.max(farthest, scale * (shape?.farthest ?? 0));
    largestScale = Math.max(largestScale, scale);
  };
  for (let i = 0; i < arrays.count; i++) take(shapes[arrays.shape[i]], arrays.scale[i]);
  const number = new Map(spec.shapes?.map(({ name }, k) => [name, k]));
  for (const insertion of spec.insertions ?? []) {
    for (const { shape, scale } of insertion.shapes) take(shapes[number.get(shape) ?? 0], sizeRange(scale).largest);
  }
  return { reach, farthest, largestScale };
}
