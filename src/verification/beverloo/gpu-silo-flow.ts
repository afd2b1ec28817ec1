// SPDX-License-Identifier: MIT
/** The silo on the GPU: beds too large for the processor. The same silo, but a plate of small pieces; spheres are computed as convex bodies, which the plate is made of. */
import { GpuConvexSimulation } from '../../gpu/convex/convex-simulation.ts';
import type { GpuDevice } from '../../gpu/gpu-adapter.ts';
import { gpuRefusals, notOnGpu } from '../../gpu/gpu-refusals.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { DIAMETER, GRAIN_STEP, type GrainName } from '../grains.ts';
import { ringPlate } from './ring-plate.ts';
import { type Bed, bedFrom, closedSilo, openSilo, Passage, type Silo, THICKNESS } from './silo-flow.ts';

/** Layers of the lattice come down by this many diameters each. */
const FALL_PER_LAYER = 1.05;
/** s that a bed has for its last shaking when its uppermost grains have come down. */
const REST = 0.25;
/** Steps between two looks: 20 ms, in which a grain falls by some diameters, less than half the period. */
const LOOK = 250;

/** Octahedra reach half as far again as spheres, and have a dozen pairs each near them. */
const CAPACITY = { pairsPerBody: 24 };

async function withSimulation<T>(
  spec: SimulationSpec,
  gpu: GpuDevice,
  work: (simulation: GpuConvexSimulation) => Promise<T>,
): Promise<T> {
  const refusals = gpuRefusals(spec);
  if (refusals.length > 0) throw notOnGpu(refusals);
  const simulation = await GpuConvexSimulation.create({ ...spec, capacity: CAPACITY }, gpu, { accounts: false });
  try {
    return await work(simulation);
  } finally {
    simulation.destroy();
  }
}

/** s from the start of the lattice to a bed at rest. */
export function settlingTime({ layers }: Silo): number {
  return Math.sqrt((2 * FALL_PER_LAYER * layers * DIAMETER) / 9.81) + REST;
}

/** A bed on a closed floor. */
export async function settledOnGpu(grain: GrainName, silo: Silo, gpu: GpuDevice): Promise<Bed> {
  return withSimulation(closedSilo(grain, silo), gpu, async (simulation) => {
    await simulation.step(Math.round(settlingTime(silo) / GRAIN_STEP));
    return bedFrom(grain, silo, await simulation.bodies());
  });
}

/** Grains that pass the opening in each of these times one after the other, s, from the moment when the floor is taken away. */
export async function dischargedOnGpu(
  bed: Bed,
  opening: number,
  times: readonly number[],
  gpu: GpuDevice,
): Promise<readonly number[]> {
  const half = (bed.silo.width * DIAMETER) / 2;
  const spec = openSilo(bed, ringPlate(half, opening * DIAMETER, THICKNESS * DIAMETER, bed.grain === 'superquadrics'));
  return withSimulation(spec, gpu, async (simulation) => {
    const { count } = simulation;
    const passage = new Passage(spec, { count, position: await simulation.places() });
    const passed: number[] = [];
    for (const time of times) {
      const end = simulation.stepCount + Math.round(time / GRAIN_STEP);
      let sum = 0;
      while (simulation.stepCount < end) {
        await simulation.step(Math.min(LOOK, end - simulation.stepCount));
        sum += passage.look({ count, position: await simulation.places() });
      }
      passed.push(sum);
    }
    return passed;
  });
}
