// SPDX-License-Identifier: MIT
/**
 * The silo on the GPU, for packings too large for the CPU. The plate consists of small pieces. These are convex bodies,
 * so spheres are computed as convex bodies too.
 */
import { ScreeError } from '../../errors.ts';
import type { GpuDevice } from '../../gpu/engine/gpu-adapter.ts';
import { GpuSimulation } from '../../gpu/engine/gpu-simulation.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { DIAMETER, GRAIN_STEP, type GrainName } from '../grains.ts';
import { ringPlate } from './ring-plate.ts';
import { closedSilo, openSilo, Passage, packingFrom, type SettledPacking, type Silo, THICKNESS } from './silo-flow.ts';

/** s between two checks of a packing that settles. */
const WATCHED = 0.1;
/**
 * The packing has settled if its highest grain falls by no more than this between two checks, in diameters: in free
 * fall it would be ten times as much. Before that, a period above the packing would follow single grains that were
 * thrown up.
 */
const AT_REST = 0.5;
/** s after which a packing that has not settled is an error: several times the fall time of its highest grains. */
const LONGEST_SETTLING = 5;
/** Steps between two counts: 20 ms, in which a grain falls by some diameters, less than half the period. */
const LOOK = 250;

/** Octahedra reach half as far again as spheres, and have a dozen pairs each near them. */
const CAPACITY = { pairsPerBody: 24 };

async function withSimulation<T>(
  spec: SimulationSpec,
  gpu: GpuDevice,
  work: (simulation: GpuSimulation) => Promise<T>,
): Promise<T> {
  const simulation = await GpuSimulation.create({ ...spec, capacity: CAPACITY }, gpu, { accounts: false });
  try {
    return await work(simulation);
  } finally {
    simulation.destroy();
  }
}

const highest = (position: Float64Array): number => {
  let top = 0;
  for (let k = 2; k < position.length; k += 3) top = Math.max(top, position[k] ?? 0);
  return top;
};

/** A packing on a closed floor, settled. */
export async function settledOnGpu(grain: GrainName, silo: Silo, gpu: GpuDevice): Promise<SettledPacking> {
  return withSimulation(closedSilo(grain, silo), gpu, async (simulation) => {
    let top = highest(await simulation.positions());
    // Two checks in sequence: a grain that is thrown up has the same height before and after its highest point.
    for (let quiet = 0; quiet < 2; ) {
      if (simulation.time > LONGEST_SETTLING) {
        throw new ScreeError(
          'not-at-rest',
          `beverloo: a bed of ${simulation.count} ${grain} still falls after ${LONGEST_SETTLING} s`,
        );
      }
      await simulation.step(Math.round(WATCHED / GRAIN_STEP));
      const now = highest(await simulation.positions());
      quiet = Math.abs(top - now) < AT_REST * DIAMETER ? quiet + 1 : 0;
      top = now;
    }
    const bodies = await simulation.bodies();
    const orientation = (await simulation.orientations(bodies)) ?? new Float64Array(4 * bodies.count);
    return packingFrom(grain, silo, { ...bodies, orientation });
  });
}

/**
 * Number of grains that pass the opening in each of these successive intervals, s, from the removal of the floor on.
 */
export async function dischargedOnGpu(
  bed: SettledPacking,
  opening: number,
  times: readonly number[],
  gpu: GpuDevice,
): Promise<readonly number[]> {
  const half = (bed.silo.width * DIAMETER) / 2;
  const spec = openSilo(bed, ringPlate(half, opening * DIAMETER, THICKNESS * DIAMETER, bed.grain === 'superquadrics'));
  return withSimulation(spec, gpu, async (simulation) => {
    const { count } = simulation;
    const passage = new Passage(spec, { count, position: await simulation.positions() });
    const passed: number[] = [];
    for (const time of times) {
      const end = simulation.stepCount + Math.round(time / GRAIN_STEP);
      let sum = 0;
      while (simulation.stepCount < end) {
        await simulation.step(Math.min(LOOK, end - simulation.stepCount));
        sum += passage.look({ count, position: await simulation.positions() });
      }
      passed.push(sum);
    }
    return passed;
  });
}
