// SPDX-License-Identifier: MIT
/** Forces and torques of single contacts on the GPU beside those of the processor, over overlaps and speeds, with all laws. */
import type { GpuDevice } from '../../gpu/gpu-adapter.ts';
import { GpuSimulation } from '../../gpu/gpu-simulation.ts';
import { Simulation } from '../../simulation/simulation.ts';
import { check, count, plain, type RunSetup, type Section, table, text } from '../verification-case.ts';
import { LAWS, RADIUS, touchingPairs } from './gpu-scene.ts';

const OVERLAPS = { short: [1e-3, 1e-2, 5e-2], full: [1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 2e-2, 5e-2] };
/** The first is at rest: its force is the measure for the others of the same overlap. */
const SPEEDS = { short: [0, 0.02, 0.1, -0.1], full: [0, 1e-3, -1e-3, 0.01, -0.01, 0.05, -0.05, 0.2, -0.2, 1, -1] };
/** Looks after so many steps: without springs, and with them. */
const LOOKS = [0, 3];
export const TOLERANCE = 1e-5;
/** Over the overlap: the distance of two centres is rounded by two units in the last place, 1.6e-7 of it, and Hertz's force goes with the power 3/2 of the overlap. */
const ROUNDING = 1.5 * 1.6e-7;

function toleranceAt(overlap: number): number {
  return Math.max(TOLERANCE, ROUNDING / overlap);
}

/** Largest difference of forces and torques over the force of the pair, for each overlap. */
async function worst(
  law: string,
  gpu: GpuDevice,
  overlaps: readonly number[],
  speeds: readonly number[],
): Promise<number[]> {
  const spec = touchingPairs(LAWS[law] ?? { normal: 'linear' }, overlaps, speeds);
  const cpu = new Simulation(spec);
  const other = await GpuSimulation.create(spec, gpu);
  const off = overlaps.map(() => 0);
  let done = 0;
  for (const look of LOOKS) {
    cpu.step(look - done);
    await other.step(look - done);
    done = look;
    const wanted = cpu.bodies();
    const got = await other.bodies();
    const size = (k: number): number => Math.hypot(...wanted.force.subarray(3 * k, 3 * k + 3));
    overlaps.forEach((_, i) => {
      const atRest = size(2 * i * speeds.length);
      for (let k = 2 * i * speeds.length; k < 2 * (i + 1) * speeds.length; k++) {
        const measure = Math.max(atRest, size(k));
        for (let c = 3 * k; c < 3 * k + 3; c++) {
          const force = Math.abs((got.force[c] ?? NaN) - (wanted.force[c] ?? NaN)) / measure;
          const torque = Math.abs((got.torque[c] ?? NaN) - (wanted.torque[c] ?? NaN)) / (measure * RADIUS);
          off[i] = Math.max(off[i] ?? 0, force, torque);
        }
      }
    });
  }
  other.destroy();
  cpu.dispose();
  return off;
}

export async function gpuContacts(gpu: GpuDevice, { full, progress }: RunSetup): Promise<Section> {
  const overlaps = full ? OVERLAPS.full : OVERLAPS.short;
  const speeds = full ? SPEEDS.full : SPEEDS.short;
  const rows: { law: string; off: number[] }[] = [];
  for (const law of Object.keys(LAWS)) {
    progress(`contacts: ${law}`);
    rows.push({ law, off: await worst(law, gpu, overlaps, speeds) });
  }
  const share = Math.max(...rows.flatMap(({ off }) => off.map((x, i) => x / toleranceAt(overlaps[i] ?? 1))));
  return {
    title: 'Single contacts',
    blocks: [
      text(
        `${count(overlaps.length * speeds.length)} pairs of spheres of 1 cm with each law, in directions of their own, without springs and with those of ${LOOKS[1]} steps.`,
        'Differences of forces and torques are over the force of the pair, or over that of a pair at rest where it is larger.',
      ),
      table(
        'Largest relative difference from float64, by overlap over diameter',
        ['law', ...overlaps.map((x) => plain(x))],
        rows.map(({ law, off }) => [law, ...off.map((x) => plain(x, 2))]),
      ),
      check({
        what: 'Forces and torques of all laws are those of the processor',
        published: 'float64',
        ours: `largest difference ${plain(share)} of the tolerance`,
        tolerance: `${plain(TOLERANCE)}, and ${plain(ROUNDING)} over the overlap where that is more`,
        reason: 'float32 rounds the distance of two centres by two units in the last place',
        passed: share <= 1,
      }),
    ],
  };
}
