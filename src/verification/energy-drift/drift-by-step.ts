// SPDX-License-Identifier: MIT
/** Drift of the energy against the time step, over the same duration. */
import { plot, type Tone } from '../report/svg-plot.ts';
import { check, figure, plain, type RunSetup, type Section, table, text } from '../verification-case.ts';
import { criticalStepOf, driftOfGas, GASES } from './elastic-gas.ts';

/** Of the critical step. */
const SHARES = { short: [0.1, 0.025], full: [0.1, 0.05, 0.025, 0.0125] };
/** s */
const DURATION = { short: 0.02, full: 0.15 };
const SEEDS = { short: [1], full: [1, 2, 3] };
const LOOKS = 20;
/** Second order would reduce the drift by 64; it fluctuates, so a quarter of that is required. */
const FALL = 16;

export function driftByStep({ full, progress }: RunSetup): Section {
  const form = full ? 'full' : 'short';
  const shares = SHARES[form];
  // Hertz's law needs steps a tenth as long as the others here, so only the first section includes it.
  const runs = GASES.filter(({ law }) => law.normal !== 'hertz').map((gas) => {
    progress(`${gas.name}, against the step`);
    const drifts = shares.map((share) => {
      const steps = DURATION[form] / (share * criticalStepOf(gas));
      const means = SEEDS[form].map((seed) => driftOfGas(gas, share, steps, LOOKS, seed).mean);
      return Math.sqrt(means.reduce((sum, mean) => sum + mean * mean, 0) / means.length);
    });
    return { gas, drifts, fall: drifts[0] / drifts[drifts.length - 1] };
  });
  // Laws with a potential and a kink. The force on boxes by depth has no potential where its normal jumps.
  const kinked = runs.filter(({ gas }) => !gas.isSmooth && !gas.name.startsWith('boxes'));
  return {
    title: 'Drift against the time step',
    blocks: [
      text(
        `The same bodies over ${plain(DURATION[form])} s. Spheres and superquadrics with the linear spring ` +
          'drift alike, and less with the square of the step: it is the kink at the touch, not the shape. On ' +
          'boxes the drift does not follow the step in the end:',
        'what was stored along one normal is given back along another.',
      ),
      table(
        'Root of the mean square of the drift',
        ['bodies and law', ...shares.map((share) => `${plain(share)} of the critical step`)],
        runs.map(({ gas, drifts }) => [gas.name, ...drifts.map((drift) => plain(drift))]),
      ),
      figure(
        'Drift against the time step',
        plot({
          title: 'drift of the energy against the time step',
          x: { label: 'time step over the critical one', scale: 'log' },
          y: { label: 'root of the mean square of (energy / energy at the start − 1)', scale: 'log' },
          series: runs.map(({ gas, drifts }, i) => ({
            name: gas.name,
            style: 'line' as const,
            tone: (i + 1) as Tone,
            points: drifts.map((drift, k) => [shares[k], Math.max(drift, 1e-12)] as const),
          })),
        }),
      ),
      ...(full ? kinked : []).map(({ gas, fall }) =>
        check({
          what: `The drift falls with the step: ${gas.name}`,
          published: 'second order',
          ours: `${plain(fall)} times less at an eighth of the step`,
          tolerance: `at least ${FALL}`,
          reason: 'it wanders at random: 64 on average',
          passed: fall >= FALL,
        }),
      ),
    ],
  };
}
