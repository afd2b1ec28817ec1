// SPDX-License-Identifier: MIT
/** The sum of energies over time for each kind of bodies and law. */
import { plot, type Tone } from '../svg-plot.ts';
import { check, figure, plain, type RunSetup, type Section, table, text } from '../verification-case.ts';
import { driftOfGas, GASES } from './elastic-gas.ts';

const TIME_STEP = 2e-5;
const DURATION = { short: 0.08, full: 1 };
const LOOKS = 40;
/** Of the energy: the square of the step over the time of a contact, about 50 steps, for each of the bodies that touch at a time. */
const CONSERVED = 1e-3;
/** Its force is not the gradient of an energy where a contact changes corners and the normal jumps: shown, not checked. */
const NOT_CONSERVED = 'boxes, depth';

export function energyDrift({ full, progress }: RunSetup): Section {
  const duration = full ? DURATION.full : DURATION.short;
  const runs = GASES.map((gas) => {
    progress(gas.name);
    return { name: gas.name, ...driftOfGas(gas, TIME_STEP, duration, LOOKS) };
  });
  return {
    title: `${plain(duration)} s of collisions`,
    blocks: [
      text(
        'Eight bodies of about 1 cm fly about at up to 1 m/s in a box of 6 cm, without friction and damping; a contact lasts 50 steps and more. The force on bodies with corners by the depth of the overlap jumps to another direction',
        'where another pair of features becomes the nearest, and has no energy: Feng & Owen’s law of overlap volumes has one.',
      ),
      table(
        'Energy over that at the start, less one',
        ['bodies and law', 'largest', 'at the end'],
        runs.map(({ name, worst, looks }) => [name, plain(worst), plain(looks[looks.length - 1]?.[1] ?? Number.NaN)]),
      ),
      figure(
        'Drift of the energy',
        plot({
          title: 'drift of the energy over time',
          x: { label: 'time in s', min: 0 },
          y: { label: 'size of (energy / energy at the start − 1)', scale: 'log' },
          series: runs.map(({ name, looks }, i) => ({
            name,
            style: 'line' as const,
            tone: (i + 1) as Tone,
            points: looks.map(([time, drift]) => [time, Math.max(Math.abs(drift), 1e-12)] as const),
          })),
        }),
      ),
      ...runs
        .filter(({ name }) => name !== NOT_CONSERVED)
        .map(({ name, worst }) =>
          check({
            what: `The energy is kept: ${name}`,
            published: 'conserved',
            ours: `largest drift ${plain(worst)}`,
            tolerance: plain(CONSERVED),
            reason: 'swings of the square of the step, as long as contacts last; no trend',
            passed: worst <= CONSERVED,
          }),
        ),
    ],
  };
}
