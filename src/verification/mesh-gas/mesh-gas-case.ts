// SPDX-License-Identifier: MIT
/** The case `mesh-gas`: energy of elastic polyhedra in a room of meshes, by the pressure-field law. */
import { plot, type Tone } from '../report/svg-plot.ts';
import type { VerificationCase } from '../verification-case.ts';
import { atMost, check, figure, plain, type RunSetup, type Section, table, text } from '../verification-case.ts';
import { driftInRoom } from './meshed-room.ts';

/** s */
const DURATION = { short: 0.05, full: 0.3 };
const SEEDS = { short: [1], full: [1, 2, 3] };
/** Of the critical step. */
const SHARE = 0.1;
const SHARES = { short: [0.1, 0.05], full: [0.1, 0.05, 0.025] };
const LOOKS = 30;
const TOLERANCE = 1e-3;

function overTime({ full, progress }: RunSetup): Section {
  const form = full ? 'full' : 'short';
  progress('energy over time');
  const drifts = SEEDS[form].map((seed) => driftInRoom(SHARE, DURATION[form], LOOKS, seed));
  return {
    title: 'Energy over time',
    blocks: [
      text(
        `Four rocks and four bricks without friction and damping, ${plain(DURATION[form])} s at a tenth of the`,
        'critical step. The walls of the room are one mesh of 108 triangles.',
      ),
      figure(
        'Energy over time',
        plot({
          title: 'energy over time',
          x: { label: 'time, s' },
          y: { label: 'energy / energy at the start − 1' },
          series: drifts.map(({ looks }, i) => ({
            name: `start ${i + 1}`,
            style: 'line' as const,
            tone: (i + 1) as Tone,
            points: looks,
          })),
        }),
      ),
      atMost({
        what: 'The energy stays the same',
        published: 'the same',
        found: Math.max(...drifts.map(({ worst }) => worst)),
        tolerance: TOLERANCE,
        ours: (worst) => `off by at most ${worst}`,
        reason: 'swings by the square of the step in contacts; springs on depths are off by 1e-2',
      }),
    ],
  };
}

function byStep({ full, progress }: RunSetup): Section {
  const form = full ? 'full' : 'short';
  const shares = SHARES[form];
  const drifts = shares.map((share) => {
    progress(`${plain(share)} of the critical step`);
    const means = SEEDS[form].map((seed) => driftInRoom(share, DURATION[form] / 3, LOOKS, seed).mean);
    return Math.sqrt(means.reduce((sum, mean) => sum + mean * mean, 0) / means.length);
  });
  const ratio = shares[0] / shares[shares.length - 1];
  const fall = drifts[0] / drifts[drifts.length - 1];
  const least = ratio ** 2 / 2;
  return {
    title: 'Error against the time step',
    blocks: [
      table(
        'Root of the mean square of the error',
        shares.map((share) => `${plain(share)} of the critical step`),
        [drifts.map((drift) => plain(drift))],
      ),
      ...(full
        ? [
            check({
              what: 'The error falls with the square of the step',
              published: 'second order',
              ours: `${plain(fall)} times less at ${plain(1 / ratio)} of the step`,
              tolerance: `at least ${plain(least)}`,
              reason: `it wanders at random: ${plain(ratio ** 2)} on average`,
              passed: fall >= least,
            }),
          ]
        : []),
    ],
  };
}

export const MESH_GAS_CASE: VerificationCase = {
  name: 'mesh-gas',
  title: 'Energy of elastic polyhedra in a meshed room',
  source: 'Our own; the law is that of docs/theory/pressure-field-law.md.',
  summary:
    'Rocks and bricks without friction and damping fly about in a room of triangles. By the pressure-field law their ' +
    'energy stays the same over edges of facets and in corners, with an error of second order in the time step.',
  run(setup) {
    return [overTime(setup), byStep(setup)];
  },
};
