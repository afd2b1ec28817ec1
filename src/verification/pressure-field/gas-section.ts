// SPDX-License-Identifier: MIT
/** Sections about elastic gases: energy at a tenth of the critical step, its error against the step, and 1e5 steps. */
import { driftFigure } from '../energy-drift/measured-drift.ts';
import { atMost, check, count, plain, type RunSetup, type Section, table, text } from '../verification-case.ts';
import { driftOf, GASES } from './elastic-gases.ts';

/** Bodies along a side of the lattice. */
const SIDE = { short: 3, full: 5 };
/** s */
const DURATION = { short: 0.05, full: 0.3 };
const SHARES = { short: [0.1, 0.05], full: [0.1, 0.05, 0.025] };
const SEEDS = { short: [1], full: [1, 2, 3] };
const LOOKS = 20;
/** Largest relative error of the energy at a tenth of the critical step. */
const CONSERVED = 1e-3;
/** With the square of the step the error falls by 16 on average; it fluctuates with the moments of the samples. */
const FALL = 16;
const LEAST_FALL = 0.4 * FALL;
/** Steps of the long run. */
const STEPS = { short: 10_000, full: 100_000 };

export function gasSection({ full, progress }: RunSetup): Section {
  const form = full ? 'full' : 'short';
  const shares = SHARES[form];
  const runs = GASES.map((gas) => {
    progress(`gas of ${gas.name}`);
    const drifts = shares.map((share) =>
      SEEDS[form].map((seed) =>
        driftOf(gas, { side: SIDE[form], share, duration: DURATION[form], looks: LOOKS, seed }),
      ),
    );
    const worst = drifts.map((each) => Math.max(...each.map((drift) => drift.worst)));
    const mean = drifts.map((each) => Math.sqrt(each.reduce((sum, drift) => sum + drift.mean ** 2, 0) / each.length));
    const contacts = drifts[0].reduce((sum, drift) => sum + drift.contacts, 0);
    const bend = Math.max(...drifts.flat().map((drift) => drift.bend));
    return { gas, drifts, worst, mean, contacts, bend, fall: mean[0] / mean[mean.length - 1] };
  });
  return {
    title: 'Elastic gases',
    blocks: [
      text(
        `${SIDE[form] ** 3} bodies of 1 to 2 cm (2,500 kg/m³, 10¹⁰ N/m³) fly about at up to 1 m/s and 30 rad/s along ` +
          `each axis in a box of half-spaces for ${DURATION[form]} s, without friction and damping.`,
        'Bend is the largest overlap of a smooth body over its least radius of curvature: up to 1 the force is proved ' +
          'continuous.',
      ),
      table(
        'Relative error of the total energy: largest, root mean square',
        ['gas', ...shares.map((share) => `${plain(share)} of the critical step`), 'contacts seen', 'bend'],
        runs.map(({ gas, worst, mean, contacts, bend }) => [
          gas.name,
          ...worst.map((most, k) => `${plain(most)}, ${plain(mean[k])}`),
          count(contacts),
          plain(bend, 2),
        ]),
      ),
      driftFigure(
        'Error of the energy over time',
        'error of the energy at a tenth of the critical step',
        runs.map(({ gas, drifts }) => ({ name: gas.name, looks: drifts[0][0].looks })),
      ),
      ...runs.map(({ gas, worst }) =>
        atMost({
          what: `The energy is kept: ${gas.name}`,
          published: 'conserved',
          found: worst[0],
          tolerance: CONSERVED,
          ours: (found) => `largest error ${found}`,
          reason: 'swings within contacts, by the square of the step',
        }),
      ),
      ...(full ? runs : []).map(({ gas, fall }) =>
        check({
          what: `The error falls with the square of the step: ${gas.name}`,
          published: 'order 2',
          ours: `${plain(fall)} times less at a quarter of the step`,
          tolerance: `at least ${plain(LEAST_FALL)}`,
          reason: `${FALL} on average`,
          passed: fall >= LEAST_FALL,
        }),
      ),
    ],
  };
}

export function longGasSection({ full, progress }: RunSetup): Section {
  const steps = STEPS[full ? 'full' : 'short'];
  const runs = GASES.map((gas) => {
    progress(`gas of ${gas.name}, ${count(steps)} steps`);
    return { gas, drift: driftOf(gas, { side: 2, share: 0.1, steps, looks: 2 * LOOKS, seed: 1 }) };
  });
  return {
    title: `${count(steps)} steps`,
    blocks: [
      text('Eight bodies, steps of a tenth of the critical one.'),
      table(
        'Relative error of the total energy',
        ['gas', 'largest', 'at half time', 'at the end'],
        runs.map(({ gas, drift }) => [
          gas.name,
          plain(drift.worst),
          plain(drift.looks[LOOKS - 1][1]),
          plain(drift.looks[2 * LOOKS - 1][1]),
        ]),
      ),
      ...runs.map(({ gas, drift }) =>
        atMost({
          what: `No drift: ${gas.name}`,
          published: 'none',
          found: drift.worst,
          tolerance: CONSERVED,
          ours: (found) => `largest error ${found}`,
          reason: 'swings within contacts; every collision leaves an error of either sign',
        }),
      ),
    ],
  };
}
