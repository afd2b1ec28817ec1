// SPDX-License-Identifier: MIT
/**
 * Compares a settled packing on the GPU with packings on the CPU. The motion is chaotic, so means are compared with the
 * spread of runs whose initial states differ slightly.
 */
import type { GpuDevice } from '../../gpu/engine/gpu-adapter.ts';
import { GpuSimulation } from '../../gpu/engine/gpu-simulation.ts';
import { Simulation } from '../../simulation/simulation.ts';
import { atMost, count, plain, type RunSetup, type Section, table, text } from '../verification-case.ts';
import { fallingSpheres, RADIUS } from './gpu-scene.ts';

const BED = {
  short: { columns: 4, layers: 4, timeStep: 2e-4, steps: 1000, onGpu: 1, onCpu: 5, most: 5 },
  full: { columns: 10, layers: 10, timeStep: 1e-4, steps: 10000, onGpu: 20, onCpu: 20, most: 3.5 },
};

interface Facts {
  readonly height: number;
  readonly coordination: number;
  readonly elastic: number;
  readonly lost: number;
}
const FACTS: readonly (readonly [keyof Facts, string])[] = [
  ['height', 'mean height of centres over the diameter'],
  ['coordination', 'contacts a sphere, walls counted'],
  ['elastic', 'elastic energy (J)'],
  ['lost', 'energy lost in contacts (J)'],
];

function factsOf(
  { count: bodies, position }: { readonly count: number; readonly position: Float64Array },
  contacts: { readonly kind: Int32Array },
  energy: { readonly elastic: number; readonly frictionLoss: number; readonly dampingLoss: number },
): Facts {
  let height = 0;
  for (let k = 0; k < bodies; k++) height += position[3 * k + 2] / (2 * RADIUS * bodies);
  // A contact of two bodies counts for both.
  const coordination = contacts.kind.reduce((sum, kind) => sum + (kind === 0 ? 2 : 1), 0) / bodies;
  return { height, coordination, elastic: energy.elastic, lost: energy.frictionLoss + energy.dampingLoss };
}

function meanAndSpread(values: readonly number[]): { mean: number; spread: number } {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  const squares = values.reduce((sum, x) => sum + (x - mean) ** 2, 0);
  return { mean, spread: Math.sqrt(squares / Math.max(1, values.length - 1)) };
}

export async function gpuPacking(gpu: GpuDevice, { full, progress }: RunSetup): Promise<Section> {
  const { columns, layers, timeStep, steps, onGpu, onCpu, most } = full ? BED.full : BED.short;
  const cpuFacts: Facts[] = [];
  for (let k = 0; k < onCpu; k++) {
    progress(`bed on the processor, ${k + 1} of ${onCpu}`);
    const simulation = new Simulation(fallingSpheres(columns, layers, timeStep, 100 + k));
    simulation.step(steps);
    cpuFacts.push(factsOf(simulation.bodies(), simulation.contacts(), simulation.energy()));
    simulation.dispose();
  }
  const gpuFacts: Facts[] = [];
  for (let k = 0; k < onGpu; k++) {
    progress(`bed on the GPU, ${k + 1} of ${onGpu}`);
    const simulation = await GpuSimulation.create(fallingSpheres(columns, layers, timeStep, 200 + k), gpu);
    await simulation.step(steps);
    const bed = await simulation.bodies();
    gpuFacts.push(factsOf(bed, await simulation.contacts(bed, (place) => place), await simulation.energy(bed)));
    simulation.destroy();
  }
  const compared = FACTS.map(([key, name]) => {
    const a = meanAndSpread(cpuFacts.map((facts) => facts[key]));
    const b = meanAndSpread(gpuFacts.map((facts) => facts[key]));
    const freedom = onCpu + onGpu - 2;
    const pooled = Math.sqrt(((onCpu - 1) * a.spread ** 2 + (onGpu - 1) * b.spread ** 2) / freedom);
    return { name, a, b, apart: Math.abs(a.mean - b.mean) / (pooled * Math.sqrt(1 / onCpu + 1 / onGpu)) };
  });
  const farthest = Math.max(...compared.map(({ apart }) => apart));
  return {
    title: 'A bed at rest',
    blocks: [
      text(
        `${count(columns * columns * layers)} spheres fall into a box and have come to rest after ` +
          `${count(steps)} steps; ${onCpu} runs on the processor and ${onGpu} on the GPU, from starts that differ ` +
          'by up to a hundredth of a diameter.',
      ),
      table(
        'Means and spreads of runs',
        ['', 'processor', 'spread', 'GPU', 'spread', 'difference over its standard error'],
        compared.map(({ name, a, b, apart }) => [
          name,
          ...[a.mean, a.spread, b.mean, b.spread].map((x) => plain(x, 4)),
          plain(apart, 2),
        ]),
      ),
      atMost({
        what: 'Beds on the GPU are beds of the processor',
        published: 'float64',
        found: farthest,
        tolerance: most,
        ours: () => `means apart by at most ${plain(farthest, 2)} standard errors`,
        reason: full
          ? 'four means of 20 runs each: one in five hundred goes beyond by chance'
          : 'few runs: Student’s distribution with four degrees of freedom has long tails',
      }),
    ],
  };
}
