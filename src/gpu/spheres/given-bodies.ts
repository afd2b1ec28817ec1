// SPDX-License-Identifier: MIT
/** The initial bodies of a simulation of spheres on the GPU: spheres, or clumps and spheres. */
import { sizeRange } from '../../bodies/insertion/size-distribution.ts';
import { massOfSphere } from '../../simulation/set-up.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import {
  type ConvexArrays,
  convexBodiesOf,
  convexBodiesOfNewcomers,
  joinConvexBodies,
} from '../convex/convex-arrays.ts';
import type { Newcomer, Present } from '../engine/body-exchange.ts';
import { clumpTable, type SpheresShape } from './clump-table.ts';
import { GpuClumps } from './gpu-clumps.ts';
import { hasClumps, radiiOf, spheresOf } from './scene-spheres.ts';
import { joinSpheres, type SphereArrays } from './sphere-arrays.ts';
import { presentSpheres, spheresOfNewcomers } from './sphere-bodies.ts';

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
  withNewcomers(born: readonly Newcomer[]): {
    readonly arrays: SphereArrays;
    /** The bodies that these are spheres of, if there are clumps. */
    readonly bodies?: ConvexArrays;
  };
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
    withNewcomers: (born) => ({
      arrays: born.length === 0 ? given : joinSpheres(given, spheresOfNewcomers(spec, born)),
    }),
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
      return { arrays: clumps.elements(bodies, 0), bodies };
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
