// SPDX-License-Identifier: MIT
/** Total energy over many steps of a tenth of the critical time step, for each kind of body and each law. */
import { atMost, count, plain, type RunSetup, type Section, table, text } from '../verification-case.ts';
import { driftOfGas, GASES } from './elastic-gas.ts';
import { driftFigure } from './measured-drift.ts';

const SHARE = 0.1;
const STEPS = { short: 16_000, full: 100_000 };
const SEEDS = { short: [1], full: [1, 2, 3] };
const LOOKS = 40;
/** Relative to the energy, for laws with a potential whose force starts smoothly. */
const CONSERVED = 1e-4;

export function energyDrift({ full, progress }: RunSetup): Section {
  const form = full ? 'full' : 'short';
  const runs = GASES.map((gas) => {
    progress(gas.name);
    const drifts = SEEDS[form].map((seed) => driftOfGas(gas, SHARE, STEPS[form], LOOKS, seed));
    return { gas, drifts, worst: Math.max(...drifts.map(({ worst }) => worst)) };
  });
  return {
    title: `${count(STEPS[form])} steps of collisions`,
    blocks: [
      text(
        'Eight bodies of about 1 cm (10 GPa, 1e6 N/m or 1e10 N/m³) fly about at up to 1 m/s in a box of 6 cm, ' +
          'without friction and damping, in steps of a tenth of the critical one. The laws of overlap volumes and ' +
          'of pressure fields have an energy whose derivatives are force, line of action and',
        'moment; so has a spring on the depth of smooth bodies, whichever point of the line through the contact ' +
          'the force acts at. The linear spring sets in with a kink: where in a step a contact begins and ends ' +
          'decides what it gains or loses, and the energy wanders.',
        'On boxes the normal jumps as well.',
      ),
      table(
        'Energy over that at the start, less one',
        ['bodies and law', 'time step (s)', 'largest, for each start'],
        runs.map(({ gas, drifts }) => [
          gas.name,
          plain(drifts[0]?.timeStep ?? Number.NaN),
          drifts.map(({ worst }) => plain(worst)).join(', '),
        ]),
      ),
      driftFigure(
        'Drift of the energy',
        'drift of the energy over time, first start',
        runs.map(({ gas, drifts }) => ({ name: gas.name, looks: drifts[0]?.looks ?? [] })),
      ),
      ...runs
        .filter(({ gas }) => gas.isSmooth)
        .map(({ gas, worst }) =>
          atMost({
            what: `The energy is kept: ${gas.name}`,
            published: 'conserved',
            found: worst,
            tolerance: CONSERVED,
            ours: (found) => `largest drift ${found}`,
            reason: 'swings of the square of the step over the time of a contact',
          }),
        ),
    ],
  };
}
